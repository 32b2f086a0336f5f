"""Timestamps of seals: an authority's word that a checkpoint existed at a time (RFC 3161).

What is stamped is the text of a note, so that signatures can be added afterwards. Responses lie
beside the notes: `match.dcglog.seals.214.tsr` is for the seal of the first 214 events.
"""

from pathlib import Path
from types import ModuleType
from typing import Final

from dcg_events.errors import SealError, UsageError
from dcg_events.log.store import refused
from dcg_events.seals.checkpoints import Checkpoint
from dcg_events.seals.files import read_file, write_new
from dcg_events.seals.notes import Note

MAX_RESPONSE: Final = 1 << 20


def chosen(notes: list[Note], at: int | None, where: str) -> Note:
    """Return the note that seals the most events, or the events up to one.

    Raises:
        UsageError: If there is no such note.
        SealError: If one is no checkpoint.
    """
    counts = [Checkpoint.parse(note.text, where).count for note in notes]
    count = max(counts, default=0) if at is None else at + 1
    if count not in counts:
        raise UsageError(where, f"no note in it ends at event {at}", "seal the log there")
    return notes[counts.index(count)]


def timestamp_request(note: Note) -> bytes:
    """Return the request to send to an authority.

    Raises:
        UsageError: If `rfc3161-client` is not installed.
    """
    return bytes(_rfc3161().request(note.text.encode()))


def timestamp_of(response: bytes, note: Note, roots: bytes, where: str) -> str:
    """Return when a note's text was stamped; see `rfc3161.stamped`."""
    if len(response) > MAX_RESPONSE:
        problem = f"it is longer than the {MAX_RESPONSE:,} bytes that a timestamp may have"
        raise SealError(where, problem, "give the response of a time-stamping authority")
    return str(_rfc3161().stamped(response, note.text.encode(), roots, where))


def keep_timestamp(notes: Path, note: Note, response: bytes, roots: bytes, where: str) -> Path:
    """Verify a response, and keep it beside the notes.

    Returns:
        Where it is kept.
    """
    timestamp_of(response, note, roots, where)
    count = Checkpoint.parse(note.text, where).count
    kept = [*timestamp_files(notes, count)]
    number = f"-{len(kept) + 1}" if kept else ""
    path = notes.with_name(f"{notes.name}.{count}{number}.tsr")
    write_new(path, response)
    return path


def timestamp_files(notes: Path, count: int) -> list[Path]:
    """Return the responses that are kept for a seal.

    Raises:
        LogError: If the folder may not be looked into.
    """
    name = f"{notes.name}.{count}"
    try:
        found = [path for path in notes.parent.iterdir() if path.name.startswith(name)]
    except OSError as error:
        raise refused(notes.parent, error) from error
    ends = [path.name.removeprefix(name) for path in found]
    kept = [p for p, end in zip(found, ends, strict=True) if end == ".tsr" or _is_further(end)]
    return sorted(kept)


def timestamps_beside(notes: Path, note: Note, roots: bytes) -> list[str]:
    """Return when a note was stamped, by every response that is kept for it.

    Raises:
        SealError: If one does not hold.
    """
    count = Checkpoint.parse(note.text, str(notes)).count
    return sorted(
        timestamp_of(read_file(path, MAX_RESPONSE), note, roots, str(path))
        for path in timestamp_files(notes, count)
    )


def _is_further(end: str) -> bool:
    return end.startswith("-") and end.endswith(".tsr") and end[1:-4].isdigit()


def _rfc3161() -> ModuleType:
    """Load what needs `rfc3161-client`, when it is needed first."""
    try:
        from dcg_events.seals import rfc3161  # noqa: PLC0415 - an optional extra
    except ModuleNotFoundError as error:
        problem = "the package rfc3161-client is not installed"
        raise UsageError("timestamp", problem, "pip install 'dcg-events[timestamps]'") from error
    return rfc3161
