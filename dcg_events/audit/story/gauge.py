"""Costs and passes that the memory gauge has not shown yet."""

from typing import Any, ClassVar

from dcg_events.audit.values import cause_of
from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner


class Gauge:
    """What has to move the memory gauge.

    Attributes:
        cost: The `cost_paid` that the gauge has not moved for.
        passed: The seq at which the turn was passed, until the gauge has moved for it.
        moved: The seq at which the gauge moved last in this turn.
        beyond: The seq of the first act in this turn with memory on the other side.
        spent: The seq at which the gauge moved for a cost that no `cost_paid` has told of yet: a
            record may name the cost after the gauge has moved for it.
    """

    kinds: ClassVar = frozenset(
        {
            "cost_paid",
            "memory_changed",
            "passed",
            "turn_started",
            "phase_entered",
            "turn_ended",
            "declared",
            "attack_declared",
        }
    )

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("beyond", "cost", "moved", "passed", "spent")

    def __init__(self) -> None:
        self.cost: dict[str, Any] | None = None
        self.passed: int | None = None
        self.moved: int | None = None
        self.beyond: int | None = None
        self.spent: int | None = None

    def note(self, table: Table, event: dict[str, Any]) -> None:
        """Take in an event."""
        kind = event["kind"]
        if kind == "cost_paid":
            due = event["paid"] > 0 and not event.get("waived") and self.spent is None
            self.cost, self.spent = event if due else None, None
        elif kind == "memory_changed":
            self._move(event)
        else:
            self.cost = self.spent = None
            if kind == "turn_started":
                self.passed = self.moved = self.beyond = None
                return
            if kind == "passed":
                if event["what"] != "turn":
                    return
                self.passed = event["seq"]
            acted = kind not in ("phase_entered", "turn_ended")
            if acted and self.beyond is None and own_memory(table.memory, table.turn_player) < 0:
                self.beyond = event["seq"]

    def _move(self, event: dict[str, Any]) -> None:
        self.moved = event["seq"]
        reason = event.get("reason")
        if self.cost is not None and pays(event, self.cost):
            self.cost = None
        elif reason == "cost":
            self.spent = event["seq"]
        if reason == "pass" or (reason in (None, "set") and cause_of(event) in ("rule", "")):
            self.passed = None


def pays(event: dict[str, Any], cost: dict[str, Any]) -> bool:
    """Tell whether the gauge moved for a cost."""
    if cause_of(event) == "cost":
        return event["cause"].get("event") in (None, cost["seq"])
    return event.get("reason") == "cost" and (event.get("cause") or {}).get("event") is None


def own_memory(memory: int, player: str | None) -> int:
    """Return where the gauge stands from a player's side; 0 where nobody is meant.

    >>> own_memory(-3, "p1"), own_memory(-3, "p2"), own_memory(-3, None)
    (-3, 3, 0)
    """
    return 0 if player is None else memory if player == "p1" else -memory
