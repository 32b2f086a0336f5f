"""CR 4.2 §13-1, §14-2: security checks and battles."""

from typing import Any

import pytest

from tests.audit.beyond import EFFECT, JUDGE, RULE, Field, begin
from tests.rules.scene import NOWHERE, Scene, at, move


@pytest.fixture
def field(scene: Scene) -> Field:
    field = begin(scene)
    field.attack(field.mine)
    return field


def test_cr_4_2_13_1_8_security_is_checked_card_by_card(field: Field) -> None:
    for _ in range(2):
        card = field.check()
        field.battle({"unit": field.mine, "dp": 5000}, {"card": card, "dp": 3000}, [])
        field.put_away(card)
    field.end_attack()
    field.end_turn()
    assert field.asked() == []


def test_cr_4_2_13_1_8_the_first_card_is_still_there(field: Field) -> None:
    first = field.check()
    seq = field.next
    second = field.check()
    field.put_away(second)
    field.put_away(first)
    assert field.asked() == [("checks-together", "13-1-8", seq, ("p2",), "incomplete")]
    assert field.asked("p1") == field.asked()


def test_cr_4_2_13_1_8_the_first_card_is_never_put_away(field: Field) -> None:
    field.check()
    seq = field.next
    field.put_away(field.check())
    field.end_attack()
    field.end_turn()
    assert field.asked() == [("checks-together", "13-1-8", seq, ("p2",), "incomplete")]


def test_cr_4_2_13_1_8_two_cards_are_checked_at_once(field: Field) -> None:
    places = (at("security", "p2", position) for position in (0, 1))
    group = [move("check", place, NOWHERE, cause=RULE) for place in places]
    seq = field.record(*group)
    for card in (seq, seq + 1):
        field.put_away(str(card))
    assert field.asked() == [("checks-together", "13-1-8", seq + 1, ("p2",), "breach")]


def test_cr_4_2_13_1_8_a_checked_card_is_never_put_away(field: Field) -> None:
    card = field.check()
    field.end_attack()
    field.record({"kind": "phase_entered", "phase": "end"})
    field.end_turn()
    assert field.asked() == [("left-in-no-area", "13-1-8", int(card), (), "incomplete")]


def test_cr_4_2_13_1_8_the_attackers_own_security_is_checked(field: Field) -> None:
    card = str(field.record(move("check", at("security", "p1", 0), NOWHERE, cause=RULE)))
    told = {"kind": "security_checked", "player": "p1", "card": card, "attack": "a"}
    seq = field.record(told)
    assert field.asked() == [("check-astray", "13-1-8", seq, ("p1",), "breach")]


def test_cr_4_2_13_1_8_an_attack_on_a_digimon_checks_nothing(field: Field) -> None:
    field.end_attack()
    field.attack(field.also_mine, field.theirs, "b")
    card = field.check("b")
    field.put_away(card)
    assert field.asked() == [("check-astray", "13-1-8", int(card) + 1, ("p2",), "breach")]


def test_cr_4_2_13_1_8_it_checks_after_a_battle(field: Field) -> None:
    """As <Piercing> has it, which no event names."""
    field.end_attack()
    field.attack(field.also_mine, field.theirs, "b")
    fought = field.battle({"unit": field.also_mine}, {"unit": field.theirs}, [], attack="b")
    field.delete(field.theirs, cause={"kind": "rule", "event": fought})
    field.put_away(field.check("b"))
    assert field.asked() == []


@pytest.mark.parametrize("cause", [EFFECT, JUDGE], ids=["effect", "judge"])
@pytest.mark.parametrize("name", [None, "b"], ids=["no-attack", "attack"])
def test_cr_4_2_13_1_8_an_effect_may_have_it_checked(
    field: Field, name: str | None, cause: dict[str, str]
) -> None:
    field.end_attack()
    field.attack(field.also_mine, field.theirs, "b")
    field.delete(field.also_mine, cause=EFFECT)
    field.put_away(field.check(name, cause=cause))
    assert field.asked() == []


def test_cr_4_2_13_1_8_a_judge_may_take_two_at_once(field: Field) -> None:
    places = (at("security", "p2", position) for position in (0, 1))
    seq = field.record(*(move("check", place, NOWHERE, cause=JUDGE) for place in places))
    for card in (seq, seq + 1):
        field.put_away(str(card))
    assert field.asked() == []


def test_cr_4_2_14_2_a_judge_may_settle_a_battle(field: Field) -> None:
    one, other = {"unit": field.also_mine, "dp": 5000}, {"unit": field.theirs, "dp": 3000}
    field.battle(one, other, [field.also_mine], cause=JUDGE)
    field.activate(None)
    field.end_attack()
    assert field.asked() == []


@pytest.mark.parametrize("known", ["fighters", "losers"])
def test_cr_4_2_14_2_it_is_not_on_record_who_fought_or_who_lost(field: Field, known: str) -> None:
    told: dict[str, Any] = {"kind": "battle_resolved", "attack": "a"}
    told |= {"fighters": None, "losers": []}
    fighters = [{"player": "p1", "unit": field.also_mine, "dp": 1}, {"player": "p2", "dp": 2}]
    more = {"losers": [field.also_mine]} if known == "losers" else {"fighters": fighters[:1]}
    field.record(told | more)
    field.delete(field.also_mine, cause=RULE)
    field.end_attack()
    assert field.asked() == []


def test_cr_4_2_13_1_8_checks_go_on_without_the_attacker(field: Field) -> None:
    field.put_away(field.check())
    field.delete(field.mine, cause=RULE)
    card = field.check()
    field.put_away(card)
    found = ("check-without-attacker", "13-1-8", int(card) + 1, ("p1",), "doubt")
    assert field.asked() == [found]


