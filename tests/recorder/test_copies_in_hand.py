"""Cards that leave a hand by their number: two copies of one group are two cards."""

from pathlib import Path

import pytest

from dcg_events.errors import ImpossibleEventError
from tests.rules.scene import Scene, at, move

COPY, OTHER = "BT1-010", "BT1-011"
TRASHED = move("trash", at("hand"), at("trash"), number=COPY)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    scene = Scene(tmp_path)
    scene.deal(deck=[COPY, OTHER, COPY, COPY])
    scene.take("draw", "deck", at("hand"), 3)
    return scene


def test_two_copies_leave_a_hand_in_one_group(scene: Scene) -> None:
    scene.record(TRASHED, TRASHED)
    hand = scene.state()["players"]["p1"]["hand"]["cards"]
    assert [card["number"] for card in hand] == [OTHER]


@pytest.mark.parametrize("copy", [0, 2])
def test_a_copy_that_is_named_is_not_taken_by_its_number(scene: Scene, copy: int) -> None:
    named = scene.state()["players"]["p1"]["hand"]["cards"][copy]
    assert named["number"] == COPY
    scene.record(TRASHED, TRASHED | {"was": named["id"]})
    hand = scene.state()["players"]["p1"]["hand"]["cards"]
    assert [card["number"] for card in hand] == [OTHER]


def test_a_third_copy_cannot_leave_a_hand_that_holds_two(scene: Scene) -> None:
    with pytest.raises(ImpossibleEventError, match="leave the hand of p1"):
        scene.record(TRASHED, TRASHED, TRASHED)
