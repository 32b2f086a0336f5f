"""The set-up of a game: first player, shuffles, hands, memory (CR 4.2 §5-2-1)."""

from tests.audit.asking import findings
from tests.audit.flowing import BOTH, FLOW, Flow
from tests.rules.scene import at, move


def test_cr_4_2_5_2_1_a_game_set_up_by_the_rules_is_in_order(flow: Flow) -> None:
    flow.prepare(first="p2")
    flow.to_main("p2")
    for viewer in ("judge", "p1", "p2", "spectator"):
        assert flow.flow(viewer) == []


def test_cr_4_2_5_2_1_a_first_turn_without_any_set_up_is_incomplete(flow: Flow) -> None:
    flow.start()
    flow.begin("p1")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.clause, finding.event) == ("setup-unrecorded", "5-2-1", 2)
    assert (finding.severity, finding.players) == ("incomplete", BOTH)


def test_cr_4_2_5_2_1_the_other_player_may_not_begin(flow: Flow) -> None:
    flow.prepare(first="p1")
    decided = next(e["seq"] for e in flow.last("judge", 99) if e["kind"] == "first_player_decided")
    began = flow.begin("p2")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.evidence) == ("setup-first-player", (began, decided))
    assert (finding.severity, finding.players) == ("breach", ("p1",))


def test_cr_4_2_5_2_1_who_goes_first_has_to_be_recorded(flow: Flow) -> None:
    flow.start()
    flow.shuffle()
    flow.draw_hands()
    for player in BOTH:
        flow.secure(player)
    began = flow.begin("p1")
    assert flow.flow() == [("setup-first-player-unrecorded", began)]


def test_cr_4_2_5_2_1_to_decide_who_goes_first_after_drawing_is_a_doubt(flow: Flow) -> None:
    flow.start()
    flow.shuffle()
    flow.draw_hands()
    flow.decide()
    decided = flow.last_seq
    for player in BOTH:
        flow.secure(player)
    flow.begin("p1")
    assert flow.flow() == [("setup-first-player-late", decided)]


def test_cr_4_2_5_2_1_a_deck_is_shuffled_before_the_hand_is_drawn(flow: Flow) -> None:
    flow.start()
    flow.shuffle("p1")
    flow.shuffle("p2", zones=("egg_deck",))
    flow.decide()
    flow.draw("p1", 5)
    drawn = flow.draw("p2", 5)
    flow.shuffle("p2", zones=("deck",))
    for player in BOTH:
        flow.secure(player)
    flow.begin("p1")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event, finding.players) == ("setup-unshuffled", drawn, ("p2",))
    assert finding.severity == "incomplete"


def test_cr_4_2_5_2_1_a_digi_egg_deck_of_one_card_needs_no_shuffle(flow: Flow) -> None:
    for eggs, due in ((1, []), (2, ["setup-unshuffled", "setup-unshuffled"])):
        flow.start(eggs=eggs)
        flow.shuffle(zones=("deck",))
        flow.decide()
        flow.draw_hands()
        for player in BOTH:
            flow.secure(player)
        flow.begin("p1")
        flow.finish("p1", "concession")
        assert [rule for rule, _ in flow.flow()] == due


def counts(flow: Flow, hand: int, security: int) -> None:
    flow.start()
    flow.shuffle()
    flow.decide()
    flow.draw("p1", 5)
    if hand:
        flow.draw("p2", hand)
    flow.secure("p1")
    if security:
        flow.secure("p2", security)
    flow.begin("p1")


def test_cr_4_2_5_2_1_an_initial_hand_of_six_is_a_breach(flow: Flow) -> None:
    counts(flow, 6, 5)
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event) == ("setup-hand", flow.last_seq)
    assert (finding.severity, finding.players, finding.details["count"]) == ("breach", ("p2",), 6)


def test_cr_4_2_5_2_1_a_security_stack_of_four_is_a_breach(flow: Flow) -> None:
    counts(flow, 5, 4)
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.severity, finding.players) == (
        "setup-security",
        "breach",
        ("p2",),
    )


def test_cr_4_2_5_2_1_a_hand_or_security_that_is_not_recorded_is_incomplete(flow: Flow) -> None:
    counts(flow, 0, 0)
    told = [(one.rule, one.severity) for one in findings(flow, rules=FLOW)]
    assert told == [("setup-hand", "incomplete"), ("setup-security", "incomplete")]


def test_cr_4_2_5_2_1_a_judge_may_take_a_card_out_of_a_hand(flow: Flow) -> None:
    flow.prepare()
    judge = {"cause": {"kind": "judge"}}
    flow.record(move("return", at("hand", "p1"), at("deck", "p1", position=-1), **judge))
    flow.begin("p1")
    assert flow.flow() == []


def test_cr_4_2_5_2_1_memory_begins_at_zero(flow: Flow) -> None:
    flow.prepare()
    moved = flow.gauge(1)
    began = flow.begin("p1")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.evidence) == ("setup-memory", (began, moved))
