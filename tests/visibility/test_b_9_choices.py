"""B.9: blind choices, effects of hidden cards, cards that return: who reads what."""

import pytest

from tests.rules.scene import NOWHERE, at, move
from tests.visibility.seats import OUTSIDERS, A, B, C, D, E, F, G, Seats, X, Y, everybody, split

# choices


def test_q2286_cards_picked_blindly_go_to_the_deck_in_an_order_of_their_owners(
    seats: Seats,
) -> None:
    """p2 points at two backs; p1 reads them before they go, so p1 alone knows which and where.

    Source: B.9 Q2286; CR 4.0 §3-1-3-6.
    """
    seats.deal([A, B, C, D])
    drawn = seats.deal_hand(cards=3)
    picked = [drawn[2], drawn[0]]
    choice = {"kind": "choice_made", "player": "p2", "what": "two backs", "audience": ["p1"]}
    seats.record(choice | {"cards": drawn, "chosen": picked, "least": 2, "most": 2})
    assert seats.told("chosen") == split([picked], p1=True)
    assert seats.told("cards") == split([drawn], p1=True)
    assert seats.told("most") == split([2], p1=True)
    seats.record(
        *(
            move(
                "return",
                at("hand"),
                at("deck", position=rank - 2),
                was=placement,
                ordering={"chooser": "p1", "rank": rank},
            )
            for rank, placement in enumerate(picked)
        )
    )
    for path in ("number", "was", "to.position", "ordering.rank"):
        assert seats.told(path, 2) == split(seats.told(path, 2)["judge"], p1=True)
    assert seats.piles("deck")["judge"] == [D, C, A]
    assert seats.piles("hand")["p1"] == [B]
    assert seats.state("p2")["players"]["p1"]["hand"] == {"count": 1}


def test_q2445_cards_trashed_blindly_are_public_and_their_draw_is_not(seats: Seats) -> None:
    """Everybody reads the trashed cards; which draw each came from its player alone.

    Source: B.9 Q2445; CR 4.0 §3-6-3.
    """
    seats.deal([A, B, C])
    drawn = seats.deal_hand(cards=3)
    picked = [drawn[2], drawn[0]]
    seats.record(*(move("trash", at("hand"), at("trash"), was=placement) for placement in picked))
    assert seats.told("number", 2) == everybody([C, A])
    assert seats.told("was", 2) == split(picked, p1=True)
    assert seats.piles("trash") == everybody([A, C])


@pytest.mark.parametrize("audience", [["p1"], ["p1", "p2"], [], None])
def test_a_choice_among_cards_in_security_goes_to_who_was_named(
    seats: Seats, audience: list[str] | None
) -> None:
    """Words and places are for the audience; without one, for who chose.

    Source: B.8; a choice from a hidden place is its chooser's unless the recorder says more.
    """
    seats.deal([A, B, C])
    seats.secure(cards=2)
    cards = seats.ids("security")
    choice = {"kind": "choice_made", "player": "p1", "what": "either", "cards": cards}
    named = {} if audience is None else {"audience": audience}
    seats.record(choice | named | {"chosen": cards[:1]})
    readers = {"p1"} if audience is None else set(audience)
    expected = split([cards[:1]], **dict.fromkeys(readers, True))
    assert seats.told("chosen") == expected


def test_q1828_q2955_a_hand_effect_shows_its_card_and_leaves_it_in_the_hand(
    seats: Seats,
) -> None:
    """Everybody learns that the hand holds it; where in the hand stays its player's.

    Source: B.9 Q1828, Q2955.
    """
    seats.deal([A, B])
    drawn = seats.deal_hand(cards=2)
    declared = {"kind": "declared", "player": "p1", "action": "activate", "place": at("hand")}
    seats.record(declared | {"card": drawn[0]})
    assert seats.told("number") == everybody([A])
    assert seats.told("card") == split([drawn[0]], p1=True)
    seats.record({"kind": "effect_activated", "player": "p1", "source": drawn[0], "number": A})
    assert seats.told("number") == everybody([A])
    assert seats.told("source") == split([drawn[0]], p1=True)
    assert seats.state("p2")["players"]["p1"]["hand"] == {"count": 2}
    seats.record(move("trash", at("hand"), at("trash"), was=drawn[0]))
    assert seats.told("was") == split([drawn[0]], p1=True)


def test_an_effect_that_waits_in_a_hand_is_its_players(seats: Seats) -> None:
    """That something triggered is public; of which card, and which effect, is not.

    Source: B.6, CR 4.0 §3-5-3.
    """
    seats.deal([A])
    drawn = seats.deal_hand()
    pending = {"kind": "effect_triggered", "pending": "t1", "player": "p1", "timing": "OnDraw"}
    seats.record(pending | {"source": drawn[0], "number": A, "effect": "the first"})
    for path, value in (("source", drawn[0]), ("number", A), ("effect", "the first")):
        assert seats.told(path) == split([value], p1=True)
    declined = {"kind": "effect_not_activated", "pending": "t1", "player": "p1"}
    seats.record(declined | {"source": drawn[0], "number": A, "reason": "declined"})
    assert seats.told("number") == split([A], p1=True)


