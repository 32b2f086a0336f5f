"""Seal a match: sign how far it has come, and keep the note beside its log.

While a match is recorded, a seal costs no reading:

    origin = origin_of("final.dcglog")
    ...
    note = seal_checkpoint(Checkpoint.of(origin, recorder.version, recorder.head), [key])
    add_notes(notes_beside(recorder.path), [note])
"""

from collections.abc import Sequence
from pathlib import Path

from dcg_events.log.part import LogPart
from dcg_events.seals.checkpoints import Checkpoint
from dcg_events.seals.history import checkpoint
from dcg_events.seals.keys import PrivateKey
from dcg_events.seals.notefile import add_notes, notes_beside
from dcg_events.seals.notes import Note
from dcg_events.seals.signing import sign


def seal_checkpoint(reached: Checkpoint, keys: Sequence[PrivateKey]) -> Note:
    """Sign a checkpoint with each key. Nothing is read or written."""
    return sign(reached.text, keys)


def seal(
    log: str | Path,
    keys: Sequence[PrivateKey],
    *,
    at: int | None = None,
    out: Path | None = None,
) -> Note:
    """Seal a log up to its last commit, or an earlier one, after reading all of it.

    Args:
        log: The log, full or any viewer's copy.
        keys: Who signs.
        at: Seq of the last event to seal, at the end of a commit.
        out: The file of notes to add the note to; by default the one beside the log.

    Returns:
        The note, with these signatures alone.

    Raises:
        UsageError: If no commit ends at that event.
        LogError: If the log is damaged or torn.
        SealError: If the file of notes holds anything else.
    """
    note = seal_checkpoint(checkpoint(log, at), keys)
    add_notes(out or notes_beside(LogPart.of(log).path), [note])
    return note
