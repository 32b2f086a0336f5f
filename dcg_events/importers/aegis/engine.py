"""What the engine reports in `event` lines."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from dcg_events.importers.aegis.parts import (
    Instance,
    Key,
    Kind,
    Long,
    Loose,
    Memory,
    Number,
    Part,
    Pile,
    SeatNumber,
    Short,
    Timing,
    Turn,
    tag_of,
)


class MatchStarted(Loose):
    """It is decided who goes first."""

    kind: Literal["matchStarted"]
    first_seat: SeatNumber


class PhaseChanged(Loose):
    """A phase began; `turn_count` counts the new turn only from the draw phase on."""

    kind: Literal["phaseChanged"]
    phase: Literal["Active", "Draw", "Breeding", "Main", "End"]
    turn_seat: SeatNumber
    turn_count: Turn


class MemoryMoved(Loose):
    """Memory changed, as seen from the side of the player whose turn it is."""

    kind: Literal["memoryChanged"]
    from_: Annotated[Memory, Field(alias="from")]
    to: Memory
    reason: Short


class CardsMoved(Loose):
    """Cards moved; `from_` may be "various", and permanents may stand for instances."""

    kind: Literal["cardsMoved"]
    instance_ids: Pile
    from_: Annotated[Short, Field(alias="from")]
    to: Short


class AttackTarget(Part):
    """What is attacked."""

    kind: Literal["player", "permanent"]
    permanent_id: Instance | None = None


class AttackDeclaredBy(Loose):
    """A permanent attacks, or its attack has got another target."""

    kind: Literal["attackDeclared"]
    seat: SeatNumber
    attacker_permanent_id: Instance
    target: AttackTarget


class Blocked(Loose):
    """A permanent blocks the attack."""

    kind: Literal["blocked"]
    blocker_permanent_id: Instance


class CombatResolved(Loose):
    """A battle of permanents is over, and what followed from it."""

    kind: Literal["combatResolved"]
    seat: SeatNumber
    attacker_permanent_id: Instance
    deleted_permanent_ids: Pile


class Checked(Loose):
    """A security check is over, and what followed from it."""

    kind: Literal["securityChecked"]
    seat: SeatNumber
    revealed_card_id: Number
    resolution: Short


class EffectReported(Loose):
    """An effect was carried out: reported when it is done."""

    kind: Literal["effectActivated", "effectResolved"]
    seat: SeatNumber
    source_card_id: Number
    effect_key: Key
    description: Long = ""
    timing: Timing | None = None


class TurnOver(Loose):
    """A turn ended."""

    kind: Literal["turnEnded"]
    ending_seat: SeatNumber
    turn_count: Turn


class Outcome(Loose):
    """Who won."""

    outcome: Short
    winner_seat: SeatNumber | None = None


class GameOver(Loose):
    """The game is over."""

    kind: Literal["gameOver"]
    result: Outcome
    reason: Short


class Plain(Loose):
    """An event that needs no more than its kind here, or one that is not known."""

    kind: Kind


_KNOWN: Final = frozenset(
    {
        "matchStarted",
        "phaseChanged",
        "memoryChanged",
        "cardsMoved",
        "attackDeclared",
        "blocked",
        "combatResolved",
        "securityChecked",
        "effectActivated",
        "effectResolved",
        "turnEnded",
        "gameOver",
    }
)


def _tag(value: object) -> str:
    return tag_of(value, "kind", _KNOWN)


EngineEvent: TypeAlias = Annotated[
    Annotated[MatchStarted, Tag("matchStarted")]
    | Annotated[PhaseChanged, Tag("phaseChanged")]
    | Annotated[MemoryMoved, Tag("memoryChanged")]
    | Annotated[CardsMoved, Tag("cardsMoved")]
    | Annotated[AttackDeclaredBy, Tag("attackDeclared")]
    | Annotated[Blocked, Tag("blocked")]
    | Annotated[CombatResolved, Tag("combatResolved")]
    | Annotated[Checked, Tag("securityChecked")]
    | Annotated[EffectReported, Tag("effectActivated")]
    | Annotated[EffectReported, Tag("effectResolved")]
    | Annotated[TurnOver, Tag("turnEnded")]
    | Annotated[GameOver, Tag("gameOver")]
    | Annotated[Plain, Tag("other")],
    Discriminator(_tag),
]
