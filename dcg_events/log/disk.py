"""What a log asks of the disk, in one place, so that a test can put a failing disk under it."""

import os
from io import FileIO
from pathlib import Path
from typing import Final, Literal


class Disk:
    """The file system, as a log uses it. Every method raises OSError if the system refuses."""

    def open(self, path: Path, mode: Literal["r+", "w", "x+"]) -> FileIO:
        """Open a file without a buffer: to change it, to write it anew, or to create it."""
        return FileIO(path, mode)

    def write(self, file: FileIO, data: bytes) -> None:
        """Write all bytes where the file stands; after an error some may be written."""
        rest = memoryview(data)
        while rest:
            rest = rest[file.write(rest) :]

    def truncate(self, file: FileIO, size: int) -> None:
        """Cut a file off and stand at its end."""
        file.truncate(size)
        file.seek(size)

    def sync(self, file: FileIO) -> None:
        """Wait until everything written to a file is on the disk."""
        os.fsync(file.fileno())

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name, all at once."""
        old.rename(new)

    def sync_directory(self, path: Path) -> None:
        """Wait until the names in the directory of a file are on the disk."""
        descriptor = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


DISK: Final = Disk()
