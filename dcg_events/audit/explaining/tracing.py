"""Which placement became which, as far as the reader of a log can tell.

Every transfer makes a new card of the rules (CR 4.0 §3-1-3-1); the copy of paper stays the same.
A reader follows it from placement to placement where the log says, or the table shows, which card
it was. Shuffles and hidden passages end that: only who knows the order, and the number of a card
that has no copy in the pile, can go on.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from dcg_events.errors import ImpossibleEventError
from dcg_events.projections.correcting import corrects
from dcg_events.projections.fold import MALFORMED, Group, apply_group, malformed
from dcg_events.projections.knowing.memory import HANDS, Memory
from dcg_events.projections.knowing.transfers import Departure, Transfers
from dcg_events.projections.locating import cards_at, known
from dcg_events.projections.rewinding import Again, advance
from dcg_events.projections.table import Card, Table
from dcg_events.vocabulary.people import Viewer

Lost: TypeAlias = Literal["shuffled", "hand", "unseen"]
"""How a reader loses sight of a card: mixed in a pile, among a hand, by a hidden passage."""

_HANDS: Final = frozenset(HANDS.values())


class Loss(NamedTuple):
    """Sight of a card is lost.

    Attributes:
        why: How.
        event: The seq of the event.
        among: How many cards it may be one of; None if that is not known.
        copies: How many of them have its number; None where the reader does not know.
    """

    why: Lost
    event: int
    among: int | None = None
    copies: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What became of placements at some events of one moment.

    Attributes:
        seq: The seq of the first of these events.
        taken: For each placement that surely left: the seq of its transfer, which names it.
        renamed: For each placement that got a new name where it lies: that name.
        lost: The placements that the reader cannot follow.
        cleared: Whether the table was emptied for a new game.
        back_to: Of a rewind: the seq that the game went back to.
    """

    seq: int
    taken: dict[str, int] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    lost: dict[str, Loss] = field(default_factory=dict)
    cleared: bool = False
    back_to: int | None = None


class Tracer:
    """A match so far, and what became of its placements.

    Attributes:
        table: The working table of the reader.
    """

    def __init__(self, viewer: Viewer, again: Again) -> None:
        self.table = Table()
        self._viewer: Viewer = viewer
        self._again = again

    def advance(self, group: Group) -> list[Step]:
        """Let a group happen, as ruled; return what became of placements, in order.

        Raises:
            ImpossibleEventError: If it cannot have happened.
        """
        event = group[0]
        if event["kind"] == "rewound":
            self.table = advance(self.table, group, self._again)
            return [Step(event["seq"], back_to=event["to_seq"])]
        if corrects(group):  # which placements are others now, the record before it does not say
            self.table = advance(self.table, group, self._again)
            return []
        try:
            return list(self._steps(group))
        except MALFORMED as error:
            raise malformed(event) from error

    def _steps(self, group: Group) -> Iterator[Step]:
        transfers = [event for event in group if event["kind"] == "transferred"]
        if transfers:
            yield self._carry(transfers)
        for event in group:
            kind = event["kind"]
            if kind in ("shuffled", "reordered"):
                pile = cards_at(self.table, event, event)
                before = pile[:]
                apply_group(self.table, [event])
                mixed = _shuffled if kind == "shuffled" else _reordered
                yield mixed(self.table, before, pile, event)
            elif kind != "transferred":
                apply_group(self.table, [event])
                if kind == "game_started":
                    yield Step(event["seq"], cleared=True)
        self.table.seq = group[-1]["seq"]

    def _carry(self, events: Sequence[dict[str, Any]]) -> Step:
        """Carry out transfers: who surely left is known by the transfer's seq from then on."""
        transfers = Transfers(self.table, events, self._viewer)
        step = Step(events[0]["seq"])
        for leaving in transfers.departures:
            seq = leaving.event["seq"]
            names, told = self._origins(leaving)
            for name in names:
                if told:
                    step.taken[name] = seq
                    step.lost.pop(name, None)
                elif name not in step.taken:
                    why: Lost = "hand" if leaving.event["from"]["zone"] == "hand" else "unseen"
                    step.lost[name] = Loss(why, seq, len(names))
        apply_group(self.table, events)
        moves = transfers.arrive(Memory(), self.table)
        shared = Counter(next(iter(new)) for new in moves.values() if len(new) == 1)
        for name, new in moves.items():
            if name in step.taken or name in step.lost or not new.isdisjoint(_HANDS):
                continue
            goal = next(iter(new)) if len(new) == 1 else None
            if goal is None or shared[goal] > 1:
                event = int(name) if name.isdigit() and int(name) >= step.seq else step.seq
                step.lost[name] = Loss("unseen", event, len(new) or None)
            elif goal != name:
                step.renamed[name] = goal
        return step

    def _origins(self, leaving: Departure) -> tuple[frozenset[str], bool]:
        """Return the placements of which one left, and whether the reader can tell which."""
        origin = leaving.event["from"]
        if origin["zone"] != "hand":
            return leaving.origins, leaving.told or len(leaving.origins) == 1
        was = known(leaving.event["was"])
        if was is not None:
            return frozenset({was}), True
        hand = self.table.sides[origin["side"]]["hand"]
        return frozenset(card.id for card in hand if card.id), False


