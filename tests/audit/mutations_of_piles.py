"""Mutations: in which order cards leave piles, and that piles keep theirs (CR 4.0 §3-2)."""

from random import Random
from typing import Final

from tests.audit.mutating import (
    Groups,
    added,
    changed,
    edited,
    found_by,
    fresh,
    marked,
    moments,
    place,
    spliced,
    table_before,
    with_event,
)
from tests.lawful.board import other
from tests.lawful.desk import Event


def _milled(group: list[Event]) -> bool:
    return len(group) > 1 and all(
        event["kind"] == "transferred"
        and event["manner"] == "trash"
        and event["from"]["zone"] in ("deck", "security")
        and not event.get("ordering")
        and event["from"].get("position") == step
        for step, event in enumerate(group)
    )


def milled_from_below(groups: Groups, dice: Random) -> Groups | None:
    """Cards from the top of a pile were trashed lowest first."""
    found = moments(groups, _milled)
    if not found:
        return None
    index = dice.choice(found)
    group = groups[index]
    places = [event["to"] for event in group]
    told = [marked(e, to=to) for e, to in zip(reversed(group), places, strict=True)]
    return changed(groups, index, *told)


def milled_in_pieces(groups: Groups, dice: Random) -> Groups | None:
    """Cards that were trashed together are recorded one after the other."""
    found = moments(groups, _milled)
    if not found:
        return None
    index = dice.choice(found)
    apart = [added(fresh(event), to={**event["to"], "position": 0}) for event in groups[index]]
    for one in apart:
        one[0]["from"]["position"] = 0
    return [*groups[:index], *apart, *groups[index + 1 :]]


def _from_second(groups: Groups, dice: Random, manner: str, zone: str) -> Groups | None:
    found = place(
        groups,
        dice,
        lambda e: (
            e["kind"] == "transferred"
            and (e["manner"], e["of"]) == (manner, 1)
            and e["from"]["zone"] == zone
            and (e.get("cause") or {}).get("kind") != "effect"
        ),
    )
    if found is None:
        return None
    event = groups[found[0]][found[1]]
    if len(table_before(groups, found[0]).sides[event["from"]["side"]][zone]) < 2:
        return None
    kept: Event = {name: value for name, value in event.items() if name not in ("was", "number")}
    return with_event(groups, *found, marked(kept, **{"from": {**event["from"], "position": 1}}))


def second_card_drawn(groups: Groups, dice: Random) -> Groups | None:
    """The second card of the deck was drawn."""
    return _from_second(groups, dice, "draw", "deck")


def second_egg_hatched(groups: Groups, dice: Random) -> Groups | None:
    """The second card of the Digi-Egg deck was hatched."""
    return _from_second(groups, dice, "hatch", "egg_deck")


def second_card_checked(groups: Groups, dice: Random) -> Groups | None:
    """The second security card was checked."""
    return _from_second(groups, dice, "check", "security")


def _reordered(groups: Groups, dice: Random, zone: str, by: str = "p1") -> Groups | None:
    found = place(groups, dice, lambda e: e["kind"] == "phase_entered" and e["phase"] == "main")
    if found is None:
        return None
    table = table_before(groups, found[0])
    size = len(table.sides["p1"][zone])
    if size < 2:
        return None
    event = {"kind": "reordered", "zone": zone, "side": "p1", "first": 0, "count": 2}
    told: Event = {
        **event,
        "order": [1, 0],
        "chooser": by,
        "cause": {"kind": "action", "player": by},
    }
    return spliced(groups, found[0] + 1, 0, added(told))


def deck_reordered(groups: Groups, dice: Random) -> Groups | None:
    """A player changed the order of a deck."""
    return _reordered(groups, dice, "deck")


def egg_deck_reordered(groups: Groups, dice: Random) -> Groups | None:
    """A player changed the order of a Digi-Egg deck."""
    return _reordered(groups, dice, "egg_deck")


