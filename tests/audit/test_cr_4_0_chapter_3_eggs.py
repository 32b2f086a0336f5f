"""CR 4.0 §3-1-3-9: Digi-Egg cards go back to the Digi-Egg deck."""

from typing import Any

import pytest

from tests.audit.chapter_3 import (
    ACTION,
    EFFECT,
    EGG,
    EGG_2,
    EGG_3,
    RULE,
    A,
    B,
    asked,
    both,
    lawful,
    of_unit,
    trash,
)
from tests.rules.scene import NOWHERE, Scene, at, move


def hatched(scene: Scene) -> str:
    scene.deal([A, B], [EGG, EGG_2, EGG_3])
    return scene.take("hatch", "egg_deck", at("breeding"), cause=ACTION)


@pytest.mark.parametrize(
    ("zone", "clause"), [("deck", "3-1-3-9-1"), ("hand", "3-1-3-9-2"), ("security", "3-1-3-9-2")]
)
def test_cr_4_0_3_1_3_9_a_digi_egg_went_astray(scene: Scene, zone: str, clause: str) -> None:
    founded = hatched(scene)
    position = None if zone == "hand" else 0
    cause = EFFECT | {"breeding": True}
    origin = at("breeding", "p1", 0, unit=founded)
    seq = scene.record(move("return", origin, at(zone, "p1", position), cause=cause)).seqs[0]
    assert both(scene) == [("egg-astray", clause, seq, ("p1",), "breach")]
    assert asked(scene, viewer="spectator") == asked(scene)


@pytest.mark.parametrize(
    ("requested", "clause"), [(at("hand"), "3-1-3-9-2"), (at("deck", "p1", -1), "3-1-3-9-1")]
)
def test_cr_4_0_3_1_3_9_a_digi_egg_goes_to_the_bottom_of_its_deck(
    scene: Scene, requested: dict[str, Any], clause: str
) -> None:
    founded = hatched(scene)
    more = {"requested": requested, "redirect": clause, "cause": EFFECT | {"breeding": True}}
    origin = at("breeding", "p1", 0, unit=founded)
    scene.record(move("return", origin, at("egg_deck", "p1", -1), **more))
    assert lawful(scene)


def test_cr_4_0_3_1_3_9_1_on_top_if_that_was_asked(scene: Scene) -> None:
    founded = hatched(scene)
    asked_for = {"requested": at("deck", "p1", 0), "redirect": "3-1-3-9-1"}
    more = asked_for | {"cause": EFFECT | {"breeding": True}}
    origin = at("breeding", "p1", 0, unit=founded)
    scene.record(move("return", origin, at("egg_deck", "p1", 0), **more))
    assert lawful(scene)


@pytest.mark.parametrize(
    ("requested", "clause"), [(at("hand"), "3-1-3-9-2"), (at("deck", "p1", -1), "3-1-3-9-1")]
)
def test_cr_4_0_3_1_3_9_2_a_digi_egg_lies_too_high(
    scene: Scene, requested: dict[str, Any], clause: str
) -> None:
    founded = hatched(scene)
    more = {"requested": requested, "redirect": clause, "cause": EFFECT | {"breeding": True}}
    origin = at("breeding", "p1", 0, unit=founded)
    seq = scene.record(move("return", origin, at("egg_deck", "p1", 0), **more)).seqs[0]
    assert both(scene) == [("egg-misplaced", clause, seq, ("p1",), "breach")]


def eggs_in_the_trash(scene: Scene) -> None:
    """Two Digi-Eggs and a card between them in the trash; one Digi-Egg is left."""
    scene.deal([A, B], [EGG, EGG_2, EGG_3])
    for _ in range(2):
        founded = scene.take("hatch", "egg_deck", at("breeding"), cause=ACTION)
        origin = at("breeding", "p1", 0, unit=founded)
        scene.record(move("trash", origin, at("trash"), cause=RULE))
        if len(scene.ids("trash")) < 2:
            scene.take("trash", "deck", at("trash"), 1, cause=EFFECT)


def returned(ranks: tuple[int, int, int], goals: tuple[int, int]) -> list[dict[str, Any]]:
    """Return a Digi-Egg, a card and a Digi-Egg to the bottom of the deck at once."""
    asked_for = {"requested": at("deck", "p1", -1), "redirect": "3-1-3-9-1"}
    egg = [at("egg_deck", "p1", goal) for goal in goals]
    order = [{"ordering": {"chooser": "p1", "rank": rank}, "cause": EFFECT} for rank in ranks]
    one, card, other = trash(0, 1, 2)
    return [
        move("return", one, egg[0], **asked_for, **order[0]),
        move("return", card, at("deck", "p1", -1), **order[1]),
        move("return", other, egg[1], **asked_for, **order[2]),
    ]


