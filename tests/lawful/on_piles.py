"""Abilities that do something to decks, hands, security stacks and trashes."""

from tests.lawful.board import Card, other
from tests.lawful.desk import Event, Step, ordered
from tests.lawful.on_units import suspend_as_cost
from tests.lawful.referee import Fx, Referee


def draw_one(game: Referee, fx: Fx) -> None:
    """Draw 1."""
    draw(game, fx.player, 1, fx.cause())


def draw_two(game: Referee, fx: Fx) -> None:
    """Draw 2."""
    draw(game, fx.player, 2, fx.cause())


def draw(game: Referee, player: str, count: int, cause: Event) -> None:
    """Draw cards, the top one first, all at once (CR 4.0 §3-2-4); note what was not possible."""
    deck, hand = game.board.pile(player, "deck"), game.board.pile(player, "hand")
    cards = deck[:count]
    if cards:
        game.carry([Step("draw", card, hand) for card in cards], cause=cause)
    attempt(game, player, "draw", wanted=count, done=len(cards), cause=cause)


def attempt(game: Referee, player: str, what: str, *, wanted: int, done: int, cause: Event) -> None:
    """Note that less came of something than was attempted."""
    if done < wanted:
        event = {"kind": "attempted", "player": player, "what": what}
        game.desk.record(event | {"wanted": wanted, "done": done}, cause=cause)


def recover(game: Referee, fx: Fx) -> None:
    """Recovery 1: the top card of the deck, unseen, onto the security stack."""
    deck = game.board.pile(fx.player, "deck")
    security = game.board.pile(fx.player, "security")
    if deck:
        game.carry([Step("recover", deck[0], security)], cause=fx.cause())
    else:
        attempt(game, fx.player, "recover", wanted=1, done=0, cause=fx.cause())


def mill_three(game: Referee, fx: Fx) -> None:
    """Trash the top three cards of the opponent's deck."""
    _trash_top(game, fx, "deck", 3)


def mill_most(game: Referee, fx: Fx) -> None:
    """Trash the top card of the opponent's deck; in a match of that style, all of it."""
    whole = len(game.board.pile(other(fx.player), "deck"))
    _trash_top(game, fx, "deck", whole if game.style == "deck_out" else 1)


def trash_security(game: Referee, fx: Fx) -> None:
    """Trash the top two cards of the opponent's security stack."""
    _trash_top(game, fx, "security", 2)


def _trash_top(game: Referee, fx: Fx, zone: str, count: int) -> None:
    cards = game.board.pile(other(fx.player), zone)[: max(count, 0)]
    if cards:
        steps = [game.send(card, "trash", "trash") for card in cards]
        game.carry(steps, cause=fx.cause())


def gain_memory(game: Referee, fx: Fx) -> None:
    """Gain 1 memory; a Tamer is suspended for it."""
    if fx.unit is not None and fx.card is fx.unit.cards[0] and fx.unit.top.kind == "tamer":
        if fx.unit.suspended:
            return
        suspend_as_cost(game, fx)
    game.desk.change_memory(1, fx.player, "effect", fx.cause())


def set_memory(game: Referee, fx: Fx) -> None:
    """Set memory to 3 if it is 2 or less."""
    own = game.board.own(fx.player)
    if own <= 2:
        game.desk.change_memory(3 - own, fx.player, "set", fx.cause())


def lose_memory(game: Referee, fx: Fx) -> None:
    """Lose 3 memory, as far as the gauge goes."""
    game.desk.change_memory(-3, fx.player, "effect", fx.cause())


def reveal_three(game: Referee, fx: Fx) -> None:
    """Reveal the top three, add one Digimon of level 4 or more, return the rest to the bottom."""
    deck = game.board.pile(fx.player, "deck")
    cards = deck[:3]
    attempt(game, fx.player, "reveal", wanted=3, done=len(cards), cause=fx.cause())
    if not cards:
        return
    place = {**deck.place, "position": 0}
    shown: Event = {"kind": "revealed", "place": place, "count": len(cards)}
    shown["numbers"] = [card.number for card in cards]
    game.desk.record(shown, cause=fx.cause())
    game.desk.shown = list(cards)
    fitting = [card for card in cards if card.print_.level >= 4]
    for card in game.choose_cards(fx, fitting, 1, 0):
        cards.remove(card)
        step = game.send(card, "hand", "add", revealed=True)
        game.carry([step], cause=fx.cause(asks=True))
    game.dice.shuffle(cards)
    steps = [Step("return", card, deck, "bottom") for card in cards]
    if steps:
        ordered(game.desk, steps, fx.player, public=True)
        game.carry(steps, cause=fx.cause())


