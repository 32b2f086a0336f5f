"""The referee's own table: true cards in piles and units, whatever the record may say of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from tests.lawful.cards import DATABASE, Print

PLAYERS: Final = ("p1", "p2")
PILES: Final = ("deck", "egg_deck", "hand", "security", "trash", "outside")


def other(player: str) -> str:
    """Return the opponent of a player."""
    return "p2" if player == "p1" else "p1"


class Card:
    """A physical copy, which only the referee may follow.

    Attributes:
        number: Its card number.
        owner: Whose it is.
        up: Whether it lies face up.
        pile: Where it lies.
    """

    __slots__ = ("number", "owner", "pile", "up")

    def __init__(self, number: str, owner: str) -> None:
        self.number = number
        self.owner = owner
        self.up = False
        self.pile: Pile = NOWHERE

    @property
    def print_(self) -> Print:
        """What stands on it."""
        return DATABASE[self.number]

    @property
    def index(self) -> int:
        """Its position, from 0 at the top; of a hand, the oldest first."""
        return self.pile.index(self)


class Pile(list[Card]):
    """Cards in one place.

    Attributes:
        zone: The zone.
        side: On whose side; None in no area.
        unit: The unit it is part of.
    """

    def __init__(self, zone: str, side: str | None = None, unit: "Unit | None" = None) -> None:
        super().__init__()
        self._zone = zone
        self.side = side
        self.unit = unit

    @property
    def zone(self) -> str:
        """The zone; of a stack, that of its unit."""
        return self.unit.zone if self.unit is not None and self._zone != "link" else self._zone

    @property
    def place(self) -> dict[str, Any]:
        """The place as an event writes it, without a position."""
        place: dict[str, Any] = {"zone": self.zone}
        if self.side is not None:
            place["side"] = self.side
        if self.unit is not None:
            place["unit"] = self.unit.id
        return place


NOWHERE: Final = Pile("nowhere")


@dataclass(slots=True)
class Status:
    """A change of DP that lies on one unit until the end of the turn."""

    name: str
    dp: int


@dataclass(slots=True, eq=False)
class Unit:
    """A card on the field with all that lies under it and is linked to it."""

    id: str
    side: str
    zone: str
    placed_on: int
    suspended: bool = False
    cards: Pile = field(init=False)
    links: Pile = field(init=False)
    statuses: list[Status] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cards = Pile(self.zone, self.side, self)
        self.links = Pile("link", self.side, self)

    @property
    def top(self) -> Print:
        """What stands on the card on top."""
        return self.cards[0].print_

    @property
    def dp(self) -> int:
        """Its DP, with what lies on it."""
        return self.top.dp + sum(status.dp for status in self.statuses)

    @property
    def is_digimon(self) -> bool:
        """Whether it is a Digimon that can do something."""
        return self.top.kind in ("digimon", "token")


@dataclass(slots=True)
class Board:
    """All that lies on the table in one game."""

    first_player: str = "p1"
    turn: int = 0
    turn_player: str = "p1"
    memory: int = 0
    sides: dict[str, dict[str, Pile]] = field(
        default_factory=lambda: {p: {zone: Pile(zone, p) for zone in PILES} for p in PLAYERS}
    )
    units: list[Unit] = field(default_factory=list)
    no_area: Pile = field(default_factory=lambda: Pile("no_area"))
    tokens_left: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PLAYERS, 4))

    def pile(self, player: str, zone: str) -> Pile:
        """Return a pile of a player."""
        return self.sides[player][zone]

    def in_zone(self, zone: str, player: str | None = None) -> list[Unit]:
        """Return the units in a part of the field, of one player or of both."""
        return [u for u in self.units if u.zone == zone and player in (None, u.side)]

    def digimon(self, player: str | None = None) -> list[Unit]:
        """Return the Digimon in the battle area: effects do not see the breeding area (§3-4-5)."""
        return [unit for unit in self.in_zone("battle", player) if unit.is_digimon]

    def breeding(self, player: str) -> Unit | None:
        """Return what is being bred."""
        return next(iter(self.in_zone("breeding", player)), None)

    def own(self, player: str) -> int:
        """Return the memory as a player sees it."""
        return self.memory if player == "p1" else -self.memory

    def all_cards(self) -> Iterator[Card]:
        """Yield every card, wherever it lies."""
        for piles in self.sides.values():
            for pile in piles.values():
                yield from pile
        for unit in self.units:
            yield from unit.cards
            yield from unit.links
        yield from self.no_area
