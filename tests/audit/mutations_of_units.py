"""Mutations: links, De-Digivolve, tokens, Overflow, fusions (CR 4.2 §4-9-5, §4-19, §8-2)."""

from random import Random
from typing import Final

from tests.audit.mutating import (
    Groups,
    added,
    changed,
    edited,
    found_by,
    fresh,
    kind,
    marked,
    missed,
    moments,
    place,
    places,
    spliced,
)


def linked_twice(groups: Groups, dice: Random) -> Groups | None:
    """A second card was linked, and the first stayed."""
    found = moments(groups, lambda g: len(g) > 1 and any(e.get("manner") == "link" for e in g))
    return missed(groups, dice.choice(found), 0) if found else None


def link_trashed_before(groups: Groups, dice: Random) -> Groups | None:
    """A link card was trashed before the new one came."""
    found = moments(groups, lambda g: len(g) > 1 and g[-1].get("manner") == "link")
    if not found:
        return None
    index = dice.choice(found)
    apart = [added(fresh(event)) for event in groups[index]]
    return [*groups[:index], *apart, *groups[index + 1 :]]


def stripped_from_below(groups: Groups, dice: Random) -> Groups | None:
    """De-Digivolve trashed the second card of a Digimon instead of the top one."""
    found = [
        index + 1
        for index, _ in places(groups, kind("de_digivolved"))
        if len(groups[index + 1]) == 1 and groups[index + 1][0].get("manner") == "trash"
    ]
    if not found:
        return None
    index = dice.choice(found)
    event = marked(groups[index][0])
    for name in ("was", "number"):
        event.pop(name, None)
    event["from"]["position"] = 1
    return changed(groups, index, event)


def token_in_trash(groups: Groups, dice: Random) -> Groups | None:
    """A token went to the trash."""
    found = place(groups, dice, kind("transferred", manner="remove", of=1))
    if found is None:
        return None
    owner = groups[found[0]][found[1]]["owner"]
    return edited(groups, found, to={"zone": "trash", "side": owner, "position": 0})


def overflow_later(groups: Groups, dice: Random) -> Groups | None:
    """Memory moved for Overflow only at the end of the turn."""
    found = list(places(groups, kind("memory_changed", reason="overflow")))
    dice.shuffle(found)
    for index, _ in found:
        end = next(
            (i for i in range(index, len(groups)) if groups[i][0].get("phase") == "end"), None
        )
        if end is not None:
            event = fresh(groups[index][0])
            return [*spliced(groups[: end + 1], index, 1), added(event)]
    return None


def _fused(groups: Groups) -> list[int]:
    return moments(groups, lambda g: g[0].get("route") == "dna" and len(g) > 1)


def fused_suspended(groups: Groups, dice: Random) -> Groups | None:
    """A DNA digivolved Digimon is suspended."""
    found = _fused(groups)
    return edited(groups, (dice.choice(found), 0), orientation="suspended") if found else None


def fused_stack_mixed_up(groups: Groups, dice: Random) -> Groups | None:
    """The stack of a material of a DNA digivolution was turned round."""
    found = [
        (index, step)
        for index in _fused(groups)
        for step in range(1, len(groups[index]) - 1)
        if groups[index][step]["from"].get("unit") == groups[index][step + 1]["from"].get("unit")
    ]
    if not found:
        return None
    index, step = dice.choice(found)
    group = list(groups[index])
    one, two = group[step], group[step + 1]
    group[step], group[step + 1] = marked(one, to=two["to"]), marked(two, to=one["to"])
    return changed(groups, index, *group)


def material_left_behind(groups: Groups, dice: Random) -> Groups | None:
    """A card of a material of a DNA digivolution stayed where it was."""
    found = [
        index for index in _fused(groups) if (groups[index][-1]["from"].get("position") or 0) > 0
    ]
    if not found:
        return None
    index = dice.choice(found)
    return missed(groups, index, len(groups[index]) - 1)


def materials_apart(groups: Groups, dice: Random) -> Groups | None:
    """The last material of a DNA digivolution was placed after the others."""
    found = [index for index in _fused(groups) if groups[index][-1]["from"].get("position") == 0]
    if not found:
        return None
    index = dice.choice(found)
    *first, last = [fresh(event) for event in groups[index]]
    return [*groups[:index], first, added(last), *groups[index + 1 :]]


UNITS: Final = (
    *found_by("link-limit", "4-9-5", linked_twice),
    *found_by("link-replaced-before", "4-9-5", link_trashed_before),
    *found_by("de-digivolve", "16-12", stripped_from_below),
    *found_by("token-kept", "4-21-5", token_in_trash),
    *found_by("overflow-late", "4-19", overflow_later),
    *found_by("dna-unit", "8-2", fused_suspended),
    *found_by("dna-order", "8-2", fused_stack_mixed_up),
    *found_by("material-left-behind", "7-2", material_left_behind),
    *found_by("materials-apart", "7-2", materials_apart),
)
