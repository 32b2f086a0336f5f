"""CR 4.0 §3-1-3-6: cards from hidden to hidden places, and from public to private ones."""

from typing import Any

import pytest

from tests.rules.scene import NOWHERE, at, move
from tests.visibility.seats import (
    OUTSIDERS,
    A,
    B,
    C,
    D,
    Seats,
    X,
    Y,
    everybody,
    split,
)


def bottom(
    origins: list[dict[str, Any]], ranks: list[int], side: str = "p1", **ordering: Any
) -> list[dict[str, Any]]:
    """Put cards at the bottom of a deck; rank 0 lies above rank 1."""
    return [
        move(
            "return",
            {name: value for name, value in origin.items() if name != "was"},
            at("deck", side, rank - len(ranks)),
            ordering={"chooser": "p1", "rank": rank} | ordering,
            **{name: value for name, value in origin.items() if name == "was"},
        )
        for origin, rank in zip(origins, ranks, strict=True)
    ]


# hidden to hidden


def test_security_set_from_the_deck_is_seen_by_nobody(seats: Seats) -> None:
    """Not even its player reads it; where each card came to lie is public.

    Source: CR 4.0 §3-1-2-2-1, §3-7-2, §3-7-5.
    """
    seats.deal([A, B, C])
    seats.record(
        *(
            move("place", at("deck", position=index), at("security", position=1 - index))
            for index in range(2)
        )
    )
    assert seats.told("number", 2) == split([A, B])
    assert seats.told("from.position", 2) == everybody([0, 1])
    assert seats.told("to.position", 2) == everybody([1, 0])
    assert seats.piles("security") == split([B, A])


def test_a_face_down_security_card_back_in_the_deck_was_never_seen(seats: Seats) -> None:
    """One card, one place: the position is public and the number is the judge's.

    Source: CR 4.0 §3-1-2-2-1.
    """
    seats.deal([A, B])
    seats.secure()
    seats.record(move("return", at("security", position=0), at("deck", position=-1)))
    assert seats.told("number") == split([A])
    assert seats.told("to.position") == everybody([-1])
    assert seats.piles("deck")["judge"] == [B, A]


def test_a_hand_card_put_into_security_is_known_to_its_player_alone(seats: Seats) -> None:
    """The player read it in the hand; the table shows that player a back as well.

    Source: CR 4.0 §3-5-3, §3-1-2-2-1.
    """
    seats.deal([A, B, C])
    hand = seats.deal_hand(cards=2)
    seats.record(move("place", at("hand"), at("security", position=0), was=hand[1]))
    assert seats.told("number") == split([B], p1=True)
    assert seats.told("was") == split([hand[1]], p1=True)
    assert seats.piles("security") == split([B])


def test_a_security_card_added_to_the_hand_is_read_by_its_player_alone(seats: Seats) -> None:
    """Which of the stack it was, by its place, is public; what it is, is not.

    Source: CR 4.0 §3-1-3-7 (Japanese reading); Q2406, Q2457, Q1069.
    """
    seats.deal([A, B, C])
    seats.secure(cards=3)
    seats.record(move("add", at("security", position=-1), at("hand")))
    assert seats.told("number") == split([A], p1=True)
    assert seats.told("from.position") == everybody([-1])
    assert seats.piles("hand")["p1"] == [A]
    assert seats.piles("security") == split([C, B])


def test_a_card_taken_from_the_other_hand_changes_its_reader(seats: Seats) -> None:
    """Given from one hand to the other, both players have read it, and no spectator has.

    Source: CR 4.0 §3-5-3.
    """
    seats.deal([A], (), [X])
    seats.deal_hand("p2")
    seats.record(move("add", at("hand", "p2"), at("hand", "p1"), number=X))
    assert seats.told("number") == split([X], p1=True, p2=True)
    assert seats.piles("hand") == {"p1": [X], "p2": [], "spectator": [], "judge": [X]}


