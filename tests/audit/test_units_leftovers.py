"""CR 4.2 §9-1, §13-1: cards in no area are put away."""

from typing import Any

import pytest

from tests.audit.beyond import ACTION, EFFECT, JUDGE, RULE, Field, begin
from tests.rules.scene import NOWHERE, Scene, at, move


@pytest.fixture
def field(scene: Scene) -> Field:
    return begin(scene)


def test_cr_4_2_13_1_8_a_check_while_an_option_is_in_use(field: Field) -> None:
    """An effect of the Option may have it checked."""
    option = str(used(field))
    card = str(field.record(move("check", at("security", "p2", 0), NOWHERE, cause=EFFECT)))
    for name, side in ((card, "p2"), (option, "p1")):
        field.record(move("trash", NOWHERE, at("trash", side), was=name, cause=RULE))
    field.end_turn()
    assert field.asked() == []


def used(field: Field) -> int:
    field.record(move("draw", at("deck", "p1", 0), at("hand"), cause=RULE))
    return field.record(move("use", at("hand"), NOWHERE, cause=ACTION))


@pytest.mark.parametrize("how", ["attack", "phase", "turn", "pass"])
def test_cr_4_2_9_1_5_an_option_is_never_put_away(field: Field, how: str) -> None:
    seq = used(field)
    if how == "attack":
        field.attack(field.mine)
        field.end_attack()
    elif how == "phase":
        field.record({"kind": "phase_entered", "phase": "end"})
    elif how == "pass":
        field.record({"kind": "passed", "player": "p1", "what": "turn"})
    field.end_turn()
    assert field.asked() == [("left-in-no-area", "9-1-5", seq, (), "incomplete")]


@pytest.mark.parametrize("goal", [at("trash"), at("battle")], ids=["trashed", "placed"])
def test_cr_4_2_9_1_5_an_option_was_put_away(field: Field, goal: dict[str, Any]) -> None:
    was = str(used(field))
    field.attack(field.mine, cause=EFFECT)  # by what the Option says
    field.end_attack()
    field.record({"kind": "passed", "player": "p2", "what": "counter"})
    field.record(move("place", NOWHERE, goal, was=was, cause=RULE))
    field.end_turn()
    assert field.asked() == []


def test_cr_4_2_9_1_4_an_option_goes_straight_to_the_trash(field: Field) -> None:
    field.record(move("draw", at("deck", "p1", 0), at("hand"), cause=RULE))
    seq = field.record(move("use", at("hand"), at("trash"), cause=ACTION))
    assert field.asked() == [("in-use-elsewhere", "9-1-4", seq, (), "incomplete")]


def test_cr_4_2_9_1_4_a_judge_may_put_it_there(field: Field) -> None:
    field.record(move("draw", at("deck", "p1", 0), at("hand"), cause=RULE))
    field.record(move("use", at("hand"), at("trash"), cause=JUDGE))
    assert field.asked() == []
