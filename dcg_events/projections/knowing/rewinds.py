"""What outlasts a rewind: a card that was seen in the undone branch is still known.

A rewind sets the table back, so the cards lie again where they lay, under the same placements.
What was learned of a card since then is true of its placement then, as far as the viewer could
follow the card from the one to the other.
"""

from collections import Counter
from collections.abc import Mapping

from dcg_events.projections.knowing.memory import (
    HANDS,
    KnownCard,
    Memory,
)
from dcg_events.projections.knowing.transfers import Departure
from dcg_events.projections.table import Table
from dcg_events.vocabulary.people import PLAYERS


class Return:
    """A point that the game is going to be set back to, and what was learned after it.

    Attributes:
        table: The table there.
        memory: What was known there.
        was: For each placement of today that the viewer could follow: its placement there.
        learned: What was learned since of the placements there.
        out: Cards of each hand there that were seen to leave it since.
        in_hand: Cards of each hand there, fixed once a card has come to it or left it unseen.
    """

    def __init__(self, table: Table, memory: Memory) -> None:
        self.table = table.copy()
        self.memory = memory.copy()
        self.was = {place: place for place in _placements(table)}
        self.learned: dict[str, KnownCard] = {}
        self.out: dict[str, list[KnownCard]] = {side: [] for side in PLAYERS}
        self.in_hand: dict[str, list[KnownCard]] = {}

    def learn(self, place: str, card: KnownCard) -> None:
        """Note what the card of a placement of today is."""
        then = self.was.get(place)
        if then is not None:
            self.learned.setdefault(then, card)

    def see_leave(self, card: KnownCard, leaving: Departure) -> None:
        """Note that a card was seen to leave a place."""
        origin = leaving.event["from"]
        if origin["zone"] == "hand":
            if origin["side"] not in self.in_hand:
                self.out[origin["side"]].append(card)
        elif leaving.told:
            for place in leaving.origins:
                self.learn(place, card)

    def join_hand(self, side: str, memory: Memory) -> None:
        """Note what is known of a hand before cards come to it, or leave it unseen."""
        if side not in self.in_hand:
            certain = memory.within(frozenset({HANDS[side]}))
            self.in_hand[side] = [*self.out[side], *certain]

    def follow(self, moves: Mapping[str, str | None]) -> None:
        """Follow cards to their new placements; those that nobody can follow are given up."""
        was = {old: self.was.pop(old, None) for old in moves}
        shared = Counter(moves.values())
        for old, new in moves.items():
            then = was[old]
            if then is not None and new is not None and shared[new] == 1:
                self.was[new] = then

    def go_elsewhere(self, table: Table, memory: Memory) -> None:
        """Note that the game was set back, to here or somewhere else."""
        for side in PLAYERS:
            self.join_hand(side, memory)
        lying = set(_placements(table))
        self.was = {place: place for place in _placements(self.table) if place in lying}

    def restore(self) -> Memory:
        """Return what is known after the game was set back to here."""
        memory = self.memory.copy()
        for place, card in self.learned.items():
            memory.learn(place, card._replace(undone=True))
        for side in PLAYERS:
            hand = [card._replace(undone=True) for card in self.in_hand[side]]
            memory.learn_several(frozenset({HANDS[side]}), hand)
        self.out = {side: [] for side in PLAYERS}
        self.in_hand = {}
        return memory


def _placements(table: Table) -> list[str]:
    """List the placements of the face-down cards on a table."""
    cards = [card for side in table.sides.values() for pile in side.values() for card in pile]
    for unit in table.units.values():
        cards += [*unit.cards, *unit.links]
    return [card.id for card in (*cards, *table.no_area) if card.id and not card.up]
