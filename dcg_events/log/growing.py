"""Read a log while another process appends to it: an end of the file is a place to wait at.

Only committed writes are read. So what a crashed recorder left without a commit was never read,
and that it is cut off later is no damage.
"""

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn, Protocol, Self

from dcg_events.errors import LogDamagedError
from dcg_events.log.commits import Commit, CommitScan
from dcg_events.log.store import refuse_streams, refused

_REMEDY: Final = "follow it again from its beginning, after `dcg-events verify`"


class Limit(Protocol):
    """Decides how much of a log may be read by now."""

    @property
    def over(self) -> bool:
        """Whether the match is over, so that nothing is waited for any more."""

    def add(self, commit: Commit) -> None:
        """Take note of the next commit."""

    def limit(self) -> int:
        """Return how many bytes may be read by now, up to the end of a commit."""


class GrowingFile:
    """A log file that may grow, for a `LogReader`: `read` waits until there is more.

    Attributes:
        limit: Bytes that may be read by now.
    """

    def __init__(
        self, path: Path, new_limit: Callable[[], Limit], wait: Callable[[], object]
    ) -> None:
        """Open the file.

        Args:
            path: The log.
            new_limit: Gives what decides how far it may be read, at the beginning of the file.
            wait: Called when there is nothing to read; returns when it is time to look again.

        Raises:
            UsageError: If there is no such file.
            LogError: If it cannot be read.
        """
        self._file = _opened(path)
        self.limit = 0
        self._path = path
        self._wait = wait
        self._new_limit = new_limit
        self._position = 0
        self._seen = (0, 0)
        self._scan = CommitScan()
        self._decides = new_limit()

    def read(self, size: int) -> bytes:
        """Return the next bytes, `size` at most; none only when the match is over.

        Raises:
            LogDamagedError: If bytes that were read before are not in the file any more.
        """
        if not self.wait_for_more():
            return b""
        self._file.seek(self._position)
        chunk = self._file.read(min(size, self.limit - self._position))
        if not chunk:
            self._changed("it became shorter while it was read")
        self._position += len(chunk)
        return chunk

    def wait_for_more(self) -> bool:
        """Wait until there is something to read; return whether there is, or the match is over."""
        while self._position >= self.limit:
            self._look()
            if self._position < self.limit:
                break
            if self._decides.over:
                return False
            self._wait()
        return True

    def _look(self) -> None:
        """Find out what was appended, and how far the log may be read."""
        held = os.fstat(self._file.fileno())
        try:
            there = self._path.stat()
        except OSError:
            self._changed("it was removed while it was read")
        if not os.path.samestat(held, there):  # a newer copy of the log: its heads will tell
            self._file.close()
            self._file, self._seen = _opened(self._path), (0, 0)
            held = os.fstat(self._file.fileno())
        if held.st_size < self._position:
            self._changed("it became shorter while it was read")
        if held.st_size < self._scan.end:  # nothing of what is gone was told
            self._scan, self._decides = CommitScan(), self._new_limit()
        seen = held.st_size, held.st_mtime_ns
        if seen != self._seen:
            self._seen = seen
            self._file.seek(self._scan.end)
            lines = io.BufferedReader(self._file)  # a new one: it must not remember a torn write
            for commit in self._scan.commits(lines):
                self._decides.add(commit)
            lines.detach()
        self.limit = max(self.limit, self._decides.limit())

    def _changed(self, problem: str) -> NoReturn:
        raise LogDamagedError(str(self._path), problem, _REMEDY)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _opened(path: Path) -> io.FileIO:
    try:
        refuse_streams(path)
        return path.open("rb", buffering=0)
    except OSError as error:
        raise refused(path, error) from error
