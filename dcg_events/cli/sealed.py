"""What `verify` says about seals: whom to trust, and the report in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import typer

from dcg_events.cli.words.phrases import clean
from dcg_events.errors import UsageError
from dcg_events.log.part import LogPart
from dcg_events.seals.checking import SealReport, check_seals
from dcg_events.seals.files import read_file
from dcg_events.seals.keyfiles import read_signers
from dcg_events.seals.keys import PublicKey
from dcg_events.seals.notefile import notes_beside, read_notes_file, torn_bytes
from dcg_events.seals.timestamps import MAX_RESPONSE, timestamps_beside

_MOST: Final = 10


@dataclass(frozen=True, slots=True)
class Trust:
    """Which seals a log has to fit, and who is trusted to have made them.

    Attributes:
        given: Files of notes, for every log; without any, the one beside each log.
        signers: Whose signatures are believed.
        roots: Certificates of time-stamping authorities, PEM; None if no time is asked for.
    """

    given: tuple[Path, ...]
    signers: list[PublicKey]
    roots: bytes | None

    @classmethod
    def of(
        cls, seals: Sequence[Path] | None, signers: Sequence[str] | None, roots: Path | None
    ) -> "Trust | None":
        """Read what the options name; None if no seal is to be checked.

        Raises:
            UsageError: If a file is not there, a key is none, or nobody is trusted.
        """
        if not (seals or signers or roots):
            return None
        if not signers:
            problem = "seals are to be checked, and nobody is trusted to have signed them"
            raise UsageError("verify", problem, "name who is by --signer")
        trusted = None if roots is None else read_file(roots, MAX_RESPONSE)
        return cls(tuple(seals or ()), read_signers(signers), trusted)

    def check(self, log: Path | LogPart) -> SealReport:
        """Check a log against the seals.

        Raises:
            UsageError: If there are none.
            SealError: If a note or timestamp is not what it should be.
            LogError: If nothing of the log can be read.
        """
        notes = []
        stamped: dict[str, tuple[str, ...]] = {}
        beside = notes_beside(Path(str(log)))
        if not self.given and beside.exists() and not beside.is_file():
            problem = "this is no file, and notes beside a log are one"
            raise UsageError(str(beside), problem, "move it away, or name notes by --seal")
        for path in self.given or (beside,):
            for note in read_notes_file(path):
                notes.append(note)
                if self.roots is not None:
                    times = timestamps_beside(path, note, self.roots)
                    stamped[note.text] = (*stamped.get(note.text, ()), *times)
            tell_torn(path)
        return check_seals(log, notes, self.signers, stamped)


def tell_torn(notes: Path) -> None:
    """Say if a file of notes ends in what is no whole note."""
    if torn := torn_bytes(notes):
        typer.echo(f"{notes}: the last {torn} bytes are no whole note and are left out", err=True)


def in_words(report: SealReport) -> Iterator[str]:
    """Say line by line what seals say of a log; anybody may have filled a file with notes."""
    for problem in report.problems[:_MOST]:
        yield f"  seal: {clean(problem)}"
    if more := len(report.problems[_MOST:]):
        yield f"  seal: and {more} more"
    if report.sealed:
        by = clean(" and ".join(report.signers))
        rest = report.events - report.sealed
        later = f"; events from {report.sealed} on are not sealed" if rest else ""
        yield f"  sealed up to event {report.sealed - 1} by {by}{later}"
    for seal in report.seals:
        for time in seal.stamped:
            yield f"  the seal of {seal.events} events existed on {time}"
    unknown = sorted({name for seal in report.seals for name in seal.unknown})
    if unknown:
        names = clean(", ".join(unknown[:_MOST]))
        others = f" and {len(unknown) - _MOST} others" if len(unknown) > _MOST else ""
        yield f"  nothing follows from signatures by {names}{others}: they are not trusted"
