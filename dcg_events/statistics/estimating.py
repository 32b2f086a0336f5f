"""Shares with their confidence intervals, and places in a distribution, from whole counts."""

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import Final

from typing_extensions import TypedDict

LEVEL: Final = 0.95
"""Confidence of every interval."""

_Z: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)
_DIGITS: Final = 4


class Share(TypedDict):
    """So many of so many, and where the true share lies with 95 % confidence.

    Attributes:
        count: How many.
        of: Of how many.
        share: Their quotient, 0 to 1; null if there are none.
        low: Lower end of Wilson's interval; null if there are none.
        high: Its upper end.
    """

    count: int
    of: int
    share: float | None
    low: float | None
    high: float | None


class Spread(TypedDict):
    """How a measure is distributed; all null if nothing was measured.

    Attributes:
        count: How often it was measured.
        total: The sum.
        mean: The mean.
        least: The smallest.
        quarter: A quarter are not larger.
        median: Half are not larger.
        three_quarters: Three quarters are not larger.
        nine_tenths: Nine tenths are not larger.
        most: The largest.
    """

    count: int
    total: int
    mean: float | None
    least: int | None
    quarter: int | None
    median: int | None
    three_quarters: int | None
    nine_tenths: int | None
    most: int | None


def share(count: int, of: int) -> Share:
    """Return a share with Wilson's score interval, which holds for small counts too.

    >>> share(8, 10)
    {'count': 8, 'of': 10, 'share': 0.8, 'low': 0.4902, 'high': 0.9433}
    >>> share(0, 0)["low"] is None
    True
    """
    if of == 0:
        return {"count": count, "of": of, "share": None, "low": None, "high": None}
    part, z = count / of, _Z
    centre = (part + z * z / (2 * of)) / (1 + z * z / of)
    reach = z / (1 + z * z / of) * sqrt(part * (1 - part) / of + z * z / (4 * of * of))
    return {
        "count": count,
        "of": of,
        "share": round(part, _DIGITS),
        "low": round(max(0.0, centre - reach), _DIGITS),
        "high": round(min(1.0, centre + reach), _DIGITS),
    }


def spread(histogram: Mapping[int, int]) -> Spread:
    """Return how values are distributed that were counted one by one.

    >>> spread({3: 1, 5: 2, 9: 1})["median"]
    5
    """
    values = sorted(histogram.items())
    count = sum(times for _, times in values)
    total = sum(value * times for value, times in values)

    def place(part: int, parts: int) -> int | None:
        """Return the smallest value that so many parts of all do not exceed."""
        passed = 0
        for value, times in values:
            passed += times
            if passed * parts >= count * part:
                return value
        return None

    return {
        "count": count,
        "total": total,
        "mean": round(total / count, 2) if count else None,
        "least": values[0][0] if values else None,
        "quarter": place(1, 4),
        "median": place(1, 2),
        "three_quarters": place(3, 4),
        "nine_tenths": place(9, 10),
        "most": values[-1][0] if values else None,
    }
