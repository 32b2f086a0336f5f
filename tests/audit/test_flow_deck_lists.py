"""Sizes of decks, copies of a card, registered lists (CR 4.2 §1-4-1-2, §1-4-1-3)."""

from dcg_events.audit.configuring import rules_for
from dcg_events.audit.practice import RULEBOOK, Practice
from dcg_events.audit.rules import RULES
from tests.audit.asking import findings, found
from tests.audit.flowing import FLOW, Flow


def test_cr_4_2_1_4_1_2_a_deck_of_another_size_is_a_breach(flow: Flow) -> None:
    flow.start(deck=49)
    assert flow.flow("spectator") == [("deck-size", 1), ("deck-size", 1)]
    (first, second) = findings(flow, rules=FLOW)
    assert (first.clause, first.severity, first.players) == ("1-4-1-2", "breach", ("p1",))
    assert second.players == ("p2",)


def test_cr_4_2_1_4_1_2_other_sizes_can_be_configured(flow: Flow) -> None:
    flow.start(deck=30)
    assert found(flow, rules=rules_for(Practice(deck=30))) == []
    assert [rule.id for rule in rules_for(RULEBOOK)] == [rule.id for rule in RULES]


def test_cr_4_2_1_4_1_3_a_digi_egg_deck_of_six_is_a_breach(flow: Flow) -> None:
    flow.record(
        {
            "kind": "game_started",
            "p1": {"deck_count": 50, "egg_deck_count": 6},
            "p2": {"deck_count": 50, "egg_deck_count": 0},
        }
    )
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.clause, finding.players) == ("egg-deck-size", "1-4-1-3", ("p1",))


def test_cr_4_2_1_4_1_3_digi_egg_decks_of_none_and_of_five_are_in_order(flow: Flow) -> None:
    flow.start(eggs=0)
    flow.start(eggs=5)
    assert "egg-deck-size" not in dict(flow.flow())


def register(flow: Flow, copies: int, eggs: int = 4) -> None:
    deck = ["A-1"] * copies + [f"B-{index // 4}" for index in range(50 - copies)]
    listed = {"deck": deck, "egg_deck": ["E-1"] * eggs}
    flow.record({"kind": "deck_registered", "player": "p1", **listed})


def test_cr_4_2_1_4_1_2_a_fifth_copy_is_a_doubt_to_who_knows_the_list(flow: Flow) -> None:
    register(flow, 5)
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.clause, finding.event) == ("deck-copies", "1-4-1-2", 1)
    assert (finding.severity, finding.players) == ("doubt", ("p1",))
    assert flow.flow("p1") == [("deck-copies", 1)]
    assert flow.flow("p2") == flow.flow("spectator") == []
    assert "A-1" not in finding.happened


def test_cr_4_2_1_4_1_3_a_fifth_copy_of_a_digi_egg_is_a_doubt(flow: Flow) -> None:
    register(flow, 4, eggs=5)
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.clause) == ("deck-copies", "1-4-1-3")


def test_cr_4_2_1_4_1_2_four_copies_are_in_order(flow: Flow) -> None:
    register(flow, 4)
    assert flow.flow() == []


def test_cr_4_2_1_4_1_2_an_unregistered_deck_is_counted_when_the_game_starts(flow: Flow) -> None:
    flow.start()
    assert "deck-copies" not in dict(flow.flow())
    numbers = ["A-1"] * 50
    flow.record(
        {
            "kind": "game_started",
            "p1": {"deck_count": 50, "egg_deck_count": 0, "deck": numbers},
            "p2": {"deck_count": 50, "egg_deck_count": 0},
        }
    )
    assert ("deck-copies", 2) in flow.flow()
    assert "deck-copies" not in dict(flow.flow("p2"))


def started_with(flow: Flow, deck: list[str], count: int = 50) -> None:
    mine = {"deck_count": count, "egg_deck_count": 4, "deck": deck}
    theirs = {"deck_count": 50, "egg_deck_count": 4}
    flow.record({"kind": "game_started", "p1": mine, "p2": theirs})


def test_cr_4_0_3_2_1_a_game_with_another_deck_than_the_registered_one_is_a_doubt(
    flow: Flow,
) -> None:
    register(flow, 4)
    started_with(flow, ["A-1"] * 3 + ["C-1"] + [f"B-{index // 4}" for index in range(46)])
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.event, finding.evidence) == ("deck-not-as-registered", 2, (2, 1))
    assert flow.flow("p2") == []


def test_cr_4_0_3_2_1_the_registered_deck_in_any_order_is_in_order(flow: Flow) -> None:
    register(flow, 4)
    started_with(flow, [f"B-{index // 4}" for index in range(46)] + ["A-1"] * 4)
    assert flow.flow() == []


def test_cr_4_0_3_2_1_a_deck_that_a_check_put_right_is_not_compared(flow: Flow) -> None:
    register(flow, 4)
    flow.record({"kind": "deck_checked", "player": "p1", "in_order": False, "missing": ["A-1"]})
    started_with(flow, ["A-1"] * 3 + ["C-1"] + [f"B-{index // 4}" for index in range(46)])
    assert flow.flow() == []


def test_cr_4_2_1_4_1_2_what_the_registered_list_tells_is_told_once(flow: Flow) -> None:
    register(flow, 5)
    started_with(flow, ["A-1"] * 5 + [f"B-{index // 4}" for index in range(45)])
    assert flow.flow() == [("deck-copies", 1)]
