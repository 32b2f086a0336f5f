"""Ends of games and of the match (CR 4.2 §1-2-3-1, §1-2-3-2, §18-3-2)."""

import pytest

from tests.audit.asking import findings
from tests.audit.flowing import FLOW, Flow, effect
from tests.rules.scene import at, move


def attacked(flow: Flow, left: int = 0, attacker: str = "p1") -> None:
    """Let p1, or whoever it is, attack p2 with so many security cards left."""
    flow.prepare()
    flow.to_main("p1")
    goal = at("battle", attacker)
    flow.record(move("play", at("hand", attacker), goal, **effect(attacker), number="A-1"))
    unit = str(flow.last_seq)
    for _ in range(5 - left):
        top, trash = at("security", "p2", position=0), at("trash", "p2")
        flow.record(move("trash", top, trash, **effect("p1")))
    flow.attack(attacker, unit, **effect(attacker))


def test_cr_4_2_1_2_3_1_an_attack_wins_against_no_security(flow: Flow) -> None:
    attacked(flow)
    flow.finish("p1", "security")
    for viewer in ("judge", "p1", "p2", "spectator"):
        assert flow.flow(viewer) == []


def test_cr_4_2_1_2_3_1_no_attack_wins_against_a_security_card(flow: Flow) -> None:
    attacked(flow, left=1)
    ended = flow.finish("p1", "security")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event) == ("won-through-security", ended)
    assert (finding.clause, finding.severity) == ("1-2-3-1", "breach")
    assert (finding.players, finding.details["count"]) == (("p2",), 1)


def test_cr_4_2_1_2_3_1_the_attack_of_the_loser_is_a_doubt(flow: Flow) -> None:
    attacked(flow, attacker="p2")
    flow.finish("p1", "security")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.severity) == ("won-by-other-attack", "doubt")


def test_cr_4_2_1_2_3_1_a_game_won_by_no_attack_is_incomplete(flow: Flow) -> None:
    attacked(flow)
    flow.pass_turn()
    flow.to_main("p2")
    ended = flow.finish("p1", "security")
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.event) == ("winning-attack-unrecorded", ended)
    assert finding.severity == "incomplete"


def test_cr_4_2_1_2_3_2_a_deck_with_cards_has_not_run_out(flow: Flow) -> None:
    flow.prepare()
    flow.begin("p1")
    flow.enter("unsuspend", "draw")
    ended = flow.finish("p2", "deck_out")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event) == ("deck-out-untimely", ended)
    assert (finding.clause, finding.severity, finding.players) == ("1-2-3-2", "breach", ("p1",))


@pytest.mark.parametrize(
    ("phase", "winner", "told"),
    [
        ("draw", "p2", []),
        ("draw", "p1", ["deck-out-untimely"]),
        ("breeding", "p2", ["deck-out-untimely"]),
    ],
)
def test_cr_4_2_1_2_3_2_an_empty_deck_loses_in_the_own_draw_phase_only(
    flow: Flow, phase: str, winner: str, told: list[str]
) -> None:
    flow.prepare()
    flow.begin("p1")
    flow.enter("unsuspend")
    for player in ("p1", "p2"):
        for count in (20, 20):
            steps = [at("deck", player, position=index) for index in range(count)]
            trash = at("trash", player)
            flow.record(*(move("trash", top, trash, **effect("p1")) for top in steps))
    flow.enter(*(("draw",) if phase == "draw" else ("draw", "breeding")))
    flow.finish(winner, "deck_out")
    assert [rule for rule, _ in flow.flow()] == told


@pytest.mark.parametrize("reason", ["security", "deck_out"])
def test_cr_4_2_1_2_3_one_of_the_players_has_won(flow: Flow, reason: str) -> None:
    attacked(flow)
    flow.finish(None, reason)
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.severity) == ("end-without-winner", "doubt")
    assert finding.clause == {"security": "1-2-3-1", "deck_out": "1-2-3-2"}[reason]


@pytest.mark.parametrize("reason", ["concession", "effect", "time", "penalty", "agreement"])
def test_cr_4_2_1_2_4_a_game_may_end_otherwise_at_any_time(flow: Flow, reason: str) -> None:
    flow.prepare()
    flow.begin("p1")
    flow.finish("p1", reason)
    flow.record({"kind": "match_ended", "outcome": "win", "winner": "p1", "games": [1, 0, 0]})
    assert flow.flow() == []


def test_cr_4_2_18_3_2_a_loop_is_a_draw(flow: Flow) -> None:
    for winner, told in ((None, []), ("p1", ["loop-won"])):
        flow.prepare()
        flow.begin("p1")
        flow.finish(winner, "loop")
        assert [rule for rule, _ in flow.flow()] == told


def test_cr_4_2_1_2_4_to_play_on_after_the_end_is_a_doubt_told_once(flow: Flow) -> None:
    flow.prepare()
    flow.begin("p1")
    ended = flow.finish("p1", "concession")
    on = flow.enter("unsuspend")
    flow.enter("draw", "breeding")
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.evidence) == ("played-on", (on, ended))
    assert (finding.clause, finding.severity) == ("1-2-4", "doubt")


