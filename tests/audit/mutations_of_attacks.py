"""Mutations: attacks, checks and battles (CR 4.2 §11-2, §11-4, §13-1, §14-2)."""

from random import Random
from typing import Any, Final

from dcg_events.projections.table import Unit
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
    moments,
    place,
    places,
    spliced,
    table_before,
)
from tests.lawful.board import other
from tests.lawful.desk import Event

ATTACK: Final = kind("attack_declared")


def _in_main(groups: Groups, dice: Random, fits: Any) -> tuple[int, Unit] | None:
    """Return a moment between two actions of a main phase, and a unit that fits then."""
    acts = lambda e: e["kind"] in ("declared", "attack_declared", "passed")  # noqa: E731
    found = [index for index, _ in places(groups, acts)]
    dice.shuffle(found)
    for index in found[:12]:
        table = table_before(groups, index)
        units = [unit for unit in table.units.values() if fits(unit, table)]
        if units and table.phase == "main" and not table.no_area:
            return index, dice.choice(units)
    return None


def _attack(groups: Groups, dice: Random, fits: Any) -> Groups | None:
    """Let a unit attack that may not."""
    found = _in_main(groups, dice, fits)
    if found is None:
        return None
    index, unit = found
    player = table_before(groups, index).turn_player or "p1"
    action = {"kind": "action", "player": player}
    told: Event = {"kind": "attack_declared", "attack": "m", "player": player, "unit": unit.id}
    told |= {"target": {"player": other(player)}, "cause": action}
    turned = {"kind": "orientation_changed", "unit": unit.id, "orientation": "suspended"}
    group = [*added(told), *added(turned, cause=action)]
    return [*groups[:index], group]


def suspended_unit_attacked(groups: Groups, dice: Random) -> Groups | None:
    """A suspended unit attacked."""
    return _attack(
        groups,
        dice,
        lambda u, t: u.suspended and (u.side, u.zone) == (t.turn_player, "battle"),
    )


def bred_unit_attacked(groups: Groups, dice: Random) -> Groups | None:
    """A unit attacked from the breeding area."""
    return _attack(groups, dice, lambda u, t: (u.side, u.zone) == (t.turn_player, "breeding"))


def unit_of_the_other_attacked(groups: Groups, dice: Random) -> Groups | None:
    """A player attacked with a unit of the other's."""
    return _attack(
        groups, dice, lambda u, t: u.zone == "battle" and u.side not in (None, t.turn_player)
    )


def new_unit_attacked(groups: Groups, dice: Random) -> Groups | None:
    """A unit attacked in the turn in which it was played."""
    played = list(places(groups, kind("transferred", manner="play", of=1)))
    dice.shuffle(played)
    for index, step in played:
        event = groups[index][step]
        declared = groups[index + 1][0]["kind"] in ("declared", "attack_declared", "passed")
        if event["cause"]["kind"] != "action" or not declared:
            continue
        name = str(event["seq"])
        return _attack([*groups[: index + 2]], dice, lambda u, _, name=name: u.id == name)
    return None


def attacker_not_suspended(groups: Groups, dice: Random) -> Groups | None:
    """An attacking unit was not suspended."""
    found = moments(groups, lambda g: ATTACK(g[0]) and len(g) == 2)
    return missed(groups, dice.choice(found), 1) if found else None


def unsuspended_target(groups: Groups, dice: Random) -> Groups | None:
    """An unsuspended Digimon was attacked."""
    found = list(places(groups, ATTACK))
    dice.shuffle(found)
    for index, step in found:
        player = groups[index][step]["player"]
        for unit in table_before(groups, index).units.values():
            if (unit.side, unit.zone) == (other(player), "battle") and not unit.suspended:
                target = {"player": other(player), "unit": unit.id}
                return edited(groups, (index, step), target=target)
    return None


def attacked_itself(groups: Groups, dice: Random) -> Groups | None:
    """A player attacked that very player."""
    found = place(groups, dice, ATTACK)
    return found and edited(groups, found, target={"player": groups[found[0]][0]["player"]})


