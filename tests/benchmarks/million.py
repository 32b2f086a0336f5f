"""Measure memory: read and fold a log of very many events, and print the process's peak.

    python tests/benchmarks/million.py [EVENTS]

The log is written line by line with the format's own digests, a commit every hundred events, so
that making it does not depend on what is measured.
"""

import resource
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from dcg_events import MatchLog
from dcg_events.events.codec import canonical
from dcg_events.recorder.opening import opening


def write_log(path: Path, events: int) -> None:
    """Write a log of a match that goes on and on: memory swings from side to side."""
    digest = sha256()
    common = {"at": None, "of": 1, "step": 0}
    with path.open("wb") as file:
        header = opening(p1="one", p2="two") | common | {"seq": 0, "group": 0, "game": 0}
        for seq in range(events):
            event = common | {"seq": seq, "group": seq, "game": 0, "kind": "memory_changed"}
            event["after"] = seq % 21 - 10
            line = canonical(header if seq == 0 else event) + b"\n"
            digest.update(line)
            file.write(line)
            if seq % 100 == 99 or seq == events - 1:
                file.write(b'["commit",%d,"%s"]\n' % (seq, digest.hexdigest().encode()))


def peak_megabytes() -> float:
    """Return the peak resident size of this process, in MB.

    Linux says it per program; `getrusage` may report the process that started it instead.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1000
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def main(events: int) -> None:
    """Write, read and fold the log; print the peak."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "long.dcglog")
        write_log(path, events)
        state = MatchLog(path).state()
        assert state["seq"] == events - 1
        print(f"{events:,} events, {path.stat().st_size:,} bytes: peak {peak_megabytes():.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
