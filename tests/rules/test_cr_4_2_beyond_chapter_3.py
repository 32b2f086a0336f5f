"""CR 4.2 outside chapter 3: what a recorder meets there is a fact that every viewer may read."""

from typing import Any

import pytest

from dcg_events.errors import EventError
from tests.rules.scene import NOWHERE, Scene, at, move

A, B, C, D = "BT1-010", "BT1-011", "BT1-012", "BT1-013"
EGG = "BT1-001"
ALL = ("p1", "p2", "spectator", "judge")


def kept(scene: Scene, event: dict[str, Any]) -> None:
    """Record an event, and find in it for every viewer what was written."""
    scene.record(event)
    for viewer in ALL:
        (read,) = scene.last(viewer)
        assert {name: read[name] for name in event} == event


@pytest.mark.parametrize(
    ("clause", "reason"),
    [
        ("1-2-3-1", "security"),
        ("1-2-3-2", "deck_out"),
        ("1-2-4", "concession"),
        ("1-2-6", "effect"),
    ],
)
def test_cr_4_2_1_2_a_game_ends_for_a_reason(scene: Scene, clause: str, reason: str) -> None:
    scene.deal([A])
    kept(scene, {"kind": "game_ended", "winner": "p2", "reason": reason, "clause": clause})
    assert scene.state("spectator")["result"] == {"of": "game", "winner": "p2", "reason": reason}


def test_cr_4_2_1_4_2_2_memory_is_one_gauge_with_two_ends(scene: Scene) -> None:
    scene.deal([A])
    for end in (10, -10):
        kept(scene, {"kind": "memory_changed", "after": end, "asked": end * 2, "reason": "effect"})
        assert scene.state("p2")["memory"] == end
    for beyond in (11, -11):
        with pytest.raises(EventError):
            scene.record({"kind": "memory_changed", "after": beyond})


def test_cr_4_2_1_4_4_4_tokens_laid_ready_are_public(scene: Scene) -> None:
    scene.deal([A])
    kept(scene, {"kind": "token_supplied", "player": "p1", "number": "TOKEN-A", "count": 2})
    assert scene.table.count_cards() == scene.table.cards_in_game == 1


def test_cr_4_2_4_2_2_a_cost_is_paid_exactly(scene: Scene) -> None:
    scene.deal([A])
    kept(scene, {"kind": "cost_paid", "player": "p1", "printed": 5, "paid": 3})
    kept(scene, {"kind": "cost_paid", "player": "p1", "printed": 5, "paid": 0, "waived": True})
    with pytest.raises(EventError):
        scene.record({"kind": "cost_paid", "player": "p1", "paid": -1})


def test_cr_4_2_4_6_the_face_of_a_dual_card_is_declared(scene: Scene) -> None:
    scene.deal([A])
    scene.take("draw", "deck", at("hand"))
    face = {"kind": "declared", "player": "p1", "action": "use", "number": A, "face": "option"}
    kept(scene, face | {"place": at("hand")})


def test_cr_4_2_4_7_3_cards_under_a_card_keep_their_order(scene: Scene) -> None:
    scene.deal([A, B, C])
    unit = scene.take("play", "deck", at("battle"))
    for _ in range(2):
        scene.take("place_under", "deck", at("battle", unit=unit))
    for viewer in ALL:
        (body,) = scene.state(viewer)["players"]["p1"]["battle"]
        assert [(card["number"], card["face"]) for card in body["cards"]] == [
            (A, "up"),
            (B, "up"),  # §4-7-5: face up where nothing else is said
            (C, "up"),
        ]


def deleted(scene: Scene) -> None:
    """Delete a unit of two cards with a link card: all three leave in one group."""
    scene.deal([A, B, C])
    unit = scene.take("play", "deck", at("battle"))
    scene.take("place_under", "deck", at("battle", unit=unit))
    scene.take("link", "deck", at("link", unit=unit))
    (link,) = scene.table.units[unit].links
    scene.record(
        move("delete", at("battle", unit=unit, position=0), at("trash")),
        move("delete", at("battle", unit=unit, position=1), at("trash")),
        move("trash", at("link", unit=unit), at("trash"), was=link.id),
    )
    assert not scene.table.units


def test_cr_4_2_4_7_8_cards_under_a_card_leave_with_it(scene: Scene) -> None:
    deleted(scene)
    for viewer in ALL:
        assert len({event["group"] for event in scene.last(viewer, 3)}) == 1
        assert scene.numbers("trash", viewer) == [C, B, A]


