"""Cards change places: all of a group leave, then all of it arrive (CR 4.0 §3-1-3-3).

Everything is looked up before anything changes, so a refused group leaves the table as it was.

Two kinds of passage hide which card took it:

- Out of a hand whose cards this log does not tell apart: of such a hand only the count is kept.
- By a sealed position of a pile (`among` says which positions it may be): the face-down cards of
  that pile get new placements afterwards, in every copy of the log alike, for the placements left
  over would tell which one is missing.
"""

from dataclasses import dataclass, field
from typing import Any, Final

from dcg_events.projections.locating import UNORDERED, cards_at, index_at, known, locate, refuse
from dcg_events.projections.table import UNSEEN, Card, Table, Unit

FIELD: Final = ("battle", "breeding")


def apply_transfer(table: Table, event: dict[str, Any]) -> None:
    """Carry out a transfer that is a group of its own.

    Raises:
        ImpossibleEventError: If it cannot have happened; the table is as before.
    """
    origin, target = event["from"], event["to"]
    if "among" in origin or "among" in target or origin["zone"] == "outside":
        apply_transfers(table, [event])
        return
    source = cards_at(table, origin, event)
    index = locate(table, source, origin, event)
    old = source[index]
    new = _placed(old, event)
    if target["zone"] in FIELD and "unit" not in target:
        unit = _founded(new, event)
        table.units[unit.id] = unit
        del source[index]
    else:
        goal = cards_at(table, target, event)
        at = index_at(target, len(goal) + (goal is not source), event)
        del source[index]
        goal.insert(at, new)
    if origin["zone"] == "hand":
        if not old[0] or known(event.get("was")) is None:
            source[:] = [UNSEEN] * len(source)
    elif "unit" in origin:
        _drop_if_empty(table, origin["unit"])
    if table.showings:
        _forget_shown(table, old.id)


@dataclass(slots=True)
class _Pile:
    """One list of cards that a group changes: what leaves it and what arrives.

    Attributes:
        cards: The list itself.
        leaving: Indices before the group.
        size: How many cards it will hold.
        arriving: Final position and card.
        awaiting: Cards whose final position is sealed, with the positions it may be.
        mixed: Whether a sealed position was passed through.
        blurred: Whether this log does not say which position.
        uncounted: Whether the cards left in a hand cannot be told apart any more.
    """

    cards: list[Card]
    leaving: set[int] = field(default_factory=set)
    size: int = 0
    arriving: dict[int, Card] = field(default_factory=dict)
    awaiting: list[tuple[tuple[int, int], Card]] = field(default_factory=list)
    mixed: bool = False
    blurred: bool = False
    uncounted: bool = False


class _Plan:
    """What a group of transfers will do, looked up on a table that has not changed yet."""

    def __init__(self, table: Table, events: list[dict[str, Any]]) -> None:
        self.table = table
        self.piles: dict[int, _Pile] = {}
        self.founded: dict[str, Unit] = {}
        self.left: list[tuple[dict[str, Any], str]] = []
        self.entered = 0
        moving = self._departures(events)
        self._count(events)
        for event in events:
            self._arrive(event, moving[event["seq"]])
        for event in events:
            self._await(event)

    def _pile(self, cards: list[Card]) -> _Pile:
        return self.piles.setdefault(id(cards), _Pile(cards))

    def _departures(self, events: list[dict[str, Any]]) -> dict[int, Card]:
        """Look up which card each transfer takes; the ones this log does not tell come last."""
        moving: dict[int, Card] = {}
        for event in sorted(events, key=_is_vague):
            origin = event["from"]
            if origin["zone"] == "outside" and known(event.get("was")) is None:
                self.entered += 1
                entering = Card("", known(event["number"]), event["owner"], up=True)
                moving[event["seq"]] = _placed(entering, event)
                continue
            pile = self._pile(cards_at(self.table, origin, event))
            index = locate(self.table, pile.cards, origin, event, pile.leaving)
            pile.leaving.add(index)
            old = pile.cards[index]
            if "among" in origin:
                pile.mixed = True
                pile.blurred |= type(origin.get("position")) is not int
            if origin["zone"] == "hand":
                pile.uncounted |= not old[0] or known(event.get("was")) is None
            self.left.append((origin, old.id))
            moving[event["seq"]] = _placed(old, event)
        return moving

    def _goal(self, event: dict[str, Any]) -> list[Card]:
        target = event["to"]
        if _founds(event):
            unit = self.founded.setdefault(str(event["seq"]), _founded(None, event))
            return unit.cards
        unit_id = target.get("unit")
        if unit_id in self.founded:
            unit = self.founded[unit_id]
            return unit.links if target["zone"] == "link" else unit.cards
        return cards_at(self.table, target, event)

    def _count(self, events: list[dict[str, Any]]) -> None:
        arrivals = [self._pile(self._goal(event)) for event in events]
        for pile in self.piles.values():
            pile.size = len(pile.cards) - len(pile.leaving)
        for pile in arrivals:
            pile.size += 1

    def _arrive(self, event: dict[str, Any], card: Card) -> None:
        pile, target = self._pile(self._goal(event)), event["to"]
        if "among" in target:
            pile.mixed = True
            first, last = target["among"]
            if not first <= last < pile.size:
                refuse(event, "its places do not exist", "let the recorder fill in `among`")
            if type(target.get("position")) is not int:
                pile.blurred = True
                pile.awaiting.append(((first, last), card))
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

    def _await(self, event: dict[str, Any]) -> None:
        """Give the cards with a sealed position the free places they may have."""
        pile = self._pile(self._goal(event))
        for (first, last), card in pile.awaiting:
            index = next((i for i in range(first, last + 1) if i not in pile.arriving), -1)
            if index < 0:
                refuse(event, "more cards arrive than its places hold", _AFTERWARDS)
            pile.arriving[index] = card
        pile.awaiting.clear()

    def carry_out(self, group: int) -> None:
        """Change the table. Nothing is refused from here on."""
        table = self.table
        table.units.update(self.founded)
        table.cards_in_game += self.entered
        for pile in self.piles.values():
            for index in sorted(pile.leaving, reverse=True):
                del pile.cards[index]
            for index, card in sorted(pile.arriving.items()):
                pile.cards.insert(index, card)
            if pile.uncounted:
                pile.cards[:] = [UNSEEN] * len(pile.cards)
        for origin, placement in self.left:
            if "unit" in origin:
                _drop_if_empty(table, origin["unit"])
            if table.showings:
                _forget_shown(table, placement)
        mixed = [pile for pile in self.piles.values() if pile.mixed]
        for pile in mixed:
            if pile.blurred:
                blur(table, pile.cards, 0, len(pile.cards))
        rename_hidden(table, [pile.cards for pile in mixed], group)


