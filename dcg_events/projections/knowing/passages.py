"""Where the cards of a pile lie after a passage that a viewer could not follow.

All face-down cards of such a pile get new placements. Cards outside the stretch in question keep
their order, so the viewer follows each; those inside are mixed up for whoever was not told the
position (see `mixing`): each of them may be any of the stretch.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from dcg_events.projections.knowing.memory import Whereabouts
from dcg_events.projections.table import Card, Table

Stretch = tuple[int, int]
"""First and last position."""


class Passage(NamedTuple):
    """What a viewer can tell of the cards that left one pile and arrived in it, as one group.

    Attributes:
        before: The pile before the group.
        veiled: Indices of those of its cards that not everybody sees.
        gone: Indices of the cards that left; where that is hidden, any that it may have been.
        left: Stretches before the group from which cards left unseen.
        arrived: Names of the cards that arrived where the viewer can tell, by index.
        unseen: Stretches after the group in which cards arrived unseen, with their names.
    """

    before: Sequence[Card]
    veiled: frozenset[int]
    gone: set[int]
    left: list[Stretch]
    arrived: dict[int, str]
    unseen: list[tuple[Stretch, str]]


def follow_passage(passage: Passage, table: Table, after: list[Card]) -> dict[str, Whereabouts]:
    """Return for each card of a pile, by its name before, the placements that it may be now.

    Args:
        passage: What happened.
        table: The table after the group.
        after: The pile on it.
    """
    seats = dict(passage.arrived)
    for (first, last), name in passage.unseen:
        seats[next(i for i in range(first, last + 1) if i not in seats)] = name
    kept = (i for i in range(len(passage.before)) if i not in passage.gone)
    index_of: dict[int, int] = {}
    for index in range(len(after)):
        if index not in seats:
            index_of[next(kept)] = index
    mixed = [_rest(passage, stretch, index_of) for stretch in passage.left]
    mixed += [
        set(table.hidden(after, first, last + 1)).difference(passage.arrived)
        for (first, last), _ in passage.unseen
    ]
    blocks = merged(mixed)
    moves = {name: _names(after, _block(blocks, index)) for index, name in seats.items()}
    for old, index in index_of.items():
        moves[passage.before[old].id] = _names(after, _block(blocks, index))
    for stretch in passage.left:
        rest = _rest(passage, stretch, index_of)
        block = _block(blocks, min(rest)) if rest else set()
        for old in _veiled(passage, stretch):
            if old in passage.gone:  # it may have been another one that left
                moves[passage.before[old].id] = _names(after, block)
    return moves


def _veiled(passage: Passage, stretch: Stretch) -> Iterable[int]:
    first, last = stretch
    return (i for i in range(first, last + 1) if i in passage.veiled)


def _rest(passage: Passage, stretch: Stretch, index_of: Mapping[int, int]) -> set[int]:
    return {index_of[i] for i in _veiled(passage, stretch) if i in index_of}


def _block(blocks: list[set[int]], index: int) -> set[int]:
    return next((block for block in blocks if index in block), {index})


def _names(after: Sequence[Card], indices: Iterable[int]) -> Whereabouts:
    return frozenset(after[index].id for index in indices)


def merged(sets: Iterable[set[int]]) -> list[set[int]]:
    """Unite sets that overlap.

    >>> merged([{1, 2}, {4}, {2, 3}])
    [{4}, {1, 2, 3}]
    """
    blocks: list[set[int]] = []
    for one in sets:
        whole = set(one)
        for block in [block for block in blocks if not block.isdisjoint(whole)]:
            blocks.remove(block)
            whole |= block
        blocks.append(whole)
    return blocks
