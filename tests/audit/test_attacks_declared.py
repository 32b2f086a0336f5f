"""CR 4.2 §11-2, §7-1-2-1: who attacks, whom, and one attack at a time."""

import pytest

from tests.audit.beyond import ACTION, EFFECT, JUDGE, Field, begin
from tests.rules.scene import Scene, at, move


@pytest.fixture
def field(scene: Scene) -> Field:
    return begin(scene)


def test_cr_4_2_11_2_an_attack_on_the_player_and_on_a_suspended_digimon(field: Field) -> None:
    field.attack(field.mine)
    field.end_attack()
    field.attack(field.also_mine, field.theirs, "b")
    field.end_attack("b")
    field.end_turn()
    assert field.asked() == []


def test_cr_4_2_11_2_a_suspended_digimon_attacks(field: Field) -> None:
    turned = {"kind": "orientation_changed", "unit": field.mine, "orientation": "suspended"}
    field.record(turned, cause=EFFECT)
    seq = field.attack(field.mine)
    assert field.asked() == [("attacker-suspended", "11-2", seq, ("p1",), "breach")]
    assert field.asked("spectator") == field.asked()


@pytest.mark.parametrize("cause", [EFFECT, JUDGE, {"kind": "unknown"}], ids=lambda c: c["kind"])
def test_cr_4_2_11_2_an_effect_or_a_judge_may_have_it_attack(field: Field, cause: object) -> None:
    turned = {"kind": "orientation_changed", "unit": field.mine, "orientation": "suspended"}
    field.record(turned, cause=EFFECT)
    field.attack(field.mine, cause=cause)
    assert field.asked() == []


def test_cr_4_2_11_2_the_attacker_is_not_suspended(field: Field) -> None:
    told = {"kind": "attack_declared", "attack": "a", "player": "p1", "unit": field.mine}
    seq = field.record(told | {"target": {"player": "p2"}}, cause=ACTION)
    assert field.asked() == [("attacker-not-suspended", "11-2", seq, ("p1",), "doubt")]


def test_cr_4_2_11_2_a_digimon_of_the_other_player_attacks(field: Field) -> None:
    seq = field.attack(field.also_theirs)
    assert field.asked() == [("attacker-astray", "11-2", seq, ("p1",), "breach")]


def test_cr_4_2_11_2_a_digimon_in_the_breeding_area_attacks(field: Field) -> None:
    unit = str(field.record(move("hatch", at("egg_deck"), at("breeding"), cause=ACTION)))
    field.end_turn()
    field.record({"kind": "turn_started", "player": "p1", "turn": 4, "extra": True})
    seq = field.attack(unit)
    assert field.asked() == [("attacker-astray", "11-2", seq, ("p1",), "breach")]


def test_cr_4_2_11_2_an_unsuspended_digimon_is_attacked(field: Field) -> None:
    """A text may let it be attacked, so it is no more than a doubt."""
    seq = field.attack(field.mine, field.also_theirs)
    assert field.asked() == [("target-astray", "11-2", seq, ("p1",), "doubt")]


def test_cr_4_2_11_2_an_own_digimon_is_attacked(field: Field) -> None:
    seq = field.attack(field.mine, goal={"player": "p1", "unit": field.also_mine})
    assert field.asked() == [("target-astray", "11-2", seq, ("p1",), "breach")]


def test_cr_4_2_11_2_a_digimon_that_is_gone_is_attacked(field: Field) -> None:
    field.delete(field.theirs, cause=EFFECT)
    seq = field.attack(field.mine, field.theirs)
    assert field.asked() == [("target-astray", "11-2", seq, ("p1",), "breach")]


def test_cr_4_2_11_2_an_attack_on_oneself(field: Field) -> None:
    seq = field.attack(field.mine, goal={"player": "p1"})
    assert field.asked() == [("target-astray", "11-2", seq, ("p1",), "breach")]


def test_cr_4_2_11_2_an_own_digimon_is_taken_for_the_other_players(field: Field) -> None:
    seq = field.attack(field.mine, field.also_mine)
    assert field.asked() == [("target-astray", "11-2", seq, ("p1",), "breach")]


def test_cr_4_2_11_2_a_digimon_in_the_breeding_area_is_attacked(field: Field) -> None:
    field.record({"kind": "moved", "unit": field.theirs, "to": "breeding", "cause": JUDGE})
    seq = field.attack(field.mine, field.theirs)
    assert field.asked() == [("target-astray", "11-2", seq, ("p1",), "breach")]


