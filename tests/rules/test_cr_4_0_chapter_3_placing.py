"""CR 4.0 §3-1-3: what happens to a card that is placed, and who knows in which order."""

from typing import Any, TypeAlias

import pytest

from dcg_events.errors import ImpossibleEventError
from tests.rules.scene import NOWHERE, Scene, at, move

A, B, C, D, E = "BT1-010", "BT1-011", "BT1-012", "BT1-013", "BT1-014"
EGG = "BT1-001"

Event: TypeAlias = dict[str, Any]


def bottom(origins: list[Event], ranks: list[int], chooser: str = "p1") -> list[Event]:
    """Put cards at the bottom of p1's deck, the ranks giving their order from the top."""
    size = len(ranks)
    return [
        move(
            "return",
            origin,
            at("deck", position=rank - size),
            ordering={"chooser": chooser, "rank": rank},
        )
        for origin, rank in zip(origins, ranks, strict=True)
    ]


def test_cr_4_0_3_1_3_1_1_a_card_is_a_new_card_in_every_place(scene: Scene) -> None:
    scene.deal([A])
    seen = []
    scene.take("draw", "deck", at("hand"))
    seen += scene.ids("hand")
    unit = str(scene.record(move("play", at("hand"), at("battle"))).ids[0])
    seen.append(unit)
    scene.record(move("return", at("battle", unit=unit, position=0), at("hand")))
    seen += scene.ids("hand")
    assert len(set(seen)) == 3
    assert not scene.table.units


def test_cr_4_0_3_1_3_1_1_a_card_trashed_from_under_is_a_new_card(scene: Scene) -> None:
    scene.deal([A, B])
    unit = scene.take("play", "deck", at("battle"))
    below = scene.take("place_under", "deck", at("battle", unit=unit))
    scene.record(move("trash", at("battle", unit=unit, position=1), at("trash")))
    assert scene.ids("trash") != [below]
    assert [card.id for card in scene.table.units[unit].cards] == [unit]


def test_cr_4_0_3_1_3_1_1_moving_to_the_battle_area_is_not_a_transfer(scene: Scene) -> None:
    scene.deal([], [EGG])
    unit = scene.take("hatch", "egg_deck", at("breeding"))
    suspend = {"kind": "orientation_changed", "unit": unit, "orientation": "suspended"}
    scene.record(suspend)
    scene.record({"kind": "moved", "unit": unit})
    moved = scene.table.units[unit]
    assert (moved.zone, moved.suspended, moved.cards[0].id) == ("battle", True, unit)


def test_cr_4_0_3_1_3_1_2_nothing_is_carried_over(scene: Scene) -> None:
    scene.deal([A])
    unit = scene.take("play", "deck", at("battle"), orientation="suspended")
    scene.record(move("return", at("battle", unit=unit, position=0), at("hand")))
    again = scene.record(move("play", at("hand"), at("battle"))).ids[0]
    assert not scene.table.units[str(again)].suspended


