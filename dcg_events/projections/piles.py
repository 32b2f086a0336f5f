"""Whole piles: starting decks, shuffles, changes of order, cards turned or shown where they lie."""

from operator import itemgetter
from typing import Any, Final, cast

from dcg_events.events.limits import MAX_CARDS
from dcg_events.projections.facedown import face_down, sealed_pile
from dcg_events.projections.locating import area, cards_at, known, refuse
from dcg_events.projections.mixing import lose_sight, mix, rename_hidden
from dcg_events.projections.table import UNSEEN, Card, Showing, Table
from dcg_events.vocabulary.people import EVERYBODY, PLAYERS, Player
from dcg_events.vocabulary.places import HIDDEN_PILES

_NUMBER: Final = itemgetter(1)
_OWNER: Final = itemgetter(2)

_LISTS: Final = (("deck", "deck_count"), ("egg_deck", "egg_deck_count"))


def start_game(table: Table, event: dict[str, Any]) -> None:
    """Empty the table and place the registered decks whole (CR 4.0 §3-2-1, §3-3-1)."""
    total, seq = 0, event["seq"]
    decks: dict[tuple[Player, str], list[Card]] = {}
    for player in PLAYERS:
        start = event[player]
        for zone, count_name in _LISTS:
            count = start[count_name]
            if not 0 <= count <= MAX_CARDS:
                refuse(event, f"a deck of {count} cards", _COUNT)
            if isinstance(start.get(zone), list):
                numbers = _numbers(start[zone], count, event)
                decks[player, zone] = face_down(seq, numbers, player, first=total)
            else:
                decks[player, zone] = list(sealed_pile(seq, count, player, first=total))
            total += count
    table.clear(total)
    table.game = event["game"]
    for (player, zone), cards in decks.items():
        table.sides[player][zone] = cards


def shuffle(table: Table, event: dict[str, Any]) -> None:
    """Turn a pile face down in a new order; all its placements are new."""
    pile = cards_at(table, event, event)
    owners = set(map(_OWNER, pile))
    owner = owners.pop() if len(owners) == 1 else None
    if isinstance(event.get("order"), list):
        pile[:] = _in_order(pile, owner, event)
    else:
        pile[:] = sealed_pile(event["seq"], len(pile), owner)
    here = event["zone"], event["side"]
    for seq, showing in list(table.showings.items()):
        if (showing.zone, showing.side) == here:  # by the pile, for not every log names the cards
            del table.showings[seq]


def _in_order(pile: list[Card], owner: str | None, event: dict[str, Any]) -> list[Card]:
    """Return the cards of a shuffled pile whose order this log says."""
    numbers = _numbers(event["order"], len(pile), event)
    before = list(map(_NUMBER, pile))
    if None not in before and None not in numbers and _sorted(before) != _sorted(numbers):
        problem = f"other cards come out of the shuffle of {area(event)} than went in"
        refuse(event, problem, _COUNT)
    shuffled = face_down(event["seq"], numbers, owner)
    if owner is None and event["zone"] == "hand":  # elsewhere copies of the log could not tell
        owner_of = {card.number: card.owner for card in pile}
        if len(owner_of) == len({(card.number, card.owner) for card in pile}):
            return [card._replace(owner=owner_of.get(card.number)) for card in shuffled]
    return shuffled


def flip(table: Table, event: dict[str, Any]) -> None:
    """Turn a card over where it lies; it keeps its placement (CR 4.0 §3-7-4)."""
    place = event["place"]
    cards = cards_at(table, place, event)
    position = place.get("position")
    if type(position) is not int or not -len(cards) <= position < len(cards):
        refuse(event, f"no card lies at that position of {area(place)}", "count from 0 at the top")
    card = cards[position]
    number = known(event.get("number"))
    _agree(card, number, event)
    cards[position] = card._replace(number=number or card.number, up=event["facing"] == "up")


