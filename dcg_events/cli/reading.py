"""Commands that read: events, zones, states, replay, verification."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from dcg_events.cli.options import (
    AsOption,
    AtOption,
    DelayOption,
    HistoryOption,
    JsonOption,
    LogArgument,
    LogsArgument,
    at_hand,
    expand,
    progress,
    write_line,
)
from dcg_events.cli.screen.drawing import draw_plain
from dcg_events.cli.screen.playing import play, print_all
from dcg_events.cli.seal_options import RootsOption, SealOption, SignerOption
from dcg_events.cli.sealed import Trust, in_words
from dcg_events.cli.words.knowledge import knowledge_text
from dcg_events.cli.words.phrases import names_of
from dcg_events.errors import DcgEventsError, LogDamagedError
from dcg_events.events.codec import PlainEvent, canonical
from dcg_events.views.delay import Delay
from dcg_events.views.known import known
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.replay import Replay
from dcg_events.views.verifying import verify
from dcg_events.vocabulary.histories import History
from dcg_events.vocabulary.people import Viewer

VerifiedAsOption = Annotated[
    Viewer | None,
    typer.Option(
        "--as",
        help="Whose copy it has to be. By default whoever it looks like.",
        show_default=False,
    ),
]
KnownOption = Annotated[
    bool, typer.Option("--known", help="Say below what the viewer has learned beyond it.")
]
Every = Annotated[
    Literal["group", "turn"], typer.Option(help="After every group, or at the end of every turn.")
]


@contextmanager
def match_at_hand(
    log: Path,
    viewer: Viewer | None,
    delay: Delay | None = None,
    history: History | None = None,
) -> Iterator[MatchLog]:
    """Open a match for reading; afterwards say if its last write was not finished."""
    with at_hand(log) as path:
        match = MatchLog(path, viewer, delay=delay, history=history)
        yield match
        if match.holding.tail:
            note = f"{log}: the last {match.holding.tail} bytes have no commit and are left out"
            typer.echo(f"{note}; see `dcg-events verify`", err=True)


def events(
    log: LogArgument,
    viewer: AsOption = None,
    delay: DelayOption = None,
    history: HistoryOption = None,
) -> None:
    """Print the plain events, a line each, as the viewer may read them: as recorded, by default.

    Example:
        dcg-events events final.dcglog --as spectator
    """
    with match_at_hand(log, viewer, delay, history) as match:
        for event in match.events():
            sys.stdout.buffer.write(canonical(event) + b"\n")


def show(
    log: LogArgument,
    viewer: AsOption = None,
    delay: DelayOption = None,
    at: AtOption = None,
    history: HistoryOption = None,
    with_known: KnownOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show the zones after an event, as played by default: also in a branch that was undone.

    Example:
        dcg-events show final.dcglog --at 41 --as p1 --json
    """
    with match_at_hand(log, viewer, delay, history or "played") as match:
        state = match.state(at)
        learned = known(match, state["seq"]) if with_known else None
        if as_json:
            write_line(state if learned is None else {**state, "known": learned})
            return
        header, group = _group_at(match, state["seq"])
        undone = _undone_by(match, state["seq"]) if match.history == "played" else None
        if undone is not None:
            typer.echo(f"This was undone: event {undone} took the game back.\n")
        typer.echo(draw_plain(state, group, header))
        if learned is not None:
            typer.echo("\n" + knowledge_text(learned, state, header))


def states(
    log: LogArgument,
    viewer: AsOption = None,
    delay: DelayOption = None,
    history: HistoryOption = None,
    every: Every = "group",
) -> None:
    """Print the zones after every group, a line of JSON each: as played, by default.

    Example:
        dcg-events states final.dcglog --every turn
    """
    held = None
    with match_at_hand(log, viewer, delay, history or "played") as match:
        for state in match.states():
            if every == "group":
                write_line(state)
            else:
                if held and (held["turn"], held["game"]) != (state["turn"], state["game"]):
                    write_line(held)
                held = state
    if held is not None:
        write_line(held)


def replay(
    log: LogArgument,
    viewer: AsOption = None,
    delay: DelayOption = None,
    at: AtOption = None,
    history: HistoryOption = None,
    every: Every = "turn",
) -> None:
    """Step through a match: both sides of the table, and every event in words.

    On a terminal it is interactive (press ? for the keys). Elsewhere it prints the whole match: as
    played, by default, and what was undone is marked.

    Example:
        dcg-events replay examples/bot-match-014.dcglog
    """
    with match_at_hand(log, viewer, delay, history or "played") as match:
        cursor = Replay(match)
        if at is not None:
            cursor.seek_event(at)

        def open_as(other: Viewer, as_told: History) -> Replay:
            return Replay(MatchLog(match.source, other, history=as_told))

        if sys.stdout.isatty() and sys.stdin.isatty():
            play(cursor, open_as, match.holding.viewers)
        else:
            print_all(cursor, every)


def verify_command(
    logs: LogsArgument,
    viewer: VerifiedAsOption = None,
    head: Annotated[
        str | None,
        typer.Option(metavar="HEAD", help="The head it has to have, such as the judge's."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Check every line against the schema as well.")
    ] = False,
    seals: SealOption = None,
    signers: SignerOption = None,
    roots: RootsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Verify logs: the first damage, and how far they are good. Exit code 3 if one is not whole.

    A copy has to hold every opening that its viewer has a right to, and no other: which ones these
    are follows from what everybody can read.

    Example:
        dcg-events verify final.dcglog final.p1.dcglog
        dcg-events verify final.p1.dcglog --as p1 --head HEAD
        dcg-events verify final.dcglog --seal final.dcglog.seals --signer ann.key.pub
    """
    trust = Trust.of(seals, signers, roots)
    damaged = 0
    paths = expand(logs)
    with progress(paths, "verifying") as counted:
        for path in counted:
            try:
                with at_hand(path) as held:
                    verdict = verify(held, viewer, head=head, strict=strict)
                    sealed = trust.check(held) if trust else None
            except DcgEventsError as error:
                if len(paths) == 1 and not as_json:
                    raise
                damaged += 1
                _tell({"path": str(path), "whole": False, "damage": str(error)}, as_json=as_json)
                continue
            damaged += not verdict.whole or (sealed is not None and not sealed.holds)
            told = verdict.as_dict()
            if sealed and as_json:
                told["seals"] = sealed.as_dict()
            _tell(told, as_json=as_json)
            if sealed and not as_json:
                typer.echo("\n".join(in_words(sealed)))
    if damaged:
        raise typer.Exit(LogDamagedError.exit_code)


def _tell(verdict: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        write_line(verdict)
    elif not verdict["whole"]:
        typer.echo(verdict["damage"])
    else:
        held = f"{verdict['opened']} of {verdict['sealed']} sealed values open"
        typer.echo(
            f"{verdict['path']}: whole, {verdict['events']} events, copy for {verdict['viewer']},"
            f" {held}, head {verdict['head']}"
        )


def _undone_by(match: MatchLog, seq: int) -> int | None:
    return next((by for first, last, by in match.undone() if first <= seq <= last), None)


def _group_at(match: MatchLog, seq: int) -> tuple[dict[str, str], list[PlainEvent]]:
    names: dict[str, str] = {}
    for group in match.groups():
        if group[0]["kind"] == "match_opened":
            names = names_of(group[0])
        if group[-1]["seq"] == seq:
            return names, group
    return names, []
