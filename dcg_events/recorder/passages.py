"""Prepare hidden passages: what everybody may know of a position that is sealed.

A card that somebody chose from cards which others may not see leaves by a sealed position; cards
put down in an order that is not public arrive at sealed positions. What everybody at the table
does see is the stretch of positions in question: between two face-up cards, among the cards that
were looked at, at the top or at the bottom. That stretch is written into the record as `among`.
"""

from hashlib import sha256
from typing import Any, Final

from dcg_events.events.codec import PlainEvent, canonical
from dcg_events.projections.locating import cards_at, index_at, locate, refuse
from dcg_events.projections.looking import Looks
from dcg_events.projections.table import Card, Table
from dcg_events.projections.visibility import Seal, seals
from dcg_events.projections.witness import Past, Witness
from dcg_events.vocabulary.places import HIDDEN_PILES

PASSING: Final = frozenset({"transferred", "revealed", "declared"})
"""Kinds of which a position may be sealed or unknown."""


def prepare_passages(
    table: Table, events: list[PlainEvent], past: Past, secret: str | None = ""
) -> list[PlainEvent]:
    """Fill in `among` wherever a position will be sealed or is unknown; hide the order of steps.

    The steps of cards that leave unseen, or are put down in an order that is not public, are
    arranged by what everybody reads of them, so that they do not tell which card went where.

    Args:
        table: The table before the group.
        events: The completed events of the group, whose `from` and `to` are their own.
        past: What is remembered of placements.
        secret: Steps that read alike are shuffled by it; who does not know it cannot tell them.
            None leaves them as they are given.

    Returns:
        The same events, perhaps in another order: their `seq` and `step` say which.
    """
    mark_passages(table, events, past)
    if len(events) == 1:
        return events
    unseen = [e for e in events if e["kind"] == "transferred" and _leaves_unseen(e)]
    return _in_public_order(table, events, unseen, past, secret) if len(unseen) > 1 else events


def mark_passages(table: Table, events: list[PlainEvent], past: Past) -> None:
    """Fill in `among` wherever a position will be sealed or is unknown; see `prepare_passages`."""
    transfers = []
    for event in events:
        if event["kind"] == "transferred":
            transfers.append(event)
        elif event["kind"] in PASSING and event["place"]["zone"] in HIDDEN_PILES:
            _mark_shown(table, event)
    if not transfers:
        return
    veiled = _veiled(table, events, transfers, past)
    for event in transfers:
        if event["from"]["zone"] in HIDDEN_PILES:
            _mark_origin(table, event)
    arriving = [event for event in transfers if event["to"]["zone"] in HIDDEN_PILES]
    if arriving:
        _mark_targets(table, transfers, arriving, veiled)


def _veiled(
    table: Table, events: list[PlainEvent], transfers: list[PlainEvent], past: Past
) -> set[int]:
    """Return the seqs of the transfers that put down cards in an order that is not public."""
    if len(transfers) == 1 or all(e["to"]["zone"] not in HIDDEN_PILES for e in transfers):
        return set()  # one card has no order, nor have those that lie in no pile
    looks = Looks()
    witnesses = [Witness(table, event, events, past, looks) for event in transfers]
    return {witness.event["seq"] for witness in witnesses if witness.hides_order()}


def _mark_origin(table: Table, event: PlainEvent) -> None:
    origin = event["from"]
    cards = cards_at(table, origin, event)
    if type(origin.get("position")) is not int:
        origin.setdefault("among", [0, max(len(cards) - 1, 0)])
        return
    index = locate(table, cards, origin, event)
    look = _looked_at(table, cards, index)
    if look is not None:
        origin["position"] = index
        first, last = _hidden_run(table, cards, index)
        origin["among"] = [max(first, look[0]), min(last, look[1])]


def _mark_shown(table: Table, event: PlainEvent) -> None:
    """Say where cards may be that somebody chose to show from cards that others do not see."""
    place, count = event["place"], event.get("count", 1)
    if type(place.get("position")) is not int:
        return
    cards = cards_at(table, place, event)
    first = place["position"] + (len(cards) if place["position"] < 0 else 0)
    shown = range(max(first, 0), min(first + count, len(cards)))
    looks = [look for look in (_looked_at(table, cards, index) for index in shown) if look]
    if looks:
        low = min(first, *(look[0] for look in looks))
        high = max(shown[-1], *(look[1] for look in looks))
        place["position"] = first
        place["among"] = [low, max(low, high - count + 1)]


def _hidden_run(table: Table, cards: list[Card], index: int) -> tuple[int, int]:
    """Return the stretch of cards around an index whose places not everybody can tell apart."""
    first = last = index
    while first > 0 and not table.everyone_sees(cards[first - 1]):
        first -= 1
    while last + 1 < len(cards) and not table.everyone_sees(cards[last + 1]):
        last += 1
    return first, last


def _looked_at(table: Table, cards: list[Card], index: int) -> tuple[int, int] | None:
    """Return the stretch of the look that the card at an index is part of, if it is private.

    Looks that overlap count as one, for which of them it was would tell where the card lay.
    """
    if not table.showings or table.everyone_sees(cards[index]):
        return None
    place_of = {card.id: place for place, card in enumerate(cards)}
    first = last = index
    private = False
    looks = [
        ({place_of[card] for card in showing.cards if card in place_of}, bool(showing.viewers))
        for showing in table.showings.values()
        if showing.tracked and len(showing.viewers) < 3
    ]
    while near := [look for look in looks if not look[0].isdisjoint(range(first, last + 1))]:
        looks = [look for look in looks if look not in near]
        private = private or any(by_a_viewer for _, by_a_viewer in near)
        first = min(first, *(min(places) for places, _ in near))
        last = max(last, *(max(places) for places, _ in near))
    return (first, last) if private else None


