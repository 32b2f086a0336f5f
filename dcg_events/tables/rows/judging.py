"""Rows of rulings and of findings of the audit."""

from typing import Annotated, Literal, NamedTuple

from dcg_events.audit.rule import Severity
from dcg_events.tables.columns import Meaning
from dcg_events.tables.rows.common import At, Game, MatchId, Ruled, Seq, Turn
from dcg_events.vocabulary.people import Player


class RulingRow(NamedTuple):
    """What judges did: calls, rulings, penalties, repairs, rewinds, corrections."""

    match_id: MatchId
    seq: Seq
    kind: Annotated[
        Literal[
            "judge_called",
            "ruling_issued",
            "penalty_issued",
            "state_repaired",
            "rewound",
            "record_corrected",
            "information_shown",
        ],
        Meaning("What was done"),
    ]
    ruled: Ruled
    game: Game
    turn: Turn
    at_utc: At
    player: Annotated[Player | None, Meaning("Who called, or got the penalty")]
    about: Annotated[int | None, Meaning("Place in the log of the event in dispute")]
    ruling: Annotated[str | None, Meaning("The judge's name for the ruling")]
    replaces: Annotated[str | None, Meaning("The ruling that it overturns")]
    judge: Annotated[str | None, Meaning("Who ruled")]
    level: Annotated[Literal["floor", "head"] | None, Meaning("Floor judge or head judge")]
    final: Annotated[bool | None, Meaning("Whether no appeal is left; null if not recorded")]
    clauses: Annotated[str | None, Meaning("What it rests on, such as 4.0 §3-1-3-4, by commas")]
    tier: Annotated[str | None, Meaning("Tier of a penalty")]
    infraction: Annotated[str | None, Meaning("Infraction; null if unknown")]
    to_seq: Annotated[int | None, Meaning("Of a rewind: the last event that stands")]
    accepted: Annotated[bool | None, Meaning("Of a repair: whether the state was accepted")]
    text: Annotated[str | None, Meaning("Question, ruling or reason in words; null if unknown")]


class FindingRow(NamedTuple):
    """What the audit finds, as the reader of the log may know it."""

    match_id: MatchId
    seq: Seq
    rule: Annotated[str, Meaning("The rule of the audit")]
    clause: Annotated[str, Meaning("The clause, as numbered in `edition`")]
    edition: Annotated[str, Meaning("Edition of the rules that the number belongs to")]
    language: Annotated[str, Meaning("Whose reading was followed")]
    other_reading: Annotated[bool, Meaning("Whether the other language's reading finds it too")]
    severity: Annotated[Severity, Meaning("Breach, incomplete record or doubt")]
    ruled: Ruled
    game: Game
    turn: Turn
    group_seq: Annotated[int, Meaning("Place in the log of the first event of that moment")]
    p1: Annotated[bool, Meaning("Whether it concerns p1")]
    p2: Annotated[bool, Meaning("Whether it concerns p2")]
    authority: Annotated[
        str | None, Meaning("Where the record of the event is from; null if not recorded")
    ]
    evidence: Annotated[str, Meaning("Places in the log of events that show it, by spaces")]
    happened: Annotated[str, Meaning("What happened, in English")]
    asks: Annotated[str, Meaning("What the rule asks, in English")]
