"""The lines of an Aegis match file, as strict models.

A file is JSON Lines: a header, then numbered lines. `truth` lines carry the difference of the
whole state since the one before; `event`, `decision` and `intent` lines say what the engine
reported, asked and was told; `snapshot` lines hold the state whole.
"""

from functools import cache
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter
from pydantic_core import SchemaValidator

from dcg_events.importers.aegis.asking import AnyIntent, Request
from dcg_events.importers.aegis.engine import EngineEvent, GameOver
from dcg_events.importers.aegis.parts import (
    Instance,
    Memory,
    Number,
    Part,
    Pile,
    SeatNumber,
    Short,
    Turn,
)


class SeatHeader(Part):
    """One side of the match: its label and its registered decks."""

    label: Annotated[str, Field(min_length=1, max_length=100)]
    profile: Short
    deck_id: Short
    archetype: Short
    main_deck: Annotated[list[Number], Field(max_length=1000)]
    egg_deck: Annotated[list[Number], Field(max_length=1000)]


class Header(Part):
    """The first line."""

    t: Literal["header"]
    v: Literal[1]
    source: Short
    seed: int
    seats: tuple[SeatHeader, SeatHeader]


class Numbered(Part):
    """What all other lines have: `n`, their sequence number from 0."""

    n: Annotated[int, Field(ge=0)]


class CardOf(Part):
    """Which card an instance is, and whose."""

    card: Number
    owner: SeatNumber


class Instances(Numbered):
    """Instances that enter the match: both decks, later tokens."""

    t: Literal["instances"]
    map: dict[Instance, CardOf]


class Move(Part):
    """An instance at another address than before; null is in no zone."""

    i: Instance
    from_: Annotated[str | None, Field(alias="from", max_length=80)]
    to: Annotated[str | None, Field(max_length=80)]


class Flip(Part):
    """An instance whose face was turned."""

    i: Instance
    face_up: bool


class Suspension(Part):
    """A permanent whose orientation changed."""

    perm: Instance
    suspended: bool


class Truth(Numbered):
    """How the whole state differs from the line of this kind before."""

    t: Literal["truth"]
    moves: list[Move] = Field(default_factory=list)
    flips: list[Flip] = Field(default_factory=list)
    suspend: list[Suspension] = Field(default_factory=list)
    reordered: dict[str, Pile] = Field(default_factory=dict)


class Reported(Numbered):
    """An event of the engine."""

    t: Literal["event"]
    event: EngineEvent


class Decision(Numbered):
    """A choice that a seat is asked for."""

    t: Literal["decision"]
    seat: SeatNumber
    request: Request


class Intent(Numbered):
    """What a seat wants to do, and whether the engine let it."""

    t: Literal["intent"]
    seat: SeatNumber
    intent: AnyIntent
    ok: bool
    reason: Short | None = None


class Settled(Numbered):
    """An intent and all that followed from it is over."""

    t: Literal["settled"]
    seat: SeatNumber
    intent: Short


class Permanent(Part):
    """A card on the field with its stack, bottom first, and its links."""

    perm: Instance
    top: Instance
    stack: Pile
    linked: Pile
    dp: int | None = None
    suspended: bool


class SideState(Part):
    """One side of a snapshot; a security card with `^` after its name lies face up."""

    deck: Pile
    egg_deck: Pile
    hand: Pile
    security: Annotated[list[Annotated[str, Field(max_length=41)]], Field(max_length=1000)]
    trash: Pile
    delay: Pile
    battle_area: list[Permanent]
    breeding: Permanent | None


class State(Part):
    """The whole state; memory from the side of the player whose turn it is."""

    turn: Turn
    phase: Literal["None", "Active", "Draw", "Breeding", "Main", "End"]
    turn_seat: SeatNumber
    memory: Memory
    players: tuple[SideState, SideState]


class Snapshot(Numbered):
    """The state as the engine has it, to compare with."""

    t: Literal["snapshot"]
    state: State


class End(Numbered):
    """The last line."""

    t: Literal["end"]
    result: GameOver | None
    turns: Turn
    errors: list[Any]
    engine_log: list[Any]


Line: TypeAlias = Instances | Truth | Reported | Decision | Intent | Settled | Snapshot | End

KINDS: Final = ("instances", "truth", "event", "decision", "intent", "settled", "snapshot", "end")


@cache
def line_reader() -> SchemaValidator:
    """Return what reads a line; built on demand, for most commands import nothing."""
    return SchemaValidator(TypeAdapter(Annotated[Line, Field(discriminator="t")]).core_schema)
