"""The shape of an explanation: the life of a card, or all that there is to say of an event."""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict  # comes with pydantic, which reads these types

from dcg_events.audit.finding import Finding
from dcg_events.vocabulary.people import Actor, Player, Viewer
from dcg_events.vocabulary.places import Facing, Zone

Looker = Literal["p1", "p2", "spectator"]

How = Literal[
    "placed",  # it put the card there, or gave its place a new name
    "named",  # it names the card's placement
    "shown",  # it shows the card, or a place where the card lies
    "turned",  # it turns the card over
    "unit",  # it names the unit that the card is part of
    "covered",  # the card is not the top card of its unit any more
    "uncovered",  # the card is the top card of its unit again
    "attack",  # it belongs to an attack by or on the card's unit
    "effect",  # an effect of the card, or what such an effect did
    "about",  # it rules on, corrects, discloses or notes an event that touches the card
]

Why = Literal[
    "registered", "entered", "new_game", "undone", "refused", "shuffled", "hand", "unseen"
]


class TouchView(TypedDict):
    """An event that touches the card: its `seq` and `kind`, and how, in one or more ways."""

    seq: int
    kind: str
    how: list[How]


class CutView(TypedDict):
    """Where the reader's sight of a card begins or ends, beyond which nobody can follow for sure.

    `event` is the seq there. `why` at the beginning: `registered` if the card was placed with the
    decks of a game, `entered` if it came from outside the game; at the end: `new_game` if the table
    was emptied, `undone` if the game went back to before its reader saw the card, `refused` if the
    log holds an event that cannot have happened. At both: `shuffled` if it was mixed with others,
    `hand` if it is one of a hand's cards, `unseen` if a hidden passage took it. `among` says how
    many cards it may be one of, `copies` how many of them have its number; null if unknown.
    """

    event: int
    why: Why
    among: int | None
    copies: int | None


class SpotView(TypedDict):
    """How the card lay from event `since` on, until the next entry.

    `unit` is there on the field. `position` counts from the top, 0 first, and is null where places
    have no public order; `last_position` is where it lay at the end. `covered` says whether a card
    lies on it in its unit. `viewers` are those who could look at it then, the judge aside.
    """

    since: int
    zone: Zone
    side: Player | None
    unit: NotRequired[str]
    position: int | None
    last_position: int | None
    facing: Facing
    covered: bool
    viewers: list[Looker]


class ReasonView(TypedDict):
    """Why a card came where it is.

    `manner` is that of its transfer, or `shuffled`, `reordered`, `registered`, `corrected`,
    `renamed` for a hidden passage of another card, `rewound`. `cause`, `ordering` and the rest are
    as the event has them, null where it has none, or where its reader may not know.
    """

    manner: str
    by: Actor | None
    cause: dict[str, Any] | None
    ordering: dict[str, Any] | None
    route: str | None
    redirect: str | None
    attack: str | None


class StageView(TypedDict):
    """A card under one placement, `id`, from event `since` to event `until`.

    `until` is null if it lies there still, or where the reader loses sight of it. `undone`: a
    rewind has undone the event that put it there.
    """

    id: str
    since: int
    until: int | None
    undone: bool
    why: ReasonView
    spots: list[SpotView]
    events: list[TouchView]


class LifeView(TypedDict):
    """The life of one physical card, as far as the reader can follow it.

    `number` is null where the reader never learned it, `number_since` the seq by which the table
    shows it to the reader. `ends` is null if the reader knows where it lies at the end.
    """

    number: str | None
    number_since: int | None
    owner: Player | None
    begins: CutView
    stages: list[StageView]
    ends: CutView | None


class CardExplanation(TypedDict):
    """The life of the card that was asked for by placement or unit, read as `viewer`.

    `events` is how many events were looked at, `head` the log's head after them.
    """

    about: Literal["card"]
    asked: str
    viewer: Viewer
    events: int
    head: str
    life: LifeView
    findings: list[Finding]


class ChangeView(TypedDict):
    """Something that the moment changed on the table.

    `what` is a name of the table view (`memory`, `phase`, `attack` …), `p1.deck` for the number of
    cards of a pile, `unit 41` for a unit, `card 17` for a facing. Null is "not there".
    """

    what: str
    before: Any
    after: Any


class DisclosureView(TypedDict):
    """A later event that opened the value to more viewers."""

    event: int
    to: list[Looker]


class SealedView(TypedDict):
    """A field that not everybody may know, by its dotted path; all others are public.

    `audience` are those who might know it from the beginning, the judge aside. `read` says whether
    the reader of this explanation knows it.
    """

    field: str
    audience: list[Looker]
    read: bool
    disclosed: list[DisclosureView]


class ShortStageView(TypedDict):
    """A stage of a life in short: where, and from which event to which."""

    id: str
    zone: Zone
    side: Player | None
    unit: NotRequired[str]
    since: int
    until: int | None
    manner: str
    undone: bool


class ShortLifeView(TypedDict):
    """The life of a card in short; `id` is its placement after the event, or before it."""

    id: str
    number: str | None
    owner: Player | None
    begins: CutView
    stages: list[ShortStageView]
    ends: CutView | None


class RelatedView(TypedDict):
    """Another event that speaks of this one: `about` it, `caused` by it, or as its `cause`."""

    seq: int
    kind: str
    how: list[Literal["about", "caused", "cause"]]


class EventExplanation(TypedDict):
    """What there is to say of event `seq`, read as `viewer`.

    `group` are the plain events of its moment, in the order of the procedure: `by`, `cause` and
    `ordering` stand in them. `changes` are those of the whole moment, since it happens at once;
    `new_ids` the piles whose face-down cards got new placements. `undone_by` is the rewind that
    undid it, or null.
    """

    about: Literal["event"]
    seq: int
    viewer: Viewer
    events: int
    head: str
    game: int
    turn: int
    undone_by: int | None
    group: list[dict[str, Any]]
    changes: list[ChangeView]
    new_ids: list[str]
    sealed: list[SealedView]
    cards: list[ShortLifeView]
    related: list[RelatedView]
    findings: list[Finding]


Explanation = CardExplanation | EventExplanation
