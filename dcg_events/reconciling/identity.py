"""Whether two recordings can be of one match at all, before thousands of divergences are told."""

from collections import Counter
from typing import Any, Final

from dcg_events.errors import UsageError
from dcg_events.reconciling.pairing import Pairing
from dcg_events.reconciling.recording import Recording
from dcg_events.vocabulary.people import PLAYERS

_FEWEST: Final = 8
"""Cards that both have to name, for it to count that they name others."""


def refuse_other_names(a: Recording, b: Recording) -> None:
    """Refuse recordings that name other players, or the same on other seats.

    Raises:
        UsageError: If they do.
    """
    where = f"{a.path} and {b.path}"
    ours, theirs = (_names(recording) for recording in (a, b))
    if ours == theirs:
        return
    if ours == theirs[::-1]:
        problem = "the players sit on other seats in the one than in the other"
        remedy = "record one of them anew with the seats exchanged"
        raise UsageError(where, problem, remedy)
    problem = "they name other players"
    remedy = "name two recordings of one match, or give --other-names if these are the same people"
    raise UsageError(where, problem, remedy)


def _names(recording: Recording) -> list[str]:
    seats = recording.told[0].event["players"]
    return [" ".join(seats[player]["name"].split()).casefold() for player in PLAYERS]


def refuse_other_matches(pairing: Pairing) -> None:
    """Refuse recordings of different matches: other rounds, other decks, other cards.

    Raises:
        UsageError: If they are.
    """
    where = f"{pairing.a.path} and {pairing.b.path}"
    remedy = "name two recordings of one match"
    ours, theirs = (
        recording.told[0].event.get("tournament") or {} for recording in (pairing.a, pairing.b)
    )
    for part in ("event", "round", "table"):
        both = ours.get(part), theirs.get(part)
        if None not in both and both[0] != both[1]:
            raise UsageError(where, f"they are of another {part} each", remedy)
    same, other = _named_cards(pairing)
    if same + other >= _FEWEST and other > same:
        problem = f"of {same + other} cards that both name {other} are other cards"
        raise UsageError(where, f"{problem}: these are different matches", remedy)
    told = min(len(pairing.a.told), len(pairing.b.told))
    if told >= 4 * _FEWEST and 4 * len(pairing.of_a) < told:
        problem = f"of {told} events only {len(pairing.of_a)} are in both"
        raise UsageError(where, f"{problem}: these are different matches", remedy)


def _named_cards(pairing: Pairing) -> tuple[int, int]:
    """Count the cards that both name alike, and those that they name otherwise."""
    same = other = 0
    for one, two in pairing.of_a.items():
        ours, theirs = pairing.a.told[one].event, pairing.b.told[two].event
        for path in ("number", "deck"):
            values: list[Any] = [event.get(path) for event in (ours, theirs)]
            if isinstance(values[0], str) and isinstance(values[1], str):
                same, other = same + (values[0] == values[1]), other + (values[0] != values[1])
            elif isinstance(values[0], list) and isinstance(values[1], list):
                shared = (Counter(values[0]) & Counter(values[1])).total()
                same, other = same + shared, other + len(values[0]) - shared
    return same, other