def test_a_deck_card_under_a_card_face_down_is_its_owners_from_then_on(seats: Seats) -> None:
    """Nobody read it in the deck, and only its owner may look at it now.

    Source: CR 4.2 §16-41, §4-7-10.
    """
    seats.deal([A, B])
    unit = str(seats.record(move("play", at("deck", position=0), at("battle"))).ids[0])
    seats.record(
        move("place_under", at("deck", position=0), at("battle", unit=unit), facing="down")
    )
    assert seats.told("number") == split([B], p1=True)


def test_a_recovered_card_is_seen_by_nobody(seats: Seats) -> None:
    """From deck to security both ends are closed.

    Source: CR 4.2 §16-6; CR 4.0 §3-1-2-2-1.
    """
    seats.deal([A, B])
    seats.record(move("recover", at("deck"), at("security", position=0)))
    assert seats.told("number") == split([A])
    assert seats.piles("security") == split([A])


# public to private, the order made public (§3-1-3-6)


def test_a_trash_returned_to_the_deck_is_ordered_openly(in_either_language: Seats) -> None:
    """Both readings agree on an area: everybody reads numbers and places, and the deck closes.

    Source: CR 4.0 §3-1-3-6.
    """
    seats = in_either_language
    seats.deal([A, B, C, D])
    seats.take("trash", "deck", at("trash"), 3)
    seats.record(*bottom([at("trash", position=index) for index in range(3)], [1, 2, 0]))
    assert seats.told("number", 3) == everybody([C, B, A])
    assert seats.told("to.position", 3) == everybody([-2, -1, -3])
    assert seats.told("ordering.rank", 3) == everybody([1, 2, 0])
    assert seats.piles("deck") == split([D, A, C, B]) | {viewer: [] for viewer in OUTSIDERS}


def test_units_returned_to_the_deck_are_ordered_openly(in_either_language: Seats) -> None:
    """The field is a public area in either language.

    Source: CR 4.0 §3-1-3-6.
    """
    seats = in_either_language
    seats.deal([A, B, C])
    units = [str(seats.take("play", "deck", at("battle"))) for _ in range(2)]
    seats.record(*bottom([at("battle", unit=unit, position=0) for unit in units], [1, 0]))
    assert seats.told("number", 2) == everybody([A, B])
    assert seats.told("to.position", 2) == everybody([-1, -2])


@pytest.mark.parametrize("source", ["security", "no_area"])
def test_open_cards_that_lie_in_no_public_area_are_ordered_openly(
    seats: Seats, source: str
) -> None:
    """The Japanese text asks whether the cards are open, not whether their area is.

    Source: CR 4.0 §3-1-3-6 (Japanese reading).
    """
    seats.deal([A, B, C])
    if source == "security":
        seats.secure(cards=2, facing="up")
        origins = [at("security", position=index) for index in range(2)]
    else:
        ids = [seats.take("use", "deck", NOWHERE) for _ in range(2)]
        origins = [NOWHERE | {"was": placement} for placement in reversed(ids)]
    seats.record(*bottom(origins, [1, 0]))
    assert seats.told("number", 2) == everybody([B, A])
    assert seats.told("to.position", 2) == everybody([-1, -2])


def test_an_order_that_the_english_reading_keeps_is_stated_by_the_recorder(tmp_path: Any) -> None:
    """At an English table the order of face-up security may stay its chooser's: `public` says so.

    What the cards are has been seen by everybody and stays open.
    Source: CR 4.0 §3-1-3-6, English and Japanese reading.
    """
    seats = Seats(tmp_path, "en")
    seats.deal([A, B, C, D])
    seats.secure(cards=3, facing="up")
    seats.record(
        *bottom([at("security", position=index) for index in range(3)], [2, 0, 1], public=False)
    )
    assert sorted(seats.told("number", 3)["spectator"]) == [A, B, C]
    judge = seats.told("to.position", 3)["judge"]
    assert sorted(judge) == [1, 2, 3]
    assert seats.told("to.position", 3) == split(judge, p1=True)
    assert seats.told("to.among", 3) == everybody([[1, 3]] * 3)
    assert seats.told("ordering.rank", 3) == split(seats.told("ordering.rank", 3)["judge"], p1=True)
    assert seats.piles("deck")["judge"] == [D, B, A, C]
    seats.recorder.close()


