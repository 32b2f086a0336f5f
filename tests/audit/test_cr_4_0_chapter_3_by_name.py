"""Clauses that share their rule with another: each has its breach and its lawful twin."""

from typing import Any

from tests.audit.chapter_3 import (
    ACTION,
    EFFECT,
    EGG,
    EGG_2,
    JUDGE,
    RULE,
    A,
    B,
    C,
    asked,
    both,
    lawful,
)
from tests.rules.scene import Scene, at, move


def flip(scene: Scene, zone: str, facing: str, **more: Any) -> int:
    place = at(zone, "p1", 0)
    return scene.record({"kind": "flipped", "place": place, "facing": facing, **more}).seqs[0]


def reorder(scene: Scene, zone: str, **more: Any) -> int:
    event = {"kind": "reordered", "zone": zone, "side": "p1", "count": 2, "order": [1, 0], **more}
    return scene.record(event).seqs[0]


def test_cr_4_0_3_2_2_a_card_of_the_deck_was_turned_up_by_no_effect(scene: Scene) -> None:
    scene.deal([A, B])
    seq = flip(scene, "deck", "up", cause=ACTION)
    assert both(scene) == [("turned-over", "3-2-2", seq, ("p1",), "breach")]


def test_cr_4_0_3_2_2_a_judge_may_turn_up_a_card_of_the_deck(scene: Scene) -> None:
    scene.deal([A, B])
    flip(scene, "deck", "up", cause=JUDGE)
    assert lawful(scene)


def test_cr_4_0_3_3_2_a_digi_egg_was_turned_up_by_no_effect(scene: Scene) -> None:
    scene.deal(eggs=[EGG, EGG_2])
    seq = flip(scene, "egg_deck", "up", cause=ACTION)
    assert both(scene) == [("turned-over", "3-3-2", seq, ("p1",), "breach")]


def test_cr_4_0_3_3_2_a_judge_may_turn_up_a_digi_egg(scene: Scene) -> None:
    scene.deal(eggs=[EGG, EGG_2])
    flip(scene, "egg_deck", "up", cause=JUDGE)
    assert lawful(scene)


def test_cr_4_0_3_6_3_a_card_of_the_trash_was_turned_down_by_no_effect(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("trash", "deck", at("trash"), cause=EFFECT)
    seq = flip(scene, "trash", "down", cause=ACTION)
    assert both(scene) == [("turned-over", "3-6-3", seq, ("p1",), "breach")]


def test_cr_4_0_3_6_3_what_is_trashed_lies_face_up(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("trash", "deck", at("trash"), cause=EFFECT)
    assert lawful(scene)


def test_cr_4_0_3_3_3_the_digi_egg_deck_was_put_in_another_order(scene: Scene) -> None:
    scene.deal(eggs=[EGG, EGG_2])
    seq = reorder(scene, "egg_deck", cause=ACTION)
    assert both(scene) == [("order-changed", "3-3-3", seq, ("p1",), "breach")]


def test_cr_4_0_3_3_3_the_digi_egg_deck_may_be_shuffled(scene: Scene) -> None:
    scene.deal(eggs=[EGG, EGG_2])
    order = [EGG_2, EGG]
    scene.record({"kind": "shuffled", "zone": "egg_deck", "side": "p1", "order": order})
    assert lawful(scene)


def test_cr_4_0_3_7_3_the_security_stack_was_put_in_another_order(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("place", "deck", at("security", position=0), cause=RULE)
    scene.take("place", "deck", at("security", position=0), cause=RULE)
    seq = reorder(scene, "security", cause=ACTION)
    assert both(scene) == [("order-changed", "3-7-3", seq, ("p1",), "breach")]


def test_cr_4_0_3_7_3_an_effect_may_order_the_security_stack(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("place", "deck", at("security", position=0), cause=RULE)
    scene.take("place", "deck", at("security", position=0), cause=RULE)
    reorder(scene, "security", cause=EFFECT)
    assert lawful(scene)


def test_cr_4_0_3_3_4_an_egg_further_down_was_hatched(scene: Scene) -> None:
    scene.deal(eggs=[EGG, EGG_2])
    event = move("hatch", at("egg_deck", "p1", 1), at("breeding"), cause=ACTION)
    seq = scene.record(event).seqs[0]
    assert both(scene) == [("not-the-top-card", "3-3-4", seq, ("p1",), "breach")]


def test_cr_4_0_3_3_4_the_top_egg_is_hatched(scene: Scene) -> None:
    scene.deal(eggs=[EGG, EGG_2])
    scene.record(move("hatch", at("egg_deck", "p1", 0), at("breeding"), cause=ACTION))
    assert lawful(scene)


def test_cr_4_0_3_4_5_7_an_effect_that_is_declined_says_nothing_of_the_area(scene: Scene) -> None:
    scene.deal([A], [EGG])
    scene.record(move("hatch", at("egg_deck", "p1", 0), at("breeding"), cause=ACTION))
    source = scene.record(move("play", at("deck", "p1", 0), at("battle"), cause=ACTION)).ids[0]
    effect = {"player": "p1", "pending": "x", "source": source}
    scene.record({"kind": "effect_triggered", **effect})
    scene.record({"kind": "effect_not_activated", "reason": "declined", **effect})
    assert lawful(scene)


def returned(scene: Scene, chooser: str) -> int:
    """Reveal two cards for an effect of p1's and return them to the bottom in a chosen order."""
    scene.deal([A, B, C])
    source = scene.record(move("play", at("deck", "p1", 0), at("battle"), cause=ACTION)).ids[0]
    effect = {"kind": "effect_activated", "player": "p1", "source": source}
    event = scene.record(effect).seqs[0]
    cause = {"kind": "effect", "player": "p1", "event": event}
    scene.record({"kind": "revealed", "place": at("deck", "p1", 0), "count": 2, "cause": cause})
    group = [
        move("return", at("deck", "p1", index), at("deck", "p1", index), cause=cause)
        | {"ordering": {"chooser": chooser, "rank": index, "public": True}}
        for index in range(2)
    ]
    return scene.record(*group).seqs[0]


def test_cr_4_2_15_15_3_6_another_player_ordered_what_was_revealed(scene: Scene) -> None:
    seq = returned(scene, "p2")
    assert ("order-chooser", seq) in [(found[0], found[2]) for found in asked(scene)]


def test_cr_4_2_15_15_3_6_the_player_of_the_effect_orders_what_was_revealed(scene: Scene) -> None:
    returned(scene, "p1")
    assert lawful(scene)
