"""Measure reading: verified reading, verified fold, and the fold of a viewer's copy.

    python tests/benchmarks/reading.py [LOG…]

Without logs it imports every recording under `tests/corpus/aegis` (bot matches) to a temporary
folder. Each round takes the floor before and after each stage; the table gives the median ratio
over all rounds and its quartiles.
"""

import argparse
import io
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import orjson

from dcg_events import redact
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.log.reading import LogReader
from dcg_events.projections.facedown import sealed_pile
from dcg_events.projections.rewinding import FOLDED, fold

CORPUS = Path(__file__).parents[1] / "corpus" / "aegis"


def floor(data: bytes) -> Callable[[], None]:
    """Return the floor: parse every line and keep nothing."""
    lines = data.splitlines()

    def parse() -> None:
        loads = orjson.loads
        for line in lines:
            loads(line)

    return parse


def reading(data: bytes) -> Callable[[], None]:
    """Return verified reading: heads and openings checked, values put back."""

    def read() -> None:
        for _ in LogReader(io.BytesIO(data), "benchmark").groups():
            pass

    return read


def folding(data: bytes) -> Callable[[], None]:
    """Return verified reading and folding into the table."""

    def run() -> None:
        def groups() -> Iterator[list[dict[str, Any]]]:
            return LogReader(io.BytesIO(data), "benchmark", fields=FOLDED).groups()

        fold(LogReader(io.BytesIO(data), "benchmark", fields=FOLDED).writes(), groups)

    return run


def seconds(stage: Callable[[], None]) -> float:
    """Return the processor time of one run."""
    start = time.process_time()
    stage()
    return time.process_time() - start


def ratios(
    stages: dict[str, list[Callable[[], None]]], floors: list[Callable[[], None]], rounds: int
) -> dict[str, list[float]]:
    """Return each stage's ratio to the floor, a number a round, over all files together."""
    found: dict[str, list[float]] = {name: [] for name in stages}
    for _ in range(rounds):
        for name, runs in stages.items():
            sealed_pile.cache_clear()  # a round finds nothing of the one before
            before = sum(seconds(parse) for parse in floors)
            spent = sum(seconds(run) for run in runs)
            after = sum(seconds(parse) for parse in floors)
            found[name].append(spent / ((before + after) / 2))
    return found


def report(title: str, datas: list[bytes], rounds: int) -> None:
    """Print the table of one kind of copy."""
    stages = {
        "verified reading": [reading(data) for data in datas],
        "verified fold": [folding(data) for data in datas],
    }
    found = ratios(stages, [floor(data) for data in datas], rounds)
    lines = sum(data.count(b"\n") for data in datas)
    print(f"\n{title}: {len(datas)} logs, {lines:,} lines, {sum(map(len, datas)):,} bytes")
    for name, values in found.items():
        low, middle, high = statistics.quantiles(values, n=4)
        print(f"  {name:<18} {middle:5.2f} x floor   (quartiles {low:.2f} to {high:.2f})")


def main() -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    packages = ", ".join(f"{name} {version(name)}" for name in ("orjson", "pydantic"))
    print(
        f"Python {platform.python_version()}, {packages}, {platform.machine()} {platform.system()}"
    )
    print(
        f"median of {arguments.rounds} rounds; floor: orjson.loads of every line of the same file"
    )
    with tempfile.TemporaryDirectory() as folder:
        logs: list[Path] = arguments.logs
        if not logs:
            for source in sorted(CORPUS.glob("*.jsonl")):
                logs.append(Path(folder, source.stem + ".dcglog"))
                import_aegis(source, logs[-1])
        if not logs:
            sys.exit("no logs: name some")
        report("full logs", [log.read_bytes() for log in logs], arguments.rounds)
        copies: list[bytes] = []
        for log in logs:
            copy = Path(folder, log.stem + ".spectator")
            redact(log, "spectator", copy)
            copies.append(copy.read_bytes())
        report("spectator's copies", copies, arguments.rounds)


if __name__ == "__main__":
    main()
