"""Random possible matches: not lawful ones, only such that could lie on a table.

A match is grown step by step from a seed, so that the match of fewer steps is a prefix of the
same match: a failure shrinks to the shortest prefix that shows it.

Several worlds can be grown at once for one viewer. What that viewer can see is decided alike in
all of them, what is hidden from the viewer is decided in each by itself. So whatever differs in
the viewer's copies, apart from the numbers of cards, is a leak.
"""

import itertools
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeAlias, TypeVar

from dcg_events.errors import EventError, ImpossibleEventError
from dcg_events.events.codec import PlainEvent
from dcg_events.projections.table import Card, Table
from dcg_events.recorder.recorder import Recorder

T = TypeVar("T")
Group: TypeAlias = list[PlainEvent]
Move: TypeAlias = Callable[["World"], Group]

SIDES = ("p1", "p2")
PILES = ("deck", "egg_deck", "hand", "security", "trash", "outside")
HIDDEN = ("deck", "egg_deck", "security")
NO_EFFECTS = ("game_started", "rewound", "disclosed", "record_corrected")
ALL = frozenset({"p1", "p2", "spectator"})


def counting_salt() -> Callable[[], str]:
    """Return a source of salts that are the same in every run."""
    count = itertools.count()
    return lambda: f"{next(count):032x}"


