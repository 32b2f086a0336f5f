"""Mutations: effects that wait, used Options, what is shown (CR 4.2 §15-4, §9-1, §15-15-3)."""

from random import Random
from typing import Any, Final

from tests.audit.mutating import (
    Groups,
    added,
    edited,
    found_by,
    fresh,
    kind,
    lost,
    marked,
    missed,
    place,
    places,
    reaches,
    spliced,
)
from tests.lawful.board import other
from tests.lawful.desk import Event

_LULLS: Final = ("attack_declared", "passed", "phase_entered", "turn_ended")
_ENDS: Final = ("effect_resolved", "effect_not_activated")


def _blocks(groups: Groups) -> dict[str, tuple[int, int]]:
    """Return for each waiting effect from which to which group it is carried out."""
    begun: dict[str, int] = {}
    blocks: dict[str, tuple[int, int]] = {}
    for index, _ in places(groups, lambda e: e.get("pending")):
        event = groups[index][0]
        if event["kind"] == "effect_activated":
            begun[event["pending"]] = index
        elif event["kind"] in _ENDS:
            blocks[event["pending"]] = begun.get(event["pending"], index), index
    return blocks


def _swapped(groups: Groups, dice: Random, fits: Any) -> Groups | None:
    """Let the second of two effects go first that follow each other."""
    triggers = {
        groups[i][0]["pending"]: groups[i][0] for i, _ in places(groups, kind("effect_triggered"))
    }
    blocks, found = _blocks(groups), []
    ends = {end: name for name, (_, end) in blocks.items()}
    for name, (begin, end) in blocks.items():
        before = ends.get(begin - 1)
        activated = groups[begin][0]["kind"] == "effect_activated"
        if not activated or before is None or not {before, name} <= triggers.keys():
            continue
        surely_waited = groups[begin - 1][0].get("reason") in (None, "declined")
        if surely_waited and fits(triggers[before], triggers[name]):
            found.append((*blocks[before], end))
    if not found:
        return None
    first, middle, last = dice.choice(found)
    one, two = groups[first : middle + 1], groups[middle + 1 : last + 1]
    early = [[marked(event) for event in group] for group in two]
    return spliced(groups, first, last + 1 - first, *early, *one)


def effect_of_the_other_first(groups: Groups, dice: Random) -> Groups | None:
    """An effect of the other player went before one of the turn player's."""

    def fits(one: Event, two: Event) -> Any:
        together = one["pending"].split("-")[0] == two["pending"].split("-")[0]
        return together and one["player"] != two["player"] and one["manner"] == two["manner"]

    return _swapped(groups, dice, fits)


def derived_effect_later(groups: Groups, dice: Random) -> Groups | None:
    """What an effect set off was activated after an effect that had been waiting."""
    blocks = _blocks(groups)

    def test(event: Event) -> Any:
        waits = kind("effect_triggered", manner="triggered")(event)
        return waits and event["pending"] in blocks

    found = [
        (index, blocks[groups[index][0]["pending"]])
        for index, _ in places(groups, test)
        if groups[blocks[groups[index][0]["pending"]][0]][0]["kind"] == "effect_activated"
    ]
    if not found:
        return None
    index, (_, end) = dice.choice(found)
    told: Event = {"pending": "m", "player": groups[index][0]["player"]}
    trigger: Event = {"kind": "effect_triggered", "manner": "derived", **told}
    late = spliced(groups, end + 1, 0, added({"kind": "effect_activated", **told}))
    return spliced(_numbered(late), index + 1, 0, added(trigger))


def _numbered(groups: Groups) -> Groups:
    """Return the groups with the places that their events will have."""
    told, seq = [], 0
    for group in groups:
        told.append([{**event, "seq": seq + step} for step, event in enumerate(group)])
        seq += len(group)
    return told


def activation_chosen_by_the_other(groups: Groups, dice: Random) -> Groups | None:
    """The other player chose which effect went first."""
    found = place(groups, dice, lambda e: e["kind"] == "effect_activated" and e.get("ordering"))
    if found is None:
        return None
    ordering = groups[found[0]][0]["ordering"]
    return edited(groups, found, ordering={**ordering, "chooser": other(ordering["chooser"])})


