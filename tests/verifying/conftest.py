"""Logs to verify: a small one, and two matches of bots."""

from pathlib import Path

import pytest

from tests.log.small import write_small_log

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_small_log(tmp_path / "small.dcglog")


@pytest.fixture(scope="session")
def bots() -> list[Path]:
    return sorted(EXAMPLES.glob("*.dcglog"))
