"""Units whose top card lies face down."""

from typing import Any, ClassVar

from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner


class FaceDown:
    """Which units were seen with a face-down card on top when a phase began or a turn ended.

    Attributes:
        units: Their ids.
    """

    kinds: ClassVar = frozenset({"phase_entered", "turn_ended"})

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("units",)

    def __init__(self) -> None:
        self.units: frozenset[str] = frozenset()

    def note(self, table: Table, event: dict[str, Any]) -> None:  # noqa: ARG002 - as all trackers
        """Take in that a phase begins or a turn ends."""
        units = face_down_units(table)
        if units or self.units:
            self.units = frozenset(units)


def face_down_units(table: Table) -> list[str]:
    """Return the units whose top card lies face down."""
    return [unit.id for unit in table.units.values() if unit.cards and not unit.cards[0][3]]
