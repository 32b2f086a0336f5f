"""Check a log against seals: is this the history that was signed, and was only one signed?

What is signed is a checkpoint: a match, a number of events, and the head after them. A log that has
that head after that many events holds exactly those events, and may hold more. Any other log is cut
short, or another history. Two signed checkpoints that no one log can have prove by themselves that
somebody signed two histories of one match; who did is in the report.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, assert_never

from dcg_events.errors import UsageError
from dcg_events.log.part import LogPart
from dcg_events.seals.checkpoints import Checkpoint
from dcg_events.seals.history import History, history
from dcg_events.seals.keys import PublicKey
from dcg_events.seals.notes import Note, merged
from dcg_events.seals.signing import Signers, signers_of

Fit: TypeAlias = Literal["holds", "contradicted", "missing", "other_match", "untrusted", "forged"]
"""How a note fits a log:

    holds         the log has that head after that many events
    contradicted  it has another head there: it was rewritten, or is another history
    missing       it does not reach that far: it is cut short, or delayed, or damaged before
    other_match   the note is of a log with another first record
    untrusted     no signer who is trusted signed it: nothing follows from it
    forged        a trusted signer's name stands under it, and the signature does not hold
"""

NO_STAMPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({})

_FAULTS: Final = ("contradicted", "missing", "other_match", "forged")


@dataclass(frozen=True, slots=True)
class CheckedSeal:
    """A note, and how it fits the log.

    Attributes:
        origin: The match it is of.
        events: How many events it seals.
        head: The head after them, hexadecimal.
        fit: How it fits; see `Fit`.
        signers: Trusted keys whose signatures hold, as `name+id`.
        unknown: Other keys that signed, perhaps.
        stamped: When it was stamped, if that was asked for.
    """

    origin: str
    events: int
    head: str
    fit: Fit
    signers: tuple[str, ...]
    unknown: tuple[str, ...]
    stamped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SealReport:
    """What seals say of a log.

    Attributes:
        holds: Whether at least one trusted seal holds, and nothing is wrong.
        origin: The match, by the log's first record.
        events: How many events of the log are good.
        sealed: How many of these, from the first, are sealed by a trusted signer.
        signers: Who sealed that far.
        seals: Every note.
        problems: What is wrong, in words, the worst first.
    """

    holds: bool
    origin: str
    events: int
    sealed: int
    signers: tuple[str, ...]
    seals: tuple[CheckedSeal, ...]
    problems: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the report for JSON."""
        return asdict(self)


def check_seals(
    log: str | Path | LogPart,
    notes: Sequence[Note],
    signers: Sequence[PublicKey],
    stamped: Mapping[str, tuple[str, ...]] = NO_STAMPS,
) -> SealReport:
    """Check a log against notes; see `SealReport`.

    Args:
        log: The log, full or any viewer's copy.
        notes: Notes from wherever: beside the log, of both players, of the judge.
        signers: Whose signatures are believed.
        stamped: When each text was stamped; see `timestamps_beside`.

    Raises:
        UsageError: If there is nobody to believe, or `cryptography` is not installed.
        SealError: If a note is no checkpoint.
        LogError: If nothing of the log can be read.
    """
    if not signers:
        raise UsageError(
            "seals", "nobody is trusted to sign them", "name who is by --signer, or a file of keys"
        )
    read = [
        (Checkpoint.parse(note.text, "note"), signers_of(note, signers)) for note in merged(notes)
    ]
    there = history(log, frozenset(reached.count for reached, _ in read))
    checked = [
        _checked(reached, found, there, stamped.get(reached.text, ())) for reached, found in read
    ]
    problems = (*_two_histories(checked), *_problems(checked, there))
    best = max(
        (seal for seal in checked if seal.fit == "holds"),
        key=lambda seal: seal.events,
        default=None,
    )
    if best is None and not problems:
        problems = ("no signature is by a signer who is trusted",)
    return SealReport(
        holds=best is not None and not problems,
        origin=there.origin,
        events=there.events,
        sealed=best.events if best else 0,
        signers=best.signers if best else (),
        seals=tuple(checked),
        problems=problems,
    )


def _checked(
    reached: Checkpoint, found: Signers, there: History, stamped: tuple[str, ...]
) -> CheckedSeal:
    return CheckedSeal(
        origin=reached.origin,
        events=reached.count,
        head=reached.head.hex(),
        fit=_fit(reached, found, there),
        signers=tuple(key.label for key in found.trusted),
        unknown=found.unknown,
        stamped=stamped,
    )


def _fit(reached: Checkpoint, found: Signers, there: History) -> Fit:
    if found.forged:
        return "forged"
    if not found.trusted:
        return "untrusted"
    if reached.origin != there.origin:
        return "other_match"
    head = there.heads.get(reached.count)
    if head is None:
        return "missing"
    return "holds" if head == reached.head else "contradicted"


def _two_histories(checked: Sequence[CheckedSeal]) -> Iterator[str]:
    """Report trusted seals that no one log can have.

    Two heads after the same number of events need no log to see. A log shows more: if it has the
    head of one seal, and another head than an earlier one, these two are of different histories.
    If it has that of the earlier one alone, it may have been rewritten behind it.
    """
    held = sorted((s for s in checked if s.fit == "holds"), key=lambda seal: seal.events)
    first: dict[tuple[str, int], CheckedSeal] = {}
    for seal in checked:
        if seal.fit in ("forged", "untrusted"):
            continue
        other = first.setdefault((seal.origin, seal.events), seal)
        if seal.fit == "contradicted":
            other = next((one for one in held if one.events >= seal.events), other)
        if (other.events, other.head) != (seal.events, seal.head):
            yield f"two histories of one match were signed: {_signed(other)}, and {_signed(seal)}"


def _problems(checked: Sequence[CheckedSeal], there: History) -> Iterator[str]:
    faults = [seal for seal in checked if seal.fit in _FAULTS]
    for seal in sorted(faults, key=lambda seal: (_FAULTS.index(seal.fit), seal.events)):
        yield _in_words(seal, there)


def _in_words(seal: CheckedSeal, there: History) -> str:
    by = _all(seal.signers)
    match seal.fit:
        case "contradicted":
            return (
                f"the log is not what {by} signed: its first {seal.events} events have another head"
            )
        case "missing":
            why = "is damaged before" if there.damage else "is cut short, or a copy that lags"
            return f"{by} signed {seal.events} events, and the log, which {why}, has {there.events}"
        case "other_match":
            return f"what {by} signed is another match, or the first record was rewritten"
        case "forged":
            return (
                f"a signature over {seal.events} events does not hold, though it names a signer who"
                " is trusted: the note was altered or forged"
            )
        case "holds" | "untrusted":
            return ""
        case _:
            assert_never(seal.fit)


def _signed(seal: CheckedSeal) -> str:
    return f"{_all(seal.signers)} signed {seal.events} events with the head {seal.head}"


def _all(signers: Sequence[str]) -> str:
    return " and ".join(signers)
