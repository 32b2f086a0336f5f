"""The command that exports tables."""

from pathlib import Path
from typing import Annotated

import typer

from dcg_events.batches.mapping import Unopened
from dcg_events.cli.options import (
    AllAsOption,
    DelayOption,
    JsonOption,
    LogsArgument,
    write_line,
)
from dcg_events.cli.working import DaskOption, JobsOption, batch, exit_code_for
from dcg_events.exports.exporting import Exporter, Format, Report


def export_command(
    form: Annotated[
        Format, typer.Argument(metavar="FORMAT", help="parquet, csv or duckdb.", show_default=False)
    ],
    logs: LogsArgument,
    out: Annotated[
        Path,
        typer.Option(
            "-o", "--out", help="A folder, for duckdb a file; what is there already stays."
        ),
    ],
    viewer: AllAsOption = "judge",
    delay: DelayOption = None,
    jobs: JobsOption = 1,
    dask: DaskOption = None,
    as_json: JsonOption = False,
) -> None:
    """Export matches as typed tables for analysis. Exit code 3 if a log was rejected.

    Verified matches go in, each once, and the others are listed with the reason; exporting again
    adds what is new. All are read as one viewer, the judge if none is named, and what that viewer
    may not know is null. schemas/TABLES.md explains every column. Parquet and CSV have a folder
    for each table; they are read by DuckDB, Polars, pandas and Spark. Parquet and DuckDB need the
    extra `duckdb`.

    Example:
        dcg-events export parquet 'season/*.dcglog' -o tables
        dcg-events export csv final.dcglog -o tables --as spectator
    """
    with batch(logs, "exporting", jobs, dask) as at_work:
        executor, window = at_work.executor, at_work.window
        exporter = Exporter(out, form, viewer, delay, executor=executor, window=window)
        report = exporter.export(at_work.logs)
    if at_work.alone and report.rejected:
        raise report.rejected[0].error
    _tell(report, out, as_json=as_json)
    if report.rejected:
        raise typer.Exit(exit_code_for(one.error for one in report.rejected))


def rejection(one: Unopened) -> str:
    """Say in a line which log was rejected, and why."""
    told = str(one.error)
    return told if told.startswith(str(one.log)) else f"{one.log}: {told}"


def _tell(report: Report, out: Path, *, as_json: bool) -> None:
    counts = {"added": report.added, "grown": report.grown, "unchanged": report.unchanged}
    if as_json:
        for one in report.rejected:
            write_line({"path": str(one.log), "reason": str(one.error)})
        write_line({"out": str(out), **counts, "rejected": len(report.rejected)})
        return
    for one in report.rejected:
        typer.echo(f"rejected: {rejection(one)}")
    told = ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "nothing new"
    rejected = f", {len(report.rejected)} rejected" if report.rejected else ""
    typer.echo(f"{out}: {told}{rejected}")