def test_cr_4_2_13_1_6_a_checked_card_goes_straight_to_the_trash(field: Field) -> None:
    taken = move("check", at("security", "p2", 0), at("trash", "p2"), cause=RULE)
    seq = field.record(taken)
    assert field.asked() == [("in-use-elsewhere", "13-1-6", seq, (), "incomplete")]


def test_cr_4_2_13_1_6_a_judge_may_put_it_there(field: Field) -> None:
    field.record(move("check", at("security", "p2", 0), at("trash", "p2"), cause=JUDGE))
    assert field.asked() == []


@pytest.mark.parametrize(
    ("dps", "losers", "severity"),
    [
        ((5000, 3000), ["mine"], "breach"),
        ((3000, 5000), [], "doubt"),
        ((3000, 3000), ["theirs"], "doubt"),
    ],
    ids=["the-stronger", "nobody", "one-of-two-equals"],
)
def test_cr_4_2_14_2_the_wrong_one_loses(
    scene: Scene, dps: tuple[int, int], losers: list[str], severity: str
) -> None:
    field = begin(scene)
    field.attack(field.mine, field.theirs)
    one, other = {"unit": field.mine, "dp": dps[0]}, {"unit": field.theirs, "dp": dps[1]}
    seq = field.battle(one, other, [getattr(field, loser) for loser in losers])
    found = [found for found in field.asked() if found[2] == seq]
    assert found[0] == ("battle-loser", "14-2", seq, ("p1",), severity)


@pytest.mark.parametrize(
    ("dps", "losers"),
    [
        ((5000, 3000), ["theirs"]),
        ((3000, 5000), ["mine"]),
        ((3000, 3000), ["mine", "theirs"]),
        ((None, 3000), ["mine"]),
    ],
    ids=["lower", "attacker", "tie", "unknown"],
)
def test_cr_4_2_14_2_the_lower_dp_loses(
    scene: Scene, dps: tuple[int | None, int], losers: list[str]
) -> None:
    field = begin(scene)
    field.attack(field.mine, field.theirs)
    gone = [getattr(field, loser) for loser in losers]
    one, other = {"unit": field.mine, "dp": dps[0]}, {"unit": field.theirs, "dp": dps[1]}
    fought = field.battle(one, other, gone)
    field.delete(*gone, cause={"kind": "rule", "event": fought})
    field.end_attack()
    assert field.asked() == []


def test_cr_4_2_14_2_a_security_digimon_is_not_deleted(field: Field) -> None:
    card = field.check()
    seq = field.battle({"unit": field.mine, "dp": 5000}, {"card": card, "dp": 3000}, [card])
    field.put_away(card)
    assert field.asked() == [("battle-loser", "14-2", seq, ("p2",), "breach")]


def test_cr_4_2_14_2_others_battle_than_attacker_and_target(field: Field) -> None:
    seq = field.battle({"unit": field.also_mine}, {"unit": field.theirs}, [])
    assert field.asked() == [("battle-astray", "14-2", seq, ("p1",), "doubt")]


def test_cr_4_2_14_2_another_battles_with_the_checked_card(field: Field) -> None:
    card = field.check()
    seq = field.battle({"unit": field.also_mine}, {"card": card}, [])
    field.put_away(card)
    assert field.asked() == [("battle-astray", "14-2", seq, ("p1",), "doubt")]


def test_cr_4_2_14_2_the_attacker_battles_another(field: Field) -> None:
    field.end_attack()
    field.attack(field.also_mine, field.theirs, "b")
    fighters = {"unit": field.also_mine}, {"unit": field.also_theirs}
    seq = field.battle(*fighters, [], attack="b")
    assert field.asked() == [("battle-astray", "14-2", seq, ("p1",), "doubt")]


def test_cr_4_2_14_2_the_blocker_battles(field: Field) -> None:
    field.block(field.also_theirs)
    field.battle({"unit": field.mine}, {"unit": field.also_theirs}, [])
    assert field.asked() == []


def test_cr_4_2_14_2_a_loser_stays(field: Field) -> None:
    card = field.check()
    seq = field.battle({"unit": field.mine}, {"card": card}, [field.mine])
    field.put_away(card)
    field.end_attack()
    assert field.asked() == [("battle-loser-stays", "14-2", seq, ("p1",), "doubt")]


def test_cr_4_2_14_2_an_effect_may_have_saved_it(field: Field) -> None:
    card = field.check()
    field.battle({"unit": field.mine}, {"card": card}, [field.mine])
    field.activate(None)
    field.put_away(card)
    field.end_attack()
    assert field.asked() == []


def test_cr_4_2_14_2_only_its_top_card_may_have_gone(field: Field) -> None:
    """As <Armor Purge> has it."""
    card = field.check()
    field.battle({"unit": field.mine}, {"card": card}, [field.mine])
    top = at("battle", "p1", 0, unit=field.mine)
    field.record(move("trash", top, at("trash"), cause={"kind": "unknown"}))
    field.put_away(card)
    field.end_attack()
    assert field.asked() == []


def test_cr_4_2_14_2_both_losers_go_at_once(scene: Scene) -> None:
    field = begin(scene)
    field.attack(field.mine, field.theirs)
    losers = [field.mine, field.theirs]
    fought = field.battle({"unit": field.mine}, {"unit": field.theirs}, losers)
    cause = {"kind": "rule", "event": fought}
    field.delete(field.mine, cause=cause)
    seq = field.delete(field.theirs, cause=cause)
    assert field.asked() == [("deleted-apart", "14-2", seq, ("p2",), "incomplete")]
