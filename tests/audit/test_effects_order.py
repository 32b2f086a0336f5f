"""CR 4.2 §15-4, §1-3-5: which effect goes first, who chooses, and what becomes of it."""

from typing import Any

import pytest

from tests.audit.beyond import JUDGE, Field, Found, begin
from tests.rules.scene import Scene


@pytest.fixture
def field(scene: Scene) -> Field:
    return begin(scene)


def test_cr_4_2_15_4_3_5_the_turn_players_effects_go_first(field: Field) -> None:
    for name, player in (("x", "p2"), ("y", "p1"), ("z", "p1")):
        field.trigger(name, player)
    for name, player in (("z", "p1"), ("y", "p1"), ("x", "p2")):
        field.activate(name, player)
    field.end_turn()
    assert field.asked() == []


def order_broken(seq: int, severity: str = "breach") -> list[Found]:
    return [("activation-order", "15-4-3-5", seq, ("p2", "p1"), severity)]


def test_cr_4_2_15_4_3_5_the_other_player_goes_first(field: Field) -> None:
    field.trigger("x", "p2")
    field.trigger("y", "p1")
    field.trigger("z", "p1")
    seq = field.activate("x", "p2")
    assert field.asked() == []  # the others may have been lost without anybody writing it down
    field.activate("y", "p1")
    field.activate("z", "p1")
    assert field.asked() == order_broken(seq)
    assert field.asked("spectator") == field.asked()


def test_cr_4_2_15_4_3_5_the_other_player_goes_between(field: Field) -> None:
    for name, player in (("x", "p2"), ("y", "p1"), ("z", "p1")):
        field.trigger(name, player)
    field.activate("y", "p1")
    seq = field.activate("x", "p2")
    told = {"kind": "effect_not_activated", "pending": "z", "player": "p1"}
    field.record(told | {"reason": "declined"})
    assert field.asked() == order_broken(seq)


def test_cr_4_2_15_4_3_5_what_is_not_called_triggered_is_a_doubt(field: Field) -> None:
    field.trigger("x", "p2", None)
    field.trigger("y", "p1", None)
    seq = field.activate("x", "p2")
    field.activate("y", "p1")
    assert field.asked() == order_broken(seq, "doubt")


@pytest.mark.parametrize("manner", ["immediate", "derived"])
def test_cr_4_2_15_4_3_5_what_interrupts_or_is_derived_goes_before(
    field: Field, manner: str
) -> None:
    field.trigger("y", "p1")
    field.trigger("x", "p2", manner)
    field.activate("x", "p2")
    field.activate("y", "p1")
    assert field.asked() == []


def test_cr_4_2_15_4_3_5_what_triggers_later_comes_later(field: Field) -> None:
    field.trigger("x", "p2")
    field.activate("x", "p2")
    field.trigger("y", "p1")
    field.activate("y", "p1")
    assert field.asked() == []


def test_cr_4_2_15_4_3_5_what_triggered_at_another_time_is_not_compared(field: Field) -> None:
    field.trigger("x", "p2")
    field.activate(None)
    field.trigger("y", "p1")
    field.activate("x", "p2")
    field.activate("y", "p1")
    assert field.asked() == []


def test_cr_4_2_15_4_3_5_a_judge_may_have_it_activated(field: Field) -> None:
    for name, player, manner in (("x", "p2", "triggered"), ("y", "p1", "triggered")):
        field.trigger(name, player, manner)
    field.activate("x", "p2")
    field.activate("y", "p1", cause=JUDGE, ordering=chosen("p2"))
    field.activate("z", "p1", cause=JUDGE)
    assert field.asked() == []


def test_cr_4_2_15_4_3_5_turns_are_not_compared(field: Field) -> None:
    field.trigger("y", "p2")
    field.trigger("x", "p1")
    field.activate("x", "p1")
    field.record({"kind": "turn_started", "player": "p2", "turn": 4})
    field.activate("y", "p2")
    assert field.asked() == []


@pytest.mark.parametrize("manner", ["immediate", None])
def test_cr_4_2_15_4_5_what_interrupts_goes_before_what_is_derived(
    field: Field, manner: str | None
) -> None:
    field.trigger("x", "p1", manner)
    field.trigger("z", "p1", "derived")
    field.activate("x")
    field.activate("z")
    assert field.asked() == []


def test_cr_4_2_15_4_5_what_triggers_after_it_is_not_compared(field: Field) -> None:
    field.trigger("z", "p1", "derived")
    field.trigger("x")
    field.activate("x")
    field.activate("z")
    assert field.asked() == []


def test_cr_4_2_15_4_3_5_what_came_to_nothing_before_did_not_wait(field: Field) -> None:
    field.trigger("x", "p2")
    field.trigger("y", "p1")
    field.activate("x", "p2")
    told = {"kind": "effect_not_activated", "pending": "y", "player": "p1"}
    field.record(told | {"reason": "lost"})
    assert field.asked() == []


def test_cr_4_2_15_4_5_what_was_waiting_goes_before_what_is_derived(field: Field) -> None:
    field.trigger("x")
    field.trigger("y")
    field.activate("x")
    field.trigger("z", "p2", "derived")
    seq = field.activate("y")
    field.activate("z", "p2")
    assert field.asked() == [("derived-later", "15-4-5", seq, ("p1",), "breach")]


