"""Events of cards and units: every movement is one event of its own."""

from typing import Annotated, Literal

from pydantic import Field

from dcg_events.events.envelope import Event, Ordering, Place
from dcg_events.events.fields import (
    CardNumber,
    CardNumbers,
    ClauseNumber,
    Count,
    Integer,
    PlacementId,
    Position,
    Reference,
    Seq,
    Text,
    UnitId,
)
from dcg_events.vocabulary.manners import Manner, Route
from dcg_events.vocabulary.people import Player, Viewer
from dcg_events.vocabulary.places import Facing, Orientation, Zone


class Transferred(Event):
    """A card left one place and was placed in another (CR 4.0 §3-1-3-1: it is a new card there).

    Attributes:
        manner: How, in the rulebook's words.
        from_: Where it was, before the group.
        to: Where it is, after the group.
        owner: Whose card it is. Filled in where the recorder knows it.
        facing: How it lies now. By the rules of the place if not given (CR 4.0 §3-1-3-5).
        orientation: Of a new unit; unsuspended if not given (CR 4.0 §3-4-3).
        number: Its card number, null if the recorder does not know it. Filled in where the table
            knows. Sealed from whoever may look at it neither before nor after.
        was: Its placement before. Filled in where the table knows.
        ordering: The order chosen for the group, where one was due (CR 4.0 §3-1-3-4).
        requested: The place that was asked for, where a rule redirected it (CR 4.0 §3-1-3-9).
        redirect: The clause that did so.
        route: Which special way of playing or digivolving.
        revealed: Whether it was shown to everybody on the way (CR 4.0 §3-1-3-7).
        attack: The attack it belongs to.
    """

    kind: Literal["transferred"] = "transferred"
    manner: Manner
    from_: Place = Field(alias="from")
    to: Place
    owner: Player | None = None
    facing: Facing | None = None
    orientation: Orientation | None = None
    number: CardNumber | None = None
    was: PlacementId | None = None
    ordering: Ordering | None = None
    requested: Place | None = None
    redirect: ClauseNumber | None = None
    route: Route | None = None
    revealed: bool | None = None
    attack: Reference | None = None


class Moved(Event):
    """A whole unit went from the breeding area to the battle area (CR 4.2 §4-17), or back."""

    kind: Literal["moved"] = "moved"
    unit: UnitId
    to: Literal["battle", "breeding"] | None = None


class OrientationChanged(Event):
    """A unit was suspended or unsuspended. Several at once are a group."""

    kind: Literal["orientation_changed"] = "orientation_changed"
    unit: UnitId
    orientation: Orientation


class Flipped(Event):
    """A card was turned over where it lies.

    Attributes:
        place: Where; the position counts.
        facing: How it lies now.
        number: Its card number. Filled in where the table knows.
        was: Its placement, which it keeps. Filled in where the table knows.
    """

    kind: Literal["flipped"] = "flipped"
    place: Place
    facing: Facing
    number: CardNumber | None = None
    was: PlacementId | None = None


class Reordered(Event):
    """Cards changed their order without leaving their place (CR 4.0 §3-1-3-1-3).

    Attributes:
        zone: Which pile, or the part of the field.
        side: Whose.
        unit: Which unit, in the field.
        first: The position at which the changed stretch begins, from the top; 0 if not given.
        count: How many cards it holds.
        order: For each place of the stretch, top first, the position its card had before. Sealed
            where the cards are hidden; null if unknown.
        chooser: Who chose the order.
    """

    kind: Literal["reordered"] = "reordered"
    zone: Zone
    side: Player
    unit: UnitId | None = None
    first: Count | None = None
    count: Annotated[int, Field(ge=1, le=1000)]
    order: Annotated[list[Count], Field(max_length=1000)] | None = None
    chooser: Player | None = None


class Revealed(Event):
    """Cards are shown to everybody where they are, and stay new to nobody (CR 4.2 §15-15-3).

    Attributes:
        place: Where they are. `position` is that of the first.
        count: How many cards, one under the other.
        numbers: What everybody saw, top first; null entries if the recorder missed one.
        cards: The placements, where places have no public order (a hand). Sealed.
    """

    kind: Literal["revealed"] = "revealed"
    place: Place
    count: Annotated[int, Field(ge=0, le=1000)]
    numbers: CardNumbers | None = None
    cards: Annotated[list[PlacementId | None], Field(max_length=1000)] | None = None


class LookedAt(Event):
    """One viewer looks at cards that others may not see (CR 4.2 §15-15-3-9).

    Attributes:
        viewer: Who looks.
        place: Where they are. `position` is that of the first, 0 if not given.
        count: How many cards, one under the other.
        numbers: What was seen, top first. Filled in where the table knows. Sealed.
        cards: The placements, where places have no public order (a hand). Sealed.
    """

    kind: Literal["looked_at"] = "looked_at"
    viewer: Viewer
    place: Place
    count: Annotated[int, Field(ge=0, le=1000)]
    numbers: CardNumbers | None = None
    cards: Annotated[list[PlacementId | None], Field(max_length=1000)] | None = None


class ShowingEnded(Event):
    """What was revealed or looked at is hidden again, as far as it is still there."""

    kind: Literal["showing_ended"] = "showing_ended"
    showing: Annotated[Seq, Field(description="Seq of the `revealed` or `looked_at`")]


class Declared(Event):
    """A player declared and showed a card to play, digivolve, use or link (CR 4.2 §7-1, §8-1).

    Attributes:
        action: What for.
        place: Where the card is.
        card: Its placement. Sealed where the place is hidden.
        number: Its card number, which everybody sees.
        unit: The unit it is meant for.
        route: Which special way.
        face: Which face of a DUAL card (CR 4.2 §4-6).
    """

    kind: Literal["declared"] = "declared"
    player: Player
    action: Literal["play", "digivolve", "use", "link", "activate"]
    place: Place
    card: PlacementId | None = None
    number: CardNumber | None = None
    unit: UnitId | None = None
    route: Route | None = None
    face: Literal["digimon", "option"] | None = None


class DeclarationAborted(Event):
    """A declaration could not be completed: the card goes back, nothing has left its place."""

    kind: Literal["declaration_aborted"] = "declaration_aborted"
    declaration: Seq
    reason: Text | None = None


class StatusApplied(Event):
    """A unit or a player gained something that lasts: DP, a keyword, a restriction.

    Attributes:
        status: The recorder's name for it, by which `status_ended` finds it.
        units: The units it lies on; empty if it lies on a player or on all.
        player: The player it lies on.
        what: What it is, in few words of the recorder's own.
        value: How much, in DP or as the text counts.
        until: How long.
    """

    kind: Literal["status_applied"] = "status_applied"
    status: Reference
    units: Annotated[list[UnitId], Field(max_length=200)]
    player: Player | None = None
    what: Text
    value: Integer | None = None
    until: Text | None = None


class StatusEnded(Event):
    """A status lies on nobody any more."""

    kind: Literal["status_ended"] = "status_ended"
    status: Reference


class DeDigivolved(Event):
    """A player declared how many cards a De-Digivolve trashes (CR 4.2 §16-12)."""

    kind: Literal["de_digivolved"] = "de_digivolved"
    unit: UnitId
    declared: Count
    position: Position | None = None
