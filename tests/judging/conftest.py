"""A desk for the tests of judges and scribes."""

from pathlib import Path

import pytest

from tests.judging.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)
