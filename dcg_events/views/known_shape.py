"""The shape of a known view: what a viewer has learned of cards that may not be looked at."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # comes with pydantic, which reads these types

from dcg_events.projections.knowing.memory import Why
from dcg_events.vocabulary.people import Player, Viewer
from dcg_events.vocabulary.places import Zone


class KnownCardView(TypedDict):
    """A card that the viewer knows.

    `since` is the seq of the event by which the viewer learned which card it is, `why` how,
    `clause` the rule behind it or null. `undone`: that event was undone by a rewind.
    """

    number: str
    since: int
    why: Why
    clause: str | None
    undone: bool


class KnownPlaceView(TypedDict):
    """Neighbouring places: `count` cards from position `first` to `last`, from the top, 0 first.

    Positions are absent where they are not public: a hand, link cards, no area. `unit` is there on
    the field. At least `least` of the cards in question are among those here.
    """

    zone: Zone
    side: Player | None
    unit: NotRequired[str]
    first: NotRequired[int]
    last: NotRequired[int]
    count: int
    least: int


class KnownItemView(TypedDict):
    """Cards of which the viewer knows where they may be: all of `cards` are in `where`.

    `how` is `exact` for one card in one place; `all` if the cards are all that lie there, in an
    order that the viewer does not know; `some` if other cards lie there as well.
    """

    cards: list[KnownCardView]
    where: list[KnownPlaceView]
    how: Literal["exact", "all", "some"]


class CountedNumberView(TypedDict):
    """How many cards of a number."""

    number: str
    count: int


class ContentsView(TypedDict):
    """The face-down cards of some places of one side, all of them, by number."""

    side: Player
    where: list[KnownPlaceView]
    cards: list[CountedNumberView]


class KnownView(TypedDict):
    """What a viewer has learned beyond the table view, after event `seq`.

    `items` go through the places from p1's deck on. `contents` say of which piles, alone or
    together, the viewer knows everything that lies face down there.
    """

    seq: int
    head: str
    viewer: Viewer
    game: int
    items: list[KnownItemView]
    contents: list[ContentsView]
