"""Commands that read: events, zones, states, replay."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer

from dcg_events.cli.options import (
    AsOption,
    AtOption,
    DelayOption,
    HistoryOption,
    JsonOption,
    LogArgument,
    at_hand,
    write_line,
)
from dcg_events.cli.screen.drawing import draw_plain
from dcg_events.cli.screen.playing import play, print_all
from dcg_events.cli.words.knowledge import knowledge_text
from dcg_events.cli.words.phrases import names_of
from dcg_events.events.codec import PlainEvent, canonical
from dcg_events.log.part import LogPart
from dcg_events.views.delay import Delay
from dcg_events.views.known import known
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.replay import Replay
from dcg_events.vocabulary.histories import History
from dcg_events.vocabulary.people import Viewer

KnownOption = Annotated[
    bool, typer.Option("--known", help="Say below what the viewer has learned beyond it.")
]
Every = Annotated[
    Literal["group", "turn"], typer.Option(help="After every group, or at the end of every turn.")
]


@contextmanager
def match_at_hand(
    log: Path | LogPart,
    viewer: Viewer | None,
    delay: Delay | None = None,
    history: History | None = None,
) -> Iterator[MatchLog]:
    """Open a match for reading; afterwards say if its last write was not finished."""
    with at_hand(log) as path:
        match = MatchLog(path, viewer, delay=delay, history=history)
        yield match
        tell_tail(str(log), match.holding.tail)


def tell_tail(log: str, tail: int) -> None:
    """Say if the last write of a log was not finished."""
    if tail:
        note = f"{log}: the last {tail} bytes have no commit and are left out"
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
