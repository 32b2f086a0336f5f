"""What a reference of one recording is in the other: found through the events that are paired."""

from typing import Any, Final

from dcg_events.reconciling.pairing import Pairing
from dcg_events.reconciling.recording import Recording

_LONGEST: Final = 80
"""Characters that a name may have."""

UNTOLD = object()
"""Stands for what only one recording tells of, so that there is nothing to compare it with."""


class References:
    """Translates references of recording A into those of B.

    Names that recorders gave (of attacks, of pending effects) pair off where they are used first.
    """

    def __init__(self, pairing: Pairing) -> None:
        self._pairing = pairing
        self._names: dict[tuple[str, str], str] = {}
        self._named: dict[tuple[str, str], str] = {}

    def event(self, seq: int) -> object:
        """Return the event of B that is an event of A, by its seq."""
        return self._pairing.of_a.get(seq, UNTOLD)

    def card(self, placement: object) -> object:
        """Return the placement of B that is one of A.

        A placement in a pile, one of many that an event made, has none: its place is compared.
        """
        if not isinstance(placement, str) or not placement.isdigit():
            return UNTOLD
        seq = self._pairing.of_a.get(int(placement))
        return UNTOLD if seq is None else str(seq)

    def is_told(self, placement: object) -> bool:
        """Tell whether the event of B that made a placement is one that A tells of, too."""
        told = isinstance(placement, str) and placement.isdigit()
        return told and int(str(placement)) in self._pairing.of_b

    def same_name(self, space: str, ours: str, theirs: str) -> bool:
        """Tell whether two names may be of one thing; from now on they are."""
        one = self._names.setdefault((space, ours), theirs)
        two = self._named.setdefault((space, theirs), ours)
        return one == theirs and two == ours

    def name_in_a(self, space: str, theirs: str, prefix: str) -> str:
        """Return A's name for what B names; with a prefix if only B names it."""
        ours = self._named.get((space, theirs))
        return f"{prefix}:{theirs}"[:_LONGEST] if ours is None else ours


def depends_on(recording: Recording, seq: int) -> set[int]:
    """Return the earlier events that made what an event names: cards, units, its cause."""
    found: set[int] = set()
    _collect(recording.told[seq].event, found)
    return {other for other in found if other < seq}


def _collect(value: Any, found: set[int]) -> None:  # noqa: ANN401 - any JSON value
    for name, part in value.items():
        if isinstance(part, dict):
            _collect(part, found)
        elif name in ("event", "showing", "declaration") and isinstance(part, int):
            found.add(part)
        elif name in ("unit", "was", "card", "source") and str(part).isdigit():
            found.add(int(part))
