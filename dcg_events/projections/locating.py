"""Find the cards that an event speaks of, or refuse it.

A value that this log does not open reads as unknown; who knows less finds the same places and
counts.
"""

from collections.abc import Set as AbstractSet
from typing import Any, Final, NoReturn

from dcg_events.errors import ImpossibleEventError
from dcg_events.projections.table import UNSEEN, Card, Table

RECORD_FIRST: Final = "record the transfer that put it there first"

UNORDERED: Final = frozenset({"hand", "link", "no_area", "outside"})


def refuse(event: dict[str, Any], problem: str, remedy: str) -> NoReturn:
    """Raise the refusal of an event that cannot have happened."""
    raise ImpossibleEventError(f"event {event['seq']} ({event['kind']})", problem, remedy)


def known(value: str | None) -> str | None:
    """Return a value as this log knows it: None for a commitment that it does not open."""
    return None if value is None or value[0] == "~" else value


def area(place: dict[str, Any]) -> str:
    """Name a place for a message.

    >>> area({"zone": "egg_deck", "side": "p2"})
    'the egg deck of p2'
    """
    name = str(place["zone"]).replace("_", " ")
    side = place.get("side")
    return f"the {name} of {side}" if side else name


def cards_at(table: Table, place: dict[str, Any], event: dict[str, Any]) -> list[Card]:
    """Return the list of cards that a place is part of: a pile, a stack, links, no area.

    Raises:
        ImpossibleEventError: If there is no such place on the table.
    """
    if "unit" in place:
        return _cards_of_unit(table, place, event)
    if place["zone"] == "no_area":
        return table.no_area
    try:
        return table.sides[place["side"]][place["zone"]]
    except KeyError:
        problem = f"{area(place)} is not a whole place"
        refuse(event, problem, "name its side, and in the field or a link slot its unit")


def _cards_of_unit(table: Table, place: dict[str, Any], event: dict[str, Any]) -> list[Card]:
    unit = table.units.get(place["unit"])
    zone = place["zone"]
    if unit is None or zone not in (unit.zone, "link") or unit.side != place.get("side"):
        problem = f"there is no unit {place['unit']} in {area(place)}"
        refuse(event, problem, "name a unit by the placement that founded it")
    return unit.links if zone == "link" else unit.cards


def locate(
    table: Table,
    cards: list[Card],
    place: dict[str, Any],
    event: dict[str, Any],
    gone: AbstractSet[int] = frozenset(),
) -> int:
    """Return the index of the card that leaves: by position, by placement, or any it may be.

    Args:
        table: The table before the group.
        cards: The list that `place` is part of.
        place: Where the card leaves.
        event: The transfer.
        gone: Indices that other transfers of the group have taken.

    Raises:
        ImpossibleEventError: If no such card lies there.
    """
    position = place.get("position")
    was = event["was"]
    if was is not None and was[0] == "~":
        was = None
    if type(position) is int:
        index = index_at(place, len(cards), event) if cards else -1
        if index >= 0 and was is not None and cards[index][0] != was:
            refuse(event, f"placement {was} does not lie at position {position}", RECORD_FIRST)
    elif was is not None:
        index = _index_of(was, cards, gone)
        if index < 0 and cards:
            refuse(event, f"placement {was} does not lie in {area(place)}", RECORD_FIRST)
    else:
        index = _any_hidden(table, cards, place, gone)
    if index < 0 or index in gone:
        if not cards:
            refuse(event, f"a card leaves {area(place)}, which holds none", RECORD_FIRST)
        problem = f"more cards leave {area(place)} than lie there"
        refuse(event, problem, "name each card once in a group")
    return index


def _index_of(placement: str, cards: list[Card], gone: AbstractSet[int]) -> int:
    for index, card in enumerate(cards):
        if card[0] == placement:
            return index
    for index, card in enumerate(cards):  # it may be one that this log does not tell apart
        if card is UNSEEN and index not in gone:
            return index
    return -1


def _any_hidden(
    table: Table, cards: list[Card], place: dict[str, Any], gone: AbstractSet[int]
) -> int:
    """Choose a card that may be the one: not taken yet, and not one whose place all can see."""
    if place["zone"] == "hand" and not gone:
        return len(cards) - 1
    first, last = place.get("among") or (0, len(cards) - 1)
    for index in range(first, min(last + 1, len(cards))):
        if index not in gone and (place["zone"] == "hand" or not table.everyone_sees(cards[index])):
            return index
    return -1


def index_at(place: dict[str, Any], size: int, event: dict[str, Any]) -> int:
    """Return the index that a position means in a list of `size` cards.

    Raises:
        ImpossibleEventError: If the list has no such position, or none is given where it counts.
    """
    position = place.get("position")
    if position is None:
        if place["zone"] in UNORDERED:
            return size - 1
        refuse(event, f"no position is given in {area(place)}", "give it, 0 at the top")
    index: int = position if position >= 0 else position + size
    if not 0 <= index < size:
        problem = f"position {position} of {area(place)} does not exist among {size} cards"
        refuse(event, problem, "count from 0 at the top: before the group for from, after for to")
    return index
