"""The parts that hidden worlds are made of: stays of cards, where they mix, values to fill in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from dcg_events.log.sealing import value_at


@dataclass(eq=False, slots=True)
class Stay:
    """A card under one placement, from one moment at which it may be mixed up to the next.

    Attributes:
        placement: Its placement in the log; empty while the card is on its way.
        number: Its card number, None where the recorder does not know.
        owner: Whose card it is.
        past: The stay before, in the log.
        seen: The event at which the viewer first saw the card's face here; None if never.
        public: Whether everybody saw it here.
        zone: Where it lies; empty while it is on its way.
        hand: Whose hand it is in, if it is in one.
        renewed: Whether it goes on under the placement of the stay before.
        pinned: Whether the record says more of it than that it is there.
        fixed: Whether the viewer was told afterwards under which placement it lay.
    """

    placement: str
    number: str | None
    owner: str | None
    past: "Stay | None" = None
    seen: int | None = None
    public: bool = False
    zone: str = ""
    hand: str | None = None
    renewed: bool = False
    pinned: bool = False
    fixed: bool = False


@dataclass(eq=False, slots=True)
class Mixing:
    """A moment at which the viewer cannot tell which card went on as which.

    Attributes:
        seq: The event.
        ins: The stays before.
        outs: The stays after.
        came: For each of `outs` the index in `ins` of the card that it was in the log.
        taken: How many of `outs`, the first, left a stretch whose other cards keep their order;
            None where any order is possible.
    """

    seq: int
    ins: list[Stay]
    outs: list[Stay]
    came: list[int]
    taken: int | None = None


@dataclass(eq=False, slots=True)
class Glimpse:
    """A card that was shown to the viewer, who did not see from which place.

    Attributes:
        seq: The event.
        stays: The cards among which somebody chose what to show.
        positions: Where they lie.
        shown: Which of them it was in the log.
    """

    seq: int
    stays: list[Stay]
    positions: list[int]
    shown: int


class Filler(Protocol):
    """What fills in the blanks: another world."""

    def number(self, stay: Stay) -> str:
        """Return the number that a card has in this world."""

    def name(self, stay: Stay) -> str:
        """Return the placement under which this world has a stay."""

    def cards(self, mixing: Mixing) -> list[int]:
        """Return for each of the stays after a mixing the index of the stay before it."""

    def glimpsed(self, glimpse: Glimpse) -> int:
        """Return which of the cards was shown."""

    def text(self, known: object) -> str | None:
        """Make up a text of another length, or none."""

    def count(self, known: object) -> int | None:
        """Make up a count, or none."""

    def note(self, known: object) -> dict[str, Any] | None:
        """Make up a recorder's note, or none."""

    def list_of(self, player: str, numbers: list[str | None]) -> list[str | None] | None:
        """Return a list of a player's cards as this world has it."""

    def another(self, number: str) -> str:
        """Return what a number that belongs to no card on the table is in this world."""

    def unknown(self, value: object) -> object:
        """Return a value, or null where in this world the recorder does not know it."""

    def shuffled(self, values: list[int]) -> list[int]:
        """Return values in another order."""


class Blank(NamedTuple):
    """A value of an event that another world may fill in otherwise.

    Attributes:
        seq: The event.
        path: Dotted path.
        fill: Gives the value in a world.
    """

    seq: int
    path: str
    fill: Callable[[Filler], Any]


def has(event: dict[str, Any], path: str) -> bool:
    """Tell whether something stands at a dotted path, be it null."""
    *parents, name = path.split(".")
    holder = value_at(event, ".".join(parents)) if parents else event
    return isinstance(holder, dict) and name in holder
