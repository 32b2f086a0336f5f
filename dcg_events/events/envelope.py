"""What all events have in common: place in the log, time, actor, cause and group."""

from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from dcg_events.events.fields import (
    ClauseNumber,
    Count,
    Moment,
    PlacementId,
    Position,
    Reference,
    Seq,
    Strict,
    Text,
    UnitId,
)
from dcg_events.vocabulary.people import Actor, Player
from dcg_events.vocabulary.places import FIELD, Zone


class Cause(Strict):
    """Why an event happened.

    Attributes:
        kind: Rule, action of a player, effect, cost, judge; or that the recorder does not know.
        event: The causing event's seq.
        source: The placement whose effect or rule it is. Sealed while that card is hidden.
        player: The player whose effect it is, whoever owns the card (CR 4.0 §3-1-3-4).
        asks: Whether the text asks something of the card that is placed, so that it has to be
            shown first (CR 4.0 §3-1-3-7).
        breeding: Whether the effect names the breeding area (CR 4.0 §3-4-5-3).
        clause: The rule, where a rule did it.
    """

    kind: Literal["rule", "action", "effect", "cost", "judge", "unknown"]
    event: Seq | None = None
    source: PlacementId | None = None
    player: Player | None = None
    asks: bool | None = None
    breeding: bool | None = None
    clause: ClauseNumber | None = None


class Ordering(Strict):
    """The place of this event in an order that somebody chose (CR 4.0 §3-1-3-4).

    Attributes:
        chooser: Who chose; null if the recorder does not know.
        rank: Place in the chosen order, from 0.
        public: Whether everybody may know the order (CR 4.0 §3-1-3-6).
        basis: The clause that gives the choice.
        candidates: What could be chosen from: placements, or pending effects.
        auto: Whether a client's setting chose, and not the player.
    """

    chooser: Actor | None
    rank: Count | None
    public: bool | None = None
    basis: ClauseNumber | None = None
    candidates: Annotated[list[Reference | None], Field(max_length=200)] | None = None
    auto: bool | None = None


class Place(Strict):
    """Where a card is: before the group for `from`, after the group for `to`.

    Attributes:
        zone: The zone.
        side: Whose side of the table; absent in `no_area`, which belongs to nobody.
        unit: In the field and in a link slot: which unit. A destination in the field without it
            founds a new unit.
        position: From the top, 0 first, or from the bottom, −1 first. Absent where places have no
            public order (a hand), null where the recorder does not know it.
        among: First and last position that a sealed position may have, counted from the top. The
            recorder fills it in; it is what everybody at the table can see.
    """

    zone: Zone
    side: Player | None = None
    unit: UnitId | None = None
    position: Position | None = None
    among: tuple[Count, Count] | None = None

    @model_validator(mode="after")
    def _fits_its_zone(self) -> Self:
        check_place({name: getattr(self, name) for name in self.model_fields_set})
        return self


def check_place(place: dict[str, Any]) -> dict[str, Any]:
    """Return a place as it is, if it has what goes with its zone, and nothing else.

    Raises:
        PydanticCustomError: If it is not so.
    """
    for name in ("side", "unit", "among"):
        if name in place and place[name] is None:
            raise PydanticCustomError("place", "has a null {name}: leave it out", {"name": name})
    zone = place["zone"]
    if zone == "no_area" and "side" in place:
        raise PydanticCustomError("place", "is no area and has a side: leave the side out")
    if zone == "link" and "unit" not in place:
        raise PydanticCustomError("place", "is a link slot: name its unit")
    if "unit" in place and zone not in _OF_UNITS:
        raise PydanticCustomError("place", "is a pile and has a unit: leave the unit out")
    if "position" in place and zone in _WITHOUT_ORDER:
        raise PydanticCustomError("place", "has no order and a position: leave the position out")
    return place


_OF_UNITS: Final = frozenset({*FIELD, "link"})
_WITHOUT_ORDER: Final = frozenset({"hand", "no_area", "outside"})


class RecorderNote(Strict):
    """Where the recorder has the fact from. Only the judge may read it.

    Attributes:
        ref: The line or message of the source.
        evidence: Whether the source is authoritative, one client's word, or an inference.
        ms: Exact time in milliseconds since the Unix epoch.
        text: Anything else worth keeping.
    """

    ref: Text | None = None
    evidence: Literal["authoritative", "one_client", "inferred"] | None = None
    ms: Count | None = None
    text: Text | None = None


class Event(Strict):
    """One fact of a match.

    Attributes:
        kind: What happened, in the past tense.
        seq: Place in the log, from 0 without gaps. The recorder fills it in; given, it must be the
            next one.
        game: Number of the game in the match; 0 before the first. Filled in.
        at: When, UTC in whole seconds; null if unknown.
        by: Who acted; null if nobody or unknown.
        cause: Why.
        group: Seq of the first event of the same moment (CR 4.0 §3-1-3-3). Filled in.
        step: Place in the procedure of the group, from 0. 0 if not given.
        of: Size of the group. 1 if not given.
        recorder: Where the recorder has it from; judge only.
    """

    kind: str
    seq: Seq | None = None
    game: Count | None = None
    at: Moment | None = None
    by: Actor | None = None
    cause: Cause | None = None
    group: Seq | None = None
    step: Count | None = None
    of: Annotated[int, Field(ge=1, le=1000)] | None = None
    recorder: RecorderNote | None = None

    def to_plain(self) -> dict[str, Any]:
        """Return the plain form: the kind and the fields that were given."""
        return {"kind": self.kind, **super().to_plain()}
