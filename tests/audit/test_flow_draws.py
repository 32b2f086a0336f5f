"""Draws of the draw phase and for digivolving (CR 4.2 §6-3-1-1, §1-2-3-2, §8-1)."""

from typing import Any

import pytest

from tests.audit.asking import findings
from tests.audit.flowing import FLOW, Flow, action, effect
from tests.rules.scene import at, move


def first_turn(flow: Flow) -> None:
    flow.prepare()
    flow.begin("p1")
    flow.enter("unsuspend", "draw")


def second_turn(flow: Flow) -> None:
    first_turn(flow)
    flow.enter("breeding", "main")
    flow.pass_turn()
    flow.begin("p2")
    flow.enter("unsuspend")
    flow.record({"kind": "phase_entered", "phase": "draw"})


def test_cr_4_2_6_3_1_1_the_first_player_does_not_draw(flow: Flow) -> None:
    first_turn(flow)
    wrong = flow.draw("p1")
    flow.enter("breeding")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event, finding.clause) == ("drew-in-first-turn", wrong, "6-3-1-1")
    assert (finding.severity, finding.players) == ("breach", ("p1",))


def test_cr_4_2_6_3_1_1_the_first_draw_phase_without_a_draw(flow: Flow) -> None:
    first_turn(flow)
    flow.enter("breeding")
    assert flow.flow() == []


def test_cr_4_2_6_3_1_1_in_the_first_draw_phase_an_effect_may_draw(flow: Flow) -> None:
    first_turn(flow)
    flow.draw("p1", **effect("p1"))
    flow.enter("breeding")
    assert flow.flow() == []


def test_cr_4_2_6_3_1_1_a_draw_of_which_the_record_does_not_say_why_is_a_doubt(flow: Flow) -> None:
    first_turn(flow)
    flow.record(move("draw", at("deck", "p1", position=0), at("hand", "p1")))
    flow.enter("breeding")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.severity) == ("drew-in-first-turn", "doubt")


def test_cr_4_2_6_3_1_1_every_other_draw_phase_has_one_draw(flow: Flow) -> None:
    second_turn(flow)
    flow.draw("p2")
    flow.enter("breeding")
    assert flow.flow("p1") == []


def test_cr_4_2_6_3_1_1_a_draw_phase_without_a_draw_is_incomplete(flow: Flow) -> None:
    second_turn(flow)
    left = flow.enter("breeding")
    (finding,) = findings(flow, "p1", rules=FLOW)
    assert (finding.rule, finding.event) == ("draw-unrecorded", left)
    assert (finding.severity, finding.players) == ("incomplete", ("p2",))


@pytest.mark.parametrize(
    "instead",
    [
        {"kind": "attempted", "player": "p2", "what": "draw", "wanted": 1, "done": 0},
        {"kind": "state_repaired", "accepted": True},
    ],
)
def test_cr_4_2_6_3_1_1_where_it_is_said_why_nothing_was_drawn(
    flow: Flow, instead: dict[str, Any]
) -> None:
    second_turn(flow)
    flow.record(instead)
    flow.enter("breeding")
    assert flow.flow() == []


def test_cr_4_2_6_3_1_1_a_draw_of_the_other_player_is_not_the_one(flow: Flow) -> None:
    second_turn(flow)
    flow.draw("p1")
    left = flow.enter("breeding")
    assert flow.flow() == [("draw-unrecorded", left)]


def test_cr_4_2_6_3_1_1_two_draws_are_one_too_many(flow: Flow) -> None:
    second_turn(flow)
    flow.draw("p2")
    wrong = flow.draw("p2")
    flow.enter("breeding")
    (finding,) = findings(flow, "p1", rules=FLOW)
    assert (finding.rule, finding.event, finding.severity) == ("drew-too-many", wrong, "breach")
    assert finding.details["count"] == 2


def emptied(flow: Flow) -> None:
    second_turn(flow)
    for _ in range(4):
        steps = [at("deck", "p2", position=index) for index in range(10)]
        flow.record(*(move("trash", top, at("trash", "p2"), **effect("p1")) for top in steps))


