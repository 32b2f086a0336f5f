"""Sealing a turn is not felt: a millisecond at most, besides the signature."""

from pathlib import Path

from dcg_events.importers.aegis.importing import import_aegis
from tests.benchmarks.common import CORPUS
from tests.benchmarks.sealing_turns import turn_by_turn, unsigned


def test_sealing_a_turn_takes_a_millisecond_at_most(tmp_path: Path) -> None:
    logs = []
    for source in sorted(CORPUS.glob("*.jsonl"))[:3]:
        logs.append(tmp_path / f"{source.stem}.dcglog")
        import_aegis(source, logs[-1])
    assert min(turn_by_turn(logs, unsigned, sync=False) for _ in range(5)) <= 1
