"""CR 4.0 §3-4-5: the breeding area holds one unit, which effects do not reach."""

from typing import Any

import pytest

from tests.audit.chapter_3 import (
    ACTION,
    EFFECT,
    EGG,
    EGG_2,
    JUDGE,
    RULE,
    THEIRS,
    A,
    B,
    C,
    D,
    E,
    both,
    expected,
    lawful,
    unit,
)
from tests.rules.scene import Scene, at, move

NAMED = EFFECT | {"breeding": True}


NOT_NAMED = EFFECT | {"breeding": False}


LEVELS = pytest.mark.parametrize(
    ("cause", "severity"), [(NOT_NAMED, "breach"), (EFFECT, "doubt"), (NAMED, None)]
)
"""An effect that names the breeding area, one that does not, one of which nobody says it."""


@pytest.fixture
def bred(scene: Scene) -> str:
    """A unit of two cards in p1's breeding area."""
    scene.deal([A, B, C, D, E], [EGG, EGG_2], [A, B])
    founded = scene.take("hatch", "egg_deck", at("breeding"), cause=ACTION)
    on_top = at("breeding", "p1", 0, unit=founded)
    scene.record(move("digivolve", at("deck", "p1", 0), on_top, cause=ACTION))
    return founded


@pytest.mark.usefixtures("bred")
def test_cr_4_0_3_4_5_2_a_second_unit_was_hatched(scene: Scene) -> None:
    assert lawful(scene)  # two cards, one unit: under the English reading too
    seq = scene.record(move("hatch", at("egg_deck", "p1", 0), at("breeding"), cause=ACTION)).seqs[0]
    assert both(scene) == [("breeding-full", "3-4-5-2", seq, ("p1",), "breach")]


@pytest.mark.usefixtures("bred")
def test_cr_4_0_3_4_5_2_a_second_unit_was_moved_there(scene: Scene) -> None:
    founded = unit(scene)
    seq = scene.record({"kind": "moved", "unit": founded, "to": "breeding", "cause": NAMED}).seqs[0]
    assert both(scene) == [("breeding-full", "3-4-5-2", seq, ("p1",), "breach")]


def test_cr_4_0_3_4_5_2_each_side_has_room_for_one(scene: Scene, bred: str) -> None:
    scene.record(move("play", at("deck", "p2", 0), at("breeding", "p2"), cause=THEIRS))
    scene.record({"kind": "moved", "unit": bred, "cause": ACTION})
    scene.take("hatch", "egg_deck", at("breeding"), cause=ACTION)
    assert lawful(scene)


def test_cr_4_0_3_4_5_2_a_card_was_hatched_onto_a_unit(scene: Scene, bred: str) -> None:
    goal = at("breeding", "p1", -1, unit=bred)
    seq = scene.record(move("hatch", at("egg_deck", "p1", 0), goal, cause=ACTION)).seqs[0]
    assert both(scene) == [("hatched-onto-a-unit", "3-4-5-2", seq, ("p1",), "breach")]


def test_cr_4_0_3_4_5_2_an_effect_may_call_it_hatching(scene: Scene, bred: str) -> None:
    goal = at("breeding", "p1", -1, unit=bred)
    seq = scene.record(move("hatch", at("egg_deck", "p1", 0), goal, cause=NAMED)).seqs[0]
    assert both(scene) == [("hatched-onto-a-unit", "3-4-5-2", seq, ("p1",), "doubt")]


@LEVELS
def test_cr_4_0_3_4_5_3_an_effect_turned_a_unit_there(
    scene: Scene, bred: str, cause: dict[str, Any], severity: str | None
) -> None:
    event = {"kind": "orientation_changed", "unit": bred, "orientation": "suspended"}
    seq = scene.record(event | {"cause": cause}).seqs[0]
    assert both(scene) == expected("breeding-affected", "3-4-5-3", seq, severity)


