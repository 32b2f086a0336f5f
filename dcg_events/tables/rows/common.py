"""Columns that several tables have, with one meaning everywhere."""

from typing import Annotated, TypeAlias

from dcg_events.tables.columns import Meaning
from dcg_events.vocabulary.manners import Phase
from dcg_events.vocabulary.people import Actor, Player

MatchId: TypeAlias = Annotated[
    str, Meaning("The match; the same in every copy of its log and however far that goes")
]
Seq: TypeAlias = Annotated[int, Meaning("Place in the log of the event the row is about", "from 0")]
Game: TypeAlias = Annotated[int, Meaning("Number of the game in the match", "from 1; 0 before")]
Turn: TypeAlias = Annotated[
    int, Meaning("Number of the turn in the game, over both players", "from 1; 0 before")
]
TurnPlayer: TypeAlias = Annotated[Player | None, Meaning("Whose turn it is; null before the first")]
PhaseColumn: TypeAlias = Annotated[Phase | None, Meaning("Phase of the turn; null outside")]
Ruled: TypeAlias = Annotated[
    bool, Meaning("Whether it counts in the end: false for what a rewind undid")
]
At: TypeAlias = Annotated[
    str | None, Meaning("When it happened, UTC; null if the record does not say", sql="TIMESTAMP")
]
By: TypeAlias = Annotated[Actor | None, Meaning("Who acted; null if nobody or unknown")]
AttackName: TypeAlias = Annotated[str | None, Meaning("The attack it belongs to")]