class World:
    """One match being recorded, and what a move needs to choose what happens next.

    Attributes:
        name: Prefix of its card numbers.
        viewer: For whom several worlds look alike; None if there is only one.
        table: The table as it stands.
        dice: Decides what everybody sees.
        given: The groups as they were handed to the recorder.
        knows: Whose deck orders the recorder is told.
    """

    def __init__(self, path: Path, seed: int, *, name: str = "A", viewer: str | None = None):
        self.name = name
        self.viewer = viewer
        self.given: list[Group] = []
        self.seed = seed
        self.dice = Random(seed)  # noqa: S311 - a test wants the same match twice
        self._hidden = self.dice
        self.notes = self.dice.random() < 0.3
        self.knows = self.dice.choice((("p1", "p2"), ("p1", "p2"), ("p1",), ("p2",), ()))
        self._hidden = Random(f"{seed}/{name}")  # noqa: S311
        names = {"p1": "Aiko", "p2": "Ben"}
        self.recorder = Recorder.create(
            path,
            **names,
            players={
                side: {"name": player, "account": player + "x" * self._hidden.randint(1, 9)}
                for side, player in names.items()
            },
            durability="none",
            recorder_notes=self.notes,
            rules={"edition": "4.0", "language": "ja" if seed % 2 else "en"},
            salt=counting_salt(),
        )
        self.given.append([])
        self.table = self.recorder.table

    def begin_step(self, step: int) -> None:
        """Set the dice for a step."""
        self.table = self.recorder.table
        self.dice = Random(f"{self.seed}/{step}")  # noqa: S311
        self._hidden = Random(f"{self.seed}/{step}/{self.name}")  # noqa: S311

    def secret(self, audience: Iterable[str]) -> Random:
        """Return the dice for a choice that only an audience sees."""
        shared = self.viewer is None or self.viewer == "judge" or self.viewer in audience
        return self.dice if shared else self._hidden

    def record(self, group: Group) -> None:
        """Hand a group to the recorder; a correction may turn out to be impossible."""
        try:
            self.recorder.append_group(group)
        except (EventError, ImpossibleEventError):
            if self.viewer is not None or group[0]["kind"] != "record_corrected":
                raise
            return
        self.given.append(group)
        self.table = self.recorder.table

    # what lies where

    def pile(self, side: str, zone: str) -> list[Card]:
        return self.table.sides[side][zone]

    def lookers(self, card: Card, zone: str, side: str | None) -> frozenset[str]:
        """Say who may look at a card, by the rulebook."""
        seeing: set[str] = set()
        if zone == "hand":
            seeing = {side or ""}
        elif card.up:
            seeing = set(ALL)
        elif zone in ("battle", "breeding", "link"):
            seeing = {card.owner} if card.owner else set()
        for showing in self.table.showings.values():
            if card.id and card.id in showing.cards:
                seeing |= showing.viewers
        return frozenset(seeing)

    def give_reason(self, group: Group) -> None:
        """Let an effect of a card in somebody's hand be the cause, now and then."""
        if self.dice.random() < 0.9 or any("cause" in event for event in group):
            return
        side = self.dice.choice(SIDES)
        hand = [card.id for card in self.pile(side, "hand") if card.id]
        if hand and group[0]["kind"] not in NO_EFFECTS:
            source = self.secret({side}).choice(hand)
            for event in group:
                event["cause"] = {"kind": "effect", "source": source, "player": side}

    def some(self, items: Sequence[T], most: int = 4, least: int = 1) -> list[T]:
        """Choose some of public things, in their order."""
        count = min(len(items), self.dice.randint(least, most))
        chosen = sorted(self.dice.sample(range(len(items)), count))
        return [items[index] for index in chosen]

    def from_hand(self, side: str, count: int) -> list[dict[str, Any]]:
        """Let a player choose cards from the hand: the parts of a transfer that say which."""
        hand = self.pile(side, "hand")
        count = min(count, len(hand))
        chosen = self.secret({side}).sample(hand, count)
        vague = self.dice.random() < 0.1 or any(not card.id for card in hand)
        return [
            {"from": {"zone": "hand", "side": side}} | ({} if vague else {"was": card.id})
            for card in chosen
        ]

    def from_pile(self, side: str, zone: str, count: int) -> list[dict[str, Any]]:
        """Choose cards of a pile: publicly, or by who looks at some of them."""
        if zone == "hand":
            return self.from_hand(side, count)
        cards = self.pile(side, zone)
        count = min(count, len(cards))
        looks = [s for s in self.table.showings.values() if self._is_private(s, side, zone)]
        if zone in HIDDEN and looks and self.dice.random() < 0.7:
            look = self.dice.choice(looks)
            seen = [index for index, card in enumerate(cards) if card.id in look.cards]
            indices = self._looked_for(cards, seen, count, zone, side)
        else:
            free = [
                i
                for i, card in enumerate(cards)
                if zone not in HIDDEN or self.lookers(card, zone, side) in (ALL, frozenset())
            ]
            top = self.dice.random() < 0.5
            count = min(count, len(free))
            indices = free[:count] if top else self.dice.sample(free, count)
        if zone == "outside":  # without `was` it would be a token that enters
            return [{"from": {"zone": zone, "side": side}, "was": cards[i].id} for i in indices]
        return [{"from": {"zone": zone, "side": side, "position": index}} for index in indices]

    def _looked_for(
        self, cards: Sequence[Card], seen: list[int], count: int, zone: str, side: str
    ) -> list[int]:
        """Choose among cards that somebody looks at.

        How many come from each stretch of them is public: a card that all see lies between.
        """
        lookers = {index: self.lookers(cards[index], zone, side) for index in seen}
        stretches: list[list[int]] = []
        for index in seen:
            last = stretches[-1] if stretches else []
            if last and last[-1] == index - 1 and lookers[last[-1]] == lookers[index]:
                last.append(index)
            else:
                stretches.append([index])
        audience = frozenset[str]().union(*lookers.values())
        counted = self.dice.sample(seen, min(count, len(seen)))
        chosen: list[int] = []
        for stretch in stretches:
            chosen += self.secret(audience).sample(stretch, len({*stretch}.intersection(counted)))
        self.secret(audience).shuffle(chosen)
        return chosen

    def _is_private(self, showing: Any, side: str, zone: str) -> bool:
        return (
            showing.zone == zone
            and showing.side == side
            and 0 < len(showing.viewers) < 3
            and any(card.id in showing.cards for card in self.pile(side, zone))
        )

    def from_unit(self, unit_id: str, *, links: bool = False) -> list[dict[str, Any]]:
        """Say where each card of a unit leaves, top first."""
        unit = self.table.units[unit_id]
        place = {"zone": "link" if links else unit.zone, "side": unit.side, "unit": unit_id}
        cards = unit.links if links else unit.cards
        if links:
            return [{"from": dict(place), "was": card.id} for card in cards]
        return [{"from": place | {"position": index}} for index in range(len(cards))]

    def from_anywhere(self, count: int) -> list[dict[str, Any]]:
        """Choose cards from any places, each card once."""
        places: list[tuple[str, str]] = [
            (side, zone) for side in SIDES for zone in PILES if self.pile(side, zone)
        ]
        sources: list[dict[str, Any]] = []
        for side, zone in self.some(places, 3):
            sources += self.from_pile(side, zone, self.dice.randint(1, 2))
        for unit_id in self.some(list(self.table.units), 2, 0):
            sources += self.some(self.from_unit(unit_id), 2)
            sources += self.some(self.from_unit(unit_id, links=True), 2, 0)
        if self.table.no_area and self.dice.random() < 0.7:
            card = self.dice.choice(self.table.no_area)
            sources.append({"from": {"zone": "no_area"}, "was": card.id})
        return self.some(sources, count, count) if len(sources) > count else sources

    def numbers(self, side: str, zone: str, count: int, game: int) -> list[str | None]:
        """Name the cards of a deck, every copy by a number of its own."""
        letter = "D" if zone == "deck" else "E"
        return [f"{self.name}{side[1]}{letter}{game}-{index:02}" for index in range(count)]


def grow(worlds: Sequence[World], steps: int, moves: Sequence[tuple[int, Move]]) -> None:
    """Let the same things happen in every world, as far as the viewer can tell."""
    weights = [weight for weight, _ in moves]
    for step in range(steps):
        for world in worlds:
            world.begin_step(step)
            group: Group = []
            for _ in range(5):  # a move that is not possible now makes room for another
                move = world.dice.choices(moves, weights)[0][1]
                group = move(world)
                if group:
                    break
            if group:
                world.give_reason(group)
                world.record(group)


def places_of(table: Table) -> list[str]:
    """List the placements on a table, cards of a hand that only count left out."""
    ids = [card.id for side in table.sides.values() for pile in side.values() for card in pile]
    for unit in table.units.values():
        ids += [card.id for card in (*unit.cards, *unit.links)]
    ids += [card.id for card in table.no_area]
    return [placement for placement in ids if placement]
