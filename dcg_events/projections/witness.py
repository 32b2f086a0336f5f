"""What a rule of visibility asks: who could see the cards that an event speaks of."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any, Final

from dcg_events.errors import EventError, ImpossibleEventError
from dcg_events.projections.correcting import KIND
from dcg_events.projections.locating import cards_at, known, locate
from dcg_events.projections.looking import Looks, hand_viewers, viewers_of, viewers_on_arrival
from dcg_events.projections.table import Card, Table
from dcg_events.vocabulary.people import EVERYBODY, NOBODY, PLAYERS, Audience
from dcg_events.vocabulary.places import HIDDEN_PILES

UNITS_NAMED: Final = ("unit", "target.unit", "requested.unit", "units")
"""Fields in which an event names units, besides those of its places."""


class Past:
    """What is remembered of placements, those that are gone included, over all games of a match.

    Attributes:
        public: Placements that everybody has seen.
        hands: Placements that lie or lay in a hand, and whose hand that is.
    """

    __slots__ = ("hands", "public")

    def __init__(self) -> None:
        self.public: set[str] = set()
        self.hands: dict[str, str] = {}

    def note(self, group: Sequence[dict[str, Any]]) -> None:
        """Take in a group that has happened."""
        for event in group:
            kind = event["kind"]
            if kind == "transferred":
                target = event["to"]
                if target["zone"] == "hand":
                    self.hands[str(event["seq"])] = target["side"]
                elif event["facing"] == "up":
                    self.public.add(str(event["seq"]))
            elif kind == KIND and "event" in event:
                self._correct(event)

    def _correct(self, event: dict[str, Any]) -> None:
        """Take in what should have been recorded in the place of an event."""
        of = event.get("corrects")
        placement = str(event["seq"] if of is None else of)
        self.public.discard(placement)
        self.hands.pop(placement, None)
        if event["event"] is not None:
            self.note((event["event"],))

    def copy(self) -> "Past":
        """Return what is remembered, to go on from on its own."""
        twin = Past()
        twin.public, twin.hands = set(self.public), dict(self.hands)
        return twin


class Witness:
    """One event before it happens, with the table and the group it belongs to.

    What it answers follows from what everybody can read: a copy that opens nothing gives the same
    answers, so who has to hold an opening is no secret.

    Attributes:
        table: The table before the group.
        event: The completed plain event, or its record.
        group: All events of its group.
        past: What is remembered of placements.
        options: Who may know what a choice was made of, once a rule has found it out.
    """

    __slots__ = ("_looks", "event", "group", "options", "past", "table")

    def __init__(
        self,
        table: Table,
        event: dict[str, Any],
        group: list[dict[str, Any]],
        past: Past,
        looks: Looks | None = None,
    ) -> None:
        self.table = table
        self.event = event
        self.group = group
        self.past = past
        self.options: Audience | None = None
        self._looks = looks

    def before(self) -> Audience:
        """Return who may look at a transferred card where it was."""
        return self._before(self.event)

    def _before(self, event: dict[str, Any]) -> Audience:
        before = self.looks.before
        found = before.get(event["seq"])
        if found is None:
            found = before[event["seq"]] = self._look_before(event)
        return found

    @property
    def looks(self) -> Looks:
        """What the events of the group have in common."""
        if self._looks is None:
            self._looks = Looks()
        return self._looks

    def _look_before(self, event: dict[str, Any]) -> Audience:
        place = event["from"]
        zone, side, position = place["zone"], place.get("side"), place.get("position")
        if zone == "outside":
            return EVERYBODY
        if zone == "hand":
            return hand_viewers(self.table, side)
        if "among" in place:
            return NOBODY if position is None else self.between(place)
        if type(position) is not int and known(event.get("was")) is None:
            return NOBODY
        cards = cards_at(self.table, place, event)
        return viewers_of(self.table, cards[locate(self.table, cards, place, event)], zone, side)

    def number(self) -> Audience:
        """Return who may know a transferred card: seen before, seen after, or shown between."""
        if self.event.get("revealed"):
            return EVERYBODY
        after = viewers_on_arrival(self.event)
        if after is EVERYBODY:
            return after
        before = self.before()
        return before if before is EVERYBODY else after | before

    def hides_order(self) -> bool:
        """Tell whether the order in which a group is put down is not public (CR 4.0 §3-1-3-6)."""
        event = self.event
        target = event["to"]
        if len(self.group) == 1 or target["zone"] not in HIDDEN_PILES or event["facing"] == "up":
            return False
        pile = target["zone"], target.get("side")
        together = self.looks.arriving_in(self.group, pile)
        if len(together) < 2:
            return False
        public = (event.get("ordering") or {}).get("public")
        if public is not None:
            return not public
        private = self.looks.private.get(pile)
        if private is None:
            private = self.looks.private[pile] = any(
                self._before(other) not in (EVERYBODY, NOBODY)
                for other in together
                if not other.get("revealed")
            )
        return private

    def order(self) -> Audience:
        """Return who may know a card's place in a hidden order: who chose it and saw the card."""
        if not self.hides_order():
            return EVERYBODY
        chooser = (self.event.get("ordering") or {}).get("chooser")
        seeing = self.before() & self.number()
        if chooser in PLAYERS:
            return seeing & frozenset({chooser})
        return NOBODY if seeing == EVERYBODY else seeing

    def is_open(self, value: object) -> bool:
        """Tell whether everybody sees, or has seen, all cards of a reference or a list of them."""
        if isinstance(value, str):
            return self._sees(value) == EVERYBODY
        if value is None:
            return True
        return all(self._sees(placement) == EVERYBODY for placement in placements_in(value))

    def names_hidden(self, value: object) -> bool:
        """Tell whether a placement in a value is one that not everybody sees.

        What is no placement, such as the name of a pending effect, hides nothing.
        """
        return any(
            placement[:1] == "~"
            or placement in self.past.hands
            or (self._sees(placement) != EVERYBODY and self._find(placement) is not None)
            for placement in placements_in(value)
        )

    def told(self, value: object, teller: Audience) -> Audience:
        """Return who may hold a reference to cards: everybody, or who tells of them.

        Placements say where a card lies, which is no secret but in a hand: there they tell when it
        was drawn.

        Raises:
            EventError: If it names a card in a hand that its teller may not look into.
        """
        if self.is_open(value):
            return EVERYBODY
        for placement in placements_in(value):
            hand = self.past.hands.get(placement)
            if hand is not None and not teller <= {hand} and self._sees(placement) != EVERYBODY:
                raise self.refuse(
                    "it tells one player of a card in the other's hand",
                    "leave the card out, or say by `player` or `audience` who may know of it",
                )
        return teller

    def shown(self, value: object, teller: Audience) -> Audience:
        """Return who may hold what the cards of a reference are: everybody, or who tells of them.

        Raises:
            EventError: If the teller may not look at one of them.
        """
        if self.is_open(value):
            return EVERYBODY
        for placement in placements_in(value):
            if not teller <= self._sees(placement) and placement[0] != "~":
                raise self.refuse(
                    "it tells a player what a card is that this player may not look at",
                    "leave out what the card is, or say by `player` or `audience` who may know it",
                )
        return teller

    def _sees(self, placement: str) -> Audience:
        """Return who may look at the card of a placement, or might while it lay there."""
        if placement[:1] == "~":
            return NOBODY
        if placement in self.past.public or placement in self.table.units:
            return EVERYBODY
        hand = self.past.hands.get(placement)
        if hand is not None:
            return _owner_of_hand(hand)
        for event in self.group:  # placed in this very moment, such as a card being checked
            if event["kind"] == "transferred" and str(event["seq"]) == placement:
                return viewers_on_arrival(event)
        found = self._find(placement)
        if found is None:
            return NOBODY
        card, zone, side = found
        return _owner_of_hand(side) if zone == "hand" else viewers_of(self.table, card, zone, side)

    def _find(self, placement: str) -> tuple[Card, str, str | None] | None:
        """Find a placement on the table; a name of something else is none."""
        return None if placement[:1].isalpha() else find(self.table, placement)

    def between(self, place: dict[str, Any], count: int = 1) -> Audience:
        """Return who may look at every card that may be meant by a sealed position."""
        first, last = place["among"]
        cards = cards_at(self.table, place, self.event)
        audiences = [
            viewers_of(self.table, cards[index], place["zone"], place.get("side"))
            for index in self.table.hidden(cards, first, last + count)
        ]
        return reduce(lambda some, other: some & other, audiences or [NOBODY])

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
        return refusal(self.event, problem, remedy)


