"""Turns and their phases (CR 4.2 §6)."""

from tests.lawful.actions import act, choices
from tests.lawful.attacks import attack, attackers
from tests.lawful.beginnings import RULE
from tests.lawful.board import other
from tests.lawful.desk import Event, Step
from tests.lawful.officials import arrange, between_actions, may_rewind
from tests.lawful.on_piles import draw
from tests.lawful.referee import Referee
from tests.lawful.triggers import settle

MOST_ACTIONS = 8


def play_turn(game: Referee) -> None:
    """Play a turn from its start to its end, or to the end of the game."""
    board = game.board
    board.turn += 1
    player = board.turn_player
    game.desk.record({"kind": "turn_started", "player": player, "turn": board.turn})
    _unsuspend(game, player)
    _draw(game, player)
    if game.over:
        return
    _breed(game, player)
    _enter(game, "main")
    _tamers(game, player, "start_of_main", "OnStartMainPhase")
    passed = _main(game, player)
    if not game.over:
        _end(game, player, "pass" if passed else "memory")


def _enter(game: Referee, phase: str) -> None:
    game.desk.record({"kind": "phase_entered", "phase": phase})


def _tamers(game: Referee, player: str, when: str, timing: str) -> None:
    """Let the effects of a player's Tamers trigger at a point of the turn."""
    for tamer in game.board.in_zone("battle", player):
        if tamer.top.timing == when:
            game.trigger(player, tamer.cards[0], tamer, tamer.top.ability, timing)
    settle(game)


def _unsuspend(game: Referee, player: str) -> None:
    """Unsuspend everything of the turn player's at once, in no order (CR 4.2 §6-2-1).

    What happens at the start of the turn comes before that (§6-2-1-1).
    """
    _enter(game, "unsuspend")
    _tamers(game, player, "start_of_turn", "OnStartTurn")
    events: list[Event] = []
    for unit in game.board.units:
        if unit.side == player and unit.suspended:
            unit.suspended = False
            turned = {"kind": "orientation_changed", "unit": unit.id}
            events.append(turned | {"orientation": "unsuspended"})
    if events:
        game.desk.record(*events, cause=RULE)


def _draw(game: Referee, player: str) -> None:
    """Draw 1, but not on the first turn of the game; who cannot has lost (CR 4.2 §1-2-3-2)."""
    _enter(game, "draw")
    if game.board.turn == 1:
        return
    empty = not game.board.pile(player, "deck")
    draw(game, player, 1, RULE)
    if empty:
        game.end_game(other(player), "deck_out")


def _breed(game: Referee, player: str) -> None:
    """Hatch, or move what has DP to the battle area, or do nothing (CR 4.2 §6-4)."""
    _enter(game, "breeding")
    bred, eggs = game.board.breeding(player), game.board.pile(player, "egg_deck")
    action = {"kind": "action", "player": player}
    if bred is None and eggs and game.dice.random() < 0.9:
        unit = game.desk.new_unit(player, "breeding")
        step = Step("hatch", eggs[0], unit.cards, founds=True)
        game.carry([step], cause=action, by=player)
    elif bred is not None and bred.top.kind == "digimon" and game.dice.random() < 0.7:
        game.board.units.remove(bred)
        game.board.units.append(bred)
        bred.zone = "battle"
        moved = {"kind": "moved", "unit": bred.id, "to": "battle"}
        game.desk.record(moved, by=player, cause=action)
    else:
        game.desk.record({"kind": "passed", "player": player, "what": "breeding"}, by=player)


def _main(game: Referee, player: str) -> bool:
    """Act until memory is the opponent's or the player passes; tell whether it was by passing."""
    for _ in range(MOST_ACTIONS):
        if not _goes_on(game, player):
            return False
        between_actions(game, player)
        if not game.over:
            may_rewind(game, player, lambda: _one_action(game, player))
        if not _goes_on(game, player):
            return False
        if not _one_action(game, player):
            break
    if not _goes_on(game, player):
        return False
    game.desk.record({"kind": "passed", "player": player, "what": "turn"}, by=player)
    asked = -3 - game.board.own(player)
    game.desk.change_memory(asked, player, "pass", RULE)
    return True


def _goes_on(game: Referee, player: str) -> bool:
    """Tell whether the turn goes on: memory is not on the other side (CR 4.2 §6-1-4-1)."""
    return not game.over and game.board.own(player) >= 0


def _one_action(game: Referee, player: str) -> bool:
    """Do something; tell whether there was anything to do, and the wish to."""
    able, found = attackers(game, player), choices(game, player)
    if game.dice.random() < 0.06:
        return False
    if able and (not found or game.dice.random() < (0.8 if game.style == "rush" else 0.45)):
        attack(game, game.dice.choice(able))
        return True
    if not found:
        arrange(game, player)
        return False
    kinds = sorted({what for what, _, _ in found})
    weight = {
        "play": 2,
        "digivolve": 4,
        "use": 2,
        "dna": 6,
        "assembly": 6,
        "link": 2,
        "activate": 5,
    }
    what = game.dice.choices(kinds, [weight[kind] for kind in kinds])[0]
    act(game, game.dice.choice([choice for choice in found if choice[0] == what]))
    return True


def _end(game: Referee, player: str, reason: str) -> None:
    """End the turn: what lasts until then ends, and the other player is the turn player."""
    _enter(game, "end")
    _tamers(game, player, "end_of_turn", "OnEndTurn")
    for unit in game.board.units:
        for status in unit.statuses:
            game.desk.record({"kind": "status_ended", "status": status.name}, cause=RULE)
        unit.statuses.clear()
    told = {"kind": "turn_ended", "player": player, "turn": game.board.turn}
    game.desk.record(told | {"reason": reason})
    game.board.turn_player = other(player)
