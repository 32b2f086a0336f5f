"""Mutations: security checks and battles (CR 4.2 §13-1, §14-2)."""

from random import Random
from typing import Any, Final

from tests.audit.mutating import (
    Groups,
    added,
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
    table_before,
)
from tests.lawful.board import other
from tests.lawful.desk import Event


def checked_into_the_trash(groups: Groups, dice: Random) -> Groups | None:
    """A checked card went from the stack to the trash at once."""
    found = place(groups, dice, kind("transferred", manner="check"))
    if found is None:
        return None
    side = groups[found[0]][0]["from"]["side"]
    return edited(groups, found, to={"zone": "trash", "side": side, "position": 0})


def two_checked_at_once(groups: Groups, dice: Random) -> Groups | None:
    """A second card was checked while the first was there."""
    found = [
        index
        for index, _ in places(groups, kind("transferred", manner="check"))
        if len(table_before(groups, index).sides[groups[index][0]["from"]["side"]]["security"]) > 1
    ]
    if not found:
        return None
    index = dice.choice(found)
    second = fresh(groups[index][0])
    for name in ("was", "number"):
        second.pop(name, None)
    return spliced(groups, index + 2, 0, added(second))


def own_security_checked(groups: Groups, dice: Random) -> Groups | None:
    """The security of the attacking player was checked."""
    found = place(groups, dice, kind("security_checked"))
    return found and edited(groups, found, player=other(groups[found[0]][0]["player"]))


def checked_without_attacker(groups: Groups, dice: Random) -> Groups | None:
    """Another card was checked after the attacking Digimon had fallen."""
    found = []
    for index, _ in places(groups, kind("security_checked")):
        battle, fell = groups[index + 1][0], groups[index + 2][0]
        attacker = battle["kind"] == "battle_resolved" and battle["fighters"][0].get("unit")
        if attacker in (battle.get("losers") or ()) and fell["from"].get("unit") == attacker:
            found.append(index)
    if not found:
        return None
    index = dice.choice(found)
    return spliced(groups, index + 3, 0, added(fresh(groups[index][0])))


def higher_dp_lost(groups: Groups, dice: Random) -> Groups | None:
    """The Digimon with more DP lost a battle."""

    def test(event: Event) -> Any:
        if event["kind"] != "battle_resolved" or len(event["losers"]) != 1:
            return False
        return all("unit" in fighter for fighter in event["fighters"])

    found = place(groups, dice, test)
    if found is None:
        return None
    event = groups[found[0]][0]
    names = [fighter["unit"] for fighter in event["fighters"]]
    return edited(groups, found, losers=[name for name in names if name not in event["losers"]])


def security_digimon_lost(groups: Groups, dice: Random) -> Groups | None:
    """A checked Digimon is said to have lost its battle."""

    def test(event: Event) -> Any:
        return event["kind"] == "battle_resolved" and any("card" in f for f in event["fighters"])

    found = place(groups, dice, test)
    if found is None:
        return None
    cards = [f["card"] for f in groups[found[0]][0]["fighters"] if "card" in f]
    return edited(groups, found, losers=cards)


def another_battled(groups: Groups, dice: Random) -> Groups | None:
    """Another unit than the attacker battled."""
    found = list(places(groups, kind("battle_resolved")))
    dice.shuffle(found)
    for index, step in found:
        fighters = [dict(fighter) for fighter in groups[index][step]["fighters"]]
        names = {fighter.get("unit") for fighter in fighters}
        side = fighters[0]["player"]
        for unit in table_before(groups, index).units.values():
            if unit.side == side and unit.id not in names and "unit" in fighters[0]:
                fighters[0]["unit"] = unit.id
                return edited(groups, (index, step), fighters=fighters)
    return None


def loser_stayed(groups: Groups, dice: Random) -> Groups | None:
    """A Digimon that lost a battle was not deleted."""
    battles = {group[0]["seq"] for group in groups if group[0]["kind"] == "battle_resolved"}

    def fell(group: list[Event]) -> bool:
        cause = group[0].get("cause") or {}
        return group[0]["kind"] == "transferred" and cause.get("event") in battles

    found = [
        index
        for index in moments(groups, fell)
        if groups[index + 1][0]["kind"] == "attack_ended"
        or (
            groups[index + 1][0].get("manner") == "trash"
            and groups[index + 2][0]["kind"] == "attack_ended"
        )
    ]
    return missed(groups, dice.choice(found)) if found else None


def losers_apart(groups: Groups, dice: Random) -> Groups | None:
    """Two that fell at once, by a battle or a rule check, are recorded one after the other."""

    def both(group: list[Event]) -> bool:
        lone = all(e["kind"] == "transferred" and e["manner"] == "delete" for e in group)
        by_rule = (group[0].get("cause") or {}).get("kind") == "rule"
        return lone and by_rule and len({e["from"]["unit"] for e in group}) == 2

    found = moments(groups, both)
    if not found:
        return None
    index = dice.choice(found)
    first = groups[index][0]["from"]["unit"]
    parts: tuple[list[Event], list[Event]] = ([], [])
    for event in groups[index]:
        part = parts[event["from"]["unit"] != first]
        told = fresh(event)
        told["to"].pop("position", None)
        part.append(marked(told))
    for part in parts:
        sides: dict[str, int] = {}
        for event in reversed(part):
            side = event["to"]["side"]
            event["to"]["position"] = sides.setdefault(side, 0)
            sides[side] += 1
    return [*groups[:index], *parts, *groups[index + 1 :]]


CHECKS: Final = (
    *found_by("in-use-elsewhere", "13-1-6", checked_into_the_trash),
    *found_by("checks-together", "13-1-8", two_checked_at_once),
    *found_by("check-astray", "13-1-8", own_security_checked),
    *found_by("check-without-attacker", "13-1-8", checked_without_attacker),
    *found_by("battle-loser", "14-2", higher_dp_lost, security_digimon_lost),
    *found_by("battle-astray", "14-2", another_battled),
    *found_by("battle-loser-stays", "14-2", loser_stayed, later=True),
    *found_by("deleted-apart", "14-2 17-1", losers_apart),
)
