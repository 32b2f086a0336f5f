"""The commands that import other programs' records."""

from pathlib import Path
from typing import Annotated

import typer

from dcg_events.cli.options import as_written
from dcg_events.importers.aegis.importing import import_aegis

importers = typer.Typer(help="Import a match that another program recorded.", no_args_is_help=True)


def aegis(
    source: Annotated[
        Path, typer.Argument(metavar="FILE", help="A recording of the engine, NAME.jsonl.")
    ],
    out: Annotated[Path, typer.Option("-o", "--out", help="The log; it must not exist yet.")],
) -> None:
    """Import a bot match of the Aegis engine and compare it with the engine's own snapshots.

    Example:
        dcg-events import aegis aegis-014-bt19.jsonl -o aegis-014.dcglog
    """
    report = import_aegis(source, out)
    typer.echo(
        f"{out}: {report.events} events, "
        f"{report.reproduced} of {report.snapshots} snapshots reproduced"
    )
    for difference in report.differences:
        typer.echo(f"  {difference}")
    if report.reproduced < report.snapshots:
        raise typer.Exit(1)


importers.command(help=as_written(aegis))(aegis)