@LEVELS
def test_cr_4_0_3_4_5_3_an_effect_on_all_units_is_not_for_it(
    scene: Scene, bred: str, cause: dict[str, Any], severity: str | None
) -> None:
    other = unit(scene)
    event = {"kind": "status_applied", "status": "s", "what": "DP", "value": 1000}
    scene.record(event | {"units": [other], "cause": cause})
    assert lawful(scene)
    seq = scene.record(event | {"units": [other, bred], "cause": cause}).seqs[0]
    assert both(scene) == expected("breeding-affected", "3-4-5-3", seq, severity)


@LEVELS
def test_cr_4_0_3_4_5_3_an_effect_took_a_card_from_there(
    scene: Scene, bred: str, cause: dict[str, Any], severity: str | None
) -> None:
    origin = at("breeding", "p1", 0, unit=bred)
    seq = scene.record(move("trash", origin, at("trash"), cause=cause)).seqs[0]
    assert both(scene) == expected("breeding-affected", "3-4-5-3", seq, severity)


@pytest.mark.parametrize("cause", [ACTION, RULE, JUDGE, {"kind": "unknown"}])
def test_cr_4_0_3_4_5_3_no_effect_did_it(scene: Scene, bred: str, cause: dict[str, Any]) -> None:
    event = {"kind": "orientation_changed", "unit": bred, "orientation": "suspended"}
    scene.record(event | {"cause": cause})
    scene.record({"kind": "moved", "unit": bred, "cause": cause})
    assert lawful(scene)


def test_cr_4_0_3_4_5_3_an_effect_of_the_unit_itself_is_asked_about_once(
    scene: Scene, bred: str
) -> None:
    effect = {"kind": "effect_activated", "player": "p1", "source": bred}
    seq = scene.record(effect).seqs[0]
    for cause in (EFFECT | {"source": bred}, EFFECT | {"event": seq}):
        event = {"kind": "orientation_changed", "unit": bred, "orientation": "suspended"}
        scene.record(event | {"cause": cause})
    assert both(scene) == expected("breeding-effect", "3-4-5-4", seq, "doubt")


def test_cr_4_0_3_4_5_3_an_effect_that_moves_it_names_the_area(scene: Scene, bred: str) -> None:
    scene.record({"kind": "moved", "unit": bred, "cause": EFFECT})
    assert lawful(scene)


@LEVELS
@pytest.mark.parametrize("kind", ["effect_triggered", "effect_activated"])
def test_cr_4_0_3_4_5_4_an_effect_of_a_card_there(
    scene: Scene, bred: str, kind: str, cause: dict[str, Any], severity: str | None
) -> None:
    top = scene.table.units[bred].cards[0].id
    event = {"kind": kind, "pending": "x", "player": "p1", "source": top, "cause": cause}
    seq = scene.record(event).seqs[0]
    assert both(scene) == expected("breeding-effect", "3-4-5-4", seq, severity)


def test_cr_4_0_3_4_5_4_after_it_moved_it_has_its_effects(scene: Scene, bred: str) -> None:
    scene.record({"kind": "moved", "unit": bred, "cause": ACTION})
    event = {"kind": "effect_activated", "player": "p1", "source": bred, "cause": NOT_NAMED}
    scene.record(event)
    assert lawful(scene)


@LEVELS
def test_cr_4_0_3_4_5_5_a_unit_there_was_chosen(
    scene: Scene, bred: str, cause: dict[str, Any], severity: str | None
) -> None:
    other = unit(scene)
    choice = {"kind": "choice_made", "player": "p2", "what": "one", "units": [other, bred]}
    seq = scene.record(choice | {"chosen": [bred], "cause": cause}).seqs[0]
    found = [("breeding-chosen", "3-4-5-5", seq, ("p2",), severity)] if severity else []
    assert both(scene) == found


