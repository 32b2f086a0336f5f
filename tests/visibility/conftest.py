"""A fresh table with four seats for each case; a match full of secrets for the searches."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dcg_events import redact
from tests.visibility.console import Console
from tests.visibility.desk import Desk
from tests.visibility.invocations import inside_a_group
from tests.visibility.seats import Seats
from tests.visibility.secret_match import OUTSIDERS, SecretMatch


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[Seats]:
    seats = Seats(tmp_path)
    yield seats
    seats.recorder.close()


@pytest.fixture(params=["ja", "en"])
def in_either_language(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Seats]:
    """A table at which one of the two languages' readings holds, and then the other."""
    seats = Seats(tmp_path, request.param)
    yield seats
    seats.recorder.close()


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> SecretMatch:
    return SecretMatch(tmp_path_factory.mktemp("match") / "full.dcglog")


@pytest.fixture
def console(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


@pytest.fixture(params=OUTSIDERS)
def desk(match: SecretMatch, tmp_path: Path, request: pytest.FixtureRequest) -> Desk:
    viewer: Any = request.param
    copy = tmp_path / "copy.dcglog"
    redact(match.path, viewer, copy)
    return Desk(viewer, match.path, copy, inside_a_group(match.path))
