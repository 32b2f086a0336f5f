"""Games of a match and how they ended."""

from typing import Any, ClassVar, Final

from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner

_GRAVE: Final = frozenset({"game_loss", "match_loss", "disqualification", "suspension"})


class Results:
    """How the games ended. It is kept over all games of a match.

    Attributes:
        won: Games won, by player.
        drawn: Games drawn.
        over: The `game_ended` of the game that stands on the table, None while it goes on.
        after: The seq of the first act after it.
        attack: The last attack of this game.
        penalised: Whether a penalty was issued that costs a game or more.
        match: The seq of the `match_ended`.
    """

    kinds: ClassVar = frozenset(
        {
            "game_started",
            "game_ended",
            "match_ended",
            "attack_declared",
            "penalty_issued",
            "turn_started",
            "phase_entered",
            "declared",
            "cost_paid",
        }
    )

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("after", "attack", "drawn", "match", "over", "penalised", "won")

    def __init__(self) -> None:
        self.won = {"p1": 0, "p2": 0}
        self.drawn = 0
        self.over: dict[str, Any] | None = None
        self.after: int | None = None
        self.attack: dict[str, Any] | None = None
        self.penalised = False
        self.match: int | None = None

    def note(self, table: Table, event: dict[str, Any]) -> None:  # noqa: ARG002 - as all trackers
        """Take in an event."""
        kind = event["kind"]
        if kind == "game_started":
            self.over = self.after = self.attack = None
        elif kind == "game_ended":
            if self.over is None:
                self._end(event["winner"])
            self.over = event
        elif kind == "match_ended":
            self.match = event["seq"]
        elif kind == "penalty_issued":
            self.penalised = self.penalised or event["tier"] in _GRAVE
        else:
            if kind == "attack_declared":
                self.attack = event
            if self.over is not None and self.after is None:
                self.after = event["seq"]

    def _end(self, winner: str | None) -> None:
        if winner is None:
            self.drawn += 1
        else:
            self.won[winner] += 1
