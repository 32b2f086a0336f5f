"""CR 4.0 chapter 3: where each area's cards lie, Digi-Eggs on their way, more than one at once."""

from tests.rules.scene import Scene, at, move

A, B, C, D = "BT1-010", "BT1-011", "BT1-012", "BT1-013"
EGG, EGG_2, EGG_3 = "BT1-001", "BT1-002", "BT1-003"
ALL = ("p1", "p2", "spectator", "judge")


def reordered(scene: Scene, zone: str) -> None:
    """Swap the two top cards of p1's pile; look that it was recorded, and the cards are new."""
    first, second, *rest = scene.numbers(zone)
    ids = scene.ids(zone)
    scene.record({"kind": "reordered", "zone": zone, "side": "p1", "count": 2, "order": [1, 0]})
    assert scene.numbers(zone) == [second, first, *rest]
    assert not set(scene.ids(zone)[:2]) & set(ids)


def test_cr_4_0_3_1_3_9_an_egg_from_under_a_card_goes_to_the_egg_deck_too(scene: Scene) -> None:
    scene.deal([A, B], [EGG, EGG_2])
    unit = scene.take("hatch", "egg_deck", at("breeding"))
    scene.take("digivolve", "deck", at("breeding", unit=unit))
    redirected = {"requested": at("deck", position=-1), "redirect": "3-1-3-9-1"}
    scene.record(
        move("return", at("breeding", unit=unit, position=0), at("deck", position=-1)),
        move("return", at("breeding", unit=unit, position=1), at("egg_deck", position=-1))
        | redirected,
    )
    assert scene.numbers("deck") == [B, A]
    assert scene.numbers("egg_deck") == [EGG_2, EGG]
    assert not scene.table.units
    for viewer in ALL:
        asked, done = (scene.last(viewer)[0][name] for name in ("requested", "to"))
        assert (asked["zone"], done["zone"]) == ("deck", "egg_deck")


def test_cr_4_0_3_1_3_9_2_an_egg_sent_to_a_hand_goes_under_the_egg_deck(scene: Scene) -> None:
    scene.deal([A], [EGG, EGG_2])
    unit = scene.take("hatch", "egg_deck", at("breeding"))
    redirected = {"requested": at("hand"), "redirect": "3-1-3-9-2"}
    origin = at("breeding", unit=unit, position=0)
    scene.record(move("return", origin, at("egg_deck", position=-1), **redirected))
    assert scene.numbers("egg_deck") == [EGG_2, EGG]
    for viewer in ALL:
        assert scene.state(viewer)["players"]["p1"]["hand"]["count"] == 0
        (event,) = scene.last(viewer)
        assert event["requested"] == at("hand")
        assert event["redirect"] == "3-1-3-9-2"


def starts(scene: Scene, zone: str, counts: tuple[int, int]) -> None:
    """Look that each player's pile holds what was registered, and no other pile holds a card."""
    for viewer in ALL:
        players = scene.state(viewer)["players"]
        assert [players[side][zone]["count"] for side in ("p1", "p2")] == list(counts)
        for side in ("p1", "p2"):
            others = ("hand", "security", "trash")
            assert [players[side][other]["count"] for other in others] == [0, 0, 0]


def test_cr_4_0_3_2_1_a_game_starts_with_each_deck_in_its_area(scene: Scene) -> None:
    scene.deal([A, B, C], [EGG], [A, D])
    starts(scene, "deck", (3, 2))
    scene.take("trash", "deck", at("trash"))
    scene.deal([A, B, C], [EGG], [A, D])  # the next game begins with whole decks again
    starts(scene, "deck", (3, 2))


def test_cr_4_0_3_3_1_a_game_starts_with_each_egg_deck_in_its_area(scene: Scene) -> None:
    scene.deal([A], [EGG], [A])
    starts(scene, "egg_deck", (1, 0))


def test_cr_4_0_3_2_2_a_deck_lies_face_down_in_an_order(scene: Scene) -> None:
    scene.deal([A, B, C])
    deck = scene.state()["players"]["p1"]["deck"]["cards"]
    assert [(card["number"], card["face"]) for card in deck] == [
        (A, "down"),
        (B, "down"),
        (C, "down"),
    ]
    scene.take("trash", "deck", at("trash"))
    scene.record(move("return", at("trash", position=0), at("deck", position=1)))
    assert scene.numbers("deck") == [B, A, C]
    assert {card["face"] for card in scene.state()["players"]["p1"]["deck"]["cards"]} == {"down"}
    for viewer in ALL[:3]:
        assert scene.state(viewer)["players"]["p1"]["deck"] == {"count": 3}


def test_cr_4_0_3_3_2_an_egg_deck_lies_face_down_in_an_order(scene: Scene) -> None:
    scene.deal([A], [EGG, EGG_2])
    eggs = scene.state()["players"]["p1"]["egg_deck"]["cards"]
    assert [(egg["number"], egg["face"]) for egg in eggs] == [(EGG, "down"), (EGG_2, "down")]
    for viewer in ALL[:3]:
        assert scene.state(viewer)["players"]["p1"]["egg_deck"] == {"count": 2}


