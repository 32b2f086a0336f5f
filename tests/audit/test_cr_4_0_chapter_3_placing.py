"""CR 4.0 §3-1-3-5, §3-1-3-7, §3-1-3-8: how and where cards are placed, and what is shown."""

from typing import Any

import pytest

from tests.audit.chapter_3 import (
    ACTION,
    EFFECT,
    JUDGE,
    RULE,
    THEIRS,
    A,
    B,
    C,
    asked,
    both,
    lawful,
    of_unit,
    unit,
)
from tests.rules.scene import Scene, at, move


@pytest.mark.parametrize(("zone", "facing"), [("deck", "up"), ("hand", "up"), ("trash", "down")])
@pytest.mark.parametrize(("cause", "severity"), [(ACTION, "breach"), (EFFECT, "doubt")])
def test_cr_4_0_3_1_3_5_a_card_lies_the_wrong_way_up(
    scene: Scene, zone: str, facing: str, cause: dict[str, Any], severity: str
) -> None:
    scene.deal([A, B])
    founded = unit(scene)
    position = None if zone == "hand" else 0
    event = move("return", of_unit(founded, 0), at(zone, "p1", position), cause=cause)
    seq = scene.record(event | {"facing": facing}).seqs[0]
    assert both(scene) == [("facing", "3-1-3-5", seq, ("p1",), severity)]


@pytest.mark.parametrize("zone", ["deck", "hand", "trash", "security"])
def test_cr_4_0_3_1_3_5_a_card_lies_as_its_area_says(scene: Scene, zone: str) -> None:
    scene.deal([A, B])
    founded = unit(scene)
    position = None if zone == "hand" else 0
    scene.record(move("return", of_unit(founded, 0), at(zone, "p1", position), cause=EFFECT))
    assert lawful(scene)


@pytest.mark.parametrize(("cause", "finds"), [(RULE, ["facing"]), (EFFECT, []), (JUDGE, [])])
def test_cr_4_0_3_7_2_security_lies_face_down_unless_a_text_says_so(
    scene: Scene, cause: dict[str, Any], finds: list[str]
) -> None:
    scene.deal([A, B])
    scene.take("place", "deck", at("security", position=0), facing="up", cause=cause)
    assert [rule for rule, *_ in both(scene)] == finds


def asking(revealed: bool | None = None) -> dict[str, Any]:
    more = {} if revealed is None else {"revealed": revealed}
    return {"cause": EFFECT | {"asks": True}, **more}


@pytest.mark.parametrize(("revealed", "severity"), [(False, "breach"), (None, "incomplete")])
def test_cr_4_0_3_1_3_7_what_was_asked_for_was_not_shown(
    secured: Scene, revealed: bool | None, severity: str
) -> None:
    secured.take("add", "security", at("hand"), **asking(revealed))
    seq = secured.recorder.version - 1
    assert asked(secured, "ja") == [("reveal-missing", "3-1-3-7", seq, ("p1",), severity)]
    expected = ("reveal-missing-in-english", "3-1-3-7", seq, ("p1",), "doubt")
    assert asked(secured, "en") == [expected]
    assert asked(secured, "ja", "p2") == asked(secured, "ja")


def test_cr_4_0_3_1_3_7_what_was_asked_for_was_shown(secured: Scene) -> None:
    secured.take("add", "security", at("hand"), **asking(revealed=True))
    secured.record({"kind": "revealed", "place": at("security", "p1", 0), "count": 1})
    secured.take("add", "security", at("hand"), **asking())
    assert lawful(secured)


def test_cr_4_0_3_1_3_7_it_was_shown_for_the_effect_and_hidden_again(secured: Scene) -> None:
    effect = secured.record({"kind": "effect_activated", "player": "p1"}).seqs[0]
    shown = {"kind": "revealed", "place": at("security", "p1", 0), "count": 1}
    showing = secured.record(shown).seqs[0]
    secured.record({"kind": "showing_ended", "showing": showing})
    cause = EFFECT | {"asks": True, "event": effect}
    secured.take("add", "security", at("hand"), cause=cause)
    assert lawful(secured)


def test_cr_4_0_3_1_3_7_cards_from_the_trash_are_seen(secured: Scene) -> None:
    secured.take("trash", "deck", at("trash"), 1, cause=EFFECT)
    secured.record(move("return", at("trash", "p1", 0), at("hand"), **asking()))
    assert lawful(secured)


