"""Cards change places: all of a group leave, then all of it arrive (CR 4.0 §3-1-3-3).

Everything is looked up before anything changes, so a refused group leaves the table as it was.

Two kinds of passage hide which card took it:

- Out of a hand whose cards this log does not tell apart: of such a hand only the count is kept.
- By a sealed position of a pile (`among` says which positions it may be): the face-down cards of
  that pile get new placements afterwards, in every copy of the log alike, for the placements left
  over would tell which one is missing.
"""

from collections.abc import Sequence
from typing import Any, Final

from dcg_events.projections.locating import (
    UNORDERED,
    area,
    cards_at,
    index_at,
    known,
    locate,
    refuse,
)
from dcg_events.projections.mixing import lose_sight, mix, rename_hidden
from dcg_events.projections.placing import is_vague, placed
from dcg_events.projections.stretches import carry_stretch
from dcg_events.projections.table import UNSEEN, Card, Table, Unit
from dcg_events.vocabulary.places import FIELD, PILED


def apply_transfer(table: Table, event: dict[str, Any]) -> None:  # noqa: C901, PLR0912
    """Carry out a transfer that is a group of its own.

    The innermost step of every fold, so it stays in one piece: the reason for the noqa.

    Raises:
        ImpossibleEventError: If it cannot have happened; the table is as before.
    """
    origin, target = event["from"], event["to"]
    if "among" in origin or "among" in target or origin["zone"] == "outside":
        apply_transfers(table, [event])
        return
    zone = origin["zone"]
    source = table.sides[origin["side"]][zone] if zone in PILED else cards_at(table, origin, event)
    index, was = origin.get("position"), event["was"]
    if was is not None and was[0] == "~":
        was = None
    if index is None and was is None and zone == "hand" and source:
        index = len(source) - 1  # any of them, until the hand is counted anew below
    elif (
        type(index) is not int
        or not 0 <= index < len(source)
        or (was is not None and source[index][0] != was)
    ):
        index = locate(table, source, origin, event)
    old = source[index]
    goal_zone = target["zone"]
    number = event["number"]
    if goal_zone == "hand" and number is not None and number[0] == "~":
        new = UNSEEN  # as `placed` does, here and below, without the call
    elif number is not None and (number == old[1] or old[1] is None) and number[0] != "~":
        new = Card((str(event["seq"]), number, event["owner"], event["facing"] == "up"))
    else:
        new = placed(old, event)
    unit = None
    if goal_zone in PILED:
        goal = table.sides[target["side"]][goal_zone]
    elif goal_zone in FIELD and "unit" not in target:
        unit = _founded(event)
        goal = unit.cards
    else:
        goal = cards_at(table, target, event)
    at = target.get("position")
    if at is None and goal_zone in UNORDERED:
        at = len(goal) - (goal is source)
    elif at or (at is None and goal):
        at = index_at(target, len(goal) + (goal is not source), event)
    del source[index]
    goal.insert(at or 0, new)
    if unit is not None:
        table.units[unit.id] = unit
    if zone == "hand":
        if was is None or not old[0]:
            source[:] = [UNSEEN] * len(source)
    elif "unit" in origin:
        _drop_if_empty(table, origin["unit"])
    if table.showings:
        table.forget_shown(old[0])
        table.show_no_more_of(target)


class _Pile:
    """One list of cards that a group changes: what leaves it and what arrives.

    Attributes:
        cards: The list itself.
        size: How many cards it will hold.
        leaving: Indices before the group.
        arriving: Final position and card.
        place: Its name, where a sealed position was passed through; empty otherwise.
        left: First and last position between which a card left, before the group, and whether
            this log says which.
        arrived: Likewise where a card arrived, after the group.
        awaiting: Cards whose final position this log does not say, with those it may be.
        uncounted: Whether the cards left in a hand cannot be told apart any more.
    """

    awaiting: Sequence[tuple[tuple[int, int], Card]] = ()
    left: Sequence[tuple[int, int, bool]] = ()
    arrived: Sequence[tuple[int, int, bool]] = ()
    place = ""
    uncounted = False

    def __init__(self, cards: list[Card]) -> None:
        self.cards = cards
        self.size = len(cards)
        self.leaving: set[int] = set()
        self.arriving: dict[int, Card] = {}


