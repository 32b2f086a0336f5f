"""Fill in what a plain event may leave out and the table knows.

A simulator should not have to repeat what the recorder has: the placement that leaves, the number
of a known card, the owner, how a card lies by the rules of its place. What is given is kept, and
the fold refuses it if it contradicts the table.
"""

from typing import Any, NoReturn

from dcg_events.errors import EventError, ExpectedVersionError
from dcg_events.events.codec import PlainEvent
from dcg_events.projections.locating import cards_at, index_at
from dcg_events.projections.table import Card, Table
from dcg_events.vocabulary.places import FACING_ON_ARRIVAL, FIELD, HIDDEN_PILES


def complete(
    table: Table, events: list[PlainEvent], version: int, at: str | None
) -> list[PlainEvent]:
    """Return the events of a group with everything filled in that follows from the table.

    Args:
        table: The table before the group.
        events: Plain events that have passed the door.
        version: The seq of the first.
        at: The time of events that have none.

    Raises:
        EventError: If the events contradict each other about their group.
        ExpectedVersionError: If one carries a seq other than its place.
    """
    size = len(events)
    keeps_notes = bool((table.header or events[0]).get("recorder_notes"))
    completed, filling, transfers = [], [], []
    for seq, given in enumerate(events, version):
        step = seq - version
        event = given.copy()
        kind = event["kind"]
        if (
            event.setdefault("seq", seq) != seq
            or event.setdefault("step", step) != step
            or event.setdefault("of", size) != size
            or event.setdefault("group", version) != version
            or (size > 1 and kind in _ALONE)
        ):
            _refuse_place(event, {"seq": seq, "step": step, "of": size, "group": version})
        if "at" not in event:
            event["at"] = at
        game = table.game + (kind == "game_started")
        if event.setdefault("game", game) != game:
            problem = f"it says game {event['game']}, and this is game {game}"
            raise EventError(_where(event), problem, "leave `game` out, or count from 1")
        if ("recorder" in event) is not keeps_notes:
            _complete_notes(event, kept=keeps_notes)
        completed.append(event)
        if kind in _FILL:
            filling.append(event)
            if kind == "transferred":
                transfers.append(event)
    if transfers:
        _take_what_is_not_placed(table, transfers)
    for event in filling:
        if "place" in event or "requested" in event:
            _drop_among(event)
        _FILL[event["kind"]](table, event)
    if transfers:
        _place_arrivals(transfers)
    return completed


def _drop_among(event: PlainEvent) -> None:
    """Leave out where a writer says a card may lie, unless nobody knows: it is made anew."""
    place, requested = event.get("place"), event.get("requested")
    if place is not None and "among" in place and not _is_unknown(place):
        event["place"] = {name: part for name, part in place.items() if name != "among"}
    if requested is not None and "among" in requested:
        event["requested"] = {name: part for name, part in requested.items() if name != "among"}


def _is_unknown(place: dict[str, Any]) -> bool:
    """Tell whether the position in a hidden pile is not known to the writer either."""
    return place["zone"] in HIDDEN_PILES and place.get("position") is None


def _refuse_place(event: PlainEvent, due: dict[str, int]) -> NoReturn:
    """Refuse an event that says of its place in the log or in its group what is not so."""
    name = next((name for name, value in due.items() if event.get(name, value) != value), None)
    where = _where(event | due)
    if name is None:
        raise EventError(where, "it is part of a group", "record it by itself")
    if name == "seq":
        problem = f"it carries seq {event['seq']}, and the next event is {due['seq']}"
        raise ExpectedVersionError(where, problem, "read the log and try again")
    problem = f"it says {name} {event[name]} where {due[name]} is due"
    remedy = "number the steps of a group from 0 and give each event its size"
    raise EventError(where, problem, remedy)


def _complete_notes(event: PlainEvent, *, kept: bool) -> None:
    """Seal a note in every event or in none, so that one that is there tells nothing."""
    if not kept:
        problem = "it carries a recorder's note, and this log was begun without them"
        remedy = "begin the log with recorder_notes, or leave `recorder` out"
        raise EventError(_where(event), problem, remedy)
    event["recorder"] = None


