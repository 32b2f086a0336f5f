"""Fold a log whose game was rewound: what was played stays, what counts starts anew.

A `rewound` event leads back to the table as it stood after an earlier event. Nothing is kept for
that in memory: whoever folds can say how the table stood, by folding again from the beginning.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from dcg_events.projections.fold import CHANGES, MALFORMED, Group, apply_group, malformed
from dcg_events.projections.locating import refuse
from dcg_events.projections.table import Table

Again: TypeAlias = Callable[[], Iterable[Group]]
"""Begins the log anew from its first group."""


def fold(groups: Iterable[Group], again: Again) -> Table:
    """Fold a log from its first group on, as ruled; return the table after the last.

    Raises:
        ImpossibleEventError: If an event cannot have happened, or a rewind leads nowhere.
    """
    table = Table()
    change_of = CHANGES.get
    event: dict[str, Any] = {}
    try:
        for group in groups:
            event = group[0]
            kind = event["kind"]
            if len(group) > 1 or kind == "rewound":
                table = advance(table, group, again)
                continue
            change = change_of(kind)  # as `apply_group` does, without the call: most groups are one
            if change is not None:
                change(table, event)
            table.seq = event["seq"]
    except MALFORMED as error:
        raise malformed(event) from error
    return table


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
