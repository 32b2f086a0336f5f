"""All abilities by name, with those that bring cards to the field."""

from collections.abc import Callable
from typing import Final

from tests.lawful import on_piles, on_units
from tests.lawful.desk import Step
from tests.lawful.feasible import SELDOM, USUAL, worthwhile
from tests.lawful.noticing import on_digivolving, on_play
from tests.lawful.on_units import suspend_as_cost
from tests.lawful.referee import Fx, Referee


def play_from_trash(game: Referee, fx: Fx) -> None:
    """Play a level 3 Digimon of your trash without paying the cost."""
    trash = game.board.pile(fx.player, "trash")
    fitting = [card for card in trash if card.print_.level == 3 and card.print_.kind == "digimon"]
    for card in game.choose_cards(fx, fitting, 1):
        unit = game.desk.new_unit(card.owner, "battle")
        game.carry([Step("play", card, unit.cards, founds=True)], cause=fx.cause())
        on_play(game, unit)


def play_this_card(game: Referee, fx: Fx) -> None:
    """Play the checked card without paying the cost."""
    unit = game.desk.new_unit(fx.player, "battle")
    game.carry([Step("play", fx.card, unit.cards, founds=True)], cause=fx.cause())


def place_in_battle_area(game: Referee, fx: Fx) -> None:
    """Place the Option in use in the battle area; it may be trashed later for its Delay effect."""
    unit = game.desk.new_unit(fx.player, "battle")
    game.carry([Step("place", fx.card, unit.cards, founds=True)], cause=fx.cause())


def delay(game: Referee, fx: Fx) -> None:
    """Trash the Option in the battle area as the cost of its effect: gain 2 memory."""
    game.carry([game.send(fx.card, "trash", "trash")], cause=fx.cost())
    game.desk.change_memory(2, fx.player, "effect", fx.cause())


def blast(game: Referee, fx: Fx) -> None:
    """Blast Digivolve: a Digimon digivolves into the ACE in the hand, for nothing."""
    unit = fx.unit
    if unit is not None:
        step = Step("digivolve", fx.card, unit.cards, fields={"route": "blast"})
        seq = game.carry([step], cause=fx.cause())
        on_piles.draw(game, fx.player, 1, {"kind": "rule", "event": seq})
        on_digivolving(game, unit)


def choose_two(game: Referee, fx: Fx) -> None:
    """Choose two of four effects and carry them out, one after the other."""
    rare = sorted(worthwhile(game.board, fx.player))
    seldom = [word for word in rare if word in SELDOM]
    words = game.dice.sample(seldom, min(1, len(seldom)))
    rare = [word for word in rare if word not in words]
    words += game.dice.sample(rare, min(2 - len(words), len(rare)))
    words += game.dice.sample([word for word in USUAL if word not in words], 4 - len(words))
    chosen = game.dice.sample(words[:3], 2)
    event = {"kind": "choice_made", "player": fx.player, "what": "two of several effects"}
    told = {"words": words, "least": 2, "most": 2, "chosen": chosen}
    game.desk.record(event | told, by=fx.player, cause=fx.cause())
    for name in chosen:
        ABILITIES[name](game, fx)


def suspend_for_two(game: Referee, fx: Fx) -> None:
    """By suspending this Tamer, choose two of four effects."""
    suspend_as_cost(game, fx)
    choose_two(game, fx)


_PILES: Final = (
    "draw_one draw_two recover mill_three mill_most trash_security gain_memory lose_memory"
    " set_memory reveal_three look_at_deck look_at_security search_deck shuffle_security"
    " flip_security security_to_bottom face_up_security_to_deck face_up_in_security"
    " hand_to_security hand_to_deck reveal_hand blind_discard trash_to_deck trash_to_hand"
)
_UNITS: Final = (
    "bottom_several bottom_both bounce return_itself delete_one delete_two minus_dp de_digivolve"
    " suspend_one unsuspend_up_to_two token token_for_opponent train under_opponent save_under"
    " reorder_stack under_to_security stacked_to_deck trash_stacked return_bred"
)

ABILITIES: Final[dict[str, Callable[[Referee, Fx], None]]] = {
    **{name: getattr(on_piles, name) for name in _PILES.split()},
    **{name: getattr(on_units, name) for name in _UNITS.split()},
    "play_from_trash": play_from_trash,
    "play_this_card": play_this_card,
    "place_in_battle_area": place_in_battle_area,
    "delay": delay,
    "blast": blast,
    "choose_two": choose_two,
    "suspend_for_two": suspend_for_two,
}
