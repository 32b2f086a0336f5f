"""What `verify` says about seals: whom to trust, and the report in words."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from dcg_events.cli.words.phrases import clean
from dcg_events.errors import UsageError
from dcg_events.seals.checking import SealReport
from dcg_events.seals.files import read_file
from dcg_events.seals.keyfiles import read_signers
from dcg_events.seals.timestamps import MAX_RESPONSE
from dcg_events.seals.trust import Torn, Trust

_MOST: Final = 10


def trust_of(
    seals: Sequence[Path] | None, signers: Sequence[str] | None, roots: Path | None
) -> Trust | None:
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
    return Trust(tuple(seals or ()), tuple(read_signers(signers)), trusted)


def torn_in_words(torn: Torn) -> str:
    """Say that a file of notes ends in what is no whole note."""
    return f"{torn.path}: the last {torn.size} bytes are no whole note and are left out"


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
