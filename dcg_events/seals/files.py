"""The files of seals: keys that only their owner can read, and notes beside a log.

Notes are replaced as a whole and at once: whoever reads finds the old file or the new one, and a
crash leaves no half of one. Two programs that add notes do so one after the other.
"""

import fcntl
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from dcg_events.errors import UsageError
from dcg_events.log.store import refused
from dcg_events.seals.keys import PrivateKey, PublicKey
from dcg_events.seals.notes import MAX_NOTES, Note, merged, read_notes, write_notes
from dcg_events.seals.signing import read_private

_MAX_KEYS: Final = 1 << 16


def notes_beside(log: Path) -> Path:
    """Return where the notes of a log lie."""
    return log.with_name(log.name + ".seals")


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


def read_notes_file(path: Path) -> list[Note]:
    """Return the notes of a file.

    Raises:
        UsageError: If there is no such file.
        SealError: If it holds anything but notes.
    """
    return read_notes(read_file(path, MAX_NOTES), str(path))


def add_notes(path: Path, notes: Iterable[Note], *, sync: bool = True) -> None:
    """Add notes to a file of them, which need not exist; signatures over one text come together.

    Args:
        path: The file.
        notes: What to add.
        sync: Whether to wait until it is on the disk.

    Raises:
        SealError: If the file holds anything but notes; nothing is written then.
        LogError: If the file cannot be written.
    """
    try:
        with _folder(path.parent) as folder:
            held = read_notes_file(path) if path.exists() else []
            content = write_notes(merged([*held, *notes]))
            new = path.with_name(path.name + ".new")
            new.unlink(missing_ok=True)  # of who was killed in between
            write_new(new, content, sync=sync)
            new.replace(path)
            if sync:
                os.fsync(folder)
    except OSError as error:
        raise refused(path, error) from error


def write_new(path: Path, content: bytes, *, mode: int = 0o644, sync: bool = True) -> None:
    """Write a file that must not exist yet.

    Raises:
        UsageError: If it exists.
        LogError: If it cannot be written.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor, opened with its mode
            file.write(content)
            file.flush()
            if sync:
                os.fsync(descriptor)
    except FileExistsError as error:
        raise UsageError(str(path), "the file exists already", "choose another name") from error
    except OSError as error:
        raise refused(path, error) from error


def write_key(path: Path, key: PrivateKey) -> Path:
    """Write a new private key for its owner alone, and beside it the public key for everybody.

    Returns:
        The file with the public key.

    Raises:
        UsageError: If one of the files exists.
        LogError: If one cannot be written.
    """
    public = path.with_name(path.name + ".pub")
    write_new(public, f"{key.public}\n".encode())
    try:
        write_new(path, f"{key.reveal()}\n".encode(), mode=0o600)
    except BaseException:
        public.unlink()
        raise
    return public


def read_key(path: Path) -> PrivateKey:
    """Read a private key.

    Raises:
        UsageError: If there is none, or others than its owner could read or change it.
    """
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            content = file.read(_MAX_KEYS)
    except OSError as error:
        raise refused(path, error) from error
    if stat.S_ISREG(mode) and mode & 0o077:
        problem = "the private key can be read or changed by others than its owner"
        raise UsageError(str(path), problem, f"make a new key, or `chmod 600 {path.name}`")
    return read_private(content.decode("utf-8", "replace").removesuffix("\n"), str(path))


def read_signers(given: Iterable[str]) -> list[PublicKey]:
    """Return the public keys that are given by their lines, or by files with a key on each line.

    Raises:
        UsageError: If one is no key, or there is no such file.
    """
    keys: dict[PublicKey, None] = {}
    for line in given:
        if line.count("+") >= 2:
            keys[PublicKey.parse(line, f"signer {line[:40]!a}")] = None
            continue
        content = read_file(Path(line), _MAX_KEYS).decode("utf-8", "replace")
        for number, text in enumerate(content.split("\n"), start=1):
            if text.strip():
                keys[PublicKey.parse(text.strip(), f"{line}, line {number}")] = None
    return list(keys)


@contextmanager
def _folder(path: Path) -> Iterator[int]:
    """Hold a folder's lock: a file that is replaced has none that lasts."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)
