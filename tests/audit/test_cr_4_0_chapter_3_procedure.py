"""CR 4.0 §3-2-4, §3-3-4, §3-7-5: cards leave a pile from the top, one by one."""

from typing import Any

import pytest

from tests.audit.chapter_3 import (
    EFFECT,
    EGG,
    EGG_2,
    RULE,
    A,
    B,
    C,
    D,
    E,
    both,
    lawful,
)
from tests.rules.scene import Scene, at, move


@pytest.mark.parametrize("position", [1, 2, -1])
def test_cr_4_0_3_2_4_a_card_further_down_was_drawn(scene: Scene, position: int) -> None:
    scene.deal([A, B, C])
    event = move("draw", at("deck", "p1", position), at("hand"), cause=RULE)
    seq = scene.record(event).seqs[0]
    assert both(scene) == [("not-the-top-card", "3-2-4", seq, ("p1",), "breach")]


def lower_first(scene: Scene, manner: str, zone: str, goal: str, **more: Any) -> int:
    group = [move(manner, at(zone, "p1", i), at(goal), cause=EFFECT, **more) for i in (1, 0)]
    return scene.record(*group).seqs[0]


@pytest.mark.parametrize(
    ("manner", "zone", "goal", "severity"),
    [
        ("draw", "deck", "hand", "breach"),
        ("trash", "deck", "trash", "doubt"),
        ("trash", "security", "trash", "doubt"),
    ],
)
def test_cr_4_0_3_2_4_and_3_7_5_the_lower_card_went_first(
    secured: Scene, manner: str, zone: str, goal: str, severity: str
) -> None:
    seq = lower_first(secured, manner, zone, goal)
    clause = "3-2-4" if zone == "deck" else "3-7-5"
    assert both(secured) == [("not-top-first", clause, seq, ("p1",), severity)]


def test_cr_4_0_3_2_4_shown_cards_go_as_they_like(secured: Scene) -> None:
    effect = secured.record({"kind": "effect_activated", "player": "p1"}).seqs[0]
    shown = {"kind": "revealed", "place": at("deck", "p1", 0), "count": 2}
    showing = secured.record(shown | {"cause": EFFECT | {"event": effect}}).seqs[0]
    secured.record({"kind": "showing_ended", "showing": showing})
    lower_first(secured, "trash", "deck", "trash")
    assert lawful(secured)


def test_cr_4_0_3_2_4_cards_shown_for_another_effect_go_top_first(secured: Scene) -> None:
    shown = {"kind": "revealed", "place": at("deck", "p1", 0), "count": 2}
    showing = secured.record(shown).seqs[0]
    secured.record({"kind": "showing_ended", "showing": showing})
    effect = secured.record({"kind": "effect_activated", "player": "p1"}).seqs[0]
    cause = EFFECT | {"event": effect}
    group = [move("trash", at("deck", "p1", i), at("trash"), cause=cause) for i in (1, 0)]
    secured.record(*group)
    assert [rule for rule, *_ in both(secured)] == ["not-top-first"]


def test_cr_4_0_3_2_4_cards_shown_in_an_earlier_turn_go_top_first(secured: Scene) -> None:
    shown = {"kind": "revealed", "place": at("deck", "p1", 0), "count": 2}
    showing = secured.record(shown).seqs[0]
    secured.record({"kind": "showing_ended", "showing": showing})
    secured.record({"kind": "turn_started", "player": "p1", "turn": 1})
    lower_first(secured, "trash", "deck", "trash")
    assert [rule for rule, *_ in both(secured)] == ["not-top-first"]


def test_cr_4_0_3_7_5_face_up_cards_go_as_they_like(scene: Scene) -> None:
    scene.deal([A, B])
    for _ in range(2):
        scene.take("place", "deck", at("security", position=0), facing="up", cause=EFFECT)
    lower_first(scene, "trash", "security", "trash")
    assert lawful(scene)


def test_cr_4_2_4_18_an_effect_may_hatch_another_digi_egg(scene: Scene) -> None:
    scene.deal([A], [EGG, EGG_2])
    scene.record(move("hatch", at("egg_deck", "p1", 1), at("breeding"), cause=EFFECT))
    assert lawful(scene)


@pytest.mark.parametrize("zone", ["deck", "security"])
def test_cr_4_0_3_2_4_and_3_7_5_the_top_card_goes_first(scene: Scene, zone: str) -> None:
    scene.deal([A, B, C, D, E])
    for _ in range(2):
        scene.take("place", "deck", at("security", position=0), cause=EFFECT)
    scene.take("trash", zone, at("trash"), 2, cause=EFFECT)
    assert lawful(scene)


def test_cr_4_2_15_15_3_5_what_is_revealed_is_not_drawn(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.record({"kind": "revealed", "place": at("deck", "p1", 0), "count": 1})
    scene.record(move("draw", at("deck", "p1", 1), at("hand"), cause=EFFECT))
    assert lawful(scene)


@pytest.mark.parametrize(("goals", "finds"), [((1, 0), []), ((0, 1), ["recovered-upside-down"])])
def test_cr_4_0_3_2_4_recovered_cards_go_one_on_the_other(
    scene: Scene, goals: tuple[int, int], finds: list[str]
) -> None:
    scene.deal([A, B, C])
    group = [
        move("recover", at("deck", "p1", i), at("security", "p1", goal), cause=EFFECT)
        for i, goal in enumerate(goals)
    ]
    scene.record(*group)
    assert [rule for rule, *_ in both(scene)] == finds


def test_cr_4_0_3_2_4_one_effect_drew_twice(scene: Scene) -> None:
    scene.deal([A, B, C])
    effect = scene.record({"kind": "effect_activated", "player": "p1"}).seqs[0]
    for _ in range(2):
        scene.take("draw", "deck", at("hand"), 1, cause=EFFECT | {"event": effect})
    seq = scene.recorder.version - 1
    assert both(scene) == [("one-by-one", "3-2-4", seq, ("p1",), "doubt")]


def test_cr_4_0_3_2_4_two_effects_draw_one_each(scene: Scene) -> None:
    scene.deal([A, B, C])
    for _ in range(2):
        effect = scene.record({"kind": "effect_activated", "player": "p1"}).seqs[0]
        scene.take("draw", "deck", at("hand"), 1, cause=EFFECT | {"event": effect})
    assert lawful(scene)
