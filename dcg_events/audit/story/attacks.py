"""The attack under way, and attacks that are over (CR 4.2 §11-2, §11-4)."""

from typing import Any, ClassVar, Final

from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner

STEPS: Final = {"counter": 0, "block": 1, "success_check": 2}
"""The timings of an attack in their order."""


class Attacks:
    """What has happened in the attack under way.

    Attributes:
        declared: Its declaration; None where there is no attack.
        target: The unit that is attacked now; None where a player is.
        reached: The last timing that was recorded, as in `STEPS`; −1 before the first.
        taken: The seq at which a counter or a block was made.
        checked: Cards that were checked, as placed in no area.
        battle: The last battle.
        lost: Units that lost it, with their top cards.
        acted: The seq of the last effect or choice since that battle.
        over: By name, the seq at which an attack of this game ended.
    """

    kinds: ClassVar = frozenset(
        {
            "attack_declared",
            "attack_stepped",
            "security_checked",
            "battle_resolved",
            "attack_ended",
            "turn_ended",
            "game_ended",
            "effect_activated",
            "choice_made",
        }
    )

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = (
        "acted",
        "battle",
        "checked",
        "declared",
        "lost",
        "over",
        "reached",
        "taken",
        "target",
    )

    def __init__(self) -> None:
        self.over: dict[str, int] = {}
        self.declared: dict[str, Any] | None = None
        self._begin()

    def _begin(self) -> None:
        self.target: str | None = None
        self.reached = -1
        self.taken: dict[str, int] = {}
        self.checked: list[str] = []
        self.battle: dict[str, Any] | None = None
        self.lost: dict[str, str] = {}
        self.acted = -1

    def note(self, table: Table, event: dict[str, Any]) -> None:
        """Take in an event."""
        kind = event["kind"]
        if kind in ("effect_activated", "choice_made"):
            self.acted = event["seq"]
        elif kind == "attack_declared":
            self._begin()
            self.declared, self.target = event, event["target"].get("unit")
        elif kind == "attack_stepped":
            self._step(event)
        elif kind == "security_checked":
            if event.get("card") is not None:
                self.checked.append(event["card"])
        elif kind == "battle_resolved":
            self.battle = event
            units = (table.units.get(loser or "") for loser in event["losers"] or ())
            self.lost = {unit.id: unit.cards[0].id for unit in units if unit and unit.cards}
        else:
            if kind == "attack_ended":
                self.over[event["attack"]] = event["seq"]
            self.declared = None

    def of(self, event: dict[str, Any]) -> dict[str, Any] | None:
        """Return the declaration of the attack under way, if an event belongs to that attack."""
        attack = self.declared
        return attack if attack is not None and attack["attack"] == event.get("attack") else None

    def _step(self, event: dict[str, Any]) -> None:
        step = event["step_taken"]
        self.reached = max(self.reached, STEPS.get(step, -1))
        if event["taken"]:
            self.taken.setdefault(step, event["seq"])
            if event.get("target") is not None:
                self.target = event["target"].get("unit")
