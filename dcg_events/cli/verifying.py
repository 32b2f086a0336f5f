"""The command that verifies: one log, a file of many, a folder of thousands."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typing_extensions import TypedDict  # comes with pydantic, which reads these types

from dcg_events.batches.mapping import Outcome, Source
from dcg_events.cli.options import JsonOption, LogsArgument
from dcg_events.cli.printing import Printer
from dcg_events.cli.seal_options import RootsOption, SealOption, SignerOption
from dcg_events.cli.sealed import in_words, torn_in_words, trust_of
from dcg_events.cli.words.phrases import one_line
from dcg_events.cli.working import Batch, DaskOption, JobsOption, batch
from dcg_events.errors import LogDamagedError, LogError, UsageError
from dcg_events.inspections.verifying import Verified, VerifyOptions, verify_logs
from dcg_events.log.matches import matches_in
from dcg_events.log.part import LogPart
from dcg_events.views.good_part import write_part
from dcg_events.views.verdict import Verdict
from dcg_events.views.verifying import verify
from dcg_events.vocabulary.people import Viewer

_INTERRUPTED = 130

VerifiedAsOption = Annotated[
    Viewer | None,
    typer.Option(
        "--as",
        help="Whose copy it has to be. By default whoever it looks like.",
        show_default=False,
    ),
]
HeadOption = Annotated[
    str | None, typer.Option(metavar="HEAD", help="The head it has to have, such as the judge's.")
]
StrictOption = Annotated[
    bool, typer.Option("--strict", help="Check every line against the schema as well.")
]
MatchOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Only this match of a file that holds several, from 1.",
        show_default=False,
    ),
]
PrefixOption = Annotated[
    Path | None,
    typer.Option(
        metavar="OUT",
        help="Write the part that is good, byte for byte, as a log of its own.",
        show_default=False,
    ),
]


class Unverified(TypedDict):
    """A log of which nothing is good.

    Attributes:
        path: The file.
        match: Number of the match in a file that holds several, from 1; null if it holds one.
        whole: Nothing of it is.
        damage: The message that says why.
    """

    path: str
    match: int | None
    whole: Literal[False]
    damage: str


def verify_command(
    logs: LogsArgument,
    viewer: VerifiedAsOption = None,
    head: HeadOption = None,
    strict: StrictOption = False,
    match: MatchOption = None,
    prefix: PrefixOption = None,
    seals: SealOption = None,
    signers: SignerOption = None,
    roots: RootsOption = None,
    jobs: JobsOption = 1,
    dask: DaskOption = None,
    as_json: JsonOption = False,
) -> None:
    """Verify logs: the first damage, and how far they are good. Exit code 3 if one is not whole.

    A copy has to hold every opening that its viewer has a right to, and no other: which ones these
    are follows from what everybody can read. Each match of a file that holds several is verified
    by itself. A log that was cut off cleanly is whole in itself: only --head or a seal tells.

    Example:
        dcg-events verify final.dcglog final.p1.dcglog
        dcg-events verify round-3/ --json
        dcg-events verify final.p1.dcglog --as p1 --head HEAD
        dcg-events verify damaged.dcglog --prefix good.dcglog
        dcg-events verify final.dcglog --seal final.dcglog.seals --signer ann.key.pub
    """
    asked = _Asked(match, prefix)
    options = VerifyOptions(viewer, head, strict, trust_of(seals, signers, roots), match)
    told = _Told(as_json)
    try:
        with batch(logs, "verifying", jobs, dask) as work:
            sources, window = asked.of(work), work.window
            outcomes = verify_logs(sources, options, executor=work.executor, window=window)
            for outcome in outcomes:
                told.add(asked.found(outcome, alone=work.alone and not as_json))
    except KeyboardInterrupt:
        typer.echo(f"dcg-events: interrupted after {told.whole + told.damaged} logs", err=True)
        raise typer.Exit(_INTERRUPTED) from None
    told.sum_up()
    if told.damaged:
        raise typer.Exit(LogDamagedError.exit_code)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Which matches of a file are wanted, and where the good part of one is to be written."""

    match: int | None
    prefix: Path | None

    def of(self, work: Batch) -> Iterator[Source]:
        """Yield the logs; refuse several where the good part of one is wanted.

        Raises:
            UsageError: If there are several, or several matches.
        """
        if self.prefix is not None and not work.alone:
            where = f"--prefix {self.prefix}"
            raise UsageError(where, "there are several logs", "verify one at a time")
        for log in work.logs:
            if self.prefix is not None and self.match is None and isinstance(log, LogPart):
                count = len(matches_in(log))
                if count > 1:
                    problem = f"it holds {count} matches"
                    raise UsageError(log.file, problem, "choose one with --match")
            yield log

    def found(self, outcome: Outcome[Verified], *, alone: bool) -> Verified | Unverified:
        """Return what was found in a log, after its good part was written if that is wanted.

        Raises:
            DcgEventsError: If nothing of it is good and it is the only log.
        """
        log, found, error = outcome.log, outcome.value, outcome.error
        if found is not None:
            if self.prefix is not None:
                _write_prefix(log, found.verdict, self.prefix)
            for torn in found.torn:
                typer.echo(torn_in_words(torn), err=True)
            error = found.unsealed
            if error is None:
                return found
        assert error is not None  # noqa: S101 - an outcome has the one or the other
        one_of_several = self.match is None and log.match is not None
        if alone and not (one_of_several and isinstance(error, LogError)):
            raise error
        if self.prefix is not None and isinstance(error, UsageError):
            raise error
        return {"path": log.file, "match": log.match, "whole": False, "damage": str(error)}


