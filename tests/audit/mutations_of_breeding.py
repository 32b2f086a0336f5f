"""Mutations: the breeding area and what reaches into it (CR 4.0 §3-4-5; CR 4.2 §4-17, §4-18)."""

from random import Random
from typing import Any, Final

from dcg_events.projections.table import Table, Unit
from tests.audit.mutating import (
    Groups,
    Test,
    added,
    edited,
    found_by,
    fresh,
    marked,
    place,
    places,
    spliced,
    table_before,
)
from tests.lawful.desk import Event


def _at(groups: Groups, dice: Random, test: Test) -> tuple[int, Table, Unit] | None:
    """Return a moment of some kind with a unit in a breeding area, the table before it and that."""
    found = [index for index, _ in places(groups, test)]
    dice.shuffle(found)
    for index in found[:12]:
        table = table_before(groups, index)
        units = [unit for unit in table.units.values() if unit.zone == "breeding"]
        if units:
            return index, table, dice.choice(units)
    return None


def _in_phase(phase: str) -> Test:
    return lambda e: e["kind"] == "phase_entered" and e["phase"] == phase


def _second_hatch(groups: Groups, dice: Random) -> tuple[int, Event, Unit] | None:
    """Return a moment in which a player with a unit in breeding passed, and a hatch instead."""
    found = _at(groups, dice, lambda e: e["kind"] == "passed" and e["what"] == "breeding")
    if found is None:
        return None
    index, table, _ = found
    player = groups[index][0]["player"]
    breeding = [u for u in table.units.values() if (u.side, u.zone) == (player, "breeding")]
    if not breeding or not table.sides[player]["egg_deck"]:
        return None
    eggs, goal = {"zone": "egg_deck", "side": player}, {"zone": "breeding", "side": player}
    told: Event = {"kind": "transferred", "manner": "hatch", "owner": player, "to": goal}
    told |= {"from": {**eggs, "position": 0}, "cause": {"kind": "action", "player": player}}
    return index, told, breeding[0]


def second_unit_in_breeding(groups: Groups, dice: Random) -> Groups | None:
    """A second Digi-Egg was hatched while a unit stood in the breeding area."""
    found = _second_hatch(groups, dice)
    return None if found is None else spliced(groups, found[0], 1, added(found[1]))


def hatched_onto_a_unit(groups: Groups, dice: Random) -> Groups | None:
    """A Digi-Egg was hatched onto the unit in the breeding area."""
    found = _second_hatch(groups, dice)
    if found is None:
        return None
    index, told, unit = found
    told["to"] |= {"unit": unit.id, "position": 0}
    return spliced(groups, index, 1, added(told))


def suspended_in_breeding(groups: Groups, dice: Random) -> Groups | None:
    """An effect that does not name the breeding area suspended a unit there."""
    found = _at(groups, dice, lambda e: e["kind"] == "effect_activated")
    if found is None:
        return None
    index, _, unit = found
    event = groups[index][0]
    cause = {"kind": "effect", "event": event["seq"], "player": event["player"], "breeding": False}
    told: Event = {"kind": "orientation_changed", "unit": unit.id, "orientation": "suspended"}
    return spliced(groups, index + 1, 0, added(told, cause=cause))


def breeding_not_named(groups: Groups, dice: Random) -> Groups | None:
    """An effect on the breeding area is said not to name it."""
    found = []
    for index, step in places(groups, lambda e: (e.get("cause") or {}).get("breeding")):
        event = groups[index][step]
        if event["kind"] == "transferred" and event["of"] == 1:
            zones = event["from"]["zone"], event["to"]["zone"]
            if "breeding" in zones:
                found.append((index, step))
    if not found:
        return None
    where = dice.choice(found)
    cause = groups[where[0]][where[1]]["cause"]
    return edited(groups, where, cause={**cause, "breeding": False})


def triggered_in_breeding(groups: Groups, dice: Random) -> Groups | None:
    """An effect of a card in the breeding area triggered."""
    found = _at(groups, dice, _in_phase("main"))
    if found is None:
        return None
    index, _, unit = found
    told = _trigger(unit.side, unit.cards[0].id)
    return spliced(groups, index + 1, 0, added(told, cause={"kind": "rule", "breeding": False}))


def _trigger(player: str, source: str | None) -> Event:
    told: Event = {"kind": "effect_triggered", "pending": "m", "player": player, "source": source}
    return {**told, "timing": "OnUseAttack"}


def chosen_in_breeding(groups: Groups, dice: Random) -> Groups | None:
    """A unit in the breeding area was chosen for an effect that does not name it."""
    found = _at(groups, dice, lambda e: e["kind"] == "choice_made" and e.get("units"))
    if found is None:
        return None
    index, _, unit = found
    event = groups[index][0]
    if unit.id in event["units"]:
        return None
    units = [*event["units"], unit.id]
    cause = {**event["cause"], "breeding": False}
    return edited(groups, (index, 0), units=units, chosen=[unit.id], cause=cause)