def _take_what_is_not_placed(table: Table, transfers: list[PlainEvent]) -> None:
    """Say of cards that leave without a position which those are, as far as it follows."""
    unplaced = [event for event in transfers if "position" not in event["from"]]
    if unplaced:
        _take_from_the_top(unplaced)
        _take_from_hands(table, unplaced)


def _take_from_the_top(transfers: list[PlainEvent]) -> None:
    """Give the positions 0, 1, … to cards drawn, hatched, recovered or checked without one.

    These manners take the top card, so a group of them takes the top cards in order.
    """
    taken: dict[tuple[str, str | None], int] = {}
    for event in transfers:
        origin = event["from"]
        from_the_top = event["manner"] in _FROM_THE_TOP and origin["zone"] in HIDDEN_PILES
        if from_the_top and not event.get("was"):
            pile = origin["zone"], origin.get("side")
            event["from"] = origin | {"position": taken.get(pile, 0)}
            taken[pile] = taken.get(pile, 0) + 1


def _take_from_hands(table: Table, transfers: list[PlainEvent]) -> None:
    """Say of cards that leave a hand by their number which copy each takes, none of them twice."""
    leaving = [event for event in transfers if event["from"]["zone"] == "hand"]
    unnamed = [e for e in leaving if e.get("number") is not None and e.get("was") is None]
    if not unnamed:
        return
    named = {event["was"] for event in leaving if event.get("was") is not None}
    for event in unnamed:
        number = event["number"]
        cards = cards_at(table, event["from"], event)
        if any(card.number is None for card in cards):
            continue  # the copy that left may be one of those that nobody knows
        copies = (card.id for card in cards if card.number == number and card.id)
        copy = next((copy for copy in copies if copy not in named), None)
        if copy is not None:
            event["was"] = copy
            named.add(copy)


def _fill_transfer(table: Table, event: PlainEvent) -> None:
    origin = event["from"] = event["from"].copy()
    target = event["to"] = event["to"].copy()
    for place in (origin, target):
        if "among" in place and not _is_unknown(place):
            del place["among"]  # it says what the rest of the event does; made anew
    was = event.get("was")
    entering = was is None and origin["zone"] == "outside"
    card = None if entering else _find_leaving(table, event, origin)
    if was is None:
        event["was"] = card.id if card is not None and card.id else None
    if event.get("number") is None:
        event["number"] = card.number if card else None
    if event.get("owner") is None:
        event["owner"] = card.owner if card else origin.get("side") if entering else None
    if target["zone"] != "no_area" and target.get("side") is None and event["owner"]:
        target["side"] = event["owner"]  # CR 4.0 §3-1-3-8
    if event.get("facing") is None:
        event["facing"] = FACING_ON_ARRIVAL[target["zone"]]
    if target["zone"] in FIELD and "unit" not in target:
        event.setdefault("orientation", "unsuspended")  # CR 4.0 §3-4-3
    if origin["zone"] in HIDDEN_PILES:
        origin.setdefault("position", None)


def _find_leaving(table: Table, event: PlainEvent, origin: dict[str, Any]) -> Card | None:
    """Find the card that leaves, as far as the event and the table tell; fill in its place."""
    was = event.get("was")
    if was is not None and "unit" not in origin and origin["zone"] in _OF_UNITS:
        holding = (
            unit.id
            for unit in table.units.values()
            if any(card.id == was for card in (*unit.cards, *unit.links))
        )
        unit_id = next(holding, None)
        if unit_id is not None:
            origin["unit"] = unit_id
    cards = cards_at(table, origin, event)
    if type(origin.get("position")) is int:
        return cards[index_at(origin, len(cards), event)] if cards else None
    index = _tell_apart(cards, was, event.get("number"), origin)
    if index is None:
        return None
    if origin["zone"] not in ("hand", "no_area", "link", "outside"):
        origin["position"] = index
    return cards[index]


def _tell_apart(
    cards: list[Card], was: str | None, number: str | None, origin: dict[str, Any]
) -> int | None:
    if was is not None:
        placements = [card[0] for card in cards]
        return placements.index(was) if was in placements else None
    if origin["zone"] in HIDDEN_PILES:
        return None
    if number is not None and all(card.number is not None for card in cards):
        fitting = [index for index, card in enumerate(cards) if card.number == number]
        copies_are_alike = origin["zone"] == "hand"  # nobody keeps a hand's copies apart
        if len(fitting) == 1 or (fitting and copies_are_alike):
            return fitting[0]
    return 0 if len(cards) == 1 else None


