"""Before the first turn: decks, first player, initial hands, redraws, security stacks."""

from collections import Counter
from typing import Any

from dcg_events.events.codec import PlainEvent
from dcg_events.importers.aegis.asking import Mulligan
from dcg_events.importers.aegis.desk import Desk
from dcg_events.importers.aegis.lines import Header, Truth
from dcg_events.importers.aegis.mirror import player_of
from dcg_events.importers.aegis.source import MismatchError
from dcg_events.recorder.opening import opening
from dcg_events.vocabulary.people import PLAYERS


def match_opened(header: Header) -> PlainEvent:
    """Return the first event of the log: two bots, no clock, the engine and its commit."""
    opened = opening(
        p1=header.seats[0].label,
        p2=header.seats[1].label,
        recorder_notes=True,
        clock="none",
        durability="match",
        origin=header.source,
    )
    for player in PLAYERS:
        opened["players"][player]["played_by"] = "bot"
    # whoever has the seed can run the engine again and see every card, so it is for the judge
    note = {"ref": "header", "evidence": "authoritative", "text": f"seed {header.seed}"}
    return opened | {"recorder": note}


def register_decks(desk: Desk, header: Header) -> None:
    """Record the registered decks."""
    for player, seat in zip(PLAYERS, header.seats, strict=True):
        desk.record(
            {
                "kind": "deck_registered",
                "player": player,
                "deck": sorted(seat.main_deck),
                "egg_deck": sorted(seat.egg_deck),
            },
            ref="header",
            text=f"deck {seat.deck_id}, {seat.archetype}; bot profile {seat.profile}",
        )


def start_game(desk: Desk, truth: Truth) -> None:
    """Take the first state: decks placed whole and shuffled, and the initial hands drawn.

    The source begins when the hands are dealt already. What lies in a hand came from the top of
    its deck, in the order in which the hand lists it.

    Raises:
        MismatchError: If other cards lie on the table than are registered.
    """
    mirror = desk.mirror
    mirror.apply(truth)
    started: dict[str, Any] = {"kind": "game_started"}
    for seat, player in enumerate(PLAYERS):
        if any(mirror.piles[seat, zone] for zone in ("security", "trash", "resolving")):
            problem = "the first state is not that of a game that begins"
            raise MismatchError(problem)
        whole = [*mirror.piles[seat, "hand"], *mirror.piles[seat, "deck"]]
        eggs = mirror.piles[seat, "eggDeck"]
        _compare(desk, seat, whole, desk.source.header.seats[seat].main_deck, "deck")
        _compare(desk, seat, eggs, desk.source.header.seats[seat].egg_deck, "Digi-Egg deck")
        started[player] = {
            "deck_count": len(whole),
            "egg_deck_count": len(eggs),
            "deck": sorted(whole, key=lambda i: (desk.number(i), i)),
            "egg_deck": sorted(eggs, key=lambda i: (desk.number(i), i)),
        }
    desk.record(started)
    for seat in (0, 1):
        whole = [*mirror.piles[seat, "hand"], *mirror.piles[seat, "deck"]]
        _shuffle(desk, seat, "deck", whole)
        _shuffle(desk, seat, "egg_deck", mirror.piles[seat, "eggDeck"])


def _compare(desk: Desk, seat: int, cards: list[str], registered: list[str], what: str) -> None:
    if Counter(desk.number(i) for i in cards) != Counter(registered):
        problem = f"the {what} of seat {seat} is not the one that the header registers"
        raise MismatchError(problem)
    if any(desk.mirror.cards[i].owner != seat for i in cards):
        problem = f"the {what} of seat {seat} holds cards of the other seat"
        raise MismatchError(problem)


def _shuffle(desk: Desk, seat: int, zone: str, order: list[str]) -> None:
    desk.record(
        {"kind": "shuffled", "zone": zone, "side": player_of(seat), "order": list(order)},
        inferred=True,
        cause={"kind": "rule"},
    )


