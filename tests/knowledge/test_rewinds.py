"""A rewind does not un-learn: what was seen in the undone branch is still known."""

import pytest

from tests.knowledge.knowing import NOTHING, known_to, told
from tests.rules.scene import NOWHERE, Scene, at, move

A, B, C, D = "BT1-010", "BT1-011", "BT1-012", "BT1-013"


def rewind(scene: Scene, seq: int) -> None:
    scene.record({"kind": "rewound", "to_seq": seq})


def undone(scene: Scene, viewer: str) -> list[bool]:
    return [card["undone"] for item in known_to(scene, viewer)["items"] for card in item["cards"]]


def test_the_card_that_was_drawn_is_known_on_top_of_the_deck(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.take("draw", "deck", at("hand"))
    rewind(scene, 1)
    assert told(scene, "p1") == [f"deck p1 0 exact: {A}"]
    assert undone(scene, "p1") == [True]
    assert told(scene, "p2") == told(scene, "spectator") == NOTHING
    scene.take("draw", "deck", at("hand"))
    assert told(scene, "p1") == NOTHING


def test_a_card_played_and_taken_back_is_known_to_be_in_the_hand(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.take("draw", "deck", at("hand"), 2)
    scene.record(move("play", at("hand"), at("battle"), number=B))
    rewind(scene, 3)
    assert told(scene, "p2") == told(scene, "spectator") == [f"hand p1 some: {B}"]
    assert undone(scene, "p2") == [True]
    assert told(scene, "p1") == NOTHING


def test_a_card_that_came_to_the_hand_only_afterwards_was_not_in_it_before(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.take("draw", "deck", at("hand"))
    before = scene.recorder.version - 1
    scene.take("draw", "deck", at("hand"))
    scene.record(move("play", at("hand"), at("battle"), number=B))
    rewind(scene, before)
    assert told(scene, "p2") == NOTHING
    assert told(scene, "p1") == [f"deck p1 0 exact: {B}"]


def test_a_checked_security_card_is_known_where_it_lay(scene: Scene) -> None:
    scene.deal([A, B, C])
    for _ in range(2):
        scene.take("place", "deck", at("security", position=0))
    before = scene.recorder.version - 1
    scene.record(move("check", at("security", position=0), NOWHERE))
    rewind(scene, before)
    for viewer in ("p1", "p2", "spectator"):
        assert told(scene, viewer) == [f"security p1 0 exact: {B}"]


def test_a_card_followed_unseen_and_then_seen_is_known_where_it_lay_at_first(scene: Scene) -> None:
    scene.deal([A, B, C])
    before = scene.recorder.version - 1
    scene.record(move("place", at("deck", position=1), at("security", position=0)))
    scene.record(move("check", at("security", position=0), NOWHERE))
    rewind(scene, before)
    assert told(scene, "p2") == [f"deck p1 1 exact: {B}"]


def test_what_was_known_before_is_known_again_and_a_shuffle_since_does_not_count(
    scene: Scene,
) -> None:
    scene.deal([A, B, C])
    scene.record({"kind": "looked_at", "viewer": "p1", "place": at("deck"), "count": 2})
    before = scene.recorder.version - 1
    scene.record({"kind": "shuffled", "zone": "deck", "side": "p1", "order": [C, B, A]})
    scene.take("trash", "deck", at("trash"))
    rewind(scene, before)
    assert told(scene, "p1") == [f"deck p1 0 exact: {A}", f"deck p1 1 exact: {B}"]
    assert undone(scene, "p1") == [False, False]
    assert told(scene, "p2") == NOTHING  # which of the cards it was, the shuffle hid


def test_a_second_rewind_keeps_what_both_branches_showed(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.take("draw", "deck", at("hand"))
    rewind(scene, 1)
    scene.take("trash", "deck", at("trash"), 2)
    rewind(scene, 1)
    assert told(scene, "p1") == [f"deck p1 0 exact: {A}", f"deck p1 1 exact: {B}"]
    assert told(scene, "p2") == [f"deck p1 0 exact: {A}", f"deck p1 1 exact: {B}"]


def test_a_rewind_into_an_undone_branch_finds_what_was_known_there(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    scene.take("draw", "deck", at("hand"))
    drawn = scene.recorder.version - 1
    rewind(scene, 1)
    scene.record(move("trash", at("deck", position=1), at("trash")))
    rewind(scene, drawn)
    assert told(scene, "p2") == [f"deck p1 0 exact: {B}"]
    assert scene.table.sides["p1"]["hand"][0].number == A


def test_a_hand_that_was_revealed_is_known_although_cards_left_it_unseen(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.take("draw", "deck", at("hand"), 2)
    before = scene.recorder.version - 1
    scene.record({"kind": "revealed", "place": at("hand"), "count": 2})
    scene.record({"kind": "showing_ended", "showing": scene.recorder.version - 1})
    scene.record(move("place", at("hand"), at("security", position=0), number=A))
    rewind(scene, before)
    assert told(scene, "p2") == [f"hand p1 all: {A} {B}"]


@pytest.mark.parametrize("taken", [0, 1])
def test_which_of_two_cards_was_left_over_is_not_known_where_they_lay(
    scene: Scene, taken: int
) -> None:
    scene.deal([A, B, C])
    scene.record({"kind": "looked_at", "viewer": "p1", "place": at("deck"), "count": 2})
    scene.record(move("add", at("deck", position=taken), at("hand")))
    scene.record({"kind": "showing_ended", "showing": 2})
    scene.record(move("trash", at("deck", position=0), at("trash")))
    rewind(scene, 1)
    assert told(scene, "p2") == NOTHING
    assert told(scene, "p1") == [f"deck p1 0 exact: {A}", f"deck p1 1 exact: {B}"]
