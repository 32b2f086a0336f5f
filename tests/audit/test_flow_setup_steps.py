"""Redraws and the setting of security (CR 4.2 §5-2-1)."""

from dcg_events.audit.configuring import rules_for
from dcg_events.audit.practice import Practice
from tests.audit.asking import findings, found
from tests.audit.flowing import BOTH, FLOW, RULE, Flow
from tests.rules.scene import at, move


def redrawing(flow: Flow) -> None:
    flow.start()
    flow.shuffle()
    flow.decide()
    flow.draw_hands()


def dealt(flow: Flow) -> None:
    for player in BOTH:
        flow.secure(player)
    flow.begin("p1")


def redraw(flow: Flow, player: str) -> None:
    flow.give_back(player)
    flow.shuffle(player, zones=("deck",))
    flow.draw(player, 5)


def test_cr_4_2_5_2_1_a_redraw_of_each_player_is_in_order(flow: Flow) -> None:
    redrawing(flow)
    for player in BOTH:
        flow.say_redraw(player, True)
        redraw(flow, player)
    dealt(flow)
    for viewer in ("judge", "p1", "spectator"):
        assert flow.flow(viewer) == []


def test_cr_4_2_5_2_1_the_first_player_decides_on_a_redraw_first(flow: Flow) -> None:
    redrawing(flow)
    early = flow.say_redraw("p2", False)
    due = flow.say_redraw("p1", False)
    dealt(flow)
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.evidence) == ("setup-redraw-order", (early, due))
    assert (finding.severity, finding.players) == ("breach", ("p2", "p1"))
    assert found(flow, rules=rules_for(Practice(redraws_in_turn=False))) == []


def test_cr_4_2_5_2_1_decisions_of_one_moment_have_no_order(flow: Flow) -> None:
    redrawing(flow)
    flow.record(
        *({"kind": "redraw_decided", "player": player, "redraw": False} for player in ("p2", "p1"))
    )
    dealt(flow)
    assert flow.flow() == []


def test_cr_4_2_5_2_1_nobody_redraws_twice(flow: Flow) -> None:
    redrawing(flow)
    first = flow.say_redraw("p1", True)
    redraw(flow, "p1")
    second = flow.say_redraw("p1", True)
    redraw(flow, "p1")
    dealt(flow)
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.evidence) == ("setup-redraw-twice", (second, first))


def test_cr_4_2_5_2_1_the_whole_hand_goes_back(flow: Flow) -> None:
    redrawing(flow)
    decided = flow.say_redraw("p1", True)
    flow.give_back("p1", 3)
    flow.shuffle("p1", zones=("deck",))
    drawn = flow.draw("p1", 3)
    dealt(flow)
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.evidence) == ("setup-redraw-whole", (drawn, decided))
    assert finding.details["count"] == 2


def test_cr_4_2_5_2_1_a_hand_that_goes_back_asks_for_a_decision(flow: Flow) -> None:
    redrawing(flow)
    flow.say_redraw("p1", False)
    returned = flow.give_back("p2")
    flow.shuffle("p2", zones=("deck",))
    flow.draw("p2", 5)
    dealt(flow)
    assert flow.flow("p1") == [("setup-redraw-unrecorded", returned)]


def test_cr_4_2_5_2_1_nobody_redraws_in_a_turn(flow: Flow) -> None:
    flow.prepare()
    flow.to_main("p1")
    flow.say_redraw("p2", False)
    assert flow.flow() == []
    late = flow.say_redraw("p2", True)
    assert flow.flow() == [("setup-redraw-late", late)]


def test_cr_4_2_5_2_1_security_before_the_redraw_is_a_doubt(flow: Flow) -> None:
    redrawing(flow)
    placed = flow.secure("p1")
    flow.say_redraw("p1", False)
    flow.say_redraw("p2", False)
    flow.secure("p2")
    flow.begin("p1")
    (finding,) = findings(flow, "p2", rules=FLOW)
    assert (finding.rule, finding.event, finding.severity) == (
        "setup-security-early",
        placed,
        "doubt",
    )
    assert found(flow, rules=rules_for(Practice(security_last=False))) == []


def test_cr_4_2_5_2_1_the_first_security_card_lies_lowest(flow: Flow) -> None:
    redrawing(flow)
    flow.secure("p1")
    wrong = flow.secure("p2", first_on_top=True)
    flow.begin("p1")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event) == ("setup-security-order", wrong)
    assert (finding.severity, finding.players) == ("doubt", ("p2",))


def one_by_one(flow: Flow, goals: list[int], origin: int = 0) -> int:
    for goal in goals:
        top, stack = at("deck", "p2", position=origin), at("security", "p2", position=goal)
        flow.record(move("place", top, stack, **RULE))
    return flow.last_seq


def test_cr_4_2_5_2_1_security_cards_one_by_one_go_on_top(flow: Flow) -> None:
    redrawing(flow)
    flow.secure("p1")
    one_by_one(flow, [0, 0, 0, 0])
    last = one_by_one(flow, [-1])
    flow.begin("p1")
    assert flow.flow() == [("setup-security-order", last)]


def test_cr_4_2_5_2_1_security_cards_one_by_one_are_in_order(flow: Flow) -> None:
    redrawing(flow)
    flow.secure("p1")
    one_by_one(flow, [-1, 0, 0, 0, 0])
    flow.begin("p1")
    assert flow.flow() == []


def test_cr_4_2_5_2_1_security_comes_off_the_top_of_the_deck(flow: Flow) -> None:
    redrawing(flow)
    flow.secure("p1")
    one_by_one(flow, [0, 0, 0, 0])
    wrong = one_by_one(flow, [0], origin=7)
    flow.begin("p1")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.event) == ("setup-security-source", wrong)
    assert (finding.severity, finding.players) == ("breach", ("p2",))
