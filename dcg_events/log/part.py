"""The first part of a log file: for whoever reads it, what follows does not exist.

A limit that travels with the file cannot be forgotten by one of the many ways of reading it.
"""

import io
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

from typing_extensions import Buffer


@dataclass(frozen=True, slots=True)
class LogPart:
    """A log file, or the first part of one.

    It stands where a path could stand and is none, so that no reader can open the file past it
    by mistake; `open_reading` opens it.

    Attributes:
        path: The file.
        size: Bytes that may be read, up to the end of a commit; None for the whole file.
    """

    path: Path
    size: int | None = None

    @classmethod
    def of(cls, log: "str | Path | LogPart") -> "LogPart":
        """Return a log, or a part of one, as a part: of a path it is the whole file."""
        return log if isinstance(log, LogPart) else cls(Path(log))

    def __str__(self) -> str:
        return str(self.path)


class PartFile(io.RawIOBase):
    """A file that ends, for its reader, before its end; it closes the file it reads."""

    def __init__(self, file: FileIO, size: int) -> None:
        super().__init__()
        self._file = file
        self._left = size

    def readable(self) -> bool:
        """Tell that it can be read; it cannot be written or wound back."""
        return True

    def readinto(self, buffer: Buffer) -> int:
        """Read into a buffer what is there, and nothing past the end of the part."""
        view = memoryview(buffer).cast("B")[: self._left]
        count = self._file.readinto(view) if view else 0
        self._left -= count or 0
        return count or 0

    def close(self) -> None:
        """Close the file as well."""
        self._file.close()
        super().close()
