"""CR 4.0 §3-1-3-3: cards that leave together, and what triggers on it."""

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
    both,
    lawful,
    of_unit,
    unit,
)
from tests.rules.scene import Scene, at, move


def linked(scene: Scene) -> str:
    """A unit of two cards with a link card."""
    scene.deal([A, B, C, D])
    founded = unit(scene, height=2)
    link = {"zone": "link", "side": "p1", "unit": founded}
    scene.record(move("link", at("deck", "p1", 0), link, cause=ACTION))
    return founded


def test_cr_4_0_3_1_3_3_a_deletion_left_cards_behind(scene: Scene) -> None:
    founded = linked(scene)
    event = move("delete", of_unit(founded, 0), at("trash"), cause=RULE)
    seq = scene.record(event).seqs[0]
    assert both(scene) == [("deletion-in-pieces", "3-1-3-3", seq, ("p1",), "breach")]


def test_cr_4_0_3_1_3_3_a_deletion_in_pieces_is_found_once(scene: Scene) -> None:
    scene.deal([A, B, C])
    founded = unit(scene, height=3)
    for _ in range(3):
        scene.record(move("delete", of_unit(founded, 0), at("trash"), cause=RULE))
    seq = scene.recorder.version - 3
    assert both(scene) == [("deletion-in-pieces", "3-1-3-3", seq, ("p1",), "breach")]


def test_cr_4_0_3_1_3_3_a_deletion_takes_all(scene: Scene) -> None:
    founded = linked(scene)
    link = {"zone": "link", "side": "p1", "unit": founded}
    origins = [of_unit(founded, 0), of_unit(founded, 1), link]
    scene.record(*(move("delete", origin, at("trash"), cause=RULE) for origin in origins))
    assert lawful(scene)


def test_cr_4_0_3_1_3_3_a_judge_may_leave_cards_behind(scene: Scene) -> None:
    founded = linked(scene)
    scene.record(move("delete", of_unit(founded, 0), at("trash"), cause=JUDGE))
    assert lawful(scene)


def test_cr_4_0_3_1_3_3_link_cards_were_left_behind(scene: Scene) -> None:
    founded = linked(scene)
    origins = [of_unit(founded, 0), of_unit(founded, 1)]
    goals = [at("hand"), at("trash")]
    moves = zip(origins, goals, strict=True)
    seq = scene.record(*(move("return", one, goal, cause=EFFECT) for one, goal in moves)).seqs[0]
    assert both(scene) == [("links-left-behind", "3-1-3-3", seq, ("p1",), "breach")]


def test_cr_4_0_3_1_3_3_a_deletion_left_link_cards_behind(scene: Scene) -> None:
    founded = linked(scene)
    origins = [of_unit(founded, 0), of_unit(founded, 1)]
    seq = scene.record(*(move("delete", one, at("trash"), cause=RULE) for one in origins)).seqs[0]
    assert both(scene) == [("deletion-in-pieces", "3-1-3-3", seq, ("p1",), "breach")]


def test_cr_4_0_3_1_3_3_link_cards_leave_with_the_unit(scene: Scene) -> None:
    founded = linked(scene)
    link = {"zone": "link", "side": "p1", "unit": founded}
    scene.record(
        move("return", of_unit(founded, 0), at("hand"), cause=EFFECT),
        move("trash", of_unit(founded, 1), at("trash"), cause=EFFECT),
        move("trash", link, at("trash"), cause=EFFECT),
    )
    assert lawful(scene)


def test_cr_4_0_3_1_3_3_the_rest_is_recorded_as_leaving_later(scene: Scene) -> None:
    scene.deal([A, B])
    founded = unit(scene, height=2)
    effect = scene.record({"kind": "effect_activated", "player": "p1"}).seqs[0]
    cause = EFFECT | {"event": effect}
    scene.record(move("return", of_unit(founded, 0), at("hand"), cause=cause))
    event = move("trash", of_unit(founded, 0), at("trash"), cause=cause)
    seq = scene.record(event).seqs[0]
    assert both(scene) == [
        ("top-left-alone", "3-1-3-3", seq - 1, ("p1",), "doubt"),
        ("rest-left-later", "3-1-3-3", seq, ("p1",), "incomplete"),
    ]