def test_cr_4_2_4_9_6_link_cards_leave_with_their_unit(scene: Scene) -> None:
    deleted(scene)
    *_, link = scene.last("p2", 3)
    assert (link["number"], link["from"]["zone"], link["to"]["zone"]) == (C, "link", "trash")


def test_cr_4_2_4_9_5_a_new_link_card_replaces_the_old_one_at_once(scene: Scene) -> None:
    scene.deal([A, B, C])
    unit = scene.take("play", "deck", at("battle"))
    old = scene.take("link", "deck", at("link", unit=unit))
    scene.record(
        move("trash", at("link", unit=unit), at("trash"), was=old),
        move("link", at("deck", position=0), at("link", unit=unit)),
    )
    for viewer in ALL:
        (body,) = scene.state(viewer)["players"]["p1"]["battle"]
        assert [card["number"] for card in body["links"]] == [C]
        assert scene.numbers("trash", viewer) == [B]
        assert len({event["group"] for event in scene.last(viewer, 2)}) == 1


def test_cr_4_2_4_19_overflow_moves_memory_at_once(scene: Scene) -> None:
    scene.deal([A])
    cause = {"kind": "rule", "clause": "4-19"}
    event = {"kind": "memory_changed", "after": -4, "asked": -4, "reason": "overflow"}
    kept(scene, event | {"cause": cause})
    assert scene.state("p2")["memory"] == -4


def test_cr_4_2_5_2_1_a_game_is_set_up(scene: Scene) -> None:
    scene.deal([A, B, C, D], [], [D, C, B, A])
    kept(scene, {"kind": "first_player_decided", "player": "p2", "how": "rock-paper-scissors"})
    assert scene.state("p1")["first_player"] == "p2"
    scene.take("draw", "deck", at("hand"), 2)
    kept(scene, {"kind": "redraw_decided", "player": "p1", "redraw": True})
    scene.record(*(move("return", at("hand"), at("deck", position=-n)) for n in (1, 2)))
    scene.record({"kind": "shuffled", "zone": "deck", "side": "p1", "order": [D, B, A, C]})
    scene.take("draw", "deck", at("hand"), 2)
    assert sorted(map(str, scene.numbers("hand"))) == [B, D]
    for _ in range(2):
        scene.take("place", "deck", at("security", position=0))
    assert scene.numbers("security") == [C, A]  # the top of the deck ends at the bottom
    for viewer in ALL[:3]:
        assert scene.numbers("security", viewer) == [None, None]


def test_cr_4_2_6_1_2_a_turn_has_its_phases(scene: Scene) -> None:
    scene.deal([A])
    scene.record({"kind": "turn_started", "player": "p1", "turn": 1})
    for phase in ("unsuspend", "draw", "breeding", "main", "end"):  # §6-6
        scene.record({"kind": "phase_entered", "phase": phase})
        for viewer in ALL:
            state = scene.state(viewer)
            assert (state["turn"], state["turn_player"], state["phase"]) == (1, "p1", phase)
    with pytest.raises(EventError):
        scene.record({"kind": "phase_entered", "phase": "attack"})


def test_cr_4_2_6_1_4_1_a_turn_ends_by_memory(scene: Scene) -> None:
    scene.deal([A])
    scene.record({"kind": "turn_started", "player": "p1", "turn": 1})
    scene.record({"kind": "memory_changed", "after": -1, "reason": "cost"})
    kept(scene, {"kind": "turn_ended", "player": "p1", "turn": 1, "reason": "memory"})


def test_cr_4_2_6_5_1_7_1_a_pass_sets_the_memory(scene: Scene) -> None:
    scene.deal([A])
    scene.record({"kind": "turn_started", "player": "p1", "turn": 1})
    kept(scene, {"kind": "passed", "player": "p1", "what": "turn"})
    kept(scene, {"kind": "memory_changed", "after": -3, "reason": "pass"})
    assert scene.state("spectator")["memory"] == -3


def test_cr_4_2_7_1_2_3_an_aborted_declaration_has_moved_nothing(scene: Scene) -> None:
    scene.deal([A])
    scene.take("draw", "deck", at("hand"))
    before = scene.state("p1")["players"]
    kept(
        scene,
        {"kind": "declared", "player": "p1", "action": "play", "place": at("hand"), "number": A},
    )
    declared = scene.recorder.version - 1
    kept(scene, {"kind": "declaration_aborted", "declaration": declared})
    assert scene.state("p1")["players"] == before
    assert scene.state("p2")["memory"] == 0


