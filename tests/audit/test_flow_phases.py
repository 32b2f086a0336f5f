"""Phases and what is done in them (CR 4.2 §6-1-2, §4-17, §4-18)."""

from typing import Any

import pytest

from tests.audit.asking import findings
from tests.audit.flowing import FLOW, UP_TO_MAIN, Flow, action, effect
from tests.rules.scene import at, move


def begun(flow: Flow, *phases: str) -> None:
    flow.prepare()
    flow.begin("p1")
    flow.enter(*phases)


def test_cr_4_2_6_1_2_the_phases_in_their_order(flow: Flow) -> None:
    begun(flow, *UP_TO_MAIN, "end")
    assert flow.flow("spectator") == []


def test_cr_4_2_6_1_2_no_phase_comes_back(flow: Flow) -> None:
    begun(flow, "unsuspend", "draw", "breeding")
    wrong = flow.enter("draw")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event, finding.clause) == ("phase-order", wrong, "6-1-2")
    assert (finding.severity, finding.players) == ("breach", ("p1",))
    assert finding.happened == "the draw phase was entered after the breeding phase"


def test_cr_4_2_6_1_2_a_phase_entered_twice_is_a_doubt(flow: Flow) -> None:
    begun(flow, *UP_TO_MAIN)
    flow.enter("main")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.severity) == ("phase-order", "doubt")


def test_cr_4_2_6_6_4_from_the_end_it_goes_back_to_the_main_phase(flow: Flow) -> None:
    begun(flow, *UP_TO_MAIN, "end", "main", "end")
    assert flow.flow() == []


def test_cr_4_2_6_1_2_phases_left_out_are_incomplete(flow: Flow) -> None:
    begun(flow, "unsuspend")
    entered = flow.enter("main")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.event) == ("phase-unrecorded", entered)
    assert (finding.severity, finding.details["count"]) == ("incomplete", 2)


def test_cr_4_2_6_1_4_1_a_turn_may_end_in_any_phase(flow: Flow) -> None:
    begun(flow, "unsuspend")
    flow.enter("end")
    assert flow.flow() == []


def test_cr_4_2_6_1_2_a_phase_belongs_to_a_turn(flow: Flow) -> None:
    begun(flow, *UP_TO_MAIN)
    flow.gauge(-1)
    ended = flow.end("memory")
    entered = flow.enter("unsuspend")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.evidence) == ("phase-without-turn", (entered, ended))


def declare(flow: Flow, player: str, **more: Any) -> int:
    place = {"zone": "hand", "side": player}
    event = {"kind": "declared", "player": player, "action": "play", "place": place}
    flow.record(event | more)
    return flow.last_seq


def test_cr_4_2_6_1_2_the_other_player_does_not_act(flow: Flow) -> None:
    begun(flow, *UP_TO_MAIN)
    wrong = declare(flow, "p2", **action("p2"))
    (finding,) = findings(flow, "p1", rules=FLOW)
    assert (finding.rule, finding.event) == ("phase-of-acting", wrong)
    assert (finding.severity, finding.players) == ("breach", ("p2",))


def test_cr_4_2_6_1_2_nobody_plays_in_the_breeding_phase(flow: Flow) -> None:
    begun(flow, "unsuspend", "draw", "breeding")
    wrong = declare(flow, "p1")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.event, finding.severity) == ("phase-of-acting", wrong, "doubt")


@pytest.mark.parametrize(
    "more",
    [
        effect("p2"),
        {"action": "digivolve", "route": "blast", **action("p2")},
        {"action": "digivolve", "route": "blast_dna", **action("p2")},
        {"action": "activate"},
    ],
)
def test_cr_4_2_6_1_2_what_is_done_at_other_times(flow: Flow, more: dict[str, Any]) -> None:
    begun(flow, *UP_TO_MAIN)
    declare(flow, "p2", **more)
    assert flow.flow() == []


def test_cr_4_2_6_1_2_in_the_own_main_phase_a_player_acts(flow: Flow) -> None:
    begun(flow, *UP_TO_MAIN)
    declare(flow, "p1", **action("p1"))
    assert flow.flow() == []


def standing(flow: Flow, player: str) -> str:
    goal = at("battle", player)
    flow.record(move("play", at("hand", player), goal, **effect(player), number="A-1"))
    return str(flow.last_seq)


def test_cr_4_2_6_1_2_nobody_attacks_in_the_other_turn(flow: Flow) -> None:
    begun(flow, *UP_TO_MAIN)
    wrong = flow.attack("p2", standing(flow, "p2"))
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.event, finding.severity) == ("phase-of-acting", wrong, "breach")


def test_cr_4_2_6_1_2_an_attack_that_an_effect_may_have_made_is_a_doubt(flow: Flow) -> None:
    begun(flow, *UP_TO_MAIN)
    unit = standing(flow, "p2")
    flow.record({"kind": "effect_activated", "player": "p2", "source": unit})
    flow.attack("p2", unit)
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.severity) == ("phase-of-acting", "doubt")


def test_cr_4_2_6_1_2_only_the_turn_player_passes_the_turn(flow: Flow) -> None:
    begun(flow, *UP_TO_MAIN)
    flow.record({"kind": "passed", "player": "p2", "what": "block"})
    flow.record({"kind": "passed", "player": "p2", "what": "turn"})
    assert flow.flow() == [("phase-of-acting", flow.last_seq)]


