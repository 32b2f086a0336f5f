"""Hidden passages: which card went where, and who may tell it from what comes after."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.property.checks import check_conservation, check_views
from tests.property.matches import places_of
from tests.rules.scene import Scene, at, move

CARDS = [f"BT1-{number:03}" for number in range(10, 22)]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(tmp_path)
    scene.deal(CARDS, ["BT1-001", "BT1-002"], CARDS)
    for _ in range(4):
        scene.take("place", "deck", at("security", position=0))
    yield scene
    check_conservation(scene.path)
    check_views(scene.path, tmp_path)
    scene.recorder.close()


def look(viewer: str, position: int, count: int, zone: str = "security") -> dict[str, Any]:
    place = at(zone, position=position)
    return {"kind": "looked_at", "viewer": viewer, "place": place, "count": count}


def shown(scene: Scene, viewer: str) -> list[list[str | None]]:
    return [showing["numbers"] for showing in scene.state(viewer)["shown"]]


def test_whoever_chose_from_a_look_goes_on_looking(scene: Scene) -> None:
    scene.record(look("p1", 0, 3))
    scene.record(look("p2", 0, 4))
    scene.record(move("add", at("security", position=1), at("hand")))
    assert shown(scene, "p2") == [["BT1-013", "BT1-011", "BT1-010"]]


def test_whoever_sees_but_a_part_cannot_tell_what_is_left_of_it(scene: Scene) -> None:
    scene.record(look("p2", 0, 1))
    scene.record(look("p1", 0, 3))
    scene.record(move("add", at("security", position=1), at("hand")))
    assert shown(scene, "p2") == []
    assert scene.last("p2")[0]["from"]["among"] == [0, 2]


def test_looks_side_by_side_do_not_touch_each_other(scene: Scene) -> None:
    scene.record(look("p2", 3, 1))
    scene.record(look("p1", 0, 3))
    scene.record(move("add", at("security", position=1), at("hand")))
    assert shown(scene, "p2") == [["BT1-010"]]
    assert scene.numbers("security", "p2") == [None, None, "BT1-010"]


def test_looks_that_overlap_count_as_one(scene: Scene) -> None:
    scene.record(look("p1", 0, 2))
    scene.record(look("p1", 1, 2))
    scene.record(look("p1", 2, 2))
    scene.record(move("add", at("security", position=0), at("hand")))
    assert scene.last("p2")[0]["from"]["among"] == [0, 3]


def test_a_card_taken_from_where_nobody_knows_ends_the_looks(scene: Scene) -> None:
    scene.record(look("p1", 0, 4))
    place = at("security") | {"position": None}
    scene.record(move("trash", place, at("trash"), number="BT1-012"))
    assert shown(scene, "p1") == []
    assert scene.numbers("security") == [None, None, None]


def test_what_is_left_after_a_choice_has_new_placements(scene: Scene) -> None:
    scene.record(look("p1", 0, 3, "deck"))
    before = scene.ids("deck")
    scene.record(move("add", at("deck", position=1), at("hand")))
    assert not set(before) & set(scene.ids("deck"))
    scene.record({"kind": "showing_ended", "showing": scene.recorder.version - 2})
    before = scene.ids("deck")
    scene.record(move("draw", at("deck", position=0), at("hand")))
    assert scene.ids("deck") == before[1:]


def test_two_piles_are_renamed_alike_in_every_copy(scene: Scene) -> None:
    scene.record(look("p2", 0, 2, "deck"))
    scene.record(
        move("return", at("deck", position=0), at("security", position=3)),
        move("return", at("security", position=0), at("security", position=2)),
        move("return", at("security", position=1), at("security", position=1)),
    )
    assert scene.numbers("security") == ["BT1-011", "BT1-012", "BT1-013", "BT1-014", "BT1-010"]


def test_no_placement_is_given_twice_in_one_moment(scene: Scene) -> None:
    scene.take("draw", "deck", at("hand"), 2)
    cards = scene.ids("hand")
    scene.record(
        {"kind": "shuffled", "zone": "deck", "side": "p2"},
        *(
            move("return", at("hand"), at("deck", position=position), was=card)
            for position, card in enumerate(cards)
        ),
    )
    assert max(Counter(places_of(scene.table)).values()) == 1


def test_a_hand_that_was_shown_whole_is_known_until_it_changes(scene: Scene) -> None:
    scene.take("draw", "deck", at("hand"), 3)
    scene.record({"kind": "looked_at", "viewer": "p2", "place": at("hand"), "count": 3})
    first, second, _ = scene.ids("hand")
    to_bottom = at("deck", position=-1)
    scene.record(move("return", at("hand"), to_bottom, was=first))
    assert scene.last("p2")[0]["number"] == "BT1-014"
    scene.take("draw", "deck", at("hand"))
    scene.record(move("return", at("hand"), to_bottom, was=second))
    assert scene.last("p2")[0]["number"] is None  # one of four, of which two were seen
    assert scene.last("p1")[0]["number"] == "BT1-015"


def test_cards_of_a_hand_that_were_shown_are_not_followed(scene: Scene) -> None:
    scene.take("draw", "deck", at("hand"), 2)
    first, second = scene.ids("hand")
    event = {"kind": "looked_at", "viewer": "p2", "place": at("hand"), "count": 1}
    scene.record(event | {"cards": [first]})
    for card in (second, first):
        scene.record(move("return", at("hand"), at("deck", position=-1), was=card))
        assert scene.last("p2")[0]["number"] is None


def test_an_order_said_to_be_not_public_is_sealed_from_all(scene: Scene) -> None:
    scene.take("trash", "deck", at("trash"), 2)
    for public in (False, True):
        scene.record(
            *(
                move(
                    "return",
                    at("trash" if not public else "deck", position=index),
                    at("deck", position=1 - index),
                    ordering={"chooser": None, "rank": 1 - index, "public": public},
                )
                for index in range(2)
            )
        )
        for viewer in ("p1", "p2", "spectator"):
            positions = [event["to"]["position"] for event in scene.last(viewer, 2)]
            assert positions == ([1, 0] if public else [None, None])


def test_an_unseen_order_is_everybodys(scene: Scene) -> None:
    scene.take("place", "deck", at("security", position=0), 1)
    scene.record(
        move("place", at("deck", position=0), at("security", position=1)),
        move("place", at("deck", position=1), at("security", position=0)),
    )
    for viewer in ("p1", "p2", "spectator"):
        assert [event["to"]["position"] for event in scene.last(viewer, 2)] == [1, 0]
        assert "among" not in scene.last(viewer)[0]["to"]


def test_a_card_shown_out_of_a_look_does_not_tell_where_it_lay(scene: Scene) -> None:
    scene.record(look("p1", 0, 3, "deck"))
    scene.record({"kind": "revealed", "place": at("deck", position=2), "count": 1})
    (event,) = scene.last("p2")
    assert event["numbers"] == ["BT1-016"]
    assert event["place"] == {"zone": "deck", "side": "p1", "position": None, "among": [0, 2]}
    assert shown(scene, "p2") == [["BT1-016"]]


def test_an_order_changed_within_a_look_stays_with_the_looker(scene: Scene) -> None:
    scene.record(look("p1", 0, 3, "deck"))
    scene.record(look("p2", 0, 1, "deck"))
    order = {"kind": "reordered", "zone": "deck", "side": "p1", "count": 2, "order": [1, 0]}
    scene.record(order)
    assert scene.last("p1")[0]["order"] == [1, 0]
    assert scene.last("p2")[0]["order"] is None
    assert shown(scene, "p2") == []
    assert shown(scene, "p1") == [["BT1-014", "BT1-015", "BT1-016"]]


def test_a_flip_shows_the_card_or_stops_showing_it(scene: Scene) -> None:
    flip = {"kind": "flipped", "place": at("security", position=2), "facing": "down"}
    scene.record(flip)
    assert scene.last("p1")[0]["number"] is None
    scene.record(flip | {"facing": "up"})
    assert scene.last("p2")[0]["number"] == "BT1-011"


def test_a_cause_in_a_hand_is_for_its_player(scene: Scene) -> None:
    scene.take("draw", "deck", at("hand"), 2)
    (source, _) = scene.ids("hand")
    cause = {"kind": "effect", "source": source, "player": "p1"}
    scene.record({"kind": "memory_changed", "after": 1, "cause": cause})
    assert scene.last("p1")[0]["cause"]["source"] == source
    assert scene.last("p2")[0]["cause"] == cause | {"source": None}
    unit = scene.take("play", "deck", at("battle"))
    scene.record({"kind": "memory_changed", "after": 2, "cause": cause | {"source": unit}})
    assert scene.last("p2")[0]["cause"]["source"] == unit


def test_cards_put_down_face_up_have_a_public_order(scene: Scene) -> None:
    scene.take("draw", "deck", at("hand"), 2)
    for facing, positions in (("up", [0, 1]), ("down", [None, None])):
        group = (
            move("place", at("hand"), at("security", position=1 - index), was=card, facing=facing)
            for index, card in enumerate(scene.ids("hand"))
        )
        scene.record(*group)
        events = scene.last("p2", 2)
        assert [event["to"]["position"] for event in events] == positions
        assert [event["number"] is None for event in events] == [facing == "down"] * 2
        scene.take("draw", "deck", at("hand"), 2)


def test_a_receipt_answers_in_the_order_in_which_the_events_were_given(scene: Scene) -> None:
    scene.record(look("p1", 0, 3, "deck"))
    group = [
        move("place", at("deck", position=0), at("deck", position=-1)),
        move("add", at("deck", position=1), at("hand")),
        move("play", at("deck", position=2), at("battle")),
    ]
    version = scene.recorder.version
    receipt = scene.record(*group)
    assert sorted(receipt.seqs) == [version, version + 1, version + 2]
    table = scene.table
    assert receipt.ids[1] == table.sides["p1"]["hand"][-1].id
    assert receipt.ids[2] in table.units
    again = scene.recorder.append_group(group, expected_version=version)
    assert (again.seqs, again.ids, again.repeated) == (receipt.seqs, receipt.ids, True)


def test_what_the_group_says_of_a_unit_that_it_founds_follows_it(scene: Scene) -> None:
    scene.take("draw", "deck", at("hand"), 2)
    version = scene.recorder.version
    under, top = scene.ids("hand")
    founded = str(version + 1)
    scene.record(
        move("material", at("hand"), at("battle", unit=founded, position=1), was=under),
        move("play", at("hand"), at("battle"), was=top, route="digixros"),
        {"kind": "orientation_changed", "unit": founded, "orientation": "suspended"},
    )
    (unit,) = scene.table.units.values()
    assert [card.number for card in unit.cards] == ["BT1-015", "BT1-014"]
    assert unit.suspended


def _put_back(scene: Scene, *revealed: bool) -> list[dict[str, Any]]:
    scene.take("draw", "deck", at("hand"), len(revealed))
    cards = scene.ids("hand")
    scene.record(
        *(
            move("return", at("hand"), at("deck", position=place), was=card, revealed=seen)
            for place, (card, seen) in enumerate(zip(cards, revealed, strict=True))
        )
    )
    return [event["to"] for event in scene.last("p2", len(revealed))]


def test_the_order_of_cards_that_all_have_seen_is_public(scene: Scene) -> None:
    assert [place.get("among") for place in _put_back(scene, True, True)] == [None, None]


def test_the_order_of_cards_that_not_all_have_seen_is_not(scene: Scene) -> None:
    assert [place.get("among") for place in _put_back(scene, True, False)] == [[0, 1], [0, 1]]


def test_a_card_that_is_put_down_alone_has_no_order(scene: Scene) -> None:
    scene.take("draw", "deck", at("hand"), 2)
    back, gone = scene.ids("hand")
    scene.record(
        move("return", at("hand"), at("deck", position=0), was=back),
        move("trash", at("hand"), at("trash"), was=gone),
    )
    places = {event["to"]["zone"]: event["to"] for event in scene.last("p2", 2)}
    assert places["deck"] == {"zone": "deck", "side": "p1", "position": 0}


def test_where_a_card_was_to_go_is_written_without_a_stretch(scene: Scene) -> None:
    wanted = at("deck", position=1) | {"among": [0, 3]}
    scene.record(move("trash", at("deck", position=0), at("trash"), requested=wanted))
    assert scene.last("judge")[0]["requested"] == at("deck", position=1)
