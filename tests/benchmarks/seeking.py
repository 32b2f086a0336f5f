"""Measure seeking: to any position of a match of 5,000 events, and what the snapshots for it cost.

    python -m tests.benchmarks.seeking

The match is a lawful one of many games, by the generator of the tests. A seek goes to a group
chosen at random and gives the table there; the snapshots are all copies that a replay keeps, as a
share of folding the same groups from the first to the last.
"""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from dcg_events import MatchLog
from dcg_events.projections.rewinding import advance
from dcg_events.projections.table import Table
from dcg_events.views.replay import SNAPSHOT_EVERY, Replay
from tests.benchmarks.common import ratio, row
from tests.benchmarks.data import play_long
from tests.benchmarks.stages import Stage

EVENTS = 5_000


def snapshot_stages(log: Path) -> tuple[Stage, Stage]:
    """Return what takes all snapshots of a replay of a log, and the fold that they are a share of.

    Both do the same fold of the same groups in memory; the first takes the snapshots on the way.
    """
    groups = list(MatchLog(log).groups())

    def fold(every: int) -> Iterator[Table]:
        table = Table()
        for index, group in enumerate(groups):
            if index % every == 0:
                yield table.copy()
            table = advance(table, group, lambda: groups)

    def with_snapshots() -> None:
        list(fold(SNAPSHOT_EVERY))

    def without() -> None:
        list(fold(len(groups)))

    return Stage("fold with snapshots", with_snapshots), Stage("fold", without)


def seek_times(log: Path, count: int) -> list[float]:
    """Return the milliseconds of each of some seeks to positions chosen at random, and a view."""
    replay, draw = Replay(MatchLog(log)), Random(1)  # noqa: S311 - the same positions each time
    spent = []
    for _ in range(count):
        place = draw.randrange(len(replay))
        start = time.process_time()
        replay.seek(place)
        spent.append((time.process_time() - start) * 1000)
    return spent


def report(log: Path, rounds: int) -> None:
    """Record a long match under a path, and print the lines."""
    play_long(log, EVENTS)
    spent = seek_times(log, 1000)
    print(row(f"{'a seek':<28}", spent, "ms"), f"most {max(spent):.2f} ms")
    taking, folding = snapshot_stages(log)
    share = [ratio(taking.run, folding.run) - 1 for _ in range(rounds)]
    print(row(f"{'snapshots / fold in memory':<28}", share))


def main() -> None:
    """Run the benchmark by itself."""
    with tempfile.TemporaryDirectory() as folder:
        report(Path(folder, "long.dcglog"), 15)


if __name__ == "__main__":
    main()
