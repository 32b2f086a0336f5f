"""Measure what several processes give: many logs by two, and by one, on the clock on the wall.

    python -m tests.benchmarks.scaling [LOG…]

Without logs it imports every recording under `tests/corpus/aegis` (bot matches), and puts copies of
each under other names beside one another, so that all are matches of their own: enough for each
command that it works for some seconds, since each process takes half a second to begin. Each round
types a command for one process and right after it for several; start-up and output count.
The table gives the quickest of each, and the best ratio of a round: whatever else the machine does
only makes a round slower. Say with figures how busy it was: the load is printed.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from shutil import rmtree
from typing import Final

from tests.benchmarks.common import CORPUS, Bench, bench
from tests.benchmarks.data import renamed

JOBS: Final = 2
FEW, MANY = 20, 200
"""Copies of each match: for commands that do much with it, and for the others."""


def season(run: Bench) -> Path:
    """Write some copies of every log, each a match of its own."""
    folder = run.folder / "season"
    folder.mkdir()
    for log in run.logs:
        data = log.read_bytes()
        for number in range(FEW):
            copy = renamed(data, f"Aiko {number}")
            (folder / f"{log.stem}-{number}.dcglog").write_bytes(copy)
    return folder


def linked(files: Iterable[Path], folder: Path, copies: int) -> Path:
    """Have every file under some names, where it does not matter that they are the same."""
    folder.mkdir()
    for file in files:
        for number in range(copies):
            (folder / f"{file.stem}-{number}{file.suffix}").symlink_to(file)
    return folder


def typed(command: list[str], jobs: int, out: Path) -> float:
    """Type a command, and return the seconds until it has ended."""
    rmtree(out, ignore_errors=True)
    started = time.perf_counter()
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "dcg_events", *command, "--jobs", str(jobs)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    spent = time.perf_counter() - started
    if done.returncode not in (0, 1) or done.stderr:  # an audit has findings
        sys.exit(done.stderr.decode())
    return spent


def main() -> None:
    """Run the benchmark and print its table."""
    with bench(__doc__) as run:
        few, out = season(run), run.folder / "out"
        many = linked(run.logs, run.folder / "many", MANY)
        commands = {
            "export csv": (few, ["export", "csv", str(few), "-o", str(out)]),
            "stats": (few, ["stats", str(few), "--json"]),
            "audit": (many, ["audit", str(many), "--json"]),
            "verify": (many, ["verify", str(many)]),
        }
        if not run.named:
            sources = linked(CORPUS.glob("*.jsonl"), run.folder / "recordings", FEW)
            commands["import aegis"] = sources, ["import", "aegis", str(sources), "-o", str(out)]
        rounds = min(run.rounds, 3)
        print(f"{rounds} rounds, {os.cpu_count()} processors")
        for name, (folder, command) in commands.items():
            count = sum(1 for _ in folder.iterdir())
            pairs = [(typed(command, 1, out), typed(command, JOBS, out)) for _ in range(rounds)]
            one, several = (min(times) for times in zip(*pairs, strict=True))
            best = max(alone / together for alone, together in pairs)
            load = os.getloadavg()[0]
            print(
                f"  {name:12} {count:5,} matches {one:6.2f} s by one, {several:6.2f} s by {JOBS}:"
                f" {one / several:.2f} x, best round {best:.2f} x"
                f"   ({3600 * count / several:,.0f} matches an hour; load {load:.1f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
