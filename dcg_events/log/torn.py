"""What a crash left of unfinished writes: which bytes may be cut off a log, and how they are kept.

A write that has no commit has not happened, whatever its bytes are. A power cut leaves more than
half a write: the file system may have made the file longer before the bytes reached the disk, so
that whole blocks read as NUL, the commit perhaps behind them. Only what the log's own policy had
not yet waited for can look so; anything else is damage, and is never cut off.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO, FileIO
from itertools import zip_longest
from pathlib import Path
from typing import BinaryIO, Final, cast

from dcg_events.errors import LogError
from dcg_events.log.disk import Disk
from dcg_events.vocabulary.durability import Durability, is_awaited

_PIECE: Final = 1 << 16
_BLOCK: Final = 512
"""Bytes that reach a disk together, at least."""

_COMMIT: Final = re.compile(rb'\["commit",[0-9]{1,16},"[0-9a-f]{64}"\]\n')
_KIND: Final = re.compile(rb'"kind":"([a-z_]+)"')
_POLICY: Final = re.compile(rb'"durability":"(group|turn|match|none)"')
_BEGINNINGS: Final = (b'["open",0,"', b'["open",1,"bytes_cut",', b'{"at":')
"""How the first write of a log begins: with openings, or with the record of the first event."""

_RECOVERED: Final = b'{"after":null,'
"""How its other records begin: they say that it was begun before."""


def is_torn(file: BinaryIO, policy: Durability) -> bool:
    """Tell whether what follows in a log, to its end, may be left of writes that were under way.

    It may if no commit follows; or if blocks of the first write did not reach the disk, and no
    write but the last is one that the policy waits for: the next begins when it is on the disk.

    Args:
        file: The log, standing behind its last good write.
        policy: How often the log waits for the disk.
    """
    kinds: set[str] = set()
    lost_blocks = awaited = False
    begins = True
    while piece := file.readline(_PIECE):
        if awaited:
            return False
        lost_blocks = lost_blocks or b"\0" in piece
        kinds.update(kind.decode() for kind in _KIND.findall(piece))
        if begins and _COMMIT.fullmatch(piece):
            if not lost_blocks:
                return False
            awaited = is_awaited(policy, kinds)
            kinds.clear()
        begins = piece.endswith(b"\n")
    return True


def is_torn_beginning(data: bytes) -> bool:
    """Tell whether a file holds what a crash left of a log before its first good commit.

    >>> [is_torn_beginning(data) for data in (b"", b'{"at":nu', b"shopping list")]
    [True, True, False]
    """
    start = data[:_BLOCK].rstrip(b"\0")
    said = _POLICY.search(data)
    policy = cast("Durability", said[1].decode()) if said else "none"
    if not any(_begins(start, one) for one in _BEGINNINGS) or not is_torn(BytesIO(data), policy):
        return False
    records = [line for line in data.split(b"\n") if line.startswith(b"{")]
    return b"\0" in data or all(_begins(record, _RECOVERED) for record in records[1:])


def _begins(line: bytes, beginning: bytes) -> bool:
    """Tell whether a line, perhaps cut off, begins in a certain way."""
    return line.startswith(beginning) or beginning.startswith(line)


@dataclass(frozen=True, slots=True)
class Kept:
    """Bytes that were cut off a log and lie beside it, in `NAME.torn-OFFSET`.

    Attributes:
        path: The file that holds them.
        offset: Where in the log they lay: the end of a commit, or 0.
        size: How many they are.
    """

    path: Path
    offset: int
    size: int


def kept_beside(log: Path) -> list[Kept]:
    """Return what was cut off a log and kept, in the order of the log.

    Raises:
        LogError: If its folder may not be looked into.
    """
    log = _behind_links(log)
    try:
        entries = list(os.scandir(log.parent))
    except PermissionError as error:
        problem = "its folder may not be looked into, where lies what crashes cut off"
        raise LogError(str(log), problem, "make the folder readable") from error
    pattern = re.compile(re.escape(log.name) + r"\.torn-([0-9]{1,16})(?:-([0-9]{1,9}))?")
    found = []
    for entry in entries:
        name = pattern.fullmatch(entry.name)
        if name and entry.is_file():
            kept = Kept(log.with_name(entry.name), int(name[1]), entry.stat().st_size)
            found.append((kept.offset, int(name[2] or 1), kept))
    return [kept for _, _, kept in sorted(found, key=lambda one: one[:2])]


def keep(log: Path, file: FileIO, offset: int, disk: Disk) -> Kept:
    """Keep what a log holds from an offset on in a file beside it, and wait for the disk.

    It is kept once, however often this is interrupted and called again.
    """
    log = _behind_links(log)
    there = [kept for kept in kept_beside(log) if kept.offset == offset]
    kept = next((kept for kept in there if _holds(kept, file)), None)
    if kept is None:
        kept = _copy(log, file, offset, len(there), disk)
    disk.sync_directory(log)
    return kept


def _behind_links(log: Path) -> Path:
    """Return where a log itself lies: by whatever link it is opened, its rests lie there."""
    return log.resolve() if log.is_symlink() else log


def _copy(log: Path, file: FileIO, offset: int, before: int, disk: Disk) -> Kept:
    name = f"{log.name}.torn-{offset}"
    target = log.with_name(name)
    while target.exists():
        before += 1
        target = log.with_name(f"{name}-{before}")
    unfinished = log.with_name(f"{name}.part")  # of no use to anybody before it is whole
    size = 0
    with disk.open(unfinished, "w") as beside:
        for piece in _pieces(file, offset):
            disk.write(beside, piece)
            size += len(piece)
        disk.sync(beside)
    disk.rename(unfinished, target)
    return Kept(target, offset, size)


def _holds(kept: Kept, file: FileIO) -> bool:
    with kept.path.open("rb", buffering=0) as beside:
        pairs = zip_longest(_pieces(beside, 0), _pieces(file, kept.offset))
        return all(one == other for one, other in pairs)


def _pieces(file: FileIO, offset: int) -> Iterator[bytes]:
    file.seek(offset)
    while piece := file.read(_PIECE):
        yield piece
