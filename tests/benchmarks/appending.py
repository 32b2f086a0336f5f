"""Measure recording: events a second by each way in, what each step costs, two processes.

    python -m tests.benchmarks.appending [LOG…]

Without logs it imports every recording under `tests/corpus/aegis` (bot matches). Their events are
recorded anew, without the places that they have in their logs, as a simulator sends them; nothing
waits for the disk. Each round takes the floor, `orjson.loads` of every line that is written, before
and after each stage.

Only the last way in, sealed lines handed to the file, is what other stores call appending: it knows
nothing of the game. All others check the form, complete the events, find what has to be hidden from
whom, refuse what cannot have happened, and seal.
"""

import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import orjson

from dcg_events import Recorder
from dcg_events.log.sealing import Seal, random_salt, seal_events
from dcg_events.log.store import read_groups
from dcg_events.log.writing import LogFile
from dcg_events.projections.fold import apply_group
from dcg_events.projections.table import Table
from dcg_events.projections.visibility import seals
from dcg_events.projections.witness import Past
from dcg_events.recorder.completing import complete
from dcg_events.recorder.door import TOGETHER, check, checked_lines
from dcg_events.recorder.passages import prepare_passages
from tests.benchmarks.common import bench, seconds
from tests.benchmarks.stages import Stage, floor

Groups: TypeAlias = list[list[dict[str, Any]]]

WITHOUT_WAITING = {"durability": "none"}


def groups_of(log: Path) -> Groups:
    """Return the groups of a log as a program sends them: without the places they got."""
    return [
        [{name: event[name] for name in event.keys() - {"seq", "group"}} for event in group]
        for group in read_groups(log)
    ]


def begin(groups: Groups, out: Path) -> Recorder:
    """Begin a log that waits for no disk."""
    return Recorder.begin(out, groups[0][0] | WITHOUT_WAITING)


def one_by_one(groups: Groups, out: Path) -> None:
    """Record group by group: a write for each."""
    with begin(groups, out) as recorder:
        for group in groups[1:]:
            recorder.append_group(group)


def in_a_batch(groups: Groups, out: Path) -> None:
    """Record group by group: one write for many."""
    with begin(groups, out) as recorder, recorder.batch():
        for group in groups[1:]:
            recorder.append_group(group)


def at_once(groups: Groups, out: Path) -> None:
    """Record all groups with one call."""
    with begin(groups, out) as recorder:
        recorder.extend(groups[1:])


def from_lines(lines: Sequence[bytes], out: Path) -> None:
    """Record a file of JSON lines with one call, as `dcg-events append LOG EVENTS` does."""
    with Recorder.begin(out, orjson.loads(lines[0]) | WITHOUT_WAITING) as recorder:
        recorder.extend(checked_lines(enumerate(lines[1:], 2), "benchmark"))


def to_the_file(writes: Sequence[tuple[list[bytes], list[bytes]]], out: Path) -> None:
    """Append lines that are sealed already."""
    file = LogFile.create(out)
    for openings, records in writes:
        file.append(openings, records, sync=False)
    file.abandon()


def ways_in(logs: Sequence[Path], folder: Path) -> Iterator[Stage]:
    """Yield the ways to record, from the slowest."""
    matches = [groups_of(log) for log in logs]
    lines = [[orjson.dumps(event) for group in groups for event in group] for groups in matches]
    writes = [writes_of(log) for log in logs]
    out = folder / "appended.dcglog"

    def each(record: Callable[[Any, Path], None], matches: Iterable[Any]) -> Callable[[], None]:
        def run() -> None:
            for match in matches:
                record(match, out)
                out.unlink()

        return run

    yield Stage("group by group", each(one_by_one, matches))
    yield Stage("in a batch", each(in_a_batch, matches))
    yield Stage("many groups at once", each(at_once, matches))
    yield Stage("a file of JSON lines", each(from_lines, lines))
    yield Stage("sealed lines to the file", each(to_the_file, writes))


def writes_of(log: Path) -> list[tuple[list[bytes], list[bytes]]]:
    """Return the lines of a log, so many records together as are written at once."""
    openings: dict[int, list[bytes]] = {}
    records = []
    for line in log.read_bytes().splitlines():
        if line.startswith(b"{"):
            records.append(line)
        elif line.startswith(b'["open"'):
            openings.setdefault(orjson.loads(line)[1], []).append(line)
    starts = range(0, len(records), TOGETHER)
    return [
        (
            [line for seq in range(start, start + TOGETHER) for line in openings.get(seq, ())],
            records[start : start + TOGETHER],
        )
        for start in starts
    ]


