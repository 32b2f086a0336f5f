"""The unsuspend phase: everything of the turn player's, at once (CR 4.2 §6-2-1)."""

from typing import Any

import pytest

from dcg_events.audit.rules import unsuspending
from tests.audit.asking import findings, found
from tests.audit.flowing import RULE, Flow, effect
from tests.rules.scene import at, move

TURNED = {"kind": "orientation_changed"}


def stand(flow: Flow, player: str = "p1", count: int = 2) -> list[str]:
    """Begin p2's turn and put suspended units up; then begin p1's next turn."""
    flow.prepare()
    flow.to_main("p1")
    units = []
    for _ in range(count):
        top, field = at("deck", player, position=0), at("battle", player)
        flow.record(move("play", top, field, **effect(player)))
        units.append(str(flow.last_seq))
        turn(flow, units[-1], orientation="suspended", **effect("p2"))
    flow.pass_turn()
    flow.to_main("p2")
    flow.pass_turn()
    flow.begin("p1")
    flow.enter("unsuspend")
    return units


def turn(flow: Flow, *units: str, orientation: Any = "unsuspended", **more: Any) -> int:
    flow.record(*(TURNED | {"unit": unit, "orientation": orientation} | more for unit in units))
    return flow.last_seq - len(units) + 1


def asked(flow: Flow) -> list[tuple[str, int]]:
    return found(flow, rules=unsuspending.RULES)


def test_cr_4_2_6_2_1_all_units_unsuspend_at_once(flow: Flow) -> None:
    turn(flow, *stand(flow), **RULE)
    flow.enter("draw")
    assert asked(flow) == []


def test_cr_4_2_6_2_1_no_unit_stays_suspended(flow: Flow) -> None:
    first, second = stand(flow)
    turn(flow, first, **RULE)
    left = flow.enter("draw") - 1  # the draw follows
    (finding,) = findings(flow, rules=unsuspending.RULES)
    assert (finding.rule, finding.clause, finding.event) == ("not-unsuspended", "6-2-1", left)
    assert (finding.severity, finding.players) == ("doubt", ("p1",))
    assert finding.details["unit"] == second


def test_cr_4_2_6_2_1_units_of_the_other_player_stay_as_they_are(flow: Flow) -> None:
    turn(flow, *stand(flow), **RULE)
    flow.enter("draw", "breeding", "main")
    top, field = at("deck", "p2", position=0), at("battle", "p2")
    flow.record(move("play", top, field, **effect("p2")))
    turn(flow, str(flow.last_seq), orientation="suspended", **effect("p1"))
    flow.pass_turn()
    flow.to_main("p2")
    assert [rule for rule, _ in asked(flow)] == ["not-unsuspended"]  # p2's own, in p2's own turn
    flow.pass_turn()
    flow.to_main("p1")
    assert [rule for rule, _ in asked(flow)] == ["not-unsuspended"]


def test_cr_4_2_6_2_1_a_status_may_keep_a_unit_suspended(flow: Flow) -> None:
    first, second = stand(flow)
    told = {"kind": "status_applied", "status": "s", "units": [second], "what": "cannot unsuspend"}
    flow.record(told | effect("p2"))
    turn(flow, first, **RULE)
    flow.enter("draw")
    assert asked(flow) == []


def test_cr_4_2_6_2_1_a_judge_may_keep_a_unit_suspended(flow: Flow) -> None:
    first, second = stand(flow)
    turn(flow, first, **RULE)
    turn(flow, second, cause={"kind": "judge"})
    turn(flow, second, orientation="suspended", cause={"kind": "judge"})
    flow.enter("draw")
    assert asked(flow) == []


def test_cr_4_2_6_2_1_units_do_not_unsuspend_one_after_the_other(flow: Flow) -> None:
    first, second = stand(flow)
    early = turn(flow, first, **RULE)
    late = turn(flow, second, **RULE)
    flow.enter("draw")
    (finding,) = findings(flow, rules=unsuspending.RULES)
    assert (finding.rule, finding.evidence) == ("unsuspended-apart", (late, early))
    assert (finding.clause, finding.severity) == ("6-2-1", "incomplete")


@pytest.mark.parametrize("cause", [effect("p1"), {}, {"cause": {"kind": "rule", "event": 1}}])
def test_cr_4_2_6_2_1_what_an_effect_unsuspends_is_a_moment_of_its_own(
    flow: Flow, cause: dict[str, Any]
) -> None:
    first, second = stand(flow)
    turn(flow, first, **cause)
    turn(flow, second, **RULE)
    flow.enter("draw")
    assert asked(flow) == []
