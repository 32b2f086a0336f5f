"""Measure an export: verified tables of every match, as a ratio to parsing its lines.

    python -m tests.benchmarks.exporting [LOG…]

Without logs it imports every recording under `tests/corpus/aegis` (bot matches) to a temporary
folder. Each round exports all logs anew and takes `orjson.loads` of their lines before and after;
the table gives the median ratio over all rounds and its quartiles, how many matches one core
exports in an hour, and how many bytes a match takes.
"""

import shutil
import statistics
from collections.abc import Callable
from pathlib import Path

from dcg_events.exports.exporting import Exporter, Format
from dcg_events.log.part import LogPart
from dcg_events.packs.writing import pack
from dcg_events.tables.building import match_tables
from tests.benchmarks.common import Bench, bench, ratio, row, seconds
from tests.benchmarks.stages import floor

_FORMATS: tuple[Format, ...] = ("parquet", "csv", "duckdb")


def export_all(run: Bench, form: Format) -> Callable[[], None]:
    """Return what exports all logs anew."""
    out = run.folder / f"out.{form}"

    def export() -> None:
        shutil.rmtree(out) if out.is_dir() else out.unlink(missing_ok=True)
        report = Exporter(out, form).export(map(LogPart, run.logs))
        if report.rejected:
            raise report.rejected[0].error

    return export


def build_all(run: Bench) -> Callable[[], None]:
    """Return what makes the rows of all logs and writes none."""

    def build() -> None:
        for log in run.logs:
            match_tables(log)

    return build


def size(path: Path) -> int:
    """Return the bytes of a file, or of all files in a folder."""
    if path.is_file():
        return path.stat().st_size
    return sum(one.stat().st_size for one in path.rglob("*") if one.is_file())


def main() -> None:
    """Run the benchmark and print its table."""
    with bench(__doc__) as run:
        yard, count = floor(run.logs), len(run.logs)
        print(f"{count} logs, {run.rounds} rounds")
        found = [ratio(build_all(run), yard) for _ in range(run.rounds)]
        print(row("verified rows / orjson.loads   ", found))
        for form in _FORMATS:
            export = export_all(run, form)
            print(row(f"export {form:8} / orjson.loads", [ratio(export, yard) for _ in found]))
            hour = statistics.median(3600 * count / seconds(export) for _ in range(3))
            taken = size(run.folder / f"out.{form}") // count
            print(f"    {hour:,.0f} matches an hour on one core, {taken:,} bytes a match")
        pack(map(LogPart, run.logs), run.folder / "all.dcgpack")
        packed = size(run.folder / "all.dcgpack") // count
        print(f"    a log: {sum(map(size, run.logs)) // count:,} bytes, {packed:,} in a pack")


if __name__ == "__main__":
    main()
