"""CR 4.2 §11-4: counter, block and success check."""

from typing import Any

import pytest

from tests.audit.beyond import ACTION, EFFECT, JUDGE, THEIR_ACTION, Field, begin
from tests.rules.scene import Scene


@pytest.fixture
def field(scene: Scene) -> Field:
    field = begin(scene)
    field.attack(field.mine)
    return field


def test_cr_4_2_11_4_all_timings_in_their_order(field: Field) -> None:
    field.step("counter", unit=field.also_theirs)
    field.block(field.also_theirs)
    field.step("success_check", player="p1", cause=None)
    field.end_attack()
    assert field.asked() == []


def test_cr_4_2_11_4_timings_that_pass_may_be_left_out(field: Field) -> None:
    field.block(field.also_theirs)
    field.end_attack()
    field.attack(field.also_mine, name="b")
    field.step("counter", "b", taken=False)
    assert field.asked() == []


def test_cr_4_2_11_4_a_counter_after_the_block(field: Field) -> None:
    field.step("block", taken=False)
    seq = field.step("counter")
    assert field.asked() == [("attack-step-order", "11-4", seq, ("p2",), "breach")]


def test_cr_4_2_11_4_a_block_after_the_success_check(field: Field) -> None:
    field.step("success_check", player="p1")
    seq = field.block(field.also_theirs)
    assert field.asked() == [("attack-step-order", "11-4", seq, ("p2",), "breach")]


def test_cr_4_2_11_4_a_change_of_target_has_no_timing_of_its_own(field: Field) -> None:
    field.step("block", taken=False)
    target = {"player": "p2", "unit": field.theirs}
    field.step("target_changed", player="p1", target=target, cause=EFFECT)
    assert field.asked() == []


def test_cr_4_2_11_4_a_second_counter(field: Field) -> None:
    field.step("counter")
    seq = field.step("counter")
    assert field.asked() == [("attack-step-twice", "11-4", seq, ("p2",), "breach")]


def test_cr_4_2_11_4_a_second_block(field: Field) -> None:
    field.block(field.also_theirs)
    turned = {"kind": "orientation_changed", "unit": field.theirs, "orientation": "unsuspended"}
    field.record(turned, cause=EFFECT)
    seq = field.block(field.theirs)
    assert field.asked() == [("attack-step-twice", "11-4", seq, ("p2",), "breach")]


def test_cr_4_2_11_4_a_chance_that_passed_and_one_that_was_taken(field: Field) -> None:
    field.step("counter", taken=False)
    field.step("counter")
    assert field.asked() == []


def test_cr_4_2_11_4_a_chance_that_was_taken_and_one_that_passed(field: Field) -> None:
    field.step("counter")
    field.step("counter", taken=False)
    for _ in range(2):
        field.step("alliance", player="p1")
    assert field.asked() == []


def test_cr_4_2_11_4_steps_of_an_attack_that_is_not_the_one_under_way(field: Field) -> None:
    """The end of the one before is not on record."""
    field.step("block", taken=False)
    field.attack(field.also_mine, name="b")
    field.step("counter", "b")
    field.step("block", "b", taken=False)
    field.step("counter")
    field.step("counter", player="p1")
    assert [found[0] for found in field.asked()] == ["attack-in-attack"]


def test_cr_4_2_11_4_it_is_not_on_record_who_answered(field: Field) -> None:
    field.step("counter", player=None)
    field.step("block", taken=False, unit=field.theirs)
    assert field.asked() == []


def test_cr_4_2_11_4_a_judge_may_have_any_step_taken(field: Field) -> None:
    field.step("success_check", player="p1")
    field.step("counter", player="p1", cause=JUDGE)
    field.step("counter", player="p1", cause=JUDGE)
    field.step("block", unit=field.theirs, cause=JUDGE)
    assert field.asked() == []


@pytest.mark.parametrize("where", ["gone", "breeding"])
def test_cr_4_2_11_4_what_blocks_is_not_in_the_battle_area(field: Field, where: str) -> None:
    if where == "gone":
        field.delete(field.also_theirs, cause=EFFECT)
    else:
        moved = {"kind": "moved", "unit": field.also_theirs, "to": "breeding", "cause": JUDGE}
        field.record(moved)
    target = {"player": "p2", "unit": field.also_theirs}
    seq = field.step("block", unit=field.also_theirs, target=target)
    assert field.asked()[0] == ("blocker-unable", "11-4", seq, ("p2",), "breach")


@pytest.mark.parametrize("step", ["counter", "block"])
def test_cr_4_2_11_4_the_attacker_does_not_answer(field: Field, step: str) -> None:
    seq = field.step(step, player="p1", cause=ACTION)
    assert field.asked() == [("attack-step-player", "11-4", seq, ("p1",), "breach")]


def test_cr_4_2_11_4_a_suspended_digimon_blocks(field: Field) -> None:
    seq = field.block(field.theirs)
    assert field.asked() == [("blocker-unable", "11-4", seq, ("p2",), "breach")]


def test_cr_4_2_11_4_a_digimon_of_the_attacker_blocks(field: Field) -> None:
    seq = field.block(field.also_mine)
    assert field.asked() == [("blocker-unable", "11-4", seq, ("p2",), "breach")]


def test_cr_4_2_11_4_a_text_may_let_it_block(field: Field) -> None:
    target = {"player": "p2", "unit": field.theirs}
    field.step("block", unit=field.theirs, target=target, cause=EFFECT)
    assert field.asked() == []


def test_cr_4_2_11_4_a_blocker_is_not_suspended(field: Field) -> None:
    target = {"player": "p2", "unit": field.also_theirs}
    seq = field.step("block", unit=field.also_theirs, target=target)
    assert field.asked() == [("blocker-not-suspended", "11-4", seq, ("p2",), "doubt")]


def test_cr_4_2_11_4_a_block_that_changes_no_target(field: Field) -> None:
    told: dict[str, Any] = {"kind": "attack_stepped", "attack": "a", "step_taken": "block"}
    told |= {"player": "p2", "unit": field.also_theirs, "taken": True}
    turned = {"kind": "orientation_changed", "unit": field.also_theirs}
    seq = field.record(told, turned | {"orientation": "suspended"}, cause=THEIR_ACTION)
    assert field.asked() == [("block-without-target", "11-4", seq, ("p2",), "incomplete")]