def decide_first_player(desk: Desk, seat: int) -> None:
    """Record who goes first, and the initial hands of both."""
    desk.first_seat = desk.turn_seat = seat
    desk.record({"kind": "first_player_decided", "player": player_of(seat)})
    for drawing in (seat, 1 - seat):
        _draw_hand(desk, drawing, len(desk.mirror.piles[drawing, "hand"]))


def _draw_hand(desk: Desk, seat: int, count: int) -> None:
    if count == 0:
        return
    side = player_of(seat)
    draws = [
        {
            "kind": "transferred",
            "manner": "draw",
            "from": {"zone": "deck", "side": side, "position": position},
            "to": {"zone": "hand", "side": side},
        }
        for position in range(count)
    ]
    desk.record(*draws, inferred=True, cause={"kind": "rule"})


def decide_redraw(desk: Desk, seat: int, intent: Mulligan) -> None:
    """Record whether a player redraws; the next state shows what came of it."""
    player = player_of(seat)
    desk.record({"kind": "redraw_decided", "player": player, "redraw": not intent.keep}, by=player)
    if not intent.keep:
        desk.redraws.add(seat)


def finish_setup(desk: Desk, truth: Truth) -> None:
    """Take a state between the redraws and the first turn.

    The source has only the difference over a redraw, and sometimes over the setting of security
    too: what came back to the hand lay on top after the shuffle, then the cards of the security
    stack, the first of which is at its bottom.

    Raises:
        MismatchError: If anything else has changed.
    """
    eggs = {seat: list(desk.mirror.piles[seat, "eggDeck"]) for seat in (0, 1)}
    desk.mirror.apply(truth)
    first = desk.first_seat or 0
    for seat in (first, 1 - first):
        if seat in desk.redraws:
            _redraw(desk, seat, eggs_shuffled=eggs[seat] != desk.mirror.piles[seat, "eggDeck"])
            desk.redraws.discard(seat)
    for seat in (first, 1 - first):
        _set_security(desk, seat)
    for seat, side in enumerate(PLAYERS):
        for pile, zone in (("deck", "deck"), ("eggDeck", "egg_deck"), ("security", "security")):
            if desk.ledger.listed(side, zone) != desk.mirror.piles[seat, pile]:
                problem = f"the {pile} of seat {seat} has changed in a way that setup does not"
                raise MismatchError(problem)


def _redraw(desk: Desk, seat: int, *, eggs_shuffled: bool) -> None:
    side = player_of(seat)
    mirror, hand = desk.mirror, desk.ledger.table.sides[side]["hand"]
    cause = {"kind": "rule"}
    count = len(hand)
    returns = [
        {
            "kind": "transferred",
            "manner": "return",
            "from": {"zone": "hand", "side": side},
            "was": card.id,
            "to": {"zone": "deck", "side": side, "position": rank - count},
            "ordering": {"chooser": side, "rank": rank, "public": False},
        }
        for rank, card in enumerate(hand)
    ]
    if returns:
        desk.record(*returns, by=side, cause=cause, inferred=True)
        desk.count("redraws")
    dealt = [] if desk.ledger.listed(side, "security") else mirror.piles[seat, "security"][::-1]
    order = [*mirror.piles[seat, "hand"], *dealt, *mirror.piles[seat, "deck"]]
    _shuffle(desk, seat, "deck", order)
    if eggs_shuffled:
        _shuffle(desk, seat, "egg_deck", mirror.piles[seat, "eggDeck"])
    _draw_hand(desk, seat, len(mirror.piles[seat, "hand"]))


def _set_security(desk: Desk, seat: int) -> None:
    side = player_of(seat)
    stack = desk.mirror.piles[seat, "security"]
    if not stack or desk.ledger.listed(side, "security"):
        return
    places = [
        {
            "kind": "transferred",
            "manner": "place",
            "from": {"zone": "deck", "side": side, "position": position},
            "to": {"zone": "security", "side": side, "position": len(stack) - 1 - position},
        }
        for position in range(len(stack))
    ]
    desk.record(*places, cause={"kind": "rule"})
