"""A viewer's copy can be read as that viewer, however little it holds."""

from typing import Any

import pytest

from dcg_events import MatchLog, UsageError
from tests.rules.scene import at
from tests.visibility.seats import OUTSIDERS, A, B, Seats


@pytest.mark.parametrize("viewer", ["p1", "p2"])
def test_a_copy_without_an_opening_can_be_read_as_its_player(seats: Seats, viewer: Any) -> None:
    """Before the first draw no player has read a card: the copy is the player's all the same."""
    seats.deal([A, B])
    assert MatchLog(seats.copy(viewer), viewer).state() == MatchLog(seats.path, viewer).state()


def test_a_spectators_copy_is_read_as_the_spectators(seats: Seats) -> None:
    """The spectator alone was shown p1's hand, which p1 may look at anyway."""
    seats.deal([A, B])
    seats.deal_hand()
    shown = {"kind": "information_shown", "to": ["spectator"], "place": at("hand"), "count": 1}
    seats.record(shown)
    copy = MatchLog(seats.copy("spectator"))
    assert copy.viewer == "spectator"
    assert list(copy.events()) == list(MatchLog(seats.path, "spectator").events())


@pytest.mark.parametrize("viewer", OUTSIDERS)
def test_a_copy_cannot_be_read_as_the_judge_or_the_other_player(seats: Seats, viewer: Any) -> None:
    """Refused, and not shown with holes: a reader must not take holes for the other's view."""
    seats.deal([A, B], (), [A])
    seats.deal_hand("p1")
    seats.deal_hand("p2")
    copy = seats.copy(viewer)
    assert MatchLog(copy).viewer == viewer
    for other in {"p1", "p2", "judge"} - {viewer}:
        with pytest.raises(UsageError):
            MatchLog(copy, other)  # type: ignore[arg-type]
    assert MatchLog(copy, "spectator").viewer == "spectator"
