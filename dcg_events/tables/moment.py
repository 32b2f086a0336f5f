"""A moment of a match: a group of events, the table after it, and whether it counts."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from dcg_events.events.codec import PlainEvent
from dcg_events.projections.looking import viewers_of
from dcg_events.projections.table import Table, Unit
from dcg_events.tables.schema import MatchTables
from dcg_events.vocabulary.people import Viewer


@dataclass(frozen=True, slots=True)
class Moment:
    """What happened at once.

    Attributes:
        match_id: The match.
        viewer: As whom it is read.
        events: The plain events of the group: what the viewer may not know is null.
        place: The seq at whose place it happened: that of its last event, or, if it was not
            recorded then and a correction added it, that of the event it came after.
        table: The table after it; changes with the next moment.
        ruled: Whether it counts in the end.
        elapsed: Seconds since the moment before, None if one of them has no time.
    """

    match_id: str
    viewer: Viewer
    events: list[PlainEvent]
    place: int
    table: Table
    ruled: bool
    elapsed: int | None

    def top_number(self, unit_id: str) -> str | None:
        """Return the number of a unit's top card, if the viewer may look at it."""
        unit: Unit | None = self.table.units.get(unit_id)
        if unit is None or not unit.cards:
            return None
        card = unit.cards[0]
        if self.viewer == "judge":
            return card.number
        seen = viewers_of(self.table, card, unit.zone, unit.side)
        return card.number if self.viewer in seen else None


class Builder(Protocol):
    """Makes the rows of some tables, moment by moment."""

    def note(self, moment: Moment) -> None:
        """Take in what happened."""

    def finish(self) -> None:
        """Add the rows that were waiting for more."""


class RowBuilder:
    """A builder whose rows are made at once.

    Attributes:
        rows: Where they go.
    """

    def __init__(self, rows: MatchTables) -> None:
        self.rows = rows

    def finish(self) -> None:
        """Nothing waits."""


def seconds_between(before: str | None, after: str | None) -> int | None:
    """Return the seconds from one time to another, None if one is not known.

    >>> seconds_between("2026-08-18T10:21:07Z", "2026-08-18T10:22:00Z")
    53
    """
    if before is None or after is None:
        return None
    passed = datetime.fromisoformat(after) - datetime.fromisoformat(before)
    return int(passed.total_seconds())


def part(event: PlainEvent, name: str) -> dict[str, Any]:
    """Return a part of an event, empty where there is none."""
    found: dict[str, Any] = event.get(name) or {}
    return found


def size_of(values: list[Any] | None) -> int | None:
    """Count a list, None where it is unknown."""
    return None if values is None else len(values)