def attack_unended(groups: Groups, dice: Random) -> Groups | None:
    """The end of an attack is not on record."""
    found = [
        (index, step)
        for index, step in places(groups, kind("attack_ended"))
        if groups[index + 1][0]["kind"] != "game_ended"
    ]
    return lost(groups, dice.choice(found)) if found else None


def checked_after_the_attack(groups: Groups, dice: Random) -> Groups | None:
    """A card was checked in an attack that was over."""
    found = place(groups, dice, kind("security_checked"))
    if found is None:
        return None
    event = groups[found[0]][0]
    end = next(
        i for i, group in enumerate(groups) if i > found[0] and group[0]["kind"] == "attack_ended"
    )
    return spliced(groups, end + 1, 0, added(fresh(event)))


def _step(step: str, *, taken: bool | None = None) -> Any:
    def test(event: Event) -> Any:
        fits = event["kind"] == "attack_stepped" and event["step_taken"] == step
        return fits and taken in (None, event["taken"])

    return test


def attacker_countered(groups: Groups, dice: Random) -> Groups | None:
    """The attacking player is said to have countered or blocked."""
    test = lambda e: _step("counter")(e) or _step("block")(e)  # noqa: E731
    found = place(groups, dice, test)
    return found and edited(groups, found, player=other(groups[found[0]][0]["player"]))


def countered_after_the_block(groups: Groups, dice: Random) -> Groups | None:
    """The counter timing came after the block timing."""
    found = [
        index
        for index, _ in places(groups, _step("counter", taken=False))
        if _step("block")(groups[index + 1][0])
    ]
    if not found:
        return None
    index = dice.choice(found)
    late = [marked(event) for event in groups[index]]
    return spliced(groups, index, 2, groups[index + 1], late)


def blocked_twice(groups: Groups, dice: Random) -> Groups | None:
    """An attack was blocked a second time."""
    found = place(groups, dice, _step("block", taken=True))
    return found and spliced(groups, found[0] + 1, 0, added(fresh(groups[found[0]][0])))


def blocked_without_target(groups: Groups, dice: Random) -> Groups | None:
    """What is attacked after a block is not on record."""
    return edited(groups, place(groups, dice, _step("block", taken=True)), target=None)


def blocker_not_suspended(groups: Groups, dice: Random) -> Groups | None:
    """A blocking unit was not suspended."""
    found = place(groups, dice, _step("block", taken=True))
    return found and missed(groups, found[0], 1)


def blocker_suspended_before(groups: Groups, dice: Random) -> Groups | None:
    """A suspended unit blocked."""
    found = place(groups, dice, _step("block", taken=True))
    if found is None:
        return None
    block, turned = (fresh(event) for event in groups[found[0]])
    turned["cause"] = {"kind": "effect", "player": other(block["player"])}
    return spliced(groups, found[0], 1, added(turned), added(block))


ATTACKS: Final = (
    *found_by("attacker-suspended", "11-2", suspended_unit_attacked),
    *found_by("attacker-astray", "11-2", bred_unit_attacked, unit_of_the_other_attacked),
    *found_by("attacker-just-came", "7-1-2-1", new_unit_attacked),
    *found_by("attacker-not-suspended", "11-2", attacker_not_suspended),
    *found_by("target-astray", "11-2", unsuspended_target, attacked_itself),
    *found_by("attack-unended attack-in-attack", "11-2", attack_unended, later=True),
    *found_by("attack-astray", "11-2", checked_after_the_attack),
    *found_by("attack-step-player", "11-4", attacker_countered),
    *found_by("attack-step-order", "11-4", countered_after_the_block),
    *found_by("attack-step-twice", "11-4", blocked_twice),
    *found_by("block-without-target", "11-4", blocked_without_target),
    *found_by("blocker-not-suspended", "11-4", blocker_not_suspended),
    *found_by("blocker-unable", "11-4", blocker_suspended_before),
)
