"""CR 4.0 §3-1-2, §3-2 to §3-7: who may look at what, where it lies."""

import pytest

from dcg_events.errors import DcgEventsError
from tests.rules.scene import NOWHERE, Scene, at, move

A, B, C, D, E = "BT1-010", "BT1-011", "BT1-012", "BT1-013", "BT1-014"
EGG = "BT1-001"
ALL = ("p1", "p2", "spectator", "judge")


def test_cr_4_0_3_1_1_areas_are_a_closed_list(scene: Scene) -> None:
    scene.deal([A, B], [EGG])
    with pytest.raises(DcgEventsError):
        scene.record(move("trash", at("deck", position=0), at("graveyard")))
    scene.take("trash", "deck", at("trash"))
    assert scene.table.count_cards() == scene.table.cards_in_game == 3


def test_cr_4_0_3_1_2_1_1_trash_is_public_with_its_order(scene: Scene) -> None:
    scene.deal([C, B, A])
    scene.take("trash", "deck", at("trash"), 3)
    for viewer in ALL:
        assert scene.numbers("trash", viewer) == [A, B, C]


def test_cr_4_0_3_1_2_1_1_field_is_public(scene: Scene) -> None:
    scene.deal([A])
    scene.take("play", "deck", at("battle"))
    for viewer in ALL:
        assert scene.state(viewer)["players"]["p1"]["battle"][0]["cards"][0]["number"] == A


def test_cr_4_0_3_1_2_2_1_deck_is_hidden_from_its_owner_too(scene: Scene) -> None:
    scene.deal([A, B, C], [EGG])
    for viewer in ("p1", "p2", "spectator"):
        for zone, count in (("deck", 3), ("egg_deck", 1)):
            assert scene.state(viewer)["players"]["p1"][zone] == {"count": count}
    assert scene.numbers("deck") == [A, B, C]


