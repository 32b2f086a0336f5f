"""Measure what secrecy costs: sealing, redaction, the size of what everybody can read.

    python -m tests.benchmarks.sealing [LOG…]

Without logs it imports every recording under `tests/corpus/aegis` (bot matches) to a temporary
folder. Each round takes the yardstick before and after each stage; the table gives the median
ratio over all rounds and its quartiles.
"""

import gc
from collections.abc import Sequence
from pathlib import Path

from dcg_events import MatchLog
from dcg_events.events.codec import canonical
from tests.benchmarks.common import bench, ratio, row
from tests.benchmarks.stages import by_name, floor, reading_stages, writing_stages


def measure(logs: Sequence[Path], folder: Path, rounds: int) -> None:
    """Print the table for some full logs; `folder` is where copies are written."""
    yard = floor(logs)
    stages = by_name(reading_stages(logs), writing_stages(logs, folder))
    gc.collect()
    gc.freeze()  # what the benchmark holds is not what the stages cost
    lines = [line for log in logs for line in log.read_bytes().splitlines()]
    print(f"{len(logs)} full logs, {len(lines):,} lines; {rounds} rounds")
    reading = stages["verified reading, all openings"].run
    for name, stage, by in (
        ("sealing / orjson.loads of the same lines", stages["seal"].run, yard),
        ("redacting a log / reading it", stages["redact"].run, reading),
    ):
        print(row(f"{name:<46}", [ratio(stage, by) for _ in range(rounds)]))
    public = sum(len(line) + 1 for line in lines if not line.startswith(b'["open"'))
    plain = sum(len(canonical(event)) + 1 for log in logs for event in MatchLog(log).events())
    print(f"  {'public lines, commits included / plain events':<46} {public / plain:5.2f} x")


def main() -> None:
    """Run the benchmark and print its table."""
    with bench(__doc__) as run:
        measure(run.logs, run.folder, run.rounds)


if __name__ == "__main__":
    main()