def _place_arrivals(transfers: list[PlainEvent]) -> None:
    """Give a position to cards that arrive without one where the rules of the place say it.

    The newest card of a trash is its top, and the last step of a group is the newest. Digivolving
    puts a card on top of its unit, any other way under it, below the cards that are there.
    """
    waiting: dict[tuple[str, str], list[PlainEvent]] = {}
    for event in transfers:
        target = event["to"]
        if target["zone"] == "hand" or "position" in target:
            continue
        if target["zone"] == "trash":
            waiting.setdefault(("trash", target.get("side", "")), []).append(event)
        elif target["zone"] in FIELD and "unit" in target:
            if event["manner"] == "digivolve":
                target["position"] = 0
            else:
                waiting.setdefault(("unit", target["unit"]), []).append(event)
    for (place, _), arriving in waiting.items():
        for index, event in enumerate(arriving):
            left = len(arriving) - index
            event["to"]["position"] = left - 1 if place == "trash" else -left


def _fill_flip(table: Table, event: PlainEvent) -> None:
    cards = cards_at(table, event["place"], event)
    position = event["place"].get("position")
    if type(position) is int and -len(cards) <= position < len(cards):
        card = cards[position]
        event.setdefault("was", card.id)
        if event.get("number") is None:
            event["number"] = card.number


def _fill_showing(table: Table, event: PlainEvent) -> None:
    place = event["place"] = dict(event["place"])
    cards = cards_at(table, place, event)
    if place["zone"] == "hand":
        _fill_shown_hand(event, cards)
        return
    count = event["count"]
    first = place.setdefault("position", 0) or 0
    first = first + len(cards) if first < 0 else first
    seen = [card.number for card in cards[first : first + count]]
    seen += [None] * (count - len(seen))
    if event.get("numbers") is None:
        event["numbers"] = seen


def _fill_shown_hand(event: PlainEvent, cards: list[Card]) -> None:
    """List cards of a hand by their numbers: the order of a hand tells when each was drawn."""
    count = event["count"]
    ids, numbers = event.get("cards"), event.get("numbers")
    if ids is None:
        whole = numbers is None and count == len(cards)
        ids = [card.id or None for card in cards] if whole else [None] * count
    if numbers is None:
        by_id = {card.id: card.number for card in cards if card.id}
        numbers = [by_id.get(card or "") for card in ids]
    if len(ids) == len(numbers):  # otherwise the fold refuses it
        pairs = sorted(
            zip(numbers, ids, strict=True), key=lambda pair: [part or "" for part in pair]
        )
        numbers, ids = [number for number, _ in pairs], [card for _, card in pairs]
    event["numbers"] = numbers
    if event["kind"] != "information_shown":
        event["cards"] = ids


def _fill_declaration(table: Table, event: PlainEvent) -> None:
    cards = cards_at(table, event["place"], event)
    was = event.get("card")
    index = _tell_apart(cards, was, event.get("number"), event["place"])
    card = None if index is None else cards[index]
    event.setdefault("card", card.id if card and card.id else None)
    if event.get("number") is None:
        event["number"] = card.number if card else None


def _fill_order(_: Table, event: PlainEvent) -> None:
    event.setdefault("order", None)


def _fill_start(_: Table, event: PlainEvent) -> None:
    for player in ("p1", "p2"):
        event[player] = {"deck": None, "egg_deck": None} | event[player]


_FILL = {
    "transferred": _fill_transfer,
    "flipped": _fill_flip,
    "revealed": _fill_showing,
    "looked_at": _fill_showing,
    "information_shown": _fill_showing,
    "declared": _fill_declaration,
    "shuffled": _fill_order,
    "reordered": _fill_order,
    "game_started": _fill_start,
}


_OF_UNITS = FIELD | {"link"}
"""Zones whose cards are those of a unit."""

_FROM_THE_TOP = ("draw", "hatch", "recover", "check")

_ALONE = frozenset({"rewound", "match_opened", "game_started", "disclosed"})
"""Kinds that are never part of a group."""


def _where(event: PlainEvent) -> str:
    return f"event {event['seq']} ({event['kind']})"
