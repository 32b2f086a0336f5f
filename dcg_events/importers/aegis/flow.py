"""The flow of the game: phases, turns, memory, acts of the players, the end."""

from typing import Any, Final

from dcg_events.importers.aegis import attacks
from dcg_events.importers.aegis.asking import ActivateEffect, Digivolve, PlayCard
from dcg_events.importers.aegis.causes import cause_by_effect
from dcg_events.importers.aegis.desk import Action, Desk
from dcg_events.importers.aegis.effects import open_by_player, settle_effects
from dcg_events.importers.aegis.engine import GameOver, MemoryMoved, PhaseChanged, TurnOver
from dcg_events.importers.aegis.lines import End, Intent, Truth
from dcg_events.importers.aegis.mirror import player_of
from dcg_events.importers.aegis.source import MismatchError
from dcg_events.vocabulary.manners import Phase
from dcg_events.vocabulary.people import Player

PHASE: Final[dict[str, Phase]] = {
    "Active": "unsuspend",
    "Draw": "draw",
    "Breeding": "breeding",
    "Main": "main",
    "End": "end",
}

_REASON: Final = {
    "payCost": "cost",
    "playCard": "cost",
    "digivolve": "cost",
    "gainMemory": "effect",
    "setMemory": "set",
    "overflow": "overflow",
    "passTurn": "pass",
}

_GAME_END: Final = {
    "security": "security",
    "deckOut": "deck_out",
    "surrender": "concession",
    "effect": "effect",
}


def change_phase(desk: Desk, event: PhaseChanged) -> None:
    """Record a phase; with the first one of a turn, the turn."""
    attacks.end(desk)
    settle_effects(desk)
    desk.action = desk.bonus = None
    phase = PHASE[event.phase]
    if phase == "unsuspend":
        desk.turn_seat = event.turn_seat
        desk.passed = False
        # the source counts the turn only from its draw phase on
        turn = event.turn_count + 1
        desk.record({"kind": "turn_started", "player": player_of(event.turn_seat), "turn": turn})
    desk.record({"kind": "phase_entered", "phase": phase})


def end_turn(desk: Desk, event: TurnOver) -> None:
    """Record the end of a turn."""
    ended: dict[str, Any] = {
        "kind": "turn_ended",
        "player": player_of(event.ending_seat),
        "turn": event.turn_count,
    }
    memory = desk.ledger.table.memory * (1 if event.ending_seat == 0 else -1)
    if desk.passed:
        ended["reason"] = "pass"
    elif memory < 0:
        ended["reason"] = "memory"
    desk.record(ended)


def change_memory(desk: Desk, event: MemoryMoved) -> None:
    """Record what the gauge shows now, and a cost that was paid.

    The source counts from the side of the player whose turn it is, and reports a cost twice: once
    as paid and once with what it was for.

    Raises:
        MismatchError: If the gauge stood elsewhere.
    """
    sign = 1 if desk.turn_seat == 0 else -1
    before, after = sign * event.from_, sign * event.to
    table = desk.ledger.table
    if before != table.memory:
        if after == table.memory:
            return
        problem = f"memory goes from {event.from_}, and the gauge stood at {sign * table.memory}"
        raise MismatchError(problem)
    reason = _REASON.get(event.reason)
    cause = _memory_cause(desk, event.reason, after - before)
    changed: dict[str, Any] = {"kind": "memory_changed", "after": after}
    if reason is not None:
        changed["reason"] = reason
    desk.record(changed, cause=cause)
    if event.reason == "passTurn":
        desk.passed = True


def _memory_cause(desk: Desk, reason: str, change: int) -> dict[str, Any]:
    payer: Player = "p1" if change < 0 else "p2"
    if _REASON.get(reason) == "cost":
        cause: dict[str, Any] = {"kind": "action", "player": payer}
        if desk.action is not None and desk.action.seq is not None:
            cause["event"] = desk.action.seq
        elif desk.action is None:
            cause = cause_by_effect(desk, "digivolve") or {"kind": "unknown"}
        paid = {"kind": "cost_paid", "player": payer, "paid": abs(change)}
        return {"kind": "cost", "event": desk.record(paid, by=payer, cause=cause), "player": payer}
    if reason in ("overflow", "passTurn"):
        return {"kind": "rule"}
    return cause_by_effect(desk, "memory") or {"kind": "unknown"}


