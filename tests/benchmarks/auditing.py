"""Measure an audit: all rules, as a ratio to a plain verified fold of the same logs.

    python tests/benchmarks/auditing.py [LOG…]

Without logs it imports every recording under `tests/corpus/aegis` (bot matches) to a temporary
folder. Each round takes the fold before and after the audit; the table gives the median ratio over
all rounds and its quartiles.
"""

import argparse
import platform
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from dcg_events.audit.auditing import audit
from dcg_events.audit.rules import RULES
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.log.reading import LogReader
from dcg_events.log.store import read_groups
from dcg_events.projections.rewinding import FOLDED, fold

CORPUS = Path(__file__).parents[1] / "corpus" / "aegis"


def fold_log(log: Path) -> None:
    """Read a log, verify it and fold it into the table after its last event."""

    def again() -> Iterator[list[dict[str, Any]]]:
        return read_groups(log, fields=FOLDED)

    with log.open("rb") as file:
        fold(LogReader(file, log.name, fields=FOLDED).writes(), again)


def seconds(stage: Callable[[Path], object], logs: list[Path]) -> float:
    """Return the processor time of a stage over all logs."""
    start = time.process_time()
    for log in logs:
        stage(log)
    return time.process_time() - start


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    packages = ", ".join(f"{name} {version(name)}" for name in ("orjson", "pydantic"))
    print(
        f"Python {platform.python_version()}, {packages}, {platform.machine()} {platform.system()}"
    )
    with tempfile.TemporaryDirectory() as folder:
        logs: list[Path] = arguments.logs
        if not logs:
            for source in sorted(CORPUS.glob("*.jsonl")):
                logs.append(Path(folder, source.stem + ".dcglog"))
                import_aegis(source, logs[-1])
        found = []
        for _ in range(arguments.rounds):
            before, spent, after = (seconds(run, logs) for run in (fold_log, audit, fold_log))
            found.append(2 * spent / (before + after))
    low, middle, high = statistics.quantiles(found, n=4)
    print(f"{len(logs)} logs, {len(RULES)} rules, {arguments.rounds} rounds")
    print(f"  audit / verified fold   {middle:5.2f} x   (quartiles {low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