def test_cr_4_0_3_3_3_an_egg_deck_put_in_another_order_is_recorded(scene: Scene) -> None:
    scene.deal([A], [EGG, EGG_2, EGG_3])
    reordered(scene, "egg_deck")  # a breach, and recorded


def test_cr_4_0_3_3_4_eggs_are_placed_one_by_one_and_at_once(scene: Scene) -> None:
    scene.deal([A], [EGG, EGG_2, EGG_3])
    scene.take("trash", "egg_deck", at("trash"), 2)
    assert scene.numbers("trash") == [EGG_2, EGG]
    assert scene.numbers("egg_deck") == [EGG_3]
    events = scene.last("spectator", 2)
    assert [(event["step"], event["number"]) for event in events] == [(0, EGG), (1, EGG_2)]
    assert len({event["group"] for event in events}) == 1


def test_cr_4_0_3_4_5_1_a_hatched_digimon_lies_in_the_breeding_area(scene: Scene) -> None:
    scene.deal([A], [EGG, EGG_2])
    unit = scene.take("hatch", "egg_deck", at("breeding"))
    for viewer in ALL:
        side = scene.state(viewer)["players"]["p1"]
        assert side["battle"] == []
        assert [(card["number"], card["face"]) for card in side["breeding"][0]["cards"]] == [
            (EGG, "up")
        ]
        assert side["breeding"][0]["unit"] == unit
    assert scene.numbers("egg_deck") == [EGG_2]


def test_cr_4_0_3_4_5_2_a_digimon_that_digivolves_there_is_one_unit(scene: Scene) -> None:
    scene.deal([A, B], [EGG])
    unit = scene.take("hatch", "egg_deck", at("breeding"))
    scene.take("digivolve", "deck", at("breeding", unit=unit))
    (body,) = scene.state("p2")["players"]["p1"]["breeding"]
    assert body["unit"] == unit
    assert [card["number"] for card in body["cards"]] == [A, EGG]


def test_cr_4_0_3_4_6_1_a_played_card_lies_in_the_battle_area(scene: Scene) -> None:
    scene.deal([A])
    scene.take("draw", "deck", at("hand"))
    scene.record(move("play", at("hand"), at("battle"), number=A))
    for viewer in ALL:
        side = scene.state(viewer)["players"]["p1"]
        assert [unit["cards"][0]["number"] for unit in side["battle"]] == [A]
        assert side["breeding"] == []


def test_cr_4_0_3_5_1_each_player_holds_a_hand(scene: Scene) -> None:
    scene.deal([A, B], [], [C])
    scene.take("draw", "deck", at("hand"), 2)
    scene.record(move("draw", at("deck", "p2", 0), at("hand", "p2")))
    for viewer in ALL:
        players = scene.state(viewer)["players"]
        assert [players[side]["hand"]["count"] for side in ("p1", "p2")] == [2, 1]
    assert scene.numbers("hand", "p2", "p2") == [C]


def test_cr_4_0_3_6_1_what_is_trashed_lies_in_its_owners_trash(scene: Scene) -> None:
    scene.deal([A, B], [], [C])
    scene.take("trash", "deck", at("trash"))
    theirs = str(scene.record(move("play", at("deck", "p2", 0), at("battle", "p2"))).ids[0])
    origin = at("battle", "p2", 0, unit=theirs)
    scene.record(move("delete", origin, {"zone": "trash"}))
    assert scene.numbers("trash", "spectator", "p1") == [A]
    assert scene.numbers("trash", "spectator", "p2") == [C]


def test_cr_4_0_3_6_3_a_trash_is_face_up_the_newest_on_top(scene: Scene) -> None:
    scene.deal([A, B, C])
    scene.take("place", "deck", at("security", position=0))
    scene.take("trash", "deck", at("trash"))
    scene.take("trash", "security", at("trash"))
    for viewer in ALL:
        trash = scene.state(viewer)["players"]["p1"]["trash"]["cards"]
        assert [(card["number"], card["face"]) for card in trash] == [(A, "up"), (B, "up")]


def test_cr_4_0_3_7_1_security_lies_in_its_stack(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    for _ in range(3):
        scene.take("place", "deck", at("security", position=0))
    assert scene.numbers("security") == [C, B, A]  # the first that was set lies at the bottom
    assert scene.numbers("deck") == [D]
    scene.take("recover", "deck", at("security", position=0))
    assert scene.numbers("security") == [D, C, B, A]


def test_cr_4_0_3_7_3_security_put_in_another_order_is_recorded(scene: Scene) -> None:
    scene.deal([A, B, C])
    for _ in range(3):
        scene.take("place", "deck", at("security", position=0))
    reordered(scene, "security")  # a breach, and recorded


def test_cr_4_0_3_7_5_security_is_placed_one_by_one_and_at_once(scene: Scene) -> None:
    scene.deal([A, B, C])
    for _ in range(3):
        scene.take("place", "deck", at("security", position=0))
    scene.take("trash", "security", at("trash"), 2)
    assert scene.numbers("trash", "p2") == [B, C]  # the top card went first
    assert scene.numbers("security") == [A]
    events = scene.last("p2", 2)
    assert [(event["step"], event["number"]) for event in events] == [(0, C), (1, B)]
    assert len({event["group"] for event in events}) == 1
