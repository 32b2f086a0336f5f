"""Fold a log whose game was rewound: what was played stays, what counts starts anew.

A `rewound` event leads back to the table as it stood after an earlier event. Nothing is kept for
that in memory: whoever folds can say how the table stood, by folding again from the beginning.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, Final, TypeAlias

from dcg_events.projections.fold import CHANGES, MALFORMED, Group, apply_group, malformed
from dcg_events.projections.locating import refuse
from dcg_events.projections.table import Table

FOLDED: Final = frozenset(
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
"""The fields of events that the fold reads and that may be sealed."""

_SEQ: Final = itemgetter("seq")

MOST_REWINDS: Final = 1000
"""Most rewinds of one log: each costs a reading of what was played before it."""

Again: TypeAlias = Callable[[], Iterable[Group]]
"""Begins the log anew from its first group."""


def fold(writes: Iterable[Sequence[dict[str, Any]]], again: Again) -> Table:
    """Fold a log from its first event on, as ruled; return the table after the last.

    Args:
        writes: Events in the order of the log, any number of whole groups at a time.
        again: Begins the log anew, should the game have been rewound.

    Raises:
        ImpossibleEventError: If an event cannot have happened, an event is missing, a group is not
            whole, or a rewind leads nowhere.
    """
    table = Table()

    def rewind(table: Table, event: dict[str, Any]) -> None:
        table.become(_rewound(event, again))

    change_of = {**CHANGES, "rewound": rewind}.get
    event: dict[str, Any] = {}
    seq = 0
    try:
        source = iter(writes)
        while (events := next(source, None)) is not None:
            first, seq, end = seq, seq + len(events), 0
            if list(map(_SEQ, events)) != list(range(first, seq)):
                raise malformed(events[0])
            for event in events:
                if event["of"] == 1:  # most are; the rest takes its time
                    change = change_of(event["kind"])
                    if change is not None:
                        change(table, event)
                elif event["seq"] >= end:
                    start = event["seq"] - first
                    group = whole(events[start : start + event["of"]])
                    end = event["seq"] + event["of"]
                    apply_group(table, group)
            table.seq = seq - 1
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
    """Apply a group as ruled; return the table, which is another one after a rewind.

    Raises:
        ImpossibleEventError: If an event cannot have happened, or a rewind leads nowhere.
    """
    if group[0]["kind"] != "rewound":
        apply_group(table, group)
        return table
    return _rewound(group[0], again)


def _rewound(event: dict[str, Any], again: Again) -> Table:
    """Return the table that a rewind leads back to."""
    target = event.get("to_seq")
    if type(target) is not int:
        raise malformed(event)
    if target >= event["seq"]:
        refuse(event, f"event {target} is not in the past", "rewind to the end of a group before")
    past = table_at(again, target)
    if past is None:
        refuse(event, f"event {target} is not the last of its group", "rewind to a group's end")
    past.seq = event["seq"]
    return past


def table_at(again: Again, seq: int) -> Table | None:
    """Return the table as ruled after event `seq`, or None if no group ends there."""
    table, ends = Table(), False
    for group in groups_as_ruled(again, seq):
        ends = group[-1]["seq"] == seq
        if group[0]["kind"] != "rewound":
            apply_group(table, group)
    table.seq = seq
    return table if ends else None


def groups_as_ruled(again: Again, seq: int) -> Iterator[Group]:
    """Yield the groups that count after event `seq`: what was played and not undone.

    A rewind that counts comes along, without what it undid. The log is gone through twice,
    however often it was rewound.

    Raises:
        ImpossibleEventError: If the log was rewound too often.
    """
    stretches = _stretches(again, seq)
    for group in again():
        first = group[0]["seq"]
        while stretches and first > stretches[-1][1]:
            stretches.pop()
        if not stretches or first > seq:
            return
        if first >= stretches[-1][0]:
            yield group


def _stretches(again: Again, seq: int) -> list[tuple[int, int]]:
    """Return the first and last seq of each stretch that counts after event `seq`, last first."""
    rewinds: list[tuple[int, int]] = []
    for group in again():
        event = group[0]
        if event["seq"] > seq:
            break
        if event["kind"] == "rewound":
            if len(rewinds) == MOST_REWINDS:
                problem = f"the match was rewound more than {MOST_REWINDS:,} times"
                refuse(event, problem, "begin another log")
            rewinds.append((event["seq"], event["to_seq"]))
    return counting(rewinds, seq)


def counting(rewinds: Sequence[tuple[int, int]], seq: int) -> list[tuple[int, int]]:
    """Return the first and last seq of each stretch that counts after event `seq`, last first.

    Args:
        rewinds: Of each `rewound` up to there its seq and where it leads back to, in order.
        seq: The event after which the match is looked at.

    >>> counting([(9, 4)], 12)
    [(9, 12), (0, 4)]
    """
    found, last = [], seq
    for at, target in reversed(rewinds):
        if at <= last:
            found.append((at, last))
            last = target
    found.append((0, last))
    return found
