"""Disks that count, fail, or die in the middle of something, under an unsuspecting recorder."""

import errno
from io import FileIO
from pathlib import Path

from dcg_events.log.disk import Disk


class Killed(BaseException):
    """The process is gone: nothing after this runs, and what was written so far stays."""


class CountingDisk(Disk):
    """Counts what is waited for.

    Attributes:
        syncs: How often bytes were waited for.
        names: The names of files whose directory was waited for.
    """

    def __init__(self) -> None:
        self.syncs = 0
        self.names: list[str] = []

    def sync(self, file: FileIO) -> None:
        self.syncs += 1
        super().sync(file)

    def sync_directory(self, path: Path) -> None:
        self.names.append(path.name)
        super().sync_directory(path)


class FullDisk(Disk):
    """Has room for some more bytes; a write takes what there is room for, and fails.

    Attributes:
        room: How many.
        truncates: Whether it still cuts files off.
    """

    truncates = True

    def __init__(self, room: int = 10**9) -> None:
        self.room = room

    def write(self, file: FileIO, data: bytes) -> None:
        piece = data[: self.room]
        self.room -= len(piece)
        super().write(file, piece)
        if len(piece) < len(data):
            raise OSError(errno.ENOSPC, "No space left on device")

    def truncate(self, file: FileIO, size: int) -> None:
        if not self.truncates:
            raise OSError(errno.EIO, "Input/output error")
        super().truncate(file, size)


class DeafDisk(CountingDisk):
    """Confirms nothing from now on, once it is told to.

    Attributes:
        deaf: Whether it confirms nothing.
        truncates: Whether it still cuts files off.
    """

    deaf = False
    truncates = True

    def sync(self, file: FileIO) -> None:
        super().sync(file)
        if self.deaf:
            raise OSError(errno.EIO, "Input/output error")

    def truncate(self, file: FileIO, size: int) -> None:
        if not self.truncates:
            raise OSError(errno.EIO, "Input/output error")
        super().truncate(file, size)


class MortalDisk(Disk):
    """Kills its process after some steps: every call is one, and every few bytes written.

    Attributes:
        left: Steps that are left.
        stride: Bytes that are written in a step.
    """

    def __init__(self, steps: int, stride: int = 1) -> None:
        self.left = steps
        self.stride = stride

    def _step(self, steps: int = 1) -> None:
        if self.left < steps:
            raise Killed
        self.left -= steps

    def write(self, file: FileIO, data: bytes) -> None:
        super().write(file, data[: self.left * self.stride])
        self._step(-(-len(data) // self.stride))

    def truncate(self, file: FileIO, size: int) -> None:
        self._step()
        super().truncate(file, size)

    def sync(self, file: FileIO) -> None:
        self._step()
        super().sync(file)

    def rename(self, old: Path, new: Path) -> None:
        self._step()
        super().rename(old, new)

    def sync_directory(self, path: Path) -> None:
        self._step()
        super().sync_directory(path)
