"""Corrections of the record: the scribe erred, the game did not.

A log has two time lines: when something happened at the table, and when it was recorded or
corrected. A `record_corrected` says what should stand at the place of an earlier event, that the
event never happened, or what happened after it and was not recorded. Nothing is deleted: whoever
reads a log as it was played puts each correction in its place.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from dcg_events.projections.fold import MALFORMED, Group, malformed

KIND: Final = "record_corrected"

INSIDE: Final = "event."
"""Begins the dotted path of a field of the event that stands in a correction."""

NEVER: Final = "never_happened"
"""Stands, within the program, for the kind of a recorded event that never happened."""

NOT_CORRECTED: Final = frozenset({"match_opened", "rewound", "recovered", "disclosed", KIND})
"""Kinds that no correction changes or adds: the frame of a log, and what follows from the log."""

Taken: TypeAlias = dict[str, Any] | None


class Moment(NamedTuple):
    """What happened at once.

    Attributes:
        place: The seq after which it lies in the past: that of the last event of its group, or the
            one it was inserted after.
        group: Its events.
        ends: Whether nothing else was inserted at that place.
    """

    place: int
    group: Group
    ends: bool


class Corrections:
    """What the corrections of a log say, as far as it has been read.

    Attributes:
        count: How many there were.
        last: Seq of the last group of them.
    """

    def __init__(self) -> None:
        self.count = 0
        self.last = -1
        self._events: dict[int, Taken] = {}
        self._inserted: dict[int, list[int]] = {}
        self._after: dict[int, int] = {}
        self._by: dict[int, int] = {}

    def __bool__(self) -> bool:
        return bool(self._events)

    def note(self, group: Group) -> None:
        """Take in a group of the log; the last correction of an event counts."""
        if group[0]["kind"] != KIND:
            return
        for event in group:
            if "event" not in event:
                continue  # a remark, for people
            self.count += 1
            try:
                _check(event)
            except MALFORMED as error:
                raise malformed(event) from error
            of = event.get("corrects")
            if of is None:
                of = event["seq"]
                self._inserted.setdefault(event["after"], []).append(of)
                self._after[of] = event["after"]
            self._events[of] = event["event"]
            self._by[of] = event["seq"]
        self.last = group[-1]["seq"]

    def took(self, group: Group) -> bool:
        """Tell whether a group of corrections stands in its places already."""
        last: int = group[-1]["seq"]
        return self.last >= last

    def copy(self) -> "Corrections":
        """Return corrections that more can be added to."""
        twin = Corrections()
        twin.count, twin.last = self.count, self.last
        twin._events, twin._after = dict(self._events), dict(self._after)
        twin._by = dict(self._by)
        twin._inserted = {place: seqs[:] for place, seqs in self._inserted.items()}
        return twin

    def replaces(self, seq: int) -> bool:
        """Tell whether something else stands in the place of a recorded event, or nothing."""
        return seq in self._events

    def about(self, correction: int) -> int | None:
        """Return the seq of the event that stands as a correction says it; None if none does."""
        return next((of for of, by in self._by.items() if by == correction), None)

    def place_of(self, seq: int) -> int:
        """Return the seq at whose place an event stands: its own, or the one it came after."""
        return self._after.get(seq, seq)

    def inserted(self, seq: int) -> bool:
        """Tell whether an event happened without having been recorded at its time."""
        return seq in self._after

    def apply(self, group: Group) -> Group:
        """Return a recorded group as it should have been recorded."""
        if all(event["seq"] not in self._events for event in group):
            return group
        return [self._event(event) for event in group]

    def _event(self, recorded: dict[str, Any]) -> dict[str, Any]:
        if recorded["seq"] not in self._events or recorded["kind"] == KIND:
            return recorded
        right = self._events[recorded["seq"]]
        if right is not None:
            return right
        common = ("seq", "group", "step", "of")
        return {"kind": NEVER} | {name: recorded[name] for name in common}

    def additions(self, place: int) -> list[dict[str, Any]]:
        """Return what happened after a group and was not recorded, in the order of the log."""
        added = (self._events[seq] for seq in self._inserted.get(place, ()))
        return [event for event in added if event is not None]

    def moments(self, groups: Iterable[Group]) -> Iterator[Moment]:
        """Yield what happened, in the order in which it did.

        Corrections themselves come along, at the places at which they were recorded.
        """
        if not self:
            for group in groups:
                yield Moment(group[-1]["seq"], group, ends=True)
            return
        for recorded in groups:
            place = recorded[-1]["seq"]
            added = self.additions(place)
            yield Moment(place, self.apply(recorded), not added)
            for left, event in zip(range(len(added) - 1, -1, -1), added, strict=True):
                yield Moment(place, [event], left == 0)


def _check(event: dict[str, Any]) -> None:
    """Refuse a correction that puts an event into another place than it says."""
    right, of = event["event"], event.get("corrects")
    place, seq = (event["after"], event["seq"]) if of is None else (of, of)
    wrong = right is not None and (right["seq"] != seq or right["kind"] in NOT_CORRECTED)
    if wrong or type(place) is not int or place >= event["seq"]:
        raise malformed(event)


def happened(group: Group) -> Group:
    """Return the events of a moment that did happen."""
    return [event for event in group if event["kind"] != NEVER]


def corrects(group: Group) -> bool:
    """Tell whether a group corrects what was recorded; remarks on the record do not."""
    return group[0]["kind"] == KIND and any("event" in event for event in group)
