"""Fold a log whose game was rewound or whose record was corrected: what counts starts anew.

A `rewound` event leads back to the table as it stood after an earlier event, and a correction to
the one that a right record had given. Nothing is kept for that in memory: whoever folds can say
how the table stood, by folding again from the beginning.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NoReturn, TypeAlias

from dcg_events.projections.correcting import KIND as CORRECTED
from dcg_events.projections.correcting import Moment, corrects
from dcg_events.projections.course import SETTING_BACK, Course, course_of, groups_until
from dcg_events.projections.fold import CHANGES, MALFORMED, Group, apply_group, malformed
from dcg_events.projections.locating import refuse
from dcg_events.projections.table import Table

_READ: Final = frozenset(
    {
        "p1.deck",
        "p1.egg_deck",
        "p2.deck",
        "p2.egg_deck",
        "order",
        "number",
        "was",
        "from.position",
        "to.position",
        "place.position",
        "numbers",
        "cards",
    }
)

FOLDED: Final = _READ | {f"event.{field}" for field in _READ}
"""The sealable fields that the fold reads: of an event itself, and of one that stands corrected."""


Again: TypeAlias = Callable[[], Iterable[Group]]
"""Begins the log anew from its first group."""


def fold(writes: Iterable[Sequence[dict[str, Any]]], again: Again) -> Table:
    """Fold a log from its first event on, as ruled; return the table after the last.

    Args:
        writes: Events in the order of the log, any number of whole groups at a time.
        again: Begins the log anew, should the game have been rewound or the record corrected.

    Raises:
        ImpossibleEventError: If an event cannot have happened, an event is missing, a group is not
            whole, or a rewind leads nowhere.
    """
    table = Table()

    def begin_anew(table: Table, event: dict[str, Any]) -> None:
        table.become(advance(table, [event], again))

    change_of = {**CHANGES, "rewound": begin_anew, CORRECTED: begin_anew}.get
    event: dict[str, Any] = {}
    version = 0
    try:
        source = iter(writes)
        while (events := next(source, None)) is not None:
            end = 0
            for seq, event in enumerate(events, version):
                if event["seq"] != seq:
                    raise malformed(event)
                if event["of"] == 1:  # most are; the rest takes its time
                    change = change_of(event["kind"])
                    if change is not None:
                        change(table, event)
                elif seq >= end:
                    end = seq + event["of"]
                    group = whole(events[seq - version : end - version])
                    if event["kind"] == CORRECTED:
                        table.become(advance(table, group, again))
                    else:
                        apply_group(table, group)
            version += len(events)
            table.seq = version - 1
            del events  # let go of this write before the next is read: memory stays hot
    except MALFORMED as error:
        raise malformed(event) from error
    return table


def whole(group: Sequence[dict[str, Any]]) -> Group:
    """Return a group, if it is whole and its steps stand in their order.

    Raises:
        ImpossibleEventError: If it is not.
    """
    size = group[0]["of"]
    if len(group) != size:
        raise malformed(group[0])
    for step, event in enumerate(group):
        if event["step"] != step or event["of"] != size:
            raise malformed(event)
    return group


def advance(table: Table, group: Group, again: Again) -> Table:
    """Apply a recorded group; return the table, another one after a rewind or a correction.

    So the table is what the record gives up to this group: what is corrected later is not.

    Raises:
        ImpossibleEventError: If an event cannot have happened, or a rewind leads nowhere.
    """
    try:
        kind = group[0]["kind"]
        if kind not in SETTING_BACK:
            apply_group(table, group)
            return table
        if kind == "rewound":
            return _rewound(group[0], again)
        return _corrected(table, group, again)
    except MALFORMED as error:
        raise malformed(group[0]) from error


def _rewound(event: dict[str, Any], again: Again) -> Table:
    """Return the table that a rewind leads back to."""
    target = event.get("to_seq")
    if type(target) is not int:
        raise malformed(event)
    if target >= event["seq"]:
        refuse(event, f"event {target} is not in the past", "rewind to the end of a group before")
    past = table_at(again, target, event["seq"])
    if past is None:
        refuse_target(event)
    past.seq = event["seq"]
    return past


def refuse_target(event: dict[str, Any]) -> NoReturn:
    """Refuse a rewind to what is not the end of a group.

    Raises:
        ImpossibleEventError: Always.
    """
    problem = f"event {event['to_seq']} is not the last of its group"
    refuse(event, problem, "rewind to a group's end")


def _corrected(table: Table, group: Group, again: Again) -> Table:
    """Return the table after a correction: as if the record had been right from the beginning.

    What was undone is played too, so that no branch is left that cannot have happened.
    """
    if not corrects(group):
        apply_group(table, group)
        return table
    last = group[0]["seq"] - 1
    course = course_of(again(), last)
    course.note(group)
    anew = Table()
    for _, anew in played(groups_until(again(), last), course):  # noqa: B007 - used afterwards
        pass
    anew.seq = group[-1]["seq"]
    return anew


Watcher: TypeAlias = Callable[[Moment, Table], bool]
"""Is shown what is about to happen, and the table before it; says whether to go on."""


def played(
    groups: Iterable[Group], course: Course, watch: Watcher | None = None
) -> Iterator[tuple[Moment, Table]]:
    """Yield what happened, moment by moment, and the working table after it.

    What the corrections of a course say stands in its place. A branch that was undone is played
    like any other; the rewind then sets the table back.

    Args:
        groups: The groups of a log, from its first.
        course: What the log says of its own order, at least up to where the groups end.
        watch: Is shown each moment before it happens, and may end it there.

    Raises:
        ImpossibleEventError: If an event cannot have happened, or a rewind leads nowhere.
    """
    due = Counter(target for _, target in course.rewinds)
    kept: dict[int, Table] = {}
    table = Table()
    for moment in course.corrections.moments(groups):
        event = moment.group[0]
        if watch is not None and not watch(moment, table):
            return
        if event["kind"] == "rewound":
            table = _kept(event, kept, due)
        else:
            apply_group(table, moment.group)
        table.seq = moment.place
        if moment.ends and due[moment.place]:
            kept[moment.place] = table.copy()
        yield moment, table


def _kept(event: dict[str, Any], kept: dict[int, Table], due: Counter[int]) -> Table:
    """Return the table that was kept for a rewind, and keep it no longer than it is needed."""
    target = event["to_seq"]
    if target not in kept:
        refuse_target(event)
    due[target] -= 1
    return kept[target].copy() if due[target] else kept.pop(target)


def table_at(again: Again, seq: int, known: int) -> Table | None:
    """Return the table as ruled after event `seq`, or None if no group ends there.

    Args:
        again: Begins the log anew.
        seq: The event.
        known: The last event whose corrections count.

    Raises:
        ImpossibleEventError: If the log was rewound and corrected too often.
    """
    table, ends = Table(), False
    for moment in moments_as_ruled(again(), seq, course_of(again(), known)):
        ends = moment.place == seq
        if moment.group[0]["kind"] != "rewound":
            apply_group(table, moment.group)
    table.seq = seq
    return table if ends else None


def moments_as_ruled(groups: Iterable[Group], seq: int, course: Course) -> Iterator[Moment]:
    """Yield what counts after event `seq`: what was played and not undone.

    A rewind that counts comes along, without what it undid.

    Args:
        groups: The groups of a log, from its first.
        seq: The event.
        course: What the log says of its own order, at least up to that event.
    """
    stretches = course.stretches(seq)
    for moment in course.corrections.moments(groups):
        while stretches and moment.place > stretches[-1][1]:
            stretches.pop()
        if not stretches:
            return
        if moment.place >= stretches[-1][0]:
            yield moment