def test_cr_4_0_3_4_5_5_a_card_of_it_was_chosen(scene: Scene, bred: str) -> None:
    top = scene.table.units[bred].cards[0].id
    choice = {"kind": "choice_made", "player": "p2", "what": "one", "cards": [top, bred]}
    seq = scene.record(choice | {"chosen": [top], "cause": NOT_NAMED}).seqs[0]
    assert both(scene) == [("breeding-chosen", "3-4-5-5", seq, ("p2",), "breach")]


def test_cr_4_0_3_4_5_5_a_word_is_no_unit(scene: Scene, bred: str) -> None:
    choice = {"kind": "choice_made", "player": "p2", "what": "one", "words": [bred, "0"]}
    scene.record(choice | {"chosen": [bred], "cause": NOT_NAMED})
    assert lawful(scene)


@pytest.mark.parametrize(
    ("cause", "severity"), [(NOT_NAMED, "doubt"), (EFFECT, None), (NAMED, None), (ACTION, None)]
)
def test_cr_4_0_3_4_5_8_a_unit_there_was_offered(
    scene: Scene, bred: str, cause: dict[str, Any], severity: str | None
) -> None:
    other = unit(scene)
    choice = {"kind": "choice_made", "player": "p2", "what": "one", "units": [other, bred]}
    seq = scene.record(choice | {"chosen": [other], "cause": cause}).seqs[0]
    assert both(scene) == expected("breeding-read", "3-4-5-8", seq, severity)


@LEVELS
@pytest.mark.parametrize("kind", ["revealed", "looked_at"])
def test_cr_4_0_3_4_5_8_cards_there_were_shown_for_an_effect(
    scene: Scene, bred: str, kind: str, cause: dict[str, Any], severity: str | None
) -> None:
    viewer = {"viewer": "p2"} if kind == "looked_at" else {}
    event = {"kind": kind, "place": at("breeding", "p1", 1, unit=bred), "count": 1, **viewer}
    seq = scene.record(event | {"cause": cause}).seqs[0]
    assert both(scene) == expected("breeding-read", "3-4-5-8", seq, severity)


def test_cr_4_0_3_4_5_5_an_action_may_choose_it(scene: Scene, bred: str) -> None:
    choice = {"kind": "choice_made", "player": "p1", "what": "one", "units": [bred]}
    scene.record(choice | {"chosen": [bred], "cause": ACTION})
    assert lawful(scene)


@LEVELS
@pytest.mark.usefixtures("bred")
def test_cr_4_0_3_4_5_6_what_happened_there_triggered_an_effect(
    scene: Scene, cause: dict[str, Any], severity: str | None
) -> None:
    digivolved = scene.recorder.version - 1
    event = {"kind": "effect_triggered", "pending": "x", "player": "p1", "source": unit(scene)}
    seq = scene.record(event | {"cause": cause | {"event": digivolved}}).seqs[0]
    found = expected("breeding-trigger", "3-4-5-6", seq, severity)
    assert both(scene) == found


def test_cr_4_0_3_4_5_6_hatching_may_trigger_effects(scene: Scene) -> None:
    scene.deal([A], [EGG])
    founded = unit(scene)
    hatched = scene.take("hatch", "egg_deck", at("breeding"), cause=ACTION)
    event = {"kind": "effect_triggered", "pending": "x", "player": "p1", "source": founded}
    scene.record(event | {"cause": EFFECT | {"event": int(hatched)}})
    assert lawful(scene)


@pytest.mark.usefixtures("bred")
@pytest.mark.parametrize(("reason", "finds"), [("breeding", 1), ("declined", 0)])
def test_cr_4_0_3_4_5_7_a_condition_that_only_the_area_meets(
    scene: Scene, reason: str, finds: int
) -> None:
    effect = {"player": "p1", "pending": "x", "source": unit(scene)}
    scene.record({"kind": "effect_triggered", **effect})
    scene.record({"kind": "effect_not_activated", "reason": reason, **effect})
    seq = scene.record({"kind": "effect_activated", **effect}).seqs[0]
    assert both(scene) == expected("breeding-condition", "3-4-5-7", seq, "breach")[:finds]
