"""What a viewer knows in the simple cases, each by its name."""

from typing import Any

from tests.knowledge.knowing import NOTHING, contents, known_to, reasons, told
from tests.rules.scene import NOWHERE, Scene, at, move

A, B, C, D, E = "BT1-010", "BT1-011", "BT1-012", "BT1-013", "BT1-014"
PLAYERS_AND_SPECTATOR = ("p1", "p2", "spectator")
SHUFFLE = {"kind": "shuffled", "zone": "deck", "side": "p1"}


def place_security(scene: Scene, count: int, **more: Any) -> None:
    for _ in range(count):
        scene.take("place", "deck", at("security", position=0), **more)


def from_hand(number: str, goal: dict[str, Any], **more: Any) -> dict[str, Any]:
    return move("place", at("hand"), goal, number=number, **more)


def return_three(scene: Scene, manner: str, origin: dict[str, Any], **more: Any) -> None:
    """Put A, B and C from one place to the bottom of the deck, in this order from the top."""
    group = []
    for rank, number in enumerate((A, B, C)):
        ordering = {"chooser": "p1", "rank": rank, **more.pop("ordering", {})}
        place = origin if origin["zone"] == "hand" else {**origin, "position": rank}
        goal = at("deck", position=rank - 3)
        event = move(manner, place, goal, ordering=ordering, **more)
        group.append({**event, "number": number} if origin["zone"] == "hand" else event)
    scene.record(*group)


