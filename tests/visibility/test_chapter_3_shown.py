"""CR 4.0 §3-1-3-7, §3-1-3-9, §3-7-4: shown because it is asked for, redirected, turned up."""

from typing import Any

import pytest

from dcg_events import Recorder
from tests.rules.scene import NOWHERE, at, move
from tests.visibility.seats import (
    EGG,
    EGG_2,
    EGG_3,
    OUTSIDERS,
    A,
    B,
    C,
    D,
    E,
    Seats,
    everybody,
    split,
)

# shown because the instruction asks something of the card (§3-1-3-7)


@pytest.mark.parametrize("asked", [True, False])
def test_q4025_a_hand_card_placed_as_security_is_shown_only_if_it_is_asked_for(
    in_either_language: Seats, asked: bool
) -> None:
    """Asked for, everybody reads it on its way; not asked for, its player alone has read it.

    Source: B.9 Q4025; CR 4.0 §3-1-3-7 (Japanese reading).
    """
    seats = in_either_language
    seats.deal([A, B])
    seats.deal_hand()
    cause = {"kind": "effect", "player": "p1", "asks": asked}
    seats.record(
        move("place", at("hand"), at("security", position=0), cause=cause, number=A)
        | ({"revealed": True} if asked else {})
    )
    assert seats.told("number") == (everybody([A]) if asked else split([A], p1=True))
    assert seats.piles("security") == split([A])


def test_q1078_a_trash_card_placed_as_security_was_seen_by_all(seats: Seats) -> None:
    """It lay open before, so the event says what went in, and the stack shows a back.

    Source: B.9 Q1078; CR 4.0 §3-1-3-5.
    """
    seats.deal([A, B])
    seats.take("trash", "deck", at("trash"))
    seats.record(move("place", at("trash", position=0), at("security", position=0)))
    assert seats.told("number") == everybody([A])
    assert seats.piles("security") == split([A])


# Digi-Eggs on their way to other places (§3-1-3-9)


def test_eggs_under_a_returned_unit_go_to_the_egg_deck_in_the_given_order(seats: Seats) -> None:
    """Everybody reads what went where, also that it was asked to go to the deck.

    Source: CR 4.0 §3-1-3-9-1.
    """
    seats.deal([A, B], [EGG, EGG_2, EGG_3])
    unit = seats.take("hatch", "egg_deck", at("breeding"))
    seats.take("digivolve", "deck", at("breeding", unit=unit))
    seats.record({"kind": "moved", "unit": unit})
    asked = {"requested": at("deck", position=-1), "redirect": "3-1-3-9-1"}
    seats.record(
        move("return", at("battle", unit=unit, position=0), at("deck", position=-1)),
        move("return", at("battle", unit=unit, position=1), at("egg_deck", position=-1), **asked),
    )
    assert seats.told("number", 2) == everybody([A, EGG])
    assert seats.told("to.zone", 2) == everybody(["deck", "egg_deck"])
    assert seats.told("requested.position") == everybody([-1])
    for viewer in OUTSIDERS:
        assert seats.state(viewer)["players"]["p1"]["egg_deck"] == {"count": 3}


@pytest.mark.parametrize("asked_for", ["hand", "security"])
def test_q2402_q1270_an_egg_sent_elsewhere_goes_under_the_egg_deck(
    seats: Seats, asked_for: str
) -> None:
    """Neither hand nor stack grows for any viewer; asked and done are both public.

    Source: B.9 Q2402, Q1270, Q1881, Q5590; CR 4.0 §3-1-3-9-2.
    """
    seats.deal([], [EGG, EGG_2])
    unit = seats.take("hatch", "egg_deck", at("breeding"))
    seats.record({"kind": "moved", "unit": unit})
    origin = at("battle", unit=unit, position=0)
    asked = {"requested": at(asked_for), "redirect": "3-1-3-9-2"}
    seats.record(move("return", origin, at("egg_deck", position=-1), **asked))
    assert seats.told("number") == everybody([EGG])
    assert seats.told("requested.zone") == everybody([asked_for])
    for viewer in OUTSIDERS:
        side = seats.state(viewer)["players"]["p1"]
        assert (side["hand"]["count"], side["security"]["count"]) == (0, 0)
        assert side["egg_deck"] == {"count": 2}
    assert seats.piles("egg_deck")["judge"] == [EGG_2, EGG]


