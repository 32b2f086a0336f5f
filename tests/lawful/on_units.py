"""Abilities that do something to units; none of them sees the breeding area unless it says so."""

from tests.lawful.board import Card, Status, Unit, other
from tests.lawful.cards import TOKEN
from tests.lawful.desk import Step, ordered
from tests.lawful.referee import Fx, Referee


def bottom_several(game: Referee, fx: Fx) -> None:
    """Return up to three of the opponent's Digimon to the bottom of the deck in any order."""
    targets = game.choose_units(fx, game.board.digimon(other(fx.player)), 3)
    _return_to_deck(game, fx, targets)


def bottom_both(game: Referee, fx: Fx) -> None:
    """Return all Digimon of the lowest level, both players', to the bottom of their decks."""
    units = game.board.digimon()
    if units:
        lowest = min(unit.top.level for unit in units)
        _return_to_deck(game, fx, [unit for unit in units if unit.top.level == lowest])


def _return_to_deck(game: Referee, fx: Fx, units: list[Unit]) -> None:
    """Return units to the bottom of decks, in an order that the effect's player chooses.

    CR 4.0 §3-1-3-4: this one order goes over both decks; §3-1-3-6: it is public.
    """
    game.dice.shuffle(units)
    steps = game.leave(units, "deck", "return")
    returned = [step for step in steps if step.manner == "return"]
    ordered(game.desk, returned, fx.player, public=True)
    if steps:
        game.carry(steps, cause=fx.cause())


def bounce(game: Referee, fx: Fx) -> None:
    """Return one of the opponent's Digimon to the hand."""
    targets = game.choose_units(fx, game.board.digimon(other(fx.player)), 1)
    if targets:
        game.carry(game.leave(targets, "hand", "return"), cause=fx.cause())


def return_itself(game: Referee, fx: Fx) -> None:
    """Return this Digimon to the hand."""
    if fx.unit is not None and fx.unit in game.board.digimon():
        game.carry(game.leave([fx.unit], "hand", "return"), cause=fx.cause())


def delete_one(game: Referee, fx: Fx) -> None:
    """Delete one of the opponent's Digimon."""
    _delete(game, fx, 1)


def delete_two(game: Referee, fx: Fx) -> None:
    """Delete up to two of the opponent's Digimon."""
    _delete(game, fx, 2)


def _delete(game: Referee, fx: Fx, most: int) -> None:
    targets = game.choose_units(fx, game.board.digimon(other(fx.player)), most)
    if targets:
        game.delete(targets, fx.cause(), chooser=fx.player)


def minus_dp(game: Referee, fx: Fx) -> None:
    """Give one of the opponent's Digimon −4000 DP for the turn."""
    for unit in game.choose_units(fx, game.board.digimon(other(fx.player)), 1):
        name = f"s{game.desk.version}"
        game.desk.record(
            {
                "kind": "status_applied",
                "status": name,
                "units": [unit.id],
                "what": "DP",
                "value": -4000,
                "until": "end of turn",
            },
            cause=fx.cause(),
        )
        unit.statuses.append(Status(name, -4000))


def de_digivolve(game: Referee, fx: Fx) -> None:
    """De-Digivolve 2: trash up to two top cards of an opponent's Digimon (CR 4.2 §16-12)."""
    fitting = [unit for unit in game.board.digimon(other(fx.player)) if removable(unit)]
    for unit in game.choose_units(fx, fitting, 1):
        declared = game.dice.randint(1, 2)
        stripped = {"kind": "de_digivolved", "unit": unit.id, "declared": declared}
        game.desk.record(stripped, by=fx.player, cause=fx.cause())
        cards = unit.cards[: min(declared, removable(unit))]
        game.carry([game.send(card, "trash", "trash") for card in cards], cause=fx.cause())


def removable(unit: Unit) -> int:
    """Count the cards above the lowest one that a Digimon can be reduced to: not below level 3."""
    count = 0
    for above, below in zip(unit.cards, unit.cards[1:], strict=False):
        if above.print_.level <= 3 or below.print_.level < 3 or not below.up:
            break
        count += 1
    return count


def suspend_one(game: Referee, fx: Fx) -> None:
    """Suspend up to two of the opponent's Digimon."""
    ready = [unit for unit in game.board.digimon(other(fx.player)) if not unit.suspended]
    _turn(game, fx, game.choose_units(fx, ready, 2), suspended=True)


def unsuspend_up_to_two(game: Referee, fx: Fx) -> None:
    """Unsuspend up to two of your Digimon."""
    resting = [unit for unit in game.board.digimon(fx.player) if unit.suspended]
    _turn(game, fx, game.choose_units(fx, resting, 2), suspended=False)


def suspend_as_cost(game: Referee, fx: Fx) -> None:
    """Suspend the unit whose effect it is, which is the cost of it."""
    if fx.unit is not None:
        fx.unit.suspended = True
        event = {"kind": "orientation_changed", "unit": fx.unit.id, "orientation": "suspended"}
        game.desk.record(event, by=fx.player, cause=fx.cost())


