"""How time and memory grow: over the events of one match, and over many matches.

    python -m tests.benchmarks.growth      # to 10⁶ events, and to 10,000 matches

Each size is measured in a process of its own, whose peak of memory is read at the end; what is
measured on is written by another one before.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from dcg_events import MatchLog
from tests.benchmarks.data import play_long, play_many
from tests.benchmarks.million import peak_megabytes

EVENTS = (100, 10_000, 1_000_000)
MATCHES = (1, 100, 10_000)
_WHATS = ("make-events", "make-matches", "fold")


def report(events: Sequence[int], matches: Sequence[int], out: Callable[[str], None]) -> None:
    """Measure some sizes and tell each in a line."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for count in events:
            _run("make-events", folder / f"{count}", count)
            out(f"  one match of {count:>9,} events  {_run('fold', folder / f'{count}', 0)}")
        for count in matches:
            _run("make-matches", folder / f"m{count}", count)
            out(f"  {count:>9,} matches              {_run('fold', folder / f'm{count}', 0)}")


def _run(what: str, path: Path, count: int) -> str:
    command = [sys.executable, "-m", "tests.benchmarks.growth", what, str(path), str(count)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ourselves
    return done.stdout.strip()


def _fold_all(path: Path) -> str:
    """Fold every log, verified, and say what it took: µs per event, and the peak of memory."""
    logs = sorted(path.iterdir()) if path.is_dir() else [path]
    start, folded = time.process_time(), 0
    for log in logs:
        folded += MatchLog(log).state()["seq"] + 1
    spent = time.process_time() - start
    size = sum(log.stat().st_size for log in logs)
    return (
        f"{folded:>10,} events, {size / 1e6:8.1f} MB: {spent / folded * 1e6:5.1f} µs per event,"
        f" peak {peak_megabytes():.0f} MB"
    )


def main() -> None:
    """Measure all sizes, or one of them for the process that asks for it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=_WHATS)
    parser.add_argument("path", nargs="?", type=Path)
    parser.add_argument("count", nargs="?", type=int)
    given = parser.parse_args()
    if given.what is None:
        report(EVENTS, MATCHES, print)
    elif given.what == "make-events":
        play_long(given.path, given.count)
    elif given.what == "make-matches":
        given.path.mkdir()
        for _ in play_many(given.path, given.count):
            pass
    else:
        print(_fold_all(given.path))


if __name__ == "__main__":
    main()
