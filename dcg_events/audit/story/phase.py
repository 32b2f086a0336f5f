"""The phase under way: what was drawn, hatched and moved in it."""

from typing import Any, ClassVar

from dcg_events.audit.values import BY_TEXT, cause_of
from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner


class PhaseUnderWay:
    """What the turn player has done in this phase without an effect's doing.

    Attributes:
        draws: Cards drawn in the draw phase, as transfers.
        bred: The seq at which a Digi-Egg was hatched or a unit moved, by an action.
        tried: Whether it is recorded that a card could not be drawn.
        judged: Whether a judge moved cards or repaired the game meanwhile.
    """

    kinds: ClassVar = frozenset(
        {"turn_started", "phase_entered", "transferred", "moved", "attempted", "state_repaired"}
    )

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("bred", "draws", "judged", "tried")

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.draws: list[dict[str, Any]] = []
        self.bred: int | None = None
        self.tried = False
        self.judged = False

    def note(self, table: Table, event: dict[str, Any]) -> None:
        """Take in an event."""
        kind = event["kind"]
        if kind == "transferred":
            if table.phase in ("draw", "breeding"):
                self._transfer(table, event)
        elif kind == "moved":
            if cause_of(event) == "action":
                self.bred = event["seq"]
        elif kind == "attempted":
            self.tried = self.tried or event["what"] == "draw"
        elif kind == "state_repaired":
            self.judged = True
        else:
            self._begin()

    def _transfer(self, table: Table, event: dict[str, Any]) -> None:
        cause = cause_of(event)
        if cause == "judge":
            self.judged = True
        elif event["manner"] == "hatch":
            if cause == "action":
                self.bred = event["seq"]
        elif table.phase == "draw" and cause not in BY_TEXT:
            goal = event["to"]
            drawn = event["from"]["zone"] == "deck" and goal["zone"] == "hand"
            if drawn and goal.get("side") == table.turn_player:
                self.draws.append(event)
