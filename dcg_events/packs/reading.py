"""Read logs out of a pack, by name or one after the other, where they lie."""

from collections.abc import Callable, Container, Iterable, Iterator
from os import fsync
from pathlib import Path
from typing import BinaryIO

from dcg_events.batches.mapping import Source, Unopened
from dcg_events.errors import DcgEventsError, LogDamagedError, UsageError
from dcg_events.log.part import LogPart, Packed
from dcg_events.log.store import open_reading, refused
from dcg_events.packs.copying import copy
from dcg_events.packs.index import SUFFIX, Entry, entries_of, read_index

Tell = Callable[[Entry, DcgEventsError | None], None]
"""Told of each log when it is done, with what is wrong with it."""


def is_pack(path: Path) -> bool:
    """Tell by its name whether a file is a pack."""
    return path.suffix == SUFFIX


class Pack:
    """A pack of logs.

    Attributes:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        """Read the index; it is compared with its digest.

        Raises:
            UsageError: If there is no such file.
            LogError: If it cannot be read.
            LogDamagedError: If it is no pack, or its index is damaged.
        """
        self.path = path
        try:
            self._index, self._end = read_index(LogPart(path))
        except OSError as error:
            raise refused(path, error) from error

    def entries(self) -> Iterator[Entry]:
        """Yield what the index says of each log, in the order of the pack.

        Raises:
            LogDamagedError: If it says what cannot be.
        """
        return entries_of(LogPart(self.path), self._index, self._end)

    def find(self, name: str) -> Entry:
        """Return what the index says of a log.

        Raises:
            UsageError: If it is not in the pack.
        """
        for entry in self.entries():
            if entry.name == name:
                return entry
        raise UsageError(f"{self.path}/{name}", "it is not in the pack", "list what is in it")

    def log(self, entry: Entry) -> LogPart:
        """Return a log of the pack, to be read where it lies."""
        packed = Packed(entry.name, entry.start, entry.deflated, entry.size)
        return LogPart(self.path, packed=packed)

    def logs(self) -> Iterator[LogPart]:
        """Yield all logs, to be read where they lie."""
        return map(self.log, self.entries())

    def copy(self, entry: Entry, target: BinaryIO | None) -> None:
        """Write a log as it was, and compare it with its digest; only compare without a target.

        Raises:
            LogDamagedError: If it is not what was packed.
        """
        log = self.log(entry)
        with open_reading(log) as file:
            copied = copy(file, target)
        if copied != (entry.sha256, entry.size):
            problem = "it is not what was packed"
            raise LogDamagedError(str(log), problem, "use another copy; the others are not touched")

    def unpack(self, folder: Path, tell: Tell, only: Container[str] | None = None) -> None:
        """Write logs into a folder, byte for byte as they were; what is there is not overwritten.

        A damaged one is told and not left there, and the rest go on.

        Raises:
            LogDamagedError: If the index says what cannot be.
            LogError: If the folder cannot be written.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise refused(folder, error) from error
        for entry in self.entries():
            if only is None or entry.name in only:
                try:
                    self._unpack(entry, folder)
                except DcgEventsError as error:
                    tell(entry, error)
                else:
                    tell(entry, None)

    def _unpack(self, entry: Entry, folder: Path) -> None:
        target, made = folder / entry.name, folder / f".{entry.name}.part"
        if target.exists():
            raise UsageError(str(target), "the file exists already", "choose another folder")
        try:
            with made.open("wb") as file:
                self.copy(entry, file)
                file.flush()
                fsync(file.fileno())
            made.rename(target)
        except OSError as error:
            raise refused(target, error) from error
        finally:
            made.unlink(missing_ok=True)

    def check(self, tell: Tell) -> None:
        """Compare every log with its digest.

        Raises:
            LogDamagedError: If the index says what cannot be.
        """
        for entry in self.entries():
            try:
                self.copy(entry, None)
            except DcgEventsError as error:
                tell(entry, error)
            else:
                tell(entry, None)


def logs_in(paths: Iterable[Path | LogPart]) -> Iterator[Source]:
    """Yield the logs that some files are, or that are packed in them, one after the other.

    In the place of logs that a damaged pack does not give stands the reason.
    """
    for path in paths:
        if isinstance(path, LogPart) or not is_pack(path):
            yield LogPart.of(path)
            continue
        try:
            yield from Pack(path).logs()
        except DcgEventsError as error:
            yield Unopened(LogPart(path), error)