def _write_prefix(part: LogPart, found: Verdict, out: Path) -> None:
    """Write what is good of a match, and verify what was written."""
    write_part(part, found.size, out)
    written = verify(out, found.viewer, head=found.head)
    if not written.whole:
        raise LogDamagedError(str(out), "what was written does not verify", "check the disk")
    typer.echo(f"{out}: {found.events} events, head {found.head}", err=True)


class _Told:
    """Prints what was found, and counts it."""

    def __init__(self, as_json: bool) -> None:
        self.whole = 0
        self.damaged = 0
        self._as_json = as_json
        self._printer = Printer(as_json=as_json)

    def add(self, found: Verified | Unverified) -> None:
        """Print one verdict, and what seals say."""
        whole = found.whole if isinstance(found, Verified) else found["whole"]
        self.whole += whole
        self.damaged += not whole
        self._printer.tell(_as_data(found), _in_words(found))

    def sum_up(self) -> None:
        """Print what waited, and how many logs there were."""
        self._printer.finish()
        if self.whole + self.damaged > 1 and not self._as_json:
            number = self.whole + self.damaged
            typer.echo(f"{number} logs: {self.whole} whole, {self.damaged} damaged")


def _as_data(found: Verified | Unverified) -> dict[str, Any]:
    if not isinstance(found, Verified):
        return dict(found)
    data = found.verdict.as_dict()
    return data | {"seals": found.sealed.as_dict()} if found.sealed else data


def _in_words(found: Verified | Unverified) -> Iterator[str]:
    if not isinstance(found, Verified):
        yield one_line(found["damage"])
        return
    yield _verdict_in_words(found.verdict)
    if found.sealed is not None:
        yield from in_words(found.sealed)


def _verdict_in_words(found: Verdict) -> str:
    if found.damage is not None:
        return one_line(found.damage)
    number = f", match {found.match} from line {found.begins}" if found.match else ""
    goes_on = "" if found.ended else "; the match has not ended, so only a head tells if it goes on"
    return (
        f"{one_line(found.path)}{number}: whole, {found.events} events, copy for {found.viewer},"
        f" {found.opened} of {found.sealed} sealed values open, head {found.head}{goes_on}"
    )
