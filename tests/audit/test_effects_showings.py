"""CR 4.2 §15-15-3: what is revealed or looked at is put away, and not drawn."""

import pytest

from tests.audit.beyond import JUDGE, Field, begin
from tests.rules.scene import Scene, at, move


@pytest.fixture
def field(scene: Scene) -> Field:
    return begin(scene)


def test_cr_4_2_15_15_3_5_a_revealed_card_is_drawn(field: Field) -> None:
    revealing = field.activate(None)
    cause = {"kind": "effect", "event": revealing, "player": "p1"}
    place = at("deck", "p1", 0)
    shown = {"kind": "revealed", "place": place, "count": 2, "numbers": [None, None]}
    field.record(shown | {"cause": cause})
    seq = field.record(move("draw", place, at("hand"), cause=cause))
    assert field.asked() == [("drew-a-revealed-card", "15-15-3-5", seq, ("p1",), "breach")]


def test_cr_4_2_15_15_3_5_another_card_is_drawn(field: Field) -> None:
    place = at("deck", "p1", 0)
    seq = field.record({"kind": "revealed", "place": place, "count": 2, "numbers": [None, None]})
    field.record(move("draw", at("deck", "p1", 2), at("hand"), cause={"kind": "rule"}))
    field.record({"kind": "showing_ended", "showing": seq})
    field.record(move("draw", place, at("hand"), cause={"kind": "rule"}))
    field.end_turn()
    assert field.asked() == []


def test_cr_4_2_15_15_3_5_the_end_of_a_reveal_is_not_on_record(field: Field) -> None:
    place = at("deck", "p1", 0)
    field.record({"kind": "revealed", "place": place, "count": 1, "numbers": [None]})
    seq = field.record(move("draw", place, at("hand"), cause={"kind": "rule"}))
    assert field.asked() == [("drew-a-revealed-card", "15-15-3-5", seq, ("p1",), "incomplete")]


def test_cr_4_2_15_15_3_5_a_card_that_one_player_looks_at_is_drawn(field: Field) -> None:
    place = at("deck", "p1", 0)
    looked = {"kind": "looked_at", "place": place, "count": 1, "numbers": [None], "viewer": "p1"}
    field.record(looked)
    field.record(move("draw", place, at("hand"), cause={"kind": "rule"}))
    assert field.asked() == []


def test_cr_4_2_15_15_3_5_a_judge_may_give_a_revealed_card(field: Field) -> None:
    place = at("deck", "p1", 0)
    field.record({"kind": "revealed", "place": place, "count": 1, "numbers": [None]})
    field.record(move("draw", place, at("hand"), cause=JUDGE))
    assert field.asked() == []


@pytest.mark.parametrize("kind", ["revealed", "looked_at"])
def test_cr_4_2_15_15_3_cards_are_still_shown_at_the_end(field: Field, kind: str) -> None:
    shown = {"kind": kind, "place": at("deck", "p2", 0), "count": 2, "numbers": [None, None]}
    seq = field.record(shown | ({"viewer": "p1"} if kind == "looked_at" else {}))
    field.end_turn()
    assert field.asked() == [("showing-unended", "15-15-3", seq, ("p2",), "incomplete")]
    field.record({"kind": "turn_started", "player": "p2", "turn": 4})
    field.end_turn()
    assert field.asked() == [("showing-unended", "15-15-3", seq, ("p2",), "incomplete")]


def test_cr_4_2_15_15_3_shown_cards_were_put_away(field: Field) -> None:
    shown = {"kind": "revealed", "place": at("deck", "p1", 0), "count": 2}
    field.record(shown | {"numbers": [None, None]})
    cause = {"kind": "effect", "player": "p1"}
    field.record(move("add", at("deck", "p1", 0), at("hand"), cause=cause))
    field.record(move("return", at("deck", "p1", 0), at("deck", "p1", -1), cause=cause))
    field.end_turn()
    assert field.asked() == []
