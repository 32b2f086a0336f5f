"""Moments at which nothing is being carried out any more."""

from typing import Any, ClassVar, Final

from dcg_events.audit.values import cause_of
from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner

LULLS: Final = frozenset(
    {"turn_started", "phase_entered", "turn_ended", "attack_declared", "passed"}
)
"""Kinds of event that may be one."""


class Lulls:
    """The last moment at which nothing was being used, checked or waiting.

    Attributes:
        last: Its seq; −1 before the first.
    """

    kinds: ClassVar = LULLS

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("last",)

    def __init__(self) -> None:
        self.last = -1

    def note(self, table: Table, event: dict[str, Any]) -> None:  # noqa: ARG002 - as all trackers
        """Take in an event."""
        if is_lull(event):
            self.last = event["seq"]


def is_lull(event: dict[str, Any]) -> bool:
    """Tell whether by now all that was begun before must have been carried out.

    A turn ends and goes from phase to phase, and a player attacks or passes, when no effect, no
    Option and no check is under way.
    """
    kind = event["kind"]
    if kind == "attack_declared":
        return cause_of(event) == "action"
    return bool(kind != "passed" or event["what"] == "turn")
