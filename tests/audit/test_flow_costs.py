"""Costs and draws that the record does not show (CR 4.2 §4-2-2, §8-1, §8-2)."""

from typing import Any

import pytest

from dcg_events.audit.rules import draws, memory, turns
from tests.audit.asking import findings, found
from tests.audit.flowing import Flow, action, effect
from tests.rules.scene import at, move


def begun(flow: Flow) -> None:
    flow.prepare()
    flow.to_main("p1")


def paid(flow: Flow, after: int = -1, **more: Any) -> int:
    """Move the gauge for a cost."""
    return flow.gauge(after, reason="cost", **more)


def cost(flow: Flow) -> None:
    flow.record({"kind": "cost_paid", "player": "p1", "paid": 1, **action("p1")})


@pytest.mark.parametrize("later", ["passed", "phase"])
def test_cr_4_2_4_2_2_what_the_gauge_moved_for_was_paid(flow: Flow, later: str) -> None:
    begun(flow)
    moved = paid(flow)
    if later == "passed":
        flow.record({"kind": "passed", "player": "p1", "what": "turn"})
    else:
        flow.enter("end")
    (finding,) = findings(flow, rules=memory.RULES)
    assert (finding.rule, finding.clause, finding.event) == ("cost-unrecorded", "4-2-2", moved)
    assert finding.severity == "incomplete"


@pytest.mark.parametrize("first", ["cost", "gauge"])
def test_cr_4_2_4_2_2_a_cost_may_be_told_before_or_after_the_gauge(flow: Flow, first: str) -> None:
    begun(flow)
    if first == "cost":
        cost(flow)
        paid(flow, cause={"kind": "cost", "event": flow.last_seq})
    else:
        paid(flow)
        cost(flow)
    flow.enter("end")
    assert found(flow, rules=memory.RULES) == []


def test_cr_4_2_4_2_2_a_pass_comes_after_the_gauge_has_moved(flow: Flow) -> None:
    begun(flow)
    cost(flow)
    due = flow.last_seq
    flow.record({"kind": "passed", "player": "p1", "what": "turn"})
    assert found(flow, rules=memory.RULES) == [("cost-not-shown", due)]


@pytest.mark.parametrize("draws_a_card", [True, False])
def test_cr_4_2_8_2_dna_digivolving_draws_a_card(flow: Flow, *, draws_a_card: bool) -> None:
    begun(flow)
    top, field = at("deck", "p1", position=0), at("battle", "p1")
    flow.record(move("play", top, field, **effect("p1")))
    unit = str(flow.last_seq)
    origin, goal = at("battle", "p1", 0, unit=unit), str(flow.last_seq + 1)
    new = move("digivolve", at("hand", "p1"), field, route="dna", **action("p1"))
    under = at("battle", "p1", 1, unit=goal)
    flow.record(new, move("material", origin, under, route="dna", **action("p1")))
    if draws_a_card:
        flow.draw("p1")
    flow.enter("end")
    due = [] if draws_a_card else [("digivolved-without-draw", int(goal))]
    assert found(flow, rules=draws.RULES) == due


@pytest.mark.parametrize("waits", [True, False])
def test_cr_4_2_6_1_4_1_a_turn_goes_on_while_effects_wait(flow: Flow, *, waits: bool) -> None:
    begun(flow)
    told = {"pending": "e", "player": "p1"}
    flow.record({"kind": "effect_triggered", **told})
    if not waits:
        flow.record({"kind": "effect_not_activated", "reason": "declined", **told})
    flow.gauge(-2)
    flow.record({"kind": "passed", "player": "p1", "what": "turn", **action("p1")})
    late = [] if waits else [("acted-without-memory", flow.last_seq)]
    assert found(flow, rules=turns.RULES) == late
