"""How often a recorder waits for the disk: the policy stands in the log's first event."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, assert_never

Durability: TypeAlias = Literal["group", "turn", "match", "none"]

_TURN: Final = frozenset({"turn_ended", "game_ended", "match_ended"})
_MATCH: Final = frozenset({"match_ended"})


def is_awaited(policy: Durability, kinds: Iterable[str]) -> bool:
    """Tell whether a write that holds events of these kinds is on the disk before it is answered.

    >>> is_awaited("turn", ["passed"]), is_awaited("turn", ["passed", "turn_ended"])
    (False, True)
    """
    match policy:
        case "group":
            return True
        case "turn":
            return not _TURN.isdisjoint(kinds)
        case "match":
            return not _MATCH.isdisjoint(kinds)
        case "none":
            return False
        case _:
            assert_never(policy)