def _shuffled(_: Table, before: list[Card], after: list[Card], event: dict[str, Any]) -> Step:
    """Follow a card through a shuffle by its number, where no other card of the pile has it."""
    step = Step(event["seq"])
    numbers, order = [card.number for card in before], [card.number for card in after]
    told = None not in numbers and sorted(map(str, numbers)) == sorted(map(str, order))
    for card in before:
        if not card.id:
            continue
        copies = numbers.count(card.number) if told else None
        if copies == 1 or len(before) == 1:
            step.renamed[card.id] = after[order.index(card.number) if told else 0].id
        else:
            step.lost[card.id] = Loss("shuffled", event["seq"], len(before), copies)
    return step


def _reordered(table: Table, before: list[Card], after: list[Card], event: dict[str, Any]) -> Step:
    """Follow each card if the order is known; else those that everybody sees, or that stay."""
    step = Step(event["seq"])
    first, count, order = event.get("first") or 0, event["count"], event.get("order")
    source = list(range(len(before)))
    mixed: Iterable[int] = ()
    if isinstance(order, list):
        source[first : first + count] = order
    elif event["zone"] == "hand":
        mixed = range(len(before))
    else:
        mixed = table.hidden(after, first, first + count)
    unknown = set(mixed) if len(list(mixed)) > 1 else set()
    for new, old in enumerate(source):
        name = before[old].id
        if name and new in unknown:
            step.lost[name] = Loss("shuffled", event["seq"], len(unknown))
        elif name and after[new].id not in ("", name):
            step.renamed[name] = after[new].id
    return step


@dataclass(slots=True)
class Ancestry:
    """All placements of a log, and which one each of them was before.

    Attributes:
        before: For each placement the one that the same card had before, if the reader can tell.
        names: Every placement that there was.
    """

    before: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)

    def first(self, name: str) -> str:
        """Return the first placement of a card that the reader can follow back to."""
        while name in self.before:
            name = self.before[name]
        return name

    def note(self, group: Group, steps: Iterable[Step], table: Table) -> None:
        """Take in a group that has happened."""
        for event in group:
            if event["kind"] == "transferred":
                self.names.add(str(event["seq"]))
        for step in steps:
            if step.cleared or step.lost or step.renamed:
                self.names.update(_names_on(table))
            links = {str(seq): old for old, seq in step.taken.items()}
            self.before |= links
            self.before |= {new: old for old, new in step.renamed.items()}


def ancestry(viewer: Viewer, again: Again) -> Ancestry:
    """Read a log once for what its placements were before, up to an impossible event."""
    found, tracer = Ancestry(), Tracer(viewer, again)
    for group in again():
        try:
            steps = tracer.advance(group)
        except ImpossibleEventError:
            break
        found.note(group, steps, tracer.table)
    return found


def _names_on(table: Table) -> Iterator[str]:
    """Yield the placements of all piles; a card of a unit or no area is named by its transfer."""
    for piles in table.sides.values():
        for cards in piles.values():
            yield from (card.id for card in cards if card.id)
