"""The one writer of a log file: lock, append, wait for the disk, cut off what a crash tore.

Appending is all or nothing for each write: its last line is the commit, and what has no commit is
cut off, and kept beside the log, when the next writer opens it.
"""

import fcntl
import os
import stat
from collections.abc import Sequence
from hashlib import sha256
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Final, Self

from dcg_events.errors import LogError, LogLockedError, UsageError
from dcg_events.events.limits import MAX_WRITE
from dcg_events.log.disk import DISK, Disk
from dcg_events.log.part import LogPart
from dcg_events.log.reading import NO_HEAD, LogReader
from dcg_events.log.store import open_reading, reason_of, refuse_streams, refused
from dcg_events.log.torn import Kept, is_torn, is_torn_beginning, keep, kept_beside
from dcg_events.vocabulary.durability import Durability


class LogFile:
    """A log file that this process alone may write to.

    Attributes:
        path: Where it is.
        head: SHA-256 of all record lines committed.
        version: Number of events committed.
        begun_before: Whether `create` found the beginning of a log that nobody committed.
    """

    def __init__(self, path: Path, file: FileIO, disk: Disk = DISK) -> None:
        self.path = path
        self.begun_before = False
        self.head = NO_HEAD
        self.version = 0
        self._disk = disk
        self._file = file
        self._place = path.absolute()
        self._identity = _identity(os.fstat(file.fileno()))
        self._process = os.getpid()
        self._size = 0
        self._unsynced = True  # what is there may never have been waited for
        self._digest = sha256()

    @classmethod
    def create(cls, path: Path, disk: Disk = DISK, *, sync: bool = True) -> Self:
        """Create the file and lock it; `resume` has to follow.

        A file that holds a part of a log's first write, or nothing, is taken for the new log.

        Args:
            path: The log.
            disk: The file system.
            sync: Whether to wait until its name is on the disk.

        Raises:
            UsageError: If something else is there, or lies beside it from an earlier log.
            LogError: If it cannot be created.
            LogLockedError: If another process writes to it.
        """
        try:
            if not path.exists():
                _refuse_remains(path)
            file = disk.open(path, "x+")
        except FileExistsError:
            return cls._begin_again(path, disk)
        except OSError as error:
            raise refused(path, error) from error
        store = cls(path, file, disk)
        store._lock()
        if sync:
            store._sync_name()
        return store

    @classmethod
    def _begin_again(cls, path: Path, disk: Disk) -> Self:
        _refuse_all_but_a_beginning(path)
        store = cls.open(path, disk)
        store.begun_before = True
        try:
            _refuse_all_but_a_beginning(path)  # it may have been begun before it was locked
        except UsageError:
            store.abandon()
            raise
        return store

    def _sync_name(self) -> None:
        try:
            self._disk.sync_directory(self.path)
        except OSError as error:
            self._file.close()
            raise refused(self.path, error) from error

    @classmethod
    def open(cls, path: Path, disk: Disk = DISK) -> Self:
        """Open an existing file and lock it; `resume` has to follow.

        Raises:
            UsageError: If it is not there, or is a pipe or a device.
            LogError: If it may not be written.
            LogLockedError: If another process writes to it.
        """
        try:
            file = disk.open(path, "r+")
        except OSError as error:
            raise refused(path, error) from error
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.close()
            raise UsageError(str(path), "this is a pipe or a device and no log", "name a log")
        store = cls(path, file, disk)
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

    @property
    def closed(self) -> bool:
        """Whether it is closed: by `close`, or after a write that failed."""
        return self._file.closed

    def reader(self) -> LogReader:
        """Return a reader of the file from its first byte."""
        self._file.seek(0)
        reader = LogReader(self._file, str(self.path))
        reader.only_newest = True
        return reader

    def is_torn_after(self, size: int, policy: Durability) -> bool:
        """Tell whether what follows after some bytes may be what a crash left; see `is_torn`."""
        self._file.seek(size)
        rest = BufferedReader(self._file)
        try:
            return is_torn(rest, policy)
        finally:
            rest.detach()

    def resume(self, reader: LogReader) -> Kept | None:
        """Go on behind the last good write that a reader found; keep, and cut off, what follows.

        Returns:
            What was cut off; None if the log was whole.

        Raises:
            LogError: If the disk refuses. Then nothing was cut off, or it is kept.
        """
        self.head, self.version, self._size = reader.head, reader.version, reader.size
        kept = self._cut() if self._file.seek(0, os.SEEK_END) > self._size else None
        self._digest = reader.digest
        if self._digest.hexdigest() != self.head:  # the reader went on into a damaged write
            self._hash_again()
        self._file.seek(self._size)
        return kept

    def _cut(self) -> Kept:
        try:
            kept = keep(self.path, self._file, self._size, self._disk)
            self._disk.truncate(self._file, self._size)
            self._disk.sync(self._file)
        except OSError as error:
            self._file.close()
            problem = f"what a crash tore cannot be cut off and kept beside it: {reason_of(error)}"
            remedy = "make room, or its folder writable, and open it again; nothing is lost"
            raise LogError(str(self.path), problem, remedy) from error
        return kept

    def _hash_again(self) -> None:
        self._digest = sha256()
        with open_reading(LogPart(self.path, self._size)) as file:
            for line in file:
                if line.startswith(b"{"):
                    self._digest.update(line)

    def append(self, openings: Sequence[bytes], records: Sequence[bytes], *, sync: bool) -> str:
        """Append one write: openings, records and the commit. Return the new head.

        Args:
            openings: Opening lines without line feeds.
            records: Record lines without line feeds, whole groups.
            sync: Whether to wait until the bytes are on the disk.

        Raises:
            LogError: If the disk refuses, or another program changed the file. The write is taken
                back; if the disk does not confirm it, it may be there all the same.
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
        self._refuse_forked()
        self._refuse_changed()
        try:
            self._disk.write(self._file, write)
        except OSError as error:
            self._take_back()
            raise refused(self.path, error) from error
        self._unsynced = True
        self._digest, self.head, self.version = digest, head, last + 1
        if sync:
            self.sync()
        self._size += len(write)
        return head

    def _refuse_forked(self) -> None:
        """Refuse to write in a child of the process that opened it: a fork shares the lock."""
        if os.getpid() != self._process:
            problem = "the process that this one was forked from is writing to the log"
            remedy = "let one of them record, or open it here when it is closed there"
            raise LogLockedError(str(self.path), problem, remedy)

    def _refuse_changed(self) -> None:
        """Refuse to append to a file that is not as this writer left it."""
        try:
            there = self._place.stat()
        except OSError:
            problem = "it was removed while it was recorded"
        else:
            if _identity(there) == self._identity and there.st_size == self._size:
                return
            problem = "another program changed it while it was recorded"
            if _identity(there) != self._identity:
                problem = "another file was put in its place while it was recorded"
        self._file.close()
        remedy = "nothing was appended: look at it with `dcg-events verify`, then open it again"
        raise LogError(str(self.path), problem, remedy)

    def _take_back(self) -> None:
        """Leave nothing behind of a write that failed; the next opening recovers if this fails."""
        try:
            self._disk.truncate(self._file, self._size)
        except OSError:
            self._file.close()

    def sync(self) -> None:
        """Wait until everything appended is on the disk.

        Raises:
            LogError: If the disk does not confirm it. What it holds is not known then, and asking
                again would not tell, so the last write is taken back and the log is closed.
        """
        if not self._unsynced:
            return
        try:
            self._disk.sync(self._file)
        except OSError as error:
            self._take_back()
            self._file.close()
            problem = f"the disk did not confirm what was written: {reason_of(error)}"
            raise LogError(str(self.path), problem, _SEND_AGAIN) from error
        self._unsynced = False

    def abandon(self) -> None:
        """Let go of the file as it is, without writing anything more."""
        self._file.close()

    def close(self, *, sync: bool = True) -> None:
        """Sync, unlock and close the file. Closing twice does nothing.

        Raises:
            LogError: If the disk does not confirm what was written; the file is closed.
        """
        if not self._file.closed:
            if sync:
                self.sync()
            self._file.close()


def _refuse_all_but_a_beginning(path: Path) -> None:
    """Refuse to begin a log where a file is, unless it is a log whose first write was torn."""
    try:
        refuse_streams(path)
        with path.open("rb", buffering=0) as file:
            beginning = file.read(MAX_WRITE + 1)
    except (OSError, UsageError):
        beginning = None
    if beginning is None or len(beginning) > MAX_WRITE or not is_torn_beginning(beginning):
        remedy = "choose another name; a log is never overwritten"
        raise UsageError(str(path), "the file exists already", remedy)


def _refuse_remains(path: Path) -> None:
    """Refuse to begin a log beside what was cut off another one: it would seem to be of this."""
    for kept in kept_beside(path):
        problem = f"{kept.path.name}, cut off an earlier log of that name, lies beside it"
        raise UsageError(str(path), problem, "move it away, or choose another name")


def _identity(file: os.stat_result) -> tuple[int, int]:
    return file.st_dev, file.st_ino


_SEND_AGAIN: Final = (
    "check the disk, open the log again, and send what was not answered with the version expected"
)
