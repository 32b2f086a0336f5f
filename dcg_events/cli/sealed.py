"""What `verify` says about seals: whom to trust, and the report in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from dcg_events.cli.words.phrases import clean
from dcg_events.errors import UsageError
from dcg_events.seals.checking import CheckedSeal, SealReport, check_seals
from dcg_events.seals.files import read_file
from dcg_events.seals.keyfiles import read_signers
from dcg_events.seals.keys import PublicKey
from dcg_events.seals.notefile import notes_beside, read_notes_file, torn_bytes
from dcg_events.seals.timestamps import MAX_RESPONSE, timestamps_beside


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

    def check(self, log: Path) -> SealReport:
        """Check a log against the seals.

        Raises:
            UsageError: If there are none.
            SealError: If a note or timestamp is not what it should be.
            LogError: If nothing of the log can be read.
        """
        notes = []
        stamped: dict[str, tuple[str, ...]] = {}
        for path in self.given or (notes_beside(log),):
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
    """Say line by line what seals say of a log."""
    yield from (f"  seal: {clean(problem)}" for problem in report.problems)
    if report.sealed:
        by = clean(" and ".join(report.signers))
        rest = report.events - report.sealed
        more = f"; {rest} later events are not sealed" if rest else ""
        yield f"  sealed up to event {report.sealed - 1} by {by}{more}"
    yield from (f"  {line}" for seal in report.seals for line in _aside(seal))


def _aside(seal: CheckedSeal) -> Iterator[str]:
    for time in seal.stamped:
        yield f"the seal of {seal.events} events existed on {time}"
    if seal.unknown:
        by = clean(" and ".join(seal.unknown))
        yield f"nothing follows from a signature over {seal.events} events by {by}, not trusted"