def test_eggs_redirected_from_face_down_under_a_card_keep_their_number(seats: Seats) -> None:
    """That it is a Digi-Egg everybody learns by its way; which one, its owner alone.

    Source: CR 4.0 §3-1-3-9-1, B.3 (face-down under a card).
    """
    seats.deal([A, B], [EGG, EGG_2])
    unit = seats.take("play", "deck", at("battle"))
    seats.record(
        move("place_under", at("egg_deck", position=0), at("battle", unit=unit), facing="down")
    )
    asked = {"requested": at("deck", position=-1), "redirect": "3-1-3-9-1"}
    origin = at("battle", unit=unit, position=1)
    seats.record(move("return", origin, at("egg_deck", position=-1), **asked))
    assert seats.told("number") == split([EGG], p1=True)


# security that lies face up (§3-7-4)


def test_q4370_the_top_face_down_card_is_turned_past_an_open_one(seats: Seats) -> None:
    """Turned up is the second card; the open one above keeps its place and number.

    Source: B.9 Q4370; CR 4.0 §3-7-4.
    """
    seats.deal([A, B, C])
    seats.secure(cards=2)
    seats.secure(facing="up")
    place = at("security", position=1)
    seats.record({"kind": "flipped", "place": place, "facing": "up"})
    assert seats.told("number") == everybody([B])
    for viewer in OUTSIDERS:
        assert seats.numbers("security", viewer) == [C, B, None]


def test_q2907_what_was_open_before_a_shuffle_is_not_followed_through_it(seats: Seats) -> None:
    """All lie face down under new ids, and the next check shows one card and no link to before.

    Source: B.9 Q2907; CR 4.2 §1-3-10.
    """
    seats.deal([A, B, C])
    seats.secure(cards=2)
    seats.secure(facing="up")
    before = set(seats.ids("security"))
    order = [A, C, B]
    seats.record({"kind": "shuffled", "zone": "security", "side": "p1", "order": order})
    assert seats.told("order") == split([order])
    after = seats.ids("security")
    assert not before & set(after)
    assert seats.piles("security") == split(order)
    seats.take("check", "security", NOWHERE)
    assert seats.told("number") == everybody([A])
    assert seats.piles("security") == split([C, B])


def test_a_shuffle_of_a_stack_with_open_cards_seals_whether_it_is_known_or_not(
    tmp_path: Any,
) -> None:
    """Two recorders, one told the order and one not, write records of the same shape.

    Source: B.9 Q2907; a field that is sealed is sealed when its value is unknown, too.
    """
    shapes = []
    for name, order in (("told", [B, A]), ("not", None)):
        path = tmp_path / f"{name}.dcglog"
        with Recorder.create(path, p1="a", p2="b", durability="none") as recorder:
            decks = {"deck_count": 2, "deck": [A, B], "egg_deck_count": 0}
            recorder.append({"kind": "game_started", "p1": decks, "p2": decks})
            for _ in range(2):
                recorder.append(move("place", at("deck", position=0), at("security", position=0)))
            shuffled = {"kind": "shuffled", "zone": "security", "side": "p1"}
            recorder.append(shuffled | ({"order": order} if order else {}))
        record = [line for line in path.read_bytes().splitlines() if line[:1] == b"{"][-1]
        shapes.append((len(record), record.count(b'"~'), record.split(b'"order"')[0]))
    assert shapes[0] == shapes[1]


def test_a_hand_known_by_its_numbers_says_nothing_of_a_deck_below(seats: Seats) -> None:
    """Cards that stay in the deck are named in no viewer's reading at all.

    Source: CR 4.0 §3-1-2-2-1.
    """
    seats.deal([A, B, C, D, E])
    seats.deal_hand(cards=2)
    for viewer in OUTSIDERS:
        told = str([seats.last(viewer, 99), seats.state(viewer)])
        assert not [number for number in (C, D, E) if number in told]
