"""What players deduce from their own lists."""

from dcg_events import MatchLog, known
from tests.knowledge.knowing import contents, known_to, reasons, told
from tests.rules.scene import Scene, at, move

A, B, C, D = "BT1-010", "BT1-011", "BT1-012", "BT1-013"
EGG = "BT1-001"
DECK = [A, A, B, B, C, D]


def register(scene: Scene, deck: list[str], player: str = "p1") -> None:
    event = {"kind": "deck_registered", "player": player, "deck": sorted(deck), "egg_deck": [EGG]}
    scene.record(event)


def test_the_list_tells_what_deck_and_security_hold_together(scene: Scene) -> None:
    register(scene, DECK)
    scene.deal(DECK, [EGG])
    assert contents(scene, "p1") == {"deck": {A: 2, B: 2, C: 1, D: 1}, "egg_deck": {EGG: 1}}
    assert reasons(scene, "p1")[A] == (1, "deduced_from_list", None)
    scene.take("draw", "deck", at("hand"))
    for index in range(2):
        scene.take("place", "deck", at("security", position=index))
    assert contents(scene, "p1")["deck security"] == {A: 1, B: 2, C: 1, D: 1}
    (item, _) = known_to(scene, "p1")["items"]
    assert [(p["zone"], p["count"], p["least"]) for p in item["where"]] == [
        ("deck", 3, 3),
        ("security", 2, 2),
    ]
    for viewer in ("p2", "spectator"):
        assert told(scene, viewer) == []
        assert contents(scene, viewer) == {}


def test_looking_at_all_the_security_splits_deck_and_security(scene: Scene) -> None:
    register(scene, DECK)
    scene.deal(DECK, [EGG])
    for index in range(2):
        scene.take("place", "deck", at("security", position=index))
    place = at("security", position=0)
    scene.record({"kind": "looked_at", "viewer": "p1", "place": place, "count": 2})
    assert contents(scene, "p1")["security"] == {A: 2}
    assert contents(scene, "p1")["deck"] == {B: 2, C: 1, D: 1}


def test_searching_the_deck_tells_what_the_security_holds(scene: Scene) -> None:
    register(scene, DECK)
    scene.deal(DECK, [EGG])
    for index in range(2):
        scene.take("place", "deck", at("security", position=index))
    scene.record({"kind": "looked_at", "viewer": "p1", "place": at("deck"), "count": 4})
    scene.record({"kind": "shuffled", "zone": "deck", "side": "p1", "order": [D, C, B, B]})
    assert contents(scene, "p1")["security"] == {A: 2}
    assert contents(scene, "p1")["deck"] == {B: 2, C: 1, D: 1}
    assert f"security p1 0-1 all: {A} {A}" in told(scene, "p1")


def test_a_card_seen_elsewhere_is_not_in_the_deck(scene: Scene) -> None:
    register(scene, DECK)
    scene.deal(DECK, [EGG])
    scene.take("trash", "deck", at("trash"), 2)
    assert contents(scene, "p1")["deck"] == {B: 2, C: 1, D: 1}
    scene.record(move("return", at("trash", position=0), at("deck", position=-1)))
    scene.record({"kind": "shuffled", "zone": "deck", "side": "p1", "order": [D, C, B, B, A]})
    assert contents(scene, "p1")["deck"] == {A: 1, B: 2, C: 1, D: 1}


def test_a_list_of_another_size_is_not_believed(scene: Scene) -> None:
    register(scene, DECK[:-1])
    scene.deal(DECK, [EGG])
    assert contents(scene, "p1") == {"egg_deck": {EGG: 1}}


def test_a_list_that_the_cards_contradict_is_not_believed_any_more(scene: Scene) -> None:
    register(scene, [A, A, B, B, C, C])
    scene.deal(DECK, [EGG])
    scene.record(move("trash", at("deck", position=5), at("trash")))
    assert "deck" not in contents(scene, "p1")
    assert not [line for line in told(scene, "p1") if line.startswith("deck")]


def test_a_list_that_is_opened_to_the_other_player_tells_that_player_as_much(scene: Scene) -> None:
    register(scene, DECK)
    scene.record({"kind": "disclosed", "to": ["p2"], "opened": [{"event": 1, "field": "deck"}]})
    scene.deal(DECK, [EGG])
    scene.take("trash", "deck", at("trash"))
    assert contents(scene, "p2") == {"deck": {A: 1, B: 2, C: 1, D: 1}}
    assert contents(scene, "spectator") == {}


def test_a_disclosed_card_is_known_where_it_still_lies(scene: Scene) -> None:
    scene.deal(DECK)
    scene.take("place", "deck", at("security", position=0))
    placed = scene.recorder.version - 1
    scene.take("place", "deck", at("security", position=0))
    item = {"event": placed, "field": "number"}
    scene.record({"kind": "disclosed", "to": ["p2"], "opened": [item]})
    assert told(scene, "p2") == [f"security p1 1 exact: {A}"]
    assert reasons(scene, "p2")[A] == (scene.recorder.version - 1, "disclosed", None)
    assert told(scene, "p1") == []


def test_a_disclosed_card_that_was_shuffled_away_is_not_known_there(scene: Scene) -> None:
    scene.deal(DECK)
    scene.take("place", "deck", at("security", position=0))
    placed = scene.recorder.version - 1
    scene.take("place", "deck", at("security", position=0))
    scene.record({"kind": "shuffled", "zone": "security", "side": "p1"})
    item = {"event": placed, "field": "number"}
    scene.record({"kind": "disclosed", "to": ["p2"], "opened": [item]})
    assert told(scene, "p2") == []


def test_a_disclosed_order_is_known_as_far_as_it_still_lies(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.record({"kind": "shuffled", "zone": "deck", "side": "p1", "order": [C, A, B]})
    scene.take("draw", "deck", at("hand"))
    shuffled = scene.recorder.version - 2
    item = {"event": shuffled, "field": "order"}
    scene.record({"kind": "disclosed", "to": ["p2"], "opened": [item]})
    assert told(scene, "p2") == [f"deck p1 0 exact: {A}", f"deck p1 1 exact: {B}"]


def test_an_earlier_moment_does_not_know_what_was_disclosed_later(scene: Scene) -> None:
    scene.deal(DECK)
    scene.take("place", "deck", at("security", position=0))
    placed = scene.recorder.version - 1
    item = {"event": placed, "field": "number"}
    scene.record({"kind": "disclosed", "to": ["p2"], "opened": [item]})
    assert known(MatchLog(scene.path, "p2"), placed)["items"] == []