@pytest.mark.parametrize("zone", ["hand", "deck", "security"])
def test_cr_4_0_3_1_3_3_the_top_card_left_alone(scene: Scene, zone: str) -> None:
    founded = linked(scene)
    position = None if zone == "hand" else 0
    event = move("return", of_unit(founded, 0), at(zone, "p1", position), cause=EFFECT)
    seq = scene.record(event).seqs[0]
    assert both(scene) == [("top-left-alone", "3-1-3-3", seq, ("p1",), "doubt")]


def test_cr_4_0_3_1_3_3_a_card_from_under_another_leaves_alone(scene: Scene) -> None:
    founded = linked(scene)
    scene.record(move("return", of_unit(founded, 1), at("hand"), cause=EFFECT))
    assert lawful(scene)


def test_cr_4_2_16_12_the_top_card_is_trashed_alone(scene: Scene) -> None:
    founded = linked(scene)
    scene.record(move("trash", of_unit(founded, 0), at("trash"), cause=EFFECT))
    assert lawful(scene)


def test_cr_4_0_3_1_3_3_the_next_card_leaves_for_another_reason(scene: Scene) -> None:
    scene.deal([A, B])
    founded = unit(scene, height=2)
    effect = scene.record({"kind": "effect_activated", "player": "p1"}).seqs[0]
    cause = EFFECT | {"event": effect}
    scene.record(move("trash", of_unit(founded, 0), at("trash"), cause=cause))
    scene.record(move("delete", of_unit(founded, 0), at("trash"), cause=RULE))
    assert lawful(scene)


def test_cr_4_0_3_1_3_3_one_effect_may_trash_one_after_the_other(scene: Scene) -> None:
    scene.deal([A, B])
    founded = unit(scene, height=2)
    effect = scene.record({"kind": "effect_activated", "player": "p1"}).seqs[0]
    for _ in range(2):
        event = move("trash", of_unit(founded, 0), at("trash"), cause=EFFECT | {"event": effect})
        scene.record(event)
    assert lawful(scene)


def triggered(pending: str, on: int, **more: Any) -> dict[str, Any]:
    name = {"source": more.pop("source", None), "effect": "one"}
    cause = EFFECT | {"event": on}
    return {"kind": "effect_triggered", "pending": pending, "player": "p1", "cause": cause} | name


def test_cr_4_0_3_1_3_3_what_happens_at_once_triggers_once(scene: Scene) -> None:
    scene.deal([A, B, C])
    founded = unit(scene)
    scene.take("trash", "deck", at("trash"), 2, cause=EFFECT)
    last = scene.recorder.version - 1
    scene.record(triggered("x", last - 1, source=founded))
    assert lawful(scene)
    seq = scene.record(triggered("y", last, source=founded)).seqs[0]
    assert both(scene) == [("trigger-per-card", "3-1-3-3", seq, ("p1",), "doubt")]


def test_cr_4_0_3_1_3_3_both_triggers_are_of_one_moment(scene: Scene) -> None:
    scene.deal([A, B, C])
    founded = unit(scene)
    scene.take("trash", "deck", at("trash"), 2, cause=EFFECT)
    last = scene.recorder.version - 1
    group = [triggered(name, on, source=founded) for name, on in (("x", last - 1), ("y", last))]
    seq = scene.record(*group).seqs[0]
    assert both(scene) == [("trigger-per-card", "3-1-3-3", seq + 1, ("p1",), "doubt")]


def test_cr_4_0_3_1_3_3_what_happens_again_triggers_again(scene: Scene) -> None:
    scene.deal([A, B, C])
    founded = unit(scene)
    for pending in ("x", "y"):
        scene.take("trash", "deck", at("trash"), 1, cause=THEIRS)
        scene.record(triggered(pending, scene.recorder.version - 1, source=founded))
    assert lawful(scene)


def test_cr_4_0_3_1_3_3_which_effect_triggered_is_not_on_record(scene: Scene) -> None:
    scene.deal([A, B, C])
    founded = unit(scene)
    scene.take("trash", "deck", at("trash"), 2, cause=EFFECT)
    last = scene.recorder.version - 1
    for pending, on in (("x", last - 1), ("y", last)):
        event = triggered(pending, on, source=founded)
        del event["effect"]
        scene.record(event)
    assert lawful(scene)
