"""Fold a log whose game was rewound: what was played stays, what counts starts anew.

A `rewound` event leads back to the table as it stood after an earlier event. Nothing is kept for
that in memory: whoever folds can say how the table stood, by folding again from the beginning.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from dcg_events.projections.fold import Group, apply_group
from dcg_events.projections.locating import refuse
from dcg_events.projections.table import Table

Again: TypeAlias = Callable[[], Iterable[Group]]
"""Begins the log anew from its first group."""


def advance(table: Table, group: Group, again: Again) -> Table:
    """Apply a group as ruled; return the table, which is another one after a rewind.

    Raises:
        ImpossibleEventError: If an event cannot have happened, or a rewind leads nowhere.
    """
    event = group[0]
    if event["kind"] != "rewound":
        apply_group(table, group)
        return table
    target = event["to_seq"]
    if target >= event["seq"]:
        refuse(event, f"event {target} is not in the past", "rewind to the end of a group before")
    past = table_at(again, target)
    if past is None:
        refuse(event, f"event {target} is not the last of its group", "rewind to a group's end")
    past.seq = event["seq"]
    return past


def table_at(again: Again, seq: int) -> Table | None:
    """Return the table as ruled after event `seq`, or None if no group ends there."""
    table = Table()
    for group in again():
        table = advance(table, group, again)
        if table.seq >= seq:
            break
    return table if table.seq == seq else None
