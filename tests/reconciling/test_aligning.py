"""Sequences are aligned as well as they can be, and in time that grows with their length."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events.reconciling import aligning
from dcg_events.reconciling.aligning import align
from dcg_events.reconciling.likeness import Token, Tokens

WORDS = st.lists(st.integers(0, 5), max_size=30)


def token(word: int) -> Token:
    return "memory_changed", {"after": word, "player": "p1", "of": "a"}


def turn(number: int) -> Token:
    return "turn_started", {"turn": number}


def aligned(ours: list[Token], theirs: list[Token]) -> tuple[list[tuple[int, int]], Tokens]:
    tokens = Tokens()
    return list(align(tokens.numbered(ours), tokens.numbered(theirs), tokens)), tokens


def likeness(ours: list[Token], theirs: list[Token], pairs: list[tuple[int, int]]) -> float:
    tokens = Tokens()
    here, there = tokens.numbered(ours), tokens.numbered(theirs)
    return sum(tokens.likeness(here[i], there[j]) for i, j in pairs)


@given(ours=WORDS, theirs=WORDS)
def test_no_alignment_is_more_alike(ours: list[int], theirs: list[int]) -> None:
    """Compare with the plainest way to find the best one, without any anchor or shortcut."""
    here, there = [token(word) for word in ours], [token(word) for word in theirs]
    pairs, tokens = aligned(here, there)
    assert pairs == sorted(set(pairs))
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))
    one, two = tokens.numbered(here), tokens.numbered(there)
    best = [[0.0] * (len(two) + 1) for _ in range(len(one) + 1)]
    for i, mine in enumerate(one, 1):
        for j, other in enumerate(two, 1):
            both = best[i - 1][j - 1] + max(tokens.likeness(mine, other), 0)
            best[i][j] = max(best[i - 1][j], best[i][j - 1], both)
    assert likeness(here, there, pairs) == best[-1][-1]


@given(words=WORDS, cut=st.integers(0, 29), length=st.integers(1, 8))
def test_what_is_cut_out_is_all_that_is_missing(words: list[int], cut: int, length: int) -> None:
    whole = [token(word) for word in words]
    rest = whole[:cut] + whole[cut + length :]
    pairs, _ = aligned(whole, rest)
    assert len(pairs) == len(rest)
    assert all(whole[i] == rest[j] for i, j in pairs)


@pytest.mark.parametrize("turns", [True, False])
def test_the_work_grows_with_the_length(monkeypatch: pytest.MonkeyPatch, turns: bool) -> None:
    """Count the pairs that are compared, with turns to go by and with nothing that stands once."""
    dice = Random(7)  # noqa: S311
    counted: dict[int, int] = {}
    best = aligning._best

    def counting(
        ours: list[int], theirs: list[int], here: range, there: range, tokens: Tokens
    ) -> object:
        counted[length] += len(here) * len(there)
        return best(ours, theirs, here, there, tokens)

    monkeypatch.setattr(aligning, "_best", counting)
    for length in (1000, 4000):
        counted[length] = 0
        facts = [token(dice.randint(0, 9)) for _ in range(length)]
        if turns:
            facts[::40] = [turn(number) for number in range(len(facts[::40]))]
        other = [token(dice.randint(0, 9)) if i % 40 == 20 else f for i, f in enumerate(facts)]
        del other[length // 2 + 1]
        pairs, _ = aligned(facts, other)
        assert len(pairs) >= length * 0.9
    assert counted[4000] < 6 * max(counted[1000], 40_000)