@pytest.mark.parametrize("kind", ["effect_activated", "effect_not_activated"])
def test_effects_to_choose_from_do_not_name_cards_of_a_hand(seats: Seats, kind: str) -> None:
    """Candidates may be placements; those of a hand tell when their cards were drawn.

    Source: B.6; CR 4.0 §3-5-3; every reference to a hidden placement is sealed.
    """
    seats.deal([A, B, C])
    unit = seats.take("play", "deck", at("battle"))
    drawn = seats.deal_hand(cards=2)
    ordering = {"chooser": "p1", "rank": 0, "candidates": [unit, drawn[1]]}
    event = {"kind": kind, "player": "p1", "source": unit, "ordering": ordering}
    seats.record(event | ({"reason": "declined"} if "not" in kind else {}))
    assert seats.told("ordering.candidates") == split([[unit, drawn[1]]], p1=True)


def test_a_cause_in_a_hand_is_its_players(seats: Seats) -> None:
    """What a hidden card does is public, and not which card did it.

    Source: B.7; every reference to a hidden placement is sealed.
    """
    seats.deal([A])
    drawn = seats.deal_hand()
    cause = {"kind": "effect", "source": drawn[0], "player": "p1"}
    seats.record({"kind": "memory_changed", "after": 1, "cause": cause})
    assert seats.told("cause.source") == split([drawn[0]], p1=True)
    assert seats.told("cause.player") == everybody(["p1"])


def test_a_declaration_that_is_taken_back_has_shown_its_card(seats: Seats) -> None:
    """The card was shown at the declaration and is in the hand as before; why is the judge's.

    Source: B.2, CR 4.2 §7-1-2-3.
    """
    seats.deal([A, B])
    drawn = seats.deal_hand(cards=2)
    declared = {"kind": "declared", "player": "p1", "action": "play", "place": at("hand")}
    seq = seats.record(declared | {"card": drawn[1]}).seqs[0]
    assert seats.told("number") == everybody([B])
    seats.record({"kind": "declaration_aborted", "declaration": seq, "reason": "holds no other"})
    assert seats.told("reason") == split(["holds no other"])
    assert seats.state("spectator")["players"]["p1"]["hand"] == {"count": 2}


# cards that return


def test_q3710_each_card_returns_to_its_owners_hand(seats: Seats) -> None:
    """Everybody read them on the field; each hand then hides its own.

    Source: B.9 Q3710; CR 4.0 §3-1-3-8.
    """
    seats.deal([A], (), [X])
    mine = seats.take("play", "deck", at("battle"))
    theirs = str(seats.record(move("play", at("deck", "p2", 0), at("battle", "p1"))).ids[0])
    seats.record(
        move("return", at("battle", unit=mine, position=0), {"zone": "hand"}),
        move("return", at("battle", unit=theirs, position=0), {"zone": "hand"}),
    )
    assert seats.told("number", 2) == everybody([A, X])
    assert seats.told("to.side", 2) == everybody(["p1", "p2"])
    assert seats.piles("hand", "p1") == {"p1": [A], "p2": [], "spectator": [], "judge": [A]}
    assert seats.piles("hand", "p2") == {"p1": [], "p2": [X], "spectator": [], "judge": [X]}


def test_a_card_known_and_returned_is_drawn_again_as_any_card(seats: Seats) -> None:
    """Shuffled into the deck and drawn, nothing links it to the card that everybody read.

    Source: CR 4.0 §3-1-3-1; the id of a card does not outlive a hidden passage.
    """
    seats.deal([A, B])
    unit = seats.take("play", "deck", at("battle"))
    seats.record(move("return", at("battle", unit=unit, position=0), at("deck", position=0)))
    known = seats.ids("deck")[0]
    seats.record({"kind": "shuffled", "zone": "deck", "side": "p1", "order": [B, A]})
    seats.record(move("draw", at("deck", position=1), at("hand")))
    assert seats.told("number") == split([A], p1=True)
    for viewer in OUTSIDERS:
        (event,) = seats.last(viewer)
        assert event["was"] is None
        assert known not in str(event)


def test_an_initial_hand_redrawn_leaves_nothing_of_the_first(seats: Seats) -> None:
    """The first hand goes back unseen and the second has ids of its own.

    Source: B.1, CR 4.2 §5-2-1.
    """
    seats.deal([A, B, C, D, E, F, G])
    first = seats.deal_hand(cards=3)
    seats.record({"kind": "redraw_decided", "player": "p1", "redraw": True})
    seats.record(
        *(
            move("return", at("hand"), at("deck", position=index - 3), was=card)
            for index, card in enumerate(first)
        )
    )
    assert seats.told("number", 3) == split(seats.told("number", 3)["judge"], p1=True)
    assert seats.told("was", 3)["p2"] == [None] * 3
    shuffled = [G, F, E, D, C, B, A]
    seats.record({"kind": "shuffled", "zone": "deck", "side": "p1", "order": shuffled})
    seats.deal_hand(cards=3)
    assert seats.told("number", 3) == split([G, F, E], p1=True)
    assert not set(first) & set(seats.ids("hand"))


def test_an_option_used_from_a_hand_does_not_tell_its_draw(seats: Seats) -> None:
    """Used, read by all, trashed: the draw it came from stays its player's.

    Source: B.3, CR 4.2 §9-1; CR 4.0 §3-5-3.
    """
    seats.deal([A, B], (), [X, Y])
    drawn = seats.deal_hand(cards=2)
    seats.record(move("use", at("hand"), NOWHERE, was=drawn[0]))
    used = str(seats.recorder.version - 1)
    assert seats.told("was") == split([drawn[0]], p1=True)
    seats.record(move("trash", NOWHERE, at("trash"), was=used))
    assert seats.told("was") == everybody([used])
    assert seats.told("number") == everybody([A])
