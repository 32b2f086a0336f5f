"""Which piles were shown last, to everybody or to somebody."""

from typing import Any, ClassVar, Final, TypeAlias

from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner

Pile: TypeAlias = tuple[str, str | None]
"""Zone and side."""

_NEVER: Final = -1


class Shown:
    """When cards of a pile were last revealed, or looked at by anybody."""

    kinds: ClassVar = frozenset({"revealed", "looked_at"})

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("_looked", "_revealed")

    def __init__(self) -> None:
        self._revealed: dict[Pile, int] = {}
        self._looked: dict[Pile, int] = {}

    def note(self, table: Table, event: dict[str, Any]) -> None:  # noqa: ARG002 - as all trackers
        """Take in that cards were shown."""
        pile = event["place"]["zone"], event["place"].get("side")
        self._looked[pile] = event["seq"]
        if event["kind"] == "revealed":
            self._revealed[pile] = event["seq"]

    def revealed_since(self, zone: str, side: str | None, seq: int) -> bool:
        """Tell whether everybody was shown cards of a pile at or after an event."""
        return self._revealed.get((zone, side), _NEVER) >= seq

    def looked_at_since(self, zone: str, side: str | None, seq: int) -> bool:
        """Tell whether anybody was shown cards of a pile at or after an event."""
        return self._looked.get((zone, side), _NEVER) >= seq
