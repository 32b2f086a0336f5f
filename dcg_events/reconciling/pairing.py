"""Which event of one recording is which event of the other."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from dcg_events.reconciling.aligning import align
from dcg_events.reconciling.fields import FOR_ITS_WRITER, Role, leaves, role_of
from dcg_events.reconciling.likeness import (
    Token,
    Tokens,
    says_the_same,
    step_order,
    token_of,
    unlikeness,
)
from dcg_events.reconciling.recording import Recording, Told

_MOST_STEPS: Final = 10_000
"""Most pairs of steps of two moments that are compared with each other."""

_NAMING: Final = ("was", "from.unit", "to.unit", "unit", "place.unit")
_SAME_CARD: Final = 6
"""What it counts that two steps name the same card or unit."""

_VOTE: Final = 3
_MOST: Final = 2
"""What it counts that a later event names two cards as the same, and how many of these count."""

_ROUNDS: Final = 2
"""How often steps are paired anew by what follows, for that may be steps of another moment."""

_FARTHEST: Final = 40
"""Most events by which one recording may tell an event later than the other."""


@dataclass(slots=True)
class Pairing:
    """The events of two recordings, as far as they belong together.

    Attributes:
        a: The one recording.
        b: The other.
        of_a: For events of A the seq of the same event in B.
        of_b: The other way round.
        moved: Those of A that B tells at another place.
    """

    a: Recording
    b: Recording
    of_a: dict[int, int] = field(default_factory=dict)
    of_b: dict[int, int] = field(default_factory=dict)
    moved: set[int] = field(default_factory=set)

    def join(self, one: int, two: int) -> None:
        """Note that two events are the same."""
        self.of_a[one] = two
        self.of_b[two] = one

    def part(self, one: int) -> int:
        """Take back that an event of A has one in B; return which it was."""
        two = self.of_a.pop(one)
        del self.of_b[two]
        return two


def pair_same(a: Recording, b: Recording) -> Pairing:
    """Pair the events of two copies of one log: by seq, as far as both go."""
    pairing = Pairing(a, b)
    for seq in range(min(len(a.told), len(b.told))):
        pairing.join(seq, seq)
    return pairing


def pair(a: Recording, b: Recording) -> Pairing:
    """Pair the events of two recordings of one match."""
    pairing = Pairing(a, b)
    tokens_a, tokens_b = ([token_of(told) for told in one.told] for one in (a, b))
    orders = [_in_step_order(one) for one in (a, b)]
    ours = [seq for seq in orders[0] if tokens_a[seq] is not None]
    theirs = [seq for seq in orders[1] if tokens_b[seq] is not None]
    tokens = Tokens()
    here, there = (
        tokens.numbered([token for seq in seqs if (token := of[seq]) is not None])
        for seqs, of in ((ours, tokens_a), (theirs, tokens_b))
    )
    for i, j in align(here, there, tokens):
        pairing.join(ours[i], theirs[j])
    pairer = _Pairer(pairing, tokens_a, tokens_b)
    pairer.pair_steps()
    for _ in range(_ROUNDS):
        pairer.pair_steps(votes(pairing))
    pairer.pair_leftovers()
    pairer.find_moved()
    pairer.uncross()
    return pairing


def _in_step_order(recording: Recording) -> list[int]:
    found: list[int] = []
    for moment in recording.moments:
        seqs: Iterable[int] = range(moment.first, moment.first + moment.size)
        if moment.size > 1:
            seqs = sorted(seqs, key=lambda seq: step_order(recording.told[seq]))
        found += seqs
    return found


class _Pairer:
    """Improves an alignment by what it cannot see: steps of a moment have no order."""

    def __init__(
        self, pairing: Pairing, tokens_a: list[Token | None], tokens_b: list[Token | None]
    ) -> None:
        self.pairing = pairing
        self.a, self.b = pairing.a, pairing.b
        self.tokens_a, self.tokens_b = tokens_a, tokens_b

    def pair_steps(self, votes: Mapping[tuple[int, int], int] | None = None) -> None:
        """Pair the steps of two moments anew, the most alike first.

        Args:
            votes: How often what follows names two cards as the same, by the steps that placed
                them. With them only moments are paired anew that they concern.
        """
        linked: dict[tuple[int, int], None] = {}
        for one, two in self.pairing.of_a.items() if votes is None else votes:
            linked[self.a.told[one].moment, self.b.told[two].moment] = None
        for here, there in linked:
            ours, theirs = self.a.moments[here], self.b.moments[there]
            if 1 < ours.size * theirs.size <= _MOST_STEPS:
                self._pair_moments(here, there, votes or {})

    def _pair_moments(self, here: int, there: int, votes: Mapping[tuple[int, int], int]) -> None:
        ours = [t.event["seq"] for t in self.a.group(here)]
        theirs = [t.event["seq"] for t in self.b.group(there)]
        of_a, of_b = self.pairing.of_a, self.pairing.of_b
        ours = [one for one in ours if one not in of_a or of_a[one] in theirs]
        theirs = [two for two in theirs if two not in of_b or of_b[two] in ours]
        for one in ours:
            if one in of_a:
                self.pairing.part(one)
        alike = [
            (self._alike(one, two) + _VOTE * min(votes.get((one, two), 0), _MOST), -one, -two)
            for one in ours
            for two in theirs
        ]
        for points, one, two in sorted(alike, reverse=True):
            if points > -_FARTHEST and -one not in of_a and -two not in of_b:
                self.pairing.join(-one, -two)

    def _alike(self, one: int, two: int) -> float:
        tokens = self.tokens_a[one], self.tokens_b[two]
        if tokens[0] is None or tokens[1] is None:
            return float(-_FARTHEST)
        apart = unlikeness(self.a.told[one], self.b.told[two], (tokens[0], tokens[1]))
        return self._same_cards(one, two) - apart

    def _same_cards(self, one: int, two: int) -> int:
        """Return what it counts that two steps name cards that are the same, or are not."""
        ours, theirs = self.a.told[one], self.b.told[two]
        others = dict(leaves(theirs.event))
        first = ours.event["group"]
        points = 0
        for path, card in leaves(ours.event):
            other = others.get(path)
            if path in _NAMING and _is_single(card) and _is_single(other) and int(card) < first:
                there = self.pairing.of_a.get(int(card))
                if there is not None:
                    points += _SAME_CARD if there == int(str(other)) else -_SAME_CARD
        return points

    def pair_leftovers(self) -> None:
        """Pair what stands alone in both between the same neighbours, if it is of one kind."""
        for ours, theirs in self._gaps():
            left = [self.b.told[two] for two in theirs]
            for one in (self.a.told[one] for one in ours):
                found = next((two for two in left if _fits(one, two)), None)
                if found is not None:
                    left.remove(found)
                    self.pairing.join(one.event["seq"], found.event["seq"])

    def _gaps(self) -> list[tuple[list[int], list[int]]]:
        """Return what stands alone in A and in B between two neighbours that are paired."""
        gaps: dict[int, tuple[list[int], list[int]]] = {}
        for side, (told, other) in enumerate(
            ((self.a.told, self.pairing.of_a), (self.b.told, self.pairing.of_b))
        ):
            last = -1
            for seq in range(len(told)):
                if seq in other:
                    last = other[seq] if side == 0 else seq
                else:
                    gaps.setdefault(last, ([], []))[side].append(seq)
        return [gap for gap in gaps.values() if gap[0] and gap[1]]

    def find_moved(self) -> None:
        """Pair what both tell alike at places not far from each other."""
        pairing = self.pairing
        left = [seq for seq in range(len(self.b.told)) if seq not in pairing.of_b]
        near = 0
        for one in range(len(self.a.told)):
            near = pairing.of_a.get(one, near)
            if one in pairing.of_a:
                continue
            for two in left:
                if abs(two - near) <= _FARTHEST and self._are_the_same(one, two):
                    left.remove(two)
                    pairing.join(one, two)
                    pairing.moved.add(one)
                    break

    def uncross(self) -> None:
        """Find neighbours that stand the other way round in B: they were paired as they stand."""
        of_a = self.pairing.of_a
        for one in range(len(self.a.told) - 1):
            if one not in of_a or one + 1 not in of_a or one in self.pairing.moved:
                continue
            two, three = of_a[one], of_a[one + 1]
            if three != two + 1 or self.a.told[one].moment == self.a.told[one + 1].moment:
                continue
            crossed = self._are_the_same(one, three) and self._are_the_same(one + 1, two)
            if crossed and not self._are_the_same(one, two):
                self.pairing.join(one, three)
                self.pairing.join(one + 1, two)
                self.pairing.moved.add(one)

    def _are_the_same(self, one: int, two: int) -> bool:
        ours, theirs = self.tokens_a[one], self.tokens_b[two]
        return ours is not None and theirs is not None and says_the_same(ours, theirs)


def _is_single(placement: object) -> bool:
    """Tell whether a value names the one card that an event placed."""
    return isinstance(placement, str) and placement.isdigit()


def votes(pairing: Pairing) -> Counter[tuple[int, int]]:
    """Count for steps that were not paired how often later events name their cards as the same."""
    found: Counter[tuple[int, int]] = Counter()
    for one, two in pairing.of_a.items():
        ours = pairing.a.told[one]
        theirs = dict(leaves(pairing.b.told[two].event))
        kind = pairing.b.told[two].event["kind"]
        for path, card in leaves(ours.event):
            other = theirs.get(path)
            if role_of(kind, path) is Role.CARD and _is_single(card) and _is_single(other):
                found[int(card), int(str(other))] += 1
    differing = {
        pairing.a.told[one].moment for one, two in found if pairing.of_a.get(one, two) != two
    }
    return Counter(
        {pair: n for pair, n in found.items() if pairing.a.told[pair[0]].moment in differing}
    )


def _fits(one: Told, two: Told) -> bool:
    """Tell whether two events that stand alone at one place may be one, told wrongly."""
    ours, theirs = one.event, two.event
    kind = ours["kind"]
    if kind != theirs["kind"]:
        return False
    if kind in FOR_ITS_WRITER or kind != "transferred":
        return True
    same: list[bool] = [
        ours[end].get(part) == theirs[end].get(part)
        for end in ("from", "to")
        for part in ("zone", "side")
    ]
    return same.count(True) >= 3
