"""CR 4.0 §3-1-3-1, §3-1-3-2: what a new card does not carry over; counts that were confirmed."""

from typing import Any

import pytest

from tests.audit.chapter_3 import (
    ACTION,
    EFFECT,
    EGG,
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
    unit,
)
from tests.rules.scene import Scene, at, move


def rules(found: list[Any]) -> list[str]:
    return [rule for rule, *_ in found]


def test_cr_4_0_3_1_3_1_2_a_status_lies_on_a_unit_that_left(scene: Scene) -> None:
    scene.deal([A, B])
    founded = unit(scene)
    status = {"kind": "status_applied", "status": "s", "units": [founded], "what": "DP"}
    scene.record(status | {"cause": EFFECT})
    assert lawful(scene)
    scene.record(move("return", at("battle", "p1", 0, unit=founded), at("hand"), cause=EFFECT))
    scene.record(move("play", at("hand"), at("battle"), cause=ACTION))
    scene.record(status | {"cause": JUDGE})
    assert lawful(scene)
    seq = scene.record(status | {"cause": EFFECT}).seqs[0]
    assert both(scene) == [("status-on-the-gone", "3-1-3-1-2", seq, (), "breach")]


def left_and_activated(
    scene: Scene, position: int, cause: dict[str, Any], **trigger: Any
) -> tuple[str, int]:
    """Trigger an effect of a card of a unit, have the card leave, and activate it."""
    scene.deal([A, B])
    founded = unit(scene, height=2)
    source = scene.table.units[founded].cards[position].id
    effect = {"player": "p1", "pending": "x", "source": source}
    scene.record({"kind": "effect_triggered", **effect, **trigger})
    origin = at("battle", "p1", position, unit=founded)
    scene.record(move("trash", origin, at("trash"), cause=cause))
    return source, scene.record({"kind": "effect_activated", **effect}).seqs[0]


def test_cr_4_0_3_1_3_1_2_an_effect_was_activated_after_its_card_left(scene: Scene) -> None:
    _, seq = left_and_activated(scene, 0, THEIRS, timing="WhenAttacking")
    assert both(scene) == [("lost-effect-activated", "3-1-3-1-2", seq, ("p1",), "breach")]


def test_cr_4_0_3_1_3_1_2_nobody_knows_on_what_it_triggered(scene: Scene) -> None:
    _, seq = left_and_activated(scene, 0, THEIRS)
    assert both(scene) == [("lost-effect-activated", "3-1-3-1-2", seq, ("p1",), "doubt")]


def test_cr_4_0_3_1_3_1_1_from_under_a_card_it_is_lost_in_japanese(scene: Scene) -> None:
    _, seq = left_and_activated(scene, 1, THEIRS, timing="WhenAttacking")
    rule = "lost-effect-under-a-card-activated"
    assert asked(scene, "ja") == [(rule, "3-1-3-1-1", seq, ("p1",), "breach")]
    assert asked(scene, "en") == []


@pytest.mark.parametrize(
    "trigger", [{"timing": "OnDeletion"}, {"timing": "WhenAttacking", "manner": "immediate"}]
)
def test_cr_4_0_3_1_3_1_2_what_triggers_on_leaving_is_not_lost(
    scene: Scene, trigger: dict[str, Any]
) -> None:
    left_and_activated(scene, 0, THEIRS, **trigger)
    assert lawful(scene)


def test_cr_4_0_3_1_3_1_2_a_cost_may_take_the_card(scene: Scene) -> None:
    left_and_activated(scene, 0, {"kind": "cost", "player": "p1"}, timing="StartOfTurn")
    assert lawful(scene)


def test_cr_4_0_3_1_3_1_2_its_own_effect_may_take_the_card(scene: Scene) -> None:
    scene.deal([A, B])
    founded = unit(scene)
    effect = {"player": "p1", "pending": "x", "source": founded}
    scene.record({"kind": "effect_triggered", "timing": "StartOfTurn", **effect})
    origin, own = at("battle", "p1", 0, unit=founded), EFFECT | {"source": founded}
    scene.record(move("trash", origin, at("trash"), cause=own))
    scene.record({"kind": "effect_activated", **effect})
    assert lawful(scene)


def test_cr_4_0_3_1_3_1_2_a_security_digimon_is_no_unit_that_left(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("place", "deck", at("security", position=0), cause=EFFECT)
    checked = scene.take("check", "security", {"zone": "no_area"}, cause=RULE)
    status = {"kind": "status_applied", "status": "s", "what": "DP", "cause": EFFECT}
    scene.record(status | {"units": [checked]})
    assert lawful(scene)


def test_cr_4_0_3_1_3_1_3_a_covered_card_keeps_its_effects(scene: Scene) -> None:
    scene.deal([A, B])
    founded = unit(scene)
    effect = {"player": "p1", "pending": "x", "source": founded}
    scene.record({"kind": "effect_triggered", "timing": "OnPlay", **effect})
    goal = at("battle", "p1", 0, unit=founded)
    scene.record(move("digivolve", at("deck", "p1", 0), goal, cause=ACTION))
    scene.record({"kind": "effect_activated", **effect})
    assert lawful(scene)


def attested(scene: Scene, *counts: tuple[str, int], **more: Any) -> int:
    listed = [{"zone": zone, "side": "p1", "count": count} for zone, count in counts]
    event = {"kind": "state_attested", "signed_by": ["judge"], "counts": listed, **more}
    return scene.record(event).seqs[0]


def test_cr_4_0_3_1_3_2_confirmed_counts_agree(scene: Scene) -> None:
    scene.deal([A, B, C, D, E], [EGG])
    unit(scene, height=2)
    unit(scene)
    for battle in (2, 3):  # units, or cards
        attested(scene, ("deck", 2), ("egg_deck", 1), ("hand", 0), ("battle", battle), memory=0)
    assert lawful(scene)


def test_cr_4_0_3_1_3_2_confirmed_counts_contradict_the_record(scene: Scene) -> None:
    scene.deal([A, B, C, D, E])
    unit(scene)
    seq = attested(scene, ("deck", 3), ("hand", 0), ("battle", 2))
    found = [("attested-count", "3-1-3-2", seq, ("p1",), "incomplete")]
    assert both(scene) == found * 2
    assert asked(scene, viewer="spectator") == found * 2


@pytest.mark.parametrize(("memory", "finds"), [(2, []), (-2, ["attested-memory"])])
def test_cr_4_2_1_4_2_2_confirmed_memory(scene: Scene, memory: int, finds: list[str]) -> None:
    scene.deal([A])
    scene.record({"kind": "memory_changed", "after": 2})
    attested(scene, memory=memory)
    assert rules(both(scene)) == finds


@pytest.mark.parametrize(
    ("redraw", "shuffled", "finds"),
    [(True, "p1", []), (False, None, []), (True, None, [True]), (True, "p2", [True])],
)
def test_cr_4_2_5_2_1_a_redraw_is_shuffled(
    scene: Scene, redraw: bool, shuffled: str | None, finds: list[bool]
) -> None:
    scene.deal([A, B], [], [C])
    decided = {"kind": "redraw_decided", "player": "p1", "redraw": redraw}
    seq = scene.record(decided).seqs[0]
    if shuffled:
        scene.record({"kind": "shuffled", "zone": "deck", "side": shuffled})
    for turn in (1, 2):
        scene.record({"kind": "turn_started", "player": "p1", "turn": turn})
    found = ("redraw-unshuffled", "5-2-1", seq, ("p1",), "incomplete")
    assert both(scene) == [found for _ in finds]
