"""Who plays, acts and looks.

`p1` and `p2` are the seats of the match, not the order of play: the first player is a fact of
each game.
"""

from typing import Final, Literal, TypeAlias, get_args

Player: TypeAlias = Literal["p1", "p2"]
Actor: TypeAlias = Literal["p1", "p2", "judge", "organiser"]
Viewer: TypeAlias = Literal["p1", "p2", "spectator", "judge"]

PLAYERS: Final[tuple[Player, ...]] = get_args(Player)
VIEWERS: Final[tuple[Viewer, ...]] = get_args(Viewer)

Audience: TypeAlias = frozenset[str]
"""Viewers, the judge left out: the judge sees all that the recorder knows."""

EVERYBODY: Final[Audience] = frozenset({"p1", "p2", "spectator"})
NOBODY: Final[Audience] = frozenset()
ALONE: Final[dict[str, Audience]] = {player: frozenset({player}) for player in PLAYERS}
"""For each player this player alone."""