@pytest.mark.parametrize("unit", ["also_theirs", "mine", "new"])
def test_cr_4_2_11_2_a_judge_may_have_anything_attack(field: Field, unit: str) -> None:
    new = str(field.record(move("play", at("deck", "p1", 0), at("battle"), cause=EFFECT)))
    name = new if unit == "new" else getattr(field, unit)
    told = {"kind": "attack_declared", "attack": "a", "player": "p1", "unit": name}
    target = {"player": "p1", "unit": field.also_mine}
    field.record(told | {"target": target}, cause=JUDGE)
    field.attack(field.mine, name="b", cause=JUDGE)
    field.end_turn(cause=JUDGE)
    assert field.asked() == []


def test_cr_4_2_7_1_2_1_an_effect_may_have_it_attack(field: Field) -> None:
    unit = field.record(move("play", at("deck", "p1", 0), at("battle"), cause=EFFECT))
    field.attack(str(unit), cause=EFFECT)
    assert field.asked() == []


def test_cr_4_2_7_1_2_1_a_digimon_attacks_in_the_turn_it_was_played(field: Field) -> None:
    unit = field.record(move("play", at("deck", "p1", 0), at("battle"), cause=EFFECT))
    seq = field.attack(str(unit))
    assert field.asked() == [("attacker-just-came", "7-1-2-1", seq, ("p1",), "doubt")]


def test_cr_4_2_7_1_2_1_a_digimon_that_only_digivolved_may_attack(field: Field) -> None:
    top = at("battle", "p1", 0, unit=field.mine)
    field.record(move("digivolve", at("deck", "p1", 0), top, cause=ACTION))
    field.attack(field.mine)
    assert field.asked() == []


def test_cr_4_2_7_1_2_1_a_digimon_that_was_moved_may_attack(field: Field) -> None:
    unit = str(field.record(move("hatch", at("egg_deck"), at("breeding"), cause=ACTION)))
    field.end_turn()
    field.record({"kind": "turn_started", "player": "p1", "turn": 4, "extra": True})
    field.record({"kind": "moved", "unit": unit, "to": "battle", "cause": ACTION})
    field.attack(unit)
    assert field.asked() == []


def test_cr_4_2_8_2_a_dna_digivolved_digimon_may_attack_at_once(field: Field) -> None:
    seq = field.next
    under = at("battle", "p1", 1, unit=str(seq))
    group = [move("digivolve", at("deck", "p1", 0), at("battle"), route="dna")]
    origin = at("battle", "p1", 0, unit=field.also_mine)
    group.append(move("material", origin, under, route="dna"))
    field.record(*group, cause=ACTION)
    field.attack(str(seq))
    assert field.asked() == []


def test_cr_4_2_11_2_an_attack_within_an_attack(field: Field) -> None:
    field.attack(field.mine)
    seq = field.attack(field.also_mine, name="b")
    assert field.asked() == [("attack-in-attack", "11-2", seq, ("p1",), "incomplete")]


def test_cr_4_2_11_2_an_attack_that_does_not_end(field: Field) -> None:
    seq = field.attack(field.mine)
    field.end_turn()
    assert field.asked() == [("attack-unended", "11-2", seq, ("p1",), "incomplete")]


@pytest.mark.parametrize("reason", ["judge", "time"])
def test_cr_4_2_11_2_a_turn_may_be_cut_short(field: Field, reason: str) -> None:
    field.attack(field.mine)
    field.end_turn(reason=reason)
    assert field.asked() == []


def test_cr_4_2_11_2_the_game_may_end_in_an_attack(field: Field) -> None:
    field.attack(field.mine)
    field.record({"kind": "game_ended", "winner": "p1", "reason": "security"})
    field.end_turn()
    assert field.asked() == []


def test_cr_4_2_11_2_something_belongs_to_an_attack_that_is_over(field: Field) -> None:
    field.attack(field.mine)
    field.end_attack()
    seq = field.step("block", taken=False)
    assert field.asked() == [("attack-astray", "11-2", seq, (), "incomplete")]


def test_cr_4_2_11_2_something_belongs_to_no_attack(field: Field) -> None:
    seq = field.step("counter", "nowhere", taken=False)
    assert field.asked() == [("attack-astray", "11-2", seq, (), "incomplete")]


def test_cr_4_2_11_2_a_rewind_takes_an_attack_back(field: Field) -> None:
    before = field.next - 1
    field.attack(field.mine)
    field.record({"kind": "rewound", "to_seq": before, "by": "judge"})
    field.attack(field.also_mine, name="b")
    field.end_attack("b")
    field.end_turn()
    assert field.asked() == []
