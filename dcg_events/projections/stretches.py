"""The common group, fast: neighbouring cards of one pile go, as neighbours, to another place.

Five cards drawn, security set, the top cards trashed, a whole stack deleted: nearly every group is
such a stretch. A group that is anything else, or that cannot have happened, is left to the general
plan, which also says what is wrong with it. Both give the same table; a property test holds them
together.
"""

from collections.abc import Sequence
from typing import Any

from dcg_events.projections.placing import placed
from dcg_events.projections.table import Card, Table
from dcg_events.vocabulary.places import PILED


def carry_stretch(table: Table, events: Sequence[dict[str, Any]]) -> bool:
    """Carry out a group of transfers if it is one stretch; otherwise change nothing.

    Returns:
        Whether it was carried out.

    Raises:
        ImpossibleEventError: If a card is not what the event says; nothing is changed.
    """
    origin, target = events[0]["from"], events[0]["to"]
    source, goal = _pile(table, origin), _pile(table, target)
    first, size = origin.get("position"), len(events)
    if source is None or goal is None or type(first) is not int:
        return False
    ordered = target["zone"] != "hand"
    step = _step(target, events[-1]["to"], size) if ordered else 0
    if first < 0 or not (step or not ordered) or not _neighbours(events, step):
        return False
    kept = len(goal) - (size if goal is source else 0)
    low = min(target["position"], events[-1]["to"]["position"]) if ordered else kept
    low += kept + size if low < 0 else 0
    leaving = source[first : first + size]
    if len(leaving) < size or not 0 <= low <= kept or not _are(leaving, events):
        return False
    arriving = list(map(placed, leaving, events))
    del source[first : first + size]
    goal[low:low] = arriving if step >= 0 else arriving[::-1]
    if table.showings:
        for card in leaving:
            table.forget_shown(card[0])
        table.show_no_more_of(target)
    unit = table.units.get(origin.get("unit", ""))
    if unit is not None and not unit.cards and not unit.links:
        del table.units[unit.id]
    return True


def _pile(table: Table, place: dict[str, Any]) -> list[Card] | None:
    """Return the pile, or the stack of a unit on the field, that a place is part of."""
    if place["zone"] in PILED:
        return table.sides[place["side"]][place["zone"]]
    unit = table.units.get(place.get("unit", ""))
    if unit is None or unit.zone != place["zone"] or unit.side != place["side"]:
        return None
    return unit.cards


def _step(first: dict[str, Any], last: dict[str, Any], size: int) -> int:
    """Return 1 or -1 if the cards arrive downwards or upwards, one after the other; 0 if not."""
    begin, end = first.get("position"), last.get("position")
    if type(begin) is not int or type(end) is not int or (begin < 0) != (end < 0):
        return 0
    if end - begin == size - 1:
        return 1
    return -1 if begin - end == size - 1 else 0


def _neighbours(events: Sequence[dict[str, Any]], step: int) -> bool:
    """Tell whether all cards leave and arrive in the places that follow from the first's."""
    origin, target = events[0]["from"], events[0]["to"]
    if "among" in origin or "among" in target:
        return False
    leaves, arrives = origin.copy(), target.copy()
    for event in events:
        if event["from"] != leaves or event["to"] != arrives:
            return False
        leaves["position"] += 1
        if step:
            arrives["position"] += step
    return True


def _are(cards: list[Card], events: Sequence[dict[str, Any]]) -> bool:
    """Tell whether the cards lie where the events say they did."""
    for card, event in zip(cards, events, strict=True):
        was = event["was"]
        if was is not None and was != card[0] and was[0] != "~":
            return False
    return True
