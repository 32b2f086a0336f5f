"""Events of effects and choices: what triggered, what was activated first, what was chosen."""

from typing import Annotated, Literal

from pydantic import Field

from dcg_events.events.envelope import Event, Ordering
from dcg_events.events.fields import (
    CardNumber,
    CardNumbers,
    Count,
    Integer,
    Name,
    PlacementId,
    Reference,
    Text,
)
from dcg_events.vocabulary.people import Player

Label = Annotated[
    str, Field(max_length=200, description="The recorder's name of the effect, no card text")
]


class EffectTriggered(Event):
    """An effect triggered and waits (CR 4.2 §15-4).

    Attributes:
        pending: The name by which its activation refers to it.
        player: Whose effect it is.
        source: The placement of its card. Sealed while that card is hidden.
        number: That card's number. Sealed likewise.
        effect: Which of the card's effects. Sealed likewise.
        timing: On what it triggered, such as OnPlay.
        manner: Triggered, immediate, or derived from another effect (CR 4.2 §15-4-5, §15-8).
    """

    kind: Literal["effect_triggered"] = "effect_triggered"
    pending: Reference
    player: Player
    source: PlacementId | None = None
    number: CardNumber | None = None
    effect: Label | None = None
    timing: Name | None = None
    manner: Literal["triggered", "immediate", "derived"] | None = None


class EffectActivated(Event):
    """An effect was activated; `ordering` says who chose it among which pending ones.

    Attributes:
        pending: The pending effect, if it had triggered.
        player: Who activates it.
        source: The placement of its card, which is shown by activating it.
        number: That card's number.
        effect: Which of the card's effects.
        timing: At what timing.
        optional: Whether the player could have declined.
        ordering: Who chose to activate this one now, and among which (CR 4.2 §15-4-3-5).
    """

    kind: Literal["effect_activated"] = "effect_activated"
    pending: Reference | None = None
    player: Player
    source: PlacementId | None = None
    number: CardNumber | None = None
    effect: Label | None = None
    timing: Name | None = None
    optional: bool | None = None
    ordering: Ordering | None = None


class EffectNotActivated(Event):
    """A pending effect came to nothing: declined, condition not met, lost with its card."""

    kind: Literal["effect_not_activated"] = "effect_not_activated"
    pending: Reference | None = None
    player: Player
    source: PlacementId | None = None
    number: CardNumber | None = None
    effect: Label | None = None
    timing: Name | None = None
    reason: Literal["declined", "condition", "new_card", "lost", "breeding", "used_up", "unknown"]
    ordering: Ordering | None = None


class EffectResolved(Event):
    """An effect was carried out, as far as it could be.

    Attributes:
        pending: The pending effect, if it had triggered.
        player: Whose effect it is.
        source: The placement of its card.
        number: That card's number.
        effect: Which of the card's effects.
        timing: At what timing.
    """

    kind: Literal["effect_resolved"] = "effect_resolved"
    pending: Reference | None = None
    player: Player
    source: PlacementId | None = None
    number: CardNumber | None = None
    effect: Label | None = None
    timing: Name | None = None


class ProcessingPended(Event):
    """A pending processing was queued, carried out or lost (CR 4.2 §18-1)."""

    kind: Literal["processing_pended"] = "processing_pended"
    pending: Reference
    player: Player | None
    what: Name
    state: Literal["queued", "executed", "lost"]


class ChoiceMade(Event):
    """A player chose or declared something.

    Attributes:
        player: Who chose.
        what: What was asked, in few words.
        audience: Who may know the options and what was chosen. Everybody if not given.
        units: Units that could be chosen, all public.
        cards: Placements that could be chosen. Sealed where hidden from someone.
        numbers: Their card numbers. Sealed likewise.
        words: Options in words.
        least: Fewest that had to be chosen.
        most: Most that could be.
        chosen: What was chosen: units, placements or words. Sealed like the options.
        value: A declared number.
    """

    kind: Literal["choice_made"] = "choice_made"
    player: Player
    what: Text | None
    audience: Annotated[list[Player | Literal["spectator"]], Field(max_length=3)] | None = None
    units: Annotated[list[Reference], Field(max_length=200)] | None = None
    cards: Annotated[list[PlacementId | None], Field(max_length=1000)] | None = None
    numbers: CardNumbers | None = None
    words: Annotated[list[Text], Field(max_length=200)] | None = None
    least: Count | None = None
    most: Count | None = None
    chosen: Annotated[list[Text | None], Field(max_length=1000)] | None = None
    value: Integer | None = None