def reorder(table: Table, event: dict[str, Any]) -> None:
    """Change the order of a stretch of cards that stay where they are (CR 4.0 §3-1-3-1-3).

    In a hidden pile the stretch gets new placements, since nobody else may follow the cards.
    """
    cards = cards_at(table, event, event)
    first, count = event.get("first") or 0, event["count"]
    if first + count > len(cards):
        refuse(event, f"{area(event)} has no {count} cards from position {first} on", _COUNT)
    order = event.get("order")
    told, hidden = isinstance(order, list), event["zone"] in HIDDEN_PILES
    if isinstance(order, list) and sorted(order) != list(range(first, first + count)):
        refuse(event, "its order names a position twice or leaves one out", _COUNT)
    if hidden:
        lose_sight(table, cards[first : first + count])
    if isinstance(order, list):
        cards[first : first + count] = [cards[index] for index in order]
    elif event["zone"] == "hand":
        cards[:] = [UNSEEN] * len(cards)
    if hidden or not (told or event["zone"] == "hand"):
        mix(table, cards, first, first + count, told=told)
    if hidden:
        rename_hidden(table, [cards], event["seq"])


def reveal(table: Table, event: dict[str, Any]) -> None:
    """Show cards to everybody where they are; they keep their placements."""
    _show(table, event, EVERYBODY)


def look_at(table: Table, event: dict[str, Any]) -> None:
    """Let one viewer look at cards."""
    viewer = event["viewer"]
    _show(table, event, frozenset() if viewer == "judge" else frozenset({viewer}))


def _show(table: Table, event: dict[str, Any], viewers: frozenset[str]) -> None:
    place, count = event["place"], event["count"]
    cards = cards_at(table, place, event)
    if count > len(cards):
        refuse(event, f"{area(place)} holds {len(cards)} cards and not {count}", _COUNT)
    numbers = _numbers(event.get("numbers"), count, event)
    position = place.get("position", 0)
    tracked = place["zone"] != "hand" and type(position) is int and "among" not in place
    ids: list[str | None] = [None] * count
    if place["zone"] == "hand":
        ids = _seen_in_hand(cards, numbers, event)
    elif tracked:
        start = position + len(cards) if position < 0 else position
        if not 0 <= start <= len(cards) - count:
            refuse(event, f"{area(place)} has no {count} cards from position {position} on", _COUNT)
        ids = _learn(cards, list(enumerate(numbers, start)), event)
    whole = count == len(cards)
    table.showings[event["seq"]] = Showing(
        viewers, place["zone"], place.get("side"), ids, list(numbers), tracked, whole
    )


def _seen_in_hand(
    cards: list[Card], numbers: list[str | None], event: dict[str, Any]
) -> list[str | None]:
    """Note what cards of a hand are, where this log names them; return their placements.

    Of a part of a hand no placements are kept: which ones were seen is not for others to tell by
    what follows.
    """
    named = event.get("cards")
    nothing: list[str | None] = [None] * len(numbers)
    if not isinstance(named, list):
        return nothing
    if len(named) != len(numbers):
        refuse(event, "it names more or fewer cards than it counts", _COUNT)
    where = {card.id: index for index, card in enumerate(cards)}
    seen: list[tuple[int, str | None]] = []
    for placement, number in zip(map(known, named), numbers, strict=True):
        if placement in where:
            seen.append((where[placement], number))
        elif placement is not None:
            refuse(event, f"placement {placement} does not lie in {area(event['place'])}", _COUNT)
    ids = _learn(cards, seen, event)
    return ids if len(ids) == len(cards) else nothing


def _learn(
    cards: list[Card], seen: list[tuple[int, str | None]], event: dict[str, Any]
) -> list[str | None]:
    """Note what the cards at some indices are; return their placements."""
    for index, number in seen:
        if number != cards[index][1]:
            _agree(cards[index], number, event)
    for index, number in seen:
        card = cards[index]
        if number is not None and card[1] is None:
            cards[index] = Card((card[0], number, card[2], card[3]))
    return [cards[index][0] for index, _ in seen]


def _numbers(value: object, count: int, event: dict[str, Any]) -> list[str | None]:
    """Return a list of card numbers as this log knows it, all None where it is sealed."""
    if not isinstance(value, list):
        return [None] * count
    if len(value) != count:
        refuse(event, f"it lists {len(value)} card numbers for {count} cards", _COUNT)
    return value


def _agree(card: Card, number: str | None, event: dict[str, Any]) -> None:
    if number is not None and card.number is not None and card.number != number:
        problem = f"placement {card.id} is another card than the event says"
        refuse(event, problem, "give the number that was recorded, or record a correction")


def _sorted(numbers: list[str | None]) -> list[str]:
    return sorted(cast("list[str]", numbers))


_COUNT: Final = "count the cards on the table again"
