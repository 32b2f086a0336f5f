"""The events so far, and a table on which the importer can find every instance.

The table is folded from the same groups that are recorded, with one difference: where an event
carries a card number, this table carries the instance that the source speaks of. So no second book
is kept of where cards are, and copies of one card can be told apart. Instances never leave it: the
groups that are handed on carry card numbers.
"""

from collections.abc import Iterator
from operator import itemgetter
from typing import Any, Final, NamedTuple

from dcg_events.errors import EventError, ImpossibleEventError
from dcg_events.events.codec import PlainEvent
from dcg_events.importers.aegis.lines import CardOf
from dcg_events.importers.aegis.source import MismatchError
from dcg_events.projections.fold import apply_group
from dcg_events.projections.looking import viewers_of
from dcg_events.projections.table import Card, Table
from dcg_events.projections.witness import Past
from dcg_events.recorder.completing import complete
from dcg_events.recorder.passages import prepare_passages
from dcg_events.vocabulary.people import EVERYBODY


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


class Ledger:
    """Groups of events with instances in place of card numbers.

    Attributes:
        table: The table after the last group.
        ready: Groups that have not been handed on yet, with card numbers.
    """

    def __init__(self, cards: dict[str, CardOf]) -> None:
        self.table = Table()
        self.ready: list[list[PlainEvent]] = []
        self._cards = cards
        self._past = Past()

    @property
    def version(self) -> int:
        """The seq that the next event gets."""
        return self.table.seq + 1

    def append(self, events: list[PlainEvent]) -> list[int]:
        """Add a group and return the seqs of its events.

        Raises:
            MismatchError: If it cannot have happened on this table.
        """
        table = self.table
        try:
            given = complete(table, events, self.version, None)
            group = prepare_passages(table, given, self._past)
            apply_group(table, group)
        except (EventError, ImpossibleEventError) as error:
            problem = f"what it says cannot have happened ({error.problem})"
            raise MismatchError(problem) from error
        self._past.note(group)
        self.ready.append([_named(event, self._cards) for event in events])
        return [event["seq"] for event in given]

    def find(self, instance: str) -> Spot | None:
        """Find an instance on the table; None if it lies nowhere on it."""
        for cards, zone, side, unit in self._lists():
            numbers = list(map(_NUMBER, cards))
            if instance in numbers:
                index = numbers.index(instance)
                return Spot(cards[index], zone, side, unit, index)
        return None

    def _lists(self) -> Iterator[tuple[list[Card], str, str | None, str | None]]:
        """Yield all lists of cards with their zone, side and unit."""
        for side, piles in self.table.sides.items():
            for zone, cards in piles.items():
                yield cards, zone, side, None
        for unit in self.table.units.values():
            yield unit.cards, unit.zone, unit.side, unit.id
            yield unit.links, "link", unit.side, unit.id
        yield self.table.no_area, "no_area", None, None

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
        """Return the instances of a pile, top first."""
        return [str(card.number) for card in self.table.sides[side][zone]]

    def unit_cards(self, unit_id: str) -> list[str]:
        """Return the instances of a unit, top first."""
        unit = self.table.units.get(unit_id)
        return [str(card.number) for card in unit.cards] if unit else []

    def everybody_sees(self, spot: Spot) -> bool:
        """Tell whether everybody may look at a card where it lies."""
        return self.viewers(spot) == EVERYBODY

    def viewers(self, spot: Spot) -> frozenset[str]:
        """Return who may look at a card where it lies."""
        return viewers_of(self.table, spot.card, spot.zone, spot.side)


def _named(event: PlainEvent, cards: dict[str, CardOf]) -> PlainEvent:
    """Put card numbers where instances stand."""

    def named(value: object) -> object:
        if isinstance(value, str):
            card = cards.get(value)
            return value if card is None else card.card
        if isinstance(value, list):
            return [named(item) for item in value]
        if isinstance(value, dict):
            return {name: named(item) for name, item in value.items()}
        return value

    return {
        name: value if value is None or isinstance(value, int) else named(value)
        for name, value in event.items()
    }


_NUMBER: Final = itemgetter(1)
"""What a card is, of its placement."""
