"""All benchmarks in one run and one table: our stages, how they grow, and the peers beside them.

    python -m tests.benchmarks                # the corpus, and all sizes: some five minutes
    python -m tests.benchmarks --quick        # few rounds, small sizes
    python -m tests.benchmarks LOG…           # your own logs

A ratio is the processor time of a stage by that of `orjson.loads` over every line of the same
files, taken before and after it in the same run. Needs the extra `benchmark` for the peers.
"""

import argparse
import platform
import statistics
import tempfile
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path

from dcg_events import redact
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.projections.facedown import sealed_pile
from tests.benchmarks import growth, seeking, stages
from tests.benchmarks.common import CORPUS, seconds
from tests.benchmarks.data import write_plain_equivalent
from tests.benchmarks.peers import chess, event_store, hearthstone, poker
from tests.benchmarks.peers.peer import Peer
from tests.benchmarks.stages import Stage


def measure(
    named: Iterable[Stage], files: Sequence[Path], events: int, rounds: int
) -> dict[str, float]:
    """Print a line for each stage; return by its name what an event takes, in µs."""
    yard = stages.floor(files)
    yard()
    found: dict[str, float] = {}
    for stage in named:
        ratios, spent = [], []
        for _ in range(rounds):
            sealed_pile.cache_clear()  # a round finds nothing of the one before
            before, took, after = seconds(yard), seconds(stage.run), seconds(yard)
            ratios.append(2 * took / (before + after))
            spent.append(took / events * 1e6)
        low, ratio, high = quartiles(ratios)
        found[stage.name] = statistics.median(spent)
        print(
            f"  {stage.name:<34}{ratio:6.2f} × floor  ({low:.2f} to {high:.2f})"
            f"{found[stage.name]:9.1f} µs per event"
        )
    return found


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the lower quartile, the median and the upper quartile."""
    low, middle, high = statistics.quantiles(values, n=4) if len(values) > 1 else [values[0]] * 3
    return low, middle, high


def measure_peers(peers: Iterable[Peer], ours: float, rounds: int) -> None:
    """Print a line for each thing that a peer does, beside what a fold of ours takes."""
    for peer in peers:
        packages = ", ".join(f"{name} {version(name)}" for name in peer.packages)
        print(f"  {packages} ({peer.data})")
        for run in peer.runs:
            spent = [seconds(run.run) / run.events * 1e6 for _ in range(rounds)]
            low, middle, high = quartiles(spent)
            print(
                f"    {run.name:<38}{middle:7.1f} µs per {peer.unit} ({low:.1f} to {high:.1f}),"
                f" {middle / ours:5.1f} × ours"
            )


def main() -> None:
    """Run everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    rounds, share = (2, 10) if given.quick else (given.rounds, 1)
    packages = ", ".join(f"{name} {version(name)}" for name in ("orjson", "pydantic"))
    machine = f"{platform.machine()} {platform.system()}"
    print(f"Python {platform.python_version()}, {packages}, {machine}; {rounds} rounds")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = [] if given.logs else sorted(CORPUS.glob("*.jsonl"))
        sources = sources[:3] if given.quick else sources
        logs = given.logs or [_imported(source, folder) for source in sources]
        events = stages.count_events(logs)
        print(f"\nfull logs: {len(logs)}, {events:,} events")
        ours = measure(stages.reading_stages(logs), logs, events, rounds)
        measure(stages.using_stages(logs), logs, events, rounds)
        measure(stages.writing_stages(logs, folder), logs, events, rounds)
        if sources:
            print("  by the floor of the source's own lines:")
            measure(stages.importing_stages(sources, folder), sources, events, rounds)
        copies = [folder / f"{log.stem}.spectator" for log in logs]
        for log, copy in zip(logs, copies, strict=True):
            redact(log, "spectator", copy)
        print("\nspectator's copies of them")
        measure(stages.reading_stages(copies), copies, events, rounds)
        plain = [write_plain_equivalent(log, folder / f"{log.stem}.plain") for log in logs]
        print("\nthe same events with nothing sealed")
        measure(stages.reading_stages(plain), plain, events, rounds)
        print("\nseeks in a match of 5,000 events")
        seeking.report(folder / "long.dcglog", rounds)
        print("\npeers, per event; ours: the verified fold of full logs")
        peers = (
            hearthstone.peer(20 // share),
            poker.peer(100 // share),
            chess.peer(40 // share),
            event_store.peer(10 // share, folder),
        )
        measure_peers(peers, ours["verified fold"], rounds)
        print("\ngrowth: verified fold and view, one process a line")
        if given.quick:
            growth.report((100, 1000), (1, 10), print)
        else:
            growth.report(growth.EVENTS, growth.MATCHES, print)


def _imported(source: Path, folder: Path) -> Path:
    log = folder / f"{source.stem}.dcglog"
    import_aegis(source, log)
    return log


if __name__ == "__main__":
    main()
