"""What a player may do in the main phase besides attacking, as a simple bot does it."""

from collections.abc import Iterator

from tests.lawful.board import Card, Unit
from tests.lawful.desk import Event, Step
from tests.lawful.noticing import on_digivolving, on_play
from tests.lawful.on_piles import draw
from tests.lawful.referee import Referee
from tests.lawful.triggers import activate, settle


def affordable(game: Referee, player: str, cost: int) -> bool:
    """Tell whether a cost can be paid exactly: the gauge ends at 10 (CR 4.2 §4-2-2)."""
    return game.board.own(player) - cost >= -10


def _colours(game: Referee, player: str) -> set[str]:
    """Return the colours on a player's field, the breeding area included (CR 4.2 §4-22-2)."""
    units = [unit for unit in game.board.units if unit.side == player]
    return {unit.top.colour for unit in units if unit.top.kind in ("egg", "digimon", "tamer")}


def declare(game: Referee, card: Card, action: str, unit: Unit | None = None, **more: str) -> int:
    """Record that a player shows a card of the hand, and what for; return its seq."""
    desk, player = game.desk, card.owner
    event: Event = {
        "kind": "declared",
        "player": player,
        "action": action,
        "place": dict(card.pile.place),
        "number": card.number,
        **more,
    }
    if desk.knows_all:
        event["card"] = desk.id(card)
    if unit is not None:
        event["unit"] = unit.id
    return desk.record(event, by=player)


def pay(
    game: Referee, player: str, cost: int, declared: int, *, printed: int | None = None
) -> None:
    """Pay a cost, lower than printed perhaps; the gauge has an event of its own if it moves."""
    printed = cost if printed is None else printed
    event = {"kind": "cost_paid", "player": player, "printed": printed, "paid": cost}
    seq = game.desk.record(event, by=player, cause=_action(player, declared))
    game.desk.change_memory(-cost, player, "cost", _cost(player, seq))


def _action(player: str, declared: int) -> Event:
    return {"kind": "action", "event": declared, "player": player}


def _cost(player: str, paid: int) -> Event:
    return {"kind": "cost", "event": paid, "player": player}


def play(game: Referee, card: Card) -> None:
    """Play a Digimon or a Tamer of the hand (CR 4.2 §7-1)."""
    player = card.owner
    declared = declare(game, card, "play")
    if game.dice.random() < 0.02:
        game.desk.record({"kind": "declaration_aborted", "declaration": declared})
        return
    pay(game, player, card.print_.cost, declared)
    unit = game.desk.new_unit(player, "battle")
    step = Step("play", card, unit.cards, founds=True)
    game.carry([step], cause=_action(player, declared), by=player)
    on_play(game, unit)
    settle(game)


def materials(game: Referee, player: str) -> list[Card]:
    """List the cards of a trash that an Assembly may use."""
    trash = game.board.pile(player, "trash")
    return [card for card in trash if card.print_.level == 3 and card.print_.kind == "digimon"]


def assemble(game: Referee, card: Card) -> None:
    """Play a Digimon with two cards of the trash under it, for 1 less (CR 4.2 §7-3)."""
    player = card.owner
    declared = declare(game, card, "play", route="assembly")
    pay(game, player, card.print_.cost - 1, declared, printed=card.print_.cost)
    unit = game.desk.new_unit(player, "battle")
    route = {"route": "assembly"}
    steps = [Step("play", card, unit.cards, founds=True, fields=dict(route))]
    steps += [
        Step("material", below, unit.cards, "bottom", fields=dict(route))
        for below in game.dice.sample(materials(game, player), 2)
    ]
    game.carry(steps, cause=_action(player, declared), by=player)
    on_play(game, unit)
    settle(game)


def digivolve(game: Referee, card: Card, unit: Unit) -> None:
    """Digivolve a unit into a card of the hand and draw 1 (CR 4.2 §8-1); it stays as it stands."""
    player = card.owner
    declared = declare(game, card, "digivolve", unit)
    pay(game, player, card.print_.evolution, declared)
    step = Step("digivolve", card, unit.cards)
    seq = game.carry([step], cause=_action(player, declared), by=player)
    draw(game, player, 1, {"kind": "rule", "event": seq})
    on_digivolving(game, unit)
    settle(game)


