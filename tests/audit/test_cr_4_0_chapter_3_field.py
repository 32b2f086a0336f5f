"""CR 4.0 §3-4, §3-7-4: how cards lie on the field and in the security stack."""

from typing import Any

import pytest

from tests.audit.chapter_3 import (
    ACTION,
    EFFECT,
    JUDGE,
    RULE,
    A,
    B,
    C,
    both,
    expected,
    lawful,
    unit,
)
from tests.rules.scene import Scene, at, move


def test_cr_4_0_3_4_6_2_the_battle_area_has_no_limit(scene: Scene) -> None:
    scene.deal([A] * 30)
    for _ in range(30):
        unit(scene)
    assert lawful(scene)


def test_cr_4_0_3_4_2_a_card_was_put_face_down_on_the_field(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("play", "deck", at("battle"), facing="down", cause=RULE)
    seq = scene.recorder.version - 1
    assert both(scene) == [("face-down-on-field", "3-4-2", seq, ("p1",), "breach")]


def test_cr_4_0_3_4_2_what_an_effect_does_the_rule_check_deals_with(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("play", "deck", at("battle"), facing="down", cause=EFFECT)
    assert lawful(scene)


def test_cr_4_0_3_4_2_an_effect_may_put_it_face_down_under_a_card(scene: Scene) -> None:
    scene.deal([A, B, C])
    founded = unit(scene)
    below = at("battle", "p1", -1, unit=founded)
    for cause in (EFFECT, RULE):
        event = move("place_under", at("deck", "p1", 0), below, cause=cause, facing="down")
        scene.record(event)
    scene.record({"kind": "phase_entered", "phase": "end"})
    assert lawful(scene)


def uncovered(scene: Scene) -> str:
    """Trash a unit's top card off a face-down card."""
    scene.deal([A, B])
    founded = unit(scene)
    below = at("battle", "p1", -1, unit=founded)
    event = move("place_under", at("deck", "p1", 0), below, cause=EFFECT, facing="down")
    scene.record(event)
    scene.record({"kind": "phase_entered", "phase": "breeding"})
    scene.record(move("trash", at("battle", "p1", 0, unit=founded), at("trash"), cause=EFFECT))
    return founded


def test_cr_4_0_3_4_2_a_face_down_card_stayed_on_the_field(scene: Scene) -> None:
    uncovered(scene)
    assert lawful(scene)
    seq = scene.record({"kind": "phase_entered", "phase": "main"}).seqs[0]
    scene.record({"kind": "phase_entered", "phase": "end"})
    assert both(scene) == [("face-down-stays", "3-4-2", seq, ("p1",), "breach")]  # once


def test_cr_4_0_3_4_2_a_face_down_card_is_trashed_by_the_rule_check(scene: Scene) -> None:
    founded = uncovered(scene)
    scene.record(move("trash", at("battle", "p1", 0, unit=founded), at("trash"), cause=RULE))
    scene.record({"kind": "phase_entered", "phase": "main"})
    assert lawful(scene)


@pytest.mark.parametrize(
    ("manner", "cause", "severity"),
    [
        ("play", RULE, "breach"),
        ("hatch", ACTION, "breach"),
        ("play", ACTION, "doubt"),
        ("play", EFFECT, None),
        ("play", {"kind": "unknown"}, None),
        ("play", JUDGE, None),
    ],
)
def test_cr_4_0_3_4_3_a_card_was_placed_suspended(
    scene: Scene, manner: str, cause: dict[str, Any], severity: str | None
) -> None:
    scene.deal([A])
    scene.take(manner, "deck", at("battle"), orientation="suspended", cause=cause)
    seq = scene.recorder.version - 1
    assert both(scene) == expected("enters-suspended", "3-4-3", seq, severity)


def flip(scene: Scene, position: int, facing: str, **more: Any) -> int:
    place = at("security", "p1", position)
    return scene.record({"kind": "flipped", "place": place, "facing": facing, **more}).seqs[0]


@pytest.fixture
def faced(scene: Scene) -> Scene:
    """Two security cards, the top one face up."""
    scene.deal([A, B])
    scene.take("place", "deck", at("security", position=0), cause=EFFECT)
    scene.take("place", "deck", at("security", position=0), facing="up", cause=EFFECT)
    return scene


@pytest.mark.parametrize(
    ("facing", "cause", "clause"), [("down", ACTION, "3-7-4"), ("up", RULE, "3-7-2")]
)
def test_cr_4_0_3_7_4_a_security_card_was_turned_by_no_effect(
    faced: Scene, facing: str, cause: dict[str, Any], clause: str
) -> None:
    seq = flip(faced, 0 if facing == "down" else 1, facing, cause=cause)
    assert both(faced) == [("turned-over", clause, seq, ("p1",), "breach")]


@pytest.mark.parametrize("cause", [EFFECT, JUDGE, {"kind": "unknown"}])
def test_cr_4_0_3_7_4_q4370_an_effect_turns_the_first_that_lies_face_down(
    faced: Scene, cause: dict[str, Any]
) -> None:
    flip(faced, 1, "up", cause=cause)
    flip(faced, 0, "down", cause=cause)
    assert lawful(faced)


def test_cr_4_0_3_7_4_q4370_the_top_card_lay_face_up_already(faced: Scene) -> None:
    seq = flip(faced, 0, "up", cause=EFFECT)
    assert both(faced) == [("turned-already", "3-7-4", seq, ("p1",), "doubt")]


def test_cr_4_0_3_7_4_a_shuffle_turns_them_down_first(faced: Scene) -> None:
    flip(faced, 0, "down", cause=RULE)
    faced.record({"kind": "shuffled", "zone": "security", "side": "p1"})
    flip(faced, 0, "up", cause=EFFECT)
    faced.record({"kind": "shuffled", "zone": "security", "side": "p1"})
    assert not any(card.up for card in faced.table.sides["p1"]["security"])
    assert lawful(faced)
