"""How alike two events are that two recordings tell: by public facts, never by ids."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from dcg_events.events.codec import canonical
from dcg_events.reconciling.fields import FOR_ITS_WRITER, Role, is_unknown, leaves, role_of
from dcg_events.reconciling.recording import Told

Token: TypeAlias = tuple[str, dict[str, Any]]
"""The kind of an event, and what it says for certain by the path of the field."""

_WEIGHTS: Final = {
    "player": 6,
    "side": 6,
    "viewer": 6,
    "winner": 3,
    "turn": 6,
    "phase": 6,
    "zone": 4,
    "action": 4,
    "number": 4,
    "numbers": 4,
    "unit": 3,
    "after": 3,
    "asked": 2,
    "manner": 2,
}
_OTHER: Final = 1
_ANY: Final = 3
"""What it counts that two events are of one kind."""

_DIVIDING: Final = frozenset({"game_started", "turn_started", "game_ended"})
"""Kinds that divide a match into stretches: with the number of their game each stands once."""

_OTHER_NUMBER: Final = 20
_OTHER_PLACE: Final = 14
_NEVER: Final = -1_000_000


def token_of(told: Told) -> Token | None:
    """Return by what an event is aligned; None if the other recording need not have it."""
    event = told.event
    kind = event["kind"]
    if kind in FOR_ITS_WRITER:
        return None
    facts: dict[str, Any] = {}
    for path, value in leaves(event):
        role = role_of(kind, path)
        if role is Role.CARD and path in told.about:
            side, top = told.about[path]
            facts[f"{path}.side"] = side
            if top is not None:
                facts[path] = top
        elif role in (Role.VALUE, Role.NUMBER) and not is_unknown(value):
            facts[path] = value
    if kind in _DIVIDING:
        facts["game"] = event.get("game")
    return kind, facts


def likeness(one: Token, two: Token) -> float:
    """Return how alike two events are: above 0 if they may well be the same."""
    if one[0] != two[0]:
        return _NEVER
    points: float = _ANY
    others = two[1]
    for path, value in one[1].items():
        if path in others:
            weight = _WEIGHTS.get(path.rpartition(".")[2], _OTHER)
            points += weight if _same(value, others[path]) else -1.5 * weight
    return points


def _same(one: Any, two: Any) -> bool:  # noqa: ANN401 - any JSON value
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return all(a is None or b is None or a == b for a, b in zip(one, two, strict=True))
    return bool(one == two)


def says_the_same(one: Token, two: Token) -> bool:
    """Tell whether two events contradict each other in nothing that they are aligned by."""
    return one[0] == two[0] and all(
        path not in two[1] or _same(value, two[1][path]) for path, value in one[1].items()
    )


def unlikeness(one: Told, two: Told, tokens: tuple[Token, Token]) -> float:
    """Return how much two steps of one moment differ, where both say something; 0 at best.

    What one of them leaves out counts for nothing, so that of steps that may all be the same none
    is preferred.
    """
    ours, theirs = tokens
    if ours[0] != theirs[0]:
        return -_NEVER
    points: float = 0
    for path in ours[1].keys() & theirs[1].keys():
        if not _same(ours[1][path], theirs[1][path]):
            points += 2.5 * _WEIGHTS.get(path.rpartition(".")[2], _OTHER)
            points += _OTHER_NUMBER * (path == "number")
    for name in ("from", "to", "place"):
        places = [(told.event.get(name) or {}) for told in (one, two)]
        if all(isinstance(place, dict) for place in places):
            positions = [place.get("position") for place in places]
            points += _OTHER_PLACE * (None not in positions and positions[0] != positions[1])
    return points


def step_order(told: Told) -> tuple[Any, ...]:
    """Sort the steps of one moment alike in both recordings, however their writers list them."""
    event = told.event
    places = [event.get(name) or {} for name in ("from", "to", "place")]
    ends = [str(place.get(part) or "") for place in places for part in ("zone", "side")]
    positions = [place.get("position") for place in places if isinstance(place, dict)]
    return (
        event["kind"],
        ends,
        [-1 if position is None else position for position in positions],
        str(event.get("number") or ""),
    )


class Tokens:
    """The tokens of two sequences of events, made small: equal ones are one integer."""

    def __init__(self) -> None:
        self._index: dict[bytes, int] = {}
        self._tokens: list[Token] = []
        self._likeness: dict[tuple[int, int], float] = {}

    def numbered(self, tokens: Sequence[Token]) -> list[int]:
        """Return for each token its integer."""
        found = []
        for token in tokens:
            index = self._index.setdefault(canonical(token), len(self._tokens))
            if index == len(self._tokens):
                self._tokens.append(token)
            found.append(index)
        return found

    def likeness(self, one: int, two: int) -> float:
        """Return how alike two tokens are, by their integers."""
        found = self._likeness.get((one, two))
        if found is None:
            found = likeness(self._tokens[one], self._tokens[two])
            self._likeness[one, two] = found
        return found

    def begins_turn(self, index: int) -> bool:
        """Tell whether a token is of an event that divides a match: a game, a turn, an end."""
        return self._tokens[index][0] in _DIVIDING
