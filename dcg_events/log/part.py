"""A part of a log file, or a log in a pack: for its reader, what lies outside does not exist.

A limit that travels with the file cannot be forgotten by one of the many ways of reading it.
"""

import io
import zlib
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, Final

from typing_extensions import Buffer

from dcg_events.errors import LogDamagedError

_BLOCK: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Packed:
    """Where a log lies in a pack.

    Attributes:
        name: How it is called there.
        start: Where in the pack its deflated bytes begin.
        deflated: How many they are.
        size: Bytes of the log.
    """

    name: str
    start: int
    deflated: int
    size: int


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
        packed: Where it lies in a pack; None if the file is the log itself.
        name: How its file is called in messages; None if by its path.
    """

    path: Path
    size: int | None = None
    start: int = 0
    lines_before: int = 0
    match: int | None = None
    packed: Packed | None = None
    name: str | None = None

    @classmethod
    def of(cls, log: "str | Path | LogPart") -> "LogPart":
        """Return a log, or a part of one, as a part: of a path it is the whole file."""
        return log if isinstance(log, LogPart) else cls(Path(log))

    @property
    def is_whole_file(self) -> bool:
        """Whether nothing of the file lies outside."""
        return self.size is None and self.start == 0 and self.packed is None

    @property
    def file(self) -> str:
        """What its file is called in messages."""
        place = f"{self.path}/{self.packed.name}" if self.packed else str(self.path)
        return self.name or place

    def named(self, name: str | None = None) -> str:
        """Return what it is called in messages, if its file has this name, or its own."""
        name = name or self.file
        return f"{name}, match {self.match}" if self.match else name

    def open(self) -> BinaryIO:
        """Open it for reading from its first byte.

        Raises:
            OSError: If the file cannot be opened.
        """
        if self.is_whole_file:
            return self.path.open("rb")
        file: io.RawIOBase = self.path.open("rb", buffering=0)
        if self.packed is not None:
            file.seek(self.packed.start)
            file = PartFile(InflatedFile(file, self.packed), self.packed.size)
            _pass_over(file, self.start)
        else:
            file.seek(self.start)
        return BufferedReader(PartFile(file, self.size))

    def __str__(self) -> str:
        return self.named()


def _pass_over(file: io.RawIOBase, count: int) -> None:
    while count and (block := file.read(min(count, _BLOCK))):
        count -= len(block)


class PartFile(io.RawIOBase):
    """A file that ends, for its reader, elsewhere; it closes the file it reads."""

    def __init__(self, file: io.RawIOBase, size: int | None) -> None:
        super().__init__()
        self._file = file
        self._left = size

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


class InflatedFile(io.RawIOBase):
    """Deflated bytes of a file, read as what they were; in constant memory, whatever they say."""

    def __init__(self, file: io.RawIOBase, packed: Packed) -> None:
        super().__init__()
        self._file = file
        self._left = packed.deflated
        self._name = packed.name
        self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)

    def readable(self) -> bool:
        """Tell that it can be read; it cannot be written or wound back."""
        return True

    def readinto(self, buffer: Buffer) -> int:
        """Read into a buffer what the next bytes inflate to.

        Raises:
            LogDamagedError: If they were never deflated so.
        """
        view = memoryview(buffer).cast("B")
        try:
            while view and not self._inflate.eof:
                held = self._inflate.unconsumed_tail or self._more()
                told = self._inflate.decompress(held, len(view))  # also what it holds back
                if told:
                    view[: len(told)] = told
                    return len(told)
                if not held:
                    break
        except zlib.error:
            problem = "its deflated bytes are damaged"
            raise LogDamagedError(self._name, problem, "use another copy") from None
        return 0

    def _more(self) -> bytes:
        block = self._file.read(min(_BLOCK, self._left)) or b""
        self._left -= len(block)
        return block

    def close(self) -> None:
        """Close the file as well."""
        self._file.close()
        super().close()
