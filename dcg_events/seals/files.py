"""Read and write the small files that seals are kept in."""

import os
from pathlib import Path

from dcg_events.errors import UsageError
from dcg_events.log.store import refused


def read_file(path: Path, most: int) -> bytes:
    """Return what a file holds, and of a longer one a byte more than the most it may have.

    Raises:
        UsageError: If there is no such file.
        LogError: If it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise refused(path, error) from error


def write_new(path: Path, content: bytes, *, mode: int = 0o644, sync: bool = True) -> None:
    """Write a file that must not exist yet.

    Raises:
        UsageError: If it exists.
        LogError: If it cannot be written; nothing is left of it then.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except FileExistsError as error:
        raise UsageError(str(path), "the file exists already", "choose another name") from error
    except OSError as error:
        raise refused(path, error) from error
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor, opened with its mode
            file.write(content)
            file.flush()
            if sync:
                os.fsync(descriptor)
    except OSError as error:
        path.unlink()  # half a key or a note is of no use, and would be in the way
        raise refused(path, error) from error
