"""Commands that write: begin a log, append to it, import, redact."""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from dcg_events.cli.options import (
    STANDARD,
    STANDARD_INPUT,
    DelayOption,
    LogArgument,
    at_hand,
    is_all_there,
    lines_of,
    write_line,
)
from dcg_events.recorder.door import checked_lines
from dcg_events.recorder.grouping import Receipt
from dcg_events.recorder.recorder import Recorder
from dcg_events.views.redact import redact
from dcg_events.vocabulary.durability import Durability
from dcg_events.vocabulary.people import Viewer
from dcg_events.vocabulary.rules import DEFAULT_EDITION, DEFAULT_LANGUAGE, Edition, Language


def new(
    log: LogArgument,
    p1: Annotated[str, typer.Option(help="Name of the player on the first seat.")],
    p2: Annotated[str, typer.Option(help="Name of the player on the second seat.")],
    rules: Annotated[Edition, typer.Option(help="Edition of the rules.")] = DEFAULT_EDITION,
    language: Annotated[
        Language, typer.Option(help="Language whose reading of the rules holds.")
    ] = DEFAULT_LANGUAGE,
    event: Annotated[str | None, typer.Option(help="Tournament.")] = None,
    round_: Annotated[str | None, typer.Option("--round", help="Round.")] = None,
    table: Annotated[str | None, typer.Option(help="Table.")] = None,
    best_of: Annotated[int | None, typer.Option(min=1, max=9, help="Games at most.")] = None,
    durability: Annotated[
        Durability, typer.Option(help="How often to wait for the disk.")
    ] = "group",
    notes: Annotated[
        bool, typer.Option("--notes", help="Events may say where they were seen (judge only).")
    ] = False,
) -> None:
    """Begin a match: create a log with its first event.

    Example:
        dcg-events new final.dcglog --p1 Aiko --p2 Ben --event "Spring Cup" --round 5
    """
    header: dict[str, Any] = {
        "rules": {"edition": rules, "language": language},
        "durability": durability,
        "recorder_notes": notes,
    }
    tournament = {"event": event, "round": round_, "table": table}
    given = {name: value for name, value in tournament.items() if value is not None}
    if given:
        header["tournament"] = given
    if best_of is not None:
        header["best_of"] = best_of
    with Recorder.create(log, p1=p1, p2=p2, **header) as recorder:
        say_recovered(recorder)
        write_line({"seqs": [0], "ids": [None], "head": recorder.head, "repeated": False})


def append(
    log: LogArgument,
    source: Annotated[
        Path,
        typer.Argument(metavar="EVENTS", help="Plain events, a line each; - is standard input."),
    ] = STANDARD,
    expect: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Events that the log should hold so far. Groups that stand there already are"
            " answered and not written again.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Append plain events, group by group, and answer each group with a line of JSON.

    Events of one moment carry `step` and `of`: 0 of 3, 1 of 3, 2 of 3. What the table knows may be
    left out. The first refused group ends the command; the groups before it are recorded. Groups
    that come one by one, through a pipe, are written and answered one by one; those of a file are
    written many at a time, which is faster.

    If the log was torn by a crash, what was cut off is kept, and that is recorded: with --expect
    after the groups, so that they find the places that they had.

    Example:
        echo '{"kind":"turn_started","player":"p1","turn":1}' | dcg-events append final.dcglog
    """
    with Recorder.open(log) as recorder:
        say_recovered(recorder)
        name = STANDARD_INPUT if source == STANDARD else str(source)
        groups = checked_lines(lines_of(source), name)
        if is_all_there(source):
            recorder.extend(groups, expected_version=expect, answer=_answer)
            return
        for group in groups:
            receipt = recorder.append_group(group, expected_version=expect)
            _answer(receipt)
            sys.stdout.flush()  # a program that feeds events live waits for each answer
            if expect is not None:
                expect = max(receipt.seqs) + 1


def _answer(receipt: Receipt) -> None:
    write_line(receipt._asdict())


def say_recovered(recorder: Recorder) -> None:
    """Say on standard error if a log that was just opened had been torn, and where the rest is."""
    if recorder.recovered is not None:
        size = recorder.recovered.stat().st_size
        what = f"recovered: the last {size} bytes had no commit and were cut off"
        typer.echo(f"{what}; they are kept in {recorder.recovered}", err=True)


def redact_command(
    log: LogArgument,
    out: Annotated[
        Path,
        typer.Option(
            "-o", "--out", help="The copy, which must not exist yet; - is standard output."
        ),
    ],
    viewer: Annotated[Viewer, typer.Option("--as", help="Who gets the copy.")],
    delay: DelayOption = None,
) -> None:
    """Write the copy of a log that a viewer may have. It verifies to the same head.

    Example:
        dcg-events redact final.dcglog --as p1 -o final.p1.dcglog
    """
    with at_hand(log) as path:
        if out != STANDARD:
            head = redact(path, viewer, out, delay=delay)
            typer.echo(f"{out}: copy for {viewer}, head {head}")
            return
        with tempfile.TemporaryDirectory(prefix="dcg-events-") as folder:
            copy = Path(folder, "copy")
            redact(path, viewer, copy, delay=delay)
            with copy.open("rb") as file:
                shutil.copyfileobj(file, sys.stdout.buffer)
