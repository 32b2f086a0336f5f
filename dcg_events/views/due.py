"""Which openings a copy has to hold: it follows from what everybody can read.

Whether a value is sealed, and for whom its opening is, depends on public facts alone. So a copy
that lacks an opening can be told from one that may not have it, without asking who wrote it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import orjson

from dcg_events.errors import (
    DcgEventsError,
    EventError,
    ImpossibleEventError,
    LogDamagedError,
)
from dcg_events.log.lines import lines_of
from dcg_events.log.part import LogPart
from dcg_events.log.sealing import sealed_fields
from dcg_events.log.store import open_reading
from dcg_events.log.upcasting import FORMAT, upcast
from dcg_events.projections.backdating import seals_of_group
from dcg_events.projections.course import SETTING_BACK
from dcg_events.projections.fold import CHANGES
from dcg_events.projections.rewinding import Again, advance
from dcg_events.projections.table import Table
from dcg_events.projections.visibility import Seal, seals
from dcg_events.projections.witness import Past
from dcg_events.views.good_part import place_of
from dcg_events.vocabulary.people import Viewer

Fault: TypeAlias = Literal["withheld", "surplus", "unsealed", "sealed"]


@dataclass(frozen=True, slots=True)
class OpeningFault:
    """What is wrong with a value that is sealed, or should be.

    Attributes:
        event: The seq of the event whose value it opens.
        field: The dotted path of that value.
        fault: `withheld` if the viewer should hold its opening and does not; `surplus` if an
            opening is there that is not for the viewer, or names others than it should;
            `unsealed` or `sealed` if the value itself should be the other.
    """

    event: int
    field: str
    fault: Fault

    def __str__(self) -> str:
        return _SAID[self.fault].format(field=self.field)


SealOf: TypeAlias = tuple[int, str, list[str]]
"""The seq of an event, a dotted path of it, and who may hold its opening, in a fixed order."""


class DueSeals:
    """What of a log has to be sealed, and for whom, as everybody can find out: group by group.

    Attributes:
        table: The table after the groups so far, with nothing opened.
    """

    def __init__(self, again: Again) -> None:
        """Begin before the first group.

        Args:
            again: Begins the log anew, nothing opened.
        """
        self.table = Table()
        self._past = Past()
        self._again = again

    def of(self, group: list[dict[str, Any]]) -> list[list[Seal]]:
        """Return for each event of the next group what of it has to be sealed; see `seals`.

        Raises:
            EventError: If an event could not have been sealed by any rule.
            ImpossibleEventError: If an event cannot have happened.
        """
        return seals_of_group(self.table, group, self._past, self._again)

    def of_write(self, events: list[dict[str, Any]], first: int) -> list[SealOf]:
        """Return what of the groups of a write has to be sealed, and let them happen.

        Args:
            events: The events, as their records stand.
            first: The seq of the first of them.

        Raises:
            EventError: If an event could not have been sealed by any rule.
            ImpossibleEventError: If an event cannot have happened.
        """
        found: list[SealOf] = []
        past, end = self._past, first
        for seq, event in enumerate(events, first):
            if seq < end:
                continue  # it happened with its group
            kind, size = event["kind"], event["of"]
            end = seq + size
            if size == 1 and kind not in SETTING_BACK:  # as most are
                for path, audience in seals(self.table, event, [event], past):
                    found.append((seq, path, audience))
                change = CHANGES.get(kind)
                if change is not None:
                    change(self.table, event)
                    if kind == "transferred":
                        past.note((event,))
            else:
                group = events[seq - first : end - first]
                for step, due in enumerate(self.of(group), seq):
                    found += [(step, path, audience) for path, audience in due]
                self.pass_by(group)
        return found

    def pass_by(self, group: list[dict[str, Any]]) -> None:
        """Let the group happen.

        Raises:
            ImpossibleEventError: If an event cannot have happened.
        """
        self.table = advance(self.table, group, self._again)
        self._past.note(group)


def opening_faults(path: Path | LogPart, viewer: Viewer) -> Iterator[OpeningFault]:
    """Yield what is wrong with the openings of a verified log, as the copy of a viewer.

    Raises:
        LogDamagedError: If a record could not have been sealed by any rule.
        ImpossibleEventError: If an event cannot have happened.
    """
    rules = DueSeals(lambda: sealed_groups(path))
    for group, held in _groups_and_openings(path):
        try:
            due_of_each = rules.of(group)
        except (EventError, ImpossibleEventError) as error:
            raise _unsealable(path, group[0]["seq"], error) from error
        for event, due in zip(group, map(dict, due_of_each), strict=True):
            opened = held.get(event["seq"], {})
            for field, fault in _compare(event, due, opened, viewer):
                yield OpeningFault(event["seq"], field, fault)
        rules.pass_by(group)


def groups_in(events: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield the groups that the events of a write make.

    Raises:
        ValueError: If a group has no size; no reader yields it so.
    """
    start = 0
    while start < len(events):
        size = events[start]["of"]
        if size < 1:
            message = "a group of no event"
            raise ValueError(message)
        yield events[start : start + size]
        start += size


def sealed_groups(path: Path | LogPart) -> Iterator[list[dict[str, Any]]]:
    """Yield each group of a verified log as its records stand."""
    return (group for group, _ in _groups_and_openings(path))


def _unsealable(path: Path | LogPart, seq: int, error: DcgEventsError) -> LogDamagedError:
    spot, _ = place_of(LogPart.of(path), seq)
    problem = f"{error.where}: {error.problem}"
    return LogDamagedError(f"{path}, {spot}", problem, error.remedy, spot)


def _compare(
    event: dict[str, Any], due: dict[str, list[str]], opened: dict[str, list[str]], viewer: Viewer
) -> Iterator[tuple[str, Fault]]:
    """Yield the fields of an event whose openings are not what is due, in the order of names."""
    sealed = set(sealed_fields(event))
    for field in sorted(sealed | due.keys()):
        if field not in sealed:
            yield field, "unsealed"
        elif field not in due:
            yield field, "sealed"
        else:
            entitled = viewer == "judge" or viewer in due[field]
            if entitled and field not in opened:
                yield field, "withheld"
            elif field in opened and not (entitled and opened[field] == due[field]):
                yield field, "surplus"


def _groups_and_openings(
    path: Path | LogPart,
) -> Iterator[tuple[list[dict[str, Any]], dict[int, dict[str, list[str]]]]]:
    """Yield each group as its records stand, and for each event the audiences of its openings."""
    records: list[dict[str, Any]] = []
    held: dict[int, dict[str, list[str]]] = {}
    version = FORMAT
    with open_reading(path) as file:
        for line in lines_of(file, str(path)):
            if not line.endswith(b"\n"):
                return
            value = orjson.loads(line)
            if isinstance(value, dict):
                records.append(value)
            elif value[0] == "open":
                held.setdefault(value[1], {})[value[2]] = value[3]
            else:
                if records and records[0]["kind"] == "match_opened":
                    version = records[0]["format"]
                if version != FORMAT:
                    records = [upcast(record, version) for record in records]
                for group in groups_in(records):
                    yield group, held
                records, held = [], {}


_SAID: Final[dict[Fault, str]] = {
    "withheld": "the opening of {field} is missing, which this viewer has a right to",
    "surplus": "there is an opening of {field} that this viewer may not hold, or others may",
    "unsealed": "{field} is public and should be sealed",
    "sealed": "{field} is sealed and should be public",
}
