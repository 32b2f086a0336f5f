"""The command that verifies: one log, a file of many, a folder of thousands."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typing_extensions import TypedDict  # comes with pydantic, which reads these types

from dcg_events.cli.options import (
    STANDARD,
    JsonOption,
    LogsArgument,
    at_hand,
    expand,
    progress,
    unpacked,
    write_line,
)
from dcg_events.cli.seal_options import RootsOption, SealOption, SignerOption
from dcg_events.cli.sealed import Trust, in_words
from dcg_events.cli.words.phrases import one_line
from dcg_events.errors import DcgEventsError, LogDamagedError, LogError, UsageError
from dcg_events.log.matches import matches_in
from dcg_events.log.part import LogPart
from dcg_events.seals.checking import SealReport
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


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the logs are verified for, and what is wanted of them."""

    viewer: Viewer | None
    head: str | None
    strict: bool
    match: int | None
    prefix: Path | None
    trust: Trust | None


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found in a log, and what seals say of it."""

    verdict: Verdict | Unverified
    sealed: SealReport | None = None

    @property
    def whole(self) -> bool:
        verdict = self.verdict
        whole = verdict.whole if isinstance(verdict, Verdict) else verdict["whole"]
        return whole and (self.sealed is None or self.sealed.holds)


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
    trust = Trust.of(seals, signers, roots)
    asked = _Asked(viewer, head, strict, match, prefix, trust)
    paths = unpacked(expand(logs))
    if prefix is not None and len(paths) > 1:
        raise UsageError(f"--prefix {prefix}", "there are several logs", "verify one at a time")
    told = _Told(as_json)
    try:
        with progress(paths, "verifying") as counted:
            for path in counted:
                for found in _verified(path, asked, alone=len(paths) == 1 and not as_json):
                    told.add(found)
    except KeyboardInterrupt:
        typer.echo(f"dcg-events: interrupted after {told.whole + told.damaged} logs", err=True)
        raise typer.Exit(_INTERRUPTED) from None
    told.sum_up()
    if told.damaged:
        raise typer.Exit(LogDamagedError.exit_code)


def _verified(path: Path | LogPart, asked: _Asked, *, alone: bool) -> Iterator[_Found]:
    """Verify each match of a file, and write the good part of one if that is wanted.

    Raises:
        DcgEventsError: If nothing of it is good and it is the only log.
    """
    name = "standard input" if path == STANDARD else str(path)
    number, several = None, False
    try:
        with at_hand(path) as held:
            parts = _chosen(held, name, asked)
            several = len(parts) > 1
            for part in parts:
                number = part.match
                try:
                    found = verify(
                        part, asked.viewer, head=asked.head, strict=asked.strict, name=name
                    )
                except LogError as error:
                    if not several:
                        raise
                    yield _nothing_good(name, number, error)
                else:
                    if asked.prefix is not None:
                        _write_prefix(part, found, asked.prefix)
                    sealed = _sealed(part, asked.trust) if asked.trust else None
                    yield _Found(replace(found, path=name), sealed)
    except DcgEventsError as error:
        if alone or (isinstance(error, UsageError) and asked.prefix is not None):
            raise
        yield _nothing_good(name, number, error)


def _sealed(part: LogPart, trust: Trust) -> SealReport:
    """Check a match against its seals."""
    if part.match is not None:
        problem = "a seal is of one match, and the file holds several"
        raise UsageError(str(part), problem, "take it out with --match N --prefix OUT")
    return trust.check(part)


def _chosen(path: Path | LogPart, name: str, asked: _Asked) -> Sequence[LogPart]:
    """Return the matches of a file that are wanted."""
    parts = [path] if isinstance(path, LogPart) else matches_in(path)
    if asked.match is not None:
        if asked.match > len(parts):
            problem = f"there is no match {asked.match}: it holds {len(parts)}"
            raise UsageError(name, problem, "choose one of them")
        return [parts[asked.match - 1]]
    if asked.prefix is not None and len(parts) > 1:
        problem = f"it holds {len(parts)} matches"
        raise UsageError(name, problem, "choose one with --match")
    return parts


def _write_prefix(part: LogPart, found: Verdict, out: Path) -> None:
    """Write what is good of a match, and verify what was written."""
    write_part(part, found.size, out)
    written = verify(out, found.viewer, head=found.head)
    if not written.whole:
        raise LogDamagedError(str(out), "what was written does not verify", "check the disk")
    typer.echo(f"{out}: {found.events} events, head {found.head}", err=True)


def _nothing_good(name: str, match: int | None, error: DcgEventsError) -> _Found:
    return _Found({"path": name, "match": match, "whole": False, "damage": str(error)})


class _Told:
    """Prints what was found, and counts it. On a terminal it waits until the bar is gone."""

    def __init__(self, as_json: bool) -> None:
        self.whole = 0
        self.damaged = 0
        self._as_json = as_json
        self._waiting: list[str] | None = [] if sys.stdout.isatty() and not as_json else None

    def add(self, found: _Found) -> None:
        """Print one verdict, and what seals say."""
        self.whole += found.whole
        self.damaged += not found.whole
        if self._as_json:
            write_line(_as_data(found))
            return
        lines = [_in_words(found.verdict), *(in_words(found.sealed) if found.sealed else ())]
        if self._waiting is not None:
            self._waiting += lines
        else:
            typer.echo("\n".join(lines))

    def sum_up(self) -> None:
        """Print what waited, and how many logs there were."""
        for line in self._waiting or ():
            typer.echo(line)
        if self.whole + self.damaged > 1 and not self._as_json:
            number = self.whole + self.damaged
            typer.echo(f"{number} logs: {self.whole} whole, {self.damaged} damaged")


def _as_data(found: _Found) -> dict[str, Any]:
    verdict = found.verdict
    data = verdict.as_dict() if isinstance(verdict, Verdict) else dict(verdict)
    return data | {"seals": found.sealed.as_dict()} if found.sealed else data


def _in_words(found: Verdict | Unverified) -> str:
    if not isinstance(found, Verdict):
        return one_line(found["damage"])
    if found.damage is not None:
        return one_line(found.damage)
    number = f", match {found.match} from line {found.begins}" if found.match else ""
    goes_on = "" if found.ended else "; the match has not ended, so only a head tells if it goes on"
    return (
        f"{one_line(found.path)}{number}: whole, {found.events} events, copy for {found.viewer},"
        f" {found.opened} of {found.sealed} sealed values open, head {found.head}{goes_on}"
    )
