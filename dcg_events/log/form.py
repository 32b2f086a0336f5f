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
from dcg_events.events.catalogue import reader
from dcg_events.events.codec import canonical, decode_event
from dcg_events.log.reading import Write
from dcg_events.log.recognising import OPENING, STORED, recogniser
from dcg_events.log.sealing import plain

_SEALED: Final = b'"~'
_PATH: Final = rb"[a-z0-9_]{1,40}(?:\.[a-z0-9_]{1,40}){0,3}"
_OPENING: Final = re.compile(OPENING % (_PATH, rb"[^\n]+"))
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
    unsure: set[int] = set()
    openings = _of_openings(write, events, unsure) if write.openings else iter(())
    return next(chain(openings, _of_records(write, events, unsure)), None)


def _of_openings(
    write: Write, events: Sequence[dict[str, Any]], unsure: set[int]
) -> Iterator[Misformed]:
    """Yield the openings that are not formed as they should be.

    Note the events of which one opens a value that has still to be looked at.
    """
    first = events[0]["seq"]
    lines = write.openings.split(b"\n")
    for number in recogniser().doubtful_openings(lines, write.opened, events):
        opening = write.opened[number]
        unsure.add(opening[1] - first)
        if not _is_canonical(opening, lines[number]):
            yield Misformed(number, first, _NOT_CANONICAL)
        elif len(opening) != 6 or not _OPENING.fullmatch(lines[number]):
            yield Misformed(number, first, _NO_OPENING)
    seqs = [opening[1] for opening in write.opened]
    if seqs != sorted(seqs):
        yield from _out_of_order(seqs, first)


def _out_of_order(seqs: list[int], first: int) -> Iterator[Misformed]:
    before = 0
    for number, seq in enumerate(seqs):
        if seq < before:
            problem = "the openings do not stand in the order of their events"
            yield Misformed(number, seq, problem)
        before = seq if seq >= first else 0  # repeated ones have their own order


def _of_records(
    write: Write, events: Sequence[dict[str, Any]], unsure: set[int]
) -> Iterator[Misformed]:
    """Yield the records that are not formed as they should be, or whose values are not."""
    before, first = len(write.opened), events[0]["seq"]
    lines = write.records.split(b"\n")
    doubtful = set(recogniser().doubtful_records(lines, events))
    for number in sorted(doubtful | {number for number in unsure if number >= 0}):
        event, line, problem = events[number], lines[number], None
        if number in doubtful and not _is_canonical(orjson.loads(line), line):
            problem = _NOT_CANONICAL
        elif not event.keys() >= STORED:
            problem = f"the record has no {_lacking(event)}, which only a writer may leave out"
        elif event["group"] != event["seq"] - event["step"]:
            problem = "the record does not say with which event its group begins"
        else:
            problem = _fault_of(event)
        if problem is not None:
            yield Misformed(before + number, first + number, problem)


def _lacking(event: dict[str, Any]) -> str:
    return min(STORED - event.keys())


def _fault_of(event: dict[str, Any]) -> str | None:
    """Return what the schema has against an event, null where it is sealed; None if nothing."""
    given = b""
    try:
        given = canonical(event)
        if _SEALED in given:
            given = canonical(plain(event))
        reader().validate_json(given)
    except TypeError:
        return "the event is nested too deeply"
    except ValidationError:
        return _in_words(given)
    return None


def _is_canonical(value: object, line: bytes) -> bool:
    try:
        return canonical(value) == line
    except TypeError:  # nested too deeply
        return False


def _in_words(event: bytes) -> str:
    try:
        decode_event(event, "")
    except EventError as error:
        return error.problem
    return "the event does not follow the schema"
