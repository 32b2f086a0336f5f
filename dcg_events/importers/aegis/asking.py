"""What the engine asks in `decision` lines and what players want in `intent` lines."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from dcg_events.importers.aegis.parts import (
    Instance,
    Key,
    Kind,
    Long,
    Loose,
    Number,
    Pile,
    Short,
    Small,
    Timing,
    tag_of,
)


class Options(Loose):
    """What a decision offers; permanents may stand among the candidates."""

    candidate_instance_ids: Pile = Field(default_factory=list)
    visible_instance_ids: Pile = Field(default_factory=list)
    min: Small | None = None
    max: Small | None = None
    choices: Annotated[list[Short], Field(max_length=100)] = Field(default_factory=list)
    trigger_keys: Annotated[list[Key], Field(max_length=100)] = Field(default_factory=list)
    timing: Timing | None = None


class Request(Loose):
    """What is asked, and the card that asks it."""

    decision_id: Short
    kind: Kind
    prompt_text: Long = ""
    source_card_id: Number | None = None
    options: Options = Options()


class Response(Loose):
    """The answer to a decision."""

    kind: Kind
    accept: bool | None = None
    instance_ids: Pile = Field(default_factory=list)
    option_index: Small | None = None
    order: Annotated[list[Key], Field(max_length=1000)] = Field(default_factory=list)


class Mulligan(Loose):
    """To keep or to redraw the initial hand."""

    type: Literal["mulligan"]
    keep: bool


class PlayCard(Loose):
    """To play a card, or use an Option."""

    type: Literal["playCard"]
    instance_id: Instance


class Digivolve(Loose):
    """To digivolve a permanent into a card."""

    type: Literal["digivolve"]
    permanent_id: Instance
    instance_id: Instance


class ActivateEffect(Loose):
    """To activate an effect."""

    type: Literal["activateEffect"]
    source_instance_id: Instance
    effect_key: Key


class RespondAlliance(Loose):
    """To let an ally join the attack, or none."""

    type: Literal["respondAlliance"]
    ally_permanent_id: Instance | None = None


class Respond(Loose):
    """To answer a decision."""

    type: Literal["respondDecision"]
    decision_id: Short
    response: Response


class PlainIntent(Loose):
    """An intent that needs no more than its type here, or one that is not known."""

    type: Kind


_KNOWN: Final = frozenset(
    {"mulligan", "playCard", "digivolve", "activateEffect", "respondAlliance", "respondDecision"}
)


def _tag(value: object) -> str:
    return tag_of(value, "type", _KNOWN)


AnyIntent: TypeAlias = Annotated[
    Annotated[Mulligan, Tag("mulligan")]
    | Annotated[PlayCard, Tag("playCard")]
    | Annotated[Digivolve, Tag("digivolve")]
    | Annotated[ActivateEffect, Tag("activateEffect")]
    | Annotated[RespondAlliance, Tag("respondAlliance")]
    | Annotated[Respond, Tag("respondDecision")]
    | Annotated[PlainIntent, Tag("other")],
    Discriminator(_tag),
]
