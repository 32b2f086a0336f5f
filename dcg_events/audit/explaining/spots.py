"""Where a placement lies on the table, and who may look at it there."""

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from dcg_events.audit.explaining.shape import SpotView
from dcg_events.projections.locating import UNORDERED
from dcg_events.projections.looking import viewers_of, viewers_on_arrival
from dcg_events.projections.table import Card, Table
from dcg_events.vocabulary.people import Audience


class Spot(NamedTuple):
    """A place of a card.

    Attributes:
        zone: The zone.
        side: Whose side; None in no area.
        unit: On the field and in a link slot: which unit.
        position: From the top, 0 first; None where places have no public order.
        size: How many cards lie there.
        facing: How it lies.
        viewers: Who may look at it, the judge aside.
        card: The card as the reader's table has it; None of a card that the table does not tell
            from others.
    """

    zone: str
    side: str | None
    unit: str | None
    position: int | None
    size: int
    facing: str
    viewers: Audience
    card: Card | None

    @property
    def covered(self) -> bool:
        """Whether a card lies on it in its unit."""
        return self.unit is not None and self.zone != "link" and (self.position or 0) > 0

    def view(self, since: int) -> SpotView:
        """Write down how a card lay from an event on."""
        view: dict[str, Any] = {"since": since, "zone": self.zone, "side": self.side}
        if self.unit is not None:
            view["unit"] = self.unit
        view |= {"position": self.position, "last_position": self.position}
        view |= {"facing": self.facing, "covered": self.covered, "viewers": sorted(self.viewers)}
        return cast("SpotView", view)


def spot_of(table: Table, name: str) -> Spot | None:
    """Find a placement on the table."""
    for zone, side, unit, cards in _piles(table):
        for index, card in enumerate(cards):
            if card.id == name:
                position = None if zone in UNORDERED else index
                viewers = viewers_of(table, card, zone, side)
                facing = "up" if card.up else "down"
                return Spot(zone, side, unit, position, len(cards), facing, viewers, card)
    return None


def _piles(table: Table) -> Iterator[tuple[str, str | None, str | None, list[Card]]]:
    """Yield all lists of cards, each with its zone, side and unit."""
    for side, piles in table.sides.items():
        for zone, cards in piles.items():
            yield zone, side, None, cards
    for unit in table.units.values():
        yield unit.zone, unit.side, unit.id, unit.cards
        yield "link", unit.side, unit.id, unit.links
    yield "no_area", None, None, table.no_area


def spot_on_arrival(event: dict[str, Any]) -> Spot:
    """Say where a transfer put a card that the table does not tell from others."""
    place = event["to"]
    viewers, facing = viewers_on_arrival(event), event["facing"]
    return Spot(place["zone"], place.get("side"), None, None, 0, facing, viewers, None)


def shows(event: dict[str, Any], spot: Spot) -> bool:
    """Tell whether an event that shows or turns cards by their place means this one."""
    place = event["place"]
    if (place["zone"], place.get("side"), place.get("unit")) != (spot.zone, spot.side, spot.unit):
        return False
    count = event.get("count", 1)
    if spot.position is None:  # all that lies there, or it is not said which
        return bool(count == spot.size)
    first = place.get("position", 0)
    if type(first) is not int:
        return False
    first += spot.size if first < 0 else 0
    return bool(first <= spot.position < first + count)


def cards_shown(table: Table, event: dict[str, Any]) -> list[str]:
    """Return the placements at the place that an event shows or turns, as far as they have one."""
    place = event["place"]
    where = place["zone"], place.get("side"), place.get("unit")
    for *pile, cards in _piles(table):
        if tuple(pile) == where:
            spots = [(card.id, spot_of(table, card.id)) for card in cards if card.id]
            return [name for name, spot in spots if spot is not None and shows(event, spot)]
    return []
