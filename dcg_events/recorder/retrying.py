"""Answer a writer that sends a group again: look up what stands at that place in the log."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dcg_events.events.codec import canonical
from dcg_events.log.reading import LogReader
from dcg_events.log.store import open_reading, read_groups
from dcg_events.projections.rewinding import advance
from dcg_events.projections.table import Table
from dcg_events.projections.witness import Past


class StoredGroups:
    """The log read again from its beginning, group by group, to compare it with a retry.

    Attributes:
        past: What is remembered of placements before the last group found.
        version: The seq after that group.
    """

    def __init__(self, path: Path) -> None:
        self._file = open_reading(path)
        self._reader = LogReader(self._file, str(path))
        self._groups = self._reader.groups()
        self._path = path
        self._table = Table()
        self._last: list[dict[str, Any]] = []
        self.past = Past()
        self.version = 0

    def group_at(self, seq: int) -> tuple[list[dict[str, Any]], Table, str]:
        """Return the group that begins at a seq, the table before it and the head after it."""
        table = self._table
        for group in self._groups:
            self.past.note(self._last)
            self._last = group
            before = table
            if group[0]["seq"] == seq:
                before = table.copy()
            table = advance(table, group, self._again)
            self._table, self.version = table, table.seq + 1
            if group[0]["seq"] == seq:
                return group, before, self._reader.head
            if self.version > seq:
                break
        return [], table, ""

    def _again(self) -> Iterator[list[dict[str, Any]]]:
        return read_groups(self._path)


def is_rearranged(group: list[dict[str, Any]], stored: list[dict[str, Any]]) -> bool:
    """Tell whether a group is the stored one but for the order of steps that read alike.

    If it is, its events get the places of the stored ones: another recorder shuffled them.
    """
    places: dict[bytes, list[int]] = {}
    for event in stored:
        places.setdefault(_without_its_place(event), []).append(event["seq"])
    contents = [_without_its_place(event) for event in group]
    if sorted(contents) != sorted(content for content, seqs in places.items() for _ in seqs):
        return False
    for event, content in zip(group, contents, strict=True):
        event["seq"] = places[content].pop(0)
    return True


def _without_its_place(event: dict[str, Any]) -> bytes:
    return canonical({name: event[name] for name in event.keys() - {"seq", "step"}})
