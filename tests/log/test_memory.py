"""Reading streams: its memory does not grow with the log."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[1] / "benchmarks" / "million.py"


def peak(events: int) -> int:
    """Return the peak memory, in MB, of a process that reads and folds a log of so many events."""
    command = [sys.executable, str(PROGRAM), str(events)]
    done = subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - our own program
    found = re.search(rb"peak (\d+) MB", done.stdout)
    assert found is not None
    return int(found[1])


def test_a_longer_log_takes_no_more_memory() -> None:
    small, large = peak(2_000), peak(120_000)
    assert large < 100
    assert large < small + 10


@pytest.mark.soak
def test_a_million_events_stay_under_100_megabytes() -> None:
    assert peak(1_000_000) < 100
