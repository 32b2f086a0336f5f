"""Compare the times of two recordings: two clocks never agree, and that is no news.

What counts is a time that does not fit the others: an event that is late by more than a tolerance
against the difference of the clocks, or the moment from which on one clock goes otherwise.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from statistics import median_low
from typing import Final

from dcg_events.reconciling.pairing import Pairing

TOLERANCE: Final = 60
"""Seconds by which times may be off, besides the difference of the clocks."""

_AT_FIRST: Final = 9
_NEXT: Final = 5
"""Moments that tell how the clocks stand at first, and whether a change stays."""


def clock_difference(pairing: Pairing) -> int | None:
    """Return by how many seconds B's times are later, in the middle; None if they are unknown."""
    apart = [seconds for _, seconds in _apart(pairing)]
    return median_low(apart) if apart else None


def misfits(pairing: Pairing, tolerance: int) -> Iterator[int]:
    """Yield the events of A whose time does not fit that of B, one for a clock that was changed.

    Args:
        pairing: The paired events.
        tolerance: Seconds that times may be off.
    """
    apart = list(_apart(pairing))
    usual = median_low(seconds for _, seconds in apart[:_AT_FIRST]) if apart else 0
    for index, (seq, seconds) in enumerate(apart):
        if abs(seconds - usual) > tolerance:
            yield seq
            rest = [other for _, other in apart[index + 1 : index + 1 + _NEXT]]
            if _stays(rest, seconds, usual):
                usual = seconds


def by_other_clock(at: str | None, later: int) -> str | None:
    """Return a time as it is by the other clock.

    Args:
        at: The time, as in events.
        later: By how many seconds it is later than by the other clock.

    >>> by_other_clock("2026-08-18T10:00:10Z", 15)
    '2026-08-18T09:59:55Z'
    """
    if at is None:
        return None
    time = datetime.strptime(at, "%Y-%m-%dT%H:%M:%S%z") - timedelta(seconds=later)
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def _stays(rest: Sequence[int], seconds: int, usual: int) -> bool:
    """Tell whether the times that follow go by a clock that was changed."""
    nearer = sum(abs(other - seconds) < abs(other - usual) for other in rest)
    return nearer * 2 > len(rest) > 0


def _apart(pairing: Pairing) -> Iterator[tuple[int, int]]:
    """Yield for the paired moments with known times how far these are apart, in seconds."""
    last = (-1, -1)
    for one, two in sorted(pairing.of_a.items()):
        ours, theirs = pairing.a.told[one], pairing.b.told[two]
        moments = ours.moment, theirs.moment
        if moments != last:
            last = moments
            times = _seconds(ours.event.get("at")), _seconds(theirs.event.get("at"))
            if times[0] is not None and times[1] is not None:
                yield one, times[1] - times[0]


def _seconds(at: object) -> int | None:
    if not isinstance(at, str):
        return None
    return int(datetime.strptime(at, "%Y-%m-%dT%H:%M:%S%z").timestamp())