@pytest.mark.parametrize("route", ["digixros", "assembly"])
def test_cr_4_2_7_2_materials_are_placed_under_at_once(scene: Scene, route: str) -> None:
    scene.deal([A, B, C])
    scene.take("trash", "deck", at("trash"), 2)  # B, A
    unit = str(scene.recorder.version)
    under = at("battle", unit=unit)
    scene.record(
        move("play", at("deck", position=0), at("battle"), route=route),
        move("material", at("trash", position=0), under, route=route),
        move("material", at("trash", position=1), under, route=route),
    )
    (body,) = scene.state("p2")["players"]["p1"]["battle"]
    assert [card["number"] for card in body["cards"]] == [C, B, A]
    assert {event["route"] for event in scene.last("p2", 3)} == {route}


@pytest.mark.parametrize("route", ["normal", "burst", "app_fusion", "blast", "arts"])
def test_cr_4_2_8_1_a_unit_digivolves_by_a_route(scene: Scene, route: str) -> None:
    scene.deal([A, B])
    unit = scene.take("play", "deck", at("battle"))
    scene.take("digivolve", "deck", at("battle", unit=unit), route=route)
    assert scene.last("spectator")[0]["route"] == route
    (body,) = scene.state("spectator")["players"]["p1"]["battle"]
    assert (body["unit"], [card["number"] for card in body["cards"]]) == (unit, [B, A])


def test_cr_4_2_10_1_a_card_is_linked(scene: Scene) -> None:
    scene.deal([A, B])
    unit = scene.take("play", "deck", at("battle"))
    scene.take("link", "deck", at("link", unit=unit))
    for viewer in ALL:
        (body,) = scene.state(viewer)["players"]["p1"]["battle"]
        assert [card["number"] for card in body["cards"]] == [A]
        assert [card["number"] for card in body["links"]] == [B]


def attacked(scene: Scene) -> str:
    """Let p1's unit attack p2; return the unit."""
    scene.deal([A], [], [B])
    unit = scene.take("play", "deck", at("battle"))
    attack = {"kind": "attack_declared", "attack": "a1", "player": "p1", "unit": unit}
    suspended = {"kind": "orientation_changed", "unit": unit, "orientation": "suspended"}
    scene.record(attack | {"target": {"player": "p2"}}, suspended)
    return unit


def test_cr_4_2_11_2_an_attack_names_its_target_and_suspends_at_once(scene: Scene) -> None:
    unit = attacked(scene)
    for viewer in ALL:
        state = scene.state(viewer)
        assert state["attack"]["target"] == {"player": "p2"}
        assert state["players"]["p1"]["battle"][0]["suspended"]
        assert len({event["group"] for event in scene.last(viewer, 2)}) == 1
    kept(scene, {"kind": "attack_ended", "attack": "a1", "outcome": "failed"})
    assert scene.state("p2")["attack"] is None
    assert scene.table.units[unit].suspended


def test_cr_4_2_11_4_a_block_changes_the_target(scene: Scene) -> None:
    attacked(scene)
    blocker = str(scene.record(move("play", at("deck", "p2", 0), at("battle", "p2"))).ids[0])
    target = {"player": "p2", "unit": blocker}
    block = {"kind": "attack_stepped", "attack": "a1", "step_taken": "block", "player": "p2"}
    kept(scene, block | {"unit": blocker, "target": target, "taken": True})
    assert scene.state("spectator")["attack"]["target"] == target


def test_cr_4_2_13_1_8_security_is_checked_card_by_card(scene: Scene) -> None:
    scene.deal([A, B])
    for _ in range(2):
        scene.take("place", "deck", at("security", position=0))
    for left, number in ((1, B), (0, A)):
        card = scene.take("check", "security", NOWHERE)
        kept(scene, {"kind": "security_checked", "player": "p1", "card": card, "outcome": "none"})
        state = scene.state("p2")
        assert [shown["number"] for shown in state["no_area"]] == [number]
        assert state["players"]["p1"]["security"]["count"] == left
        scene.record(move("trash", NOWHERE, at("trash"), was=card))
    assert scene.numbers("trash", "p2") == [A, B]