def act(desk: Desk, line: Intent) -> None:
    """Take up what a player undertakes.

    Raises:
        MismatchError: If it names a card that is not there.
    """
    if desk.attack is not None:
        attacks.end(desk)
    settle_effects(desk)
    desk.bonus = None
    player, intent = player_of(line.seat), line.intent
    desk.action = Action(player, intent.type)
    if isinstance(intent, PlayCard | Digivolve):
        desk.action.instance = intent.instance_id
        desk.action.seq = _declare(desk, player, intent)
    elif isinstance(intent, ActivateEffect):
        desk.action.instance = intent.source_instance_id
        desk.action.seq = open_by_player(desk, line.seat, intent).seq
    elif intent.type == "endPhase":
        breeding = desk.ledger.table.phase == "breeding"
        desk.record(
            {"kind": "passed", "player": player, "what": "breeding" if breeding else "turn"},
            by=player,
        )
    elif intent.type not in ("attack", "hatchEgg", "moveFromBreeding"):
        desk.record({"kind": "noted", "text": f"intent of {player}: {intent.type}"}, by=player)


def _declare(desk: Desk, player: Player, intent: PlayCard | Digivolve) -> int:
    spot = desk.ledger.spot(intent.instance_id)
    declared: dict[str, Any] = {
        "kind": "declared",
        "player": player,
        "action": "digivolve" if isinstance(intent, Digivolve) else _play_or_use(desk, intent),
        "place": spot.place,
        "card": spot.card.id,
        "number": intent.instance_id,
    }
    if isinstance(intent, Digivolve):
        declared["unit"] = desk.unit(intent.permanent_id)
    return desk.record(declared, by=player)


def _play_or_use(desk: Desk, intent: PlayCard) -> str:
    """Tell an Option, which is used, by its way: from the hand into no zone."""
    for _, line in desk.until_act():
        if isinstance(line, Truth):
            for move in line.moves:
                if move.i == intent.instance_id:
                    return "use" if move.to is None else "play"
    return "play"


def refuse_intent(desk: Desk, line: Intent) -> None:
    """Note that the engine refused what a player wanted."""
    text = f"intent of {player_of(line.seat)} refused: {line.intent.type} ({line.reason})"
    desk.record({"kind": "noted", "text": text}, by=player_of(line.seat))


def end_game(desk: Desk, event: GameOver) -> None:
    """Record how the game ended."""
    table = desk.ledger.table
    if event.reason == "deckOut" and table.phase == "draw":
        drawer = player_of(desk.turn_seat)
        desk.record(
            {"kind": "attempted", "player": drawer, "what": "draw", "wanted": 1, "done": 0},
            inferred=True,
            cause={"kind": "rule"},
        )
    attacks.end(desk, succeeded=event.reason == "security")
    winner = event.result.winner_seat
    desk.ended = True
    desk.record(
        {
            "kind": "game_ended",
            "winner": None if winner is None else player_of(winner),
            "reason": _GAME_END.get(event.reason, "unknown"),
        }
    )


def end_match(desk: Desk, line: End) -> None:
    """Record the result of the match.

    Raises:
        MismatchError: If no game was begun.
    """
    if desk.ledger.table.game == 0:
        problem = "the match ends before its first state"
        raise MismatchError(problem)
    ended: dict[str, Any] = {"kind": "match_ended", "outcome": "unknown", "winner": None}
    if line.result is not None:
        winner = line.result.result.winner_seat
        if winner is not None:
            ended |= {
                "outcome": "win",
                "winner": player_of(winner),
                "games": [1 - winner, winner, 0],
            }
        elif line.result.result.outcome == "draw":
            ended |= {"outcome": "draw", "games": [0, 0, 1]}
    desk.record(ended)
