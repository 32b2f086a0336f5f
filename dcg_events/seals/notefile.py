"""The file of notes beside a log: it only grows, by a whole note at a time.

Two programs that add notes do so one after the other. What a crash has left of a note at the end
is passed over by readers, and cut off and kept by the next one who adds a note.
"""

import fcntl
import os
from collections.abc import Iterable
from pathlib import Path

from dcg_events.errors import SealError
from dcg_events.log.store import refused
from dcg_events.seals.checkpoints import MATCH
from dcg_events.seals.files import read_file, write_new
from dcg_events.seals.notes import MAX_NOTES, Note, merged, read_notes


def notes_beside(log: Path) -> Path:
    """Return where the notes of a log lie."""
    return log.with_name(log.name + ".seals")


def read_notes_file(path: Path) -> list[Note]:
    """Return the whole notes of a file, each text once under all its signatures.

    Raises:
        UsageError: If there is no such file.
        SealError: If it holds anything but notes, and perhaps the beginning of one.
    """
    return read_whole_notes(path)[0]


def read_whole_notes(path: Path) -> tuple[list[Note], int]:
    """Return the whole notes of a file, and how many bytes at its end are none; see above."""
    content = read_file(path, MAX_NOTES)
    whole = _whole(content)
    end = whole if len(content) <= MAX_NOTES else len(content)
    return merged(read_notes(content[:end], str(path))), len(content) - whole


def add_notes(path: Path, notes: Iterable[Note], *, sync: bool = True) -> None:
    """Add notes to a file of them, which need not exist; what is there already is not added.

    Args:
        path: The file.
        notes: What to add.
        sync: Whether to wait until it is on the disk.

    Raises:
        SealError: If the file holds anything but notes; nothing is written then.
        LogError: If the file cannot be written; what was added is taken back.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            _add(descriptor, path, notes, sync=sync)
            if sync:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise refused(path, error) from error


def _add(descriptor: int, path: Path, notes: Iterable[Note], *, sync: bool) -> None:
    content = os.pread(descriptor, MAX_NOTES + 1, 0)
    whole = _whole(content)
    if whole < len(content):
        _check_notes(path, content, whole)
        kept = path.with_name(f"{path.name}.torn-{whole}")
        kept.unlink(missing_ok=True)
        write_new(kept, content[whole:], sync=sync)
        os.ftruncate(descriptor, whole)
    added = [missing for note in notes if (missing := _missing(note, content))]
    new = b"\n".join(note.to_bytes() for note in added)
    if not new:
        return
    start = b"\n" if whole else b""
    if whole + len(start) + len(new) > MAX_NOTES:
        problem = f"it would be longer than the {MAX_NOTES:,} bytes that notes may have"
        raise SealError(str(path), problem, "name another file by -o")
    rest = memoryview(start + new)
    try:
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    except OSError:
        os.ftruncate(descriptor, whole)
        raise


def _missing(note: Note, content: bytes) -> Note | None:
    """Return a note with those of its signatures that a file lacks; none is over two texts."""
    lacking = tuple(line for line in note.signatures if str(line).encode() not in content)
    return Note(note.text, lacking) if lacking else None


def _whole(content: bytes) -> int:
    """Return where the last signature line ends: what follows has no signature yet."""
    start = content.rfind("\n— ".encode())
    while start >= 0:
        end = content.find(b"\n", start + 1)
        if end >= 0:
            return end + 1
        start = content.rfind("\n— ".encode(), 0, start)
    return 0


def _check_notes(path: Path, content: bytes, whole: int) -> None:
    """Check that a file which does not end as notes do was one, before anything is cut off.

    Raises:
        SealError: If it may be another file.
    """
    first = MATCH.encode()
    if whole:
        read_notes(content[:whole], str(path))
    elif content[: len(first)] != first[: len(content)]:
        problem = "the file holds something else than notes"
        raise SealError(str(path), problem, "name another one by -o")
