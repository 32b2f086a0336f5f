"""Digivolutions for which the player still has to draw a card (CR 4.2 §8-1, §8-2)."""

from typing import Any, ClassVar, Final

from dcg_events.audit.values import BY_TEXT, cause_of
from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner

_BY_ACTION: Final = frozenset({None, "normal", "dna"})
"""Ways of digivolving, by an action, after which a card is drawn in any case."""


class BonusDraws:
    """Draws that are due after a digivolution by an action, the ordinary way or DNA.

    Attributes:
        due: By player, the seq of the digivolution.
    """

    kinds: ClassVar = frozenset(
        {
            "transferred",
            "attempted",
            "declared",
            "attack_declared",
            "phase_entered",
            "turn_ended",
            "game_ended",
            "state_repaired",
        }
    )

    manners: ClassVar[frozenset[Manner] | None] = frozenset({"digivolve", "draw"})

    __slots__ = ("due",)

    def __init__(self) -> None:
        self.due: dict[str, int] = {}

    def note(self, table: Table, event: dict[str, Any]) -> None:
        """Take in an event; with the next act of the game nothing is due any more."""
        kind = event["kind"]
        if kind == "transferred":
            manner = event["manner"]
            if manner == "digivolve":
                self._digivolve(table, event)
            elif manner == "draw" and self.due and cause_of(event) not in BY_TEXT:
                self.due.pop(event["to"].get("side"), None)
        elif self.due:
            if kind != "attempted":
                self.due.clear()
            elif event["what"] == "draw":
                self.due.pop(event["player"], None)

    def _digivolve(self, table: Table, event: dict[str, Any]) -> None:
        player = event["to"].get("side")
        if cause_of(event) != "action" or event.get("route") not in _BY_ACTION:
            return
        if player in table.sides and table.sides[player]["deck"]:
            self.due[player] = event["seq"]
