"""The memory gauge (CR 4.2 §1-4-2-2, §4-2-2, §6-5-1-7-1)."""

from typing import Any

import pytest

from dcg_events.audit.configuring import rules_for
from dcg_events.audit.practice import Practice
from tests.audit.asking import findings, found
from tests.audit.flowing import FLOW, RULE, Flow, action


def begun(flow: Flow, player: str = "p1") -> None:
    flow.prepare(first=player)
    flow.to_main(player)


def pay(flow: Flow, player: str, paid: int, **more: Any) -> int:
    flow.record({"kind": "cost_paid", "player": player, "paid": paid, **action(player), **more})
    return flow.last_seq


def because(seq: int) -> dict[str, Any]:
    return {"reason": "cost", "cause": {"kind": "cost", "event": seq}}


@pytest.mark.parametrize(("player", "after"), [("p1", -4), ("p2", 4)])
def test_cr_4_2_4_2_2_a_cost_moves_the_gauge_to_the_other_side(
    flow: Flow, player: str, after: int
) -> None:
    begun(flow, player)
    flow.gauge(after, **because(pay(flow, player, 4)))
    flow.enter("end")
    flow.end("memory")
    assert flow.flow("spectator") == []


@pytest.mark.parametrize(("player", "after"), [("p1", -3), ("p2", 5), ("p1", 4)])
def test_cr_4_2_4_2_2_a_cost_is_paid_exactly(flow: Flow, player: str, after: int) -> None:
    begun(flow, player)
    cost = pay(flow, player, 4)
    wrong = flow.gauge(after, **because(cost))
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.evidence) == ("cost-not-exact", (wrong, cost))
    assert (finding.clause, finding.severity, finding.players) == ("4-2-2", "breach", (player,))
    assert finding.details["count"] == 4
    assert finding.details["moved"] == (-after if player == "p1" else after)


def test_cr_4_2_4_2_2_a_cost_beyond_the_end_of_the_gauge_is_not_paid_exactly(flow: Flow) -> None:
    begun(flow)
    flow.gauge(-8)
    wrong = flow.gauge(-10, **because(pay(flow, "p1", 3)))
    assert flow.flow() == [("cost-not-exact", wrong)]


def test_cr_4_2_4_2_2_cost_and_gauge_may_be_of_one_moment(flow: Flow) -> None:
    begun(flow)
    for after, told in ((-4, []), (-9, ["cost-not-exact"])):
        paid = {"kind": "cost_paid", "player": "p1", "paid": 4}
        flow.record(paid, {"kind": "memory_changed", "after": after, "reason": "cost"})
        assert [rule for rule, _ in flow.flow()] == told


def test_cr_4_2_4_2_2_two_costs_of_one_moment_are_paid_one_after_the_other(flow: Flow) -> None:
    begun(flow)
    first = {"kind": "cost_paid", "player": "p1", "paid": 1}
    second = {"kind": "cost_paid", "player": "p1", "paid": 2}
    one = {"kind": "memory_changed", "after": -1, "reason": "cost"}
    both = {"kind": "memory_changed", "after": -3, "reason": "cost"}
    flow.record(first, one, second, both)
    assert flow.flow() == []


def test_cr_4_2_4_2_2_the_gauge_may_move_for_an_effect_before_it_moves_for_the_cost(
    flow: Flow,
) -> None:
    begun(flow)
    cost = pay(flow, "p1", 4)
    flow.gauge(1, reason="effect", cause={"kind": "effect", "player": "p1"})
    flow.gauge(-3, **because(cost))
    flow.enter("end")
    assert flow.flow() == []


def test_cr_4_2_4_2_2_a_cost_that_the_gauge_does_not_show_is_incomplete(flow: Flow) -> None:
    begun(flow)
    cost = pay(flow, "p1", 4)
    pay(flow, "p1", 0)
    (finding,) = findings(flow, "p2", rules=FLOW)
    assert (finding.rule, finding.event, finding.severity) == ("cost-not-shown", cost, "incomplete")


