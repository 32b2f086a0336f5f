"""B.8: cards are revealed, or looked at: who reads what, and for how long."""

from typing import Any

from tests.rules.scene import SEEING, at, move
from tests.visibility.seats import OUTSIDERS, A, B, C, D, E, Seats, everybody, split


def to_bottom(positions: list[int], ranks: list[int], zone: str = "deck") -> list[dict[str, Any]]:
    """Put cards of p1's pile at the bottom of p1's deck; p1 chooses."""
    return [
        move(
            "return",
            at(zone, position=position),
            at("deck", position=rank - len(ranks)),
            ordering={"chooser": "p1", "rank": rank},
        )
        for position, rank in zip(positions, ranks, strict=True)
    ]


# reveal


def test_cards_drawn_while_others_are_revealed_come_from_below_them(seats: Seats) -> None:
    """The draw is the player's, the reveal goes on, and the rest returns in an open order.

    Source: B.8, CR 4.2 §15-15-3-5, §15-15-3-6; B.9 Q5577.
    """
    seats.deal([A, B, C, D, E])
    seats.reveal(at("deck", position=0), 3)
    seats.record(move("add", at("deck", position=1), at("hand")))
    assert seats.told("number") == everybody([B])
    seats.record(move("draw", at("deck", position=2), at("hand")))
    assert seats.told("number") == split([D], p1=True)
    for viewer in OUTSIDERS:
        assert seats.state(viewer)["shown"][0]["numbers"] == [A, C]
    seats.record(*to_bottom([0, 1], [1, 0]))
    assert seats.told("number", 2) == everybody([A, C])
    assert seats.told("to.position", 2) == everybody([-1, -2])
    assert seats.piles("deck")["judge"] == [E, C, A]
    assert [seats.state(viewer)["shown"] for viewer in OUTSIDERS] == [[], [], []]


def test_q739_as_many_as_there_are_is_no_secret(seats: Seats) -> None:
    """Three are asked for and two are there: everybody sees both numbers of cards.

    Source: B.8 Q739.
    """
    seats.deal([A, B])
    seats.reveal(at("deck", position=0), 2)
    seats.record({"kind": "attempted", "player": "p1", "what": "reveal", "wanted": 3, "done": 2})
    assert seats.told("done") == everybody([2])
    for viewer in OUTSIDERS:
        assert seats.state(viewer)["shown"][0]["numbers"] == [A, B]


def test_q1486_a_revealed_card_put_into_security_has_been_seen(seats: Seats) -> None:
    """The event says what went in; in the stack it is a back for every player.

    Source: B.9 Q1486; CR 4.0 §3-1-3-5.
    """
    seats.deal([A, B, C])
    seats.reveal(at("deck", position=0), 2)
    seats.record(move("place", at("deck", position=1), at("security", position=0)))
    assert seats.told("number") == everybody([B])
    assert seats.piles("security") == split([B])


def test_q951_q2077_a_look_at_security_reveals_only_the_chosen_card(seats: Seats) -> None:
    """The looker reads all, everybody the chosen one, and the shuffle ends what was known.

    Source: B.9 Q951, Q2077, Q2407, Q2271; B.8.
    """
    seats.deal([A, B, C])
    seats.secure(cards=3)
    seats.look("p1", at("security", position=0), 3)
    assert seats.told("numbers") == split([[C, B, A]], p1=True)
    assert seats.piles("security") == split([C, B, A], p1=True)
    asks = {"kind": "effect", "player": "p1", "asks": True}
    seats.record(move("add", at("security", position=1), at("hand"), revealed=True, cause=asks))
    assert seats.told("number") == everybody([B])
    assert seats.told("from.position") == split([1], p1=True)
    assert seats.told("from.among") == everybody([[0, 2]])
    seats.record({"kind": "shuffled", "zone": "security", "side": "p1", "order": [A, C]})
    assert seats.piles("security") == split([A, C])
    assert [seats.state(viewer)["shown"] for viewer in SEEING] == [[], [], [], []]