def test_cr_4_2_15_4_5_what_is_derived_goes_first(field: Field) -> None:
    field.trigger("x")
    field.trigger("y")
    field.activate("x")
    field.trigger("z", "p2", "derived")
    field.activate("z", "p2")
    field.activate("y")
    assert field.asked() == []


def chosen(chooser: str | None, candidates: list[str] | None = None) -> dict[str, Any]:
    ordering: dict[str, Any] = {"chooser": chooser, "rank": 0, "public": True}
    return ordering if candidates is None else ordering | {"candidates": candidates}


def test_cr_4_2_15_4_3_5_the_other_player_chose_its_order(field: Field) -> None:
    field.trigger("x")
    seq = field.activate("x", ordering=chosen("p2"))
    found = ("activation-chooser", "15-4-3-5", seq, ("p2", "p1"), "breach")
    assert field.asked() == [found]


@pytest.mark.parametrize("chooser", ["p1", None, "judge"])
def test_cr_4_2_15_4_3_5_its_player_chose_it(field: Field, chooser: str | None) -> None:
    field.trigger("x")
    field.trigger("y")
    field.activate("x", ordering=chosen(chooser, ["x", "y"]))
    field.activate("y")
    assert field.asked() == []


def test_cr_4_2_15_4_3_5_what_was_chosen_could_not_be(field: Field) -> None:
    for name in ("x", "y", "z"):
        field.trigger(name)
    seq = field.activate("x", ordering=chosen("p1", ["y", "z"]))
    found = ("activation-candidates", "15-4-3-5", seq, ("p1",), "incomplete")
    assert field.asked() == [found]


def test_cr_4_2_15_4_3_5_the_candidates_may_be_cards(field: Field) -> None:
    field.trigger("x")
    cards = [field.mine, field.also_mine]
    field.activate("x", source=field.mine, ordering=chosen("p1", cards))
    assert field.asked() == []


def test_cr_4_2_15_4_3_5_it_is_not_on_record_which_one_was_chosen(field: Field) -> None:
    field.activate(None, ordering=chosen("p1", ["x", "y"]))
    assert field.asked() == []


def test_cr_4_2_15_4_what_waits_is_activated_once(field: Field) -> None:
    field.trigger("x")
    field.activate("x")
    seq = field.activate("x")
    assert field.asked() == [("pending-untriggered", "15-4", seq, ("p1",), "incomplete")]


def test_cr_4_2_15_4_its_name_may_be_used_again(field: Field) -> None:
    for _ in range(2):
        field.trigger("x")
        field.activate("x")
        field.record({"kind": "effect_resolved", "pending": "x", "player": "p1"})
    assert field.asked() == []


@pytest.mark.parametrize("kind", ["effect_activated", "effect_resolved", "effect_not_activated"])
def test_cr_4_2_15_4_what_never_triggered(field: Field, kind: str) -> None:
    told = {"kind": kind, "pending": "x", "player": "p2"}
    seq = field.record(told | ({"reason": "lost"} if kind == "effect_not_activated" else {}))
    assert field.asked() == [("pending-untriggered", "15-4", seq, ("p2",), "incomplete")]


def test_cr_4_2_15_4_what_is_activated_without_waiting(field: Field) -> None:
    field.activate(None)
    field.record({"kind": "effect_resolved", "player": "p1"})
    assert field.asked() == []


def test_cr_4_2_15_4_something_waits_when_the_turn_ends(field: Field) -> None:
    seq = field.trigger("x", "p2")
    field.end_turn()
    field.record({"kind": "turn_started", "player": "p2", "turn": 4})
    field.end_turn()
    assert field.asked() == [("pending-left", "15-4", seq, ("p2",), "incomplete")]


def test_cr_4_2_15_4_4_3_it_was_lost_with_its_card(field: Field) -> None:
    field.record({"kind": "effect_triggered", "pending": "x", "player": "p1", "source": field.mine})
    field.delete(field.mine, cause={"kind": "rule"})
    field.end_turn()
    assert field.asked() == []


@pytest.mark.parametrize("more", [{"cause": JUDGE}, {"reason": "judge"}, {"reason": "time"}])
def test_cr_4_2_15_4_a_judge_or_the_clock_may_end_the_turn(
    field: Field, more: dict[str, Any]
) -> None:
    field.trigger("x", "p2")
    field.end_turn(**more)
    assert field.asked() == []


def choices(*players: str, what: str = "one") -> list[dict[str, Any]]:
    return [{"kind": "choice_made", "player": player, "what": what} for player in players]


def test_cr_4_2_1_3_5_the_other_player_chooses_first(field: Field) -> None:
    seq = field.record(*choices("p2", "p1"))
    assert field.asked() == [("choice-order", "1-3-5", seq, ("p2", "p1"), "doubt")]


def test_cr_4_2_1_3_5_the_turn_player_chooses_first(field: Field) -> None:
    field.record(*choices("p1", "p2"))
    field.record(*choices("p2", "p2"))
    field.record(*choices("p2"))
    field.record(*choices("p1"))
    assert field.asked() == []
