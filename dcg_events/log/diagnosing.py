"""Say which line of a damaged write shows the damage. Nothing here is run while a log is whole.

A commit vouches for a whole write. Where it does not fit, the form of the lines often tells which
one was changed: they are canonical JSON, the events count on, and an opening fits its record. If
all of that holds, some public value was changed, and any record of the write can be the one.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

import orjson

from dcg_events.errors import DcgEventsError
from dcg_events.events.codec import canonical, decode_event
from dcg_events.log.sealing import plain, value_at

_COMMIT: Final = re.compile(rb'\["commit",(?:0|[1-9][0-9]{0,15}),"[0-9a-f]{64}"\]')
_PATH: Final = re.compile(r"[a-z_]{1,40}(?:\.[a-z0-9_]{1,40}){0,3}")
_SPLIT: Final = (
    "`dcg-events verify` names each, and with `--match N --prefix OUT` writes one to a file of its"
    " own"
)


class Flaw(Exception):  # noqa: N818 - it never leaves the package
    """What a reader found wrong with a write.

    Attributes:
        problem: What is wrong.
        first: The line of the write, counted from 0, or the first of several that it can be.
        last: The last of them.
    """

    def __init__(self, problem: str, first: int, last: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.first = first
        self.last = first if last is None else last


class Located(NamedTuple):
    """A flaw with its place.

    Attributes:
        problem: What is wrong.
        first: The line of the write, counted from 0, or the first of several that it can be.
        last: The last of them.
        event: Seq of the event that the line belongs to.
        group: Seq of the first event of that event's group.
        remedy: What to do about it; None if there is nothing special.
    """

    problem: str
    first: int
    last: int
    event: int
    group: int
    remedy: str | None


def locate(flaw: Flaw, write: bytes, commit: bytes | None, version: int) -> Located:
    """Find the place of a flaw as closely as the lines of the write allow.

    Args:
        flaw: What the reader found.
        write: The lines of the write, joined by line feeds, without its commit.
        commit: The commit line; None if the write has none.
        version: Number of events before the write.
    """
    lines = write.split(b"\n")
    first, last, problem, remedy = flaw.first, flaw.last, flaw.problem, None
    if commit is not None and first != last:
        if version and _opens_a_match(lines):
            problem = "another match begins here: the file holds several logs"
            first, last, remedy = 0, 0, _SPLIT
        else:
            first, last, problem = _closer(lines, commit, version, flaw)
    event = _event_of(lines, first, version)
    return Located(problem, first, last, event, _group_of(lines, event, version), remedy)


def _opens_a_match(lines: Sequence[bytes]) -> bool:
    record = next((_parsed(line) for line in lines if line[:1] == b"{"), None)
    return (
        isinstance(record, dict) and record.get("kind") == "match_opened" and record.get("seq") == 0
    )


def _closer(
    lines: Sequence[bytes], commit: bytes, version: int, flaw: Flaw
) -> tuple[int, int, str]:
    """Return the lines that can be the changed ones, and what is wrong with them."""
    if not _COMMIT.fullmatch(commit):
        return len(lines), len(lines), "the commit does not have the form it should have"
    due = version
    openings: list[tuple[int, bytes, Any]] = []
    for number, line in enumerate(lines):
        value = _parsed(line)
        if value is None or not _is_canonical(value, line):
            return number, number, f"{flaw.problem}: the line is not canonical JSON"
        if isinstance(value, dict):
            if value.get("seq") != due or not _is_event(value):
                return number, number, f"{flaw.problem}: the line does not hold event {due}"
            due += 1
        elif due > version:
            return number, number, f"{flaw.problem}: an opening stands after a record"
        else:
            openings.append((number, line, value))
    records = [_parsed(line) for line in lines[len(openings) :]]
    for number, line, value in openings:
        at = _misfit(line, value, records, version)
        if at is not None:
            problem = f"{flaw.problem}: an opening and its record do not fit each other"
            return number, len(openings) + at, problem
    return len(openings), len(lines), flaw.problem


def _misfit(line: bytes, opening: Any, records: Sequence[Any], version: int) -> int | None:  # noqa: ANN401 - any JSON value
    """Return which record an opening does not fit, None if it fits or is of an earlier event."""
    try:
        _, seq, path, *_ = opening
        if seq < version:
            return None
        commitment = "~" + sha256(line).hexdigest()
        return None if value_at(records[seq - version], path) == commitment else seq - version
    except (ValueError, TypeError, IndexError, AttributeError):
        return 0


def _is_canonical(value: object, line: bytes) -> bool:
    try:
        return canonical(value) == line
    except TypeError:  # nested too deeply
        return False


def _is_event(record: dict[str, Any]) -> bool:
    try:
        decode_event(canonical(plain(record)), "")
    except DcgEventsError:
        return False
    return True


def _parsed(line: bytes) -> Any:  # noqa: ANN401 - any JSON value
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return None


def _event_of(lines: Sequence[bytes], number: int, version: int) -> int:
    """Return the seq of the event that a line of a write belongs to."""
    if number < len(lines) and lines[number].startswith(b'["open",'):
        opening = _parsed(lines[number])
        seq = opening[1] if isinstance(opening, list) and len(opening) > 1 else None
        most = version + len(lines)  # more than there are events, for some may be lost
        return seq if type(seq) is int and 0 <= seq < most else version
    records = sum(line[:1] != b"[" for line in lines[:number])
    is_commit = number >= len(lines) and records > 0
    return version + records - is_commit


def _group_of(lines: Sequence[bytes], event: int, version: int) -> int:
    """Return where the group of an event begins: as its own record says, or one before it."""
    if event < version:
        return event
    records = [_parsed(line) for line in lines if line[:1] != b"["]
    for seq in range(min(event, version + len(records) - 1), version - 1, -1):
        record = records[seq - version]
        if isinstance(record, dict):
            step, size = record.get("step"), record.get("of")
            if type(step) is int and type(size) is int and 0 <= step < size:
                start = seq - step
                return start if version <= start and event < start + size else event
    return event


def opening_of(path: str) -> str:
    """Return what an opening is called; what is no path of fields may be anything, a card too."""
    return f"the opening of {path}" if _PATH.fullmatch(path) else "the opening of no field"


def is_json(line: bytes) -> bool:
    """Tell whether a line is JSON."""
    return _parsed(line) is not None or line == b"null"
