"""CR 4.0 §3-1-3-4, §3-1-3-6: who chose an order, is it kept, is it public."""

from typing import Any

import pytest

from tests.audit.chapter_3 import (
    EFFECT,
    JUDGE,
    RULE,
    A,
    B,
    C,
    D,
    E,
    asked,
    both,
    lawful,
    to_bottom,
    trash,
)
from tests.rules.scene import Scene, at, move


@pytest.fixture
def milled(scene: Scene) -> Scene:
    """Three cards in the trash, the newest first C, B, A; two in the deck."""
    scene.deal([A, B, C, D, E])
    scene.take("trash", "deck", at("trash"), 3, cause=EFFECT)
    return scene


def caused(group: list[dict[str, Any]], cause: dict[str, Any]) -> list[dict[str, Any]]:
    return [event | {"cause": cause} for event in group]


def test_cr_4_0_3_1_3_4_the_other_player_chose_the_order(milled: Scene) -> None:
    seq = milled.recorder.version
    milled.record(*to_bottom(trash(0, 1, 2), [1, 0, 2], chooser="p2"))
    assert both(milled) == [("order-chooser", "3-1-3-4", seq, ("p2", "p1"), "breach")]
    assert asked(milled, viewer="spectator") == asked(milled)


def test_cr_4_0_3_1_3_4_its_player_chose_the_order(milled: Scene) -> None:
    milled.record(*to_bottom(trash(0, 1, 2), [1, 0, 2]))
    assert lawful(milled)


def test_cr_4_0_3_1_3_4_a_judge_may_have_it_chosen_by_anybody(milled: Scene) -> None:
    milled.record(*caused(to_bottom(trash(0, 1), [1, 0], chooser="p2"), JUDGE))
    assert lawful(milled)


def test_cr_4_0_3_1_3_4_nobody_knows_whose_effect_it_was(milled: Scene) -> None:
    group = to_bottom(trash(0, 1), [1, 0], chooser="p2")
    milled.record(*caused(group, {"kind": "effect"}))
    assert lawful(milled)


def test_cr_4_0_3_1_3_4_the_player_is_read_off_the_activation(milled: Scene) -> None:
    effect = milled.record({"kind": "effect_activated", "player": "p2"}).seqs[0]
    seq = milled.recorder.version
    cause = {"kind": "effect", "event": effect}
    milled.record(*caused(to_bottom(trash(0, 1), [1, 0]), cause))
    assert both(milled) == [("order-chooser", "3-1-3-4", seq, ("p1", "p2"), "breach")]


def borrowed(scene: Scene, chooser: str) -> int:
    """Let p1 use the effect of a card that p2 owns, under one of p1's units."""
    scene.deal([A, B, C, D], [], [E])
    founded = str(scene.record(move("play", at("deck", "p1", 0), at("battle"))).ids[0])
    below = move("place_under", at("deck", "p2", 0), at("battle", unit=founded), cause=EFFECT)
    source = str(scene.record(below).ids[0])
    scene.take("trash", "deck", at("trash"), 2, cause=EFFECT)
    seq = scene.recorder.version
    group = to_bottom(trash(0, 1), [1, 0], chooser=chooser)
    scene.record(*caused(group, EFFECT | {"source": source}))
    return seq


def test_cr_4_0_3_1_3_4_the_owner_of_anothers_card_does_not_choose_in_japanese(
    scene: Scene,
) -> None:
    seq = borrowed(scene, "p2")
    expected = ("order-chooser-player", "3-1-3-4", seq, ("p2", "p1"), "breach")
    assert asked(scene, "ja") == [expected]
    assert asked(scene, "en") == []


def test_cr_4_0_3_1_3_4_the_owner_of_anothers_card_chooses_in_english(scene: Scene) -> None:
    seq = borrowed(scene, "p1")
    assert asked(scene, "ja") == []
    expected = ("order-chooser-owner", "3-1-3-4", seq, ("p1", "p2"), "breach")
    assert asked(scene, "en") == [expected]


