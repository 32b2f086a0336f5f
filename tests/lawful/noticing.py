"""What triggers when something happens: the effects are noted here and looked at later."""

from tests.lawful.board import Unit, other
from tests.lawful.referee import Referee


def on_play(game: Referee, unit: Unit) -> None:
    """Note what triggers when a unit is played: its own effect, and Tamers' on both sides."""
    print_ = unit.top
    if print_.kind == "digimon" and print_.timing == "OnPlay":
        game.trigger(unit.side, unit.cards[0], unit, print_.ability, "OnPlay")
    if print_.kind != "digimon":
        return
    for player in (unit.side, other(unit.side)):
        for tamer in game.board.in_zone("battle", player):
            if tamer.top.kind == "tamer" and tamer.top.timing == "on_any_play":
                game.trigger(player, tamer.cards[0], tamer, tamer.top.ability, "AllTurns")


def on_attack(game: Referee, unit: Unit) -> None:
    """Note what triggers when a unit attacks: its effect and those it inherits (CR 4.2 §4-5)."""
    top = unit.cards[0]
    if top.print_.timing == "OnUseAttack":
        game.trigger(unit.side, top, unit, top.print_.ability, "OnUseAttack")
    for card in unit.cards[1:]:
        if card.up:
            game.trigger(unit.side, card, unit, card.print_.inherited, "OnUseAttack")


def on_digivolving(game: Referee, unit: Unit) -> None:
    """Note what triggers when a unit digivolves; in the breeding area nothing (§3-4-5-4)."""
    top = unit.cards[0]
    if unit.zone == "battle" and top.print_.timing in ("WhenDigivolving", "OnPlay"):
        game.trigger(unit.side, top, unit, top.print_.ability, "WhenDigivolving")
