"""Attacks from declaration to end: counter, block, security checks, battles (CR 4.2 §11 to §14)."""

from dataclasses import dataclass

from tests.lawful.board import Card, Unit, other
from tests.lawful.desk import Event, Step
from tests.lawful.noticing import on_attack
from tests.lawful.referee import Referee
from tests.lawful.triggers import activate, settle


@dataclass(slots=True)
class Attack:
    """The attack under way; `target` is None where a player is attacked."""

    name: str
    seq: int
    unit: Unit
    target: Unit | None

    @property
    def rule(self) -> Event:
        """The cause of what the attack brings about."""
        return {"kind": "rule", "event": self.seq}


def attackers(game: Referee, player: str) -> list[Unit]:
    """List who may attack: unsuspended, and not placed on the field this turn (§7-1-2-1)."""
    turn = game.board.turn
    return [u for u in game.board.digimon(player) if not u.suspended and u.placed_on != turn]


def attack(game: Referee, unit: Unit) -> None:
    """Attack the opponent, or one of its suspended Digimon."""
    player, board = unit.side, game.board
    suspended = [u for u in board.digimon(other(player)) if u.suspended]
    at_unit = suspended and (game.style != "rush") and game.dice.random() < 0.5
    goal = game.dice.choice(suspended) if at_unit else None
    under_way = Attack(f"a{game.desk.version}", game.desk.version, unit, goal)
    unit.suspended = True
    game.desk.record(
        {
            "kind": "attack_declared",
            "attack": under_way.name,
            "player": player,
            "unit": unit.id,
            "target": _target(player, goal),
        },
        {"kind": "orientation_changed", "unit": unit.id, "orientation": "suspended"},
        by=player,
        cause={"kind": "action", "player": player},
    )
    on_attack(game, unit)
    settle(game)
    for step in (_counter, _block, _check_success):
        if not game.over:
            step(game, under_way)


def _target(player: str, goal: Unit | None) -> Event:
    return {"player": other(player)} | ({} if goal is None else {"unit": goal.id})


def _step(under_way: Attack, step: str, player: str, **more: object) -> Event:
    return {
        "kind": "attack_stepped",
        "attack": under_way.name,
        "step_taken": step,
        "player": player,
        **more,
    }


def _counter(game: Referee, under_way: Attack) -> None:
    """Let the defender blast digivolve, or let the counter timing pass."""
    player = other(under_way.unit.side)
    for card in list(game.board.pile(player, "hand")):
        bases = [
            unit
            for unit in game.board.digimon(player)
            if unit.top.kind == "digimon"
            and (unit.top.level, unit.top.colour) == (card.print_.level - 1, card.print_.colour)
        ]
        if card.print_.overflow and bases:
            told = _step(under_way, "counter", player, unit=bases[0].id, taken=True)
            game.desk.record(told, by=player, cause={"kind": "action", "player": player})
            activate(game, player, card, "Counter", "blast", unit=bases[0])
            settle(game)
            return
    if game.full_steps:
        game.desk.record(_step(under_way, "counter", player, taken=False), by=player)


def _block(game: Referee, under_way: Attack) -> None:
    """Let the defender block: the blocker is suspended and attacked instead (CR 4.2 §11-4)."""
    player = other(under_way.unit.side)
    able = [u for u in game.board.digimon(player) if u.top.blocks and not u.suspended]
    able = [u for u in able if u is not under_way.target]
    action = {"kind": "action", "player": player}
    if under_way.unit not in game.board.units:
        return
    if able and game.dice.random() < 0.5:
        blocker = game.dice.choice(able)
        blocker.suspended = True
        under_way.target = blocker
        target = {"player": player, "unit": blocker.id}
        told = _step(under_way, "block", player, unit=blocker.id, target=target, taken=True)
        turned = {"kind": "orientation_changed", "unit": blocker.id, "orientation": "suspended"}
        game.desk.record(told, turned, by=player, cause=action)
        settle(game)
    elif able or game.full_steps:
        game.desk.record(_step(under_way, "block", player, taken=False), by=player)


def _check_success(game: Referee, under_way: Attack) -> None:
    """Battle the target, or check security, or win (CR 4.2 §11-5)."""
    unit, goal = under_way.unit, under_way.target
    units, defender = game.board.units, other(under_way.unit.side)
    alive = unit in units and unit.zone == "battle"
    hit = alive and (goal is None or (goal in units and goal.zone == "battle"))
    if game.full_steps:
        game.desk.record(_step(under_way, "success_check", unit.side, taken=hit))
    if not hit:
        _end(game, under_way, "failed")
    elif goal is not None:
        _battle(game, under_way, goal)
        settle(game)
        if not game.over:
            _end(game, under_way, "battled")
    elif not game.board.pile(defender, "security"):
        _end(game, under_way, "succeeded")
        game.end_game(unit.side, "security")
    else:
        _check_security(game, under_way, defender)
        if not game.over:
            _end(game, under_way, "succeeded")


def _end(game: Referee, under_way: Attack, outcome: str) -> None:
    game.desk.record({"kind": "attack_ended", "attack": under_way.name, "outcome": outcome})


def _check_security(game: Referee, under_way: Attack, defender: str) -> None:
    """Check the top cards of a security stack, one after the other (CR 4.2 §13-1)."""
    security = game.board.pile(defender, "security")
    checked = 0
    while checked < under_way.unit.top.checks and security and not game.over:
        checked += 1
        card = security[0]
        _check(game, under_way, card)
        settle(game)
        if under_way.unit not in game.board.units:
            return


def _check(game: Referee, under_way: Attack, card: Card) -> None:
    desk, no_area = game.desk, game.board.no_area
    defender = str(card.pile.side)
    step = Step("check", card, no_area, fields={"attack": under_way.name})
    placement = str(game.carry([step], cause=under_way.rule))
    kind = card.print_.kind
    outcome = {"digimon": "battle", "tamer": "effect", "option": "effect"}[kind]
    report = {"kind": "security_checked", "attack": under_way.name, "player": defender}
    report |= {"card": placement, "number": card.number, "outcome": outcome}
    seq = desk.record(report)
    if kind == "tamer":
        activate(game, defender, card, "Security", "play_this_card")
    elif kind == "option":
        activate(game, defender, card, "Security", card.print_.ability)
    else:
        _battle(game, under_way, card)
    if card.pile is no_area:
        game.carry([game.send(card, "trash", "trash")], cause={"kind": "rule", "event": seq})


def _battle(game: Referee, under_way: Attack, goal: Unit | Card) -> None:
    """Compare DP; the lower is deleted, at a tie both; a Security Digimon never (CR 4.2 §14-2)."""
    unit = under_way.unit
    fighters: list[Event] = [{"player": unit.side, "unit": unit.id, "dp": unit.dp}]
    against: Event = {"player": other(unit.side)}
    if isinstance(goal, Unit):
        dp, against = goal.dp, against | {"unit": goal.id}
    else:
        dp, against = goal.print_.dp, against | {"card": game.desk.id(goal)}
    fighters.append(against | {"dp": dp})
    losers = [unit] if unit.dp <= dp else []
    if isinstance(goal, Unit) and dp <= unit.dp:
        losers.append(goal)
    seq = game.desk.record(
        {
            "kind": "battle_resolved",
            "attack": under_way.name,
            "fighters": fighters,
            "losers": [loser.id for loser in losers],
        }
    )
    if losers:
        game.delete(losers, {"kind": "rule", "event": seq})