def _turn(game: Referee, fx: Fx, units: list[Unit], *, suspended: bool) -> None:
    orientation = "suspended" if suspended else "unsuspended"
    events = []
    for unit in units:
        unit.suspended = suspended
        events.append({"kind": "orientation_changed", "unit": unit.id, "orientation": orientation})
    if events:
        game.desk.record(*events, cause=fx.cause())


def token(game: Referee, fx: Fx) -> None:
    """Play a token; only as many as were laid ready (CR 4.2 §1-4-4-4)."""
    _play_token(game, fx, fx.player)


def token_for_opponent(game: Referee, fx: Fx) -> None:
    """Play a token of your own on the opponent's side, as the opponent's Digimon."""
    _play_token(game, fx, other(fx.player))


def _play_token(game: Referee, fx: Fx, side: str) -> None:
    if not game.board.tokens_left[fx.player]:
        return
    game.board.tokens_left[fx.player] -= 1
    unit = game.desk.new_unit(side, "battle")
    step = Step("play", Card(TOKEN, fx.player), unit.cards, founds=True)
    game.carry([step], cause=fx.cause())


def train(game: Referee, fx: Fx) -> None:
    """Place the top card of the deck face down under a unit of your own, also in breeding."""
    units = [unit for unit in game.board.units if unit.side == fx.player]
    units = [unit for unit in units if unit.is_digimon or unit.zone == "breeding"]
    deck = game.board.pile(fx.player, "deck")
    for unit in game.choose_units(fx, units, 1, breeding=True) if deck else []:
        step = Step("place_under", deck[0], unit.cards, "bottom", up=False)
        game.carry([step], cause=fx.cause(breeding=True))


def under_opponent(game: Referee, fx: Fx) -> None:
    """Place a card of your trash under an opponent's Digimon: the card stays its owner's."""
    trash = [card for card in game.board.pile(fx.player, "trash") if card.print_.level < 3]
    for unit in game.choose_units(fx, game.board.digimon(other(fx.player)), 1) if trash else []:
        for card in game.choose_cards(fx, trash[:4], 1):
            game.carry([Step("place_under", card, unit.cards, "bottom")], cause=fx.cause())


def save_under(game: Referee, fx: Fx) -> None:
    """Place a card from under one of your Digimon at the bottom under another unit of yours."""
    units = game.board.in_zone("battle", fx.player)
    givers = [unit for unit in units if unit.is_digimon and len(unit.cards) > 1]
    for giver in game.choose_units(fx, givers, 1):
        takers = [u for u in units if u is not giver and u.top.kind in ("digimon", "tamer")]
        seen = [card for card in giver.cards[1:] if card.up]
        for card in game.choose_cards(fx, seen, 1) if takers else []:
            for taker in game.choose_units(fx, takers, 1):
                step = Step("place_under", card, taker.cards, "bottom")
                game.carry([step], cause=fx.cause())


def reorder_stack(game: Referee, fx: Fx) -> None:
    """Change the order of the cards under one of your Digimon; none is new (§3-1-3-1-3)."""
    high = [unit for unit in game.board.digimon(fx.player) if len(unit.cards) > 2]
    high = [unit for unit in high if all(card.up for card in unit.cards)]
    for unit in game.choose_units(fx, high, 1):
        order = list(range(1, len(unit.cards)))
        game.dice.shuffle(order)
        unit.cards[1:] = [unit.cards[index] for index in order]
        game.desk.record(
            {
                "kind": "reordered",
                **unit.cards.place,
                "first": 1,
                "count": len(order),
                "order": order,
                "chooser": fx.player,
            },
            by=fx.player,
            cause=fx.cause(),
        )


def under_to_security(game: Referee, fx: Fx) -> None:
    """Place the lowest card under an opponent's Digimon at the bottom of its security stack."""
    _take_lowest(game, fx, "security", "place")


def stacked_to_deck(game: Referee, fx: Fx) -> None:
    """Return up to three cards under an opponent's Digimon to the bottom of the deck."""
    stacked = [unit for unit in game.board.digimon(other(fx.player)) if len(unit.cards) > 1]
    for unit in game.choose_units(fx, stacked, 1):
        cards = [card for card in unit.cards[1:] if card.up]
        chosen = game.choose_cards(fx, cards, 3)
        steps = [game.send(card, "deck", "return", end="bottom") for card in chosen]
        if steps:
            game.carry(ordered(game.desk, steps, fx.player, public=True), cause=fx.cause())


def trash_stacked(game: Referee, fx: Fx) -> None:
    """Trash the lowest card under an opponent's Digimon, face up or not."""
    _take_lowest(game, fx, "trash", "trash")


def _take_lowest(game: Referee, fx: Fx, zone: str, manner: str) -> None:
    stacked = [unit for unit in game.board.digimon(other(fx.player)) if len(unit.cards) > 1]
    for unit in game.choose_units(fx, stacked, 1):
        step = game.send(unit.cards[-1], zone, manner, end="top" if zone == "trash" else "bottom")
        game.carry([step], cause=fx.cause())


def return_bred(game: Referee, fx: Fx) -> None:
    """Return what the opponent breeds to the hand: it names the breeding area (§3-4-5-3)."""
    unit = game.board.breeding(other(fx.player))
    if unit is not None:
        game.carry(game.leave([unit], "hand", "return"), cause=fx.cause(breeding=True))
