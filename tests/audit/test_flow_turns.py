"""Turns: whose they are, how they are counted and end (CR 4.2 §6-1-4-1, §6-6-4)."""

from typing import Any

import pytest

from tests.audit.asking import findings
from tests.audit.flowing import FLOW, Flow, action
from tests.rules.scene import at, move


def test_cr_4_2_6_1_4_1_turns_alternate_until_a_player_passes_no_more(flow: Flow) -> None:
    flow.prepare()
    for player in ("p1", "p2", "p1"):
        flow.to_main(player)
        flow.pass_turn()
    for viewer in ("judge", "p2", "spectator"):
        assert flow.flow(viewer) == []


def passed(flow: Flow) -> None:
    flow.prepare()
    flow.to_main("p1")
    flow.pass_turn()


def test_cr_4_2_6_1_4_1_two_turns_of_a_player_are_a_doubt(flow: Flow) -> None:
    passed(flow)
    began = flow.begin("p1")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event, finding.clause) == ("turn-player", began, "6-1-4-1")
    assert (finding.severity, finding.players) == ("doubt", ("p1",))


@pytest.mark.parametrize(
    "more",
    [{"extra": True}, {"cause": {"kind": "effect", "player": "p1"}}, {"cause": {"kind": "judge"}}],
)
def test_cr_4_2_6_1_4_1_an_extra_turn_is_in_order(flow: Flow, more: dict[str, Any]) -> None:
    passed(flow)
    flow.begin("p1", **more)
    assert flow.flow() == []


def test_cr_4_2_6_1_4_1_a_turn_that_is_left_out_is_incomplete(flow: Flow) -> None:
    passed(flow)
    began = flow.begin("p2", number=4)
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.event, finding.severity) == ("turn-number", began, "incomplete")
    assert finding.details == {"count": 4, "due": 2}


def test_cr_4_2_6_1_4_1_a_turn_that_is_counted_twice_is_a_doubt(flow: Flow) -> None:
    passed(flow)
    flow.begin("p2", number=1)
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.severity) == ("turn-number", "doubt")


def test_cr_4_2_6_1_4_1_a_turn_without_end_is_incomplete(flow: Flow) -> None:
    flow.prepare()
    flow.to_main("p1")
    began = flow.begin("p2")
    assert flow.flow() == [("turn-unended", began)]


def test_cr_4_2_6_1_4_1_what_ends_is_the_turn_that_began(flow: Flow) -> None:
    flow.prepare()
    flow.to_main("p1")
    flow.gauge(-2)
    flow.number = 3
    wrong = flow.end("memory")
    again = flow.end("memory")
    told = [(one.rule, one.event, one.severity) for one in findings(flow, rules=FLOW)]
    assert told == [
        ("turn-ended-otherwise", wrong, "doubt"),
        ("turn-ended-otherwise", again, "doubt"),
    ]


def test_cr_4_2_6_1_4_1_no_turn_ends_before_one_began(flow: Flow) -> None:
    flow.start()
    assert flow.flow() == []
    wrong = flow.end("time")
    assert flow.flow() == [("turn-ended-otherwise", wrong)]


@pytest.mark.parametrize(("player", "other"), [("p1", "p2"), ("p2", "p1")])
def test_cr_4_2_6_6_4_a_turn_does_not_end_with_memory_at_zero(
    flow: Flow, player: str, other: str
) -> None:
    flow.prepare(first=player)
    flow.to_main(player)
    moved = flow.gauge(0)
    flow.enter("end")
    ended = flow.end("memory")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.clause) == ("ended-with-memory", "6-6-4")
    assert (finding.severity, finding.players) == ("breach", (player,))
    assert finding.evidence == (ended, moved)
    assert other not in finding.players


@pytest.mark.parametrize("player", ["p1", "p2"])
def test_cr_4_2_6_6_4_a_turn_ends_with_memory_at_one_on_the_other_side(
    flow: Flow, player: str
) -> None:
    flow.prepare(first=player)
    flow.to_main(player)
    flow.gauge(-1 if player == "p1" else 1)
    flow.enter("end")
    flow.end("memory")
    assert flow.flow() == []


def test_cr_4_2_6_6_4_without_a_move_of_the_gauge_the_record_is_incomplete(flow: Flow) -> None:
    flow.prepare()
    flow.to_main("p1")
    flow.end("memory")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.severity) == ("ended-with-memory", "incomplete")


@pytest.mark.parametrize("reason", ["effect", "time", "judge"])
def test_cr_4_2_6_6_4_effect_clock_and_judge_may_end_a_turn(flow: Flow, reason: str) -> None:
    flow.prepare()
    flow.to_main("p1")
    flow.gauge(2)
    flow.end(reason)
    assert flow.flow() == []


def test_cr_4_2_6_6_4_an_end_without_reason_is_a_doubt(flow: Flow) -> None:
    flow.prepare()
    flow.to_main("p1")
    flow.gauge(2)
    flow.end()
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.severity) == ("ended-with-memory", "doubt")


def declared(flow: Flow, player: str) -> int:
    place = {"zone": "hand", "side": player}
    flow.record({"kind": "declared", "player": player, "action": "play", "place": place})
    return flow.last_seq


def test_cr_4_2_6_1_4_1_to_act_with_memory_over_is_a_doubt_told_once(flow: Flow) -> None:
    flow.prepare()
    flow.to_main("p1")
    declared(flow, "p1")
    moved = flow.gauge(-4)
    first = declared(flow, "p1")
    declared(flow, "p1")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.evidence) == ("acted-without-memory", (first, moved))
    assert (finding.severity, finding.details["count"]) == ("doubt", 4)


def test_cr_4_2_6_1_4_1_while_effects_wait_the_turn_goes_on(flow: Flow) -> None:
    flow.prepare()
    flow.to_main("p1")
    flow.gauge(-4)
    flow.record({"kind": "effect_triggered", "pending": "e", "player": "p1", "source": None})
    declared(flow, "p1")
    assert flow.flow() == []


def attacking(flow: Flow) -> str:
    flow.prepare()
    flow.to_main("p1")
    goal = at("battle", "p1")
    flow.record(move("play", at("hand", "p1"), goal, **action("p1"), number="A-1"))
    unit = str(flow.last_seq)
    flow.gauge(-4)
    return unit


def test_cr_4_2_6_1_4_1_an_attack_with_memory_over_is_a_doubt(flow: Flow) -> None:
    attack = flow.attack("p1", attacking(flow))
    assert flow.flow() == [("acted-without-memory", attack)]


def test_cr_4_2_6_1_4_1_an_effect_may_attack_with_memory_over(flow: Flow) -> None:
    unit = attacking(flow)
    flow.record({"kind": "effect_activated", "player": "p1", "source": unit})
    flow.attack("p1", unit)
    assert flow.flow() == []


def test_cr_4_2_6_1_4_1_it_is_told_once_a_turn(flow: Flow) -> None:
    flow.prepare()
    flow.to_main("p1")
    flow.gauge(-4)
    first = declared(flow, "p1")
    flow.end("memory")
    flow.to_main("p2")
    declared(flow, "p2")
    flow.gauge(1)
    second = declared(flow, "p2")
    assert flow.flow() == [("acted-without-memory", first), ("acted-without-memory", second)]


def test_cr_4_2_6_6_4_a_move_of_the_gauge_in_another_turn_shows_nothing(flow: Flow) -> None:
    passed(flow)
    flow.to_main("p2")
    flow.end("memory")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.severity) == ("ended-with-memory", "incomplete")