def test_a_table_tells_nothing_beyond_what_may_be_looked_at(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    place_security(scene, 2)
    scene.take("draw", "deck", at("hand"))
    for viewer in PLAYERS_AND_SPECTATOR:
        assert told(scene, viewer) == NOTHING
        assert contents(scene, viewer) == {}


def test_cr_4_0_3_1_3_6_a_public_order_gives_positions_to_all_until_a_shuffle(scene: Scene) -> None:
    scene.deal([C, B, A, D, E])
    scene.take("trash", "deck", at("trash"), 3)
    return_three(scene, "return", at("trash"))
    since = scene.recorder.version - 3
    for viewer in PLAYERS_AND_SPECTATOR:
        assert told(scene, viewer) == [
            f"deck p1 2 exact: {A}",
            f"deck p1 3 exact: {B}",
            f"deck p1 4 exact: {C}",
        ]
        assert reasons(scene, viewer)[A] == (since, "was_public", "3-1-3-6")
    scene.record(SHUFFLE)
    for viewer in PLAYERS_AND_SPECTATOR:
        assert told(scene, viewer) == [f"deck p1 0-4 some: {A} {B} {C}"]


def test_the_bottom_three_in_an_order_that_only_the_chooser_knows(scene: Scene) -> None:
    scene.deal([A, B, C, D, E])
    scene.take("draw", "deck", at("hand"), 3)
    group = [
        from_hand(
            number,
            at("deck", position=rank - 3),
            revealed=True,
            ordering={"chooser": "p1", "rank": rank, "public": False},
        )
        for rank, number in enumerate((C, A, B))
    ]
    scene.record(*group)
    assert told(scene, "p2") == told(scene, "spectator") == [f"deck p1 2-4 all: {A} {B} {C}"]
    assert reasons(scene, "p2")[B][1:] == ("revealed", "3-1-3-7")
    assert told(scene, "p1") == [
        f"deck p1 2 exact: {C}",
        f"deck p1 3 exact: {A}",
        f"deck p1 4 exact: {B}",
    ]
    assert reasons(scene, "p1")[C][1] == "placed_by_viewer"
    scene.record(move("draw", at("deck", position=0), at("hand")))
    assert told(scene, "p2") == [f"deck p1 1-3 all: {A} {B} {C}"]
    scene.record(move("add", at("deck", position=2), at("hand")))
    assert told(scene, "p2") == [f"deck p1 1-2 | hand p1 some: {A} {B} {C}"]
    (item,) = known_to(scene, "p2")["items"]
    assert [place["least"] for place in item["where"]] == [1, 1]


def test_a_card_returned_to_a_hand_is_in_it_for_all_but_its_player(scene: Scene) -> None:
    scene.deal([A, A, B, C, D])
    scene.take("draw", "deck", at("hand"))
    scene.take("trash", "deck", at("trash"))
    scene.record(move("return", at("trash", position=0), at("hand")))
    for viewer in ("p2", "spectator"):
        assert told(scene, viewer) == [f"hand p1 some: {A}"]
    assert told(scene, "p1") == NOTHING
    scene.record(from_hand(A, at("battle")))  # the one or the other
    assert told(scene, "p2") == NOTHING


def test_a_hand_holds_at_least_two_copies_and_then_one(scene: Scene) -> None:
    scene.deal([A, A, B, C])
    scene.take("trash", "deck", at("trash"), 2)
    scene.take("draw", "deck", at("hand"))
    scene.record(*(move("return", at("trash", position=index), at("hand")) for index in (0, 1)))
    assert told(scene, "p2") == [f"hand p1 some: {A} {A}"]
    scene.record(from_hand(A, at("battle")))
    assert told(scene, "p2") == [f"hand p1 some: {A}"]
    scene.record(from_hand(B, at("battle")))
    assert told(scene, "p2") == [f"hand p1 exact: {A}"]


def test_an_unseen_card_that_leaves_a_hand_may_be_the_known_one(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.take("trash", "deck", at("trash"), 2)
    scene.take("draw", "deck", at("hand"))
    scene.record(*(move("return", at("trash", position=index), at("hand")) for index in (0, 1)))
    scene.record(from_hand(A, at("security", position=0)))
    assert told(scene, "p2") == [f"hand p1 | security p1 0 some: {A} {B}"]
    (item,) = known_to(scene, "p2")["items"]
    assert [place["least"] for place in item["where"]] == [1, 0]
    assert told(scene, "p1") == [f"security p1 0 exact: {A}"]
    scene.record(move("check", at("security", position=0), NOWHERE))
    assert told(scene, "p2") == [f"hand p1 some: {B}"]


def test_a_part_of_a_hand_that_is_revealed_says_nothing_of_the_rest(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.take("draw", "deck", at("hand"), 2)
    scene.take("trash", "deck", at("trash"))
    scene.record(move("return", at("trash", position=0), at("hand")))
    scene.record(from_hand(B, at("security", position=0)))
    assert told(scene, "p2") == [f"hand p1 | security p1 0 some: {C}"]
    reveal = {"kind": "revealed", "place": at("hand"), "count": 1, "numbers": [A]}
    scene.record(reveal)
    assert told(scene, "p2") == [f"hand p1 some: {A}", f"hand p1 | security p1 0 some: {C}"]
    scene.record(from_hand(A, at("battle")))
    assert told(scene, "p2") == [f"hand p1 | security p1 0 some: {C}"]


def test_a_card_put_down_unseen_beside_one_that_the_viewer_placed_takes_the_other_place(
    scene: Scene,
) -> None:
    scene.deal([A, B, C, D])
    place_security(scene, 1)
    place = at("security", position=0)
    scene.record({"kind": "information_shown", "to": ["p1"], "place": place, "count": 1})
    scene.take("draw", "deck", at("hand"))
    goals = [at("deck", position=-1), at("deck", position=-2)]
    orders = [{"chooser": "p1", "rank": rank} for rank in (1, 0)]
    scene.record(
        from_hand(B, goals[0], ordering=orders[0]),
        move("return", at("security", position=0), goals[1], ordering=orders[1]),
    )
    assert told(scene, "p1") == [f"deck p1 2 exact: {A}", f"deck p1 3 exact: {B}"]
    assert told(scene, "p2") == NOTHING


def test_the_last_card_of_a_hand_is_followed_unseen(scene: Scene) -> None:
    scene.deal([A, B])
    scene.take("trash", "deck", at("trash"))
    scene.record(move("return", at("trash", position=0), at("hand")))
    scene.record(from_hand(A, at("security", position=0)))
    assert told(scene, "p2") == [f"security p1 0 exact: {A}"]


def test_a_revealed_hand_is_known_until_cards_leave_it_unseen(scene: Scene) -> None:
    scene.deal([A, B, A, C, D])
    scene.take("draw", "deck", at("hand"), 3)
    scene.record({"kind": "revealed", "place": at("hand"), "count": 3})
    assert told(scene, "p2") == [f"hand p1 all: {A} {A} {B}"]
    assert reasons(scene, "p2")[B] == (scene.recorder.version - 1, "revealed", None)
    assert contents(scene, "p2") == {"hand": {A: 2, B: 1}}
    scene.record({"kind": "showing_ended", "showing": scene.recorder.version - 1})
    scene.take("draw", "deck", at("hand"))
    assert told(scene, "p2") == [f"hand p1 some: {A} {A} {B}"]
    scene.record(from_hand(C, at("battle")))
    assert told(scene, "p2") == [f"hand p1 all: {A} {A} {B}"]


def test_what_is_shown_of_one_hand_is_not_in_the_other(scene: Scene) -> None:
    scene.deal([A, B, C], other=[D, E])
    scene.take("draw", "deck", at("hand"), 2)
    scene.record(move("draw", at("deck", "p2", 0), at("hand", "p2")))
    scene.record({"kind": "revealed", "place": at("hand"), "count": 1, "numbers": [A]})
    assert told(scene, "spectator") == [f"hand p1 some: {A}"]


def test_the_one_card_that_a_hidden_place_may_hold_is_followed(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.record({"kind": "revealed", "place": at("deck"), "count": 2})
    scene.record({"kind": "showing_ended", "showing": 2})
    scene.record({"kind": "looked_at", "viewer": "p1", "place": at("deck"), "count": 1})
    scene.record(move("add", at("deck", position=0), at("hand")))
    assert told(scene, "p2") == [f"deck p1 0 exact: {B}", f"hand p1 exact: {A}"]


def test_a_drawn_card_that_was_known_on_top_is_in_the_hand(scene: Scene) -> None:
    scene.deal([A, B])
    scene.record({"kind": "looked_at", "viewer": "p2", "place": at("deck"), "count": 1})
    assert told(scene, "p2") == [f"deck p1 0 exact: {A}"]
    assert told(scene, "p1") == told(scene, "spectator") == NOTHING
    scene.take("draw", "deck", at("hand"))
    assert told(scene, "p2") == [f"hand p1 exact: {A}"]
    assert reasons(scene, "p2")[A][1] == "looked_at"


def test_security_looked_at_and_shuffled_keeps_what_it_holds(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    place_security(scene, 3)
    place = at("security", position=0)
    scene.record({"kind": "looked_at", "viewer": "p2", "place": place, "count": 3})
    assert told(scene, "p2") == [f"security p1 {i} exact: {n}" for i, n in enumerate((C, B, A))]
    scene.record({"kind": "shuffled", "zone": "security", "side": "p1", "order": [B, A, C]})
    assert told(scene, "p2") == [f"security p1 0-2 all: {A} {B} {C}"]
    assert contents(scene, "p2") == {"security": {A: 1, B: 1, C: 1}}
    scene.record(move("check", at("security", position=0), NOWHERE))
    assert told(scene, "p2") == [f"security p1 0-1 all: {A} {C}"]
    assert told(scene, "p1") == told(scene, "spectator") == NOTHING


def test_cr_4_0_3_7_4_security_turned_down_again_is_known_where_it_lies(scene: Scene) -> None:
    scene.deal([A, B, C])
    place_security(scene, 2)
    flip = {"kind": "flipped", "place": at("security", position=1)}
    scene.record(flip | {"facing": "up"})
    for viewer in PLAYERS_AND_SPECTATOR:
        assert told(scene, viewer) == NOTHING  # it lies open: the table view shows it
    scene.record(flip | {"facing": "down"})
    place_security(scene, 1)
    for viewer in PLAYERS_AND_SPECTATOR:
        assert told(scene, viewer) == [f"security p1 2 exact: {A}"]
        assert reasons(scene, viewer)[A][1:] == ("was_public", "3-7-4")
    scene.record({"kind": "shuffled", "zone": "security", "side": "p1"})
    for viewer in PLAYERS_AND_SPECTATOR:
        assert told(scene, viewer) == [f"security p1 0-2 some: {A}"]


def test_cr_4_0_3_7_4_face_up_security_that_is_shuffled_is_still_among_it(scene: Scene) -> None:
    scene.deal([A, B, C])
    place_security(scene, 1, facing="up")
    place_security(scene, 1)
    scene.record({"kind": "shuffled", "zone": "security", "side": "p1", "order": [A, B]})
    for viewer in PLAYERS_AND_SPECTATOR:
        assert told(scene, viewer) == [f"security p1 0-1 some: {A}"]


def test_a_look_and_a_new_order_are_known_to_who_looked_alone(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.record({"kind": "looked_at", "viewer": "p1", "place": at("deck"), "count": 3})
    order = {"kind": "reordered", "zone": "deck", "side": "p1", "count": 3, "order": [2, 0, 1]}
    scene.record(order)
    assert told(scene, "p1") == [f"deck p1 {i} exact: {n}" for i, n in enumerate((C, A, B))]
    assert told(scene, "p2") == told(scene, "spectator") == NOTHING


def test_cards_looked_at_and_put_to_the_bottom_are_known_in_order_to_who_did_it(
    scene: Scene,
) -> None:
    scene.deal([A, B, C, D, E])
    scene.record({"kind": "looked_at", "viewer": "p1", "place": at("deck"), "count": 3})
    scene.record(
        *(
            move(
                "return",
                at("deck", position=taken),
                at("deck", position=rank - 3),
                ordering={"chooser": "p1", "rank": rank},
            )
            for rank, taken in enumerate((2, 0, 1))
        )
    )
    assert told(scene, "p1") == [f"deck p1 {i + 2} exact: {n}" for i, n in enumerate((C, A, B))]
    assert reasons(scene, "p1")[A][1] == "ordering_seen"
    assert told(scene, "p2") == told(scene, "spectator") == NOTHING


def test_a_stretch_put_in_an_order_that_the_viewer_did_not_see(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.record({"kind": "revealed", "place": at("deck"), "count": 3})
    scene.record({"kind": "showing_ended", "showing": scene.recorder.version - 1})
    assert told(scene, "p2") == [f"deck p1 {i} exact: {n}" for i, n in enumerate((A, B, C))]
    scene.record({"kind": "looked_at", "viewer": "p1", "place": at("deck"), "count": 3})
    order = {"kind": "reordered", "zone": "deck", "side": "p1", "count": 3, "order": [2, 0, 1]}
    scene.record(order)
    assert told(scene, "p2") == [f"deck p1 0-2 all: {A} {B} {C}"]


def test_a_card_chosen_unseen_from_known_ones_may_be_any_of_them(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.record({"kind": "revealed", "place": at("deck"), "count": 3})
    scene.record({"kind": "showing_ended", "showing": scene.recorder.version - 1})
    scene.record({"kind": "looked_at", "viewer": "p1", "place": at("deck"), "count": 3})
    scene.record(move("add", at("deck", position=1), at("hand")))
    assert told(scene, "p1") == [f"deck p1 0 exact: {A}", f"deck p1 1 exact: {C}"]
    (item,) = known_to(scene, "p2")["items"]
    assert sorted(card["number"] for card in item["cards"]) == [A, B, C]
    assert [(p["zone"], p["count"], p["least"]) for p in item["where"]] == [
        ("deck", 2, 2),
        ("hand", 1, 1),
    ]


def test_information_shown_by_mistake_is_known_to_who_saw_it(scene: Scene) -> None:
    scene.deal([A, B, C])
    place = at("deck", position=1)
    scene.record({"kind": "information_shown", "to": ["p2"], "place": place, "count": 1})
    assert told(scene, "p2") == [f"deck p1 1 exact: {B}"]
    assert reasons(scene, "p2")[B][1] == "shown_by_mistake"
    assert told(scene, "p1") == told(scene, "spectator") == NOTHING
    scene.take("draw", "deck", at("hand"))
    assert told(scene, "p2") == [f"deck p1 0 exact: {B}"]


def test_a_declared_card_is_known_to_be_in_the_hand_if_it_is_taken_back(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.take("draw", "deck", at("hand"), 2)
    place = at("hand")
    scene.record(
        {"kind": "declared", "player": "p1", "action": "play", "place": place, "number": B}
    )
    declared = scene.recorder.version - 1
    scene.record({"kind": "declaration_aborted", "declaration": declared})
    assert told(scene, "p2") == [f"hand p1 some: {B}"]


def test_a_face_down_card_under_a_unit_is_looked_at_by_its_owner_and_known_to_the_other(
    scene: Scene,
) -> None:
    scene.deal([A, B, C])
    unit = scene.take("play", "deck", at("battle"))
    scene.take("trash", "deck", at("trash"))
    goal = at("battle", unit=unit)
    scene.record(move("place_under", at("trash", position=0), goal, facing="down"))
    assert told(scene, "p2") == [f"battle p1 {unit} 1 exact: {B}"]
    assert told(scene, "p1") == NOTHING  # the table view shows it


def test_a_new_game_begins_with_nothing(scene: Scene) -> None:
    scene.deal([A, B])
    scene.record({"kind": "looked_at", "viewer": "p1", "place": at("deck"), "count": 2})
    assert told(scene, "p1") != NOTHING
    scene.deal([B, A])
    assert told(scene, "p1") == NOTHING


def test_the_judge_knows_what_the_log_says(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.take("draw", "deck", at("hand"))
    place_security(scene, 1)
    assert told(scene, "judge") == [
        f"deck p1 0 exact: {C}",
        f"hand p1 exact: {A}",
        f"security p1 0 exact: {B}",
    ]
    assert reasons(scene, "judge")[C] == (1, "recorded", None)