def test_cr_4_2_1_2_4_what_is_rewound_is_played_on(flow: Flow) -> None:
    flow.prepare()
    began = flow.begin("p1")
    flow.finish("p1", "concession")
    flow.record({"kind": "rewound", "to_seq": began})
    flow.enter("unsuspend", "draw")
    assert flow.flow() == []


def test_cr_4_2_1_2_3_1_a_game_ends_once(flow: Flow) -> None:
    flow.prepare()
    flow.begin("p1")
    flow.finish("p1", "concession")
    again = flow.finish("p1", "time")
    flow.record({"kind": "match_ended", "outcome": "win", "winner": "p1", "games": [1, 0, 0]})
    assert flow.flow() == [("ended-twice", again)]


def test_cr_4_2_1_2_3_1_a_game_ends_before_the_next_begins(flow: Flow) -> None:
    flow.prepare()
    flow.begin("p1")
    flow.prepare()
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.severity) == ("game-unfinished", "incomplete")
    assert finding.details["count"] == 1


def played(flow: Flow, *winners: str | None) -> None:
    for winner in winners:
        flow.prepare()
        flow.begin("p1")
        flow.finish(winner, "concession" if winner else "time")


def reported(flow: Flow, winner: str | None, games: list[int], outcome: str = "win") -> int:
    event = {"kind": "match_ended", "outcome": outcome, "winner": winner, "games": games}
    flow.record(event)
    return flow.last_seq


def test_cr_4_2_1_2_3_1_the_games_of_a_match_add_up(flow: Flow) -> None:
    played(flow, "p2", "p1", None, "p2")
    reported(flow, "p2", [1, 2, 1])
    assert flow.flow() == []


def test_cr_4_2_1_2_3_1_reported_games_that_are_not_on_record(flow: Flow) -> None:
    flow.prepare()
    flow.begin("p1")
    flow.finish("p2", "effect")
    ended = reported(flow, "p2", [0, 2, 0])
    (finding,) = findings(flow, "spectator", rules=FLOW)
    assert (finding.rule, finding.event, finding.severity) == ("match-games", ended, "incomplete")


def test_cr_4_2_1_2_4_who_concedes_may_concede_the_match(flow: Flow) -> None:
    played(flow, "p2")
    reported(flow, "p2", [0, 2, 0])
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.severity) == ("match-games", "doubt")


def test_cr_4_2_1_2_3_1_the_last_security_card_may_leave_in_the_same_moment(flow: Flow) -> None:
    attacked(flow, left=1)
    last = move("trash", at("security", "p2", position=0), at("trash", "p2"), **effect("p1"))
    flow.record(last, {"kind": "game_ended", "winner": "p1", "reason": "security"})
    assert flow.flow() == []


def test_cr_4_2_1_2_3_1_a_report_of_other_games_is_a_doubt(flow: Flow) -> None:
    played(flow, "p2", "p1", "p1")
    reported(flow, "p2", [1, 2, 0])
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.severity) == ("match-games", "doubt")


def test_cr_4_2_1_2_3_1_who_won_fewer_games_did_not_win(flow: Flow) -> None:
    played(flow, "p2", "p1", "p1")
    ended = reported(flow, "p2", [2, 1, 0])
    assert flow.flow() == [("match-winner", ended)]


def test_cr_4_2_1_2_3_1_a_penalty_may_cost_a_game(flow: Flow) -> None:
    played(flow, "p2", "p1")
    flow.record({"kind": "penalty_issued", "player": "p2", "tier": "match_loss"})
    reported(flow, "p1", [1, 1, 0])
    assert flow.flow() == []


def test_cr_4_2_1_2_3_1_a_caution_costs_none(flow: Flow) -> None:
    played(flow, "p2", "p1")
    flow.record({"kind": "penalty_issued", "player": "p2", "tier": "caution"})
    ended = reported(flow, "p1", [1, 1, 0])
    assert flow.flow() == [("match-winner", ended)]


def test_cr_4_2_1_2_3_1_a_match_ends_after_its_last_game(flow: Flow) -> None:
    flow.prepare()
    flow.begin("p1")
    ended = flow.last_seq + 1
    flow.record({"kind": "match_ended", "outcome": "win", "winner": "p1"})
    assert flow.flow() == [("match-unfinished", ended)]


@pytest.mark.parametrize("outcome", ["bye", "no_show", "double_loss"])
def test_cr_4_2_1_2_3_1_a_match_may_be_decided_without_play(flow: Flow, outcome: str) -> None:
    flow.prepare()
    flow.record({"kind": "match_ended", "outcome": outcome, "winner": None})
    assert flow.flow() == []


def test_cr_4_2_1_2_3_1_no_game_begins_after_the_match(flow: Flow) -> None:
    played(flow, "p1")
    match = reported(flow, "p1", [1, 0, 0])
    flow.prepare()
    (finding,) = findings(flow, rules=FLOW)
    assert (finding.rule, finding.evidence[1:]) == ("game-after-match", (match,))
