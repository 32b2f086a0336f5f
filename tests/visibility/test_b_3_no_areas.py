"""B.3: places that are no area, and what each viewer sees of the cards there."""

from typing import Any

import pytest

from tests.rules.scene import NOWHERE, at, move
from tests.visibility.seats import EGG, OUTSIDERS, A, B, C, D, E, Seats, X, everybody, split


def found(seats: Seats, side: str = "p1", **more: Any) -> str:
    """Play the top card of a deck as a unit of that side."""
    return str(seats.record(move("play", at("deck", side, 0), at("battle", side), **more)).ids[0])


def test_an_option_in_no_area_is_read_by_all_and_hidden_again_in_the_stack(seats: Seats) -> None:
    """In use everybody reads it; put face down into security it is a back, and the event says it.

    Source: B.3, CR 4.2 §9-1-4; CR 4.0 §3-1-3-5.
    """
    seats.deal([A, B, C])
    (was,) = seats.deal_hand()
    seats.secure()
    seats.record(move("use", at("hand"), NOWHERE, number=A))
    assert seats.told("number") == everybody([A])
    assert seats.told("was") == split([was], p1=True)
    for viewer in (*OUTSIDERS, "judge"):
        assert [card["number"] for card in seats.state(viewer)["no_area"]] == [A]
    seats.record(move("place", NOWHERE, at("security", position=0)))
    assert seats.told("number") == everybody([A])
    assert seats.piles("security") == split([A, B])


def test_q2036_a_checked_card_is_out_of_the_stack_and_the_next_is_not_seen(seats: Seats) -> None:
    """While one card is being checked, the ones below it stay backs.

    Source: B.3, CR 4.2 §13-1-6; Q2036.
    """
    seats.deal([A, B, C])
    seats.secure(cards=3)
    seats.record(
        move("check", at("security", position=0), NOWHERE),
        {
            "kind": "security_checked",
            "player": "p1",
            "card": str(seats.recorder.version),
            "number": C,
        },
    )
    assert seats.told("number", 2) == everybody([C, C])
    assert seats.told("card") == everybody([str(seats.recorder.version - 2)])
    for viewer in OUTSIDERS:
        assert seats.state(viewer)["players"]["p1"]["security"]["count"] == 2
        assert seats.numbers("security", viewer) == [None, None]
        assert [card["number"] for card in seats.state(viewer)["no_area"]] == [C]


def test_a_checked_card_added_to_the_hand_was_seen_and_is_hidden_there(seats: Seats) -> None:
    """Everybody learned it at the check; the hand it goes to lists it to its player alone.

    Source: B.3, CR 4.0 §3-5-3.
    """
    seats.deal([A, B])
    seats.secure()
    seats.take("check", "security", NOWHERE)
    seats.record(move("add", NOWHERE, at("hand")))
    assert seats.told("number") == everybody([A])
    assert seats.piles("hand")["p2"] == seats.piles("hand")["spectator"] == []
    assert seats.piles("hand")["p1"] == [A]


def test_while_cards_are_revealed_their_neighbours_stay_unseen(seats: Seats) -> None:
    """Three of five lie open; the deck still counts five, and no list of the deck appears.

    Source: B.3, CR 4.2 §15-15-3-1.
    """
    seats.deal([A, B, C, D, E])
    showing = seats.reveal(at("deck", position=0), 3)
    assert seats.told("numbers") == everybody([[A, B, C]])
    for viewer in OUTSIDERS:
        state = seats.state(viewer)
        assert state["shown"][0]["numbers"] == [A, B, C]
        assert state["players"]["p1"]["deck"] == {"count": 5}
    seats.record({"kind": "showing_ended", "showing": showing})
    for viewer in OUTSIDERS:
        assert seats.state(viewer)["shown"] == []


@pytest.mark.parametrize("looker", ["p1", "p2", "spectator"])
def test_a_search_is_seen_by_its_looker_alone(seats: Seats, looker: str) -> None:
    """Others learn that a look takes place, where, and at how many cards.

    Source: B.3, CR 4.2 §15-15-3-9.
    """
    seats.deal([A, B, C])
    seats.look(looker, at("deck", position=0), 3)
    sees = {looker: True}
    assert seats.told("numbers") == split([[A, B, C]], **sees)
    assert seats.told("count") == everybody([3])
    for viewer in OUTSIDERS:
        assert len(seats.state(viewer)["shown"]) == (viewer == looker)