def test_cr_4_0_3_1_3_7_what_was_not_asked_for_may_be_shown_or_not(secured: Scene) -> None:
    secured.take("add", "security", at("hand"), cause=EFFECT)
    secured.take("add", "security", at("hand"), cause=EFFECT, revealed=True)
    assert lawful(secured)


def test_cr_4_0_3_1_3_8_a_card_went_to_the_other_players_place(scene: Scene) -> None:
    scene.deal([], [], [A])
    founded = unit(scene, side="p2")
    origin = at("battle", "p2", 0, unit=founded)
    seq = scene.record(move("return", origin, at("hand", "p1"), cause=EFFECT)).seqs[0]
    assert both(scene) == [("owners-place", "3-1-3-8", seq, ("p2",), "breach")]


@pytest.mark.parametrize("cause", [RULE, ACTION])
def test_cr_4_0_3_1_3_8_a_rule_put_it_there_in_japanese(
    scene: Scene, cause: dict[str, Any]
) -> None:
    scene.deal([], [], [A])
    founded = unit(scene, side="p2")
    origin = at("battle", "p2", 0, unit=founded)
    seq = scene.record(move("delete", origin, at("trash", "p1"), cause=cause)).seqs[0]
    found = [("owners-place-by-rule", "3-1-3-8", seq, ("p2",), "breach")]
    assert (asked(scene, "ja"), asked(scene, "en")) == (found, [])


@pytest.mark.parametrize("cause", [EFFECT, RULE, {"kind": "unknown"}])
def test_cr_4_0_3_1_3_8_a_card_under_the_other_players_unit_goes_to_its_owner(
    scene: Scene, cause: dict[str, Any]
) -> None:
    scene.deal([A, B], [], [C])
    founded = unit(scene)
    below = move("place_under", at("deck", "p2", 0), at("battle", unit=founded), cause=EFFECT)
    scene.record(below)
    origins = [of_unit(founded, 0), of_unit(founded, 1)]
    scene.record(*(move("delete", one, {"zone": "trash"}, cause=cause) for one in origins))
    assert len(scene.ids("trash", "p2")) == 1
    assert lawful(scene)


def test_cr_4_0_3_1_3_8_a_judge_may_put_it_anywhere(scene: Scene) -> None:
    scene.deal([], [], [A])
    founded = unit(scene, side="p2")
    origin = at("battle", "p2", 0, unit=founded)
    scene.record(move("return", origin, at("hand", "p1"), cause=JUDGE))
    assert lawful(scene)


def test_cr_4_0_3_1_3_8_a_card_was_played_on_the_other_side(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("draw", "deck", at("hand"), 2, cause=RULE)
    event = move("play", at("hand"), at("battle", "p2"), number=A, cause=ACTION)
    seq = scene.record(event).seqs[0]
    found = [("owners-field", "3-1-3-8", seq, ("p1",), "breach")]
    assert (asked(scene, "ja"), asked(scene, "en")) == (found, [])


def test_cr_4_0_3_1_3_8_what_lies_on_the_other_side_becomes_a_material_there(
    scene: Scene,
) -> None:
    scene.deal([A, B], [], [C])
    below = unit(scene)
    origin = at("deck", "p2", 0)
    scene.record(move("place_under", origin, at("battle", unit=below), cause=EFFECT))
    new = str(scene.recorder.version)
    scene.record(
        move("digivolve", at("deck", "p1", 0), at("battle"), route="dna", cause=ACTION),
        *(
            move("material", of_unit(below, index), at("battle", unit=new), cause=ACTION)
            for index in (0, 1)
        ),
    )
    assert lawful(scene)


def test_cr_4_0_3_1_3_8_an_effect_may_put_it_on_the_other_side(scene: Scene) -> None:
    scene.deal([A, B])
    scene.record(move("play", at("deck", "p1", 0), at("battle", "p2"), cause=EFFECT))
    assert lawful(scene)


@pytest.mark.parametrize(("side", "finds"), [("p1", ["owners-token"]), ("p2", [])])
def test_cr_4_0_3_1_3_8_q4538_a_token_goes_back_to_its_provider(
    scene: Scene, side: str, finds: list[str]
) -> None:
    scene.deal()
    token = move("play", at("outside"), at("battle", "p1"), number="TOKEN-A", owner="p2")
    founded = str(scene.record(token | {"cause": THEIRS}).ids[0])
    scene.record(move("remove", of_unit(founded, 0), at("outside", side), cause=RULE))
    assert [rule for rule, *_ in both(scene)] == finds
