"""A table for the tests of clauses: cards by name, events in a line, views by viewer."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dcg_events.projections.table import Table
from dcg_events.recorder.grouping import Receipt
from dcg_events.recorder.recorder import Recorder
from dcg_events.views.cut import cut
from dcg_events.views.matchlog import MatchLog

SEEING = ("p1", "p2", "spectator", "judge")


def at(zone: str, side: str = "p1", position: int | None = None, **more: Any) -> dict[str, Any]:
    """Write a place; without a position it says none."""
    place: dict[str, Any] = {"zone": zone, "side": side, **more}
    return place if position is None else place | {"position": position}


NOWHERE = {"zone": "no_area"}


def move(manner: str, origin: dict[str, Any], goal: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "transferred", "manner": manner, "from": origin, "to": goal, **more}


class Scene:
    """A match under way, and what each viewer sees of it."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / "scene.dcglog"
        self.recorder = Recorder.create(self.path, p1="Aiko", p2="Ben", durability="none")

    def deal(
        self, deck: Sequence[str] = (), eggs: Sequence[str] = (), other: Sequence[str] = ()
    ) -> None:
        """Start a game: p1's deck and Digi-Eggs and p2's deck, top first."""
        decks = {"deck_count": len(deck), "deck": list(deck)}
        decks |= {"egg_deck_count": len(eggs), "egg_deck": list(eggs)}
        theirs = {"deck_count": len(other), "deck": list(other), "egg_deck_count": 0}
        self.record({"kind": "game_started", "p1": decks, "p2": theirs})

    def record(self, *group: dict[str, Any]) -> Receipt:
        return self.recorder.append_group(group)

    def take(
        self, manner: str, zone: str, goal: dict[str, Any], count: int = 1, **more: Any
    ) -> str:
        """Move cards from the top of p1's pile, all at once; return the last placement."""
        tops = (at(zone, position=index) for index in range(count))
        self.record(*(move(manner, top, goal, **more) for top in tops))
        return str(self.recorder.version - 1)

    @property
    def table(self) -> Table:
        return self.recorder.table

    def state(self, viewer: str = "judge") -> Any:
        """Return what a viewer may look at now, read from the file as that viewer."""
        return MatchLog(self.path, viewer).state()  # type: ignore[arg-type]

    def numbers(self, zone: str, viewer: str = "judge", side: str = "p1") -> list[str | None]:
        pile = self.state(viewer)["players"][side][zone]
        return [card["number"] for card in pile.get("cards", [])]

    def last(self, viewer: str, count: int = 1) -> list[dict[str, Any]]:
        """Return the last events as a viewer reads them."""
        return list(MatchLog(self.path, viewer).events())[-count:]  # type: ignore[arg-type]

    def ids(self, zone: str, side: str = "p1") -> list[str]:
        return [card.id for card in self.table.sides[side][zone]]

    def whole(self) -> Any:
        return cut(self.table, "judge", self.recorder.head)
