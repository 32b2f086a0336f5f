"""Judges act on hidden cards, cards are shown by mistake: who reads what of it."""

from typing import Any

import pytest

from tests.rules.scene import SEEING, at, move
from tests.visibility.seats import OUTSIDERS, A, B, C, D, Seats, X, everybody, split


@pytest.mark.parametrize("zone", ["security", "deck", "egg_deck"])
def test_a_judge_who_looks_tells_the_players_nothing(seats: Seats, zone: str) -> None:
    """The judge reads the card; both players and spectators learn that the judge looked.

    Source: CR 4.0 §3-1-2-2-1. In another card client the player was told what the judge looked at.
    """
    seats.deal([A, B], [C])
    seats.secure()
    number = {"security": A, "deck": B, "egg_deck": C}[zone]
    seats.look("judge", at(zone, position=0), 1, by="judge", cause={"kind": "judge"})
    assert seats.told("numbers") == split([[number]])
    assert seats.told("viewer") == everybody(["judge"])
    for viewer in OUTSIDERS:
        state = seats.state(viewer)
        assert state["shown"] == []
        assert number not in str(state)


def test_a_judge_who_looks_at_a_hand_tells_the_other_player_nothing(seats: Seats) -> None:
    """Its player reads it anyway; the other one and spectators do not.

    Source: CR 4.0 §3-5-3.
    """
    seats.deal([A, B])
    seats.deal_hand(cards=2)
    seats.look("judge", at("hand"), 2, by="judge")
    assert seats.told("numbers") == split([[A, B]], p1=True)


def test_a_judge_who_looks_under_a_card_tells_only_its_owner(seats: Seats) -> None:
    """The owner may look anyway, and no one else learns what lies there.

    Source: CR 4.2 §4-7-10.
    """
    seats.deal([A, B])
    unit = seats.take("play", "deck", at("battle"))
    seats.take("place_under", "deck", at("battle", unit=unit), facing="down")
    seats.look("judge", at("battle", unit=unit, position=1), 1, by="judge")
    assert seats.told("numbers") == split([[B]], p1=True)
    assert seats.under()["p2"] == [A, None]


@pytest.mark.parametrize("goal", ["security", "deck"])
def test_a_judge_who_moves_a_face_down_card_shows_it_to_nobody(seats: Seats, goal: str) -> None:
    """A repair moves a back: number and cause's card stay sealed, the places are public.

    Source: CR 4.0 §3-1-2-2-1, §3-7-2.
    """
    seats.deal([A, B, C])
    seats.secure(cards=2)
    seats.look("judge", at("security", position=1), 1, by="judge")
    cause = {"kind": "judge"}
    seats.record(
        move("place", at("security", position=1), at(goal, position=0), by="judge", cause=cause)
    )
    assert seats.told("number") == split([A])
    assert seats.told("from.position") == everybody([1])
    for viewer in OUTSIDERS:
        assert A not in str(seats.last(viewer, 99))


def test_a_judge_who_turns_a_card_back_down_tells_no_more_than_was_seen(seats: Seats) -> None:
    """Turned down without ever having been open, it is told to nobody.

    Source: CR 4.0 §3-7-4.
    """
    seats.deal([A, B])
    seats.secure()
    place = at("security", position=0)
    seats.record({"kind": "flipped", "place": place, "facing": "down", "by": "judge"})
    assert seats.told("number") == split([A])


@pytest.mark.parametrize("to", [["p2"], ["p1"], ["spectator"], ["p1", "p2"], []])
def test_cards_shown_by_mistake_are_told_to_who_saw_them(seats: Seats, to: list[str]) -> None:
    """That it happened, and how many cards, is public; how, is the judge's.

    Source: B.10: what was shown by mistake is a fact of its own.
    """
    seats.deal([A, B, C])
    shown = {"kind": "information_shown", "to": to, "place": at("deck", position=0), "count": 2}
    seats.record(shown | {"how": "the sleeve was open", "by": "judge"})
    assert seats.told("numbers") == split([[A, B]], **dict.fromkeys(to, True))
    assert seats.told("how") == split(["the sleeve was open"])
    assert seats.told("to") == everybody([to])
    for viewer in OUTSIDERS:  # what was seen does not widen what may be looked at now
        state = seats.state(viewer)
        assert state["players"]["p1"]["deck"] == {"count": 3}
        assert A not in str(state)


def test_a_hand_dropped_on_the_table_is_told_to_who_saw_it(seats: Seats) -> None:
    """Its player knows it anyway; the order of the list tells no draw.

    Source: B.10; CR 4.0 §3-5-2, §3-5-3.
    """
    seats.deal([B, A])
    seats.deal_hand(cards=2)
    seats.record({"kind": "information_shown", "to": ["p2"], "place": at("hand"), "count": 2})
    assert seats.told("numbers") == split([[A, B]], p1=True, p2=True)
    assert seats.state("p2")["players"]["p1"]["hand"] == {"count": 2}


