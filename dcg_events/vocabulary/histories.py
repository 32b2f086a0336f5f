"""The three ways to read what a log says of a match."""

from typing import Final, Literal, TypeAlias, get_args

History: TypeAlias = Literal["recorded", "played", "ruled"]
"""As recorded: every event as it was written, with the table that the record gave at that time. As
played: what happened at the table, corrections of the record in their places, undone branches too.
As ruled: what counts, without what a rewind undid."""

HISTORIES: Final[tuple[History, ...]] = get_args(History)