def refusal(event: dict[str, Any], problem: str, remedy: str) -> EventError:
    """Make the refusal of an event that cannot be sealed as it is written."""
    return EventError(f"event {event['seq']} ({event['kind']})", problem, remedy)


def refuse_hands_as_units(
    table: Table, event: dict[str, Any], named: Sequence[str], past: Past
) -> None:
    """Refuse a card of a hand where a unit is to be named: that is public, and it is none.

    Args:
        table: The table before the event.
        event: The event.
        named: What leads to a field of it that names a unit, or several.
        past: What is remembered of placements.

    Raises:
        EventError: If the event does so.
    """
    value: Any = event
    for part in named:
        value = value.get(part)
        if value is None:
            return
    for unit in value if type(value) is list else (value,):
        if unit in past.hands and unit not in table.units:
            raise refusal(
                event,
                "it names a card of a hand as a unit",
                "name units by the placement that founded them, and cards in `cards`",
            )


def _owner_of_hand(side: str | None) -> Audience:
    """Return whose hand it is, and not who is shown the hand (CR 4.0 §3-5-2)."""
    return frozenset({side}) if side else NOBODY


def placements_in(value: object) -> Iterator[str]:
    """Yield the placements in a value: an id, a fighter's card, or a list of them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from placements_in(value.get("card"))
    elif isinstance(value, list):
        for item in value:
            yield from placements_in(item)


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
