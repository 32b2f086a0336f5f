"""Rows of events, transfers and orderings."""

from typing import Annotated, Literal, NamedTuple

from dcg_events.tables.columns import Meaning
from dcg_events.tables.rows.common import (
    At,
    AttackName,
    By,
    Game,
    MatchId,
    PhaseColumn,
    Ruled,
    Seq,
    Turn,
    TurnPlayer,
)
from dcg_events.vocabulary.manners import Manner, Route
from dcg_events.vocabulary.people import Actor, Player
from dcg_events.vocabulary.places import Facing, Orientation, Zone


class EventRow(NamedTuple):
    """An event, with what it has beyond these columns as JSON."""

    match_id: MatchId
    seq: Seq
    kind: Annotated[str, Meaning("What happened; see KINDS.md")]
    ruled: Ruled
    game: Game
    turn: Turn
    turn_player: TurnPlayer
    phase: PhaseColumn
    group_seq: Annotated[int, Meaning("Place in the log of the first event of the same moment")]
    step: Annotated[int, Meaning("Place in the procedure of the group", "from 0")]
    group_size: Annotated[int, Meaning("Size of the group", "events")]
    at_utc: At
    actor: By
    player: Annotated[Player | None, Meaning("The player that the event names")]
    unit: Annotated[str | None, Meaning("The unit that the event names")]
    number: Annotated[str | None, Meaning("The card number that the event names; null if unknown")]
    cause: Annotated[
        Literal["rule", "action", "effect", "cost", "judge", "unknown"] | None,
        Meaning("Why it happened; null if not recorded"),
    ]
    cause_seq: Annotated[int | None, Meaning("Place in the log of the causing event")]
    cause_player: Annotated[Player | None, Meaning("The player whose effect or action it is")]
    cause_clause: Annotated[str | None, Meaning("The rule that did it, in the match's edition")]
    evidence: Annotated[
        Literal["authoritative", "one_client", "inferred"] | None,
        Meaning("Where the recorder has it from; for the judge alone"),
    ]
    ms: Annotated[int | None, Meaning("Exact time since the Unix epoch; for the judge alone", "ms")]
    data: Annotated[str, Meaning("The other fields of the event, an object of JSON")]


class TransferRow(NamedTuple):
    """A movement of one card."""

    match_id: MatchId
    seq: Seq
    ruled: Ruled
    game: Game
    turn: Turn
    turn_player: TurnPlayer
    phase: PhaseColumn
    group_seq: Annotated[int, Meaning("Place in the log of the first event of the same moment")]
    step: Annotated[int, Meaning("Place in the procedure of the group", "from 0")]
    group_size: Annotated[int, Meaning("Size of the group", "events")]
    at_utc: At
    actor: By
    manner: Annotated[Manner, Meaning("How, in the rulebook's words")]
    number: Annotated[str | None, Meaning("Card number; null if unknown to the reader")]
    owner: Annotated[Player | None, Meaning("Whose card it is; null if unknown")]
    card: Annotated[str, Meaning("Id of the card as placed by this transfer")]
    was: Annotated[str | None, Meaning("Id of the card as it was placed before; null if unknown")]
    from_zone: Annotated[Zone, Meaning("Where it was")]
    from_side: Annotated[Player | None, Meaning("On whose side; null in no area")]
    from_unit: Annotated[str | None, Meaning("In which unit; null outside the field")]
    from_position: Annotated[
        int | None,
        Meaning("Position before the group; null if unknown or without order", "from 0 at the top"),
    ]
    to_zone: Annotated[Zone, Meaning("Where it is now")]
    to_side: Annotated[Player | None, Meaning("On whose side; null in no area")]
    to_unit: Annotated[
        str | None, Meaning("In which unit, the one it founded included; null outside the field")
    ]
    to_position: Annotated[
        int | None,
        Meaning("Position after the group; null if unknown or without order", "from 0 at the top"),
    ]
    facing: Annotated[Facing | None, Meaning("How it lies now; null if not recorded")]
    orientation: Annotated[Orientation | None, Meaning("Of a unit it founds, if recorded")]
    founds: Annotated[bool, Meaning("Whether it founds a unit")]
    order_chooser: Annotated[Actor | None, Meaning("Who chose the order, where one was due")]
    order_rank: Annotated[int | None, Meaning("Place in the chosen order", "from 0")]
    order_public: Annotated[bool | None, Meaning("Whether everybody may know the order")]
    order_auto: Annotated[bool | None, Meaning("Whether a client's setting chose the order")]
    route: Annotated[Route | None, Meaning("Special way of playing or digivolving")]
    revealed: Annotated[bool | None, Meaning("Whether it was shown to everybody on the way")]
    attack: AttackName
    redirect: Annotated[str | None, Meaning("The clause that sent it elsewhere than asked")]
    requested_zone: Annotated[Zone | None, Meaning("The zone that was asked for, if another")]
    cause: Annotated[str | None, Meaning("Why: rule, action, effect, cost, judge, unknown")]
    cause_seq: Annotated[int | None, Meaning("Place in the log of the causing event")]
    cause_player: Annotated[Player | None, Meaning("The player whose effect or action it is")]


class OrderingRow(NamedTuple):
    """An event's place in an order that somebody chose (CR 4.0 §3-1-3-4)."""

    match_id: MatchId
    seq: Seq
    ruled: Ruled
    game: Game
    turn: Turn
    turn_player: TurnPlayer
    group_seq: Annotated[int, Meaning("Place in the log of the first event of the same moment")]
    subject: Annotated[
        Literal["transfer", "activation", "reorder"],
        Meaning("What was put in order: cards that move, effects, cards that stay"),
    ]
    chooser: Annotated[Actor | None, Meaning("Who chose; null if unknown")]
    rank: Annotated[int | None, Meaning("Place in the chosen order; null if unknown", "from 0")]
    public: Annotated[bool | None, Meaning("Whether everybody may know the order")]
    basis: Annotated[str | None, Meaning("The clause that gives the choice")]
    auto: Annotated[bool | None, Meaning("Whether a client's setting chose")]
    candidates: Annotated[int | None, Meaning("How many there were to choose from; null unknown")]
