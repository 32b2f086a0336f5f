"""A match of few cards, recorded by a scribe who errs, and its readers."""

from pathlib import Path
from typing import Any, Self

from dcg_events import MatchLog, Receipt, Recorder, known, redact, verify
from dcg_events.vocabulary.histories import HISTORIES
from tests.property.checks import check_histories, check_openings, check_views
from tests.property.matches import counting_salt

DECK = {side: [f"BT{side[1]}-{number:03}" for number in range(1, 13)] for side in ("p1", "p2")}
VIEWERS: Any = ("p1", "p2", "spectator", "judge")


def at(zone: str, side: str = "p1", **place: Any) -> dict[str, Any]:
    return {"zone": zone, "side": side, **place}


def move(manner: str, origin: dict[str, Any], goal: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "transferred", "manner": manner, "from": origin, "to": goal, **more}


def draw(side: str = "p1") -> dict[str, Any]:
    return move("draw", at("deck", side, position=0), at("hand", side))


class Desk:
    """A match being recorded."""

    def __init__(self, folder: Path, name: str = "match") -> None:
        self.folder = folder
        self.path = folder / f"{name}.dcglog"
        self.recorder = Recorder.create(
            self.path, p1="Aiko", p2="Ben", salt=counting_salt(), durability="none"
        )
        decks = {
            side: {"deck_count": 12, "egg_deck_count": 0, "deck": deck, "egg_deck": []}
            for side, deck in DECK.items()
        }
        self.record({"kind": "game_started", **decks})

    def record(self, *events: dict[str, Any]) -> Receipt:
        return self.recorder.append_group(events)

    def seq(self, *events: dict[str, Any]) -> int:
        return self.record(*events).seqs[0]

    def correct(self, seq: int, event: dict[str, Any] | None, **more: Any) -> int:
        return self.seq({"kind": "record_corrected", "corrects": seq, "event": event, **more})

    def add(self, after: int, event: dict[str, Any], **more: Any) -> int:
        return self.seq({"kind": "record_corrected", "after": after, "event": event, **more})

    @property
    def last(self) -> int:
        return self.recorder.version - 1

    def log(self, viewer: Any = "judge", history: Any = None) -> MatchLog:
        return MatchLog(self.path, viewer, history=history)

    def state(self, at: int | None = None, history: Any = None, viewer: Any = "judge") -> Any:
        return self.log(viewer, history).state(at)

    def numbers(self, zone: str, at: int | None = None, history: Any = None, **more: Any) -> Any:
        side = more.pop("side", "p1")
        pile = self.state(at, history, **more)["players"][side][zone]
        return [card["number"] for card in pile.get("cards", [])]

    def copy(self, viewer: Any) -> Path:
        path = self.folder / f"{self.path.stem}.{viewer}.dcglog"
        path.unlink(missing_ok=True)
        redact(self.path, viewer, path)
        return path

    def check(self) -> Self:
        """Everything that has to hold for any log, holds for this one."""
        check_views(self.path, self.folder)
        check_histories(self.path)
        check_openings(self.path, self.folder, 3)
        assert verify(self.path, strict=True).whole
        self.check_known()
        return self

    def check_known(self) -> None:
        """In the end a viewer knows the same, however the match is read."""
        for viewer in VIEWERS:
            views = [known(self.log(viewer, history)) for history in HISTORIES]
            first = views[0]
            assert [view | {"head": first["head"]} for view in views] == [first] * 3, viewer
