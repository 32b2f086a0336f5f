"""Two copies of one log: nothing to align, and their openings make one copy that holds both."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from dcg_events.log.reading import LogReader
from dcg_events.log.store import new_file, open_log, open_reading
from dcg_events.projections.visibility import COMMON, RULES

_HEADER: Final = 1
"""Events that tell nothing yet of the match: two recordings may well begin alike."""


class _Opening(NamedTuple):
    """An opening line, and the first event of its write if that is later than what it opens."""

    line: bytes
    at: int
    seq: int
    field: str


def are_one_log(a: Path, b: Path) -> bool:
    """Tell whether two verified files are copies of one log, the shorter one perhaps cut off."""
    both = zip_longest(_records(a), _records(b))
    for alike, (ours, theirs) in enumerate(both):
        if ours != theirs:
            return (ours is None or theirs is None) and alike > _HEADER
    return True


def _records(path: Path) -> Iterator[bytes]:
    with open_reading(path) as file:
        yield from (line for line in file if line.startswith(b"{"))


def merge_copies(a: Path, b: Path, out: Path) -> str:
    """Write a copy of a log that holds the openings of two; return the head it verifies to.

    Records and commits are those of the longer copy, byte for byte.

    Raises:
        UsageError: If the file to write exists.
        LogError: If a copy cannot be read, or the new one not written.
    """
    sizes = [sum(1 for _ in _records(path)) for path in (a, b)]
    longer, other = (a, b) if sizes[0] >= sizes[1] else (b, a)
    openings = [opening for opening, _ in _openings(other)]
    with new_file(out) as file:
        return _write(longer, openings, file)


def _openings(path: Path) -> Iterator[tuple[_Opening, LogReader]]:
    with open_log(path) as reader:
        for events in reader.verified_writes():
            yield from ((opening, reader) for opening in _of_write(reader, events[0]["seq"]))


def _of_write(reader: LogReader, first: int) -> Iterator[_Opening]:
    write = reader.write
    if write.openings:
        for line, opening in zip(write.openings.split(b"\n"), write.opened, strict=True):
            yield _Opening(line, max(opening[1], first), opening[1], opening[2])


def _write(path: Path, others: list[_Opening], target: BinaryIO) -> str:
    """Write a log anew, each write with the openings that others have of its events."""
    waiting = others[::-1]
    kinds: list[str] = []
    with open_log(path) as reader:
        for events in reader.verified_writes():
            write = reader.write
            kinds += [event["kind"] for event in events]
            held = {opening.line: opening for opening in _of_write(reader, events[0]["seq"])}
            while waiting and waiting[-1].at <= events[-1]["seq"]:
                opening = waiting.pop()
                held.setdefault(opening.line, opening)
            lines = sorted(held, key=lambda line: _place(held[line], kinds))
            target.write(b"\n".join([*lines, write.records, write.commit, b""]))
    return reader.head


def _place(opening: _Opening, kinds: Sequence[str]) -> tuple[int, int]:
    """Return where an opening stands in a write.

    All stand in the order of their events, repeated ones first thereby, and of the fields in the
    table of visibility.
    """
    order = [*COMMON, *RULES.get(kinds[opening.seq], {})]
    return opening.seq, order.index(opening.field) if opening.field in order else len(order)
