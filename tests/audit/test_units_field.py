"""CR 4.2 §4-9-5, §16-12, §17-1, §4-21-5, §4-19: links, stacks, deletions, tokens, Overflow."""

from typing import Any

import pytest

from tests.audit.beyond import ACTION, EFFECT, JUDGE, RULE, Field, begin
from tests.rules.scene import Scene, at, move


@pytest.fixture
def field(scene: Scene) -> Field:
    return begin(scene)


def linked(field: Field, unit: str) -> None:
    goal = at("link", "p1", unit=unit)
    field.record(move("link", at("deck", "p1", 0), goal, cause=ACTION))


def test_cr_4_2_4_9_5_a_second_link_card(field: Field) -> None:
    linked(field, field.mine)
    seq = field.next
    linked(field, field.mine)
    assert field.asked() == [("link-limit", "4-9-5", seq, ("p1",), "doubt")]


def replaced(field: Field) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write how a link card is trashed and another comes in its place."""
    linked(field, field.mine)
    cause = ACTION | {"event": field.next - 1}
    old = move("trash", at("link", "p1", 0, unit=field.mine), at("trash"), cause=cause)
    return old, move("link", at("deck", "p1", 0), at("link", "p1", unit=field.mine), cause=cause)


def test_cr_4_2_4_9_5_a_link_card_is_replaced_at_once(field: Field) -> None:
    field.record(*replaced(field))
    assert field.asked() == []


def test_cr_4_2_4_9_5_a_link_card_is_trashed_before_the_new_one_comes(field: Field) -> None:
    old, new = replaced(field)
    field.record(old)
    seq = field.record(new)
    assert field.asked() == [("link-replaced-before", "4-9-5", seq, ("p1",), "incomplete")]


def test_cr_4_2_4_9_5_what_else_may_go_before_a_link_card_comes(field: Field) -> None:
    linked(field, field.also_mine)
    _, new = replaced(field)
    stacked = at("battle", "p1", 1, unit=field.mine)
    other = at("link", "p1", 0, unit=field.also_mine)
    for place in (stacked, other):
        field.record(move("trash", place, at("trash"), cause=new["cause"]))
    link = at("link", "p1", 0, unit=field.mine)
    field.record(move("trash", link, at("trash"), cause=new["cause"]))
    field.record(move("draw", at("deck", "p1", 0), at("hand"), cause=new["cause"]))
    field.record(new)
    assert field.asked() == []


@pytest.mark.parametrize("gone", ["stacked", "another"])
def test_cr_4_2_4_9_5_only_a_link_card_of_its_unit_is_replaced(field: Field, gone: str) -> None:
    linked(field, field.also_mine)
    cause = ACTION | {"event": field.next - 1}
    place = at("battle", "p1", 1, unit=field.mine)
    if gone == "another":
        place = at("link", "p1", 0, unit=field.also_mine)
    field.record(move("trash", place, at("trash"), cause=cause))
    goal = at("link", "p1", unit=field.mine)
    field.record(move("link", at("deck", "p1", 0), goal, cause=cause))
    assert field.asked() == []


def test_cr_4_2_4_9_5_a_judge_may_replace_a_link_card(field: Field) -> None:
    old, new = replaced(field)
    cause = JUDGE | {"event": new["cause"]["event"]}
    field.record(old, cause=cause)
    field.record(new, cause=cause)
    assert field.asked() == []


def test_cr_4_2_4_9_5_a_link_card_may_have_been_trashed_by_something_else(field: Field) -> None:
    old, new = replaced(field)
    field.record(old, cause=EFFECT)
    field.record(new)
    assert field.asked() == []


def stripped(field: Field, *positions: int, declared: int = 1) -> int:
    told = {"kind": "de_digivolved", "unit": field.mine, "declared": declared}
    field.record(told, cause=EFFECT)
    return field.record(*strip(field, *positions))


def strip(field: Field, *positions: int) -> list[dict[str, Any]]:
    places = (at("battle", "p1", position, unit=field.mine) for position in positions)
    return [move("trash", place, at("trash"), cause=EFFECT) for place in places]


@pytest.mark.parametrize("positions", [(0,), (0, 1)])
def test_cr_4_2_16_12_as_many_as_declared_or_fewer(
    field: Field, positions: tuple[int, ...]
) -> None:
    stripped(field, *positions, declared=2)
    assert field.asked() == []


@pytest.mark.parametrize(
    ("positions", "declared"),
    [((0, 1), 1), ((0, 2), 2), ((0, 1, 2), 3)],
    ids=["more", "passing-over-one", "all"],
)
def test_cr_4_2_16_12_otherwise_than_declared(
    field: Field, positions: tuple[int, ...], declared: int
) -> None:
    seq = stripped(field, *positions, declared=declared)
    assert field.asked() == [("de-digivolve", "16-12", seq, ("p1",), "breach")]


def test_cr_4_2_16_12_not_the_top_card(field: Field) -> None:
    """It may be what the effect does besides."""
    seq = stripped(field, 1)
    assert field.asked() == [("de-digivolve", "16-12", seq, ("p1",), "doubt")]


def test_cr_4_2_16_12_the_effect_goes_on(field: Field) -> None:
    stripped(field, 0, declared=2)
    field.record(*strip(field, 1))
    assert field.asked() == []


def test_cr_4_2_16_12_the_effect_takes_more_than_it_declared(field: Field) -> None:
    """Then the second card is not trashed by the De-Digivolve."""
    stripped(field, 0, declared=1)
    field.record(*strip(field, 0))
    assert field.asked() == []


def test_cr_4_2_16_12_a_link_card_is_no_part_of_it(field: Field) -> None:
    linked(field, field.mine)
    told = {"kind": "de_digivolved", "unit": field.mine, "declared": 1}
    field.record(told, cause=EFFECT)
    link = at("link", "p1", 0, unit=field.mine)
    field.record(move("trash", link, at("trash"), cause=EFFECT))
    assert field.asked() == []


def test_cr_4_2_16_12_one_after_the_other(field: Field) -> None:
    stripped(field, 0, declared=2)
    seq = field.record(*strip(field, 0))
    assert field.asked() == [("de-digivolve", "16-12", seq, ("p1",), "incomplete")]


def test_cr_4_2_16_12_what_another_effect_trashes_is_no_part_of_it(field: Field) -> None:
    stripped(field, 0)
    field.record(*strip(field, 1), cause=RULE)
    assert field.asked() == []


def test_cr_4_2_16_12_a_judge_may_strip_it(field: Field) -> None:
    told = {"kind": "de_digivolved", "unit": field.mine, "declared": 1}
    field.record(told, cause=JUDGE)
    field.record(*strip(field, 0, 1), cause=JUDGE)
    assert field.asked() == []


def test_cr_4_2_17_1_a_rule_check_deletes_one_after_the_other(field: Field) -> None:
    cause = RULE | {"event": field.record({"kind": "rule_checked"})}
    field.delete(field.mine, cause=cause)
    seq = field.delete(field.theirs, cause=cause)
    assert field.asked() == [("deleted-apart", "17-1", seq, ("p2",), "incomplete")]


def test_cr_4_2_17_1_a_rule_check_deletes_all_at_once(field: Field) -> None:
    cause = RULE | {"event": field.record({"kind": "rule_checked"})}
    field.delete(field.mine, field.theirs, cause=cause)
    field.delete(field.also_mine, cause=RULE | {"event": field.record({"kind": "rule_checked"})})
    assert field.asked() == []


def test_cr_4_2_17_1_an_effect_may_delete_one_after_the_other(field: Field) -> None:
    cause = EFFECT | {"event": field.activate(None)}
    field.delete(field.mine, cause=cause)
    field.delete(field.theirs, cause=cause)
    assert field.asked() == []


def token(field: Field) -> dict[str, Any]:
    """Play a token and return its place."""
    outside = {"zone": "outside", "side": "p1"}
    played = move("play", outside, at("battle"), number="TOKEN-1", owner="p1", cause=EFFECT)
    return at("battle", "p1", 0, unit=str(field.record(played)))


@pytest.mark.parametrize("zone", ["trash", "hand", "deck", "security"])
def test_cr_4_2_4_21_5_a_token_goes_to_a_pile(field: Field, zone: str) -> None:
    position = None if zone == "hand" else 0
    gone = move("return", token(field), at(zone, "p1", position), cause=EFFECT)
    seq = field.record(gone)
    assert field.asked() == [("token-kept", "4-21-5", seq, ("p1",), "breach")]


def test_cr_4_2_4_21_5_a_token_leaves_the_game(field: Field) -> None:
    field.record(move("remove", token(field), {"zone": "outside", "side": "p1"}, cause=RULE))
    assert field.asked() == []


def overflow(after: int, cause: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "memory_changed", "after": after, "reason": "overflow", "cause": cause}


def test_cr_4_2_4_19_memory_moves_as_the_cards_leave(field: Field) -> None:
    cause = RULE | {"event": field.delete(field.mine, field.theirs, cause=RULE)}
    field.record(overflow(-3, cause))
    field.record(overflow(1, cause))
    assert field.asked() == []


def test_cr_4_2_4_19_the_other_players_card_goes_first(field: Field) -> None:
    cause = RULE | {"event": field.delete(field.mine, field.theirs, cause=RULE)}
    field.record(overflow(4, cause))
    seq = field.record(overflow(1, cause))
    assert field.asked() == [("overflow-late", "4-19", seq, ("p1", "p2"), "doubt")]


def test_cr_4_2_4_19_memory_moves_in_another_phase(field: Field) -> None:
    field.delete(field.mine, cause=RULE)
    field.record({"kind": "phase_entered", "phase": "end"})
    seq = field.record(overflow(-3, RULE))
    assert field.asked() == [("overflow-late", "4-19", seq, (), "doubt")]


def test_cr_4_2_4_9_5_a_judge_may_link_cards(field: Field) -> None:
    linked(field, field.mine)
    goal = at("link", "p1", unit=field.mine)
    field.record(move("link", at("deck", "p1", 0), goal, cause=JUDGE))
    assert field.asked() == []
