"""The table as the fold keeps it: cards in piles, units, the state of play.

These are working structures: they change with every event and never leave the package. What is
handed out is a view, cut from them.
"""

from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, NamedTuple

from dcg_events.vocabulary.manners import Phase
from dcg_events.vocabulary.people import PLAYERS, Audience, Player
from dcg_events.vocabulary.places import PILES, Zone


class _Named(NamedTuple):
    """The names of what a card holds: reading by one of them costs no call."""

    id: str
    number: str | None
    owner: str | None
    up: bool


class Card(tuple[str, str | None, str | None, bool]):
    """A card as placed (CR 4.0 §3-1-3-1), made of one tuple of its four attributes.

    A shuffle makes fifty, so no Python code runs to make one, as it would for a `NamedTuple`.

    Attributes:
        id: Its placement; empty for a card of a hand that cannot be told from the others.
        number: Its card number, or None where this log does not say.
        owner: Whose card it is, or None.
        up: Whether it lies face up.
    """

    __slots__ = ()

    id = _Named.id
    number = _Named.number
    owner = _Named.owner
    up = _Named.up

    def _replace(self, **changes: Any) -> "Card":  # noqa: ANN401 - any of the four
        """Return a card that differs in some attributes."""
        return Card(_Named(*self)._replace(**changes))


UNSEEN: Final = Card(("", None, None, False))
"""A card of a hand whose leaving and staying cards cannot be told apart: it only counts."""


class Unit:
    """One Digimon, Tamer or other card on the field, with its stack and links.

    Attributes:
        id: The placement that founded it.
        side: Whose side it stands on.
        zone: `battle` or `breeding`.
        cards: The stack, top first.
        links: Its link cards, oldest first.
        suspended: Its orientation.
    """

    __slots__ = ("cards", "id", "links", "side", "suspended", "zone")

    def __init__(self, unit_id: str, side: Player, zone: Zone, *, suspended: bool) -> None:
        self.id = unit_id
        self.side = side
        self.zone = zone
        self.cards: list[Card] = []
        self.links: list[Card] = []
        self.suspended = suspended

    def copy(self) -> "Unit":
        """Return a unit that changes on its own."""
        twin = Unit(self.id, self.side, self.zone, suspended=self.suspended)
        twin.cards = self.cards[:]
        twin.links = self.links[:]
        return twin


@dataclass(slots=True)
class Showing:
    """Cards being revealed or looked at.

    Attributes:
        viewers: Who looks, besides the judge.
        zone: Where the cards are.
        side: On whose side.
        cards: Their placements, as far as this log says.
        numbers: What is seen of each.
        tracked: Whether everybody can tell where each card is, so that one that leaves is seen
            to leave. Otherwise the showing stands until it is ended.
        whole: Whether it shows all that lies there: a whole hand, to which nothing was added.
    """

    viewers: Audience
    zone: Zone
    side: Player | None
    cards: list[str | None]
    numbers: list[str | None]
    tracked: bool
    whole: bool

    def copy(self) -> "Showing":
        """Return a showing that changes on its own."""
        return replace(self, cards=self.cards[:], numbers=self.numbers[:])


def _empty_sides() -> dict[str, dict[str, list[Card]]]:
    return {player: {zone: [] for zone in PILES} for player in PLAYERS}


@dataclass(slots=True)
class Table:
    """Everything that lies on the table after an event.

    Attributes:
        seq: Last event folded in; −1 before the first.
        game: Number of the game, 0 before the first.
        first_player: Who went first in this game.
        turn: Number of the turn, over both players; 0 before the first.
        turn_player: Whose turn it is.
        phase: The phase of the turn.
        memory: The gauge, positive on p1's side.
        result: The result of the game, or of the match once that is reported.
        attack: The attack under way.
        sides: For each player and pile its cards, top first; a hand oldest first.
        units: All units, in the order in which they came to their part of the field.
        no_area: Cards in no area, oldest first.
        showings: What is being revealed or looked at, by the seq that began it.
        cards_in_game: Registered cards of this game, and tokens that entered it.
        header: The first event of the log.
    """

    seq: int = -1
    game: int = 0
    first_player: Player | None = None
    turn: int = 0
    turn_player: Player | None = None
    phase: Phase | None = None
    memory: int = 0
    result: dict[str, Any] | None = None
    attack: dict[str, Any] | None = None
    sides: dict[str, dict[str, list[Card]]] = field(default_factory=_empty_sides)
    units: dict[str, Unit] = field(default_factory=dict)
    no_area: list[Card] = field(default_factory=list)
    showings: dict[int, Showing] = field(default_factory=dict)
    cards_in_game: int = 0
    header: dict[str, Any] | None = None

    def copy(self) -> "Table":
        """Return a table that changes on its own: a snapshot."""
        return Table(
            seq=self.seq,
            game=self.game,
            first_player=self.first_player,
            turn=self.turn,
            turn_player=self.turn_player,
            phase=self.phase,
            memory=self.memory,
            result=self.result,
            attack=self.attack,
            sides={
                player: {zone: cards[:] for zone, cards in piles.items()}
                for player, piles in self.sides.items()
            },
            units={unit_id: unit.copy() for unit_id, unit in self.units.items()},
            no_area=self.no_area[:],
            showings={seq: showing.copy() for seq, showing in self.showings.items()},
            cards_in_game=self.cards_in_game,
            header=self.header,
        )

    def become(self, other: "Table") -> None:
        """Take over everything from another table, which is not used any more."""
        for attribute in fields(self):
            setattr(self, attribute.name, getattr(other, attribute.name))

    def clear(self, cards_in_game: int) -> None:
        """Empty the table for a new game of `cards_in_game` registered cards."""
        self.first_player = self.turn_player = self.phase = None
        self.result = self.attack = None
        self.turn = self.memory = 0
        self.sides = _empty_sides()
        self.units = {}
        self.no_area = []
        self.showings = {}
        self.cards_in_game = cards_in_game

    def count_cards(self) -> int:
        """Count the cards in all zones; equal to `cards_in_game` after every group."""
        piles = sum(len(cards) for side in self.sides.values() for cards in side.values())
        units = sum(len(unit.cards) + len(unit.links) for unit in self.units.values())
        return piles + units + len(self.no_area)

    def hidden(self, cards: list[Card], first: int, last: int) -> list[int]:
        """Return the indices in a stretch of a pile at which not everybody sees what lies there."""
        indices = [i for i, card in enumerate(cards[first:last], first) if not card[3]]
        if not self.showings:
            return indices
        return [i for i in indices if not self.everyone_sees(cards[i])]

    def forget_shown(self, placement: str) -> None:
        """Take a card that left out of what is being shown; a showing without cards is over."""
        for seq, showing in list(self.showings.items()):
            if showing.tracked and placement in showing.cards:
                index = showing.cards.index(placement)
                del showing.cards[index], showing.numbers[index]
                if not showing.cards:
                    del self.showings[seq]

    def show_no_more_of(self, hand: dict[str, Any]) -> None:
        """A card came into a hand: what is shown of that hand is not all of it any more."""
        for showing in self.showings.values():
            if showing.zone == hand["zone"] == "hand" and showing.side == hand["side"]:
                showing.whole = False

    def everyone_sees(self, card: Card) -> bool:
        """Tell whether everybody sees what a card of a pile is and where it lies."""
        if card.up:
            return True
        return any(
            showing.tracked and len(showing.viewers) == 3 and card.id in showing.cards
            for showing in self.showings.values()
        )
