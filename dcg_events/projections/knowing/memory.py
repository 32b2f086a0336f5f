"""What one viewer knows of hidden cards: each card with the places where it may lie.

All that is known has one form: *a card of this number lies in one of these places*. A card known
exactly has one place; three cards returned to the bottom in an order that the viewer did not see
have the same three; a card of a hand has the hand, which is one place for all that lies in it; a
card of the own list has every place of the deck and the security stack. No two known cards are
the same card.

When a card comes to light, any of the known cards of its number may be it. One of them is chosen,
the one with the fewest places, and the others may then be where the chosen one might have been.
That is never false, whichever it was; and where the chosen one's places are among those of the
others, nothing is lost.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

Why: TypeAlias = Literal[
    "was_public",  # it lay open before, or its transfer showed what it is
    "revealed",  # it was shown to everybody while it lay hidden, or on its way
    "looked_at",  # the viewer looked at it
    "shown_by_mistake",  # `information_shown`
    "held",  # the viewer had it in hand, or drew it
    "placed_by_viewer",  # it went from the viewer's own hand to where it is hidden
    "ordering_seen",  # the viewer may know the order in which it was put down
    "disclosed",  # a `disclosed` event opened what it is
    "deduced_from_list",  # it is on a list that the viewer may read, and was not seen since
    "recorded",  # the judge knows what the log says
]

Whereabouts: TypeAlias = frozenset[str]
"""Places where a card may lie: placements, and hands as `hand_of` names them."""

HANDS: Final = {"p1": "hand p1", "p2": "hand p2"}
"""The names of the two places in which cards cannot be told apart."""


class KnownCard(NamedTuple):
    """A card that a viewer knows.

    Attributes:
        number: Its card number.
        since: Seq of the event by which the viewer learned which card it is.
        why: How.
        clause: The rule that gives the knowledge, or None.
        undone: Whether that event was undone by a rewind: it happened, and does not count.
    """

    number: str
    since: int
    why: Why
    clause: str | None = None
    undone: bool = False


class Memory:
    """The cards that one viewer knows, by where they may lie.

    Attributes:
        held: For each whereabouts the known cards there, oldest knowledge first.
    """

    __slots__ = ("held",)

    def __init__(self) -> None:
        self.held: dict[Whereabouts, list[KnownCard]] = {}

    def copy(self) -> "Memory":
        """Return a memory that changes on its own."""
        twin = Memory()
        twin.held = {places: cards[:] for places, cards in self.held.items()}
        return twin

    def add(self, places: Whereabouts, card: KnownCard) -> None:
        """Remember one more card; without places there is nothing to remember."""
        if places:
            self.held.setdefault(places, []).append(card)

    def take(self, number: str, among: Whereabouts) -> KnownCard | None:
        """Take out the known card that came to light in one of some places, if it was known.

        The others of its number that may have been there may now be where it might have been.
        """
        fitting = [
            places
            for places, cards in self.held.items()
            if not places.isdisjoint(among) and any(card.number == number for card in cards)
        ]
        if not fitting:
            return None
        nearest = min(fitting, key=len)
        cards = self.held[nearest]
        taken = cards.pop(next(i for i, card in enumerate(cards) if card.number == number))
        if not cards:
            del self.held[nearest]
        for places in fitting:
            if places in self.held and not nearest <= places:
                self._widen(places, number, nearest)
        return taken

    def _widen(self, places: Whereabouts, number: str, more: Whereabouts) -> None:
        cards = self.held.pop(places)
        staying = [card for card in cards if card.number != number]
        if staying:
            self.held[places] = staying
        for card in cards:
            if card.number == number:
                self.add(places | more, card)

    def learn(self, place: str, card: KnownCard) -> bool:
        """Note that the card of one placement is known; tell whether one like it was before.

        A second time it is no news: what was known first stays.
        """
        here = frozenset({place})
        known = self.held.get(here)
        if known and known[0].number == card.number:
            return True
        before = self.take(card.number, here)
        self.vacate(here)
        self.add(here, card)
        return before is not None

    def learn_several(self, places: Whereabouts, cards: Iterable[KnownCard]) -> bool:
        """Note that some cards are in some places, as different cards; tell whether that is news.

        As many of them as were known to be there before may be those.
        """
        inside = [where for where in self.held if where <= places]
        before = {where: self.held.pop(where) for where in inside}
        left = Counter(card.number for known in before.values() for card in known)
        news = []
        for card in cards:
            if left[card.number]:
                left[card.number] -= 1
            else:
                self.take(card.number, places)
                news.append(card)
        self.held |= before
        for card in news:
            self.add(places, card)
        return bool(news)

    def close(self, places: Whereabouts) -> None:
        """Note that no other cards are in some places than those known to be there."""
        inside = [where for where in self.held if where <= places]
        before = {where: self.held.pop(where) for where in inside}
        self.vacate(places)
        self.held |= before

    def vacate(self, gone: Whereabouts) -> None:
        """Note that no other known card can be in some places."""
        self._change(gone, lambda places: places - gone)

    def spread(self, origins: Whereabouts, goal: str) -> None:
        """A card of some places went to another, and nobody can tell which one it was."""
        self._change(origins, lambda places: places | {goal})

    def follow(self, moves: Mapping[str, Whereabouts]) -> None:
        """Rename places: each old one is one of the new ones given for it."""
        old = frozenset(moves)

        def moved(places: Whereabouts) -> Whereabouts:
            return (places - old).union(*(moves[place] for place in places & old))

        self._change(old, moved)

    def _change(self, touched: Whereabouts, change: Callable[[Whereabouts], Whereabouts]) -> None:
        if not any(not places.isdisjoint(touched) for places in self.held):
            return
        before, self.held = self.held, {}
        for places, cards in before.items():
            new = places if places.isdisjoint(touched) else change(places)
            if new in self.held:
                self.held[new] = sorted([*self.held[new], *cards], key=_SINCE)
            elif new:
                self.held[new] = cards

    def forget(self, why: Why, places: Whereabouts) -> None:
        """Forget the cards known for a reason that turned out to be none, in some places."""
        for where, cards in list(self.held.items()):
            if not where.isdisjoint(places):
                self.held[where] = [card for card in cards if card.why != why]
                if not self.held[where]:
                    del self.held[where]

    def within(self, places: Whereabouts) -> list[KnownCard]:
        """Return the cards that are certainly in some places."""
        return [card for where, cards in self.held.items() if where <= places for card in cards]


def _since(card: KnownCard) -> int:
    return card.since


_SINCE: Final = _since