def test_a_card_drawn_too_many_goes_back_as_everybody_saw_it(seats: Seats) -> None:
    """Shown to both by the repair, put back where it was: the events say so, the deck does not.

    Source: B.10 (too many cards: shown to the opponent as well, and put back).
    """
    seats.deal([A, B])
    (drawn,) = seats.deal_hand()
    shown = {"kind": "information_shown", "to": ["p2", "spectator"], "place": at("hand")}
    seats.record(shown | {"count": 1, "by": "judge"})
    assert seats.told("numbers") == everybody([[A]])
    cause = {"kind": "judge"}
    seats.record(
        move("return", at("hand"), at("deck", position=0), was=drawn, revealed=True, cause=cause)
    )
    assert seats.told("number") == everybody([A])
    assert seats.told("was") == split([drawn], p1=True)
    assert seats.piles("deck") == split([A, B]) | {v: [] for v in OUTSIDERS}


def test_a_rewind_takes_nothing_out_of_anybodys_reading(seats: Seats) -> None:
    """The table goes back, the events stay; the reason is the judge's.

    Source: B.10: information is not un-learned by a rewind.
    """
    seats.deal([A, B, C])
    stands = seats.recorder.version - 1
    seats.deal_hand()
    seats.reveal(at("deck", position=0), 1)
    seats.record({"kind": "rewound", "to_seq": stands, "reason": "drew out of turn", "by": "judge"})
    assert seats.told("reason") == split(["drew out of turn"])
    for viewer in OUTSIDERS:
        events = seats.last(viewer, 99)
        assert [event.get("numbers") for event in events if event["kind"] == "revealed"] == [[B]]
        state = seats.state(viewer)
        assert state["players"]["p1"]["deck"] == {"count": 3}
        assert state["shown"] == []
    drawn = [event for event in seats.last("p2", 99) if event.get("manner") == "draw"]
    assert [event["number"] for event in drawn] == [None]


def test_ids_after_a_rewind_do_not_collide_with_the_ones_before(seats: Seats) -> None:
    """What is drawn after the rewind is another placement, in every reading.

    Source: CR 4.0 §3-1-3-1.
    """
    seats.deal([A, B, C])
    stands = seats.recorder.version - 1
    first = seats.deal_hand()
    seats.record({"kind": "rewound", "to_seq": stands})
    second = seats.deal_hand()
    assert first != second
    assert seats.told("number") == split([A], p1=True)
    assert [card["id"] for card in seats.state("p1")["players"]["p1"]["hand"]["cards"]] == second


def test_who_reads_what_a_judge_writes(seats: Seats) -> None:
    """Rulings and penalties are for players, questions for who asked, the rest is the judge's.

    Source: B.10; free text is the judge's unless somebody is named.
    """
    seats.deal([A, D], (), [X])
    players = {"p1": True, "p2": True}
    about = seats.recorder.version - 1
    written: list[tuple[dict[str, Any], str, dict[str, bool]]] = [
        ({"kind": "judge_called", "player": "p2", "question": "may I?"}, "question", {"p2": True}),
        ({"kind": "ruling_issued", "ruling": "r1", "text": "you may"}, "text", players),
        (
            {"kind": "penalty_issued", "player": "p1", "tier": "warning", "reason": "sloppy"},
            "reason",
            players,
        ),
        (
            {"kind": "penalty_issued", "player": "p1", "tier": "caution", "infraction": "pace"},
            "infraction",
            players,
        ),
        ({"kind": "state_repaired", "accepted": True, "reason": "too old"}, "reason", {}),
        ({"kind": "clock_changed", "what": "paused", "reason": "deck check"}, "reason", {}),
        ({"kind": "record_corrected", "corrects": about, "right": D}, "right", {}),
        ({"kind": "record_corrected", "corrects": about, "field": "number"}, "field", {}),
        ({"kind": "record_corrected", "corrects": about, "why": "the video"}, "why", {}),
        ({"kind": "noted", "text": "watch p1"}, "text", {}),
        ({"kind": "noted", "text": "for you", "audience": ["p1"]}, "text", {"p1": True}),
        (
            {"kind": "deck_registered", "player": "p1", "deck": [A, D], "egg_deck": None},
            "deck",
            {"p1": True},
        ),
        (
            {"kind": "deck_checked", "player": "p2", "in_order": False, "extra": [X]},
            "extra",
            {"p2": True},
        ),
    ]
    for event, field, readers in written:
        seats.record(event)
        assert seats.told(field) == split([event[field]], **readers), event["kind"]
    for viewer in SEEING:
        assert (D in str(seats.last(viewer, 99))) == (viewer in ("p1", "judge"))
