"""Check the form of a verified write: canonical JSON, the schema, the form of its openings.

Readers trust the form of verified bytes, for they use few of the fields. This is for who takes a
log from somebody else, or has written one with a program of his own.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

import orjson
from pydantic import ValidationError

from dcg_events.errors import EventError
from dcg_events.events.catalogue import checker
from dcg_events.events.codec import canonical, decode_event
from dcg_events.log.reading import Write
from dcg_events.log.sealing import plain

_SEALED: Final = b'"~'
_OPENING: Final = re.compile(
    rb'\["open",(?:0|[1-9][0-9]{0,15}),"[a-z0-9_]{1,40}(?:\.[a-z0-9_]{1,40}){0,3}",'
    rb'\[(?:|"p1"|"p2"|"spectator"|"p1","p2"|"p1","spectator"|"p2","spectator"'
    rb'|"p1","p2","spectator")\],[^\n]+,"[0-9a-f]{32}"\]'
)
_STORED: Final = ("seq", "game", "at", "group", "step", "of")
_NOT_CANONICAL: Final = "the line is not in canonical form"
_NO_OPENING: Final = (
    "the line is not formed as an opening: event, field, audience in order, value, 32 digits salt"
)


class Misformed(NamedTuple):
    """A line that does not have the form it should have.

    Attributes:
        line: The line of the write, from 0.
        event: Seq of the event that it belongs to.
        problem: What is wrong.
    """

    line: int
    event: int
    problem: str


def misformed(write: Write, events: Sequence[dict[str, Any]]) -> Misformed | None:
    """Return the first line of a verified write that does not have the form it should have.

    Args:
        write: The write as it stands in the log.
        events: Its events, what is opened put back.
    """
    openings = _of_openings(write, events[0]["seq"]) if write.openings else iter(())
    return next(chain(openings, _of_records(write, events)), None)


def _of_openings(write: Write, first: int) -> Iterator[Misformed]:
    """Yield the openings that are not formed as they should be."""
    before = 0
    all_canonical = _is_canonical(write.opened, write.openings)
    lines = write.openings.split(b"\n")
    for number, (line, opening) in enumerate(zip(lines, write.opened, strict=True)):
        if not all_canonical and not _is_canonical([opening], line):
            yield Misformed(number, first, _NOT_CANONICAL)
        elif len(opening) != 6 or not _OPENING.fullmatch(line):
            yield Misformed(number, first, _NO_OPENING)
        elif opening[1] < before:
            problem = "the openings do not stand in the order of their events"
            yield Misformed(number, opening[1], problem)
        before = opening[1] if opening[1] >= first else 0  # repeated ones have their own order


def _of_records(write: Write, events: Sequence[dict[str, Any]]) -> Iterator[Misformed]:
    """Yield the records that are not formed as they should be, or whose values are not."""
    before, first = len(write.opened), events[0]["seq"]
    stored = orjson.loads(b"[%b]" % write.records.replace(b"\n", b","))
    if not _is_canonical(stored, write.records):
        lines = write.records.split(b"\n")
        for number, (line, record) in enumerate(zip(lines, stored, strict=True)):
            if not _is_canonical([record], line):
                yield Misformed(before + number, first + number, _NOT_CANONICAL)
    for number, event in enumerate(events):
        problem = _fault_of(event)
        if problem is not None:
            yield Misformed(before + number, first + number, problem)


def _fault_of(event: dict[str, Any]) -> str | None:
    """Return what the schema has against an event, null where it is sealed; None if nothing."""
    lacking = next((name for name in _STORED if name not in event), None)
    if lacking is not None:
        return f"the record has no {lacking}, which only a writer may leave out"
    if event["group"] != event["seq"] - event["step"]:
        return "the record does not say with which event its group begins"
    given = b""
    try:
        given = canonical(event)
        if _SEALED in given:
            given = canonical(plain(event))
        checker().validator.validate_json(given)
    except TypeError:
        return "the event is nested too deeply"
    except ValidationError:
        return _in_words(given)
    return None


def _is_canonical(values: list[Any], lines: bytes) -> bool:
    try:
        return canonical(values)[1:-1] == lines.replace(b"\n", b",")
    except TypeError:  # nested too deeply
        return False


def _in_words(event: bytes) -> str:
    try:
        decode_event(event, "")
    except EventError as error:
        return error.problem
    return "the event does not follow the schema"
