"""The command that follows a match while it is recorded."""

import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from dcg_events.cli.options import STANDARD, STANDARD_INPUT, AsOption, DelayOption
from dcg_events.cli.words.lines import event_lines
from dcg_events.cli.words.phrases import names_of
from dcg_events.errors import UsageError
from dcg_events.events.codec import PlainEvent, canonical
from dcg_events.views.following import LOOK_EVERY, follow

_INTERRUPTED = 130
_ONE_LINE = 10_000


def follow_command(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A log file, NAME.dcglog.")],
    viewer: AsOption = None,
    delay: DelayOption = None,
    start: Annotated[
        int, typer.Option("--from", metavar="SEQ", min=0, help="Print from this event on.")
    ] = 0,
    words: Annotated[bool, typer.Option("--words", help="For people: events in words.")] = False,
    interval: Annotated[
        float,
        typer.Option(min=0.01, max=3600, metavar="SECONDS", help="How often to look for more."),
    ] = LOOK_EVERY,
) -> None:
    """Print events as another process records them, until the match has ended.

    Only committed and verified events are printed, a line each, as the viewer may read them.

    Example:
        dcg-events follow final.dcglog --as spectator --delay turns:1
    """
    if log == STANDARD:
        raise UsageError(STANDARD_INPUT, "it cannot be followed", "name the log's file")
    names: dict[str, str] = {}
    try:
        for group in follow(log, viewer, delay=delay, wait=lambda: time.sleep(interval)):
            if group[0]["kind"] == "match_opened":
                names = names_of(group[0])
            if group[-1]["seq"] >= start:
                _print(group, start, names if words else None)
    except KeyboardInterrupt:
        raise typer.Exit(_INTERRUPTED) from None


def _print(group: list[PlainEvent], start: int, names: Mapping[str, str] | None) -> None:
    """Print the events of a group, each at once: somebody waits for it."""
    if names is None:
        for event in group:
            if event["seq"] >= start:
                sys.stdout.buffer.write(canonical(event) + b"\n")
                sys.stdout.buffer.flush()
        return
    for line in event_lines(group, names, _ONE_LINE):
        sys.stdout.write(f"{line.plain.rstrip()}\n")
        sys.stdout.flush()
