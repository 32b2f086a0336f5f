"""The shape of a view: the zones as one viewer may look at them now."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # comes with pydantic, which reads these types

from dcg_events.vocabulary.manners import Phase
from dcg_events.vocabulary.people import Player, Viewer
from dcg_events.vocabulary.places import Facing, Zone


class CardView(TypedDict):
    """A card. `number` and `owner` are null where the viewer may not look, or nobody knows."""

    id: str | None
    number: str | None
    face: Facing
    owner: Player | None


class ZoneView(TypedDict):
    """A pile: its count, which is public, and its cards, top first, where they may be listed.

    Security always lists its cards, since their places are public. A hand is listed to its player,
    oldest first; decks only to the judge.
    """

    count: int
    cards: NotRequired[list[CardView]]


class UnitView(TypedDict):
    """A unit: its stack, top first, and its link cards, oldest first."""

    unit: str
    suspended: bool
    cards: list[CardView]
    links: list[CardView]


class SideView(TypedDict):
    """One player's side of the table."""

    deck: ZoneView
    egg_deck: ZoneView
    hand: ZoneView
    security: ZoneView
    trash: ZoneView
    outside: ZoneView
    battle: list[UnitView]
    breeding: list[UnitView]


class SidesView(TypedDict):
    """Both sides."""

    p1: SideView
    p2: SideView


class ShowingView(TypedDict):
    """Cards being revealed to everybody, or looked at by the viewer, where they are.

    `showing` is the seq of the event that began it; `numbers` run top first.
    """

    showing: int
    zone: Zone
    side: Player | None
    numbers: list[str | None]


class AttackTargetView(TypedDict):
    """What is attacked: a unit, or a player where `unit` is absent or null."""

    player: Player
    unit: NotRequired[str | None]


class AttackView(TypedDict):
    """The attack under way."""

    attack: str
    player: Player
    unit: str
    target: AttackTargetView


class ResultView(TypedDict):
    """How the game, or the match, ended."""

    of: Literal["game", "match"]
    winner: Player | None
    reason: NotRequired[str]
    outcome: NotRequired[str]


class TableView(TypedDict):
    """The table after an event, as one viewer may look at it.

    `seq` is the last event, `head` the log's head at the commit that holds it. `memory` is −10 to
    10, positive on p1's side. `turn` counts from 1 over both players, 0 before the first.
    """

    seq: int
    head: str
    viewer: Viewer
    game: int
    turn: int
    turn_player: Player | None
    first_player: Player | None
    phase: Phase | None
    memory: int
    players: SidesView
    no_area: list[CardView]
    shown: list[ShowingView]
    attack: AttackView | None
    result: ResultView | None