def test_q2407_after_a_look_and_a_shuffle_nobody_knows_the_stack(seats: Seats) -> None:
    """No id outlives the shuffle, not even in the looker's own reading.

    Source: B.8 Q2407; CR 4.2 §15-15-3-9.
    """
    seats.deal([A, B, C])
    seats.secure(cards=3)
    seats.look("p2", at("security", position=0), 3)
    ids = set(seats.ids("security"))
    seats.record({"kind": "shuffled", "zone": "security", "side": "p1", "order": [B, A, C]})
    for viewer in SEEING:
        cards = seats.state(viewer)["players"]["p1"]["security"]["cards"]
        assert not ids & {card["id"] for card in cards}
    assert seats.piles("security") == split([B, A, C])


def test_a_card_taken_from_between_open_ones_leaves_no_gap_in_the_ids(seats: Seats) -> None:
    """What stays face down is called anew, or the ids left over would tell which one is missing.

    Source: B.8; CR 4.0 §3-7-4, §3-1-3-1.
    """
    seats.deal([A, B, C, D])
    seats.secure(cards=3)
    seats.secure(facing="up")
    hidden = set(seats.ids("security")[1:])
    seats.look("p1", at("security", position=1), 3)
    seats.record(move("add", at("security", position=2), at("hand")))
    assert seats.told("from.among") == everybody([[1, 3]])
    for viewer in SEEING:
        cards = seats.state(viewer)["players"]["p1"]["security"]["cards"]
        assert [card["face"] for card in cards] == ["up", "down", "down"]
        assert not hidden & {card["id"] for card in cards}
    assert seats.piles("security")["p2"] == [D, None, None]


def test_a_look_at_the_others_hand_is_for_the_looker_and_its_player(seats: Seats) -> None:
    """Spectators see that a look takes place; nobody learns when each card was drawn.

    Source: B.8, CR 4.2 §15-15-3-9; CR 4.0 §3-5-3.
    """
    seats.deal([B, A])
    drawn = seats.deal_hand(cards=2)
    seats.look("p2", at("hand"), 2)
    assert seats.told("numbers") == split([[A, B]], p1=True, p2=True)
    assert seats.told("cards") == split([drawn[::-1]], p1=True)


def test_one_card_of_a_hand_shown_to_all_is_not_told_apart_afterwards(seats: Seats) -> None:
    """Everybody learns that the hand holds it; which of the cards played later it was, stays open.

    Source: B.8; CR 4.0 §3-5-3, §3-5-2.
    """
    seats.deal([A, B, C])
    drawn = seats.deal_hand(cards=3)
    seats.reveal(at("hand"), 1, cards=[drawn[1]])
    assert seats.told("numbers") == everybody([[B]])
    assert seats.told("cards") == split([[drawn[1]]], p1=True)
    seats.record(move("place", at("hand"), at("security", position=0), was=drawn[1]))
    assert seats.told("number") == split([B], p1=True)
    assert seats.told("was") == split([drawn[1]], p1=True)


def test_the_order_in_which_a_looker_returns_cards_is_the_lookers(seats: Seats) -> None:
    """Top and bottom by choice: how many went where is public, which card is not.

    Source: CR 4.0 §3-1-3-6; B.8, CR 4.2 §15-15-3-6.
    """
    seats.deal([A, B, C, D, E])
    seats.look("p1", at("deck", position=0), 3)
    goals = [4, 0, 3]
    seats.record(
        *(
            move("return", at("deck", position=index), at("deck", position=goal))
            for index, goal in enumerate(goals)
        )
    )
    assert seats.piles("deck")["judge"] == [B, D, E, C, A]
    assert seats.told("to.position", 3) == split(seats.told("to.position", 3)["judge"], p1=True)
    assert seats.told("number", 3) == split(seats.told("number", 3)["judge"], p1=True)
    assert seats.told("to.among", 3) == everybody([[0, 0], [3, 4], [3, 4]])


def test_a_look_that_is_over_gives_nothing_to_whoever_comes_later(seats: Seats) -> None:
    """Once the look has ended, taking the top card is an open act on an unseen card.

    Source: B.8; CR 4.0 §3-1-2-2-1.
    """
    seats.deal([A, B, C])
    showing = seats.look("p1", at("deck", position=0), 2)
    seats.record({"kind": "showing_ended", "showing": showing})
    seats.record(move("draw", at("deck", position=0), at("hand", "p1")))
    assert seats.told("from.position") == everybody([0])
    assert seats.told("number") == split([A], p1=True)
