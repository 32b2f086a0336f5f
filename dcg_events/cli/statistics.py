"""The command that answers questions about many matches."""

from pathlib import Path
from typing import Annotated

import typer
from typing_extensions import TypedDict

from dcg_events.cli.exporting import rejection
from dcg_events.cli.options import (
    AllAsOption,
    DelayOption,
    JsonOption,
    LogsArgument,
    write_line,
)
from dcg_events.cli.words.statistics import statistics_text
from dcg_events.cli.working import DaskOption, JobsOption, batch, exit_code_for
from dcg_events.statistics.answers import Answers
from dcg_events.statistics.gathering import Gathered, gather
from dcg_events.statistics.pictures import PictureFormat, draw


class Left(TypedDict):
    """A log that was not counted.

    Attributes:
        path: The log.
        reason: Why not, and what to do.
    """

    path: str
    reason: str


class Printed(Answers):
    """What is printed for machines: the answers, and what was left out of them.

    Attributes:
        repeated: Logs of a match that was counted already, with the same head.
        rejected: Logs that were not counted.
    """

    repeated: int
    rejected: list[Left]


def stats(
    logs: LogsArgument,
    viewer: AllAsOption = "judge",
    delay: DelayOption = None,
    cards: Annotated[
        int, typer.Option(min=0, help="How many cards to print; --json has all of them.")
    ] = 20,
    pictures: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Draw the answers there as well; needs the extra `pictures`.",
            show_default=False,
        ),
    ] = None,
    form: Annotated[PictureFormat, typer.Option("--format", help="Of the pictures.")] = "svg",
    jobs: JobsOption = 1,
    dask: DaskOption = None,
    as_json: JsonOption = False,
) -> None:
    """Answer what analysts ask of many matches, with counts and 95 % intervals.

    Who wins going first, what a redraw is worth, how long games are, how cards do, what security
    checks bring, how long players think. Each match counts once. What the viewer may not know is
    not counted, not even as zero.

    Example:
        dcg-events stats 'season/*.dcglog'
        dcg-events stats 'season/*.dcglog' --as spectator --json
    """
    with batch(logs, "counting", jobs, dask) as at_work:
        executor, window = at_work.executor, at_work.window
        gathered = gather(at_work.logs, viewer, delay=delay, executor=executor, window=window)
    if at_work.alone and gathered.rejected:
        raise gathered.rejected[0].error
    found = gathered.answers()
    drawn = [] if pictures is None else draw(found, pictures, form)
    if as_json:
        left: list[Left] = [
            {"path": str(one.log), "reason": str(one.error)} for one in gathered.rejected
        ]
        printed: Printed = {**found, "repeated": gathered.repeated, "rejected": left}
        write_line(printed)
    else:
        typer.echo(statistics_text(found, cards))
        for picture in drawn:
            typer.echo(f"drawn: {picture}", err=True)
    _end(gathered, as_json=as_json)


def _end(gathered: Gathered, *, as_json: bool) -> None:
    if gathered.repeated and not as_json:
        typer.echo(f"left out: {gathered.repeated} more logs of these matches", err=True)
    for one in gathered.rejected:
        if not as_json:
            typer.echo(f"rejected: {rejection(one)}", err=True)
    if gathered.rejected:
        raise typer.Exit(exit_code_for(one.error for one in gathered.rejected))
