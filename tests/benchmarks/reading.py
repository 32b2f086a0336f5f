"""Measure reading: verified reading and fold, of full logs, viewer's copies and plain events.

    python -m tests.benchmarks.reading [LOG…]

Without logs it imports every recording under `tests/corpus/aegis` (bot matches) to a temporary
folder. Each round takes the floor before and after each stage; the table gives the median ratio
over all rounds and its quartiles.
"""

from collections.abc import Sequence
from pathlib import Path

from dcg_events import redact
from dcg_events.projections.facedown import sealed_pile
from tests.benchmarks.common import bench, ratio, row
from tests.benchmarks.data import write_plain_equivalent
from tests.benchmarks.stages import by_name, floor, reading_stages

MEASURED = ("verified reading, all openings", "verified fold", "verified fold, strict")


def report(title: str, logs: Sequence[Path], rounds: int) -> None:
    """Print the table of one kind of copy."""
    yard, stages = floor(logs), by_name(reading_stages(logs))
    found: dict[str, list[float]] = {name: [] for name in MEASURED}
    for _ in range(rounds):
        for name, ratios in found.items():
            sealed_pile.cache_clear()  # a round finds nothing of the one before
            ratios.append(ratio(stages[name].run, yard))
    datas = [log.read_bytes() for log in logs]
    lines = sum(data.count(b"\n") for data in datas)
    print(f"\n{title}: {len(logs)} logs, {lines:,} lines, {sum(map(len, datas)):,} bytes")
    for name, values in found.items():
        print(row(f"{name:<30}", values, "x floor"))


def main() -> None:
    """Run the benchmark and print its tables."""
    with bench(__doc__) as run:
        print(f"median of {run.rounds} rounds; floor: orjson.loads of every line of the same file")
        report("full logs", run.logs, run.rounds)
        copies = [run.folder / f"{log.stem}.spectator" for log in run.logs]
        for log, copy in zip(run.logs, copies, strict=True):
            redact(log, "spectator", copy)
        report("spectator's copies", copies, run.rounds)
        plain = [write_plain_equivalent(log, run.folder / f"{log.stem}.plain") for log in run.logs]
        report("the same events with nothing sealed", plain, run.rounds)


if __name__ == "__main__":
    main()
