"""A fresh table for each question to the auditor."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.audit.chapter_3 import EFFECT, A, B, C, D
from tests.audit.flowing import Flow
from tests.rules.scene import Scene, at
from tests.typing_commands import Typed, typing


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(tmp_path)
    yield scene
    scene.recorder.close()


@pytest.fixture
def flow(tmp_path: Path) -> Iterator[Flow]:
    flow = Flow(tmp_path)
    yield flow
    flow.recorder.close()


@pytest.fixture
def secured(scene: Scene) -> Scene:
    """Two cards in p1's deck, and two in the security stack."""
    scene.deal([A, B, C, D])
    for _ in range(2):
        scene.take("place", "deck", at("security", position=0), cause=EFFECT)
    return scene


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Return a function that types `dcg-events` with some arguments."""
    return typing(capsys, monkeypatch)


@pytest.fixture
def breach(scene: Scene) -> Path:
    """Return a log with one breach of 3-1-3-8, at event 2."""
    scene.deal(["BT1-010", "BT1-011"])
    scene.take("trash", "deck", at("trash", "p2", 0), cause=EFFECT)
    return scene.path


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    (tmp_path / "clean").mkdir()
    scene = Scene(tmp_path / "clean")
    scene.deal(["BT1-010"])
    scene.recorder.close()
    return scene.path
