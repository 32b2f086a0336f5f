"""Verifying streams: its memory does not grow with the log."""

import re
import subprocess
import sys

import pytest

PROGRAM = """
import sys
from pathlib import Path
from tests.benchmarks.million import peak_megabytes, write_log
from dcg_events import verify
path = Path(sys.argv[1])
write_log(path, int(sys.argv[2]))
assert verify(path, strict=True).whole
print("peak", round(peak_megabytes()))
"""


@pytest.mark.soak
def test_a_longer_log_takes_no_more_memory_to_verify(tmp_path: object) -> None:
    def peak(events: int) -> int:
        command = [sys.executable, "-c", PROGRAM, f"{tmp_path}/{events}.dcglog", str(events)]
        done = subprocess.run(command, capture_output=True, check=True)  # noqa: S603
        found = re.search(rb"peak (\d+)", done.stdout)
        assert found is not None
        return int(found[1])

    assert peak(60_000) < peak(2_000) + 10