def test_cr_4_2_14_2_a_battle_is_kept_with_both_dps(scene: Scene) -> None:
    scene.deal([A], [], [B])
    one = scene.take("play", "deck", at("battle"))
    two = str(scene.record(move("play", at("deck", "p2", 0), at("battle", "p2"))).ids[0])
    fighters = [
        {"player": "p1", "unit": one, "dp": 5000},
        {"player": "p2", "unit": two, "dp": 5000},
    ]
    kept(scene, {"kind": "battle_resolved", "fighters": fighters, "losers": [one, two]})


@pytest.mark.parametrize("manner", ["triggered", "immediate", "derived"])
def test_cr_4_2_15_4_an_effect_that_triggered_waits(scene: Scene, manner: str) -> None:
    scene.deal([A])
    unit = scene.take("play", "deck", at("battle"))
    effect = {"pending": "e1", "player": "p1", "source": unit, "timing": "OnPlay"}
    kept(scene, {"kind": "effect_triggered", **effect, "manner": manner})
    kept(scene, {"kind": "effect_activated", **effect})
    kept(scene, {"kind": "effect_resolved", **effect})


def test_cr_4_2_15_4_3_5_who_chose_among_pending_effects_is_kept(scene: Scene) -> None:
    scene.deal([A, B])
    units = [scene.take("play", "deck", at("battle")) for _ in range(2)]
    for name, unit in zip("ab", units, strict=True):
        scene.record({"kind": "effect_triggered", "pending": name, "player": "p1", "source": unit})
    chosen = {"chooser": "p1", "rank": 0, "candidates": ["a", "b"], "auto": False}
    activated = {"kind": "effect_activated", "pending": "b", "player": "p1", "source": units[1]}
    kept(scene, activated | {"ordering": chosen | {"basis": "15-4-3-5"}})


def test_cr_4_2_15_5_2_one_group_is_one_occasion(scene: Scene) -> None:
    """A condition that is met several times at once: the events carry one and the same group."""
    scene.deal([A, B])
    units = [scene.take("play", "deck", at("battle")) for _ in range(2)]
    scene.record(*(move("delete", at("battle", unit=u, position=0), at("trash")) for u in units))
    together = scene.last("p2", 2)
    cause = {"kind": "effect", "event": together[0]["seq"]}
    kept(scene, {"kind": "effect_triggered", "pending": "once", "player": "p1", "cause": cause})
    assert {event["group"] for event in together} == {cause["event"]}


def test_cr_4_2_16_12_the_number_of_a_de_digivolve_is_declared(scene: Scene) -> None:
    scene.deal([A, B])
    unit = scene.take("play", "deck", at("battle"), orientation="suspended")
    scene.take("digivolve", "deck", at("battle", unit=unit))
    kept(scene, {"kind": "de_digivolved", "unit": unit, "declared": 1})
    scene.record(move("trash", at("battle", unit=unit, position=0), at("trash")))
    (body,) = scene.state("p2")["players"]["p1"]["battle"]
    assert body["suspended"]  # §4-7-6: the card that becomes the top inherits it
    assert (body["unit"], [card["number"] for card in body["cards"]]) == (unit, [A])


def test_cr_4_2_17_1_a_rule_check_is_a_fact(scene: Scene) -> None:
    scene.deal([A])
    unit = scene.take("play", "deck", at("battle"))
    kept(scene, {"kind": "rule_checked", "found": ["0 DP"]})
    cause = {"kind": "rule", "event": scene.recorder.version - 1, "clause": "17-1"}
    scene.record(move("trash", at("battle", unit=unit, position=0), at("trash"), cause=cause))
    assert scene.last("p2")[0]["cause"] == cause


@pytest.mark.parametrize("state", ["queued", "executed", "lost"])
def test_cr_4_2_18_1_pending_processing_is_kept(scene: Scene, state: str) -> None:
    scene.deal([A])
    event = {"kind": "processing_pended", "pending": "p", "player": "p1", "what": "piercing"}
    kept(scene, event | {"state": state})


def test_cr_4_2_18_3_a_loop_ends_by_declared_numbers(scene: Scene) -> None:
    scene.deal([A])
    kept(scene, {"kind": "loop_declared", "turn_player": 3, "other_player": None})
    kept(scene, {"kind": "game_ended", "winner": None, "reason": "loop"})
