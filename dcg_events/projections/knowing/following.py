"""Follow a match as one viewer reads it: the table, and what the viewer knows beyond it."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from dcg_events.projections.correcting import INSIDE, Corrections, corrects
from dcg_events.projections.course import course_of
from dcg_events.projections.fold import MALFORMED, Group, apply_group, malformed
from dcg_events.projections.knowing.counting import disbelieve, settle
from dcg_events.projections.knowing.lists import Registered, read_list, remember_lists
from dcg_events.projections.knowing.memory import KnownCard, Memory, Whereabouts
from dcg_events.projections.knowing.rewinds import Return
from dcg_events.projections.knowing.showing import REASONS, remember_sight, sight_of
from dcg_events.projections.knowing.transfers import Transfers
from dcg_events.projections.locating import cards_at, known, refuse
from dcg_events.projections.rewinding import Again
from dcg_events.projections.table import Card, Table
from dcg_events.vocabulary.people import Viewer


class Knowing:
    """A match so far, as one viewer reads it.

    A judge needs no memory: the table has all that the log says.

    Attributes:
        viewer: Who reads; the groups have to be that viewer's reading.
        table: The working table.
        memory: What the viewer knows of cards that lie hidden.
    """

    def __init__(
        self, viewer: Viewer, again: Again, corrections: Corrections | None = None
    ) -> None:
        """Begin before the first event.

        Args:
            viewer: Who reads.
            again: Begins the log anew.
            corrections: Corrections that stand in their places from the beginning; others are
                taken up where they were recorded.
        """
        self.viewer: Viewer = viewer
        self.table = Table()
        self.memory = Memory()
        self._again = again
        self._corrections = corrections or Corrections()
        self._lists: dict[str, Registered] = {}
        self._registered: dict[int, str] = {}
        self._returns: dict[int, Return] = {}
        self._targets: frozenset[int] = frozenset()

    def advance(self, group: Group, place: int | None = None) -> None:
        """Follow the events of one group, in the order of the log.

        Args:
            group: What happened.
            place: The seq at whose place it happened, if that is not its own.

        Raises:
            ImpossibleEventError: If an event cannot have happened, or a rewind leads nowhere.
        """
        try:
            self._advance(group, group[-1]["seq"] if place is None else place)
        except MALFORMED as error:
            raise malformed(group[0]) from error

    def _advance(self, group: Group, place: int) -> None:
        if group[0]["kind"] == "rewound":
            self._rewind(group[0])
        elif corrects(group) and not self._corrections.took(group):
            self._correct(group)
        else:
            transfers = [event for event in group if event["kind"] == "transferred"]
            if transfers:
                self._transfer(transfers)
            for event in group:
                if event["kind"] != "transferred":
                    self._happen(event)
            settle(self.memory, self.table)
        self.table.seq = place
        if self.table.seq in self._targets:
            self._returns[self.table.seq] = Return(self.table, self.memory)

    def _transfer(self, events: Sequence[dict[str, Any]]) -> None:
        if self.viewer == "judge":
            apply_group(self.table, events)
            return
        transfers = Transfers(self.table, events, self.viewer)
        returns = self._returns.values()
        for side in transfers.hands(left_unseen=True) if returns else ():
            for back in returns:
                back.join_hand(side, self.memory)
        for card, leaving in transfers.seen() if returns else ():
            for back in returns:
                back.see_leave(card, leaving)
        apply_group(self.table, events)
        news = transfers.depart(self.memory)
        for back in returns:
            back.follow(dict(transfers.same_card()))
            for side in transfers.hands(left_unseen=False):
                back.join_hand(side, self.memory)
        self._rename(transfers.arrive(self.memory, self.table))
        if news:
            disbelieve(self.memory, self.table)

    def _rename(self, moves: dict[str, Whereabouts]) -> None:
        """Follow cards to their new names for whoever is going to go back."""
        names = {old: next(iter(new)) if len(new) == 1 else None for old, new in moves.items()}
        for back in self._returns.values():
            back.follow(names)

    def _happen(self, event: dict[str, Any]) -> None:
        """Follow an event that is no transfer."""
        kind = event["kind"]
        before = self.pile(event) if kind in _MIXING else []
        apply_group(self.table, [event])
        if self.viewer == "judge":
            return
        if kind == "game_started":
            self._start_game(event)
        elif kind == "deck_registered":
            self._register(event)
        elif kind == "disclosed":
            self._disclose(event)
        elif kind in REASONS:
            self._see(event)
        elif kind in _MIXING:
            moves = _MIXING[kind](self, before, event)
            self.memory.follow(moves)
            self._rename(moves)

    def pile(self, event: dict[str, Any]) -> list[Card]:
        """Return the cards of the pile that an event is about; none of a hand."""
        return [] if event["zone"] == "hand" else cards_at(self.table, event, event)[:]

    def _see(self, event: dict[str, Any]) -> None:
        if event["kind"] == "flipped" and event["facing"] == "up":
            self._see_turned_up(event)
            return
        sight = sight_of(self.table, event)
        if sight is None:
            return
        if sight.places:
            for index, card in sight.cards():
                self._tell_returns(sight.places[index], card)
        if remember_sight(self.memory, sight):
            disbelieve(self.memory, self.table)

    def _see_turned_up(self, event: dict[str, Any]) -> None:
        """A card lies open now: it is on the table, and its number says which card it was."""
        number = known(event.get("number"))
        if number is None:
            return
        place = event["place"]
        here = cards_at(self.table, place, event)[place["position"]].id
        self._tell_returns(here, KnownCard(number, event["seq"], "was_public", "3-7-4"))
        news = self.memory.take(number, frozenset({here})) is None
        self.memory.vacate(frozenset({here}))
        if news:
            disbelieve(self.memory, self.table)

    def _tell_returns(self, place: str, card: KnownCard) -> None:
        for back in self._returns.values():
            back.learn(place, card)

    def _start_game(self, event: dict[str, Any]) -> None:
        for back in self._returns.values():
            back.go_elsewhere(Table(), self.memory)
        self.memory = Memory()
        remember_lists(self.memory, self.table, event, self._lists)

    def _register(self, event: dict[str, Any]) -> None:
        player = event["player"]
        self._lists[player] = read_list(event)
        others = {seq: other for seq, other in self._registered.items() if other != player}
        self._registered = {**others, event["seq"]: player}

    def _disclose(self, event: dict[str, Any]) -> None:
        """Learn what an earlier event hid: a card that still lies where that event put it."""
        lying = {
            card.id
            for side in self.table.sides.values()
            for zone, pile in side.items()
            if zone != "hand"
            for card in pile
            if not card.up
        }
        for unit in self.table.units.values():
            lying |= {card.id for card in (*unit.cards, *unit.links) if not card.up}
        news = False
        for item in event["opened"]:
            value, (of, field) = item.get("value"), self._standing(item)
            if value is None or of is None or (isinstance(value, str) and value[:1] == "~"):
                continue
            placed = {}
            if field == "number":
                placed = {str(of): value}
            elif field == "order" and isinstance(value, list):
                placed = {f"{of}.{index}": number for index, number in enumerate(value)}
            elif field in ("deck", "egg_deck") and of in self._registered:
                self._open_list(event["seq"], self._registered[of], field, value)
            for place, number in placed.items():
                if place in lying and isinstance(number, str):
                    card = KnownCard(number, event["seq"], "disclosed")
                    self._tell_returns(place, card)
                    news = not self.memory.learn(place, card) or news
        if news:
            disbelieve(self.memory, self.table)

    def _standing(self, item: dict[str, Any]) -> tuple[int | None, str]:
        """Return of which event that stands a value was disclosed; None if it was wrong."""
        seq, field = item["event"], item["field"]
        if field.startswith(INSIDE):
            return self._corrections.about(seq), field.removeprefix(INSIDE)
        return (None if self._corrections.replaces(seq) else seq), field

    def _open_list(self, seq: int, player: str, name: str, numbers: list[str]) -> None:
        """Note a list that was opened: it tells of the decks from the next game on."""
        listed = self._lists[player]
        self._lists[player] = Registered(seq, {**listed.decks, name: numbers})

    def _rewind(self, event: dict[str, Any]) -> None:
        target = event["to_seq"]
        if target >= event["seq"]:
            refuse(
                event, f"event {target} is not in the past", "rewind to the end of a group before"
            )
        if target not in self._targets:
            self._prepare_returns(event["seq"])
        back = self._returns.get(target)
        if back is None:
            problem = f"event {target} is not the last of its group"
            refuse(event, problem, "rewind to a group's end")
        for other in self._returns.values():
            other.go_elsewhere(back.table, self.memory)
        self.table = back.table.copy()
        self.memory = back.restore()
        if self.viewer == "judge":
            self.memory = Memory()

    def _prepare_returns(self, seq: int) -> None:
        """Read the log from the beginning, keeping what its rewinds lead back to.

        Where nothing is rewound nothing is kept, so a log with rewinds is read three times.
        """
        targets = {
            event["to_seq"]
            for group in self._again()
            for event in group
            if event["kind"] == "rewound"
        }
        self._go_through_anew(seq, self._corrections, frozenset(targets))

    def _correct(self, group: Group) -> None:
        """Know what follows from a right record: what a wrong one told was never seen."""
        first = group[0]["seq"]
        corrections = course_of(self._again(), first - 1).corrections
        corrections.note(group)
        self._go_through_anew(first, corrections, frozenset())

    def _go_through_anew(self, seq: int, corrections: Corrections, targets: frozenset[int]) -> None:
        anew = Knowing(self.viewer, self._again, corrections)
        anew._targets = targets
        for moment in corrections.moments(self._again()):
            if moment.place >= seq:
                break
            anew.advance(moment.group, moment.place)
        for name in _MEMORY:
            setattr(self, name, getattr(anew, name))


_MEMORY: Final = (
    "table",
    "memory",
    "_corrections",
    "_lists",
    "_registered",
    "_returns",
    "_targets",
)


def _shuffled(
    knowing: Knowing, before: list[Card], event: dict[str, Any]
) -> dict[str, Whereabouts]:
    """Whoever knew a card of the pile knows that it is in there, and not where."""
    for card in before:
        number = known(card.number)
        if card.up and number is not None:
            card_seen = KnownCard(number, event["seq"], "was_public", "3-7-4")
            knowing.memory.learn(card.id, card_seen)
    after = knowing.pile(event)
    return dict.fromkeys((card.id for card in before), frozenset(card.id for card in after))


def _reordered(
    knowing: Knowing, before: list[Card], event: dict[str, Any]
) -> dict[str, Whereabouts]:
    """Whoever knows the new order follows each card; whoever does not knows the stretch."""
    if event["zone"] == "hand":
        return {}
    after = knowing.pile(event)
    first, count, order = event.get("first") or 0, event["count"], event.get("order")
    if isinstance(order, list):
        source = [*range(first), *order, *range(first + count, len(before))]
        return {before[i].id: frozenset({card.id}) for i, card in zip(source, after, strict=True)}
    moves = {old.id: frozenset({new.id}) for old, new in zip(before, after, strict=True)}
    mixed = knowing.table.hidden(after, first, first + count)
    names = frozenset(after[index].id for index in mixed)
    return moves | {before[index].id: names for index in mixed}


_MIXING: Final[dict[str, Callable[..., dict[str, Whereabouts]]]] = {
    "shuffled": _shuffled,
    "reordered": _reordered,
}
