"""Face-down cards made many at a time: whole piles, and what their placements are called."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from typing import Final

from dcg_events.projections.table import Card


def new_ids(seq: int, count: int, first: int = 0) -> list[str]:
    """Name the placements that one event makes, from `first` on, top first.

    >>> new_ids(41, 3)
    ['41.0', '41.1', '41.2']
    """
    last = first + count
    ends = _ENDS[first:last] if last <= len(_ENDS) else [f".{k}" for k in range(first, last)]
    return list(map(str(seq).__add__, ends))


def face_down(seq: int, numbers: list[str | None], owner: str | None, first: int = 0) -> list[Card]:
    """Make a pile of face-down cards, placed by event `seq`, top first.

    The innermost step of every shuffle, so the loop is left to `map` and `zip`.
    """
    ids = new_ids(seq, len(numbers), first)
    return list(map(Card, zip(ids, numbers, repeat(owner), repeat(False))))


def renamed(cards: list[Card], seq: int, first: int = 0) -> Sequence[Card]:
    """Give face-down cards new placements, in the order in which they lie."""
    _, numbers, owners, ups = zip(*cards, strict=True)
    if not any(numbers) and owners.count(owners[0]) == len(owners):
        return sealed_pile(seq, len(cards), owners[0], first)
    ids = new_ids(seq, len(cards), first)
    return list(map(Card, zip(ids, numbers, owners, ups, strict=True)))


@lru_cache(maxsize=512)
def sealed_pile(seq: int, count: int, owner: str | None, first: int = 0) -> tuple[Card, ...]:
    """Make a pile of which this log does not say what the cards are.

    Piles of the same size are shuffled at the same events of most matches, so whoever reads many
    copies finds most of them made already; cards never change.
    """
    return tuple(face_down(seq, [None] * count, owner, first))


_ENDS: Final = [f".{k}" for k in range(200)]
