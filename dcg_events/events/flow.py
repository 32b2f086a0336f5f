"""Events of the game's flow: turns, phases, memory, ends."""

from typing import Annotated, Literal

from pydantic import Field

from dcg_events.events.envelope import Event
from dcg_events.events.fields import ClauseNumber, Count, Integer, Memory, Name, Text
from dcg_events.vocabulary.manners import Phase
from dcg_events.vocabulary.people import Player


class TurnStarted(Event):
    """A turn began. `turn` counts from 1 over both players."""

    kind: Literal["turn_started"] = "turn_started"
    player: Player
    turn: Count
    extra: bool | None = None


class TurnEnded(Event):
    """A turn ended, and why."""

    kind: Literal["turn_ended"] = "turn_ended"
    player: Player
    turn: Count
    reason: Literal["memory", "pass", "effect", "time", "judge"] | None = None


class PhaseEntered(Event):
    """A phase of the turn began (CR 4.2 §6-1-2)."""

    kind: Literal["phase_entered"] = "phase_entered"
    phase: Phase


class Passed(Event):
    """A player declined to act: the turn, the breeding phase, a block, a counter."""

    kind: Literal["passed"] = "passed"
    player: Player
    what: Literal["turn", "breeding", "block", "counter", "other"]


class MemoryChanged(Event):
    """The memory gauge moved.

    Attributes:
        after: Where it stands now, −10 to 10, positive on p1's side.
        asked: Change that was asked for, before the cap (CR 4.2 §1-4-2-2), from p1's side.
        reason: A cost, an effect, an overflow, a pass, or simply set.
    """

    kind: Literal["memory_changed"] = "memory_changed"
    after: Memory
    asked: Integer | None = None
    reason: Literal["cost", "effect", "overflow", "pass", "set", "judge"] | None = None


class CostPaid(Event):
    """A cost in memory was paid, exactly (CR 4.2 §4-2-2); the gauge has its own event."""

    kind: Literal["cost_paid"] = "cost_paid"
    player: Player
    printed: Count | None = None
    paid: Count
    waived: bool | None = None


class LoopDeclared(Event):
    """A loop was cut short by the numbers both players declared (CR 4.2 §18-3)."""

    kind: Literal["loop_declared"] = "loop_declared"
    turn_player: Count | None
    other_player: Count | None


class RuleChecked(Event):
    """A rule check took place (CR 4.2 §17-1); what it did follows in events of their own."""

    kind: Literal["rule_checked"] = "rule_checked"
    found: Annotated[list[Name], Field(max_length=100)] | None = None


class Attempted(Event):
    """Something was attempted and could not be done: a draw from an empty deck, a blocked hatch.

    Attributes:
        what: What was attempted.
        wanted: How many.
        done: How many came of it; the rest was not possible.
    """

    kind: Literal["attempted"] = "attempted"
    player: Player
    what: Literal["draw", "hatch", "move", "recover", "search", "reveal", "other"]
    wanted: Count
    done: Count


class GameEnded(Event):
    """A game ended. No winner is a draw."""

    kind: Literal["game_ended"] = "game_ended"
    winner: Player | None
    reason: Literal[
        "security",  # CR 4.2 §1-2-3-1
        "deck_out",  # §1-2-3-2
        "effect",  # §1-2-6
        "concession",  # §1-2-4
        "loop",  # §18-3-2
        "time",
        "penalty",
        "no_show",
        "disconnection",
        "agreement",
        "unknown",
    ]
    clause: ClauseNumber | None = None


class MatchEnded(Event):
    """The match is over, as reported.

    Attributes:
        outcome: A win, a draw, a loss for both, a bye or a no-show.
        winner: Who won; null where nobody did.
        games: Games won by p1, by p2, and drawn.
        signed_by: Who confirmed the result.
    """

    kind: Literal["match_ended"] = "match_ended"
    outcome: Literal["win", "draw", "double_loss", "bye", "no_show", "unknown"]
    winner: Player | None
    games: tuple[Count, Count, Count] | None = None
    signed_by: Annotated[list[Name], Field(max_length=10)] | None = None
    remark: Text | None = None
