"""The common group, fast: neighbouring cards of one pile go, as neighbours, to another place.

Five cards drawn, security set, the top cards trashed, a whole stack deleted: nearly every group is
such a stretch. A group that is anything else, or that cannot have happened, is left to the general
plan, which also says what is wrong with it. Both give the same table; a property test holds them
together.
"""

from collections.abc import Sequence
from typing import Any

from dcg_events.projections.placing import placed
from dcg_events.projections.table import UNSEEN, Card, Table
from dcg_events.vocabulary.places import PILED


def carry_stretch(table: Table, events: Sequence[dict[str, Any]]) -> bool:
    """Carry out a group of transfers if it is one stretch; otherwise change nothing.

    Returns:
        Whether it was carried out.

    Raises:
        ImpossibleEventError: If a card is not what the event says; nothing is changed.
    """
    origin, target = events[0]["from"], events[0]["to"]
    first, size = origin.get("position"), len(events)
    if type(first) is not int or first < 0 or "among" in origin or "among" in target:
        return False
    source, goal = _pile(table, origin), _pile(table, target)
    if source is None or goal is None:
        return False
    kept = len(goal) - (size if goal is source else 0)
    step, low = 0, kept
    if target["zone"] != "hand":
        last = events[-1]["to"].get("position")
        step = _step(target.get("position"), last, size)
        if not step:
            return False
        low = min(target["position"], last)
        low += kept + size if low < 0 else 0
    leaving = source[first : first + size]
    if len(leaving) < size or not 0 <= low <= kept:
        return False
    arriving = _arriving(leaving, events, step)
    if arriving is None:
        return False
    del source[first : first + size]
    goal[low:low] = arriving if step >= 0 else arriving[::-1]
    if table.showings:
        for card in leaving:
            table.forget_shown(card[0])
        table.show_no_more_of(target)
    if not source and "unit" in origin:
        unit = table.units[origin["unit"]]
        if not unit.cards and not unit.links:
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


def _step(begin: object, end: object, size: int) -> int:
    """Return 1 or -1 if the cards arrive downwards or upwards, one after the other; 0 if not."""
    if type(begin) is not int or type(end) is not int or (begin < 0) != (end < 0):
        return 0
    if end - begin == size - 1:
        return 1
    return -1 if begin - end == size - 1 else 0


def _arriving(
    leaving: list[Card], events: Sequence[dict[str, Any]], step: int
) -> list[Card] | None:
    """Return what the cards become, or None if not all are the neighbours of the first.

    All leave and arrive in the places that follow from the first's, and are the cards that lie
    there, as far as the events say.
    """
    leaves, arrives = events[0]["from"].copy(), events[0]["to"].copy()
    to_hand = arrives["zone"] == "hand"
    arriving = []
    for card, event in zip(leaving, events, strict=True):
        was, number = event["was"], event["number"]
        if event["from"] != leaves or event["to"] != arrives:
            return None
        if was is not None and was != card[0] and was[0] != "~":
            return None
        leaves["position"] += 1
        if step:
            arrives["position"] += step
        if number is not None and number[0] != "~":
            arriving.append(placed(card, event))
        elif to_hand and number is not None:  # as `placed` has it, here and below, without the call
            arriving.append(UNSEEN)
        else:
            up = event["facing"] == "up"
            arriving.append(Card((str(event["seq"]), None, event["owner"], up)))
    return arriving
