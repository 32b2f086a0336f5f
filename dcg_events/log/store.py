"""The one writer of a log file: lock, append, wait for the disk, recover what a crash tore.

Appending is all or nothing for each write: its last line is the commit, and what has no commit is
cut off, and kept beside the log, when the next writer opens it.
"""

import fcntl
import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Any, BinaryIO, Self

from dcg_events.errors import LogError, LogLockedError, UsageError
from dcg_events.log.part import LogPart, PartFile
from dcg_events.log.reading import MAX_WRITE, NO_HEAD, LogReader


class LogFile:
    """A log file that this process alone may write to.

    Attributes:
        path: Where it is.
        head: SHA-256 of all record lines committed.
        version: Number of events committed.
    """

    def __init__(self, path: Path, file: FileIO) -> None:
        self.path = path
        self.head = NO_HEAD
        self.version = 0
        self._file = file
        self._digest = sha256()

    @classmethod
    def create(cls, path: Path) -> Self:
        """Create the file, which must not exist yet, and lock it.

        Raises:
            UsageError: If it exists.
            LogError: If it cannot be created.
        """
        try:
            file = path.open("x+b", buffering=0)
        except FileExistsError as error:
            remedy = "choose another name; a log is never overwritten"
            raise UsageError(str(path), "the file exists already", remedy) from error
        except OSError as error:
            raise refused(path, error) from error
        store = cls(path, file)
        store._lock()
        _sync_directory(path)
        return store

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open an existing file and lock it; `read` has to follow.

        Raises:
            LogError: If it is not there or may not be written.
            LogLockedError: If another process writes to it.
        """
        try:
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise refused(path, error) from error
        store = cls(path, file)
        store._lock()
        return store

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            problem = "another process is writing to the log"
            remedy = "wait until it is done: a match has one recorder"
            raise LogLockedError(str(self.path), problem, remedy) from error

    def reader(self) -> LogReader:
        """Return a reader of the file from its first byte."""
        self._file.seek(0)
        return LogReader(self._file, str(self.path))

    def continue_after(self, reader: LogReader) -> Path | None:
        """Go on where a reader that read the whole file ended; cut off a torn tail.

        Returns:
            The file that keeps the bytes which were cut off; None if the log was whole.
        """
        self.head, self.version = reader.head, reader.version
        self._digest = reader.digest
        self._file.seek(0, os.SEEK_END)
        if self._file.tell() == reader.size:
            return None
        self._file.seek(reader.size)
        torn = self._file.readall()
        kept = _free_name(self.path, reader.size)
        with kept.open("xb") as beside:
            beside.write(torn)
            beside.flush()
            os.fsync(beside.fileno())
        _sync_directory(self.path)
        self._file.truncate(reader.size)
        os.fsync(self._file.fileno())
        self._file.seek(reader.size)
        return kept

    def append(self, openings: Sequence[bytes], records: Sequence[bytes], *, sync: bool) -> str:
        """Append one write: openings, records and the commit. Return the new head.

        Args:
            openings: Opening lines without line feeds.
            records: Record lines without line feeds, whole groups.
            sync: Whether to wait until the bytes are on the disk.

        Raises:
            LogError: If the disk refuses; the write is taken back.
        """
        if self._file.closed:
            problem = "the log is closed, by its recorder or after a write that failed"
            raise LogError(str(self.path), problem, "open it again to go on")
        digest = self._digest.copy()
        digest.update(b"\n".join(records) + b"\n")
        head = digest.hexdigest()
        last = self.version + len(records) - 1
        commit = b'["commit",%d,"%s"]\n' % (last, head.encode())
        write = b"\n".join([*openings, *records, commit])
        if len(write) > MAX_WRITE:
            problem = f"a write of {len(write):,} bytes is more than the {MAX_WRITE:,} allowed"
            raise LogError(str(self.path), problem, "record smaller groups")
        start = self._file.tell()
        try:
            rest = memoryview(write)
            while rest:
                rest = rest[self._file.write(rest) :]
            if sync:
                os.fsync(self._file.fileno())
        except OSError as error:
            self._take_back(start)
            raise refused(self.path, error) from error
        self._digest, self.head, self.version = digest, head, last + 1
        return head

    def _take_back(self, start: int) -> None:
        """Leave nothing behind of a write that failed; the next opening recovers if this fails."""
        try:
            os.ftruncate(self._file.fileno(), start)
            self._file.seek(start)
        except OSError:
            self._file.close()

    def sync(self) -> None:
        """Wait until everything appended is on the disk."""
        os.fsync(self._file.fileno())

    def abandon(self) -> None:
        """Let go of the file as it is, without writing anything more."""
        self._file.close()

    def close(self) -> None:
        """Sync, unlock and close the file. Closing twice does nothing."""
        if not self._file.closed:
            self.sync()
            self._file.close()


def utc_now() -> datetime:
    """Return the time by the machine's clock, aware, in UTC."""
    return datetime.now(UTC)


def open_reading(path: Path | LogPart) -> BinaryIO:
    """Open a file, or the first part of one, for reading, for a `LogReader`.

    Raises:
        LogError: If it cannot be read.
    """
    part = LogPart.of(path)
    try:
        if part.size is None:
            return part.path.open("rb")
        return BufferedReader(PartFile(part.path.open("rb", buffering=0), part.size))
    except OSError as error:
        raise refused(part.path, error) from error


def read_groups(
    path: Path | LogPart, holder: str = "judge", fields: frozenset[str] | None = None
) -> Iterator[list[dict[str, Any]]]:
    """Yield the groups of a log file, verified, from its first; see `LogReader`.

    Raises:
        LogError: If it cannot be read, or at the first damage.
    """
    with open_reading(path) as file:
        yield from LogReader(file, str(path), holder, fields).groups()


def refused(path: Path, error: OSError) -> LogError | UsageError:
    """Say in our words why the system refused to open, read or write a file."""
    if isinstance(error, FileNotFoundError):
        return UsageError(str(path), "there is no such file or folder", "check the path")
    if isinstance(error, IsADirectoryError):
        return UsageError(str(path), "this is a directory", "name a file in it")
    if isinstance(error, PermissionError):
        return LogError(str(path), "the file may not be opened so", "check its permissions")
    reason = (error.strerror or "the system refused").lower()
    return LogError(str(path), reason, "check the disk and the path")


def _free_name(path: Path, offset: int) -> Path:
    name = f"{path.name}.torn-{offset}"
    candidate = path.with_name(name)
    count = 1
    while candidate.exists():
        count += 1
        candidate = path.with_name(f"{name}-{count}")
    return candidate


def _sync_directory(path: Path) -> None:
    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