def test_cr_4_0_3_1_2_2_1_face_down_security_is_hidden_from_its_owner_too(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("place", "deck", at("security", position=0))
    scene.take("place", "deck", at("security", position=0))
    for viewer in ("p1", "p2", "spectator"):
        assert scene.numbers("security", viewer) == [None, None]
    assert scene.numbers("security") == [B, A]


def test_cr_4_0_3_1_3_2_counts_of_every_place_are_public(scene: Scene) -> None:
    scene.deal([A, B, C, D, E], [EGG], [A, B])
    unit = scene.take("hatch", "egg_deck", at("breeding"))
    scene.take("place_under", "deck", at("breeding", unit=unit), facing="down")
    scene.take("link", "deck", at("link", unit=unit))
    scene.take("draw", "deck", at("hand"), 2)
    scene.record(move("place", at("deck", "p2", 0), at("security", "p2", 0)))
    for viewer in ALL:
        players = scene.state(viewer)["players"]
        assert {zone: players["p1"][zone]["count"] for zone in ("deck", "egg_deck", "hand")} == {
            "deck": 1,
            "egg_deck": 0,
            "hand": 2,
        }
        assert players["p2"]["security"]["count"] == players["p2"]["deck"]["count"] == 1
        (breeding,) = players["p1"]["breeding"]
        assert [card["face"] for card in breeding["cards"]] == ["up", "down"]
        assert len(breeding["links"]) == 1


def test_cr_4_0_3_4_1_field_is_face_up_and_shows_what_came_to_it(scene: Scene) -> None:
    scene.deal([A])
    scene.take("draw", "deck", at("hand"))
    assert scene.last("p2")[0]["number"] is None
    scene.record(move("play", at("hand"), at("battle"), number=A))
    assert scene.last("p2")[0]["number"] == A


def test_cr_4_0_3_4_2_a_card_lying_face_down_on_the_field_is_not_shown(scene: Scene) -> None:
    scene.deal([A])
    scene.take("draw", "deck", at("hand"))
    scene.record(move("play", at("hand"), at("battle"), number=A, facing="down"))
    assert scene.last("p2")[0]["number"] is None
    assert scene.last("p1")[0]["number"] == A


def test_cr_4_0_3_5_3_a_hand_is_its_players_alone(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("draw", "deck", at("hand"), 2)
    assert sorted(map(str, scene.numbers("hand", "p1"))) == [A, B]
    for viewer in ("p2", "spectator"):
        assert scene.state(viewer)["players"]["p1"]["hand"] == {"count": 2}


def test_cr_4_0_3_5_3_what_leaves_a_hand_does_not_say_when_it_was_drawn(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("draw", "deck", at("hand"))
    scene.take("draw", "deck", at("hand"))
    scene.record(move("trash", at("hand"), at("trash"), number=A))
    assert scene.last("p2")[0]["was"] is None
    assert scene.last("p1")[0]["was"] == "2"


def test_cr_4_0_3_5_3_a_hand_that_is_shown_does_not_tell_its_order(scene: Scene) -> None:
    scene.deal([C, A, B])
    scene.take("draw", "deck", at("hand"), 3)
    for viewer in ("p2", "spectator"):
        look = {"kind": "looked_at", "viewer": viewer, "place": at("hand"), "count": 3}
        scene.record(look)
        (event,) = scene.last(viewer)
        assert event["numbers"] == [A, B, C]
        assert event["cards"] is None
    scene.record(move("trash", at("hand"), at("trash"), was="3"))
    assert scene.last("p2")[0]["was"] is None


def test_cr_4_0_3_5_2_order_of_a_hand_changes_no_other_view(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("draw", "deck", at("hand"), 2)
    others = ("p2", "spectator")
    before = [scene.state(viewer)["players"] for viewer in others]
    order = {"kind": "reordered", "zone": "hand", "side": "p1", "count": 2, "order": [1, 0]}
    scene.record(order)
    assert [scene.state(viewer)["players"] for viewer in others] == before
    assert scene.last("p2")[0]["order"] is None
    assert scene.last("p1")[0]["order"] == [1, 0]


def test_cr_4_0_3_6_2_everybody_sees_the_new_order_of_a_trash(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("trash", "deck", at("trash"), 2)
    order = {"kind": "reordered", "zone": "trash", "side": "p1", "count": 2, "order": [1, 0]}
    ids = scene.ids("trash")
    scene.record(order)
    assert scene.numbers("trash", "p2") == [A, B]
    assert scene.ids("trash") == ids[::-1]


def test_cr_4_0_3_7_2_security_shows_its_count_and_positions(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.take("place", "deck", at("security", position=0))
    scene.take("place", "deck", at("security", position=0))
    for viewer in ALL:
        security = scene.state(viewer)["players"]["p1"]["security"]
        assert security["count"] == 2
        assert [card["face"] for card in security["cards"]] == ["down", "down"]


def test_cr_4_0_3_7_4_face_up_security_is_seen_at_its_position(scene: Scene) -> None:
    scene.deal([A, B, C])
    for _ in range(3):
        scene.take("place", "deck", at("security", position=0))
    flip = {"kind": "flipped", "place": at("security", position=1)}
    scene.record(flip | {"facing": "up"})
    for viewer in ALL[:3]:
        assert scene.numbers("security", viewer) == [None, B, None]
    scene.record(flip | {"facing": "down"})
    for viewer in ALL[:3]:
        assert scene.numbers("security", viewer) == [None, None, None]


def test_cr_4_0_3_7_4_a_shuffle_hides_face_up_security(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("place", "deck", at("security", position=0), facing="up")
    scene.take("place", "deck", at("security", position=0))
    assert scene.numbers("security", "p2") == [None, A]
    ids = scene.ids("security")
    scene.record({"kind": "shuffled", "zone": "security", "side": "p1", "order": [A, B]})
    for viewer in ALL[:3]:
        cards = scene.state(viewer)["players"]["p1"]["security"]["cards"]
        assert [card["number"] for card in cards] == [None, None]
        assert [card["face"] for card in cards] == ["down", "down"]
        assert not set(ids) & {card["id"] for card in cards}
        assert scene.last(viewer)[0]["order"] is None


def test_b_3_face_down_under_a_card_only_its_owner_may_look(scene: Scene) -> None:
    scene.deal([A, B, C])
    unit = scene.take("play", "deck", at("battle"))
    scene.take("place_under", "deck", at("battle", unit=unit), facing="down")
    seen = {
        viewer: scene.state(viewer)["players"]["p1"]["battle"][0]["cards"][1]["number"]
        for viewer in ALL
    }
    assert seen == {"p1": B, "p2": None, "spectator": None, "judge": B}
    scene.take("place_under", "deck", at("battle", unit=unit))
    assert scene.state("p2")["players"]["p1"]["battle"][0]["cards"][2]["number"] == C


def test_b_3_a_checked_security_card_is_seen_by_all_in_no_area(scene: Scene) -> None:
    scene.deal([A])
    scene.take("place", "deck", at("security", position=0))
    scene.take("check", "security", NOWHERE)
    for viewer in ALL:
        state = scene.state(viewer)
        assert [card["number"] for card in state["no_area"]] == [A]
        assert state["players"]["p1"]["security"]["count"] == 0


def test_b_3_a_look_shows_cards_to_the_looker_while_it_lasts(scene: Scene) -> None:
    scene.deal([A, B, C])
    for _ in range(3):
        scene.take("place", "deck", at("security", position=0))
    place = at("security", position=0)
    look = scene.record({"kind": "looked_at", "viewer": "p2", "place": place, "count": 2})
    assert scene.numbers("security", "p2") == [C, B, None]
    assert scene.numbers("security", "p1") == [None, None, None]
    assert scene.state("p2")["shown"][0]["numbers"] == [C, B]
    assert scene.state("p1")["shown"] == []
    scene.record({"kind": "showing_ended", "showing": look.seqs[0]})
    assert scene.numbers("security", "p2") == [None, None, None]


def test_b_8_a_reveal_shows_cards_to_all_and_keeps_the_count(scene: Scene) -> None:
    scene.deal([A, B, C])
    reveal = {"kind": "revealed", "place": at("deck", position=0), "count": 2}
    ids = scene.ids("deck")
    scene.record(reveal)
    for viewer in ALL[:3]:
        state = scene.state(viewer)
        assert state["shown"][0]["numbers"] == [A, B]
        assert state["players"]["p1"]["deck"] == {"count": 3}
    assert scene.ids("deck") == ids


def test_b_9_q2445_a_card_picked_blindly_and_trashed_is_public(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("draw", "deck", at("hand"), 2)
    scene.record(move("trash", at("hand"), at("trash"), was="3"))
    assert scene.last("p2")[0]["number"] == B
    assert scene.numbers("hand", "p1") == [A]
