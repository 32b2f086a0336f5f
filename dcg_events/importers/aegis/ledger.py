"""The table of the log being recorded, on which the importer can find every instance.

Where an event carries a card number it is given one that knows which instance of the source it is.
So no second book is kept of where cards are, and copies of one card can be told apart: by the
importer alone, for whoever compares or writes a card number sees nothing but the number.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count, repeat
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple, Self, TypeAlias

from dcg_events.errors import EventError, ImpossibleEventError
from dcg_events.events.codec import PlainEvent
from dcg_events.importers.aegis.lines import CardOf
from dcg_events.importers.aegis.source import MismatchError
from dcg_events.projections.looking import viewers_of
from dcg_events.projections.table import Card, Table
from dcg_events.recorder.draft import Draft
from dcg_events.vocabulary.people import EVERYBODY, PLAYERS

Record: TypeAlias = Callable[[list[PlainEvent]], Sequence[int]]
"""Records a group on the table of a draft and returns the seqs of its events."""


class Copy(str):
    """A card number, of one instance of the source.

    Attributes:
        instance: The source's name of it.
    """

    __slots__ = ("instance",)
    instance: str

    @classmethod
    def of(cls, instance: str, number: str) -> Self:
        """Return the card number of an instance."""
        copy = cls(number)
        copy.instance = instance
        return copy


class Spot(NamedTuple):
    """Where an instance lies.

    Attributes:
        card: The placement; its `number` is the instance.
        zone: The zone.
        side: On whose side, None in no area.
        unit: In which unit.
        place_in: Position from the top.
    """

    card: Card
    zone: str
    side: str | None
    unit: str | None
    place_in: int

    @property
    def place(self) -> dict[str, Any]:
        """The place as an event writes it."""
        place: dict[str, Any] = {"zone": self.zone}
        if self.side is not None:
            place["side"] = self.side
        if self.unit is not None:
            place["unit"] = self.unit
        if self.zone not in ("hand", "no_area", "link", "outside"):
            place["position"] = self.place_in
        return place


_Pile: TypeAlias = tuple[str, str | None, str | None]
"""A list of cards: its zone, side and unit."""


class Ledger:
    """The table of a draft, and the instances on it."""

    def __init__(self, draft: Draft, record: Record) -> None:
        """Keep the book of a draft.

        Args:
            draft: The match, opened already.
            record: Records a group on the draft.
        """
        self._draft = draft
        self._record = record
        self._copies: dict[str, Copy] = {}
        self._places: dict[int, tuple[_Pile, int]] = {}
        self._looked: dict[_Pile, list[Card]] = {}
        self._listed: dict[tuple[str, str], tuple[list[Card], list[str]]] = {}
        self._moved = True

    @property
    def table(self) -> Table:
        """The table after the last group, not to be changed."""
        return self._draft.table

    @property
    def version(self) -> int:
        """The seq that the next event gets."""
        return self._draft.version

    def enter(self, cards: dict[str, CardOf]) -> None:
        """Take in instances that the source announces."""
        for instance, card in cards.items():
            self._copies.setdefault(instance, Copy.of(instance, card.card))

    def append(self, events: list[PlainEvent]) -> Sequence[int]:
        """Record a group and return the seqs of its events.

        Args:
            events: The events, with instances where card numbers belong; they are given away.

        Raises:
            MismatchError: If it cannot have happened on this table, or cannot be recorded.
        """
        for event in events:
            self._name(event)
            self._moved = self._moved or event["kind"] in _MOVING
        try:
            return self._record(events)
        except ImpossibleEventError as error:
            problem = f"what it says cannot have happened ({error.problem})"
            raise MismatchError(problem) from error
        except EventError as error:
            problem = f"it cannot be recorded ({error.problem})"
            remedy = "get the file again, or report that this engine writes it"
            raise MismatchError(problem, remedy) from error

    def _name(self, event: PlainEvent) -> None:
        """Put card numbers where instances stand."""
        copies = self._copies
        if "number" in event:
            event["number"] = copies.get(event["number"], event["number"])
        for name in _LISTING.intersection(event):
            event[name] = [copies.get(card, card) for card in event[name]]
        if event["kind"] == "game_started":
            for player in PLAYERS:
                for deck in ("deck", "egg_deck"):
                    event[player][deck] = [copies.get(i, i) for i in event[player][deck]]

    def find(self, instance: str) -> Spot | None:
        """Find an instance on the table; None if it lies nowhere on it."""
        if self._moved:
            self._look()
        copy = self._copies.get(instance)
        found = None if copy is None else self._places.get(id(copy))
        if found is None:
            return None
        (zone, side, unit), index = found
        return Spot(self._looked[zone, side, unit][index], zone, side, unit, index)

    def _look(self) -> None:
        """Look where cards have moved: each copy is one object, wherever the table has it."""
        for pile, cards in self._piles():
            if self._looked.get(pile) != cards:
                self._looked[pile] = cards[:]
                copies = map(id, map(_NUMBER, cards))
                self._places.update(zip(copies, zip(repeat(pile), count()), strict=False))
        self._moved = False

    def _piles(self) -> Iterator[tuple[_Pile, list[Card]]]:
        """Yield all lists of cards."""
        for side, piles in self.table.sides.items():
            for zone, cards in piles.items():
                yield (zone, side, None), cards
        for unit in self.table.units.values():
            yield (unit.zone, unit.side, unit.id), unit.cards
            yield ("link", unit.side, unit.id), unit.links
        yield ("no_area", None, None), self.table.no_area

    def spot(self, instance: str) -> Spot:
        """Find an instance that has to be on the table.

        Raises:
            MismatchError: If it is not.
        """
        found = self.find(instance)
        if found is None:
            problem = f"instance {instance} is not on the table"
            raise MismatchError(problem)
        return found

    def listed(self, side: str, zone: str) -> list[str]:
        """Return the instances of a pile, top first; the list is not to be changed."""
        cards = self.table.sides[side][zone]
        before, listed = self._listed.get((side, zone), ([], []))
        if before != cards:
            listed = instances_of(cards)
            self._listed[side, zone] = cards[:], listed
        return listed

    def unit_cards(self, unit_id: str) -> list[str]:
        """Return the instances of a unit, top first."""
        unit = self.table.units.get(unit_id)
        return instances_of(unit.cards) if unit else []

    def everybody_sees(self, spot: Spot) -> bool:
        """Tell whether everybody may look at a card where it lies."""
        return self.viewers(spot) == EVERYBODY

    def viewers(self, spot: Spot) -> frozenset[str]:
        """Return who may look at a card where it lies."""
        return viewers_of(self.table, spot.card, spot.zone, spot.side)


def instances_of(cards: list[Card]) -> list[str]:
    """Return the instances that lie in a list of cards."""
    return list(map(_INSTANCE, map(_NUMBER, cards)))


_LISTING: Final = frozenset({"numbers", "order"})
"""Fields that list cards."""

_MOVING: Final = frozenset(
    {"transferred", "moved", "flipped", "shuffled", "reordered", "game_started"}
)
"""Kinds after which cards lie elsewhere, or are other placements."""

_NUMBER: Final = itemgetter(1)
"""What a card is, of its placement."""

_INSTANCE: Final = attrgetter("instance")
"""Which instance it is, of a card number."""