def test_cr_4_0_3_1_3_1_3_a_new_order_in_a_stack_makes_no_new_card(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    unit = scene.take("play", "deck", at("battle"))
    for _ in range(3):
        scene.take("place_under", "deck", at("battle", unit=unit))
    ids = [card.id for card in scene.table.units[unit].cards]
    order = {"zone": "battle", "side": "p1", "unit": unit, "first": 1, "count": 3}
    scene.record({"kind": "reordered", **order, "order": [3, 1, 2]})
    top, a, b, c = ids
    assert [card.id for card in scene.table.units[unit].cards] == [top, c, a, b]


def test_cr_4_2_3_4_4_digivolving_continues_the_unit(scene: Scene) -> None:
    scene.deal([A, B])
    unit = scene.take("play", "deck", at("battle"), orientation="suspended")
    scene.take("digivolve", "deck", at("battle", unit=unit))
    continued = scene.table.units[unit]
    assert continued.suspended
    assert [card.number for card in continued.cards] == [B, A]
    assert continued.cards[1].id == unit


def test_cr_4_2_8_2_dna_digivolving_founds_a_new_unit(scene: Scene) -> None:
    scene.deal([A, B, C])
    one = scene.take("play", "deck", at("battle"), orientation="suspended")
    two = scene.take("play", "deck", at("battle"), orientation="suspended")
    new = str(scene.recorder.version)
    below = at("battle", unit=new)
    scene.record(
        move("digivolve", at("deck", position=0), at("battle"), route="dna"),
        move("material", at("battle", unit=one, position=0), below),
        move("material", at("battle", unit=two, position=0), below),
    )
    (unit,) = scene.table.units.values()
    assert unit.id == new
    assert not unit.suspended
    assert [card.number for card in unit.cards] == [C, A, B]


def test_cr_4_0_3_1_3_3_a_group_happens_at_once_or_not_at_all(scene: Scene) -> None:
    scene.deal([A, B, C])
    units = [scene.take("play", "deck", at("battle")) for _ in range(3)]
    deleted = [move("delete", at("battle", unit=u, position=0), at("trash")) for u in units]
    before = scene.whole()
    with pytest.raises(ImpossibleEventError):
        scene.record(*deleted, move("trash", at("hand"), at("trash")))
    assert scene.whole() == before
    states = scene.recorder.version
    scene.record(*deleted)
    assert not scene.table.units
    assert scene.recorder.version == states + 3
    assert {event["group"] for event in scene.last("p2", 3)} == {states}


def test_cr_4_0_3_1_3_4_the_chosen_order_and_its_chooser_are_kept(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.take("trash", "deck", at("trash"), 3)
    trash = [at("trash", position=index) for index in range(3)]  # C, B, A
    scene.record(*bottom(trash, [2, 0, 1], chooser="p2"))
    assert scene.numbers("deck") == [D, B, A, C]
    assert [event["ordering"]["chooser"] for event in scene.last("p1", 3)] == ["p2"] * 3


def test_cr_4_0_3_1_3_5_a_card_lies_as_its_place_says(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.take("trash", "deck", at("trash"))
    scene.record(move("place", at("trash", position=0), at("security", position=0)))
    assert scene.numbers("security", "p2") == [None]
    assert scene.last("p2")[0]["number"] == A  # it came from a public place
    scene.take("place", "deck", at("security", position=0), facing="up")
    assert scene.numbers("security", "p2") == [B, None]


def test_cr_4_0_3_1_3_6_public_cards_make_a_public_order(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.take("trash", "deck", at("trash"), 3)
    scene.record(*bottom([at("trash", position=index) for index in range(3)], [2, 0, 1]))
    for viewer in ("p2", "spectator"):
        events = scene.last(viewer, 3)
        assert [event["to"]["position"] for event in events] == [-1, -3, -2]
        assert [event["ordering"]["rank"] for event in events] == [2, 0, 1]
        assert [event["number"] for event in events] == [C, B, A]
        assert scene.state(viewer)["players"]["p1"]["deck"] == {"count": 4}


def test_cr_4_0_3_1_3_6_face_up_security_makes_a_public_order(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.take("place", "deck", at("security", position=0), 1, facing="up")
    scene.take("place", "deck", at("security", position=0), 1, facing="up")
    scene.record(*bottom([at("security", position=index) for index in range(2)], [1, 0]))
    assert [event["number"] for event in scene.last("p2", 2)] == [B, A]
    assert [event["to"]["position"] for event in scene.last("p2", 2)] == [-1, -2]


def test_cr_4_0_3_1_3_6_private_order_is_sealed(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.take("draw", "deck", at("hand"), 3)
    was = [{"was": card} for card in scene.ids("hand")]
    group = bottom([at("hand")] * 3, [2, 0, 1])
    scene.record(*(event | which for event, which in zip(group, was, strict=True)))
    for viewer in ("p2", "spectator"):
        for event in scene.last(viewer, 3):
            assert event["to"]["position"] is None
            assert event["to"]["among"] == [1, 3]
            assert event["ordering"]["rank"] is None
            assert event["number"] is None
            assert event["was"] is None
    assert sorted(event["to"]["position"] for event in scene.last("p1", 3)) == [1, 2, 3]
    assert scene.numbers("deck") == [D, B, C, A]


def test_cr_4_0_3_1_3_6_the_other_player_may_order_what_the_owner_then_cannot_follow(
    scene: Scene,
) -> None:
    scene.deal([A, B, C])
    scene.take("draw", "deck", at("hand"), 2)
    group = bottom([at("hand")] * 2, [1, 0], chooser="p2")
    was = [{"was": card} for card in scene.ids("hand")]
    scene.record(*(event | which for event, which in zip(group, was, strict=True)))
    assert [event["to"]["position"] for event in scene.last("p1", 2)] == [None, None]
    assert sorted(event["number"] for event in scene.last("p1", 2)) == [A, B]


def test_cr_4_0_3_1_3_6_face_down_security_returns_unseen(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.take("place", "deck", at("security", position=0))
    scene.take("place", "deck", at("security", position=0))
    scene.record(*bottom([at("security", position=index) for index in range(2)], [0, 1]))
    for viewer in ("p1", "p2", "spectator"):
        assert [event["number"] for event in scene.last(viewer, 2)] == [None, None]
    assert scene.numbers("deck") == [C, B, A]


def test_b_9_q5577_the_rest_of_a_reveal_returns_in_a_public_order(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.record({"kind": "revealed", "place": at("deck", position=0), "count": 3})
    scene.record(move("add", at("deck", position=1), at("hand")))
    scene.record(*bottom([at("deck", position=index) for index in range(2)], [1, 0]))
    events = scene.last("p2", 2)
    assert [event["number"] for event in events] == [A, C]
    assert [event["to"]["position"] for event in events] == [-1, -2]
    assert scene.numbers("deck") == [D, C, A]
    assert scene.state("p2")["shown"] == []


def test_a_look_alone_returns_its_rest_in_a_sealed_order(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    look = {"kind": "looked_at", "viewer": "p1", "place": at("deck", position=0), "count": 3}
    scene.record(look)
    scene.record(move("add", at("deck", position=1), at("hand")))
    (event,) = scene.last("p2")
    assert event["from"] == {"zone": "deck", "side": "p1", "position": None, "among": [0, 2]}
    assert event["number"] is None
    assert scene.last("p1")[0]["from"]["position"] == 1
    scene.record(*bottom([at("deck", position=index) for index in range(2)], [1, 0]))
    for event in scene.last("p2", 2):
        assert (event["number"], event["to"]["position"]) == (None, None)
        assert event["from"]["position"] is None
    assert scene.numbers("deck") == [D, C, A]


def test_one_on_top_and_the_rest_below_does_not_tell_which(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    look = {"kind": "looked_at", "viewer": "p1", "place": at("deck", position=0), "count": 3}
    scene.record(look)
    goals = [3, 0, 2]
    scene.record(
        *(
            move("return", at("deck", position=index), at("deck", position=goal))
            for index, goal in enumerate(goals)
        )
    )
    assert scene.numbers("deck") == [B, D, C, A]
    amongs = [event["to"]["among"] for event in scene.last("p2", 3)]
    assert amongs == [[0, 0], [2, 3], [2, 3]]
    for event in scene.last("p2", 3):
        assert event["from"]["position"] is event["was"] is event["number"] is None
        assert event["from"]["among"] == [0, 2]


def test_cr_4_0_3_1_3_7_a_card_that_is_asked_for_is_shown(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("place", "deck", at("security", position=0))
    scene.take("place", "deck", at("security", position=0))
    cause = {"kind": "effect", "player": "p1", "asks": True}
    scene.take("add", "security", at("hand"), revealed=True, cause=cause)
    for viewer in ("p1", "p2", "spectator"):
        assert scene.last(viewer)[0]["number"] == B
    scene.take("add", "security", at("hand"))
    assert scene.last("p1")[0]["number"] == A
    for viewer in ("p2", "spectator"):
        assert scene.last(viewer)[0]["number"] is None


def test_cr_4_0_3_1_3_8_a_card_goes_to_its_owner(scene: Scene) -> None:
    scene.deal([], [], [A])
    unit = str(scene.record(move("play", at("deck", "p2", 0), at("battle", "p1"))).ids[0])
    origin = at("battle", unit=unit, position=0)
    scene.record(move("return", origin, {"zone": "hand"}))
    assert len(scene.ids("hand", "p2")) == 1
    assert scene.last("p1")[0]["to"]["side"] == "p2"


def test_cr_4_0_3_1_3_8_another_side_may_be_named(scene: Scene) -> None:
    scene.deal([], [], [A])
    unit = str(scene.record(move("play", at("deck", "p2", 0), at("battle", "p1"))).ids[0])
    scene.record(move("return", at("battle", unit=unit, position=0), at("hand", "p1")))
    assert len(scene.ids("hand", "p1")) == 1


def test_b_3_a_token_leaves_the_game_and_keeps_its_owner(scene: Scene) -> None:
    scene.deal()
    token = move("play", at("outside"), at("battle", "p2"), number="TOKEN-A", owner="p1")
    unit = str(scene.record(token).ids[0])
    assert scene.table.cards_in_game == scene.table.count_cards() == 1
    scene.record(move("remove", at("battle", "p2", 0, unit=unit), {"zone": "outside"}))
    assert scene.numbers("outside", "p2") == ["TOKEN-A"]
    assert scene.table.count_cards() == 1


def test_cr_4_0_3_1_3_9_1_eggs_among_cards_go_to_the_egg_deck_in_order(scene: Scene) -> None:
    scene.deal([A, B], ["BT1-001", "BT1-002", "BT1-003"])
    one = scene.take("hatch", "egg_deck", at("breeding"))
    scene.record(move("delete", at("breeding", unit=one, position=0), at("trash")))
    two = scene.take("hatch", "egg_deck", at("breeding"))
    scene.take("trash", "deck", at("trash"))
    scene.record(move("delete", at("breeding", unit=two, position=0), at("trash")))
    assert scene.numbers("trash") == ["BT1-002", A, "BT1-001"]
    asked = {"requested": at("deck"), "redirect": "3-1-3-9-1"}
    scene.record(
        move("return", at("trash", position=0), at("egg_deck", position=-2), **asked),
        move("return", at("trash", position=1), at("deck", position=-1)),
        move("return", at("trash", position=2), at("egg_deck", position=-1), **asked),
    )
    assert scene.numbers("deck") == [B, A]
    assert scene.numbers("egg_deck") == ["BT1-003", "BT1-002", "BT1-001"]
    assert scene.last("p2", 3)[0]["requested"]["zone"] == "deck"
    assert [event["to"]["position"] for event in scene.last("p2", 3)] == [-2, -1, -1]


def test_cr_4_0_3_2_4_cards_are_placed_one_by_one_and_at_once(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.take("trash", "deck", at("trash"), 3)
    assert scene.numbers("trash") == [C, B, A]
    assert scene.numbers("deck") == [D]
    assert [event["step"] for event in scene.last("p2", 3)] == [0, 1, 2]
    scene.deal([A, B])
    scene.take("draw", "deck", at("hand"), 2)
    assert [event["number"] for event in scene.last("p1", 2)] == [A, B]
    assert [event["number"] for event in scene.last("p2", 2)] == [None, None]


def test_cr_4_0_3_2_3_a_deck_may_be_put_in_another_order(scene: Scene) -> None:
    scene.deal([A, B, C])
    order = {"zone": "deck", "side": "p1", "first": 1, "count": 2}
    ids = scene.ids("deck")
    scene.record({"kind": "reordered", **order, "order": [2, 1]})  # a breach, and recorded
    assert scene.numbers("deck") == [A, C, B]
    assert not set(scene.ids("deck")[1:]) & set(ids)


def test_cr_4_0_3_4_3_a_unit_enters_unsuspended_unless_it_is_said(scene: Scene) -> None:
    scene.deal([A, B])
    assert not scene.table.units
    one = scene.take("play", "deck", at("battle"))
    two = scene.take("play", "deck", at("battle"), orientation="suspended")
    assert [scene.table.units[unit].suspended for unit in (one, two)] == [False, True]


def test_cr_4_0_3_4_4_the_field_needs_its_part(scene: Scene) -> None:
    scene.deal([A])
    with pytest.raises(ImpossibleEventError):
        scene.record(move("play", at("deck", position=0), at("battle", unit="99")))
    scene.take("play", "deck", at("battle"))


def test_cr_4_0_3_4_5_2_a_second_unit_in_the_breeding_area_is_recorded(scene: Scene) -> None:
    scene.deal([A], [EGG])
    scene.take("hatch", "egg_deck", at("breeding"))
    scene.take("play", "deck", at("breeding"))  # a breach: a finding, and no refusal
    assert len(scene.state("p2")["players"]["p1"]["breeding"]) == 2


def test_cr_4_0_3_4_6_the_battle_area_has_no_limit(scene: Scene) -> None:
    scene.deal([A] * 20)
    for _ in range(20):
        scene.take("play", "deck", at("battle"))
    assert len(scene.state("p2")["players"]["p1"]["battle"]) == 20


def test_b_3_an_option_in_use_lies_in_no_area(scene: Scene) -> None:
    scene.deal([A])
    scene.take("draw", "deck", at("hand"))
    scene.record(move("use", at("hand"), NOWHERE, number=A))
    assert [card["number"] for card in scene.state("p2")["no_area"]] == [A]
    scene.record(move("trash", NOWHERE, at("trash")))
    assert scene.state("p2")["no_area"] == []
    assert scene.numbers("trash", "p2") == [A]
