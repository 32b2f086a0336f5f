"""B.3: face-down cards under a card: their owner may look, and nobody else."""

from typing import Any

from tests.rules.scene import at, move
from tests.visibility.seats import OUTSIDERS, A, B, C, D, Seats, X, Y, everybody, split


def train(seats: Seats, unit: str, **more: Any) -> None:
    """Put the top card of p1's deck face down under a unit of p1's."""
    goal = at("battle", unit=unit)
    seats.record(move("place_under", at("deck", position=0), goal, facing="down", **more))


def found(seats: Seats, side: str = "p1", **more: Any) -> str:
    """Play the top card of a deck as a unit of that side."""
    return str(seats.record(move("play", at("deck", side, 0), at("battle", side), **more)).ids[0])


def test_q6410_face_down_cards_under_a_card_keep_their_order(seats: Seats) -> None:
    """Each goes below the one before; the owner reads both, the others see two backs.

    Source: B.3, CR 4.2 §4-7-3; Q6410, Q6413 (one at a time from the top of the deck).
    """
    seats.deal([A, B, C, D])
    unit = found(seats)
    train(seats, unit)
    train(seats, unit)
    assert seats.under() == {
        "p1": [A, B, C],
        "p2": [A, None, None],
        "spectator": [A, None, None],
        "judge": [A, B, C],
    }
    assert seats.told("number") == split([C], p1=True)
    ids = {viewer: stack_ids(seats, viewer) for viewer in (*OUTSIDERS, "judge")}
    assert ids == dict.fromkeys(ids, ids["judge"])  # where each lies is public


def stack_ids(seats: Seats, viewer: str) -> list[str]:
    cards = seats.state(viewer)["players"]["p1"]["battle"][0]["cards"]
    return [card["id"] for card in cards]


def test_q6411_only_the_owner_looks_even_on_the_other_side(seats: Seats) -> None:
    """A card of p2's that lies face down under p1's unit is read by p2 and not by p1.

    Source: B.3, CR 4.2 §4-7-10; Q6411.
    """
    seats.deal([A], (), [X, Y])
    unit = found(seats)
    goal = at("battle", unit=unit)
    seats.record(move("place_under", at("deck", "p2", 0), goal, facing="down"))
    assert seats.under() == {
        "p1": [A, None],
        "p2": [A, X],
        "spectator": [A, None],
        "judge": [A, X],
    }
    assert seats.told("number") == split([X], p2=True)


def test_q6412_a_face_down_card_that_is_trashed_turns_public(seats: Seats) -> None:
    """In the trash everybody reads it, and that it was this card is told to everybody.

    Source: B.3; Q6412, CR 4.0 §3-6-3.
    """
    seats.deal([A, B, C])
    unit = found(seats)
    train(seats, unit)
    train(seats, unit)
    seats.record(move("trash", at("battle", unit=unit, position=2), at("trash")))
    assert seats.piles("trash") == everybody([C])
    assert seats.told("number") == everybody([C])
    assert seats.under()["p2"] == [A, None]


def test_face_down_cards_are_trashed_with_their_unit(seats: Seats) -> None:
    """All cards of the unit leave at once and lie face up in the trash.

    Source: B.3, CR 4.2 §4-7-8; CR 4.0 §3-1-3-3.
    """
    seats.deal([A, B, C])
    unit = found(seats)
    train(seats, unit)
    seats.record(
        move("delete", at("battle", unit=unit, position=0), at("trash")),
        move("delete", at("battle", unit=unit, position=1), at("trash")),
    )
    assert seats.told("number", 2) == everybody([A, B])
    assert seats.piles("trash")["spectator"] == [B, A]


def test_a_face_down_card_returned_to_a_hand_is_its_owners_alone(seats: Seats) -> None:
    """Private before and after: the other player and the spectator never read it.

    Source: B.3; CR 4.0 §3-5-3.
    """
    seats.deal([A, B, C])
    unit = found(seats)
    train(seats, unit)
    seats.record(move("return", at("battle", unit=unit, position=1), at("hand")))
    assert seats.told("number") == split([B], p1=True)
    assert seats.piles("hand")["p1"] == [B]
    for viewer in ("p2", "spectator"):
        assert seats.state(viewer)["players"]["p1"]["hand"] == {"count": 1}


def test_a_face_down_card_turned_up_under_its_unit_is_public_from_then_on(seats: Seats) -> None:
    """Turning it up shows it; turning it down again takes it from view, for all but the owner.

    Source: B.3, CR 4.2 §4-7-5, §4-7-10.
    """
    seats.deal([A, B])
    unit = found(seats)
    train(seats, unit)
    flip = {"kind": "flipped", "place": at("battle", unit=unit, position=1)}
    seats.record(flip | {"facing": "up"})
    assert seats.told("number") == everybody([B])
    assert seats.under()["spectator"] == [A, B]
    seats.record(flip | {"facing": "down"})
    assert seats.under() == {
        "p1": [A, B],
        "p2": [A, None],
        "spectator": [A, None],
        "judge": [A, B],
    }


def test_a_look_under_the_others_card_lasts_while_it_is_shown(seats: Seats) -> None:
    """p2 may look by an effect: beside the owner p2 reads it, until the look is over.

    Source: B.3, CR 4.2 §4-7-10, §15-15-3-9.
    """
    seats.deal([A, B])
    unit = found(seats)
    train(seats, unit)
    showing = seats.look("p2", at("battle", unit=unit, position=1), 1)
    assert seats.told("numbers") == split([[B]], p1=True, p2=True)
    assert seats.under()["p2"] == [A, B]
    assert seats.under()["spectator"] == [A, None]
    seats.record({"kind": "showing_ended", "showing": showing})
    assert seats.under()["p2"] == [A, None]
    assert seats.under()["p1"] == [A, B]


def test_face_down_cards_reordered_in_a_stack_do_not_turn_public(seats: Seats) -> None:
    """Everybody sees how the backs are moved about, and no number with it.

    Source: CR 4.0 §3-1-3-1-3, B.3.
    """
    seats.deal([A, B, C])
    unit = found(seats)
    train(seats, unit)
    train(seats, unit)
    order = {"zone": "battle", "side": "p1", "unit": unit, "first": 1, "count": 2}
    seats.record({"kind": "reordered", **order, "order": [2, 1]})
    assert seats.under()["p1"] == [A, C, B]
    assert seats.under()["p2"] == seats.under()["spectator"] == [A, None, None]


def test_a_face_down_card_that_digivolves_on_top_is_shown_by_lying_there(seats: Seats) -> None:
    """A card from under that is played face up is read by all as it lands.

    Source: B.3, CR 4.0 §3-4-2.
    """
    seats.deal([A, B])
    unit = found(seats)
    train(seats, unit)
    seats.record(move("play", at("battle", unit=unit, position=1), at("battle")))
    assert seats.told("number") == everybody([B])
