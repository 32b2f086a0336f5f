"""Mutations: turns and phases (CR 4.2 §6)."""

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
    moments,
    note,
    place,
    places,
    reaches,
    spliced,
    table_before,
)
from tests.lawful.board import other
from tests.lawful.desk import Event


def two_turns_running(groups: Groups, dice: Random) -> Groups | None:
    """The same player had the next turn too."""
    found = place(groups, dice, lambda e: e["kind"] == "turn_started" and e["turn"] > 1)
    if found is None:
        return None
    return edited(groups, found, player=other(groups[found[0]][0]["player"]))


def turn_skipped(groups: Groups, dice: Random) -> Groups | None:
    """A turn has the number after the next."""
    found = place(groups, dice, kind("turn_started"))
    return found and edited(groups, found, turn=groups[found[0]][0]["turn"] + 1)


def turn_unended(groups: Groups, dice: Random) -> Groups | None:
    """The end of a turn is not on record."""
    found = [
        w for w in places(groups, kind("turn_ended")) if reaches(groups, w[0], ("turn_started",))
    ]
    return lost(groups, dice.choice(found)) if found else None


def other_turn_ended(groups: Groups, dice: Random) -> Groups | None:
    """The turn of the other player is said to have ended."""
    found = place(groups, dice, kind("turn_ended"))
    return found and edited(groups, found, player=other(groups[found[0]][0]["player"]))


def ended_with_memory(groups: Groups, dice: Random) -> Groups | None:
    """A turn ended with memory on its player's side."""
    found = [
        index
        for index, _ in places(groups, kind("turn_ended", reason="pass"))
        if groups[index - 2][0].get("reason") == "pass"
        if table_before(groups, index - 3).memory * _sign(groups[index][0]) >= 0
    ]
    if not found:
        return None
    index = dice.choice(found)
    told = [note(groups[index - 3][0])], [note(groups[index - 2][0])], groups[index - 1]
    ended = [marked(groups[index][0], reason="memory")]
    return [*groups[: index - 3], *told, ended, *groups[index + 1 :]]


def _sign(event: Event) -> int:
    return 1 if event["player"] == "p1" else -1


def acted_without_memory(groups: Groups, dice: Random) -> Groups | None:
    """A player passed the turn with memory on the other side already."""
    found = [
        index
        for index, _ in places(groups, kind("phase_entered", phase="end"))
        if groups[index - 1][0].get("reason") == "cost"
        or groups[index - 1][0].get("manner") == "play"
    ]
    if not found:
        return None
    index = dice.choice(found)
    table = table_before(groups, index)
    if table.memory * (1 if table.turn_player == "p1" else -1) >= 0:
        return None
    told: Event = {"kind": "passed", "player": table.turn_player, "what": "turn"}
    return spliced(groups, index, 0, added(told))


def phases_swapped(groups: Groups, dice: Random) -> Groups | None:
    """The draw phase came after the breeding phase."""
    found = [
        index
        for index, _ in places(groups, kind("phase_entered", phase="draw"))
        if groups[index + 1][0].get("phase") == "breeding"
        or (len(groups) > index + 2 and groups[index + 2][0].get("phase") == "breeding")
    ]
    index = dice.choice(found)
    told = edited(groups, (index, 0), phase="breeding") or groups
    late = index + 1 if groups[index + 1][0].get("phase") == "breeding" else index + 2
    return edited(told, (late, 0), phase="draw")


def phase_unrecorded(groups: Groups, dice: Random) -> Groups | None:
    """That a phase began is not on record."""
    phase = dice.choice(("unsuspend", "draw", "breeding"))
    return lost(groups, place(groups, dice, kind("phase_entered", phase=phase)))


def acted_in_the_others_turn(groups: Groups, dice: Random) -> Groups | None:
    """A player passed in the other's main phase."""
    found = place(groups, dice, kind("phase_entered", phase="main"))
    if found is None:
        return None
    player = table_before(groups, found[0]).turn_player or "p1"
    action = {"kind": "action", "player": other(player)}
    told: Event = {"kind": "passed", "player": other(player), "what": "turn", "cause": action}
    return spliced(groups, found[0] + 1, 0, added(told))


def lone_unit_not_unsuspended(groups: Groups, dice: Random) -> Groups | None:
    """The only suspended unit of the turn player was not unsuspended."""
    test = kind("orientation_changed", orientation="unsuspended", of=1, cause={"kind": "rule"})
    return lost(groups, place(groups, dice, test))


def one_of_several_not_unsuspended(groups: Groups, dice: Random) -> Groups | None:
    """One of several suspended units of the turn player was not unsuspended."""

    def test(event: Event) -> Any:
        turned = kind("orientation_changed", orientation="unsuspended", cause={"kind": "rule"})
        return turned(event) and event["of"] > 1

    return lost(groups, place(groups, dice, test))


def unsuspended_one_by_one(groups: Groups, dice: Random) -> Groups | None:
    """Units of the unsuspend phase were unsuspended one after the other."""
    unsuspended = kind("orientation_changed", orientation="unsuspended", cause={"kind": "rule"})
    found = moments(groups, lambda g: len(g) > 1 and unsuspended(g[0]))
    if not found:
        return None
    index = dice.choice(found)
    apart = [added(fresh(event)) for event in groups[index]]
    return [*groups[:index], *apart, *groups[index + 1 :]]


def turn_unbegun(groups: Groups, dice: Random) -> Groups | None:
    """That a turn began is not on record."""
    found = [w for w in places(groups, kind("turn_started")) if groups[w[0]][0]["turn"] > 1]
    return lost(groups, dice.choice(found)) if found else None


FLOW: Final = (
    *found_by("turn-player", "6-1-4-1", two_turns_running),
    *found_by("turn-number", "6-1-4-1", turn_skipped),
    *found_by("turn-unended", "6-1-4-1", turn_unended, later=True),
    *found_by("turn-ended-otherwise", "6-1-4-1", other_turn_ended),
    *found_by("ended-with-memory", "6-6-4", ended_with_memory),
    *found_by("acted-without-memory", "6-1-4-1", acted_without_memory),
    *found_by("phase-order", "6-1-2", phases_swapped),
    *found_by("phase-unrecorded", "6-1-2", phase_unrecorded, later=True),
    *found_by("phase-of-acting", "6-1-2", acted_in_the_others_turn),
    *found_by(
        "not-unsuspended",
        "6-2-1",
        lone_unit_not_unsuspended,
        one_of_several_not_unsuspended,
        later=True,
    ),
    *found_by("unsuspended-apart", "6-2-1", unsuspended_one_by_one),
    *found_by("phase-without-turn", "6-1-2", turn_unbegun, later=True),
)