def test_cr_4_2_4_18_a_digi_egg_is_hatched_in_the_own_breeding_phase(flow: Flow) -> None:
    begun(flow, "unsuspend", "draw", "breeding")
    flow.hatch("p1")
    flow.enter("main")
    assert flow.flow("spectator") == []


def test_cr_4_2_4_18_nobody_hatches_in_the_main_phase(flow: Flow) -> None:
    begun(flow, *UP_TO_MAIN)
    wrong = flow.hatch("p1")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event, finding.clause) == ("phase-of-breeding", wrong, "4-18")
    assert (finding.severity, finding.players) == ("breach", ("p1",))


def test_cr_4_2_4_18_nobody_hatches_in_the_other_breeding_phase(flow: Flow) -> None:
    begun(flow, "unsuspend", "draw", "breeding")
    wrong = flow.hatch("p2")
    assert flow.flow() == [("phase-of-breeding", wrong)]


def test_cr_4_2_4_18_an_effect_may_hatch_at_any_time(flow: Flow) -> None:
    begun(flow, *UP_TO_MAIN)
    flow.hatch("p1", **effect("p1"))
    flow.hatch("p2", **effect("p1"))
    assert flow.flow() == []


def grown(flow: Flow) -> str:
    """Bring p1 to the third turn with a unit in the breeding area."""
    begun(flow, "unsuspend", "draw", "breeding")
    unit = str(flow.hatch("p1"))
    flow.enter("main")
    top = at("breeding", "p1", position=0, unit=unit)
    flow.record(move("digivolve", at("hand", "p1"), top, **action("p1"), number="A-1"))
    flow.draw("p1")
    flow.pass_turn()
    flow.to_main("p2")
    flow.pass_turn()
    flow.begin("p1")
    flow.enter("unsuspend", "draw", "breeding")
    return unit


def moved(flow: Flow, unit: str, goal: str = "battle", **more: Any) -> int:
    flow.record({"kind": "moved", "unit": unit, "to": goal, **(action("p1") | more)})
    return flow.last_seq


def test_cr_4_2_4_17_a_unit_moves_in_the_own_breeding_phase(flow: Flow) -> None:
    moved(flow, grown(flow))
    assert flow.flow("p2") == []


def test_cr_4_2_4_17_no_unit_moves_in_the_main_phase(flow: Flow) -> None:
    unit = grown(flow)
    flow.enter("main")
    wrong = moved(flow, unit)
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.event, finding.clause) == ("phase-of-breeding", wrong, "4-17")
    assert finding.players == ("p1",)


def test_cr_4_2_4_17_an_effect_may_move_a_unit_at_any_time(flow: Flow) -> None:
    unit = grown(flow)
    flow.enter("main")
    moved(flow, unit, **effect("p1"))
    moved(flow, unit, "breeding", **effect("p1"))
    assert flow.flow() == []


def test_cr_4_2_6_1_2_a_player_does_not_move_and_hatch_in_one_phase(flow: Flow) -> None:
    first = moved(flow, grown(flow))
    second = flow.hatch("p1")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.evidence) == ("bred-twice", (second, first))
    assert (finding.severity, finding.players) == ("breach", ("p1",))


def test_cr_4_2_6_1_2_an_effect_may_hatch_after_a_move(flow: Flow) -> None:
    moved(flow, grown(flow))
    flow.hatch("p1", **effect("p1"))
    assert flow.flow() == []


def test_cr_4_2_4_17_no_unit_moves_back(flow: Flow) -> None:
    unit = grown(flow)
    moved(flow, unit, **effect("p1"))
    wrong = moved(flow, unit, "breeding")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.event, finding.clause) == ("moved-back", wrong, "4-17")


def hatched(flow: Flow, known: bool) -> str:
    flow.start()
    flow.begin("p1")
    flow.enter("unsuspend", "draw", "breeding")
    return str(flow.hatch("p1", **({"number": "E-1"} if known else {}), **effect("p1")))


def test_cr_4_2_4_17_to_move_a_digi_egg_is_a_doubt(flow: Flow) -> None:
    wrong = moved(flow, hatched(flow, known=True))
    assert ("moved-without-dp", wrong) in flow.flow()


def test_cr_4_2_4_17_of_an_unknown_card_nothing_is_said(flow: Flow) -> None:
    moved(flow, hatched(flow, known=False))
    assert "moved-without-dp" not in dict(flow.flow())


def test_cr_4_2_6_1_2_a_player_does_not_hatch_and_move_in_one_phase(flow: Flow) -> None:
    begun(flow, "unsuspend", "draw", "breeding")
    first = flow.hatch("p1")
    second = moved(flow, str(first))
    assert ("bred-twice", second) in flow.flow()


def test_cr_4_2_6_1_2_outside_the_breeding_phase_only_that_is_told(flow: Flow) -> None:
    unit = grown(flow)
    flow.enter("main")
    first, second = moved(flow, unit), flow.hatch("p1")
    assert flow.flow() == [("phase-of-breeding", first), ("phase-of-breeding", second)]


def test_cr_4_2_6_1_2_one_phase_left_out_is_incomplete(flow: Flow) -> None:
    begun(flow, "unsuspend")
    entered = flow.enter("breeding")
    assert flow.flow() == [("phase-unrecorded", entered)]
