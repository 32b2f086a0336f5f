"""One fault in a recording is told once, at its place, whatever follows from it."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.lawful.game import play_lawful
from tests.reconciling.faults import outcome, outcomes
from tests.reconciling.plants import PLANTS


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lawful match with times, attested counts, and moments of several cards."""
    return play_lawful(tmp_path_factory.mktemp("timed") / "match.dcglog", 13)


@pytest.mark.parametrize("fault", PLANTS)
def test_a_planted_fault_is_told_alone_and_at_its_place(
    timed: Path, tmp_path: Path, fault: str
) -> None:
    for seed in range(3):
        done = outcome(timed, fault, Random(seed), tmp_path / f"{fault}-{seed}")  # noqa: S311
        assert done is not None, "this match has a place for every fault"
        assert done.exact, done.told


@pytest.mark.soak
def test_of_hundreds_of_faults_nearly_all_are_told_exactly(tmp_path: Path) -> None:
    planted: Counter[str] = Counter()
    exact: Counter[str] = Counter()
    for one in outcomes(tmp_path, 40):
        planted[one.fault] += 1
        exact[one.fault] += one.exact
    assert planted.total() > 400
    assert exact.total() >= 0.95 * planted.total(), planted - exact