def look_at_deck(game: Referee, fx: Fx) -> None:
    """Look at the top three cards of your deck and put them back in any order."""
    deck = game.board.pile(fx.player, "deck")
    count = min(3, len(deck))
    if not count:
        return
    look: Event = {"kind": "looked_at", "viewer": fx.player, "count": count}
    look["place"] = {**deck.place, "position": 0}
    seq = game.desk.record(look, by=fx.player, cause=fx.cause())
    order = list(range(count))
    game.dice.shuffle(order)
    deck[:count] = [deck[index] for index in order]
    event: Event = {"kind": "reordered", **deck.place, "first": 0, "count": count}
    event["chooser"] = fx.player
    if game.desk.knows_all:
        event["order"] = order
    game.desk.record(event, by=fx.player, cause=fx.cause())
    end_look(game, seq, fx)


def end_look(game: Referee, seq: int, fx: Fx) -> None:
    """Say that a look is over, unless its cards are gone already."""
    if seq in game.desk.recorder.draft.table.showings:
        game.desk.record({"kind": "showing_ended", "showing": seq}, cause=fx.cause())


def look_at_security(game: Referee, fx: Fx) -> None:
    """Look at your security stack, add a card of it to the hand, recover 1, shuffle the stack.

    Half of these cards ask for a Digimon, which then has to be shown (CR 4.0 §3-1-3-7).
    """
    security = game.board.pile(fx.player, "security")
    if not security:
        return
    look: Event = {"kind": "looked_at", "viewer": fx.player, "count": len(security)}
    look["place"] = {**security.place, "position": 0}
    seq = game.desk.record(look, by=fx.player, cause=fx.cause())
    _take_looked_at(game, fx, list(security), "hand")
    end_look(game, seq, fx)
    recover(game, fx)
    game.desk.shuffle(security, fx.cause(), by=fx.player)


def search_deck(game: Referee, fx: Fx) -> None:
    """Search your deck for a card, show it if the text asks for a Digimon, shuffle the deck."""
    deck = game.board.pile(fx.player, "deck")
    if not deck:
        return
    look: Event = {"kind": "looked_at", "viewer": fx.player, "count": len(deck)}
    look["place"] = {**deck.place, "position": 0}
    seq = game.desk.record(look, by=fx.player, cause=fx.cause())
    _take_looked_at(game, fx, list(deck), "hand")
    end_look(game, seq, fx)
    game.desk.shuffle(deck, fx.cause(), by=fx.player)


def _take_looked_at(game: Referee, fx: Fx, cards: list[Card], zone: str) -> None:
    asks = int(fx.card.number[-1]) % 2 == 0
    fitting = [card for card in cards if not asks or card.print_.kind == "digimon"]
    for card in game.choose_cards(fx, fitting, 1, public=False):
        step = game.send(card, zone, "add", picked=True)
        if asks:
            step.fields["revealed"] = True
        game.carry([step], cause=fx.cause(asks=asks))


def shuffle_security(game: Referee, fx: Fx) -> None:
    """Shuffle your security stack; what lies face up in it is turned down (CR 4.2 §1-3-10)."""
    security = game.board.pile(fx.player, "security")
    if security:
        game.desk.shuffle(security, fx.cause(), by=fx.player)


def flip_security(game: Referee, fx: Fx) -> None:
    """Turn the two topmost face-down cards of a security stack up; of whose, the card says."""
    own = int(fx.card.number[-1]) % 2 == 0
    stack = game.board.pile(fx.player if own else other(fx.player), "security")
    events: list[Event] = []
    for card in [card for card in stack if not card.up][:2]:
        card.up = True
        place = {**stack.place, "position": card.index}
        events.append({"kind": "flipped", "place": place, "facing": "up", "number": card.number})
    if events:
        game.desk.record(*events, cause=fx.cause())


