"""What a judge does to repair a game is no breach, whatever it is."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import pytest

from tests.audit.chapter_3 import (
    ACTION,
    EFFECT,
    EGG,
    EGG_2,
    JUDGE,
    A,
    B,
    C,
    D,
    E,
    asked,
    lawful,
    to_bottom,
    trash,
    unit,
)
from tests.rules.scene import Scene, at, move

Events: TypeAlias = list[dict[str, Any]]
Repair: TypeAlias = Callable[[Scene], Events]


def links_left(scene: Scene) -> Events:
    founded = unit(scene)
    link = {"zone": "link", "side": "p1", "unit": founded}
    scene.record(move("link", at("deck", "p1", 0), link, cause=ACTION))
    return [move("return", at("battle", "p1", 0, unit=founded), at("hand"))]


def drawn_from_below(_: Scene) -> Events:
    return [move("draw", at("deck", "p1", 1), at("hand"))]


def drawn_lower_first(_: Scene) -> Events:
    return [move("draw", at("deck", "p1", index), at("hand")) for index in (1, 0)]


def recovered_in_one_piece(_: Scene) -> Events:
    return [move("recover", at("deck", "p1", i), at("security", "p1", i)) for i in (0, 1)]


def put_face_up_into_the_deck(scene: Scene) -> Events:
    scene.take("trash", "deck", at("trash"), 1, cause=EFFECT)
    return [move("return", trash(0)[0], at("deck", "p1", 0), facing="up")]


def put_face_down_on_the_field(_: Scene) -> Events:
    return [move("play", at("deck", "p1", 0), at("battle"), facing="down")]


def turned_up_in_the_deck(_: Scene) -> Events:
    return [{"kind": "flipped", "place": at("deck", "p1", 0), "facing": "up"}]


def turned_that_lay_so(scene: Scene) -> Events:
    scene.take("place", "deck", at("security", position=0), cause=EFFECT)
    return [{"kind": "flipped", "place": at("security", "p1", 0), "facing": "down"}]


def hatched(scene: Scene) -> str:
    return scene.take("hatch", "egg_deck", at("breeding"), cause=ACTION)


def egg_into_the_hand(scene: Scene) -> Events:
    return [move("return", at("breeding", "p1", 0, unit=hatched(scene)), at("hand"))]


def egg_on_top(scene: Scene) -> Events:
    origin = at("breeding", "p1", 0, unit=hatched(scene))
    more = {"requested": at("hand"), "redirect": "3-1-3-9-2"}
    return [move("return", origin, at("egg_deck", "p1", 0), **more)]


def no_egg_into_the_egg_deck(_: Scene) -> Events:
    return [move("return", at("deck", "p1", 0), at("egg_deck", "p1", 0))]


def second_in_breeding(scene: Scene) -> Events:
    hatched(scene)
    return [move("hatch", at("egg_deck", "p1", 0), at("breeding"))]


def hatched_onto_a_unit(scene: Scene) -> Events:
    goal = at("breeding", "p1", -1, unit=hatched(scene))
    return [move("hatch", at("egg_deck", "p1", 0), goal)]


def token_to_the_other_side(scene: Scene) -> Events:
    token = move("play", at("outside"), at("battle", "p1"), number="TOKEN-A", owner="p2")
    founded = str(scene.record(token | {"cause": EFFECT}).ids[0])
    return [move("remove", at("battle", "p1", 0, unit=founded), at("outside", "p1"))]


def ordered_by_nobody(scene: Scene) -> Events:
    scene.take("trash", "deck", at("trash"), 2, cause=EFFECT)
    return to_bottom(trash(0, 1), [1, 0], chooser=None)


def ordered_in_secret(scene: Scene) -> Events:
    scene.take("trash", "deck", at("trash"), 2, cause=EFFECT)
    return to_bottom(trash(0, 1), [1, 0], public=False)


def mixed_up(scene: Scene) -> Events:
    scene.take("trash", "deck", at("trash"), 3, cause=EFFECT)
    group = to_bottom(trash(0, 1, 2), [0, 1, 2])
    group[0]["to"], group[1]["to"] = group[1]["to"], group[0]["to"]
    return group


def asked_for_and_not_shown(scene: Scene) -> Events:
    scene.take("place", "deck", at("security", position=0), cause=EFFECT)
    return [move("add", at("security", "p1", 0), at("hand"), asks=True, revealed=False)]


def turned_in_breeding(scene: Scene) -> Events:
    founded = hatched(scene)
    return [{"kind": "orientation_changed", "unit": founded, "orientation": "suspended"}]


def put_elsewhere_in_the_deck(_: Scene) -> Events:
    return [move("return", at("deck", "p1", 0), at("deck", "p1", -1))]


BY_EFFECTS: Final[list[Repair]] = [
    links_left,
    drawn_from_below,
    drawn_lower_first,
    recovered_in_one_piece,
    put_face_up_into_the_deck,
    turned_up_in_the_deck,
    turned_that_lay_so,
    egg_into_the_hand,
    egg_on_top,
    no_egg_into_the_egg_deck,
    second_in_breeding,
    hatched_onto_a_unit,
    token_to_the_other_side,
    ordered_by_nobody,
    ordered_in_secret,
    mixed_up,
    asked_for_and_not_shown,
    turned_in_breeding,
]
"""What is found even if an effect did it."""

BY_ACTIONS: Final[list[Repair]] = [put_face_down_on_the_field, put_elsewhere_in_the_deck]
"""What is found if no effect did it."""


def do(scene: Scene, repair: Repair, cause: dict[str, Any]) -> None:
    scene.deal([A, B, C, D, E], [EGG, EGG_2])
    events = repair(scene)
    for event in events:
        asks = {"asks": True} if event.pop("asks", False) else {}
        event["cause"] = cause | asks
    scene.record(*events)


@pytest.mark.parametrize("repair", BY_EFFECTS + BY_ACTIONS)
def test_by_a_judge_it_is_no_breach(scene: Scene, repair: Repair) -> None:
    do(scene, repair, JUDGE)
    assert lawful(scene)


@pytest.mark.parametrize("repair", BY_EFFECTS)
def test_by_an_effect_it_is_found(scene: Scene, repair: Repair) -> None:
    do(scene, repair, EFFECT)
    assert asked(scene, "ja")
    assert asked(scene, "en")


@pytest.mark.parametrize("repair", BY_ACTIONS)
def test_by_an_action_it_is_found(scene: Scene, repair: Repair) -> None:
    do(scene, repair, ACTION)
    assert asked(scene, "ja")
    assert asked(scene, "en")