class _Plan:
    """What a group of transfers will do, looked up on a table that has not changed yet."""

    def __init__(self, table: Table, events: list[dict[str, Any]]) -> None:
        self.table = table
        self.piles: dict[int, _Pile] = {}
        self.founded: dict[str, Unit] = {}
        self.left: list[tuple[dict[str, Any], str]] = []
        self.passages: list[tuple[_Pile, int, int, bool]] = []
        self.entered = 0
        self.targets = [event["to"] for event in events]
        told_first = sorted(events, key=is_vague) if any(map(is_vague, events)) else events
        cards = {event["seq"]: self._depart(event) for event in told_first}
        goals = [self._goal(event) for event in events]
        for event, goal in zip(events, goals, strict=True):
            self._arrive(event, goal, cards[event["seq"]])
        for pile in self.piles.values():
            if pile.awaiting:
                _seat(pile, events)

    def _pile(self, cards: list[Card]) -> _Pile:
        pile = self.piles.get(id(cards))
        if pile is None:
            pile = self.piles[id(cards)] = _Pile(cards)
        return pile

    def _depart(self, event: dict[str, Any]) -> Card:
        """Look up which card a transfer takes, and make the new card that it becomes."""
        origin = event["from"]
        if origin["zone"] == "outside" and known(event["was"]) is None:
            self.entered += 1
            return placed(Card(("", known(event["number"]), event["owner"], True)), event)
        pile = self._pile(cards_at(self.table, origin, event))
        index = locate(self.table, pile.cards, origin, event, pile.leaving)
        pile.leaving.add(index)
        pile.size -= 1
        old = pile.cards[index]
        if "among" in origin:
            first, last = origin["among"]
            if not first <= last < len(pile.cards):
                refuse(event, "its places do not exist", _FILLED_IN)
            told = type(origin.get("position")) is int
            pile.place = pile.place or area(origin)
            pile.left = [*pile.left, (first, last, told)]
            self.passages.append((pile, first, last, origin.get("position") is None))
        if origin["zone"] == "hand" and (not old[0] or known(event["was"]) is None):
            pile.uncounted = True
        self.left.append((origin, old[0]))
        return placed(old, event)

    def _goal(self, event: dict[str, Any]) -> _Pile:
        """Find the list that a card arrives in, and make room for it."""
        target = event["to"]
        if _founds(event):
            unit = self.founded[str(event["seq"])] = _founded(event)
            pile = self._pile(unit.cards)
        elif target.get("unit") in self.founded:
            unit = self.founded[target["unit"]]
            pile = self._pile(unit.links if target["zone"] == "link" else unit.cards)
        else:
            pile = self._pile(cards_at(self.table, target, event))
        pile.size += 1
        return pile

    def _arrive(self, event: dict[str, Any], pile: _Pile, card: Card) -> None:
        target = event["to"]
        if "among" in target:
            pile.place = pile.place or area(target)
            first, last = target["among"]
            told = type(target.get("position")) is int
            pile.arrived = [*pile.arrived, (first, last, told)]
            if not first <= last < pile.size:
                refuse(event, "its places do not exist", _FILLED_IN)
            if not told:
                pile.awaiting = [*pile.awaiting, ((first, last), card)]
                return
        if _founds(event):
            index = 0
        elif target.get("position") is None and target["zone"] in UNORDERED:
            kept = len(pile.cards) - len(pile.leaving)
            index = next(i for i in range(kept, pile.size) if i not in pile.arriving)
        else:
            index = index_at(target, pile.size, event)
        if index in pile.arriving:
            refuse(event, "another card of the group is put in the same place", _AFTERWARDS)
        pile.arriving[index] = card

    def carry_out(self, seq: int) -> None:
        """Change the table. Nothing is refused from here on."""
        table = self.table
        table.units.update(self.founded)
        table.cards_in_game += self.entered
        for pile, first, last, unknown in self.passages:
            lose_sight(table, pile.cards[first : last + 1], unknown=unknown)
        for pile in self.piles.values():
            for first, last, told in dict.fromkeys(pile.left):
                mix(table, pile.cards, first, last + 1, told=told)
            for index in sorted(pile.leaving, reverse=True):
                del pile.cards[index]
            for index, card in sorted(pile.arriving.items()):
                pile.cards.insert(index, card)
            if pile.uncounted:
                pile.cards[:] = [UNSEEN] * len(pile.cards)
        for origin, _ in self.left:
            if "unit" in origin:
                _drop_if_empty(table, origin["unit"])
        if table.showings:
            self._end_showings()
        # in an order that every copy of the log finds alike, whatever it knows
        mixed = sorted((p for p in self.piles.values() if p.place), key=lambda pile: pile.place)
        for pile in mixed:
            for first, last, told in dict.fromkeys(pile.arrived):
                mix(table, pile.cards, first, last + 1, told=told)
        rename_hidden(table, [pile.cards for pile in mixed], seq)

    def _end_showings(self) -> None:
        for _, placement in self.left:
            self.table.forget_shown(placement)
        for target in self.targets:
            self.table.show_no_more_of(target)


def _seat(pile: _Pile, events: list[dict[str, Any]]) -> None:
    """Give the cards with a sealed position the free places that they may have.

    Those whose stretch ends first choose first, so that all find a place if there is a way.
    """
    for (first, last), card in sorted(pile.awaiting, key=_end_of_stretch):
        index = next((i for i in range(first, last + 1) if i not in pile.arriving), -1)
        if index < 0:
            refuse(events[0], "more cards arrive than its places hold", _AFTERWARDS)
        pile.arriving[index] = card


def _end_of_stretch(awaiting: tuple[tuple[int, int], Card]) -> int:
    return awaiting[0][1]


def apply_transfers(table: Table, events: list[dict[str, Any]]) -> None:
    """Carry out the transfers of a group at once.

    Raises:
        ImpossibleEventError: If one of them cannot have happened; the table is as before.
    """
    if not carry_stretch(table, events):
        _Plan(table, events).carry_out(events[0]["seq"])


def _founds(event: dict[str, Any]) -> bool:
    return event["to"]["zone"] in FIELD and "unit" not in event["to"]


def _founded(event: dict[str, Any]) -> Unit:
    target = event["to"]
    if target.get("side") is None:
        refuse(event, "a unit is founded on nobody's side", "name the side in `to`")
    suspended = event.get("orientation") == "suspended"
    return Unit(str(event["seq"]), target["side"], target["zone"], suspended=suspended)


def _drop_if_empty(table: Table, unit_id: str) -> None:
    unit = table.units.get(unit_id)
    if unit is not None and not unit.cards and not unit.links:
        del table.units[unit_id]


_FILLED_IN: Final = "let the recorder fill in `among`"
_AFTERWARDS: Final = "give the positions as they are after the whole group"
