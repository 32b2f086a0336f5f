"""Rows of decisions, attacks, security checks and battles."""

from typing import Annotated, Literal, NamedTuple

from dcg_events.tables.columns import Meaning
from dcg_events.tables.rows.common import (
    At,
    AttackName,
    Game,
    MatchId,
    PhaseColumn,
    Ruled,
    Seq,
    Turn,
    TurnPlayer,
)
from dcg_events.vocabulary.people import Player
from dcg_events.vocabulary.places import Zone


class DecisionRow(NamedTuple):
    """Something that a player decided."""

    match_id: MatchId
    seq: Seq
    ruled: Ruled
    game: Game
    turn: Turn
    turn_player: TurnPlayer
    phase: PhaseColumn
    at_utc: At
    seconds: Annotated[
        int | None,
        Meaning("Time since the moment before, if both are timed: how long it took", "s"),
    ]
    player: Annotated[Player | None, Meaning("Who decided; null if unknown")]
    decision: Annotated[
        Literal[
            "choice",
            "redraw",
            "activation",
            "pass",
            "declaration",
            "attack",
            "counter",
            "block",
            "move",
            "de_digivolve",
        ],
        Meaning("What kind of decision"),
    ]
    taken: Annotated[
        bool | None, Meaning("Whether it was done, or let pass; null for a choice among options")
    ]
    what: Annotated[str | None, Meaning("What was asked or declared; null if unknown")]
    number: Annotated[str | None, Meaning("Card number that it is about; null if unknown")]
    options: Annotated[int | None, Meaning("Options there were; null if unknown", "options")]
    chosen: Annotated[int | None, Meaning("Options chosen; null if unknown", "options")]
    least: Annotated[int | None, Meaning("Fewest that had to be chosen", "options")]
    most: Annotated[int | None, Meaning("Most that could be chosen", "options")]
    value: Annotated[int | None, Meaning("A number that was declared")]


class OptionRow(NamedTuple):
    """An option of a choice, as far as the reader may know it."""

    match_id: MatchId
    seq: Seq
    ruled: Ruled
    place: Annotated[int, Meaning("Place among the options of its sort", "from 0")]
    sort: Annotated[Literal["unit", "card", "word"], Meaning("What is chosen from")]
    option: Annotated[str | None, Meaning("The unit, the card's id or the words; null if unknown")]
    number: Annotated[str | None, Meaning("Card number; null if unknown")]
    chosen: Annotated[bool | None, Meaning("Whether it was chosen; null if unknown")]


class AttackRow(NamedTuple):
    """An attack."""

    match_id: MatchId
    seq: Annotated[int, Meaning("Place in the log of its `attack_declared`", "from 0")]
    attack: Annotated[str, Meaning("Its name, which checks and battles carry")]
    ruled: Ruled
    game: Game
    turn: Turn
    at_utc: At
    player: Annotated[Player, Meaning("Who attacks")]
    unit: Annotated[str, Meaning("The attacking unit")]
    number: Annotated[str | None, Meaning("Number of its top card; null if unknown")]
    target_player: Annotated[Player, Meaning("Who, or whose unit, is attacked at first")]
    target_unit: Annotated[str | None, Meaning("The unit attacked at first; null for a player")]
    last_target_unit: Annotated[
        str | None, Meaning("The unit attacked in the end; null for a player")
    ]
    countered: Annotated[bool | None, Meaning("Whether it was countered; null if not recorded")]
    blocked: Annotated[bool | None, Meaning("Whether it was blocked; null if not recorded")]
    retargeted: Annotated[bool, Meaning("Whether a change of target is recorded")]
    checks: Annotated[int, Meaning("Security checks recorded of it", "checks")]
    battles: Annotated[int, Meaning("Battles recorded of it", "battles")]
    outcome: Annotated[
        Literal["succeeded", "failed", "battled", "unknown"] | None,
        Meaning("What came of it; null if not recorded"),
    ]
    end_seq: Annotated[int | None, Meaning("Place of its `attack_ended`; null if none is recorded")]


class SecurityCheckRow(NamedTuple):
    """A security check."""

    match_id: MatchId
    seq: Seq
    attack: AttackName
    ruled: Ruled
    game: Game
    turn: Turn
    at_utc: At
    player: Annotated[Player, Meaning("Whose security stack was checked")]
    card: Annotated[str | None, Meaning("Id of the card as placed in no area; null if there none")]
    number: Annotated[str | None, Meaning("Its card number; null if unknown")]
    outcome: Annotated[
        Literal["battle", "effect", "none", "unknown"] | None,
        Meaning("What came of it; null if not recorded"),
    ]
    to_zone: Annotated[Zone | None, Meaning("Where the card went; null if not recorded")]
    to_side: Annotated[Player | None, Meaning("On whose side; null if not recorded")]
    security_left: Annotated[int, Meaning("Cards left in that stack", "cards")]


class BattleRow(NamedTuple):
    """A battle of two Digimon. `first` and `second` are as recorded, mostly attacker first."""

    match_id: MatchId
    seq: Seq
    attack: AttackName
    ruled: Ruled
    game: Game
    turn: Turn
    at_utc: At
    first_player: Annotated[Player | None, Meaning("Whose the first is; null if unknown")]
    first_unit: Annotated[str | None, Meaning("The first, if it is a unit")]
    first_card: Annotated[str | None, Meaning("The first, if it is a Security Digimon: its id")]
    first_dp: Annotated[int | None, Meaning("DP of the first; null if unknown", "DP")]
    first_lost: Annotated[bool | None, Meaning("Whether the first lost; null if unknown")]
    second_player: Annotated[Player | None, Meaning("Whose the second is; null if unknown")]
    second_unit: Annotated[str | None, Meaning("The second, if it is a unit")]
    second_card: Annotated[str | None, Meaning("The second, if it is a Security Digimon: its id")]
    second_dp: Annotated[int | None, Meaning("DP of the second; null if unknown", "DP")]
    second_lost: Annotated[bool | None, Meaning("Whether the second lost; null if unknown")]
