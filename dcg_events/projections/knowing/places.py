"""Where the places are that memory speaks of, on the table as it lies."""

from collections.abc import Iterator
from typing import NamedTuple

from dcg_events.projections.knowing.memory import HANDS, Whereabouts
from dcg_events.projections.table import Card, Table
from dcg_events.vocabulary.people import PLAYERS

ORDERED = ("deck", "egg_deck", "security", "trash", "battle", "breeding")
"""Zones whose cards have public positions."""


class Part(NamedTuple):
    """Neighbouring places of one pile, stack or hand.

    Attributes:
        zone: The zone.
        side: Whose side; None in no area.
        unit: On the field: which unit.
        first: The first position from the top, or None where positions are not public.
        last: The last position.
        size: How many cards lie there.
    """

    zone: str
    side: str | None
    unit: str | None
    first: int | None
    last: int | None
    size: int


class Atlas:
    """All places of a table, in the order in which they are reported.

    Attributes:
        piles: For each zone, side and unit its cards.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.piles: list[tuple[str, str | None, str | None, list[Card]]] = []
        for side in PLAYERS:
            for zone, cards in table.sides[side].items():
                self.piles.append((zone, side, None, cards))
            for unit in table.units.values():
                if unit.side == side:
                    self.piles.append((unit.zone, side, unit.id, unit.cards))
                    self.piles.append(("link", side, unit.id, unit.links))
        self.piles.append(("no_area", None, None, table.no_area))
        self._spots: dict[str, tuple[int, int]] = {}
        for number, (zone, owner, _, cards) in enumerate(self.piles):
            if zone == "hand" and owner:
                self._spots[HANDS[owner]] = number, 0
            else:
                self._spots |= {card.id: (number, index) for index, card in enumerate(cards)}

    def card(self, place: str) -> tuple[str | None, Card | None]:
        """Return the unit and the card of a placement; neither of a hand."""
        number, index = self._spots[place]
        zone, _, unit, cards = self.piles[number]
        return unit, None if zone == "hand" else cards[index]

    def zones(self, places: Whereabouts) -> frozenset[tuple[str, str | None, str | None]]:
        """Return which piles some places are part of."""
        return frozenset(self.piles[self._spots[place][0]][:3] for place in places)

    def order(self, places: Whereabouts) -> list[tuple[int, int]]:
        """Return a key by which whereabouts are sorted as the table lies."""
        return sorted(self._spots[place] for place in places)

    def parts(self, places: Whereabouts) -> list[Part]:
        """Return where some places are, as few stretches of neighbours."""
        inside: dict[int, list[int]] = {}
        for number, index in self.order(places):
            inside.setdefault(number, []).append(index)
        return [part for number in inside for part in self._parts(number, inside[number])]

    def _parts(self, number: int, inside: list[int]) -> Iterator[Part]:
        zone, side, unit, cards = self.piles[number]
        if zone == "hand":
            yield Part(zone, side, unit, None, None, len(cards))
            return
        if zone not in ORDERED:
            yield Part(zone, side, unit, None, None, len(inside))
            return
        first = inside[0]
        for here, following in zip(inside, [*inside[1:], -1], strict=True):
            if following != here + 1:
                yield Part(zone, side, unit, first, here, here - first + 1)
                first = following