def _mark_targets(
    table: Table, transfers: list[PlainEvent], arrivals: list[PlainEvent], veiled: set[int]
) -> None:
    piles: dict[tuple[str, Any], list[PlainEvent]] = {}
    for event in arrivals:
        piles.setdefault((event["to"]["zone"], event["to"].get("side")), []).append(event)
    for (zone, side), arriving in piles.items():
        leaving = sum(
            1 for e in transfers if (e["from"]["zone"], e["from"].get("side")) == (zone, side)
        )
        before = cards_at(table, arriving[0]["to"], arriving[0])
        size = len(before) - leaving + len(arriving)
        hidden: dict[int, PlainEvent] = {}
        unknown: set[int] = set()
        for event in arriving:
            target = event["to"]
            if "position" in target and target["position"] is None:
                first, last = target.setdefault("among", [0, size - 1])
                unknown.update(range(first, last + 1))
            elif event["seq"] in veiled:
                index = index_at(target, size, event)
                target["position"] = index
                if index in hidden:
                    problem = "another card of the group is put in the same place"
                    refuse(event, problem, "give the positions as they are after the whole group")
                hidden[index] = event
        for index, event in hidden.items():
            first = last = index
            while first - 1 in hidden or first - 1 in unknown:
                first -= 1  # a stretch without the unknown ones would tell where these lie
            while last + 1 in hidden or last + 1 in unknown:
                last += 1
            event["to"]["among"] = [first, last]


def _leaves_unseen(event: PlainEvent) -> bool:
    """Tell whether not everybody can tell which card it is that leaves, or where it arrives."""
    origin, target = event["from"], event["to"]
    return origin["zone"] == "hand" or "among" in origin or "among" in target


def _in_public_order(
    table: Table, events: list[PlainEvent], unseen: list[PlainEvent], past: Past, secret: str | None
) -> list[PlainEvent]:
    """Arrange the steps of cards that leave unseen by what everybody reads of them.

    In the order in which a writer lists them they may tell which card of a hand, or of those that
    were looked at, went where. What reads alike is shuffled by a secret, if there is one.
    """

    def shuffled(event: PlainEvent) -> tuple[str, str]:
        """Sort a hand by what the cards are, for who sees that; then all by where they lay."""
        if secret is None:
            return "", ""
        origin = event["from"]
        cards = cards_at(table, origin, event)
        known = event.get("was") is not None or type(origin.get("position")) is int
        index = locate(table, cards, origin, event) if known else 0
        place = f"{origin['zone']} {origin.get('side')} {origin.get('unit')} {index}"
        start = f"{secret} {events[0]['seq']}"
        shown = event.get("number") if origin["zone"] == "hand" else ""
        number, where = (f"{start} {part}".encode() for part in (shown, place))
        return sha256(number).hexdigest(), sha256(where).hexdigest()

    looks = Looks()
    read = {e["seq"]: _as_read(e, seals(table, e, events, past, looks)) for e in unseen}
    ordered = iter(sorted(unseen, key=lambda event: (*read[event["seq"]], *shuffled(event))))
    arranged = [next(ordered) if event["seq"] in read else event for event in events]
    first = events[0]["seq"]
    seats = {event["seq"]: first + step for step, event in enumerate(arranged)}
    if any(old != new for old, new in seats.items()):
        for event in arranged:
            _point_to(seats, event)
    for step, event in enumerate(arranged):
        event["seq"], event["step"] = first + step, step
    return arranged


def _point_to(seats: dict[int, int], part: dict[str, Any]) -> None:
    """Let what an event says of the others of its group point to where they stand now."""
    for name, value in part.items():
        if isinstance(value, dict):
            part[name] = dict(value)
            _point_to(seats, part[name])
        elif isinstance(value, list) and name in _REFERRING:
            part[name] = [_moved(seats, item) for item in value]
        elif name in _REFERRING:
            part[name] = _moved(seats, value)
        elif name in ("event", "about") and type(value) is int:
            part[name] = seats.get(value, value)


def _moved(seats: dict[int, int], value: Any) -> Any:  # noqa: ANN401 - an id, a fighter, or a word
    if isinstance(value, dict):
        moved = dict(value)
        _point_to(seats, moved)
        return moved
    if isinstance(value, str) and value.isdigit():
        return str(seats.get(int(value), value))
    return value


_REFERRING: Final = frozenset(
    {"unit", "units", "source", "card", "cards", "chosen", "candidates", "fighters", "losers"}
)


def _as_read(event: PlainEvent, sealed: list[Seal]) -> tuple[object, ...]:
    """Return what everybody reads of an event but its place in the log, to sort by.

    A chosen order that is public comes first, then where the card goes (in a trash the newest, its
    top, comes last), then since when it lay where it leaves.
    """
    read = dict(event)
    del read["seq"], read["step"]
    for path, _ in sealed:
        holder, (*parents, name) = read, path.split(".")
        for part in parents:
            holder[part] = dict(holder[part])
            holder = holder[part]
        holder[name] = None
    target, rank = read["to"], (read.get("ordering") or {}).get("rank")
    position = target.get("position")
    place = position if type(position) is int else target.get("among", [0])[0]
    return (
        rank if type(rank) is int else -1,
        target["zone"],
        target.get("side") or "",
        target.get("unit") or "",
        -place if target["zone"] == "trash" else place,
        [int(part) for part in (read["was"] or "").split(".") if part],
        canonical(read),
    )
