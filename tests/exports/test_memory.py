"""Exporting ten thousand matches takes no more memory than exporting a few."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dcg_events.exports.exporting import Format
from tests.exports.making import FORMATS, small

HERE = Path(__file__).parent


def peak(form: Format, folder: Path, count: int, out: Path) -> int:
    """Export some logs in a process of its own; return the peak of its memory in KiB."""
    command = [sys.executable, str(HERE / "memory.py"), form, str(out), str(folder), str(count)]
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent.parent)}
    done = subprocess.run(command, capture_output=True, check=True, env=environment)  # noqa: S603
    return int(done.stdout)


def matches(folder: Path, count: int) -> Path:
    for number in range(count):
        small(folder / f"{number}.dcglog")
    return folder


def test_memory_does_not_grow_with_the_number_of_matches(tmp_path: Path) -> None:
    folder = matches(tmp_path / "logs", 310)
    few = peak("csv", folder, 10, tmp_path / "few")
    many = peak("csv", folder, 310, tmp_path / "many")
    assert many - few < 3_000, (few, many)  # a match kept whole would be 40 KiB and more


@pytest.mark.soak
@pytest.mark.parametrize("form", FORMATS)
def test_ten_thousand_matches_take_the_memory_of_a_thousand(tmp_path: Path, form: Format) -> None:
    folder = matches(tmp_path / "logs", 10_000)
    peaks = [peak(form, folder, n, tmp_path / f"out-{n}") for n in (10, 1_000, 10_000)]
    assert peaks[2] - peaks[1] < 8_000, peaks
