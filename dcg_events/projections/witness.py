"""What a rule of visibility asks: who could see the cards that an event speaks of."""

from functools import reduce
from typing import Any

from dcg_events.errors import EventError, ImpossibleEventError
from dcg_events.projections.locating import cards_at, known, locate
from dcg_events.projections.looking import viewers_of, viewers_on_arrival
from dcg_events.projections.table import Card, Table
from dcg_events.vocabulary.people import EVERYBODY, NOBODY, PLAYERS, Audience
from dcg_events.vocabulary.places import HIDDEN_PILES


class Witness:
    """One event before it happens, with the table and the group it belongs to.

    Attributes:
        table: The table before the group.
        event: The completed plain event.
        group: All events of its group.
        public: Placements that everybody has seen, those that are gone included.
    """

    __slots__ = ("_before", "event", "group", "public", "table")

    def __init__(
        self,
        table: Table,
        event: dict[str, Any],
        group: list[dict[str, Any]],
        public: set[str],
    ) -> None:
        self.table = table
        self.event = event
        self.group = group
        self.public = public
        self._before: Audience | None = None

    def before(self) -> Audience:
        """Return who may look at a transferred card where it was."""
        if self._before is None:
            self._before = self._look_before(self.event)
        return self._before

    def _look_before(self, event: dict[str, Any]) -> Audience:
        place = event["from"]
        if place["zone"] == "outside":
            return EVERYBODY
        vague = known(event.get("was")) is None and type(place.get("position")) is not int
        if vague:
            side = place.get("side")
            return frozenset({side}) if place["zone"] == "hand" and side else NOBODY
        cards = cards_at(self.table, place, event)
        card = cards[locate(self.table, cards, place, event)]
        if place["zone"] == "hand":  # who saw a part of a hand cannot tell whether this is of it
            return self.all_of(place, len(cards))
        return viewers_of(self.table, card, place["zone"], place.get("side"))

    def number(self) -> Audience:
        """Return who may know a transferred card: seen before, seen after, or shown between."""
        if self.event.get("revealed"):
            return EVERYBODY
        return self.before() | viewers_on_arrival(self.event)

    def hides_origin(self) -> bool:
        """Tell whether the position taken was chosen by somebody who could look and others not."""
        return (
            self.event["from"]["zone"] in HIDDEN_PILES
            and self.before() != NOBODY
            and self.before() != EVERYBODY
        )

    def hides_order(self) -> bool:
        """Tell whether the order in which a group is put down is not public (CR 4.0 §3-1-3-6)."""
        event = self.event
        target = event["to"]
        if target["zone"] not in HIDDEN_PILES or event["facing"] == "up":
            return False
        together = [other for other in self.group if _same_pile(other, target)]
        if len(together) < 2:
            return False
        public = (event.get("ordering") or {}).get("public")
        if public is not None:
            return not public
        return any(
            audience not in (EVERYBODY, NOBODY)
            for audience in (self._look_before(other) for other in together)
        )

    def order(self) -> Audience:
        """Return who may know a card's place in a hidden order: who chose it and saw the card."""
        if not self.hides_order():
            return EVERYBODY
        chooser = (self.event.get("ordering") or {}).get("chooser")
        seeing = self.before() & self.number()
        if chooser in PLAYERS:
            return seeing & frozenset({chooser})
        return NOBODY if seeing == EVERYBODY else seeing

    def placement(self, placement: str | None) -> Audience:
        """Return who may look at the card of a placement; nobody if it is gone and was hidden."""
        if placement is None or placement in self.public or placement in self.table.units:
            return EVERYBODY
        found = find(self.table, placement)
        if found is None:
            return NOBODY
        card, zone, side = found
        if zone == "hand" and side:  # who is shown a hand does not see when each card was drawn
            return frozenset({side})
        return viewers_of(self.table, card, zone, side)

    def placements(self, value: object) -> Audience:
        """Return who may look at all the placements in a value: an id, or a list of them."""
        if isinstance(value, str):
            return self.placement(value)
        if isinstance(value, dict):
            return self.placement(value.get("card"))
        if isinstance(value, list):
            audiences = (self.placements(item) for item in value)
            return reduce(lambda some, other: some & other, audiences, EVERYBODY)
        return EVERYBODY

    def stretch(self, place: dict[str, Any], count: int) -> list[Audience]:
        """Return for each of `count` cards from a position on who may look at it."""
        try:
            cards = cards_at(self.table, place, self.event)
        except ImpossibleEventError:
            return []  # the fold will refuse the event and say why
        first = place.get("position") or 0
        first = first + len(cards) if first < 0 else first
        return [
            viewers_of(self.table, card, place["zone"], place.get("side"))
            for card in cards[first : first + count]
        ]

    def all_of(self, place: dict[str, Any], count: int) -> Audience:
        """Return who may look at every one of `count` cards from a position on."""
        audiences = self.stretch(place, count)
        return reduce(lambda some, other: some & other, audiences, EVERYBODY)

    def refuse(self, problem: str, remedy: str) -> EventError:
        """Make the refusal of an event that cannot be sealed as it is written."""
        return EventError(f"event {self.event['seq']} ({self.event['kind']})", problem, remedy)


def _same_pile(event: dict[str, Any], target: dict[str, Any]) -> bool:
    return bool(
        event["kind"] == "transferred"
        and event["to"]["zone"] == target["zone"]
        and event["to"].get("side") == target.get("side")
    )


def find(table: Table, placement: str) -> tuple[Card, str, str | None] | None:
    """Find a placement on the table: its card, zone and side."""
    for side, piles in table.sides.items():
        for zone, cards in piles.items():
            for card in cards:
                if card[0] == placement:
                    return card, zone, side
    for unit in table.units.values():
        for card in unit.cards:
            if card[0] == placement:
                return card, unit.zone, unit.side
        for card in unit.links:
            if card[0] == placement:
                return card, "link", unit.side
    for card in table.no_area:
        if card[0] == placement:
            return card, "no_area", None
    return None