def test_a_card_found_by_a_search_without_requirement_stays_unseen(seats: Seats) -> None:
    """Which position it was taken from is the looker's, and the rest is not told apart after it.

    Source: B.3; CR 4.0 §3-1-3-7 (Japanese reading), Q2406.
    """
    seats.deal([A, B, C, D])
    seats.look("p1", at("deck", position=0), 4)
    before = seats.ids("deck")
    seats.record(move("add", at("deck", position=2), at("hand")))
    assert seats.told("from.position") == split([2], p1=True)
    assert seats.told("from.among") == everybody([[0, 3]])
    assert seats.told("number") == split([C], p1=True)
    assert seats.told("was") == split([before[2]], p1=True)
    assert not set(before) & set(seats.ids("deck"))


def test_a_face_down_card_on_the_field_is_trashed_by_the_rule_check(seats: Seats) -> None:
    """Before the rule check its owner alone reads it, afterwards everybody.

    Source: B.3, CR 4.0 §3-4-2, CR 4.2 §17-1.
    """
    seats.deal([A, B])
    seats.deal_hand()
    seats.record(move("play", at("hand"), at("battle"), number=A, facing="down"))
    unit = str(seats.recorder.version - 1)
    assert seats.told("number") == split([A], p1=True)
    assert seats.under() == split([A], p1=True)
    cause = {"kind": "rule", "clause": "17-1-3-2-4"}
    seats.record(move("trash", at("battle", unit=unit, position=0), at("trash"), cause=cause))
    assert seats.told("number") == everybody([A])


def test_a_link_card_is_public_and_so_is_its_way_out(in_either_language: Seats) -> None:
    """Links lie open, so the order in which they are returned is everybody's.

    Source: B.3, CR 4.2 §4-9; CR 4.0 §3-1-3-6.
    """
    seats = in_either_language
    seats.deal([A, B, C, D])
    unit = found(seats)
    for _ in range(2):
        seats.record(move("link", at("deck", position=0), at("link", unit=unit)))
    links = [str(seats.recorder.version - 2), str(seats.recorder.version - 1)]
    chosen = {"chooser": "p1"}
    seats.record(
        *(
            move(
                "return",
                at("link", unit=unit),
                at("deck", position=-1 - index),
                was=link,
                ordering=chosen | {"rank": 1 - index},
            )
            for index, link in enumerate(links)
        )
    )
    assert seats.told("to.position", 2) == everybody([-1, -2])
    assert seats.told("number", 2) == everybody([B, C])


def test_a_token_on_the_other_side_is_public_until_it_is_gone(seats: Seats) -> None:
    """Owner, side and the effect's player are three facts, and everybody reads all three.

    Source: B.3, B.7, CR 4.2 §4-21-5; Q4538, Q5594.
    """
    seats.deal([A], (), [X])
    cause = {"kind": "effect", "player": "p1"}
    token = move("play", at("outside", "p1"), at("battle", "p2"), number="TOKEN-A", owner="p1")
    unit = str(seats.record(token | {"cause": cause}).ids[0])
    for viewer in OUTSIDERS:
        (shown,) = seats.state(viewer)["players"]["p2"]["battle"]
        assert shown["cards"][0]["owner"] == "p1"
        assert shown["cards"][0]["number"] == "TOKEN-A"
    assert seats.told("cause.player") == everybody(["p1"])
    gone = {"requested": {"zone": "hand", "side": "p1"}, "redirect": "4-21-5"}
    seats.record(
        move("remove", at("battle", "p2", 0, unit=unit), at("outside", "p1"), number="TOKEN-A")
        | gone
    )
    assert seats.told("number") == everybody(["TOKEN-A"])
    assert seats.told("requested.zone") == everybody(["hand"])  # Q2404, Q1271
    for viewer in OUTSIDERS:
        state = seats.state(viewer)
        assert state["players"]["p2"]["battle"] == []
        assert [card["number"] for card in state["players"]["p1"]["outside"]["cards"]] == [
            "TOKEN-A"
        ]
        assert state["players"]["p1"]["hand"] == {"count": 0} | (
            {"cards": []} if viewer == "p1" else {}
        )


def test_a_digi_egg_hatched_is_read_by_all_and_the_next_is_not(seats: Seats) -> None:
    """The egg deck stays closed below the egg that was turned over.

    Source: CR 4.0 §3-3-2, §3-4-1.
    """
    seats.deal([], [EGG, "BT1-002"])
    seats.record(move("hatch", at("egg_deck", position=0), at("breeding")))
    assert seats.told("number") == everybody([EGG])
    for viewer in OUTSIDERS:
        assert seats.state(viewer)["players"]["p1"]["egg_deck"] == {"count": 1}
