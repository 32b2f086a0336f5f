"""The scribe's desk: whatever the referee's table does is written down in the same moment."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from dcg_events.recorder.recorder import Recorder
from tests.lawful.board import NOWHERE, Board, Card, Pile, Unit

Event = dict[str, Any]

HIDDEN: Final = ("deck", "egg_deck", "security")
POSITIONED: Final = ("deck", "egg_deck", "security", "trash", "battle", "breeding")
FIELD: Final = ("battle", "breeding")


@dataclass(slots=True)
class Step:
    """One card that changes places.

    Attributes:
        manner: How.
        card: Which; a token that enters comes from nowhere.
        goal: The pile it goes to.
        end: `top` or `bottom` of that pile; a hand has neither and takes it as the newest.
        up: How it lies then; None is by the rules of the place.
        founds: Whether the goal is the stack of a unit that it founds.
        fields: What else its event says.
    """

    manner: str
    card: Card
    goal: Pile
    end: str = "top"
    up: bool | None = None
    founds: bool = False
    fields: Event = field(default_factory=dict)

    @property
    def is_up(self) -> bool:
        """Whether the card lies face up afterwards (CR 4.0 §3-1-3-5)."""
        return self.goal.zone not in (*HIDDEN, "hand") if self.up is None else self.up


def counting_salt(seed: int) -> Callable[[], str]:
    """Return a source of salts that is the same for the same seed."""
    count = 0

    def salt() -> str:
        nonlocal count
        count += 1
        return hashlib.sha256(f"{seed}/{count}".encode()).hexdigest()[:32]

    return salt


class Desk:
    """Writes a match down while it is played.

    Attributes:
        recorder: Where it is written.
        board: The referee's table of the game under way.
        dice: All chance of the match.
        knows_all: Whether the log holds what only the referee knows; otherwise it is the record
            of a scribe at the table, who sees what everybody sees.
        shown: Cards that are being revealed to everybody.
        now: Seconds since the match began, or None if the log has no times.
    """

    def __init__(self, recorder: Recorder, dice: Random, *, knows_all: bool) -> None:
        self.recorder = recorder
        self.board = Board()
        self.dice = dice
        self.knows_all = knows_all
        self.shown: list[Card] = []
        self.now: int | None = dice.choice((None, 0))

    @property
    def path(self) -> Path:
        """The log."""
        return self.recorder.path

    @property
    def version(self) -> int:
        """The seq that the next event gets."""
        return self.recorder.version

    def record(self, *events: Event, by: str | None = None, cause: Event | None = None) -> int:
        """Write the events of one moment; return the seq of the first."""
        common: Event = {} if by is None else {"by": by}
        if cause is not None:
            common["cause"] = cause
        seq = self.version
        self.recorder.append_group([{**common, **event} for event in events], at=self._time())
        return seq

    def _time(self) -> str | None:
        if self.now is None:
            return None
        self.now += self.dice.choice((0, 0, 1, 2, 7))
        return f"2026-08-18T{10 + self.now // 3600:02}:{self.now // 60 % 60:02}:{self.now % 60:02}Z"

    def id(self, card: Card) -> str | None:
        """Return a card's placement as recorded, if the record tells it from the others."""
        pile, table = card.pile, self.recorder.draft.table
        if pile.zone == "no_area":
            cards = table.no_area
        elif pile.unit is not None:
            unit = table.units[pile.unit.id]
            cards = unit.links if pile.zone == "link" else unit.cards
        else:
            cards = table.sides[str(pile.side)][pile.zone]
        return cards[card.index].id or None

    def ids(self, cards: Iterable[Card]) -> list[str | None]:
        """Return the placements of some cards."""
        return [self.id(card) for card in cards]

    def is_public(self, card: Card) -> bool:
        """Tell whether everybody sees a card now."""
        return card.up or card in self.shown

    def new_unit(self, side: str, zone: str, step: int = 0) -> Unit:
        """Return the unit that a step of the next group founds."""
        return Unit(str(self.version + step), side, zone, self.board.turn)

    def move(self, steps: Sequence[Step], *, cause: Event, by: str | None = None) -> int:
        """Move cards, all at once, and write it down; return the seq of the first event.

        What arrives on top of a pile lies there in the order of the steps, the last one topmost;
        what arrives at the bottom, the last one lowest.
        """
        events = [self._leaving(step) for step in steps]
        for step in steps:
            if step.card.pile is not NOWHERE:
                step.card.pile.remove(step.card)
        for step in steps:
            self._arrive(step)
        for step, event in zip(steps, events, strict=True):
            event["to"] = self._target(step, steps)
        emptied = [unit for unit in self.board.units if not unit.cards]
        for unit in emptied:
            self.board.units.remove(unit)
        if not self.knows_all and all(_is_veiled(step) for step in steps):
            events.sort(key=lambda event: event["from"].get("position", 0))  # as a scribe sees it
        return self.record(*events, by=by, cause=cause)

    def _leaving(self, step: Step) -> Event:
        card, pile = step.card, step.card.pile
        event: Event = {"kind": "transferred", "manner": step.manner, "owner": card.owner}
        public = self.is_public(card) or step.is_up or bool(step.fields.get("revealed"))
        if public:
            event["number"] = card.number
        if step.up is not None:
            event["facing"] = "up" if step.up else "down"
        event |= step.fields
        if pile is NOWHERE:
            return event | {"from": {"zone": "outside", "side": card.owner}}
        event["from"] = dict(pile.place)
        seen = self.knows_all or pile.zone != "hand"
        if pile.zone in POSITIONED:
            event["from"]["position"] = card.index
            if event.pop("picked", False) and not self.knows_all and not card.up:
                event["from"] |= {"position": None, "among": _run(pile, card.index)}
                seen = False
        placement = self.id(card)
        if seen and placement is not None:
            event["was"] = placement
        return event

    def _arrive(self, step: Step) -> None:
        card, goal = step.card, step.goal
        if step.founds and goal.unit is not None:
            self.board.units.append(goal.unit)
        if step.end == "top" and goal.zone in POSITIONED:
            goal.insert(0, card)
        else:
            goal.append(card)
        card.pile, card.up = goal, step.is_up
        if card in self.shown:
            self.shown.remove(card)

    def _target(self, step: Step, steps: Sequence[Step]) -> Event:
        goal = step.goal
        place = dict(goal.place)
        if step.founds:
            del place["unit"]
        elif goal.zone in POSITIONED:
            place["position"] = step.card.index
            if _is_veiled(step) and not self.knows_all:
                places = [other.card.index for other in steps if other.goal is goal]
                place |= {"position": None, "among": [min(places), max(places)]}
        return place

    def shuffle(self, pile: Pile, cause: Event, by: str | None = None) -> None:
        """Shuffle a pile; what lies face up in it is turned down first (CR 4.2 §1-3-10)."""
        turned = [card for card in pile if card.up]
        if turned:
            for card in turned:
                card.up = False
            events = [
                {
                    "kind": "flipped",
                    "place": {**pile.place, "position": card.index},
                    "facing": "down",
                    "number": card.number,
                }
                for card in turned
            ]
            self.record(*events, cause=cause)
        self.dice.shuffle(pile)
        event: Event = {"kind": "shuffled", **pile.place}
        if self.knows_all:
            event["order"] = [card.number for card in pile]
        if self.dice.random() < 0.3 and by is not None:
            event["cut_by"] = "p2" if by == "p1" else "p1"
        self.record(event, by=by, cause=cause)

    def change_memory(self, by_own: int, player: str, reason: str, cause: Event) -> None:
        """Move the gauge by an amount on a player's side, as far as it goes (CR 4.2 §1-4-2-2)."""
        asked = by_own if player == "p1" else -by_own
        after = max(-10, min(10, self.board.memory + asked))
        if after != self.board.memory:
            self.board.memory = after
            event = {"kind": "memory_changed", "after": after, "asked": asked, "reason": reason}
            self.record(event, cause=cause)


def _is_veiled(step: Step) -> bool:
    """Tell whether a card is put down in an order that not everybody sees."""
    return "ordering" in step.fields and not step.fields["ordering"]["public"]


def _run(pile: Pile, index: int) -> list[int]:
    """Return the stretch of face-down cards around a position, which all look alike."""
    first = last = index
    while first > 0 and not pile[first - 1].up:
        first -= 1
    while last + 1 < len(pile) and not pile[last + 1].up:
        last += 1
    return [first, last]


def ordered(
    desk: Desk, steps: list[Step], chooser: str, *, public: bool, basis: str | None = "3-1-3-4"
) -> list[Step]:
    """Say of steps that somebody chose their order, which is the order in which they stand."""
    if len(steps) > 1:
        candidates = desk.ids(step.card for step in steps)
        for rank, step in enumerate(steps):
            known = public or desk.knows_all
            step.fields["ordering"] = {
                "chooser": chooser,
                "rank": rank if known else None,
                "public": public,
            }
            if basis is not None:
                step.fields["ordering"]["basis"] = basis
            if public:
                step.fields["ordering"]["candidates"] = candidates
    return steps