def both_decks(scene: Scene, choosers: tuple[str, str], cause: dict[str, Any]) -> int:
    scene.deal([A, B], [], [C, D])
    for side in ("p1", "p2"):
        mill = [move("trash", at("deck", side, i), at("trash", side), cause=EFFECT) for i in (0, 1)]
        scene.record(*mill)
    group = [
        *to_bottom(trash(0, 1), [1, 0], chooser=choosers[0]),
        *to_bottom(trash(0, 1, side="p2"), [1, 0], side="p2", chooser=choosers[1]),
    ]
    return scene.record(*caused(group, cause)).seqs[0]


def test_cr_4_0_3_1_3_4_q1518_one_player_orders_both_decks(scene: Scene) -> None:
    both_decks(scene, ("p1", "p1"), EFFECT)
    assert lawful(scene)


def test_cr_4_0_3_1_3_4_q1518_the_other_orders_not_even_the_own_deck(scene: Scene) -> None:
    seq = both_decks(scene, ("p1", "p2"), EFFECT)
    assert both(scene) == [("order-chooser", "3-1-3-4", seq + 2, ("p2", "p1"), "breach")]


def test_cr_4_0_3_1_3_4_q1518_two_choosers_of_one_effect(scene: Scene) -> None:
    seq = both_decks(scene, ("p1", "p2"), {"kind": "effect"})
    assert both(scene) == [("order-two-choosers", "3-1-3-4", seq, ("p1", "p2"), "breach")]


def test_cr_4_0_3_1_3_4_the_chooser_is_not_on_record(milled: Scene) -> None:
    seq = milled.recorder.version
    milled.record(*to_bottom(trash(0, 1), [1, 0], chooser=None))
    assert both(milled) == [("order-chooser-missing", "3-1-3-4", seq, (), "incomplete")]


def test_cr_4_0_3_1_3_4_the_basis_is_another_clause(milled: Scene) -> None:
    seq = milled.recorder.version
    milled.record(*to_bottom(trash(0, 1), [1, 0], basis="1-3-5"))
    assert both(milled) == [("order-basis", "3-1-3-4", seq, (), "doubt")]


def test_cr_4_0_3_1_3_4_the_basis_is_this_clause(milled: Scene) -> None:
    milled.record(*to_bottom(trash(0, 1), [1, 0], basis="3-1-3-4"))
    assert lawful(milled)


def without_order(scene: Scene, cause: dict[str, Any] = EFFECT) -> int:
    group = to_bottom(trash(0, 1, 2), [1, 0, 2])
    for event in group:
        del event["ordering"]
    return scene.record(*caused(group, cause)).seqs[0]


RESOLVED = {"kind": "effect_resolved", "player": "p1"}


def test_cr_4_0_3_1_3_4_nobody_chose_an_order(milled: Scene) -> None:
    seq = without_order(milled)
    assert lawful(milled)  # the effect is not over yet: a shuffle may follow
    milled.record(RESOLVED)
    assert both(milled) == [("order-missing", "3-1-3-4", seq, ("p1",), "incomplete")]


def test_cr_4_0_3_1_3_4_a_shuffle_makes_the_order_needless(milled: Scene) -> None:
    without_order(milled)
    milled.record({"kind": "shuffled", "zone": "deck", "side": "p1"})
    milled.record(RESOLVED)
    assert lawful(milled)


@pytest.mark.parametrize("cause", [RULE, JUDGE, {"kind": "unknown"}])
def test_cr_4_0_3_1_3_4_no_card_caused_it(milled: Scene, cause: dict[str, Any]) -> None:
    without_order(milled, cause)
    milled.record(RESOLVED)
    assert lawful(milled)