def security_reordered(groups: Groups, dice: Random) -> Groups | None:
    """A player changed the order of a security stack."""
    return _reordered(groups, dice, "security")


def others_deck_reordered(groups: Groups, dice: Random) -> Groups | None:
    """A player changed the order of the other's deck."""
    return _reordered(groups, dice, "deck", by="p2")


def _put_lowest(groups: Groups, dice: Random, by: str) -> Groups | None:
    found = place(groups, dice, lambda e: e["kind"] == "phase_entered" and e["phase"] == "main")
    if found is None or len(table_before(groups, found[0]).sides["p1"]["deck"]) < 2:
        return None
    pile = {"zone": "deck", "side": "p1"}
    told: Event = {"kind": "transferred", "manner": "return", "owner": "p1"}
    told |= {"from": {**pile, "position": 0}, "to": {**pile, "position": -1}}
    action = {"kind": "action", "player": by}
    return spliced(groups, found[0] + 1, 0, added(told, by=by, cause=action))


def top_card_put_lowest(groups: Groups, dice: Random) -> Groups | None:
    """A player put the top card of the own deck to the bottom."""
    return _put_lowest(groups, dice, "p1")


def others_top_card_put_lowest(groups: Groups, dice: Random) -> Groups | None:
    """A player put the top card of the other's deck to the bottom."""
    return _put_lowest(groups, dice, "p2")


def _sorted_for_another(groups: Groups, dice: Random, zone: str) -> Groups | None:
    found = place(groups, dice, lambda e: e["kind"] == "reordered" and e["zone"] == zone)
    if found is None:
        return None
    one = other(groups[found[0]][found[1]]["side"])
    action = {"kind": "action", "player": one}
    return edited(groups, found, by=one, chooser=one, cause=action)


def others_trash_sorted(groups: Groups, dice: Random) -> Groups | None:
    """A player sorted the other's trash."""
    return _sorted_for_another(groups, dice, "trash")


def others_hand_sorted(groups: Groups, dice: Random) -> Groups | None:
    """A player sorted the other's hand."""
    return _sorted_for_another(groups, dice, "hand")


def first_security_card_highest(groups: Groups, dice: Random) -> Groups | None:
    """A security card of the set-up was put under the one before."""
    del dice
    found = moments(groups, lambda g: len(g) > 1 and all(e.get("manner") == "place" for e in g))
    if not found:
        return None
    group = groups[found[0]]
    places = [event["to"] for event in group]
    told = [marked(e, to=to) for e, to in zip(group, reversed(places), strict=True)]
    return changed(groups, found[0], *told)


PILES: Final = (
    *found_by("not-top-first", "3-2-4 3-7-5", milled_from_below),
    *found_by("one-by-one", "3-2-4 3-7-5", milled_in_pieces),
    *found_by("not-the-top-card", "3-2-4", second_card_drawn),
    *found_by("not-the-top-card", "3-3-4", second_egg_hatched),
    *found_by("not-the-top-card", "3-7-5", second_card_checked),
    *found_by("order-changed", "3-2-3", deck_reordered),
    *found_by("order-changed", "3-3-3", egg_deck_reordered),
    *found_by("order-changed", "3-7-3", security_reordered),
    *found_by(
        "order-changed-by-other order-changed", "3-2-3", others_deck_reordered, languages=("ja",)
    ),
    *found_by("order-changed-by-placing", "3-2-3", top_card_put_lowest),
    *found_by(
        "order-changed-by-others-placing order-changed-by-placing",
        "3-2-3",
        others_top_card_put_lowest,
        languages=("ja",),
    ),
    *found_by("sorted-for-another", "3-6-2", others_trash_sorted, languages=("en",)),
    *found_by("sorted-for-another", "3-5-2", others_hand_sorted, languages=("en",)),
    *found_by("setup-security-order", "5-2-1", first_security_card_highest),
)