def security_to_bottom(game: Referee, fx: Fx) -> None:
    """Return the top two face-down cards of the opponent's security to the bottom of the deck.

    Nobody has seen them, so nobody sees the order that the effect's player gives them.
    """
    stack = game.board.pile(other(fx.player), "security")
    cards = [card for card in stack if not card.up][:2]
    if cards:
        game.dice.shuffle(cards)
        steps = [game.send(card, "deck", "return", end="bottom") for card in cards]
        game.carry(ordered(game.desk, steps, fx.player, public=False), cause=fx.cause())


def face_up_security_to_deck(game: Referee, fx: Fx) -> None:
    """Return all face-up security cards of both players to the bottom of their decks.

    They are public where they lie, and so is the order (CR 4.0 §3-1-3-6, Japanese reading).
    """
    stacks = [game.board.pile(player, "security") for player in ("p1", "p2")]
    cards = [card for stack in stacks for card in stack if card.up]
    if cards:
        game.dice.shuffle(cards)
        steps = [game.send(card, "deck", "return", end="bottom") for card in cards]
        game.carry(ordered(game.desk, steps, fx.player, public=True), cause=fx.cause())


def face_up_in_security(game: Referee, fx: Fx) -> None:
    """Place a card of your trash face up on top of your security stack (CR 4.0 §3-7-4)."""
    trash = game.board.pile(fx.player, "trash")
    for card in game.choose_cards(fx, list(trash), 1):
        step = game.send(card, "security", "place", end="top", up=True)
        if step.goal.zone != "security":
            step.up = None
        game.carry([step], cause=fx.cause())


def hand_to_security(game: Referee, fx: Fx) -> None:
    """Place a Digimon of your hand at the bottom of your security stack, shown first."""
    hand = [c for c in game.board.pile(fx.player, "hand") if c.print_.kind == "digimon"]
    for card in game.choose_cards(fx, hand, 1, public=False):
        step = game.send(card, "security", "place", end="bottom", revealed=True)
        game.carry([step], cause=fx.cause(asks=True))


def hand_to_deck(game: Referee, fx: Fx) -> None:
    """Return two cards of your hand to the bottom of your deck, in an order only you know."""
    hand = game.board.pile(fx.player, "hand")
    chosen = game.choose_cards(fx, list(hand), 2, 2, public=False)
    if chosen:
        steps = [game.send(card, "deck", "return", end="bottom") for card in chosen]
        game.carry(ordered(game.desk, steps, fx.player, public=False), cause=fx.cause())


def reveal_hand(game: Referee, fx: Fx) -> None:
    """Let the opponent reveal the hand."""
    hand = game.board.pile(other(fx.player), "hand")
    if hand:
        shown: Event = {"kind": "revealed", "place": dict(hand.place), "count": len(hand)}
        shown["numbers"] = [card.number for card in hand]
        shown["cards"] = game.desk.ids(hand) if game.desk.knows_all else [None] * len(hand)
        seq = game.desk.record(shown, by=other(fx.player), cause=fx.cause())
        game.desk.record({"kind": "showing_ended", "showing": seq}, cause=fx.cause())


def blind_discard(game: Referee, fx: Fx) -> None:
    """Trash a card of the opponent's hand without looking."""
    hand = game.board.pile(other(fx.player), "hand")
    if hand:
        blind: Event = {"kind": "choice_made", "player": fx.player, "what": "a card, unseen"}
        game.desk.record(blind | {"least": 1, "most": 1}, by=fx.player, cause=fx.cause())
        step = game.send(game.dice.choice(hand), "trash", "trash")
        game.carry([step], cause=fx.cause())


def trash_to_deck(game: Referee, fx: Fx) -> None:
    """Return up to three cards of your trash to the bottom of your deck in any order."""
    trash = game.board.pile(fx.player, "trash")
    chosen = game.choose_cards(fx, _eggs_first(trash), 3)
    if chosen:
        steps = [game.send(card, "deck", "return", end="bottom") for card in chosen]
        game.carry(ordered(game.desk, steps, fx.player, public=True), cause=fx.cause())


def trash_to_hand(game: Referee, fx: Fx) -> None:
    """Return a card of your trash to the hand."""
    trash = game.board.pile(fx.player, "trash")
    for card in game.choose_cards(fx, _eggs_first(trash), 1):
        game.carry([game.send(card, "hand", "return")], cause=fx.cause())


def _eggs_first(trash: list[Card]) -> list[Card]:
    eggs = [card for card in trash if card.print_.kind == "egg"]
    return eggs + [card for card in trash if card not in eggs][: 4 - len(eggs)]
