"""Compare the copies that a viewer gets of two worlds, line by line and byte for byte."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

import orjson

from dcg_events.leaks.checklist import ABSENT, Item, Leak, item_of, leak
from dcg_events.log.part import LogPart
from dcg_events.log.store import open_reading
from dcg_events.vocabulary.people import Viewer

_COMMITMENT: Final = re.compile(rb'"~[0-9a-f]{64}"')
_SALT: Final = re.compile(rb'"[0-9a-f]{32}"\]$')
_HEAD: Final = re.compile(rb'"[0-9a-f]{64}"\]$')

Events = dict[int, dict[str, Any]]
"""Plain events by their seq, as the judge has them."""


@dataclass(frozen=True, slots=True)
class Copy:
    """The lines of a log or of a copy, by their sort, without line feeds.

    Attributes:
        sorts: One letter a line: `r` record, `o` opening, `c` commit.
        records: The record lines.
        openings: The opening lines.
        commits: The commit lines.
    """

    sorts: str
    records: list[bytes]
    openings: list[bytes]
    commits: list[bytes]


def read_copy(path: Path | LogPart) -> Copy:
    """Read the lines of a log or of a copy up to its last commit; nothing is verified."""
    of_sort: dict[str, list[bytes]] = {"r": [], "o": [], "c": []}
    sorts = []
    with open_reading(path) as file:
        lines = file.read().split(b"\n")
    while lines and not lines[-1].startswith(b'["commit"'):
        del lines[-1]
    for line in lines:
        sort = "r" if line[:1] == b"{" else "o" if line.startswith(b'["open"') else "c"
        of_sort[sort].append(line)
        sorts.append(sort)
    return Copy("".join(sorts), of_sort["r"], of_sort["o"], of_sort["c"])


def masked(line: bytes) -> bytes:
    """Return a line without what is random in it: commitments, its salt, the head."""
    if line.startswith(b'["open"'):
        return _SALT.sub(b'""]', line)
    if line.startswith(b'["commit"'):
        return _HEAD.sub(b'""]', line)
    return _COMMITMENT.sub(b'"~"', line)


def compare_copies(ours: Copy, theirs: Copy, viewer: Viewer, events: Events) -> Iterator[Leak]:
    """Yield a leak for everything that differs in a viewer's copies of two worlds."""
    if len(ours.records) != len(theirs.records):
        yield leak(viewer, -1, "", Item.PRESENCE)
    for one, two in zip(ours.records, theirs.records, strict=False):
        if masked(one) != masked(two):
            yield from _in_records(orjson.loads(one), orjson.loads(two), viewer, events)
    yield from _in_openings(ours.openings, theirs.openings, viewer, events)
    same = [masked(line) for line in ours.commits] == [masked(line) for line in theirs.commits]
    if not same or (ours.sorts != theirs.sorts and len(ours.openings) == len(theirs.openings)):
        yield leak(viewer, -1, "", Item.LINES)


def _in_records(
    ours: dict[str, Any], theirs: dict[str, Any], viewer: Viewer, events: Events
) -> Iterator[Leak]:
    event = events[ours["seq"]]
    for path, one, two in differences(ours, theirs):
        yield leak(viewer, ours["seq"], path, item_of(event, path, one, two, opened=False))


def _in_openings(
    ours: Iterable[bytes], theirs: Iterable[bytes], viewer: Viewer, events: Events
) -> Iterator[Leak]:
    for one, two in zip_longest(ours, theirs):
        if one is None or two is None or masked(one) != masked(two):
            _, seq, path, audience, value, _ = orjson.loads(one or two)
            _, *place, to, other, _ = orjson.loads(two or one)
            event = events[seq]
            if one is None or two is None or place != [seq, path] or audience != to:
                yield leak(viewer, seq, path, Item.OPENINGS)
                return  # from here on the lines do not belong together
            if _is_blank(value) and _is_blank(other):
                yield leak(viewer, seq, path, Item.LENGTH)
            else:
                yield leak(viewer, seq, path, item_of(event, path, value, other, opened=True))


def _is_blank(value: object) -> bool:
    """Tell whether a value was blanked out and kept its length."""
    return isinstance(value, str) and len(value) > 0 and not re.search("[A-Za-z0-9]", value)


def differences(
    ours: object, theirs: object, path: str = ""
) -> Iterator[tuple[str, object, object]]:
    """Yield the dotted path and both values wherever two JSON values differ.

    Two commitments never differ: they are random. What is not there is `ABSENT`.
    """
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in sorted(ours.keys() | theirs.keys()):
            inner = f"{path}.{name}" if path else str(name)
            if (name in ours) != (name in theirs):
                yield inner, ours.get(name, ABSENT), theirs.get(name, ABSENT)
            else:
                yield from differences(ours[name], theirs[name], inner)
    elif _random(ours) != _random(theirs):
        yield path, ours, theirs


def _random(value: object) -> object:
    line = orjson.dumps(value)
    return _COMMITMENT.sub(b'"~"', line)
