"""The small match, and another one that differs only in its salts."""

from pathlib import Path

import pytest

from tests.openings.matches import record_match


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return record_match(tmp_path / "match.dcglog")


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return record_match(tmp_path / "other.dcglog", salt=10_000)
