"""The index of a pack: what it says of each log, and how it is found.

A pack, `NAME.dcgpack`, is a ZIP archive that any tool opens. Its members are the logs, deflated,
byte for byte as they were, and last `index.jsonl`, not deflated: a line of JSON for each log. The
archive's comment, its last bytes, says where the index begins, how long it is, and its SHA-256. So
a log is found without reading the others, and whatever is damaged is found and named.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from typing import Final

import orjson

from dcg_events.errors import LogDamagedError
from dcg_events.log.part import LogPart

SUFFIX: Final = ".dcgpack"
INDEX: Final = "index.jsonl"
MOST: Final = 65_000
"""Logs that a pack may hold: its index is small, and old tools read the archive."""

_LARGEST_INDEX: Final = MOST * 1024
_NAME: Final = re.compile(r"[^./\\:\x00-\x1f\x7f][^/\\:\x00-\x1f\x7f]{0,190}\.dcglog")
_COMMENT: Final = re.compile(rb"dcgpack 1 ([0-9]{1,16}) ([0-9]{1,9}) ([0-9a-f]{64})")
_END: Final = b"PK\x05\x06"
_END_SIZE: Final = 22
_LONGEST_COMMENT: Final = 128
_MOST_INFLATED: Final = 1032
"""Deflate makes nothing smaller than by this factor: a larger one is a lie."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index says of one log.

    Attributes:
        name: Its file name.
        start: Where its deflated bytes begin in the pack.
        deflated: How many they are.
        size: Bytes of the log.
        sha256: Their SHA-256.
        match_id: Which match it holds.
        events: How many events.
        head: Its head.
    """

    name: str
    start: int
    deflated: int
    size: int
    sha256: str
    match_id: str
    events: int
    head: str


_TEXTS: Final = ("name", "sha256", "match_id", "head")


def index_lines(entries: Iterable[Entry]) -> bytes:
    """Return the bytes of an index."""
    return b"".join(orjson.dumps(asdict(entry)) + b"\n" for entry in entries)


def comment_for(start: int, index: bytes) -> bytes:
    """Return the comment that leads to an index."""
    return b"dcgpack 1 %d %d %s" % (start, len(index), sha256(index).hexdigest().encode())


def read_index(part: LogPart) -> tuple[bytes, int]:
    """Read the index of a pack, compared with its digest, and where it begins.

    Raises:
        OSError: If the file cannot be read.
        LogDamagedError: If it is no pack, or its index is damaged.
    """
    with part.path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _END_SIZE - _LONGEST_COMMENT))
        tail = file.read()
        found = _COMMENT.search(tail)
        at = found.start() - _END_SIZE if found else -1
        if found is None or found.end() != len(tail) or tail[at : at + 4] != _END:
            raise LogDamagedError(str(part), "it is no pack, or its end is missing", _REMEDY)
        start, length = int(found[1]), int(found[2])
        if start + length > size or length > _LARGEST_INDEX:
            raise LogDamagedError(str(part), "its index does not lie within it", _REMEDY)
        file.seek(start)
        index = file.read(length)
    if sha256(index).hexdigest().encode() != found[3]:
        raise LogDamagedError(str(part), "its index is damaged", _REMEDY)
    return index, start


def entries_of(part: LogPart, index: bytes, end: int) -> Iterator[Entry]:
    """Yield what an index says of each log, checked: it may have been made to do harm.

    Args:
        part: The pack.
        index: Its index.
        end: Where in the pack the index begins, and the logs end.

    Raises:
        LogDamagedError: If it says what cannot be.
    """
    names: set[str] = set()
    start = 0
    for number, line in enumerate(index.splitlines(), start=1):
        entry = _entry(line)
        if entry is None or entry.name in names or number > MOST:
            problem = f"line {number} of its index is none, or names a log twice"
            raise LogDamagedError(str(part), problem, _REMEDY)
        inside = start <= entry.start and entry.start + entry.deflated <= end
        if not inside or entry.size > _MOST_INFLATED * entry.deflated + 64:
            problem = f"line {number} of its index names bytes that cannot be a log's own"
            raise LogDamagedError(str(part), problem, _REMEDY)
        names.add(entry.name)
        start = entry.start + entry.deflated
        yield entry


def _entry(line: bytes) -> Entry | None:
    try:
        told = orjson.loads(line)
        entry = Entry(**told)
    except (orjson.JSONDecodeError, TypeError):
        return None
    for one in fields(Entry):
        value: object = getattr(entry, one.name)
        if one.name in _TEXTS:
            if not isinstance(value, str):
                return None
        elif type(value) is not int or not 0 <= value < 2**53:
            return None
    return entry if _NAME.fullmatch(entry.name) else None


def is_name(name: str) -> bool:
    """Tell whether a log may be called so in a pack: it stays in the folder it is unpacked to."""
    return _NAME.fullmatch(name) is not None


_REMEDY: Final = "use another copy; any ZIP tool may save what is left of it"
