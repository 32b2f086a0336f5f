"""CR 4.2 §8-2, §7-2: units that are made of several."""

from typing import Any

import pytest

from tests.audit.beyond import ACTION, EFFECT, JUDGE, Field, begin
from tests.rules.scene import Scene, at, move


@pytest.fixture
def field(scene: Scene) -> Field:
    return begin(scene)


def linked(field: Field, unit: str) -> None:
    goal = at("link", "p1", unit=unit)
    field.record(move("link", at("deck", "p1", 0), goal, cause=ACTION))


def dna(
    field: Field, order: tuple[int, ...] = (1, 2, 3, 4), *, route: str = "dna", **more: Any
) -> list[dict[str, Any]]:
    """Write a DNA digivolution of both units of p1's; `order`: where their cards come to lie."""
    unit = str(field.next)
    fused = move("digivolve", at("deck", "p1", 0), at("battle"), route=route, **more)
    places = [at("battle", "p1", position, unit=field.mine) for position in range(3)]
    places.append(at("battle", "p1", 0, unit=field.also_mine))
    goals = [at("battle", "p1", position, unit=unit) for position in order]
    below = [
        move("material", place, goal, route=route)
        for place, goal in zip(places, goals, strict=True)
    ]
    return [event | {"cause": ACTION} for event in (fused, *below)]


@pytest.mark.parametrize("order", [(1, 2, 3, 4), (2, 3, 4, 1), (-4, -3, -2, -1)])
@pytest.mark.parametrize("route", ["dna", "blast_dna"])
def test_cr_4_2_8_2_each_material_keeps_its_order(
    field: Field, order: tuple[int, ...], route: str
) -> None:
    field.record(*dna(field, order, route=route))
    assert field.asked() == []


@pytest.mark.parametrize("order", [(2, 1, 3, 4), (3, 2, 1, 4), (1, 2, 4, 3)])
def test_cr_4_2_8_2_a_material_is_mixed_up(field: Field, order: tuple[int, ...]) -> None:
    seq = field.record(*dna(field, order))
    assert field.asked() == [("dna-order", "8-2", seq + 1, ("p1",), "breach")]


def test_cr_4_2_8_2_a_dna_digivolved_digimon_is_suspended(field: Field) -> None:
    seq = field.record(*dna(field, orientation="suspended"))
    assert field.asked() == [("dna-unit", "8-2", seq, ("p1",), "breach")]


def test_cr_4_2_8_2_a_dna_digivolution_founds_no_new_unit(field: Field) -> None:
    top = at("battle", "p1", 0, unit=field.mine)
    seq = field.record(move("digivolve", at("deck", "p1", 0), top, route="dna", cause=ACTION))
    assert field.asked() == [("dna-unit", "8-2", seq, ("p1",), "incomplete")]


def test_cr_4_2_8_1_an_ordinary_digivolution_founds_none(field: Field) -> None:
    top = at("battle", "p1", 0, unit=field.mine)
    field.record(move("digivolve", at("deck", "p1", 0), top, route="normal", cause=ACTION))
    assert field.asked() == []


def test_cr_4_2_8_2_a_link_card_becomes_a_material(field: Field) -> None:
    linked(field, field.also_mine)
    group = dna(field)
    unit = str(field.next)
    link = at("link", "p1", 0, unit=field.also_mine)
    goal = at("battle", "p1", 5, unit=unit)
    field.record(*group, move("material", link, goal, route="dna", cause=ACTION))
    assert field.asked() == [("dna-links", "8-2", int(unit) + 5, ("p1",), "breach")]


def test_cr_4_2_8_2_link_cards_of_materials_are_trashed(field: Field) -> None:
    linked(field, field.also_mine)
    link = at("link", "p1", 0, unit=field.also_mine)
    field.record(*dna(field), move("trash", link, at("trash"), cause=ACTION))
    assert field.asked() == []


def test_cr_4_2_7_2_something_of_a_material_stays(field: Field) -> None:
    unit = str(field.next)
    played = move("play", at("deck", "p1", 0), at("battle"), route="digixros", cause=ACTION)
    top = at("battle", "p1", 0, unit=field.mine)
    material = move("material", top, at("battle", "p1", 1, unit=unit), cause=ACTION)
    field.record(played, material)
    found = ("material-left-behind", "7-2", int(unit) + 1, ("p1",), "breach")
    assert field.asked() == [found]


def test_cr_4_2_7_2_a_material_comes_from_under_a_card(field: Field) -> None:
    """As some texts allow."""
    unit = str(field.next)
    played = move("play", at("deck", "p1", 0), at("battle"), route="digixros", cause=ACTION)
    below = at("battle", "p1", 1, unit=field.mine)
    field.record(played, move("material", below, at("battle", "p1", 1, unit=unit), cause=ACTION))
    assert field.asked() == []


def test_cr_4_2_7_2_materials_are_placed_one_after_the_other(field: Field) -> None:
    unit = str(field.next)
    cause = ACTION | {"event": field.next - 1}
    field.record(move("play", at("deck", "p1", 0), at("battle"), cause=cause))
    goal = at("battle", "p1", -1, unit=unit)
    field.record(move("material", at("deck", "p1", 0), goal, cause=cause))
    seq = field.record(move("material", at("deck", "p1", 0), goal, cause=cause))
    assert field.asked() == [("materials-apart", "7-2", seq, ("p1",), "incomplete")]


def test_cr_4_2_7_2_materials_of_two_units(field: Field) -> None:
    cause = ACTION | {"event": field.next - 1}
    for unit in (field.mine, field.also_mine):
        goal = at("battle", "p1", -1, unit=unit)
        field.record(move("material", at("deck", "p1", 0), goal, cause=cause))
    assert field.asked() == []


def test_cr_4_2_8_2_a_material_that_was_no_unit_has_no_order(field: Field) -> None:
    field.record(move("trash", at("deck", "p1", 0), at("trash"), cause=EFFECT))
    group = dna(field)
    goal = at("battle", "p1", 5, unit=str(field.next))
    more = move("material", at("trash", "p1", 0), goal, route="dna", cause=ACTION)
    field.record(*group, more)
    assert field.asked() == []


def test_cr_4_2_7_2_materials_are_placed_at_once(field: Field) -> None:
    unit = str(field.next)
    cause = ACTION | {"event": field.next - 1}
    played = move("play", at("deck", "p1", 0), at("battle"), cause=cause)
    places = [(at("deck", "p1", n), at("battle", "p1", n, unit=unit)) for n in (1, 2)]
    field.record(played, *(move("material", *place, cause=cause) for place in places))
    assert field.asked() == []


def test_cr_4_2_8_2_a_judge_may_put_a_unit_together(field: Field) -> None:
    linked(field, field.also_mine)
    unit = str(field.next)
    link = at("link", "p1", 0, unit=field.also_mine)
    goal = at("battle", "p1", 5, unit=unit)
    group = dna(field, (2, 1, 3, 4), orientation="suspended")
    field.record(*group, move("material", link, goal, route="dna"), cause=JUDGE)
    assert field.asked() == []


def test_cr_4_2_7_2_a_judge_may_put_materials_under_a_unit(field: Field) -> None:
    goal = at("battle", "p1", -1, unit=field.also_mine)
    cause = JUDGE | {"event": field.next - 1}
    for _ in range(2):
        field.record(move("material", at("deck", "p1", 0), goal, cause=cause))
    top = at("battle", "p1", 0, unit=field.mine)
    field.record(move("material", top, goal, cause=cause))
    assert field.asked() == []
