"""What the benchmarks share: the logs they measure, the machine's line, ratios by rounds."""

import argparse
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from dcg_events.importers.aegis.importing import import_aegis

CORPUS = Path(__file__).parents[1] / "corpus" / "aegis"


@dataclass(frozen=True)
class Bench:
    """What a run measures.

    Attributes:
        logs: Those named, or every recording of the corpus, imported.
        folder: For what is written; it is gone afterwards.
        rounds: How often each stage is measured.
        named: Whether the logs were named, and are not those of the corpus.
    """

    logs: Sequence[Path]
    folder: Path
    rounds: int
    named: bool


@contextmanager
def bench(description: str | None) -> Iterator[Bench]:
    """Read the arguments, say on what machine this runs, and have the logs ready."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("logs", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    packages = ", ".join(f"{name} {version(name)}" for name in ("orjson", "pydantic"))
    machine = f"{platform.machine()} {platform.system()}"
    print(f"Python {platform.python_version()}, {packages}, {machine}")
    with tempfile.TemporaryDirectory() as name:
        logs: list[Path] = arguments.logs
        named = bool(logs)
        if not named:
            for source in sorted(CORPUS.glob("*.jsonl")):
                logs.append(Path(name, source.stem + ".dcglog"))
                import_aegis(source, logs[-1])
        if not logs:
            sys.exit("no logs: name some")
        yield Bench(logs, Path(name), arguments.rounds, named)


def seconds(stage: Callable[[], float | None]) -> float:
    """Return the time of one run, as the stage itself or the processor's clock has it."""
    start = time.process_time()
    spent = stage()
    return time.process_time() - start if spent is None else spent


def ratio(stage: Callable[[], float | None], yard: Callable[[], float | None]) -> float:
    """Return how long a stage takes, by the mean of its yardstick before and after."""
    before, spent, after = seconds(yard), seconds(stage), seconds(yard)
    return 2 * spent / (before + after)


def row(name: str, ratios: Sequence[float], unit: str = "x") -> str:
    """Write the median of some ratios, and their quartiles."""
    low, middle, high = statistics.quantiles(ratios, n=4)
    return f"  {name} {middle:5.2f} {unit}   (quartiles {low:.2f} to {high:.2f})"
