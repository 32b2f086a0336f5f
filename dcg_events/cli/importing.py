"""The commands that import other programs' records."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from dcg_events.cli.options import as_written, expand, progress
from dcg_events.cli.printing import Printer
from dcg_events.cli.words.phrases import one_line
from dcg_events.cli.working import DaskOption, JobsOption, crew
from dcg_events.errors import DcgEventsError, UsageError
from dcg_events.importers.aegis.importing import ImportReport, import_aegis
from dcg_events.importers.aegis.many import Imported, import_many

importers = typer.Typer(help="Import matches that another program recorded.", no_args_is_help=True)


def aegis(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE…",
            help="Recordings of the engine, NAME.jsonl; folders of them, or quoted globs.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option("-o", "--out", help="The log, which must not exist yet; or a folder."),
    ],
    jobs: JobsOption = 1,
    dask: DaskOption = None,
) -> None:
    """Import bot matches of the Aegis engine and compare them with the engine's own snapshots.

    One recording becomes the log OUT. Several, or one where OUT is a folder, become OUT/NAME.dcglog
    for each NAME.jsonl; logs that are there already stay, so typing it again goes on. Exit code 1
    if a snapshot was not reproduced.

    Example:
        dcg-events import aegis aegis-014-bt19.jsonl -o aegis-014.dcglog
        dcg-events import aegis 'bots/*.jsonl' -o logs --jobs 0
    """
    files = expand(sources, suffix=".jsonl", what="recording")
    if len(files) > 1 or out.is_dir():
        _import_many(files, out, jobs, dask)
        return
    report = import_aegis(files[0], out)
    for line in _in_words(Imported(out, report)):
        typer.echo(line)
    if not _is_reproduced(report):
        raise typer.Exit(1)


def _import_many(files: Sequence[Path], folder: Path, jobs: int, dask: str | None) -> None:
    if folder.exists() and not folder.is_dir():
        raise UsageError(str(folder), f"it is no folder for {len(files)} logs", "name a folder")
    printer, errors = Printer(), list[DcgEventsError]()
    reports: list[ImportReport | None] = []
    with crew(jobs, dask) as (executor, window):
        imported = import_many(files, folder, executor=executor, window=window)
        with progress(imported, len(files), "importing") as outcomes:
            for outcome in outcomes:
                if outcome.error is not None:
                    errors.append(outcome.error)
                    printer.add([one_line(str(outcome.error))])
                if outcome.value is not None:
                    reports.append(outcome.value.report)
                    printer.add(_in_words(outcome.value))
    printer.finish()
    typer.echo(_summary(reports, errors))
    if errors:
        raise typer.Exit(max(error.exit_code for error in errors))
    if not all(report is None or _is_reproduced(report) for report in reports):
        raise typer.Exit(1)


def _summary(reports: Sequence[ImportReport | None], errors: Sequence[DcgEventsError]) -> str:
    made = [report for report in reports if report is not None]
    told = f"{len(made)} imported, {sum(report.events for report in made):,} events"
    if len(made) < len(reports):
        told += f"; {len(reports) - len(made)} there already"
    if errors:
        told += f"; {len(errors)} could not be imported"
    return told


def _is_reproduced(report: ImportReport) -> bool:
    return report.reproduced == report.snapshots


def _in_words(imported: Imported) -> Iterator[str]:
    report, log = imported.report, one_line(str(imported.log))
    if report is None:
        return
    yield (
        f"{log}: {report.events} events, "
        f"{report.reproduced} of {report.snapshots} snapshots reproduced"
    )
    yield from (f"  {difference}" for difference in report.differences)


importers.command(help=as_written(aegis))(aegis)