def dna_digivolve(game: Referee, card: Card, materials: list[Unit]) -> None:
    """DNA digivolve: two units become the stack of a new one, unsuspended (CR 4.2 §8-2)."""
    player = card.owner
    declared = declare(game, card, "digivolve", materials[0], route="dna")
    pay(game, player, 0, declared)
    links = [link for unit in materials for link in unit.links]
    cause = _action(player, declared)
    if links:
        steps = [game.send(link, "trash", "trash") for link in links]
        game.carry(steps, cause={"kind": "rule", "event": declared})
    unit = game.desk.new_unit(player, "battle")
    unit.placed_on = -1  # it may attack at once
    steps = [Step("digivolve", card, unit.cards, founds=True, fields={"route": "dna"})]
    for material in materials:
        steps += [_material(below, unit) for below in material.cards]
    seq = game.carry(steps, cause=cause, by=player)
    draw(game, player, 1, {"kind": "rule", "event": seq})
    on_digivolving(game, unit)
    settle(game)


def _material(card: Card, unit: Unit) -> Step:
    return Step("material", card, unit.cards, "bottom", up=card.up, fields={"route": "dna"})


def use(game: Referee, card: Card) -> None:
    """Use an Option: it lies in no area until its effect is resolved (CR 4.2 §9-1)."""
    player, no_area = card.owner, game.board.no_area
    declared = declare(game, card, "use")
    pay(game, player, card.print_.cost, declared)
    step = Step("use", card, no_area)
    seq = game.carry([step], cause=_action(player, declared), by=player)
    activate(game, player, card, "OnUseOption", card.print_.ability)
    if card.pile is no_area:
        game.carry([game.send(card, "trash", "trash")], cause={"kind": "rule", "event": seq})
    settle(game)


def link(game: Referee, card: Card, unit: Unit) -> None:
    """Link a card of the hand to a Digimon, in place of the one linked to it (CR 4.2 §10-1)."""
    player = card.owner
    declared = declare(game, card, "link", unit)
    pay(game, player, card.print_.link or 0, declared)
    steps = [game.send(old, "trash", "trash") for old in unit.links]
    steps.append(Step("link", card, unit.links))
    game.carry(steps, cause=_action(player, declared), by=player)
    settle(game)


def activate_main(game: Referee, unit: Unit) -> None:
    """Activate an effect on the field that a player may choose to: a Tamer's, a Delay."""
    card = unit.cards[0]
    ability = "delay" if unit.top.kind == "option" else unit.top.ability
    activate(game, unit.side, card, "Main", ability, unit=unit)
    settle(game)


Choice = tuple[str, Card | None, list[Unit]]


def choices(game: Referee, player: str) -> list[Choice]:
    """List what a player may lawfully do with the cards of hand and field."""
    board, found = game.board, list[Choice]()
    for card in board.pile(player, "hand"):
        print_ = card.print_
        payable = affordable(game, player, print_.cost)
        if print_.kind == "option":
            if payable and print_.colour in _colours(game, player):
                found.append(("use", card, []))
        elif payable:
            found.append(("play", card, []))
            if print_.assembly and len(materials(game, player)) > 1:
                found.append(("assembly", card, []))
        if print_.kind == "digimon":
            found += _onto_units(game, card)
    for unit in board.in_zone("battle", player):
        delayed = unit.top.kind == "option" and unit.placed_on < board.turn
        ready = unit.top.timing == "activated" and not unit.suspended
        if delayed or ready:
            found.append(("activate", None, [unit]))
    return found


def _onto_units(game: Referee, card: Card) -> Iterator[Choice]:
    """Yield what a Digimon card of the hand may be put on."""
    player, print_, board = card.owner, card.print_, game.board
    bred, digimon = board.breeding(player), board.digimon(player)
    bases = [u for u in [*digimon, *([bred] if bred else [])] if u.top.kind != "token"]
    below = [unit for unit in bases if unit.top.level == print_.level - 1]
    if affordable(game, player, print_.evolution):
        for unit in below:
            if unit.top.colour == print_.colour:
                yield "digivolve", card, [unit]
    below = [unit for unit in below if unit is not bred]
    if print_.dna and len(below) > 1:
        yield "dna", card, game.dice.sample(below, 2)
    if print_.link is not None and affordable(game, player, print_.link):
        for unit in digimon:
            yield "link", card, [unit]


def act(game: Referee, choice: Choice) -> None:
    """Do what was chosen."""
    what, card, units = choice
    if card is None:
        activate_main(game, units[0])
    elif what == "play":
        play(game, card)
    elif what == "assembly":
        assemble(game, card)
    elif what == "use":
        use(game, card)
    elif what == "digivolve":
        digivolve(game, card, units[0])
    elif what == "dna":
        dna_digivolve(game, card, units)
    else:
        link(game, card, units[0])
