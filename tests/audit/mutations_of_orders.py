"""Mutations: who orders cards, in which order they lie, whether it is shown (CR 4.0 §3-1-3-4)."""

from random import Random
from typing import Any, Final

from tests.audit.mutating import (
    Groups,
    changed,
    found_by,
    marked,
    moments,
    with_event,
)
from tests.lawful.board import other
from tests.lawful.desk import Event

PILES: Final = ("deck", "egg_deck", "security")


def is_ordered(event: Event) -> bool:
    return event["kind"] == "transferred" and bool(event.get("ordering"))


def by_effect(event: Event) -> bool:
    return (event.get("cause") or {}).get("kind") == "effect"


def _ordered_group(group: list[Event]) -> bool:
    return sum(is_ordered(event) and by_effect(event) for event in group) > 1


def _with_ordering(event: Event, **changes: Any) -> Event:
    return marked(event, ordering={**event["ordering"], **changes})


def wrong_chooser(groups: Groups, dice: Random) -> Groups | None:
    """The other player chose the whole order."""
    found = moments(groups, _ordered_group)
    if not found:
        return None
    index = dice.choice(found)
    chooser = next(e for e in groups[index] if is_ordered(e))["ordering"]["chooser"]
    group = [
        _with_ordering(event, chooser=other(chooser)) if is_ordered(event) else event
        for event in groups[index]
    ]
    return changed(groups, index, *group)


def _one_ordered(groups: Groups, dice: Random, **changes: Any) -> Groups | None:
    found = moments(groups, _ordered_group)
    if not found:
        return None
    index = dice.choice(found)
    step = dice.choice([i for i, event in enumerate(groups[index]) if is_ordered(event)])
    event = groups[index][step]
    if changes.get("chooser") == "other":
        changes["chooser"] = other(event["ordering"]["chooser"])
    return with_event(groups, index, step, _with_ordering(event, **changes))


def wrong_chooser_of_one_card(groups: Groups, dice: Random) -> Groups | None:
    """The other player chose the place of one card."""
    return _one_ordered(groups, dice, chooser="other")


def chooser_unsaid(groups: Groups, dice: Random) -> Groups | None:
    """Who chose the order of one card is not on record."""
    return _one_ordered(groups, dice, chooser=None)


def _pair(groups: Groups, dice: Random) -> tuple[int, int, int] | None:
    """Return a group and two steps whose cards were put side by side at a pile's bottom."""
    found = []
    for index in moments(groups, _ordered_group):
        for one, first in enumerate(groups[index]):
            for two, second in enumerate(groups[index]):
                if not (is_ordered(first) and is_ordered(second)):
                    continue
                goal = first["to"], second["to"]
                if goal[0]["zone"] not in PILES or goal[0]["side"] != goal[1]["side"]:
                    continue
                if goal[0]["zone"] != goal[1]["zone"]:
                    continue
                if goal[0]["position"] + 1 == goal[1]["position"]:
                    found.append((index, one, two))
    return dice.choice(found) if found else None


def swapped_places(groups: Groups, dice: Random) -> Groups | None:
    """Two cards lie the other way round than was chosen."""
    found = _pair(groups, dice)
    if found is None:
        return None
    index, one, two = found
    group = list(groups[index])
    upper, lower = group[one]["to"], group[two]["to"]
    group[one], group[two] = marked(group[one], to=lower), marked(group[two], to=upper)
    return changed(groups, index, *group)


def same_rank_twice(groups: Groups, dice: Random) -> Groups | None:
    """Two cards side by side are said to have had the same rank."""
    found = _pair(groups, dice)
    if found is None:
        return None
    index, one, two = found
    rank = groups[index][one]["ordering"]["rank"]
    return with_event(groups, index, two, _with_ordering(groups[index][two], rank=rank))


def _could_be_ordered(group: list[Event]) -> bool:
    """Tell whether different cards were put into one pile, and none from a security stack."""
    first = group[0]
    return (
        _ordered_group(group)
        and all(is_ordered(event) for event in group)
        and first["to"]["zone"] == "deck"
        and all(event["to"] | {"position": 0} == first["to"] | {"position": 0} for event in group)
        and all(event["from"]["zone"] not in ("security", "egg_deck") for event in group)
        and len({event["number"] for event in group}) == len(group)
    )


def _without_ordering(event: Event) -> Event:
    return {name: value for name, value in marked(event).items() if name != "ordering"}


def order_unsaid(groups: Groups, dice: Random) -> Groups | None:
    """That somebody chose an order is not on record."""
    found = moments(groups, _could_be_ordered)
    if not found:
        return None
    index = dice.choice(found)
    return changed(groups, index, *map(_without_ordering, groups[index]))


def order_of_the_first_unsaid(groups: Groups, dice: Random) -> Groups | None:
    """The first of several cards has no place in the chosen order."""
    found = moments(groups, _could_be_ordered)
    if not found:
        return None
    index = dice.choice(found)
    return with_event(groups, index, 0, _without_ordering(groups[index][0]))


def order_by_another_clause(groups: Groups, dice: Random) -> Groups | None:
    """The order is said to rest on the clause about effects that wait."""

    def into_a_pile(group: list[Event]) -> bool:
        return _ordered_group(group) and all(e["to"]["zone"] in PILES for e in group)

    found = moments(groups, into_a_pile)
    if not found:
        return None
    index = dice.choice(found)
    group = [_with_ordering(event, basis="15-4-3-5") for event in groups[index]]
    return changed(groups, index, *group)


def _public_to_a_pile(group: list[Event]) -> bool:
    piles = [
        (event["to"]["zone"], event["to"]["side"])
        for event in group
        if is_ordered(event) and event["ordering"]["public"] and event["to"]["zone"] in PILES
    ]
    return len(set(piles)) == 1 < len(piles) == sum(map(is_ordered, group))


def order_kept_secret(groups: Groups, dice: Random) -> Groups | None:
    """The order of cards that all could see was not shown."""
    found = moments(groups, _public_to_a_pile)
    if not found:
        return None
    index = dice.choice(found)
    group = [_with_ordering(e, public=False) if is_ordered(e) else e for e in groups[index]]
    return changed(groups, index, *group)


def order_of_one_kept_secret(groups: Groups, dice: Random) -> Groups | None:
    """The place of one of several cards that all could see was not shown."""
    found = moments(groups, _public_to_a_pile)
    if not found:
        return None
    index = dice.choice(found)
    steps = [step for step, event in enumerate(groups[index]) if is_ordered(event)]
    step = dice.choice(steps)
    return with_event(groups, index, step, _with_ordering(groups[index][step], public=False))


_CHOOSERS: Final = "order-chooser order-chooser-player order-chooser-owner"

ORDERS: Final = (
    *found_by(_CHOOSERS, "3-1-3-4", wrong_chooser, wrong_chooser_of_one_card),
    *found_by("order-chooser-missing", "3-1-3-4", chooser_unsaid),
    *found_by("order-not-kept", "3-1-3-4 3-1-3-9-1", swapped_places, same_rank_twice),
    *found_by("order-missing order-incomplete", "3-1-3-4", order_unsaid, order_of_the_first_unsaid),
    *found_by("order-basis", "3-1-3-4", order_by_another_clause),
    *found_by(
        "order-not-public order-of-open-cards-not-public",
        "3-1-3-6",
        order_kept_secret,
        order_of_one_kept_secret,
        languages=("ja",),
    ),
)
