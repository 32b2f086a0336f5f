"""What a viewer knows beyond what may be looked at, and why: computed from that viewer's reading.

The table view says what a viewer may look at now, the known view what that viewer has lawfully
learned so far and cannot look at any more. Neither repeats the other, and no field mixes them.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any, cast

from dcg_events.errors import UsageError
from dcg_events.log.trusting import trusted_form
from dcg_events.projections.correcting import Moment
from dcg_events.projections.knowing.counting import room
from dcg_events.projections.knowing.following import Knowing
from dcg_events.projections.knowing.memory import HANDS, KnownCard, Memory, Whereabouts
from dcg_events.projections.knowing.places import Atlas, Part
from dcg_events.projections.table import Card, Table
from dcg_events.views.known_shape import (
    ContentsView,
    KnownItemView,
    KnownPlaceView,
    KnownView,
)
from dcg_events.views.matchlog import MatchLog
from dcg_events.vocabulary.people import PLAYERS, Player, Viewer

_WITH_CONTENTS = ("deck", "egg_deck", "security", "hand")


def known(match: MatchLog, at: int | None = None) -> KnownView:
    """Return what the match's viewer knows after event `at`, or after the last one.

    Raises:
        UsageError: If there is no such event, or it is not the last of its group.
        LogDamagedError: At the first damage.
    """
    with trusted_form(match.source):
        return _known(match, at)


def _known(match: MatchLog, at: int | None) -> KnownView:
    last = None
    for last in _follow(match):
        moment = last[0]
        if at is not None and (moment.place > at or (moment.place == at and moment.ends)):
            break
    if last is None:
        raise UsageError(str(match.source), "it holds no event", "record something first")
    _, knowing, head = last
    seq = knowing.table.seq
    if at is not None and seq != at:
        problem = "no group ends there" if seq > at else "the log ends before it"
        raise UsageError(
            f"{match.source}, event {at}", problem, f"choose the end of a group, such as {seq}"
        )
    return known_view(knowing, head)


def known_after_each(match: MatchLog) -> Iterator[KnownView]:
    """Yield what the match's viewer knows after every group.

    Raises:
        LogDamagedError: At the first damage.
        ImpossibleEventError: At an event that cannot have happened.
    """
    with trusted_form(match.source):
        for _, knowing, head in _follow(match):
            yield known_view(knowing, head)


def _follow(match: MatchLog) -> Iterator[tuple[Moment, Knowing, str]]:
    reading = match.reading()
    course = reading.course()
    knowing = Knowing(match.viewer, reading.again, course.corrections)
    for moment, head in reading.all_moments(course):
        knowing.advance(moment.group, moment.place)
        if reading.shows(moment, course):
            yield moment, knowing, head


def known_view(knowing: Knowing, head: str) -> KnownView:
    """Return what is known at a moment of a match. The result is the caller's own."""
    table = knowing.table
    atlas = Atlas(table)
    memory = _recorded(atlas) if knowing.viewer == "judge" else knowing.memory
    shown = [
        (places, cards)
        for places, cards in memory.held.items()
        if not _on_the_table(atlas, places, knowing.viewer)
    ]
    shown.sort(key=lambda item: atlas.order(item[0]))
    return {
        "seq": table.seq,
        "head": head,
        "viewer": knowing.viewer,
        "game": table.game,
        "items": [_item(table, atlas, places, cards) for places, cards in shown],
        "contents": list(_contents(atlas, memory, knowing.viewer)),
    }


def _recorded(atlas: Atlas) -> Memory:
    """Return what the judge knows: every hidden card that the log names, where it lies."""
    memory = Memory()
    for zone, side, _, cards in atlas.piles:
        for card in cards:
            if card.number is not None and not card.up:
                place = HANDS[side] if zone == "hand" and side else card.id
                since = int(card.id.split(".")[0])
                memory.add(frozenset({place}), KnownCard(card.number, since, "recorded"))
    return memory


def _on_the_table(atlas: Atlas, places: Whereabouts, viewer: Viewer) -> bool:
    """Tell whether the table view shows a viewer the cards of some places."""
    own = HANDS.get(viewer)
    if own in places:
        hand = atlas.table.sides[viewer]["hand"]
        return len(places) == 1 and all(card.number is not None for card in hand)
    if len(places) > 1:
        return False
    unit, card = atlas.card(next(iter(places)))
    return unit is not None and card is not None and card.owner == viewer


def _item(table: Table, atlas: Atlas, places: Whereabouts, cards: list[KnownCard]) -> KnownItemView:
    size = room(table, places)
    how: Any = "exact" if size == 1 else "all" if size == len(cards) else "some"
    return {
        "cards": [
            {
                "number": card.number,
                "since": card.since,
                "why": card.why,
                "clause": card.clause,
                "undone": card.undone,
            }
            for card in cards
        ],
        "where": [_place(part, size, len(cards)) for part in atlas.parts(places)],
        "how": how,
    }


def _place(part: Part, size: int, cards: int) -> KnownPlaceView:
    """Write a part of `size` places where some cards are: as many as the rest cannot hold."""
    place: dict[str, Any] = {"zone": part.zone, "side": part.side}
    if part.unit is not None:
        place["unit"] = part.unit
    if part.first is not None:
        place |= {"first": part.first, "last": part.last}
    place |= {"count": part.size, "least": max(0, cards - (size - part.size))}
    return cast("KnownPlaceView", place)


def _contents(atlas: Atlas, memory: Memory, viewer: Viewer) -> Iterator[ContentsView]:
    """Yield for each side the piles, alone or else together, of which everything is known."""
    for side in PLAYERS:
        piles = {
            zone: _face_down(zone, side, atlas.table.sides[side][zone])
            for zone in _WITH_CONTENTS
            if (zone, side) != ("hand", viewer)
        }
        rooms = {zone: room(atlas.table, places) for zone, places in piles.items() if places}
        rooms = {zone: size for zone, size in rooms.items() if size}
        told: set[str] = set()
        for number in range(1, len(rooms) + 1):
            for zones in combinations(rooms, number):
                here = frozenset[str]().union(*(piles[zone] for zone in zones))
                inside = [c for where, cards in memory.held.items() if where <= here for c in cards]
                size = sum(rooms[zone] for zone in zones)
                if told.isdisjoint(zones) and len(inside) == size:
                    told |= set(zones)
                    yield _content(atlas, side, here, inside)


def _content(
    atlas: Atlas, side: Player, places: Whereabouts, cards: list[KnownCard]
) -> ContentsView:
    numbers = sorted(Counter(card.number for card in cards).items())
    return {
        "side": side,
        "where": [_place(part, len(cards), len(cards)) for part in atlas.parts(places)],
        "cards": [{"number": number, "count": count} for number, count in numbers],
    }


def _face_down(zone: str, side: str, cards: list[Card]) -> Whereabouts:
    if zone == "hand":
        return frozenset({HANDS[side]})
    return frozenset(card.id for card in cards if not card.up)
