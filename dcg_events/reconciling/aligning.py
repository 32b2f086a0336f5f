"""Align two sequences of tokens: between the turns that both have, by what is most alike.

Turns that stand once in both sequences divide them into short stretches, so the whole takes time
in proportion to their length. Within a stretch the alignment is the best one there is: that with
the most likeness (dynamic programming); one that would be too long is divided by what else
stands once in both, or else in the middle.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from dcg_events.reconciling.likeness import Tokens

MOST_CELLS: Final = 60_000
"""Most pairs that are compared to align a stretch."""


def align(ours: Sequence[int], theirs: Sequence[int], tokens: Tokens) -> Iterator[tuple[int, int]]:
    """Yield the pairs of indices whose tokens belong together, ascending in both.

    Args:
        ours: The tokens of one sequence, as integers.
        theirs: Those of the other.
        tokens: What the integers stand for.
    """
    anchors = _anchors(ours, theirs, range(len(ours)), range(len(theirs)), tokens.begins_turn)
    yield from _between(ours, theirs, anchors, tokens)


def _between(
    ours: Sequence[int], theirs: Sequence[int], anchors: list[tuple[int, int]], tokens: Tokens
) -> Iterator[tuple[int, int]]:
    i = j = 0
    for here, there in anchors:
        yield from _stretch(ours, theirs, range(i, here), range(j, there), tokens)
        yield here, there
        i, j = here + 1, there + 1
    yield from _stretch(ours, theirs, range(i, len(ours)), range(j, len(theirs)), tokens)


def _anchors(
    ours: Sequence[int],
    theirs: Sequence[int],
    here: range,
    there: range,
    wanted: Callable[[int], bool],
) -> list[tuple[int, int]]:
    """Return pairs of tokens that stand once in both stretches, as many as keep their order."""
    counts = Counter(ours[i] for i in here), Counter(theirs[j] for j in there)
    once = {t for t, count in counts[0].items() if count == 1 and counts[1][t] == 1 and wanted(t)}
    place = {theirs[j]: j for j in there if theirs[j] in once}
    pairs = [(i, place[ours[i]]) for i in here if ours[i] in once]
    return _ascending(pairs)


def _ascending(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the most pairs that ascend in both (patience sorting)."""
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, (_, j) in enumerate(pairs):
        at = bisect_left(tops, j)
        before.append(ends[at - 1] if at else -1)
        tops[at : at + 1] = [j]
        ends[at : at + 1] = [index]
    found = []
    index = ends[-1] if ends else -1
    while index >= 0:
        found.append(pairs[index])
        index = before[index]
    return found[::-1]


def _stretch(
    ours: Sequence[int], theirs: Sequence[int], here: range, there: range, tokens: Tokens
) -> Iterator[tuple[int, int]]:
    """Align what lies between two anchors."""
    start_a, start_b, end_a, end_b = here.start, there.start, here.stop, there.stop
    while start_a < end_a and start_b < end_b and ours[start_a] == theirs[start_b]:
        yield start_a, start_b
        start_a, start_b = start_a + 1, start_b + 1
    same_end = 0
    while start_a < end_a and start_b < end_b and ours[end_a - 1] == theirs[end_b - 1]:
        end_a, end_b, same_end = end_a - 1, end_b - 1, same_end + 1
    here, there = range(start_a, end_a), range(start_b, end_b)
    if len(here) * len(there) <= MOST_CELLS:
        yield from _best(ours, theirs, here, there, tokens)
    else:
        yield from _divided(ours, theirs, here, there, tokens)
    for step in range(same_end):
        yield end_a + step, end_b + step


def _divided(
    ours: Sequence[int], theirs: Sequence[int], here: range, there: range, tokens: Tokens
) -> Iterator[tuple[int, int]]:
    """Align a stretch that is too long to compare everything with everything."""
    anchors = _anchors(ours, theirs, here, there, lambda _: True)
    if anchors:
        i, j = here.start, there.start
        for a, b in anchors:
            yield from _stretch(ours, theirs, range(i, a), range(j, b), tokens)
            yield a, b
            i, j = a + 1, b + 1
        yield from _stretch(ours, theirs, range(i, here.stop), range(j, there.stop), tokens)
        return
    parts = len(here) * len(there) // MOST_CELLS + 2
    for part in range(parts):
        yield from _best(ours, theirs, _part(here, part, parts), _part(there, part, parts), tokens)


def _part(whole: range, part: int, parts: int) -> range:
    return whole[part * len(whole) // parts : (part + 1) * len(whole) // parts]


def _best(
    ours: Sequence[int], theirs: Sequence[int], here: range, there: range, tokens: Tokens
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of the best alignment of a short stretch."""
    if not here or not there:
        return
    width = len(there) + 1
    rows = [[0.0] * width]
    for i in here:
        above, row, best = rows[-1], [0.0], 0.0
        token = ours[i]
        for column, j in enumerate(there):
            both = above[column] + max(tokens.likeness(token, theirs[j]), 0.0)
            best = max(best, above[column + 1], both)
            row.append(best)
        rows.append(row)
    found = []
    i, j = len(here), len(there)
    while i and j:
        points = rows[i][j]
        alike = tokens.likeness(ours[here[i - 1]], theirs[there[j - 1]])
        if alike > 0 and points == rows[i - 1][j - 1] + alike:
            i, j = i - 1, j - 1
            found.append((here[i], there[j]))
        elif points == rows[i - 1][j]:
            i -= 1
        else:
            j -= 1
    yield from reversed(found)
