"""The common group, fast: every card is told by its place, and no position is sealed.

A group that is anything else, or that cannot have happened, is left to the general plan, which
also says what is wrong with it. Both give the same table; a property test holds them together.
"""

from operator import itemgetter
from typing import Any

from dcg_events.projections.locating import UNORDERED
from dcg_events.projections.placing import placed
from dcg_events.projections.table import Card, Table
from dcg_events.vocabulary.places import PILED


def carry_out_openly(table: Table, events: list[dict[str, Any]]) -> bool:
    """Carry out a group of transfers if all of it is open; otherwise change nothing.

    Returns:
        Whether it was carried out.

    Raises:
        ImpossibleEventError: If a card is not what the event says; nothing is changed.
    """
    leaving: dict[int, tuple[list[Card], set[int]]] = {}
    arriving: dict[int, tuple[list[Card], list[tuple[int | None, Card]]]] = {}
    for event in events:
        passage = _open_passage(table, event)
        if passage is None:
            return False
        source, index, goal, position = passage
        leave = leaving.get(id(source))
        if leave is None:
            leave = leaving[id(source)] = (source, set())
        if index in leave[1]:
            return False
        leave[1].add(index)
        arrive = arriving.get(id(goal))
        if arrive is None:
            arrive = arriving[id(goal)] = (goal, [])
        arrive[1].append((position, placed(source[index], event)))
    seats = _seat(leaving, arriving)
    if seats is None:
        return False
    for source, indices in leaving.values():
        for index in sorted(indices, reverse=True):
            if table.showings:
                table.forget_shown(source[index][0])
            del source[index]
    for goal, seated in seats:
        for index, card in seated:
            goal.insert(index, card)
    _drop_empty_units(table, events)
    return True


def _open_passage(
    table: Table, event: dict[str, Any]
) -> tuple[list[Card], int, list[Card], int | None] | None:
    """Return where a card leaves and arrives, if both are told by position."""
    origin, target = event["from"], event["to"]
    if "among" in origin or "among" in target:
        return None
    zone, goal_zone = origin["zone"], target["zone"]
    sides = table.sides
    source = sides[origin["side"]][zone] if zone in PILED else _stack(table, origin)
    goal = sides[target["side"]][goal_zone] if goal_zone in PILED else _stack(table, target)
    index, was = origin.get("position"), event["was"]
    if source is None or goal is None or type(index) is not int or not 0 <= index < len(source):
        return None
    if was is not None and was[0] != "~" and was != source[index][0]:
        return None
    position = target.get("position")
    if position is None and goal_zone not in UNORDERED:
        return None
    return source, index, goal, position


def _drop_empty_units(table: Table, events: list[dict[str, Any]]) -> None:
    for event in events:
        unit_id = event["from"].get("unit")
        if unit_id in table.units:
            unit = table.units[unit_id]
            if not unit.cards and not unit.links:
                del table.units[unit_id]


def _stack(table: Table, place: dict[str, Any]) -> list[Card] | None:
    """Return the stack of a unit that is on the field already."""
    unit = table.units.get(place.get("unit", ""))
    if unit is None or unit.zone != place["zone"] or unit.side != place["side"]:
        return None
    return unit.cards


def _seat(
    leaving: dict[int, tuple[list[Card], set[int]]],
    arriving: dict[int, tuple[list[Card], list[tuple[int | None, Card]]]],
) -> list[tuple[list[Card], list[tuple[int, Card]]]] | None:
    """Give each arriving card its index, ascending; None if two want one, or one is not there."""
    seats: list[tuple[list[Card], list[tuple[int, Card]]]] = []
    for key, (goal, cards) in arriving.items():
        kept = len(goal) - (len(leaving[key][1]) if key in leaving else 0)
        size = kept + len(cards)
        if cards[0][0] is None:
            seated = [(kept + step, card) for step, (_, card) in enumerate(cards)]
            if any(position is not None for position, _ in cards):
                return None
        else:
            seated = []
            for position, card in cards:
                if position is None or not -size <= position < size:
                    return None
                seated.append((position if position >= 0 else position + size, card))
            seated.sort(key=itemgetter(0))
            if len({index for index, _ in seated}) < len(seated):
                return None
        seats.append((goal, seated))
    return seats
