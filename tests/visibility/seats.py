"""A table with four seats: what each viewer reads, from the full log and from an own copy alike."""

from itertools import count
from pathlib import Path
from typing import Any, Final

from dcg_events import MatchLog, Recorder, Replay, redact
from tests.property.checks import copy_states
from tests.rules.scene import SEEING, Scene, at, move

OUTSIDERS: Final = ("p1", "p2", "spectator")
A, B, C, D, E, F, G = (f"BT1-{n:03}" for n in range(10, 17))
X, Y, Z = (f"BT2-{n:03}" for n in range(20, 23))
EGG, EGG_2, EGG_3 = "BT1-001", "BT1-002", "BT1-003"


class Seats(Scene):
    """A match under way; whatever is read of it is read twice and has to be the same."""

    def __init__(self, directory: Path, language: str = "ja", **header: Any) -> None:
        self.path = directory / f"seats-{language}.dcglog"
        rules = {"edition": "4.0", "language": language}
        self.recorder = Recorder.create(
            self.path, p1="Aiko", p2="Ben", durability="none", rules=rules, **header
        )
        self._copies = count()

    def copy(self, viewer: Any) -> Path:
        """Write a viewer's copy as the match stands."""
        copy = self.path.with_name(f"{viewer}-{next(self._copies)}.dcglog")
        redact(self.path, viewer, copy)
        return copy

    def own(self, viewer: Any) -> tuple[Path, MatchLog]:
        """Open a viewer's copy as that viewer, or as whoever it can be told to be for.

        Before anything is opened for a player, the player's copy is the spectator's.
        """
        copy = self.copy(viewer)
        allowed = MatchLog(copy).holding.viewers
        return copy, MatchLog(copy, viewer if viewer in allowed else None)

    def state(self, viewer: Any = "judge") -> Any:
        copy, own = self.own(viewer)
        full = MatchLog(self.path, viewer)
        states = list(full.states())
        assert list(copy_states(copy, viewer, "recorded")) == states
        assert Replay(full).seek(len(states) - 1) == full.state() == states[-1]
        if own.viewer == viewer:
            assert list(own.states()) == states
            assert Replay(own).seek(len(states) - 1) == own.state() == states[-1]
        return states[-1]

    def last(self, viewer: Any, count: int = 1) -> list[dict[str, Any]]:
        _, own = self.own(viewer)
        events = list(MatchLog(self.path, viewer).events())
        assert events == list(own.events())
        assert events == [event for group in played(own) for event in group]
        return events[-count:]

    def seen(self, count: int = 1) -> dict[str, list[dict[str, Any]]]:
        """Return the last events as every viewer reads them."""
        return {viewer: self.last(viewer, count) for viewer in SEEING}

    def told(self, path: str, count: int = 1) -> dict[str, list[Any]]:
        """Return one field, by its dotted path, of the last events as every viewer reads it."""
        return {
            viewer: [dig(event, path) for event in events]
            for viewer, events in self.seen(count).items()
        }

    def piles(self, zone: str, side: str = "p1") -> dict[str, list[str | None]]:
        """Return what every viewer may look at in a pile, top first."""
        return {viewer: self.numbers(zone, viewer, side) for viewer in SEEING}

    def under(self, side: str = "p1", unit: int = 0) -> dict[str, list[str | None]]:
        """Return the stack of a unit in the battle area as every viewer sees it, top first."""
        return {
            viewer: [
                card["number"]
                for card in self.state(viewer)["players"][side]["battle"][unit]["cards"]
            ]
            for viewer in SEEING
        }

    def secure(self, side: str = "p1", cards: int = 1, **more: Any) -> None:
        """Set security from the top of the deck, one by one."""
        for _ in range(cards):
            origin, goal = at("deck", side, 0), at("security", side, 0)
            self.record(move("place", origin, goal, **more))

    def deal_hand(self, side: str = "p1", cards: int = 1) -> list[str]:
        """Draw cards one by one; return their placements."""
        ids = []
        for _ in range(cards):
            self.record(move("draw", at("deck", side, 0), at("hand", side)))
            ids.append(str(self.recorder.version - 1))
        return ids

    def look(self, viewer: str, place: dict[str, Any], count: int, **more: Any) -> int:
        """Let somebody look at cards; return the seq."""
        event = {"kind": "looked_at", "viewer": viewer, "place": place, "count": count}
        return self.record(event | more).seqs[0]

    def reveal(self, place: dict[str, Any], count: int, **more: Any) -> int:
        """Show cards to everybody; return the seq."""
        return self.record({"kind": "revealed", "place": place, "count": count} | more).seqs[0]


def played(log: MatchLog) -> list[list[dict[str, Any]]]:
    replay = Replay(log)
    return [replay.group(index) for index in range(len(replay))]


def dig(event: dict[str, Any], path: str) -> Any:
    value: Any = event
    for part in path.split("."):
        value = value[part]
    return value


def split(judge: Any, *, p1: bool = False, p2: bool = False, spectator: bool = False) -> Any:
    """Say who reads the judge's values; the others read as many nulls."""
    blind = [None] * len(judge)
    seeing = {"p1": p1, "p2": p2, "spectator": spectator, "judge": True}
    return {viewer: judge if sees else blind for viewer, sees in seeing.items()}


def everybody(judge: Any) -> Any:
    """Say that all viewers read the judge's values."""
    return split(judge, p1=True, p2=True, spectator=True)
