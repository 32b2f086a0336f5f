"""Processes that what happens next has to fit: De-Digivolve, reveals, Overflow."""

from typing import Any, ClassVar

from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner


class Processes:
    """Beginnings of processes.

    Attributes:
        stripped: The last `de_digivolved`.
        reveals: By the seq of a `revealed`, the event that caused it, if that is told.
        overflow: The last change of memory by Overflow, and whose card it was.
    """

    kinds: ClassVar = frozenset({"de_digivolved", "revealed", "memory_changed"})

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("_memory", "overflow", "reveals", "stripped")

    def __init__(self) -> None:
        self.stripped: dict[str, Any] | None = None
        self.reveals: dict[int, int | None] = {}
        self.overflow: tuple[dict[str, Any], str] | None = None
        self._memory = 0

    def note(self, table: Table, event: dict[str, Any]) -> None:  # noqa: ARG002 - as all trackers
        """Take in an event."""
        kind = event["kind"]
        if kind == "memory_changed":
            if event.get("reason") == "overflow":
                self.overflow = event, loser_of(event, self._memory)
            self._memory = event["after"]
        elif kind == "revealed":
            self.reveals[event["seq"]] = (event.get("cause") or {}).get("event")
        else:
            self.stripped = event


def loser_of(event: dict[str, Any], before: int) -> str:
    """Return who loses the memory; empty where the gauge stood at its end.

    >>> loser_of({"after": -2}, 1), loser_of({"after": 10}, 10), loser_of({"after": 10}, 8)
    ('p1', '', 'p2')
    """
    change = event.get("asked") or event["after"] - before
    if change == 0:
        return ""
    return "p1" if change < 0 else "p2"