def apply_transfers(table: Table, events: list[dict[str, Any]]) -> None:
    """Carry out the transfers of a group at once.

    Raises:
        ImpossibleEventError: If one of them cannot have happened; the table is as before.
    """
    _Plan(table, events).carry_out(events[0]["group"])


def blur(table: Table, cards: list[Card], first: int, last: int) -> None:
    """Forget what the face-down cards of a stretch are: this log does not say where each is now."""
    for index in range(first, last):
        if not table.everyone_sees(cards[index]):
            cards[index] = Card(cards[index].id, None, None, up=False)


def rename_hidden(table: Table, piles: list[list[Card]], seq: int) -> None:
    """Give the face-down cards of some piles new placements, in the order in which they lie."""
    renamed: dict[str, str] = {}
    for pile in piles:
        for index, card in enumerate(pile):
            if not table.everyone_sees(card):
                renamed[card.id] = new = f"{seq}.{len(renamed)}"
                pile[index] = card._replace(id=new)
    for showing in table.showings.values():
        showing.cards = [renamed.get(card, card) if card else card for card in showing.cards]


def _is_vague(event: dict[str, Any]) -> bool:
    return known(event.get("was")) is None and type(event["from"].get("position")) is not int


def _founds(event: dict[str, Any]) -> bool:
    return event["to"]["zone"] in FIELD and "unit" not in event["to"]


def _founded(card: Card | None, event: dict[str, Any]) -> Unit:
    target = event["to"]
    if target.get("side") is None:
        refuse(event, "a unit is founded on nobody's side", "name the side in `to`")
    suspended = event.get("orientation") == "suspended"
    unit = Unit(str(event["seq"]), target["side"], target["zone"], suspended=suspended)
    if card is not None:
        unit.cards.append(card)
    return unit


def _placed(old: Card, event: dict[str, Any]) -> Card:
    """Make the new card that an old one becomes; nothing is carried over (CR 4.0 §3-1-3-1-2)."""
    number = event["number"]
    if number is not None:
        if number[0] == "~":
            number = None
        elif old[1] is not None and old[1] != number:
            problem = f"placement {old[0] or 'from the hand'} is another card than the event says"
            refuse(event, problem, "give the number that was recorded, or record a correction")
    return Card(str(event["seq"]), number, event["owner"], event["facing"] == "up")


def _drop_if_empty(table: Table, unit_id: str) -> None:
    unit = table.units.get(unit_id)
    if unit is not None and not unit.cards and not unit.links:
        del table.units[unit_id]


def _forget_shown(table: Table, placement: str) -> None:
    """Take a card that left out of what is being shown; a showing without cards is over."""
    for seq, showing in list(table.showings.items()):
        if showing.tracked and placement in showing.cards:
            index = showing.cards.index(placement)
            del showing.cards[index], showing.numbers[index]
            if not showing.cards:
                del table.showings[seq]


_AFTERWARDS: Final = "give the positions as they are after the whole group"
