"""The door of a recorder: groups of events are checked here, once, before anything is done."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from dcg_events.errors import DcgEventsError, EventError, UsageError
from dcg_events.events.codec import PlainEvent, decode_event, ordinary_event, plain_event
from dcg_events.recorder.grouping import AnEvent

TOGETHER: Final = 50
"""Events that are checked before the first of them is recorded, and are written together.

In turns both go faster than event by event. With more, memory would be given back and asked for
again after each turn, which costs more than it gains.
"""


class Checked(NamedTuple):
    """A group whose events have passed the door.

    Attributes:
        events: Plain events, the recorder's own.
        where: The place that they come from, for messages; empty if they were made in Python.
    """

    events: list[PlainEvent]
    where: str = ""


def check(group: Iterable[AnEvent] | Checked, version: int) -> Checked:
    """Check a group of events, unless that was done.

    Args:
        group: Models or plain events.
        version: The seq that the first is going to get, for messages.

    Raises:
        EventError: If one is no event.
        UsageError: If there is none.
    """
    if isinstance(group, Checked):
        return group
    events = [
        (type(event) is dict and ordinary_event(event))
        or plain_event(event, f"event {version + step}")
        for step, event in enumerate(group)
    ]
    if not events:
        raise UsageError(f"event {version}", "an empty group", "give at least one event")
    return Checked(events)


def checked_as_given(events: list[PlainEvent], version: int) -> Checked:
    """Check plain events and take them as they are: whoever gives them lets go of them.

    Args:
        events: The events of a group.
        version: The seq that the first is going to get, for messages.

    Raises:
        EventError: If one is no event.
    """
    for step, event in enumerate(events):
        if ordinary_event(event) is None:
            plain_event(event, f"event {version + step}")
    return Checked(events)


def checked_in_turns(
    groups: Iterable[Iterable[AnEvent] | Checked], version: int
) -> Iterator[list[Checked]]:
    """Yield groups, checked many at a time; what is refused, after those before it.

    Args:
        groups: The groups; they are not read further than what is yielded.
        version: The seq that the first event is going to get, for messages.

    Raises:
        EventError: If an event is none.
    """
    ready: list[Checked] = []
    refusal: DcgEventsError | None = None
    count = 0
    try:
        for group in groups:
            ready.append(check(group, version + count))
            count += len(ready[-1].events)
            if count >= TOGETHER:
                yield ready
                version, count, ready = version + count, 0, []
    except DcgEventsError as error:
        refusal = error
    if ready:
        yield ready
    if refusal is not None:
        raise refusal


def checked_lines(lines: Iterable[tuple[int, bytes]], name: str) -> Iterator[Checked]:
    """Yield groups of lines of JSON: an event that is `of` several waits for the others.

    Args:
        lines: The lines with their numbers.
        name: What they are read from, for messages.

    Raises:
        EventError: If a line is no event, or the input ends within a group.
    """
    group: list[PlainEvent] = []
    where = name
    for number, line in lines:
        where = f"{name}, line {number}"
        event = decode_event(line, where)
        group.append(event)
        size = group[0].get("of") or 1
        if (event.get("of") or 1) != size or event.get("step", len(group) - 1) != len(group) - 1:
            problem = f"a group of {size} is not complete yet, and this is not its next event"
            raise EventError(where, problem, "give all events of a group, step by step")
        if len(group) == size:
            yield Checked(group, where)
            group = []
    if group:
        problem = f"the input ends after {len(group)} of the {group[0]['of']} events of a group"
        raise EventError(where, problem, "give the group whole; nothing of it was recorded")
