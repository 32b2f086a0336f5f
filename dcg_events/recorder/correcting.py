"""Correct the record: complete the right event at its place, and refuse what cannot be.

The recorder takes a correction if the match, played again with it, could have happened, and if
nobody would have been told less or more of what was recorded since.
"""

from typing import Any, Final, TypeAlias

from dcg_events.errors import EventError, ImpossibleEventError
from dcg_events.events.codec import PlainEvent
from dcg_events.projections.backdating import Setting, corrected_seq, settings_of
from dcg_events.projections.correcting import KIND, NEVER, NOT_CORRECTED, Moment, corrects, happened
from dcg_events.projections.course import Course, course_of, groups_until
from dcg_events.projections.fold import Group
from dcg_events.projections.rewinding import Again, played
from dcg_events.projections.table import Table
from dcg_events.projections.visibility import Seal, seals
from dcg_events.projections.witness import Past
from dcg_events.recorder.completing import complete
from dcg_events.recorder.passages import mark_passages

Told: TypeAlias = dict[int, tuple[list[Seal], list[Any]]]
"""For each event what of it is sealed, from whom it is not, and among what its cards may be."""

_COMMON: Final = ("step", "of", "group")


def complete_corrections(again: Again, group: list[PlainEvent], seq: int) -> list[PlainEvent]:
    """Fill in what the corrections of a group leave out and the record before them knows.

    Args:
        again: Begins the log anew.
        group: Plain events that have passed the door.
        seq: The place of the first.

    Returns:
        The group, the event in each correction whole.

    Raises:
        EventError: If a correction is about nothing that can be corrected.
        ImpossibleEventError: If the right event cannot have happened at its place.
    """
    kinds = {event["kind"] for event in group}
    if KIND in kinds and len(kinds) > 1:
        problem = "it is part of a group that is no correction as a whole"
        remedy = "record corrections by themselves, several at once"
        raise EventError(f"event {seq} ({KIND})", problem, remedy)
    if not corrects(group):
        return group
    course = course_of(again(), seq - 1)
    done = []
    for place, event in enumerate(group, seq):
        where = f"event {place} ({KIND})"
        if "event" in event:
            try:
                event = _complete(again, course, event, place)  # noqa: PLW2901 - the same one, whole
            except (EventError, ImpossibleEventError) as error:
                raise error if error.where == where else _inside(error, where) from error
            course.note([event | {"seq": place}])
        done.append(event)
    return done


def _inside(
    error: EventError | ImpossibleEventError, where: str
) -> EventError | ImpossibleEventError:
    return type(error)(where, f"{error.where}: {error.problem}", error.remedy)


def _complete(again: Again, course: Course, event: PlainEvent, place: int) -> PlainEvent:
    where = f"event {place} ({KIND})"
    right = event["event"]
    if right is not None and right["kind"] in NOT_CORRECTED:
        problem = f"{right['kind']} cannot be corrected or added"
        raise EventError(where, problem, _REMEDIES.get(right["kind"], "correct what it is about"))
    setting, recorded = _setting(again, course, event, place)
    if recorded["kind"] in NOT_CORRECTED:
        problem = f"event {recorded['seq']} is {recorded['kind']}, which cannot be corrected"
        raise EventError(where, problem, _REMEDIES[recorded["kind"]])
    if right is None:
        return event
    if recorded["kind"] not in (NEVER, right["kind"]):
        problem = f"event {recorded['seq']} is {recorded['kind']} and not {right['kind']}"
        remedy = "say that it never happened, `event` null, and add the right one with `after`"
        raise EventError(where, problem, remedy)
    return event | {"event": _completed(setting, right, recorded)}


_REMEDIES: Final = {
    "match_opened": "begin another log: the first event says what all others rest on",
    "rewound": "rewind again: a rewind can be rewound to the end of the group before it",
    "recovered": "note what is wrong with it",
    "disclosed": "what was shown cannot be unseen: record what happened",
    KIND: "correct the same event once more: the last correction counts",
}


def _setting(
    again: Again, course: Course, event: PlainEvent, place: int
) -> tuple[Setting, PlainEvent]:
    """Return what the right event happens in, and what stands there so far."""
    of, where = event.get("corrects"), f"event {place} ({KIND})"
    if of is None and event["after"] < place:
        recorded = {"kind": NEVER, "seq": place, "group": place, "step": 0, "of": 1}
        course = course.copy()
        course.note([{"kind": KIND, "seq": place, "after": event["after"], "event": recorded}])
        of = place
        problem = f"event {event['after']} is not the last of a group"
        remedy = "add what happened after the end of a group"
    elif of is None:
        problem = f"event {event['after']} is not the last of a group before it"
        raise EventError(where, problem, "add what happened after the end of a recorded group")
    else:
        recorded = _recorded(again, of, place)
        problem, remedy = f"there is no event {of} before it", "name the seq of a recorded event"
        if recorded.get("kind") in NOT_CORRECTED and not course.corrections.inserted(of):
            return Setting(Table(), Past(), ()), recorded
    setting = settings_of(groups_until(again(), place - 1), course, [of]).get(of)
    if setting is None:
        raise EventError(where, problem, remedy)
    stands = next(standing for standing in setting.group if standing["seq"] == of)
    kind = stands["kind"] if course.corrections.inserted(of) else recorded["kind"]
    return setting, stands | {"kind": kind}


