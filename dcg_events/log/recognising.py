"""Recognise right lines at sight, in a process that reads many of a kind; see `events.regular`.

What is recognised is in canonical form and follows the schema. What is not may do so all the same.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, Final, TypeAlias

from dcg_events.events.catalogue import checker
from dcg_events.events.checking import without_models
from dcg_events.events.regular import Expressions, NotRegularError

MANY: Final = 150
"""Lines of a kind before its expression is made, which takes as long as pydantic for so many."""

STORED: Final = frozenset({"seq", "game", "at", "group", "step", "of"})
"""What every record has, though a writer may leave it out."""

OPENING: Final = (
    rb'\["open",(?:0|[1-9][0-9]{0,15}),"%b",\['
    rb'(?:"p1"(?:,"p2")?(?:,"spectator")?|"p2"(?:,"spectator")?|"spectator")?'
    rb'\],%b,"[0-9a-f]{32}"\]'
)
"""The expression of an opening line; its path and its value are to be filled in."""

_MOST_KEPT: Final = 10_000

_Match: TypeAlias = Callable[[bytes], object]
_Sort: TypeAlias = tuple[str, str]
"""A kind, and the dotted path of what is opened of it; empty for a record."""


class Recogniser:
    """Recognises lines of a log, without their line feeds.

    Args:
        many: Lines of a kind that have to pass before one is recognised.
    """

    def __init__(self, many: int = MANY) -> None:
        self._many = many
        self._seen: Counter[_Sort] = Counter()
        self._records: dict[str, _Match] = {}
        self._openings: dict[_Sort, _Match] = {}

    def doubtful_records(
        self, lines: Sequence[bytes], events: Sequence[dict[str, Any]]
    ) -> list[int]:
        """Return the places of the lines of which it is not certain that they are right.

        Args:
            lines: Record lines.
            events: The event of each, numbered as its group has it.
        """
        doubtful = []
        known = self._records.get
        for number, (line, event) in enumerate(zip(lines, events, strict=True)):
            kind = event.get("kind")
            if (
                type(kind) is not str
                or not (known(kind) or self._learn(kind))(line)
                or event["group"] != event["seq"] - event["step"]
            ):
                doubtful.append(number)
        return doubtful

    def doubtful_openings(
        self, lines: Sequence[bytes], opened: Sequence[Any], events: Sequence[dict[str, Any]]
    ) -> list[int]:
        """Return the places of the lines of which it is not certain that their value is right.

        Args:
            lines: Opening lines of one write.
            opened: The same, parsed.
            events: All events of the write, with these values put back.
        """
        doubtful = []
        first = events[0]["seq"]
        known = self._openings.get
        for number, (line, opening) in enumerate(zip(lines, opened, strict=True)):
            seq, path = opening[1], opening[2]
            kind = events[seq - first].get("kind") if seq >= first else None  # or it is not here
            if (
                type(kind) is not str
                or type(path) is not str
                or not (known((kind, path)) or self._learn(kind, path))(line)
            ):
                doubtful.append(number)
        return doubtful

    def _learn(self, kind: str, path: str = "") -> _Match:
        """Return what matches such lines: nothing, before there were many of them."""
        if not self._were_many((kind, path)):
            return _not_recognised
        try:
            match: _Match = re.compile(self._expression(kind, path)).fullmatch
        except NotRegularError:
            match = _not_recognised
        if path:
            self._openings[kind, path] = match
        else:
            self._records[kind] = match
        return match

    def _expression(self, kind: str, path: str) -> bytes:
        if not path:
            return self._expressions.of_record(kind, STORED)
        return OPENING % (re.escape(path.encode()), self._expressions.of_field(kind, path))

    def _were_many(self, sort: _Sort) -> bool:
        if len(self._seen) > _MOST_KEPT:  # names that no log of ours holds
            self._seen.clear()
        self._seen[sort] += 1
        return self._seen[sort] > self._many

    @cached_property
    def _expressions(self) -> Expressions:
        return Expressions(without_models(checker().core_schema))


def _not_recognised(_: bytes) -> None:
    """Match nothing."""


@cache
def recogniser() -> Recogniser:
    """Return the one of this process."""
    return Recogniser()