def test_cr_4_0_3_1_3_4_equal_cards_need_no_order(scene: Scene) -> None:
    scene.deal([A, A, B])
    scene.take("trash", "deck", at("trash"), 2, cause=EFFECT)
    group = [
        move("return", origin, at("deck", "p1", position), cause=EFFECT)
        for origin, position in zip(trash(0, 1), (-2, -1), strict=True)
    ]
    scene.record(*group)
    scene.record(RESOLVED)
    assert lawful(scene)


def test_cr_4_0_3_1_3_4_one_on_top_and_one_below_need_no_order(milled: Scene) -> None:
    ends = zip(trash(0, 1), (0, -1), strict=True)
    milled.record(*(move("return", one, at("deck", "p1", end), cause=EFFECT) for one, end in ends))
    milled.record(RESOLVED)
    assert lawful(milled)


def test_cr_4_0_3_6_2_cards_put_into_the_trash_need_no_order(milled: Scene) -> None:
    milled.record(*(move("return", one, at("hand"), cause=EFFECT) for one in trash(0, 1)))
    was = milled.ids("hand")
    milled.record(*(move("trash", at("hand"), at("trash"), was=one, cause=EFFECT) for one in was))
    milled.record(RESOLVED)
    assert lawful(milled)


def test_cr_4_0_3_1_3_4_the_rest_of_a_reveal_has_an_order(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.record({"kind": "revealed", "place": at("deck", "p1", 0), "count": 2})
    rest = [move("return", at("deck", "p1", i), at("deck", "p1", i - 2)) for i in (0, 1)]
    cause = EFFECT | {"event": scene.recorder.version - 1}
    seq = scene.record(*caused(rest, cause)).seqs[0]
    scene.record(RESOLVED)
    assert both(scene) == [("order-missing", "3-1-3-4", seq, ("p1",), "incomplete")]


def test_cr_4_0_3_1_3_4_under_a_card_the_order_counts_in_japanese(milled: Scene) -> None:
    founded = str(milled.record(move("play", at("deck", "p1", 0), at("battle"))).ids[0])
    below = at("battle", unit=founded)
    group = [move("place_under", origin, below, cause=EFFECT) for origin in trash(0, 1)]
    seq = milled.record(*group).seqs[0]
    milled.record(RESOLVED)
    expected = ("stacking-order-missing", "3-1-3-4", seq, ("p1",), "incomplete")
    assert asked(milled, "ja") == [expected]
    assert asked(milled, "en") == []


def test_cr_4_0_3_2_4_what_is_drawn_or_milled_has_no_chosen_order(scene: Scene) -> None:
    scene.deal([A, B, C, D, E])
    scene.take("draw", "deck", at("hand"), 2, cause=EFFECT)
    scene.take("trash", "deck", at("trash"), 2, cause=EFFECT)
    scene.record(RESOLVED)
    assert lawful(scene)


def test_cr_4_0_3_1_3_4_the_cards_do_not_lie_as_chosen(milled: Scene) -> None:
    group = to_bottom(trash(0, 1, 2), [0, 1, 2])
    group[0]["to"]["position"], group[1]["to"]["position"] = -2, -3
    seq = milled.record(*group).seqs[0]
    expected = ("order-not-kept", "3-1-3-4", seq, ("p1",), "breach")
    assert both(milled) == [expected]


def test_cr_4_0_3_1_3_4_at_the_bottom_the_ranks_may_be_counted_from_below(milled: Scene) -> None:
    group = to_bottom(trash(0, 1, 2), [0, 1, 2])
    group[0]["to"]["position"], group[2]["to"]["position"] = -1, -3
    milled.record(*group)
    assert [(rule, severity) for rule, *_, severity in both(milled)] == [
        ("order-not-kept", "doubt")
    ]


@pytest.mark.parametrize("ranks", [[0, 1, 2], [2, 1, 0]])
def test_cr_4_0_3_1_3_4_on_top_ranks_count_from_either_end(milled: Scene, ranks: list[int]) -> None:
    group = to_bottom(trash(0, 1, 2), ranks)
    for position, event in enumerate(group):
        event["to"]["position"] = position
    milled.record(*group)
    assert lawful(milled)


@pytest.mark.parametrize(("place", "finds"), [(-3, ["order-incomplete"]), (0, [])])
def test_cr_4_0_3_1_3_4_one_card_has_no_place_in_the_order(
    milled: Scene, place: int, finds: list[str]
) -> None:
    group = to_bottom(trash(0, 1, 2), [0, 1, 2])
    del group[0]["ordering"]
    group[0]["to"]["position"] = place
    seq = milled.record(*group).seqs[0]
    assert both(milled) == [(rule, "3-1-3-4", seq, ("p1",), "incomplete") for rule in finds]


def test_cr_4_0_3_1_3_6_the_place_of_one_public_card_was_kept_secret(milled: Scene) -> None:
    group = to_bottom(trash(0, 1, 2), [0, 1, 2], public=True)
    group[1]["ordering"]["public"] = False
    seq = milled.record(*group).seqs[0]
    found = [(rule, clause) for rule, clause, event, *_ in both(milled) if event >= seq]
    assert found == [("order-not-public", "3-1-3-6")]


def test_cr_4_0_3_1_3_4_two_cards_have_the_same_rank(milled: Scene) -> None:
    group = to_bottom(trash(0, 1), [1, 1])
    for position, event in enumerate(group):
        event["to"]["position"] = position
    milled.record(*group)
    assert [rule for rule, *_ in both(milled)] == ["order-not-kept"]


def test_cr_4_0_3_1_3_6_an_order_of_public_cards_was_kept_secret(milled: Scene) -> None:
    seq = milled.recorder.version
    milled.record(*to_bottom(trash(0, 1), [1, 0], public=False))
    assert both(milled) == [("order-not-public", "3-1-3-6", seq, ("p1",), "breach")]


def test_cr_4_0_3_1_3_6_an_order_of_public_cards_was_public(milled: Scene) -> None:
    milled.record(*to_bottom(trash(0, 1), [1, 0], public=True))
    assert lawful(milled)


def test_cr_4_0_3_1_3_6_an_order_of_hidden_cards_may_be_secret(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.take("draw", "deck", at("hand"), 2, cause=EFFECT)
    was = [{"was": card} for card in scene.ids("hand")]
    group = to_bottom([at("hand")] * 2, [1, 0], public=False)
    scene.record(*(event | which for event, which in zip(group, was, strict=True)))
    assert lawful(scene)


def test_cr_4_0_3_1_3_6_face_up_security_is_public_in_japanese(scene: Scene) -> None:
    scene.deal([A, B, C])
    for _ in range(2):
        scene.take("place", "deck", at("security", position=0), facing="up", cause=EFFECT)
    seq = scene.recorder.version
    origins = [at("security", position=index) for index in range(2)]
    scene.record(*to_bottom(origins, [1, 0], public=False))
    expected = ("order-of-open-cards-not-public", "3-1-3-6", seq, ("p1",), "breach")
    assert asked(scene, "ja") == [expected]
    assert asked(scene, "en") == []


def test_cr_4_0_3_1_3_6_face_down_security_is_not(scene: Scene) -> None:
    scene.deal([A, B, C])
    for _ in range(2):
        scene.take("place", "deck", at("security", position=0), cause=EFFECT)
    origins = [at("security", position=index) for index in range(2)]
    scene.record(*to_bottom(origins, [1, 0], public=False))
    assert lawful(scene)


def test_cr_4_0_3_1_3_6_q5577_revealed_cards_are_public_in_japanese(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.record({"kind": "revealed", "place": at("deck", "p1", 0), "count": 2})
    seq = scene.recorder.version
    scene.record(*to_bottom([at("deck", "p1", 0), at("deck", "p1", 1)], [1, 0], public=False))
    expected = ("order-of-open-cards-not-public", "3-1-3-6", seq, ("p1",), "breach")
    assert asked(scene, "ja") == [expected]
    assert asked(scene, "en") == []
