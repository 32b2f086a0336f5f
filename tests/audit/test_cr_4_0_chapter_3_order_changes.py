"""CR 4.0 §3-2-3, §3-3-3, §3-7-3: piles keep their order; hand and trash need not."""

from typing import Any

import pytest

from tests.audit.chapter_3 import (
    ACTION,
    EFFECT,
    JUDGE,
    RULE,
    THEIRS,
    A,
    B,
    C,
    D,
    E,
    asked,
    both,
    lawful,
)
from tests.rules.scene import Scene, at, move


def reorder(scene: Scene, zone: str, **more: Any) -> int:
    event = {"kind": "reordered", "zone": zone, "side": "p1", "count": 2, "order": [1, 0], **more}
    return scene.record(event).seqs[0]


CLAUSES = {"deck": "3-2-3", "egg_deck": "3-3-3", "security": "3-7-3"}


@pytest.mark.parametrize("zone", CLAUSES)
def test_cr_4_0_3_2_3_an_order_was_changed(scene: Scene, zone: str) -> None:
    piled(scene)
    seq = reorder(scene, zone, cause=ACTION)
    assert both(scene) == [("order-changed", CLAUSES[zone], seq, ("p1",), "breach")]


@pytest.mark.parametrize("zone", CLAUSES)
def test_cr_4_0_3_2_3_nothing_on_record_says_why_an_order_was_changed(
    scene: Scene, zone: str
) -> None:
    piled(scene)
    seq = reorder(scene, zone)
    assert both(scene) == [("order-changed", CLAUSES[zone], seq, ("p1",), "incomplete")]


@pytest.mark.parametrize("zone", CLAUSES)
@pytest.mark.parametrize("cause", [EFFECT, JUDGE, {"kind": "unknown"}])
def test_cr_4_0_3_2_3_an_effect_or_a_judge_may_change_it(
    scene: Scene, zone: str, cause: dict[str, Any]
) -> None:
    piled(scene)
    reorder(scene, zone, cause=cause)
    assert lawful(scene)


def test_cr_4_0_3_2_3_the_other_player_cannot_change_it_in_japanese(scene: Scene) -> None:
    piled(scene)
    seq = reorder(scene, "deck", cause=ACTION | {"player": "p2"}, by="p2")
    assert asked(scene, "ja") == [("order-changed-by-other", "3-2-3", seq, ("p1",), "breach")]
    assert asked(scene, "en") == []


@pytest.mark.parametrize("cause", [ACTION, None])
def test_cr_4_0_3_2_3_a_card_was_put_elsewhere_in_its_deck(
    scene: Scene, cause: dict[str, Any] | None
) -> None:
    piled(scene)
    event = move("return", at("deck", "p1", 0), at("deck", "p1", -1))
    seq = scene.record(event | ({"cause": cause} if cause else {})).seqs[0]
    severity = "breach" if cause else "incomplete"
    assert both(scene) == [("order-changed-by-placing", "3-2-3", seq, ("p1",), severity)]


def test_cr_4_0_3_2_3_the_other_player_put_it_elsewhere_in_its_deck(scene: Scene) -> None:
    piled(scene)
    event = move("return", at("deck", "p1", 0), at("deck", "p1", -1), by="p2", cause=ACTION)
    seq = scene.record(event).seqs[0]
    rule = "order-changed-by-others-placing"
    assert asked(scene, "ja") == [(rule, "3-2-3", seq, ("p1",), "breach")]
    assert asked(scene, "en") == []


def test_cr_4_0_3_2_3_what_goes_from_pile_to_pile_changes_no_order(scene: Scene) -> None:
    piled(scene)
    scene.record(move("place", at("deck", "p1", 0), at("security", "p1", 0), cause=ACTION))
    assert lawful(scene)


def test_cr_4_0_3_2_3_an_effect_puts_it_elsewhere(scene: Scene) -> None:
    piled(scene)
    scene.record(move("return", at("deck", "p1", 0), at("deck", "p1", -1), cause=THEIRS))
    assert lawful(scene)


def test_cr_4_0_3_5_2_and_3_6_2_hand_and_trash_are_sorted_freely(scene: Scene) -> None:
    piled(scene)
    for zone in ("hand", "trash"):
        reorder(scene, zone, by="p1")
        reorder(scene, zone)
        reorder(scene, zone, cause=ACTION)
    assert lawful(scene)


@pytest.mark.parametrize(("zone", "clause"), [("hand", "3-5-2"), ("trash", "3-6-2")])
def test_cr_4_0_3_6_2_by_the_english_text_players_sort_their_own(
    scene: Scene, zone: str, clause: str
) -> None:
    piled(scene)
    seq = reorder(scene, zone, by="p2")
    assert asked(scene, "ja") == []
    assert asked(scene, "en") == [("sorted-for-another", clause, seq, ("p2", "p1"), "doubt")]


@pytest.mark.parametrize("zone", CLAUSES)
def test_cr_4_2_15_15_3_who_looks_at_cards_may_put_them_back_otherwise(
    scene: Scene, zone: str
) -> None:
    piled(scene)
    scene.record({"kind": "looked_at", "viewer": "p1", "place": at(zone, "p1", 0), "count": 2})
    reorder(scene, zone)
    assert lawful(scene)


def piled(scene: Scene) -> None:
    """Two cards or more in every pile of p1."""
    scene.deal([A, B, C, D, E, A, B, C], ["BT1-001", "BT1-002"])
    scene.take("draw", "deck", at("hand"), 2, cause=RULE)
    scene.take("trash", "deck", at("trash"), 2, cause=EFFECT)
    for _ in range(2):
        scene.take("place", "deck", at("security", position=0), cause=EFFECT)
