"""Verify a log: are these the bytes that were written, and can they be replayed.

Every reading verifies commits and openings. This one also goes on to the end, says what it found
in data, and in strict mode checks the form of every line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from dcg_events.errors import DcgEventsError, EventError, LogDamagedError
from dcg_events.events.codec import canonical, decode_event
from dcg_events.log.reading import LogReader
from dcg_events.log.sealing import plain
from dcg_events.log.store import open_reading, read_groups
from dcg_events.projections.rewinding import advance
from dcg_events.projections.table import Table
from dcg_events.views.disclosed import disclosure_faults
from dcg_events.views.due import OpeningFault, opening_faults
from dcg_events.views.holding import holding_of
from dcg_events.vocabulary.people import Viewer


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in a log.

    Attributes:
        path: The file.
        whole: Whether nothing is wrong with it.
        viewer: Whose copy it is; `judge` for a full log.
        events: Number of events that are good, from the first.
        head: The head at their last commit.
        opened: Openings it holds.
        sealed: Values that are sealed in it.
        tail: Bytes after the last commit, of a write that was cut off or is under way.
        openings: What is wrong with the openings it should hold; see `due`.
        damage: The first damage, in words; None if there is none.
    """

    path: str
    whole: bool
    viewer: Viewer
    events: int
    head: str
    opened: int
    sealed: int
    tail: int
    openings: tuple[OpeningFault, ...]
    damage: str | None

    def as_dict(self) -> dict[str, Any]:
        """Return the verdict for JSON."""
        return asdict(self)


def verify(
    path: str | Path,
    viewer: Viewer | None = None,
    *,
    head: str | None = None,
    strict: bool = False,
) -> Verdict:
    """Verify a log from its first byte to its last, and that its openings are its viewer's.

    Args:
        path: The log.
        viewer: Whose copy it should be; by default whose it looks like.
        head: The head it should have, as the judge's log has it.
        strict: Whether to check each line against the schema and the canonical form as well.

    Raises:
        UsageError: If there is no such file.
        LogError: If the file cannot be read at all, or holds no event.
    """
    path = Path(path)
    holding = holding_of(path)
    viewer = viewer or holding.viewer
    table = Table()
    damage: DcgEventsError | None = None
    faults: tuple[OpeningFault, ...] = ()

    def again() -> Iterator[list[dict[str, Any]]]:
        return read_groups(path)

    with open_reading(path) as file:
        reader = LogReader(file, str(path))
        try:
            for group in reader.groups():
                table = advance(table, group, again)
            if reader.tail:
                damage = _torn(reader)
            elif head is not None and head != reader.head:
                damage = _other_head(reader, head)
            else:
                faults = (*opening_faults(path, viewer), *disclosure_faults(path, viewer))
                damage = _wrong_openings(path, viewer, faults) if faults else None
                if strict and damage is None:
                    _check_form(path)
        except DcgEventsError as error:
            if table.seq < 0:
                raise
            damage = error
    return Verdict(
        path=str(path),
        whole=damage is None,
        viewer=viewer,
        events=table.seq + 1,
        head=reader.head,
        opened=holding.opened,
        sealed=holding.sealed,
        tail=reader.tail,
        openings=faults,
        damage=None if damage is None else str(damage),
    )


def _other_head(reader: LogReader, head: str) -> LogDamagedError:
    problem = f"its head after {reader.version} events is {reader.head} and not {head}"
    remedy = "compare it with a log that has that head: this one is cut short, or another history"
    return LogDamagedError(reader.name, problem, remedy)


def _wrong_openings(path: Path, viewer: Viewer, faults: Sequence[OpeningFault]) -> LogDamagedError:
    more = f" ({len(faults)} such values in all)" if len(faults) > 1 else ""
    where = f"{path}, event {faults[0].event}"
    remedy = f"if it is the copy of {viewer}, redact one for {viewer} from the full log"
    return LogDamagedError(where, f"{faults[0]}{more}", remedy)


def _torn(reader: LogReader) -> LogDamagedError:
    problem = f"{reader.tail} bytes after event {reader.version - 1} have no commit"
    remedy = "if nobody is writing, opening the log to append cuts them off and keeps them"
    return LogDamagedError(f"{reader.name}, line {reader.lines + 1}", problem, remedy)


def _check_form(path: Path) -> None:
    """Check every line of a verified log: canonical JSON, and events that follow the schema."""
    with open_reading(path) as file:
        for number, raw in enumerate(file, start=1):
            line = raw.rstrip(b"\n")
            where = f"{path}, line {number}"
            value = orjson.loads(line)
            if canonical(value) != line:
                problem = "the line is not in canonical form"
                raise EventError(where, problem, "write it with sorted keys and no spaces")
            if isinstance(value, dict):
                decode_event(canonical(plain(value)), where)