def chosen_from_others(groups: Groups, dice: Random) -> Groups | None:
    """The effect that went first is not among those that could be chosen."""
    found = place(groups, dice, lambda e: e["kind"] == "effect_activated" and e.get("ordering"))
    if found is None:
        return None
    event = groups[found[0]][0]
    names = [name for name in event["ordering"]["candidates"] if name != event["pending"]]
    return edited(groups, found, ordering={**event["ordering"], "candidates": names})


def trigger_unsaid(groups: Groups, dice: Random) -> Groups | None:
    """That an effect triggered is not on record."""
    return lost(groups, place(groups, dice, kind("effect_triggered")))


def activated_twice(groups: Groups, dice: Random) -> Groups | None:
    """An effect that triggered once was activated twice."""
    found = place(groups, dice, lambda e: e["kind"] == "effect_resolved" and e.get("pending"))
    if found is None:
        return None
    event = fresh(groups[found[0]][0])
    told: Event = {name: event[name] for name in ("pending", "player", "timing") if name in event}
    return spliced(groups, found[0] + 1, 0, added({"kind": "effect_activated", **told}))


def left_waiting(groups: Groups, dice: Random) -> Groups | None:
    """That an effect was declined is not on record."""
    found = [
        where
        for where in places(groups, kind("effect_not_activated", reason="declined"))
        if (source := groups[where[0]][0].get("source"))
        if reaches(groups, where[0] + 1, ("turn_ended",), source)
    ]
    return lost(groups, dice.choice(found)) if found else None


def option_left(groups: Groups, dice: Random) -> Groups | None:
    """A used Option was not trashed."""
    return _left(groups, dice, "use")


def checked_card_left(groups: Groups, dice: Random) -> Groups | None:
    """A checked card was not trashed."""
    return _left(groups, dice, "check")


def _left(groups: Groups, dice: Random, manner: str) -> Groups | None:
    taken = {str(group[0]["seq"]) for group in groups if group[0].get("manner") == manner}
    test = lambda e: e.get("manner") == "trash" and e.get("was") in taken  # noqa: E731
    found = [
        where for where in places(groups, test) if reaches(groups, where[0] + 1, _LULLS, "trash")
    ]
    return lost(groups, dice.choice(found)) if found else None


def look_unended(groups: Groups, dice: Random) -> Groups | None:
    """That cards which were looked at were hidden again is not on record."""
    found = [
        where
        for where in places(groups, kind("showing_ended"))
        if reaches(groups, where[0] + 1, ("turn_ended",), "deck", "security")
    ]
    return missed(groups, *dice.choice(found)) if found else None


def revealed_card_drawn(groups: Groups, dice: Random) -> Groups | None:
    """A card that was being revealed was drawn by the same effect."""

    def test(event: Event) -> Any:
        return event["kind"] == "revealed" and event["place"]["zone"] == "deck"

    found = place(groups, dice, test)
    if found is None:
        return None
    event = groups[found[0]][0]
    side = event["place"]["side"]
    told: Event = {"kind": "transferred", "manner": "draw", "owner": side, "cause": event["cause"]}
    told["from"] = {"zone": "deck", "side": side, "position": 0}
    return spliced(groups, found[0] + 1, 0, added(told, to={"zone": "hand", "side": side}))


EFFECTS: Final = (
    *found_by("activation-order", "15-4-3-5", effect_of_the_other_first),
    *found_by("derived-later", "15-4-5", derived_effect_later),
    *found_by("activation-chooser", "15-4-3-5", activation_chosen_by_the_other),
    *found_by("activation-candidates", "15-4-3-5", chosen_from_others),
    *found_by("pending-untriggered", "15-4", trigger_unsaid, later=True),
    *found_by("pending-untriggered", "15-4", activated_twice),
    *found_by("pending-left", "15-4", left_waiting, later=True),
    *found_by("left-in-no-area", "9-1-5", option_left, later=True),
    *found_by("left-in-no-area checks-together", "13-1-8", checked_card_left, later=True),
    *found_by("showing-unended", "15-15-3", look_unended, later=True),
    *found_by("drew-a-revealed-card", "15-15-3-5", revealed_card_drawn),
)