def test_q1691_hand_and_trash_cards_shown_for_a_condition_are_ordered_openly(
    seats: Seats,
) -> None:
    """Both players confirm cards and order; when each hand card was drawn stays its player's.

    Source: B.9 Q1691; CR 4.0 §3-1-3-6 (Japanese reading).
    """
    seats.deal([A, B, C, D])
    seats.take("trash", "deck", at("trash"))
    hand = seats.deal_hand(cards=2)
    origins = [at("hand") | {"was": hand[1]}, at("trash", position=0)]
    seats.record(*(event | {"revealed": True} for event in bottom(origins, [1, 0], public=True)))
    assert seats.told("number", 2) == everybody([C, A])
    assert seats.told("to.position", 2) == everybody([-1, -2])
    assert seats.told("was", 2)["p1"] == [hand[1], seats.told("was", 2)["judge"][1]]
    assert seats.told("was", 2)["p2"][0] is seats.told("was", 2)["spectator"][0] is None


def test_cards_of_a_hand_that_are_shown_on_their_way_are_open_cards(seats: Seats) -> None:
    """Shown to everybody before they are put down, they are ordered openly without a word more.

    Source: CR 4.0 §3-1-3-6 (Japanese reading): cards that are open, wherever they lie; Q1691.
    """
    seats.deal([A, B, C])
    hand = seats.deal_hand(cards=2)
    origins = [at("hand") | {"was": placement} for placement in hand]
    seats.record(*(event | {"revealed": True} for event in bottom(origins, [1, 0])))
    assert seats.told("number", 2) == everybody([B, A])
    assert seats.told("to.position", 2) == everybody([-2, -1])


def test_q1518_one_player_orders_the_cards_of_both_decks(seats: Seats) -> None:
    """From the field everything is open, whoever chose it for whose deck.

    Source: B.9 Q1518; CR 4.0 §3-1-3-4.
    """
    seats.deal([A, B], (), [X, Y])
    mine = seats.take("play", "deck", at("battle"))
    theirs = [
        str(seats.record(move("play", at("deck", "p2", 0), at("battle", "p2"))).ids[0])
        for _ in range(2)
    ]
    group = bottom([at("battle", unit=mine, position=0)], [0])
    group += bottom([at("battle", "p2", 0, unit=unit) for unit in theirs], [1, 0], "p2")
    seats.record(*group)
    assert seats.told("number", 3) == everybody([A, X, Y])
    assert seats.told("to.position", 3) == everybody([-1, -1, -2])
    assert seats.told("ordering.chooser", 3) == everybody(["p1"] * 3)


def test_q1518_cards_of_both_hands_ordered_by_one_player(seats: Seats) -> None:
    """Who chooses for cards that only the other has read knows no number, and nobody both.

    Source: B.9 Q1518; CR 4.0 §3-1-3-4, §3-1-3-6.
    """
    seats.deal([A, B, C], (), [X, Y])
    mine = [at("hand") | {"was": placement} for placement in seats.deal_hand(cards=2)]
    theirs = [at("hand", "p2") | {"was": placement} for placement in seats.deal_hand("p2", 2)]
    seats.record(*bottom(mine, [1, 0]), *bottom(theirs, [1, 0], "p2"))
    numbers = seats.told("number", 4)  # steps that read alike lie in no order of their own
    assert sorted(numbers["p1"][:2]) == [A, B]
    assert numbers["p1"][2:] == [None, None]
    assert sorted(numbers["p2"][2:]) == [X, Y]
    assert numbers["p2"][:2] == [None, None]
    assert numbers["spectator"] == [None] * 4
    places = seats.told("to.position", 4)
    assert places["p1"][2:] == places["p2"][:2] == [None, None]
    assert None not in places["p1"][:2]
    assert places["p2"][2:] == [None, None]  # p1 chose that order
    assert places["spectator"] == [None] * 4