def _recorded(again: Again, seq: int, before: int) -> PlainEvent:
    """Return a recorded event as it was written."""
    for group in groups_until(again(), min(seq, before - 1)):
        for event in group:
            if event["seq"] == seq:
                return event
    return {}


def _completed(setting: Setting, right: PlainEvent, recorded: dict[str, Any]) -> PlainEvent:
    """Return the right event with everything filled in that follows from the table at its place."""
    for name in ("seq", *_COMMON):
        if right.get(name, recorded[name]) != recorded[name]:
            where = f"event {recorded['seq']} ({right['kind']})"
            problem = f"it says {name} {right[name]} where {recorded[name]} is due"
            raise EventError(where, problem, f"leave `{name}` out: an event stays where it is")
    at = recorded.get("at")
    right = right | {name: recorded[name] for name in ("seq", *_COMMON)}
    group = [right if event["seq"] == right["seq"] else event for event in setting.group]
    others = [event for event in group if event["kind"] != NEVER]
    whole = complete(setting.table, _renumbered(others), right["group"], at)
    done = next(event for event, old in zip(whole, others, strict=True) if old is right)
    mark_passages(setting.table, whole, setting.past)
    return done | {name: recorded[name] for name in ("seq", *_COMMON)}


def _renumbered(group: list[PlainEvent]) -> list[PlainEvent]:
    """Number a group anew from which events were taken: they are completed as one moment."""
    first = group[0]["group"]
    return [
        event | {"seq": first + step, "step": step, "of": len(group)}
        for step, event in enumerate(group)
    ]


def check_corrections(again: Again, group: Group) -> None:
    """Refuse corrections with which what was recorded since is impossible or was told wrongly.

    Args:
        again: Begins the log anew.
        group: The completed group of corrections.

    Raises:
        EventError: If an event since then would have been sealed otherwise.
        ImpossibleEventError: If an event since then cannot have happened.
    """
    last = group[0]["seq"] - 1
    before = course_of(again(), last)
    after = before.copy()
    after.note(group)
    right = {corrected_seq(event) for event in group}
    since = min(after.corrections.place_of(seq) for seq in right)
    where = f"event {group[0]['seq']} ({KIND})"
    told = _told(again, last, before, since)
    try:
        told_now = _told(again, last, after, since)
    except (EventError, ImpossibleEventError) as error:
        problem = f"with it the record is impossible: {error.where}: {error.problem}"
        remedy = "correct what followed from the error too, in the same group"
        raise ImpossibleEventError(where, problem, remedy) from error
    for seq, sealed in told.items():
        if seq not in right and told_now.get(seq, sealed) != sealed:
            problem = f"with it event {seq} would have been told to others than it was"
            remedy = f"correct event {seq} too, in the same group, or let a judge repair the game"
            raise EventError(where, problem, remedy)


def _told(again: Again, last: int, course: Course, since: int) -> Told:
    """Return who may know which field of the events from some place on, as played."""
    found: Told = {}
    past = Past()

    def watch(moment: Moment, table: Table) -> bool:
        if moment.place >= since and not corrects(moment.group):
            group = list(happened(moment.group))
            marks = _marks(table, group, past)
            for event, mark in zip(group, marks, strict=True):
                found[event["seq"]] = seals(table, event, group, past), mark
        return True

    for moment, _ in played(groups_until(again(), last), course, watch):
        if not corrects(moment.group):
            past.note(moment.group)
    return found


def _marks(table: Table, group: list[dict[str, Any]], past: Past) -> list[list[Any]]:
    """Return for each event among which places its cards may be, as everybody sees it."""
    bare = []
    for event in group:
        places = {name: dict(event[name]) for name in _PLACES if isinstance(event.get(name), dict)}
        for place in places.values():
            if type(place.get("position")) is int:
                place.pop("among", None)
        bare.append(event | places)
    mark_passages(table, bare, past)
    return [
        [event[name].get("among") for name in _PLACES if isinstance(event.get(name), dict)]
        for event in bare
    ]


_PLACES: Final = ("from", "to", "place")
