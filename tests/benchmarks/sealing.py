"""Measure what secrecy costs: sealing, redaction, the size of what everybody can read.

    python -m tests.benchmarks.sealing [LOG…]

Without logs it imports every recording under `tests/corpus/aegis` (bot matches) to a temporary
folder. Each round takes the yardstick before and after each stage; the table gives the median
ratio over all rounds and its quartiles.
"""

import gc
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson

from dcg_events import MatchLog, redact
from dcg_events.events.codec import canonical
from dcg_events.log.reading import LogReader
from dcg_events.log.sealing import Seal, random_salt, seal_events
from tests.benchmarks.common import bench, ratio, row

Turns = list[list[tuple[dict[str, Any], list[Seal]]]]


def turns_of(path: Path) -> Turns:
    """Return the plain events of each write with what is sealed of them, as the recorder has it."""
    sealed: dict[int, list[Seal]] = {}
    ends = []
    for line in path.read_bytes().splitlines():
        value = orjson.loads(line)
        if isinstance(value, list) and value[0] == "open":
            sealed.setdefault(value[1], []).append((value[2], value[3]))
        elif isinstance(value, list):
            ends.append(value[1] + 1)
    events = [(event, sealed.get(event["seq"], [])) for event in MatchLog(path).events()]
    return [events[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def measure(logs: Sequence[Path], out: Path, rounds: int) -> None:
    """Print the table for some full logs; `out` is where copies are written."""
    matches = [turns_of(log) for log in logs]
    lines = [line for log in logs for line in log.read_bytes().splitlines()]
    gc.collect()
    gc.freeze()  # what the benchmark holds is not what the stages cost

    def parse() -> None:
        for line in lines:
            orjson.loads(line)

    def seal() -> float:
        spent = 0.0
        for turns in matches:
            for turn in turns:
                fresh = [(orjson.loads(orjson.dumps(event)), seals) for event, seals in turn]
                start = time.perf_counter()  # the recorder has just made its events
                seal_events(fresh, random_salt)
                spent += time.perf_counter() - start
        return spent

    def read() -> None:
        for log in logs:
            with log.open("rb") as file:
                for _ in LogReader(file, log.name).groups():
                    pass

    def copy() -> None:
        for log in logs:
            redact(log, "p1", out)
            out.unlink()

    print(f"{len(logs)} full logs, {len(lines):,} lines; {rounds} rounds")
    for name, stage, yard in (
        ("sealing / orjson.loads of the same lines", seal, parse),
        ("redacting a log / reading it", copy, read),
    ):
        print(row(f"{name:<46}", [ratio(stage, yard) for _ in range(rounds)]))
    public = sum(len(line) + 1 for line in lines if not line.startswith(b'["open"'))
    plain = sum(len(canonical(e)) + 1 for turns in matches for turn in turns for e, _ in turn)
    print(f"  {'public lines, commits included / plain events':<46} {public / plain:5.2f} x")


def main() -> None:
    """Run the benchmark and print its table."""
    with bench(__doc__) as run:
        measure(run.logs, run.folder / "copy", run.rounds)


if __name__ == "__main__":
    main()
