"""Effects that wait, one after the other, and rule checks between them (CR 4.2 §15-4, §17-1)."""

from tests.lawful.abilities import ABILITIES
from tests.lawful.board import Card, Unit
from tests.lawful.desk import Event
from tests.lawful.referee import Fx, Pending, Referee


def settle(game: Referee, *, derived: bool = False) -> None:
    """Do rule checks and let effects be activated until nothing waits any more."""
    while not game.over:
        check_rules(game)
        if not game.waiting:
            return
        waiting, game.waiting = game.waiting, []
        for pending in waiting:
            _write_triggered(game, pending, derived=derived)
        while waiting and not game.over:
            _activate_next(game, waiting)
            if waiting or game.waiting:
                settle(game, derived=True)  # what this effect set off goes first: §15-4-5


def check_rules(game: Referee) -> None:
    """Delete Digimon without DP, all at once (CR 4.2 §17-1)."""
    fallen = [unit for unit in game.board.digimon() if unit.dp <= 0]
    while fallen:
        found = {"kind": "rule_checked", "found": ["no DP"]}
        seq = game.desk.record(found, cause={"kind": "rule"})
        game.delete(fallen, {"kind": "rule", "event": seq})
        fallen = [unit for unit in game.board.digimon() if unit.dp <= 0]


def _write_triggered(game: Referee, pending: Pending, *, derived: bool) -> None:
    game.desk.record(
        {
            "kind": "effect_triggered",
            "pending": pending.name,
            "player": pending.player,
            "source": pending.placement,
            "number": pending.card.number,
            "effect": _label(pending.card, pending.ability),
            "timing": pending.timing,
            "manner": "derived" if derived else "triggered",
        }
    )


def _activate_next(game: Referee, waiting: list[Pending]) -> None:
    """Let the turn player, and then the other, choose what is activated next (§15-4-3-5)."""
    turn_player = game.board.turn_player
    mine = [pending for pending in waiting if pending.player == turn_player] or list(waiting)
    chosen = game.dice.choice(mine)
    waiting.remove(chosen)
    told: Event = {
        "pending": chosen.name,
        "player": chosen.player,
        "source": chosen.placement,
        "number": chosen.card.number,
        "effect": _label(chosen.card, chosen.ability),
        "timing": chosen.timing,
    }
    if len(mine) > 1:
        told["ordering"] = {
            "chooser": chosen.player,
            "rank": 0,
            "public": True,
            "basis": "15-4-3-5",
            "candidates": [pending.name for pending in mine],
        }
    reason = _why_not(game, chosen)
    if reason is not None:
        by = chosen.player if reason == "declined" else None
        game.desk.record({"kind": "effect_not_activated", "reason": reason, **told}, by=by)
        return
    if chosen.optional:
        told["optional"] = True
    carry_out(game, chosen.card, chosen.unit, chosen.ability, told)


def _why_not(game: Referee, pending: Pending) -> str | None:
    """Say why a waiting effect comes to nothing, if it does (CR 4.2 §15-4-4-3)."""
    if game.desk.id(pending.card) != pending.placement:
        return "new_card"
    if pending.unit is not None and pending.card not in pending.unit.cards:
        return "new_card"
    unit = pending.unit
    by_suspending = pending.ability == "gain_memory" and unit and unit.top.kind == "tamer"
    if by_suspending and unit and unit.suspended:
        return "condition"
    if pending.optional and game.dice.random() < 0.3:
        return "declined"
    return None


def carry_out(game: Referee, card: Card, unit: Unit | None, ability: str, told: Event) -> None:
    """Record that an effect is activated, do what it says, record that it is resolved."""
    player = told["player"]
    seq = game.desk.record({"kind": "effect_activated", **told}, by=player)
    fx = Fx(player, card, told.get("source"), unit, seq)
    ABILITIES[ability](game, fx)
    if game.over:
        return
    told = {name: value for name, value in told.items() if name not in _CHOICE}
    cause = {"kind": "effect", "event": seq, "player": player}
    game.desk.record({"kind": "effect_resolved", **told}, cause=cause)


def activate(
    game: Referee, player: str, card: Card, timing: str, ability: str, *, unit: Unit | None = None
) -> None:
    """Activate an effect that did not wait: an Option, a [Security] or a [Main] effect."""
    told: Event = {
        "player": player,
        "number": card.number,
        "effect": _label(card, ability),
        "timing": timing,
    }
    placement = game.desk.id(card)
    if placement is not None and (card.pile.zone != "hand" or game.desk.knows_all):
        told["source"] = placement
    carry_out(game, card, unit, ability, told)


_CHOICE = ("ordering", "optional")


def _label(card: Card, ability: str) -> str:
    return f"{card.number}/{ability.replace('_', '-')}"
