"""All kinds of event in one place: the closed union and its index by kind."""

from functools import cache
from typing import Annotated, Final, TypeAlias, cast, get_args

from pydantic import Field, TypeAdapter
from pydantic_core import CoreSchema, SchemaValidator

from dcg_events.events.attacks import (
    AttackDeclared,
    AttackEnded,
    AttackStepped,
    BattleResolved,
    SecurityChecked,
)
from dcg_events.events.cards import (
    DeclarationAborted,
    Declared,
    DeDigivolved,
    Flipped,
    LookedAt,
    Moved,
    OrientationChanged,
    Reordered,
    Revealed,
    ShowingEnded,
    StatusApplied,
    StatusEnded,
    Transferred,
)
from dcg_events.events.checking import without_models
from dcg_events.events.effects import (
    ChoiceMade,
    EffectActivated,
    EffectNotActivated,
    EffectResolved,
    EffectTriggered,
    ProcessingPended,
)
from dcg_events.events.envelope import Event
from dcg_events.events.flow import (
    Attempted,
    CostPaid,
    GameEnded,
    LoopDeclared,
    MatchEnded,
    MemoryChanged,
    Passed,
    PhaseEntered,
    RuleChecked,
    TurnEnded,
    TurnStarted,
)
from dcg_events.events.judging import (
    ClockChanged,
    Disclosed,
    InformationShown,
    JudgeCalled,
    Noted,
    PenaltyIssued,
    RecordCorrected,
    Rewound,
    RulingIssued,
    StateAttested,
    StateRepaired,
)
from dcg_events.events.setup import (
    DeckChecked,
    DeckRegistered,
    FirstPlayerDecided,
    GameStarted,
    MatchOpened,
    Recovered,
    RedrawDecided,
    Shuffled,
    TokenSupplied,
)

AnyEvent: TypeAlias = Annotated[
    MatchOpened
    | DeckRegistered
    | DeckChecked
    | TokenSupplied
    | GameStarted
    | FirstPlayerDecided
    | RedrawDecided
    | Shuffled
    | TurnStarted
    | TurnEnded
    | PhaseEntered
    | Passed
    | MemoryChanged
    | CostPaid
    | Transferred
    | Moved
    | OrientationChanged
    | Flipped
    | Reordered
    | Revealed
    | LookedAt
    | ShowingEnded
    | Declared
    | DeclarationAborted
    | DeDigivolved
    | StatusApplied
    | StatusEnded
    | EffectTriggered
    | EffectActivated
    | EffectNotActivated
    | EffectResolved
    | ProcessingPended
    | ChoiceMade
    | AttackDeclared
    | AttackStepped
    | AttackEnded
    | SecurityChecked
    | BattleResolved
    | RuleChecked
    | LoopDeclared
    | Attempted
    | GameEnded
    | MatchEnded
    | ClockChanged
    | JudgeCalled
    | RulingIssued
    | PenaltyIssued
    | InformationShown
    | Disclosed
    | StateRepaired
    | Rewound
    | RecordCorrected
    | StateAttested
    | Recovered
    | Noted,
    Field(discriminator="kind"),
]


@cache
def checker() -> TypeAdapter[AnyEvent]:
    """Return what reads and checks one plain event; built on demand, for readers need none."""
    return TypeAdapter(AnyEvent)


@cache
def reader() -> SchemaValidator:
    """Return what reads and checks one plain event faster, but says less well what is wrong."""
    return SchemaValidator(cast("CoreSchema", without_models(checker().core_schema)))


MODELS: Final[dict[str, type[Event]]] = {
    get_args(model.model_fields["kind"].annotation)[0]: model
    for model in get_args(get_args(AnyEvent)[0])
}
"""The model of each kind."""
