"""The common group, fast: every card is told by its place, and no position is sealed.

A group that is anything else, or that cannot have happened, is left to the general plan, which
also says what is wrong with it. Both give the same table; a property test holds them together.
"""

from operator import itemgetter
from typing import Any, Final

from dcg_events.projections.locating import UNORDERED
from dcg_events.projections.table import Card, Table
from dcg_events.vocabulary.places import PILED

_new: Final = tuple.__new__


def carry_out_openly(table: Table, events: list[dict[str, Any]]) -> bool:
    """Carry out a group of transfers if all of it is open; otherwise change nothing.

    Returns:
        Whether it was carried out.
    """
    if table.showings:
        return False
    leaving: dict[int, tuple[list[Card], set[int]]] = {}
    arriving: dict[int, tuple[list[Card], list[tuple[int | None, Card]]]] = {}
    last_source: list[Card] | None = None
    last_goal: list[Card] | None = None
    gone: set[int] = set()
    coming: list[tuple[int | None, Card]] = []
    for event in events:
        origin, target = event["from"], event["to"]
        source = _open_list(table, origin)
        goal = _open_list(table, target)
        if source is None or goal is None:
            return False
        if source is not last_source:
            last_source = source
            _, gone = leaving.setdefault(id(source), (source, set()))
        if goal is not last_goal:
            last_goal = goal
            _, coming = arriving.setdefault(id(goal), (goal, []))
        index, was, number = origin.get("position"), event["was"], event["number"]
        if type(index) is not int or not 0 <= index < len(source) or index in gone:
            return False
        old = source[index]
        if was is not None and was[0] != "~" and was != old[0]:
            return False
        if number is not None:
            if number[0] == "~":
                number = None
            elif old[1] is not None and old[1] != number:
                return False
        position = target.get("position")
        if position is None and target["zone"] not in UNORDERED:
            return False
        gone.add(index)
        card = (str(event["seq"]), number, event["owner"], event["facing"] == "up")
        coming.append((position, _new(Card, card)))
    seats = _seat(leaving, arriving)
    if seats is None:
        return False
    for source, indices in leaving.values():
        for index in sorted(indices, reverse=True):
            del source[index]
    for goal, seated in seats:
        for index, card in seated:
            goal.insert(index, card)
    for event in events:
        unit_id = event["from"].get("unit")
        if unit_id in table.units:
            unit = table.units[unit_id]
            if not unit.cards and not unit.links:
                del table.units[unit_id]
    return True


def _open_list(table: Table, place: dict[str, Any]) -> list[Card] | None:
    """Return the list a place is part of, if it is an ordinary one."""
    if "among" in place:
        return None
    if place["zone"] in PILED:
        return table.sides[place["side"]][place["zone"]]
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
