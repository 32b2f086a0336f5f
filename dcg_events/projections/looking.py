"""Who may look at a card where it lies."""

from typing import Any, Final

from dcg_events.projections.table import Card, Table
from dcg_events.vocabulary.people import EVERYBODY, NOBODY, Audience

_IN_UNITS: Final = ("battle", "breeding", "link")


class Looks:
    """What the events of a group have in common, as far as one of them asked for it.

    Attributes:
        before: Who may look at the cards where they were, by seq.
        arriving: For each pile the transfers that put cards into it.
        private: For each pile whether some people know of cards put into it, and not all.
    """

    __slots__ = ("arriving", "before", "private")

    def __init__(self) -> None:
        self.before: dict[int, Audience] = {}
        self.arriving: dict[tuple[str, str | None], list[dict[str, Any]]] | None = None
        self.private: dict[tuple[str, str | None], bool] = {}

    def arriving_in(
        self, group: list[dict[str, Any]], pile: tuple[str, str | None]
    ) -> list[dict[str, Any]]:
        """Return the transfers of the group that put cards into a pile."""
        if self.arriving is None:
            self.arriving = {}
            for event in group:
                if event["kind"] == "transferred":
                    target = event["to"]
                    key = target["zone"], target.get("side")
                    self.arriving.setdefault(key, []).append(event)
        return self.arriving.get(pile, [])


def viewers_of(table: Table, card: Card, zone: str, side: str | None) -> Audience:
    """Return who may look at a card now, the judge aside.

    A hand is its player's (CR 4.0 §3-5-3). What lies face up is everybody's (§3-1-2-1-1, §3-7-4).
    A face-down card under a unit is its owner's (CR 4.2 §4-7-10). Deck, Digi-Egg deck and
    face-down security are nobody's, not even their owner's (CR 4.0 §3-1-2-2-1). A reveal or a
    look adds its viewers while it lasts.
    """
    viewers = _by_place(zone, side, card.owner, up=card.up)
    for showing in table.showings.values():
        if card.id and card.id in showing.cards:
            viewers |= showing.viewers
    return viewers


def hand_viewers(table: Table, side: str | None) -> Audience:
    """Return who may look at every card of a hand: its player, and who is being shown all of it.

    Who is shown a part of a hand cannot tell whether a card that leaves is of that part.
    """
    viewers: Audience = frozenset({side}) if side else NOBODY
    for showing in table.showings.values():
        if showing.zone == "hand" and showing.side == side and showing.whole:
            viewers |= showing.viewers
    return viewers


def viewers_on_arrival(event: dict[str, Any]) -> Audience:
    """Return who may look at a transferred card where it is put."""
    target = event["to"]
    up = event["facing"] == "up"
    return _by_place(target["zone"], target.get("side"), event["owner"], up=up)


def _by_place(zone: str, side: str | None, owner: str | None, *, up: bool) -> Audience:
    if zone == "hand":
        return frozenset({side}) if side else NOBODY
    if up:
        return EVERYBODY
    if zone in _IN_UNITS and owner:
        return frozenset({owner})
    return NOBODY