class Steps:
    """What a recorder does to a group, step by step, with the clock beside it."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def record(self, groups: Groups) -> None:
        """Go through a match as `Recorder.extend` does, writing nothing."""
        table, past = Table(), Past()
        sealed: list[tuple[dict[str, Any], list[Seal]]] = []
        for start in range(0, len(groups), TOGETHER):
            turn = groups[start : start + TOGETHER]
            checked = [group.events for group in self._time("check", check_all, turn)]
            for group in checked:
                given = self._time("complete", complete, table, group, table.seq + 1, None)
                group = self._time("passages", prepare_passages, table, given, past)  # noqa: PLW2901
                for event in group:
                    found = self._time("find what is hidden", seals, table, event, group, past)
                    sealed.append((event, found))
                self._time("carry out", apply_group, table, group)
                past.note(group)
            self._time("seal", seal_events, sealed, random_salt)
            sealed.clear()

    def _time(self, name: str, step: Callable[..., Any], *arguments: Any) -> Any:
        start = time.process_time()
        result = step(*arguments)
        self.spent[name] = self.spent.get(name, 0) + time.process_time() - start - _CLOCK
        return result


def check_all(groups: Groups) -> list[Any]:
    """Check some groups one after the other."""
    return [check(group, 0) for group in groups]


def _cost_of_the_clock() -> float:
    times = [time.process_time() for _ in range(1000)]
    return min(later - earlier for earlier, later in pairwise(times))


_CLOCK = _cost_of_the_clock()


def by_workers(logs: Sequence[Path], folder: Path, workers: int) -> float:
    """Return the seconds in which some processes record all matches, by the clock on the wall."""
    with ProcessPoolExecutor(workers) as pool:
        list(pool.map(partial(_record, folder), [logs[0]] * 2 * workers))  # all is loaded
        start = time.perf_counter()
        list(pool.map(partial(_record, folder), logs))
        return time.perf_counter() - start


def _record(folder: Path, log: Path) -> None:
    source = log.with_suffix(".events")
    out = folder / f"{log.stem}.{time.monotonic_ns()}.again"
    from_lines(source.read_bytes().splitlines(), out)
    out.unlink()


def report(logs: Sequence[Path], folder: Path, rounds: int) -> None:
    """Print the tables."""
    yard = floor(logs)
    events = sum(len(group) for log in logs for group in read_groups(log))
    print(f"{len(logs)} logs, {events:,} events; medians of {rounds} rounds")
    for stage in ways_in(logs, folder):
        stage.run()
        ratios, rates = [], []
        for _ in range(rounds):
            before, spent, after = seconds(yard), seconds(stage.run), seconds(yard)
            ratios.append(2 * spent / (before + after))
            rates.append(events / spent)
        ratio, rate = statistics.median(ratios), statistics.median(rates)
        best = max(rates)
        print(f"  {stage.name:<26}{ratio:6.1f} × floor {rate:11,.0f} events/s (best {best:,.0f})")
    steps = [Steps() for _ in range(rounds)]
    matches = [groups_of(log) for log in logs]
    for of_round in steps:
        for groups in matches:
            of_round.record(groups)
    print("  of which, in µs an event (the quickest round):")
    for name in steps[0].spent:
        print(f"    {name:<24}{min(one.spent[name] for one in steps) / events * 1e6:6.2f}")
    for log in logs:
        lines = [orjson.dumps(event) for group in groups_of(log) for event in group]
        log.with_suffix(".events").write_bytes(b"\n".join(lines) + b"\n")
    print("  files of JSON lines, by the clock on the wall (it needs idle processors):")
    alone, both = (
        min(by_workers(logs, folder, workers) for _ in range(max(3, rounds // 3)))
        for workers in (1, 2)
    )
    print(f"    one process {events / alone:,.0f} events/s, two {events / both:,.0f}", end="")
    print(f": {alone / both:.2f} ×")


def main() -> None:
    """Run the benchmark and print its tables."""
    with bench(__doc__) as run:
        report(run.logs, run.folder, run.rounds)


if __name__ == "__main__":
    main()