@pytest.mark.parametrize("more", [{"paid": 0}, {"paid": 4, "waived": True}])
def test_cr_4_2_4_2_2_a_cost_of_nothing_moves_nothing(flow: Flow, more: dict[str, Any]) -> None:
    begun(flow)
    flow.record({"kind": "cost_paid", "player": "p1", **more})
    flow.enter("end")
    assert flow.flow() == []


def test_cr_4_2_4_2_2_a_record_may_name_the_cost_after_the_gauge_has_moved(flow: Flow) -> None:
    begun(flow)
    flow.gauge(-4, reason="cost")
    pay(flow, "p1", 4)
    flow.enter("end")
    assert flow.flow() == []


@pytest.mark.parametrize(("asked", "after"), [(3, 3), (15, 10), (-15, -10), (0, 0)])
def test_cr_4_2_1_4_2_2_the_gauge_moves_as_far_as_it_goes(
    flow: Flow, asked: int, after: int
) -> None:
    begun(flow)
    flow.gauge(after, asked=asked, reason="effect")
    assert flow.flow() == []


@pytest.mark.parametrize(("asked", "after"), [(3, 2), (15, 9), (-15, -9), (3, -3)])
def test_cr_4_2_1_4_2_2_the_gauge_does_not_move_otherwise(
    flow: Flow, asked: int, after: int
) -> None:
    begun(flow)
    wrong = flow.gauge(after, asked=asked, reason="effect")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event) == ("memory-not-as-asked", wrong)
    assert (finding.clause, finding.severity) == ("1-4-2-2", "breach")
    assert finding.details["due"] == max(-10, min(10, asked))


def test_cr_4_2_1_4_2_2_a_judge_may_set_the_gauge(flow: Flow) -> None:
    begun(flow)
    flow.gauge(2, asked=5, reason="judge")
    flow.gauge(-7, asked=0, cause={"kind": "judge"})
    assert flow.flow() == []


@pytest.mark.parametrize(("player", "after"), [("p1", -3), ("p2", 3)])
def test_cr_4_2_6_5_1_7_1_a_pass_leaves_three_on_the_other_side(
    flow: Flow, player: str, after: int
) -> None:
    begun(flow, player)
    flow.record({"kind": "passed", "player": player, "what": "turn"})
    flow.gauge(after, reason="pass", **RULE)
    flow.end("pass")
    assert flow.flow() == []


@pytest.mark.parametrize(("player", "after"), [("p1", -2), ("p2", 4), ("p1", 3)])
def test_cr_4_2_6_5_1_7_1_a_pass_that_leaves_another_number_is_a_breach(
    flow: Flow, player: str, after: int
) -> None:
    begun(flow, player)
    flow.record({"kind": "passed", "player": player, "what": "turn"})
    wrong = flow.gauge(after, reason="pass", **RULE)
    (finding,) = findings(flow, "p1", rules=FLOW)
    assert (finding.rule, finding.event, finding.clause) == ("pass-memory", wrong, "6-5-1-7-1")
    assert (finding.severity, finding.players) == ("breach", (player,))


def test_cr_4_2_6_5_1_7_1_what_a_pass_leaves_can_be_configured(flow: Flow) -> None:
    begun(flow)
    flow.record({"kind": "passed", "player": "p1", "what": "turn"})
    flow.gauge(-2, reason="pass", **RULE)
    assert found(flow, rules=rules_for(Practice(pass_memory=2))) == []


def test_cr_4_2_6_5_1_7_1_a_pass_that_the_gauge_does_not_show_is_incomplete(flow: Flow) -> None:
    begun(flow)
    flow.record({"kind": "passed", "player": "p1", "what": "turn"})
    passed = flow.last_seq
    ended = flow.end("pass")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.evidence) == ("pass-not-shown", (ended, passed))
    assert finding.severity == "incomplete"


def test_cr_4_2_6_6_4_memory_that_comes_back_after_a_pass_keeps_the_turn(flow: Flow) -> None:
    begun(flow)
    flow.record({"kind": "passed", "player": "p1", "what": "turn"})
    flow.gauge(-3, reason="pass", **RULE)
    flow.enter("end")
    back = flow.gauge(1, reason="effect")
    ended = flow.end("pass")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.evidence) == ("ended-with-memory", (ended, back))
