"""Measure reading: verified reading and fold, of full logs, viewer's copies and plain events.

    python -m tests.benchmarks.reading [LOG…]

Without logs it imports every recording under `tests/corpus/aegis` (bot matches) to a temporary
folder. Each round takes the floor before and after each stage; the table gives the median ratio
over all rounds and its quartiles.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import orjson

from dcg_events import redact
from dcg_events.log.reading import LogReader
from dcg_events.projections.facedown import sealed_pile
from dcg_events.projections.rewinding import FOLDED, fold
from tests.benchmarks.common import bench, ratio, row
from tests.benchmarks.data import write_plain_equivalent


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


def all_of(runs: Sequence[Callable[[], None]]) -> Callable[[], None]:
    """Return one run of all files together."""

    def run_all() -> None:
        for run in runs:
            run()

    return run_all


def report(title: str, datas: list[bytes], rounds: int) -> None:
    """Print the table of one kind of copy."""
    yard = all_of([floor(data) for data in datas])
    stages = {
        "verified reading": all_of([reading(data) for data in datas]),
        "verified fold": all_of([folding(data) for data in datas]),
    }
    found: dict[str, list[float]] = {name: [] for name in stages}
    for _ in range(rounds):
        for name, stage in stages.items():
            sealed_pile.cache_clear()  # a round finds nothing of the one before
            found[name].append(ratio(stage, yard))
    lines = sum(data.count(b"\n") for data in datas)
    print(f"\n{title}: {len(datas)} logs, {lines:,} lines, {sum(map(len, datas)):,} bytes")
    for name, values in found.items():
        print(row(f"{name:<18}", values, "x floor"))


def main() -> None:
    """Run the benchmark and print its tables."""
    with bench(__doc__) as run:
        print(f"median of {run.rounds} rounds; floor: orjson.loads of every line of the same file")
        report("full logs", [log.read_bytes() for log in run.logs], run.rounds)
        copies: list[bytes] = []
        for log in run.logs:
            copy = run.folder / (log.stem + ".spectator")
            redact(log, "spectator", copy)
            copies.append(copy.read_bytes())
        report("spectator's copies", copies, run.rounds)
        out = run.folder / "plain"
        plain = [write_plain_equivalent(log, out).read_bytes() for log in run.logs]
        report("the same events with nothing sealed", plain, run.rounds)


if __name__ == "__main__":
    main()
