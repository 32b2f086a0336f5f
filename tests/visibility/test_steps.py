"""The steps of a group, listed as the cards lay, do not tell which of them went where.

A simulator that walks over the cards in the order in which they lie, and sends each where its
player chose, lists a group in that order. Everybody reads the steps.
"""

from pathlib import Path
from typing import Any

from tests.rules.scene import at, move
from tests.visibility.seats import A, B, C, D, E, Seats


def looked_at(folder: Path, goals: list[dict[str, Any]]) -> Any:
    """Look at as many cards as there are goals, send each to its goal; return what p2 reads."""
    folder.mkdir()
    seats = Seats(folder)
    seats.deal([A, B, C, D, E])
    seats.look("p1", at("deck", position=0), len(goals))
    seats.record(
        *(move("unknown", at("deck", position=index), goal) for index, goal in enumerate(goals))
    )
    read = seats.last("p2", len(goals))
    seats.recorder.close()
    return read


def test_steps_do_not_tell_which_card_was_taken_and_which_returned(tmp_path: Path) -> None:
    """Three are looked at, one is taken, two return in a sealed order: three ways, one reading.

    Source: CR 4.0 §3-1-3-6; B.8.
    """
    readings = []
    for taken in range(3):
        goals = [at("deck", position=-1), at("deck", position=-2)]
        goals.insert(taken, at("hand"))
        readings.append(looked_at(tmp_path / str(taken), goals))
    assert readings[0] == readings[1] == readings[2]


def test_steps_do_not_tell_which_of_two_cards_was_taken(tmp_path: Path) -> None:
    """Two are looked at, one is taken, one returns: two ways, one reading.

    Source: B.8.
    """
    hand, bottom = at("hand"), at("deck", position=-1)
    first = looked_at(tmp_path / "first", [hand, bottom])
    second = looked_at(tmp_path / "second", [bottom, hand])
    assert first == second


def test_steps_do_not_tell_which_draw_went_where(tmp_path: Path) -> None:
    """Of two cards of a hand one goes under the deck and one to the security stack.

    Source: CR 4.0 §3-5-2, §3-5-3.
    """
    readings = []
    for goals in (("deck", "security"), ("security", "deck")):
        folder = tmp_path / goals[0]
        folder.mkdir()
        seats = Seats(folder)
        seats.deal([A, B, C])
        drawn = seats.deal_hand(cards=2)
        seats.record(
            *(
                move("place", at("hand"), at(zone, position=0), was=card)
                for zone, card in zip(goals, drawn, strict=True)
            )
        )
        readings.append(seats.last("p2", 2))
        seats.recorder.close()
    assert readings[0] == readings[1]
