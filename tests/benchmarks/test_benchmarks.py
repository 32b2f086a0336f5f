"""The benchmarks run, and a stage that has become twice as slow does not pass unseen.

Nothing here asserts a time: a ratio to `orjson.loads` of the same lines, taken in the same process,
has to stay below twice what the benchmark measures today.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from dcg_events.importers.aegis.importing import import_aegis
from tests.benchmarks.common import CORPUS, ratio
from tests.benchmarks.stages import Stage, floor, reading_stages, writing_stages

MOST = {
    "verified reading, all openings": 4.5,
    "verified fold": 5.2,
    "seal": 4.0,
    "append, many groups at once": 36.0,
}
"""Ratios that no stage may reach: 1.8 times what is committed, the noise of a busy machine in."""


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Path], dict[str, Stage]]:
    folder = tmp_path_factory.mktemp("benchmarks")
    logs = []
    for source in sorted(CORPUS.glob("*.jsonl"))[:4]:
        logs.append(folder / f"{source.stem}.dcglog")
        import_aegis(source, logs[-1])
    named = [*reading_stages(logs), *writing_stages(logs, folder)]
    return logs, {stage.name: stage for stage in named}


@pytest.mark.parametrize("name", MOST)
def test_no_stage_costs_twice_what_it_did(
    name: str, stages: tuple[list[Path], dict[str, Stage]]
) -> None:
    logs, named = stages
    yard = floor(logs)
    assert min(ratio(named[name].run, yard) for _ in range(9)) < MOST[name]


def test_one_command_prints_every_table() -> None:
    command = [sys.executable, "-m", "tests.benchmarks", "--quick"]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=root)  # noqa: S603 - ourselves
    printed = done.stdout
    for part in (
        "verified fold",
        "audit, all rules",
        "hslog",
        "pokerkit",
        "chess",
        "eventsourcing",
    ):
        assert part in printed
    assert printed.count("peak") == 4
