"""What a viewer learns of cards that stay where they are: shown, looked at, turned, declared."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from dcg_events.errors import ImpossibleEventError
from dcg_events.projections.knowing.memory import HANDS, KnownCard, Memory, Whereabouts, Why
from dcg_events.projections.locating import cards_at, known
from dcg_events.projections.table import Card, Table

REASONS: Final[dict[str, Why]] = {
    "revealed": "revealed",
    "declared": "revealed",
    "looked_at": "looked_at",
    "information_shown": "shown_by_mistake",
    "flipped": "was_public",
}
"""Why a viewer knows cards by events that leave them where they are."""

_CLAUSES: Final = {"flipped": "3-7-4"}


class Sight(NamedTuple):
    """Cards that a viewer sees in one pile.

    Attributes:
        event: The event that shows them.
        numbers: What they are, None where that is not known.
        places: The placement of each, if the viewer can tell; empty if not.
        among: Otherwise the places that they are among.
    """

    event: dict[str, Any]
    numbers: list[str | None]
    places: list[str]
    among: Whereabouts

    def cards(self) -> Iterator[tuple[int, KnownCard]]:
        """Yield each card that the viewer knows by it, with its index."""
        kind, seq = self.event["kind"], self.event["seq"]
        for index, number in enumerate(self.numbers):
            if number is not None:
                yield index, KnownCard(number, seq, REASONS[kind], _CLAUSES.get(kind))


def sight_of(table: Table, event: dict[str, Any]) -> Sight | None:
    """Return what an event shows the viewer whose reading it is, or None.

    Args:
        table: The table on which it happens; it moves no card.
        event: Of one of the kinds in `REASONS`.
    """
    place = event["place"]
    if event["kind"] in ("flipped", "declared"):
        number = known(event.get("number"))
        numbers: list[str | None] = [number]
        if number is None or (event["kind"] == "flipped" and event["facing"] == "up"):
            return None
    elif not isinstance(event.get("numbers"), list):
        return None
    else:
        numbers = event["numbers"]
    if place["zone"] == "hand":
        return Sight(event, numbers, [], frozenset({HANDS[place["side"]]}))
    try:
        cards = cards_at(table, place, event)
    except ImpossibleEventError:
        return None  # the fold does not look at the place that a mistake is recorded for
    return _in_pile(cards, event, numbers)


def _in_pile(cards: list[Card], event: dict[str, Any], numbers: list[str | None]) -> Sight | None:
    place, count = event["place"], len(numbers)
    position = place.get("position", None if event["kind"] == "declared" else 0)
    if type(position) is int:
        first = position + len(cards) if position < 0 else position
        seen = cards[first : first + count] if first >= 0 else []
        hidden = [index for index, card in enumerate(seen) if not card.up]
        if len(seen) < count:
            return None
        return Sight(event, [numbers[i] for i in hidden], [seen[i].id for i in hidden], frozenset())
    if "among" not in place:
        return None
    first, last = place["among"]
    within = frozenset(card.id for card in cards[first : last + count] if not card.up)
    if len(within) < count:
        return None  # some of them lie face up: which numbers are theirs is not said
    return Sight(event, numbers, [], within)


def remember_sight(memory: Memory, sight: Sight) -> bool:
    """Remember what was seen; tell whether a card was seen that was not known before."""
    if sight.places:
        known_before = [memory.learn(sight.places[index], card) for index, card in sight.cards()]
        return not all(known_before)
    return memory.learn_several(sight.among, [card for _, card in sight.cards()])
