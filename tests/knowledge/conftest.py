"""A fresh table for each case."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rules.scene import Scene


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(tmp_path)
    yield scene
    scene.recorder.close()