def test_cr_4_0_3_1_3_9_1_digi_eggs_keep_the_given_order(scene: Scene) -> None:
    eggs_in_the_trash(scene)
    scene.record(*returned((0, 1, 2), (-2, -1)))
    assert lawful(scene)


def test_cr_4_0_3_1_3_9_1_digi_eggs_lie_in_another_order(scene: Scene) -> None:
    eggs_in_the_trash(scene)
    seq = scene.record(*returned((0, 1, 2), (-1, -2))).seqs[0]
    assert both(scene) == [("order-not-kept", "3-1-3-9-1", seq, ("p1",), "doubt")]


def test_cr_4_0_3_1_3_9_from_under_a_card_too_in_japanese(scene: Scene) -> None:
    founded = hatched(scene)
    on_top = move("digivolve", at("deck", "p1", 0), at("breeding", unit=founded), cause=ACTION)
    scene.record(on_top)
    origin = at("breeding", "p1", 1, unit=founded)
    cause = EFFECT | {"breeding": True}
    seq = scene.record(move("return", origin, at("hand"), cause=cause)).seqs[0]
    expected = ("egg-under-a-card-astray", "3-1-3-9-2", seq, ("p1",), "breach")
    assert asked(scene, "ja") == [expected]
    assert asked(scene, "en") == []


def test_cr_4_0_3_1_3_9_other_cards_stay_out_of_the_digi_egg_deck(scene: Scene) -> None:
    scene.deal([A, B], [EGG])
    scene.take("trash", "deck", at("trash"), 1, cause=EFFECT)
    event = move("return", at("trash", "p1", 0), at("egg_deck", "p1", -1), cause=EFFECT)
    seq = scene.record(event).seqs[0]
    assert both(scene) == [("not-a-digi-egg", "3-1-3-9", seq, ("p1",), "breach")]


@pytest.mark.parametrize(
    ("more", "fits"),
    [
        ({"requested": at("hand"), "redirect": "3-1-3-9-2"}, True),
        ({"requested": at("hand"), "redirect": "3-1-3-9-1"}, False),
        ({"requested": at("hand")}, False),
        ({"redirect": "3-1-3-9-2"}, False),
        ({"requested": at("trash"), "redirect": "3-1-3-9-1"}, False),
        ({"requested": at("trash"), "redirect": "3-1-3-9-2"}, False),
        ({}, True),
    ],
)
def test_cr_4_0_3_1_3_9_a_redirect_says_what_was_asked(
    scene: Scene, more: dict[str, Any], *, fits: bool
) -> None:
    founded = hatched(scene)
    origin = at("breeding", "p1", 0, unit=founded)
    more = more | {"cause": EFFECT | {"breeding": True}}
    seq = scene.record(move("return", origin, at("egg_deck", "p1", -1), **more)).seqs[0]
    expected = [] if fits else [("redirect-unclear", "3-1-3-9", seq, (), "incomplete")]
    assert both(scene) == expected


def test_cr_4_0_3_1_3_9_a_redirect_by_another_clause_is_not_its_business(scene: Scene) -> None:
    scene.deal()
    token = move("play", at("outside"), at("battle"), number="TOKEN-A", owner="p1", cause=EFFECT)
    founded = str(scene.record(token).ids[0])
    more = {"requested": at("hand"), "cause": EFFECT}
    scene.record(move("remove", of_unit(founded, 0), at("outside"), redirect="4-21-5", **more))
    assert lawful(scene)


def test_cr_4_0_3_1_3_9_a_redirect_by_this_clause_ends_in_the_digi_egg_deck(scene: Scene) -> None:
    founded = hatched(scene)
    more = {"requested": at("hand"), "redirect": "3-1-3-9-2"}
    cause = EFFECT | {"breeding": True}
    origin = at("breeding", "p1", 0, unit=founded)
    scene.record(move("return", origin, at("trash"), cause=cause, **more))
    assert [rule for rule, *_ in both(scene)] == ["redirect-unclear"]


def test_cr_4_0_3_1_3_9_where_nobody_knows_what_it_is_nothing_is_found(scene: Scene) -> None:
    scene.record(
        {
            "kind": "game_started",
            "p1": {"deck_count": 3, "egg_deck_count": 1},
            "p2": {"deck_count": 0, "egg_deck_count": 0},
        }
    )
    founded = scene.take("play", "deck", at("battle"), cause=EFFECT)
    scene.record(move("return", of_unit(founded, 0), at("hand"), cause=EFFECT))
    scene.record(move("use", at("hand"), NOWHERE, cause=ACTION))
    assert lawful(scene)
