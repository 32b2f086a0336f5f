"""Pack logs: one file instead of a million small ones."""

import fcntl
import os
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import BinaryIO, Final

from dcg_events.batches.mapping import Source, Unopened
from dcg_events.errors import DcgEventsError, LogError, UsageError
from dcg_events.log.identity import Identity, identity_of
from dcg_events.log.part import LogPart
from dcg_events.log.store import open_reading, refused
from dcg_events.packs.copying import copy
from dcg_events.packs.index import INDEX, MOST, Entry, comment_for, index_lines, is_name

_HEADER: Final = 30
_THEN: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every member: the same logs give the same bytes."""


@dataclass(slots=True)
class Packed:
    """What was packed.

    Attributes:
        logs: How many logs are in the pack.
        repeated: Logs that were left out, since the very same record is in it.
        rejected: Logs that could not be packed, each with the reason.
    """

    logs: int
    repeated: int
    rejected: list[Unopened]


def pack(logs: Iterable[Source], out: Path, *, replace: bool = False) -> Packed:
    """Pack logs into one file, byte for byte; it is there when it is complete, or not at all.

    To add to a pack, pack its logs and the new ones, and let it replace the old one.

    Args:
        logs: The logs, taken one by one.
        out: The pack.
        replace: Whether it may take the place of a file.

    Raises:
        UsageError: If the file exists and may not be replaced, or no log could be packed.
        LogError: If the file cannot be written, or another program is packing into it.
    """
    if out.exists() and not replace:
        raise UsageError(str(out), "the file exists already", "choose another name, or --add")
    made = out.with_name(f".{out.name}.part")
    try:
        with _alone(made, out) as file:
            packed = _Packing(file).pack(logs)
            file.flush()
            os.fsync(file.fileno())
            if packed.logs:
                made.rename(out)
    except OSError as error:
        raise refused(out, error) from error
    return packed


@contextmanager
def _alone(made: Path, out: Path) -> Iterator[BinaryIO]:
    """Open a file that one program writes at a time; it is gone afterwards, or has another name.

    Raises:
        LogError: If another program writes it.
    """
    with os.fdopen(os.open(made, os.O_RDWR | os.O_CREAT, 0o666), "r+b") as file:
        if not _locked(file) or not _is_at(made, file):  # another renames it before we lock it
            problem = "another program is packing into it"
            raise LogError(str(out), problem, "wait until it is done, then pack again")
        try:
            file.truncate()
            yield file
        finally:
            with suppress(OSError):
                if _is_at(made, file):
                    made.unlink()


def _locked(file: BinaryIO) -> bool:
    """Lock an open file, and tell whether that is done."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_at(path: Path, file: BinaryIO) -> bool:
    """Tell whether an open file still has a name."""
    return path.exists() and os.path.samestat(path.stat(), os.fstat(file.fileno()))


class _Packing:
    """A pack being written."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._entries: list[Entry] = []
        self._names: set[str] = set()
        self._held: set[tuple[str, str]] = set()
        self._digests: set[str] = set()
        self._packed = Packed(0, 0, [])

    def pack(self, logs: Iterable[Source]) -> Packed:
        with zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED) as archive:
            for log in logs:
                try:
                    self._add(archive, log)
                except DcgEventsError as error:
                    where = log.log if isinstance(log, Unopened) else log
                    self._packed.rejected.append(Unopened(where, error))
            index = index_lines(self._entries)
            info = _member(INDEX)
            info.compress_type = zipfile.ZIP_STORED
            archive.writestr(info, index)
            archive.comment = comment_for(_start(info), index)
        self._packed.logs = len(self._entries)
        return self._packed

    def _add(self, archive: zipfile.ZipFile, log: Source) -> None:
        if isinstance(log, Unopened):
            raise log.error
        identity = identity_of(log)
        if (identity.match_id, identity.head) in self._held and self._same(log):
            self._packed.repeated += 1
            return
        if len(self._entries) == MOST:
            raise LogError(str(log), f"a pack holds {MOST:,} logs", "begin another pack")
        info = _member(self._name(log, identity))
        with open_reading(log) as source, archive.open(info, "w") as target:
            copied = copy(source, target)
        entry = Entry(
            name=info.filename,
            start=_start(info),
            deflated=info.compress_size,
            size=copied.size,
            sha256=copied.sha256,
            match_id=identity.match_id,
            events=identity.events,
            head=identity.head,
        )
        self._entries.append(entry)
        self._names.add(entry.name)
        self._digests.add(entry.sha256)
        self._held.add((identity.match_id, identity.head))

    def _same(self, log: LogPart) -> bool:
        """Tell whether the very same bytes are in the pack: copies of one log differ."""
        with open_reading(log) as file:
            return copy(file).sha256 in self._digests

    def _name(self, log: LogPart, identity: Identity) -> str:
        """Return a name that no other log of the pack has."""
        stem = PurePath(str(log)).name.removesuffix(".dcglog")
        names = (stem, f"{stem}.{identity.match_id[:8]}", f"{stem}.{identity.head[:16]}")
        for name in (f"{name}.dcglog" for name in names):
            if name not in self._names and is_name(name):
                return name
        count = len(self._names)
        return f"{identity.match_id}.{count}.dcglog"


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _THEN)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def _start(info: zipfile.ZipInfo) -> int:
    """Return where the bytes of a member begin: behind its header, which has no extra fields."""
    return info.header_offset + _HEADER + len(info.filename.encode())
