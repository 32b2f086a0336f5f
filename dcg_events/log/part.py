"""A part of a log file: for whoever reads it, what lies outside does not exist.

A limit that travels with the file cannot be forgotten by one of the many ways of reading it.
"""

import io
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

from typing_extensions import Buffer


@dataclass(frozen=True, slots=True)
class LogPart:
    """A log file, or a part of one: its beginning, or one of the matches that it holds.

    It stands where a path could stand and is none, so that no reader can open the file past it
    by mistake; `open_reading` opens it.

    Attributes:
        path: The file.
        size: Bytes that may be read, up to the end of a commit; None for all that follows.
        start: Bytes before the first that may be read.
        lines_before: Lines before it.
        match: Number of the match in a file that holds several, from 1; None if it holds one.
    """

    path: Path
    size: int | None = None
    start: int = 0
    lines_before: int = 0
    match: int | None = None

    @classmethod
    def of(cls, log: "str | Path | LogPart") -> "LogPart":
        """Return a log, or a part of one, as a part: of a path it is the whole file."""
        return log if isinstance(log, LogPart) else cls(Path(log))

    @property
    def is_whole_file(self) -> bool:
        """Whether nothing of the file lies outside."""
        return self.size is None and self.start == 0

    def named(self, name: str | None = None) -> str:
        """Return what it is called in messages, if its file has this name, or its path."""
        return f"{name or self.path}, match {self.match}" if self.match else name or str(self.path)

    def __str__(self) -> str:
        return self.named()


class PartFile(io.RawIOBase):
    """A file that begins and ends, for its reader, elsewhere; it closes the file it reads."""

    def __init__(self, file: FileIO, part: LogPart) -> None:
        super().__init__()
        self._file = file
        self._left = part.size
        file.seek(part.start)

    def readable(self) -> bool:
        """Tell that it can be read; it cannot be written or wound back."""
        return True

    def readinto(self, buffer: Buffer) -> int:
        """Read into a buffer what is there, and nothing past the end of the part."""
        view = memoryview(buffer).cast("B")[: self._left]
        count = (self._file.readinto(view) if view else 0) or 0
        if self._left is not None:
            self._left -= count
        return count

    def close(self) -> None:
        """Close the file as well."""
        self._file.close()
        super().close()
