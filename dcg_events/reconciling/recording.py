"""One recording of a match, read to be laid beside another: events, and the table before each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from dcg_events.events.codec import PlainEvent
from dcg_events.log.sealing import plain
from dcg_events.log.store import open_log
from dcg_events.projections.rewinding import advance
from dcg_events.projections.table import Card, Table
from dcg_events.reconciling.fields import leaves
from dcg_events.views.matchlog import MatchLog
from dcg_events.vocabulary.people import PLAYERS, Viewer
from dcg_events.vocabulary.places import PILES

_PLACES: Final = ("from", "to", "place", "requested")


@dataclass(slots=True)
class Told:
    """One event as a recording tells it.

    Attributes:
        event: The plain event; null is what this recording does not say.
        moment: Index of its group.
        sizes: Cards in the places that it names, before the group, and for `to` after it.
        known: What this recording knew before of the cards that the event is about, by the field
            that names them: what it says of them now is no news then.
        about: What the units are that it names: side and top card. By it events that name units by
            other ids are found to be the same.
    """

    event: PlainEvent
    moment: int
    sizes: dict[str, int] = field(default_factory=dict)
    known: dict[str, Any] = field(default_factory=dict)
    about: dict[str, tuple[str | None, str | None]] = field(default_factory=dict)


@dataclass(slots=True)
class Moment:
    """A group of a recording.

    Attributes:
        first: Index of its first event.
        size: How many events it has.
        head: The head of the write that holds it.
        counts: Cards by side and zone before it.
        memory: The gauge before it.
    """

    first: int
    size: int
    head: str
    counts: dict[str, dict[str, int]]
    memory: int


@dataclass(slots=True)
class Recording:
    """A whole recording.

    Attributes:
        path: The file.
        viewer: As whom it was read; None for all that the file holds.
        copy_of: Whose copy the file is; the judge's is the full log.
        head: Its last head.
        told: Its events; the index of one is its seq.
        moments: Its groups.
    """

    path: Path
    viewer: Viewer | None
    copy_of: Viewer
    head: str = ""
    told: list[Told] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)

    def group(self, moment: int) -> list[Told]:
        """Return the events of a moment."""
        part = self.moments[moment]
        return self.told[part.first : part.first + part.size]


def read_recording(path: Path, viewer: Viewer | None = None) -> Recording:
    """Read a log, verified: all that the file holds, or what a viewer may read of it.

    Raises:
        UsageError: If it is the copy of another viewer.
        LogError: If it cannot be read, or at the first damage.
        ImpossibleEventError: If an event cannot have happened.
    """
    log = MatchLog(path, viewer)
    recording = Recording(path, viewer, log.holding.viewer)
    table = Table()
    groups: list[list[dict[str, Any]]] = []

    def again() -> Iterator[list[dict[str, Any]]]:
        return iter(groups)

    with open_log(log.source, viewer or "judge", name=str(path)) as reader:
        for group in reader.groups():
            groups.append(group)
            told = _before(table, group, len(recording.moments))
            moment = Moment(len(recording.told), len(group), "", _counts(table), table.memory)
            table = advance(table, group, again)
            for one in told:
                _after(table, one)
            moment.head = reader.head
            recording.moments.append(moment)
            recording.told += told
        recording.head = reader.head
    return recording


def _before(table: Table, group: Sequence[dict[str, Any]], moment: int) -> list[Told]:
    """Note what the table before a group says of what its events name."""
    found = []
    for record in group:
        told = Told(plain(record), moment)
        for name in _PLACES:
            place = told.event.get(name)
            if name != "to" and isinstance(place, dict) and "zone" in place:
                told.sizes[name] = len(pile_of(table, place))
        told.known = _known(table, told.event)
        for path, value in leaves(told.event):
            unit = table.units.get(value) if path.endswith("unit") else None
            if unit is not None:
                top = unit.cards[0].number if unit.cards else None
                told.about[path] = unit.side, top
        found.append(told)
    return found


def _after(table: Table, told: Told) -> None:
    target = told.event.get("to")
    if isinstance(target, dict) and "zone" in target:
        told.sizes["to"] = len(pile_of(table, target))


def pile_of(table: Table, place: dict[str, Any]) -> list[Card]:
    """Return the cards of a place, none where it is not there."""
    if "unit" in place:
        unit = table.units.get(place["unit"])
        if unit is None:
            return []
        return unit.links if place["zone"] == "link" else unit.cards
    if place["zone"] == "no_area":
        return table.no_area
    return table.sides.get(place.get("side", ""), {}).get(place["zone"], [])


def _known(table: Table, event: PlainEvent) -> dict[str, Any]:
    """Return what was known of the cards of an event before it, by the field that says it again."""
    kind, number = event["kind"], event.get("number")
    if kind in ("transferred", "flipped"):
        place = event["from" if kind == "transferred" else "place"]
        if number is not None:
            return {"number": number_at(pile_of(table, place), place, event.get("was"))}
    elif number is not None:
        named = event.get("card") or event.get("source")
        return {"number": _number_of(table, named)} if named else {}
    elif isinstance(event.get("numbers"), list) and isinstance(event.get("place"), dict):
        return {"numbers": _numbers_at(table, event)}
    return {}


def number_at(cards: list[Card], place: dict[str, Any], was: object) -> str | None:
    """Return what the card is that a placement or a position names, if the table knows it."""
    if isinstance(was, str):
        found = next((card.number for card in cards if card.id == was), None)
        if found is not None:
            return found
    position = place.get("position")
    if isinstance(position, int) and -len(cards) <= position < len(cards):
        return cards[position].number
    return None


def _numbers_at(table: Table, event: PlainEvent) -> list[str | None]:
    place, cards = event["place"], pile_of(table, event["place"])
    ids = event.get("cards")
    if place["zone"] == "hand":
        by_id = {card.id: card.number for card in cards if card.id}
        return [by_id.get(card) for card in ids] if isinstance(ids, list) else []
    first = place.get("position", 0)
    if not isinstance(first, int):
        return []
    first += len(cards) if first < 0 else 0
    return [card.number for card in cards[first : first + event["count"]]]


def _number_of(table: Table, placement: str) -> str | None:
    for side in table.sides.values():
        for pile in side.values():
            for card in pile:
                if card.id == placement:
                    return card.number
    for unit in table.units.values():
        for card in (*unit.cards, *unit.links):
            if card.id == placement:
                return card.number
    return next((card.number for card in table.no_area if card.id == placement), None)


def _counts(table: Table) -> dict[str, dict[str, int]]:
    """Count the cards by side and zone, those of units by their part of the field."""
    counts: dict[str, dict[str, int]] = {}
    for side in PLAYERS:
        piles: dict[str, int] = {zone: len(table.sides[side][zone]) for zone in PILES}
        counts[side] = piles | {"battle": 0, "breeding": 0}
    for unit in table.units.values():
        counts[unit.side][unit.zone] += len(unit.cards) + len(unit.links)
    return counts
