"""Single faults, planted at random places of a recording, and what has to be reported of each."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from tests.reconciling.pairs import CannotBeToldError, Event, Groups, flat, shifted


@dataclass
class Planted:
    """A recording with a fault in it.

    Attributes:
        groups: The groups with the fault in them.
        natures: What it may be reported as.
        places: Seqs at which it may be reported. What was added has the seq of what it repeats,
            and a million.
    """

    groups: Groups
    natures: tuple[str, ...]
    places: set[int]

    @property
    def kinds(self) -> set[str]:
        """The kinds of the events in question."""
        return {event["kind"] for event in flat(self.groups) if event["seq"] in self.places} | {
            self.lost
        }

    lost: str = ""


MORE: Final = 1_000_000


def _copy(groups: Groups) -> Groups:
    return deepcopy(groups)


def _seqs(group: list[Event]) -> set[int]:
    return {event["seq"] for event in group}


def _content(group: list[Event]) -> list[Event]:
    """Say what a group tells, but for its place in the match."""
    own = ("seq", "group", "at", "was", "pending", "cause")
    return [{name: v for name, v in event.items() if name not in own} for event in group]


def _run(groups: Groups, index: int) -> set[int]:
    """Return the seqs of a group, and of the neighbours that tell the same: none can tell which."""
    places = set(_seqs(groups[index]))
    for step in (-1, 1):
        other = index + step
        while 0 < other < len(groups) and _content(groups[other]) == _content(groups[index]):
            places |= _seqs(groups[other])
            other += step
    return places


def _any(groups: Groups, dice: Random, wanted: Callable[[list[Event]], Any]) -> int:
    fitting = [i for i, group in enumerate(groups) if i and wanted(group)]
    if not fitting:
        raise CannotBeToldError
    return dice.choice(fitting)


def _is_told(group: list[Event]) -> bool:
    return group[0]["kind"] not in ("game_started", "noted", "disclosed", "rewound")


def lost(groups: Groups, dice: Random) -> Planted:
    index = _any(groups, dice, _is_told)
    rest = _copy(groups)
    del rest[index]
    return Planted(rest, ("only_a",), _run(groups, index), groups[index][0]["kind"])


def doubled(groups: Groups, dice: Random) -> Planted:
    index = _any(groups, dice, _is_told)
    more = _copy(groups)
    again = deepcopy(groups[index])
    for event in again:
        event["seq"] += MORE
    more.insert(index + 1, again)
    return Planted(more, ("only_b",), _run(groups, index) | _seqs(again))


def swapped(groups: Groups, dice: Random) -> Planted:
    def differs(group: list[Event]) -> bool:
        index = group[0]["group"]
        after = by_first.get(index + len(group))
        return after is not None and _content(after) != _content(group) and _is_told(after)

    by_first = {group[0]["group"]: group for group in groups}
    index = _any(groups, dice, lambda group: _is_told(group) and differs(group))
    other = _copy(groups)
    if other[index + 1][0]["group"] != groups[index][0]["group"] + len(groups[index]):
        raise CannotBeToldError
    other[index : index + 2] = other[index : index + 2][::-1]
    places = _seqs(groups[index]) | _seqs(groups[index + 1])
    return Planted(other, ("order",), places)


def _changed(
    groups: Groups, dice: Random, wanted: Callable[[Event], Any], change: Callable[[Event], None]
) -> Planted:
    fitting = [event["seq"] for event in flat(groups)[1:] if wanted(event)]
    if not fitting:
        raise CannotBeToldError
    seq = dice.choice(fitting)
    other = _copy(groups)
    for event in flat(other):
        if event["seq"] == seq:
            change(event)
    return Planted(other, ("differs",), {seq})


def wrong_number(groups: Groups, dice: Random) -> Planted:
    """Misread a card when it is first seen; its scribe goes on to call it so."""
    known: set[str] = set()
    first: set[int] = set()
    for event in flat(groups):
        if event["kind"] == "transferred" and event.get("number") is not None:
            if event.get("was") not in known and event["from"]["zone"] != "outside":
                first.add(event["seq"])
            known.add(str(event["seq"]))

    def misread(event: Event) -> None:
        event["number"] = "ZZ9-999"
        event["misread"] = True

    return _changed(groups, dice, lambda event: event["seq"] in first, misread)


def wrong_count(groups: Groups, dice: Random) -> Planted:
    fields = {"cost_paid": "paid", "attempted": "wanted", "de_digivolved": "declared"}

    def miscount(event: Event) -> None:
        event[fields[event["kind"]]] += dice.choice((1, 2))

    return _changed(groups, dice, lambda event: event["kind"] in fields, miscount)


def wrong_attested_count(groups: Groups, dice: Random) -> Planted:
    def miscount(event: Event) -> None:
        dice.choice(event["counts"])["count"] += 1

    return _changed(
        groups, dice, lambda event: event["kind"] == "state_attested" and event["counts"], miscount
    )


def wrong_memory(groups: Groups, dice: Random) -> Planted:
    def shift(event: Event) -> None:
        event["after"] += 1 if event["after"] < 10 else -1

    return _changed(groups, dice, lambda event: event["kind"] == "memory_changed", shift)


def other_result(groups: Groups, dice: Random) -> Planted:
    def turn(event: Event) -> None:
        event["winner"] = {"p1": "p2", "p2": "p1", None: "p1"}[event["winner"]]

    return _changed(groups, dice, lambda event: event["kind"] == "game_ended", turn)


def other_orientation(groups: Groups, dice: Random) -> Planted:
    def turn(event: Event) -> None:
        event["orientation"] = (
            "suspended" if event["orientation"] == "unsuspended" else "unsuspended"
        )

    return _changed(groups, dice, lambda event: event["kind"] == "orientation_changed", turn)


def lost_step(groups: Groups, dice: Random) -> Planted:
    """Tell one card fewer of those that are drawn together."""

    def is_draw(group: list[Event]) -> bool:
        return len(group) > 1 and all(event.get("manner") == "draw" for event in group)

    index = _any(groups, dice, is_draw)
    rest = _copy(groups)
    last = max(rest[index], key=lambda event: event["from"]["position"])
    rest[index].remove(last)
    return Planted(rest, ("only_a",), _seqs(groups[index]))


def wrong_order(groups: Groups, dice: Random) -> Planted:
    """Exchange the places at which two cards of a moment arrive."""

    def pairs(group: list[Event]) -> list[tuple[int, int]]:
        return [
            (i, j)
            for i, one in enumerate(group)
            for j, two in enumerate(group)
            if i < j
            and one["kind"] == two["kind"] == "transferred"
            and one.get("number") != two.get("number")
            and None not in (one.get("number"), two.get("number"))
            and one["to"].get("unit") == two["to"].get("unit")
            and [one["to"][part] for part in ("zone", "side") if part in one["to"]]
            == [two["to"][part] for part in ("zone", "side") if part in two["to"]]
            and isinstance(one["to"].get("position"), int)
            and isinstance(two["to"].get("position"), int)
        ]

    index = _any(groups, dice, pairs)
    other = _copy(groups)
    i, j = dice.choice(pairs(other[index]))
    one, two = other[index][i], other[index][j]
    one["to"]["position"], two["to"]["position"] = two["to"]["position"], one["to"]["position"]
    return Planted(other, ("order",), _seqs(groups[index]))


def late(groups: Groups, dice: Random) -> Planted:
    index = _any(groups, dice, lambda group: group[0].get("at") is not None)
    other = _copy(groups)
    for event in other[index]:
        event["at"] = shifted(event["at"], 900)
    return Planted(other, ("time",), _seqs(groups[index]))


def clock_changed(groups: Groups, dice: Random) -> Planted:
    index = _any(
        groups, dice, lambda group: group[0].get("at") is not None and group[0]["seq"] > 20
    )
    other = _copy(groups)
    for event in flat(other[index:]):
        event["at"] = shifted(event["at"], 900)
    return Planted(other, ("time",), _seqs(groups[index]))


PLANTS: Final[dict[str, Callable[[Groups, Random], Planted]]] = {
    "lost": lost,
    "lost_step": lost_step,
    "doubled": doubled,
    "swapped": swapped,
    "wrong_number": wrong_number,
    "wrong_count": wrong_count,
    "wrong_attested_count": wrong_attested_count,
    "wrong_memory": wrong_memory,
    "wrong_order": wrong_order,
    "other_result": other_result,
    "other_orientation": other_orientation,
    "late": late,
    "clock_changed": clock_changed,
}