def test_cr_4_2_1_2_3_2_who_cannot_draw_has_lost(flow: Flow) -> None:
    emptied(flow)
    wrong = flow.enter("breeding")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event, finding.clause) == ("deck-out-ignored", wrong, "1-2-3-2")
    assert (finding.severity, finding.players) == ("breach", ("p2",))


def test_cr_4_2_1_2_3_2_the_game_ends_with_an_empty_deck(flow: Flow) -> None:
    emptied(flow)
    flow.finish("p1", "deck_out")
    assert flow.flow() == []


def test_cr_4_2_1_2_3_2_who_draws_the_last_card_plays_on(flow: Flow) -> None:
    second_turn(flow)
    flow.draw("p2")
    for count in (20, 19):
        steps = [at("deck", "p2", position=index) for index in range(count)]
        flow.record(*(move("trash", top, at("trash", "p2"), **effect("p1")) for top in steps))
    assert flow.table.sides["p2"]["deck"] == []
    flow.enter("breeding")
    assert flow.flow() == []


def digivolved(flow: Flow, **more: Any) -> int:
    first_turn(flow)
    flow.enter("breeding")
    unit = str(flow.hatch("p1"))
    flow.enter("main")
    top = at("breeding", "p1", position=0, unit=unit)
    flow.record(move("digivolve", at("hand", "p1"), top, **(action("p1") | more), number="A-1"))
    return flow.last_seq


def test_cr_4_2_8_1_who_digivolves_draws(flow: Flow) -> None:
    seq = digivolved(flow)
    flow.draw("p1", cause={"kind": "rule", "event": seq})
    flow.pass_turn()
    assert flow.flow("spectator") == []


def test_cr_4_2_8_1_a_digivolution_without_a_draw_is_incomplete(flow: Flow) -> None:
    seq = digivolved(flow)
    flow.pass_turn()
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event, finding.clause) == ("digivolved-without-draw", seq, "8-1")
    assert (finding.severity, finding.players) == ("incomplete", ("p1",))


def test_cr_4_2_8_1_the_draw_of_an_effect_is_another_one(flow: Flow) -> None:
    seq = digivolved(flow)
    flow.draw("p1", **effect("p1"))
    place = {"zone": "hand", "side": "p1"}
    flow.record({"kind": "declared", "player": "p1", "action": "play", "place": place})
    assert flow.flow() == [("digivolved-without-draw", seq)]


@pytest.mark.parametrize("more", [effect("p1"), {"route": "blast"}])
def test_cr_4_2_8_1_of_other_digivolutions_nothing_is_said(
    flow: Flow, more: dict[str, Any]
) -> None:
    digivolved(flow, **more)
    flow.pass_turn()
    assert flow.flow() == []


def test_cr_4_2_8_1_a_draw_that_was_not_possible_is_recorded_as_such(flow: Flow) -> None:
    digivolved(flow)
    flow.record({"kind": "attempted", "player": "p1", "what": "draw", "wanted": 1, "done": 0})
    flow.pass_turn()
    assert flow.flow() == []


def test_cr_4_2_8_1_from_an_empty_deck_nothing_is_drawn(flow: Flow) -> None:
    first_turn(flow)
    flow.enter("breeding")
    unit = str(flow.hatch("p1"))
    flow.enter("main")
    steps = [at("deck", "p1", position=index) for index in range(40)]
    flow.record(*(move("trash", top, at("trash", "p1"), **effect("p2")) for top in steps))
    top = at("breeding", "p1", position=0, unit=unit)
    flow.record(move("digivolve", at("hand", "p1"), top, **action("p1"), number="A-1"))
    flow.pass_turn()
    assert flow.flow() == []


def test_cr_4_2_8_1_the_end_of_the_game_leaves_nothing_due(flow: Flow) -> None:
    digivolved(flow)
    flow.finish("p2", "concession")
    assert flow.flow() == []


def test_cr_4_2_1_2_3_2_a_turn_that_ends_with_the_game_is_in_order(flow: Flow) -> None:
    emptied(flow)
    flow.finish("p1", "deck_out")
    flow.end()
    assert flow.flow() == []
