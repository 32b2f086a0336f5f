"""Units that turn in the unsuspend phase, and statuses that may keep them (CR 4.2 §6-2-1)."""

from typing import Any, ClassVar

from dcg_events.audit.values import cause_of
from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner


class Unsuspending:
    """What the rules have unsuspended in the unsuspend phase under way.

    Attributes:
        moment: The seq of the first event of the moment in which they did; None if they have not.
        judged: Whether a judge turned a unit or repaired the game meanwhile.
        statuses: By name, the units on which a status lies.
    """

    kinds: ClassVar = frozenset(
        {
            "phase_entered",
            "orientation_changed",
            "state_repaired",
            "status_applied",
            "status_ended",
        }
    )

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("judged", "moment", "statuses")

    def __init__(self) -> None:
        self.moment: int | None = None
        self.judged = False
        self.statuses: dict[str, frozenset[str]] = {}

    def note(self, table: Table, event: dict[str, Any]) -> None:
        """Take in a unit that turned, or a status on it."""
        kind = event["kind"]
        if kind == "phase_entered":
            self.moment, self.judged = None, False
        elif kind == "status_applied":
            self.statuses[event["status"]] = frozenset(event["units"])
        elif kind == "status_ended":
            self.statuses.pop(event["status"], None)
        elif kind == "state_repaired" or cause_of(event) == "judge":
            self.judged = True
        elif table.phase == "unsuspend" and is_of_the_phase(event) and self.moment is None:
            self.moment = event["group"]


def is_of_the_phase(event: dict[str, Any]) -> bool:
    """Tell whether a unit is unsuspended by the rules, and by nothing that is named."""
    cause = event.get("cause")
    if event["orientation"] != "unsuspended" or not cause or cause["kind"] != "rule":
        return False
    return cause.get("event") is None and cause.get("source") is None