def offered_in_breeding(groups: Groups, dice: Random) -> Groups | None:
    """A unit in the breeding area could be chosen for an effect that does not name it."""
    made = chosen_in_breeding(groups, dice)
    if made is None:
        return None
    index = next(i for i, group in enumerate(made) if group is not groups[i])
    return edited(made, (index, 0), chosen=groups[index][0]["chosen"])


def triggered_by_breeding(groups: Groups, dice: Random) -> Groups | None:
    """An effect triggered on a digivolution in the breeding area."""

    def test(event: Event) -> Any:
        raised = event["kind"] == "transferred" and event["manner"] == "digivolve"
        return raised and event["to"]["zone"] == "breeding"

    found = list(places(groups, test))
    dice.shuffle(found)
    for index, step in found:
        event = groups[index][step]
        side = event["to"]["side"]
        units = table_before(groups, index).units.values()
        ready = [unit for unit in units if (unit.side, unit.zone) == (side, "battle")]
        if ready:
            cause = {"kind": "rule", "event": event["seq"], "breeding": False}
            return spliced(groups, index + 1, 0, added(_trigger(side, ready[0].id), cause=cause))
    return None


def condition_met_by_breeding(groups: Groups, dice: Random) -> Groups | None:
    """An effect was activated whose condition only the breeding area met."""
    activated = {
        event["pending"]
        for group in groups
        for event in group
        if event["kind"] == "effect_activated" and event.get("pending")
    }

    def test(event: Event) -> Any:
        return event["kind"] == "effect_triggered" and event["pending"] in activated

    found = place(groups, dice, test)
    if found is None:
        return None
    event = fresh(groups[found[0]][found[1]])
    kept: Event = {name: event[name] for name in ("pending", "player") if name in event}
    told: Event = {"kind": "effect_not_activated", "reason": "breeding", **kept}
    return spliced(groups, found[0] + 1, 0, added(told))


def hatched_in_the_main_phase(groups: Groups, dice: Random) -> Groups | None:
    """A Digi-Egg was hatched after the main phase had begun."""
    return _swapped_with_phase(groups, dice, lambda e: e.get("manner") == "hatch")


def moved_in_the_main_phase(groups: Groups, dice: Random) -> Groups | None:
    """A unit was moved out of the breeding area after the main phase had begun."""
    return _swapped_with_phase(groups, dice, lambda e: e["kind"] == "moved")


def _swapped_with_phase(groups: Groups, dice: Random, test: Test) -> Groups | None:
    found = [
        index for index, _ in places(groups, test) if groups[index + 1][0].get("phase") == "main"
    ]
    if not found:
        return None
    index = dice.choice(found)
    late = [marked(event) for event in groups[index]]
    return spliced(groups, index, 2, groups[index + 1], late)


def moved_back(groups: Groups, dice: Random) -> Groups | None:
    """A player moved a unit back to the breeding area."""
    found = place(groups, dice, lambda e: e["kind"] == "moved")
    if found is None:
        return None
    event = fresh(groups[found[0]][found[1]])
    return spliced(groups, found[0] + 1, 0, added(event, to="breeding"))


def hatched_and_moved(groups: Groups, dice: Random) -> Groups | None:
    """A player hatched and moved a unit in the same breeding phase."""
    found = place(groups, dice, lambda e: e.get("manner") == "hatch")
    if found is None:
        return None
    event = groups[found[0]][found[1]]
    told: dict[str, Any] = {"kind": "moved", "unit": str(event["seq"]), "to": "battle"}
    return spliced(groups, found[0] + 1, 0, added(told, cause=event["cause"]))


def egg_moved(groups: Groups, dice: Random) -> Groups | None:
    """A unit without DP was moved to the battle area."""
    return hatched_and_moved(groups, dice)


BREEDING: Final = (
    *found_by("breeding-full", "3-4-5-2", second_unit_in_breeding),
    *found_by("hatched-onto-a-unit", "3-4-5-2", hatched_onto_a_unit),
    *found_by("breeding-affected", "3-4-5-3", suspended_in_breeding, breeding_not_named),
    *found_by("breeding-effect", "3-4-5-4", triggered_in_breeding),
    *found_by("breeding-chosen", "3-4-5-5", chosen_in_breeding),
    *found_by("breeding-read", "3-4-5-8", offered_in_breeding),
    *found_by("breeding-trigger", "3-4-5-6", triggered_by_breeding),
    *found_by("breeding-condition", "3-4-5-7", condition_met_by_breeding, later=True),
    *found_by("phase-of-breeding", "4-18", hatched_in_the_main_phase),
    *found_by("phase-of-breeding", "4-17", moved_in_the_main_phase),
    *found_by("moved-back", "4-17", moved_back),
    *found_by("bred-twice", "6-1-2", hatched_and_moved),
    *found_by("moved-without-dp", "4-17", egg_moved),
)
