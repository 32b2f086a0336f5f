"""Measure, commit by commit, how much of a log a delay lets be told.

What is measured is public in every copy: kinds, turns and times are never sealed. So a delay is
the same for the full log and for a viewer's copy of it.
"""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import orjson

from dcg_events.log.commits import Commit

_MARKED: Final = re.compile(rb'"kind":"(?:turn_started|rewound|match_ended)"')
_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


T = TypeVar("T")


class Rule(Protocol):
    """How one kind of delay decides."""

    def add(self, commit: Commit, marked: list[dict[str, Any]]) -> None:
        """Take note of a commit, and of its events that begin a turn, rewind or end the match."""

    def due(self) -> int:
        """Return the bytes that may be told by now, up to the end of a commit."""


class Gauge:
    """How much of a log may be told: a delay, and the end of the match that lifts it."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self._told = 0
        self._over: list[tuple[int, bool]] = [(-1, False)]  # since which event

    @property
    def over(self) -> bool:
        """Whether the match has ended, as ruled, so that everything is told."""
        return self._over[-1][1]

    def add(self, commit: Commit) -> None:
        """Take note of the next commit of the log."""
        marked = [event for line in commit.records if _MARKED.search(line) for event in _read(line)]
        marked = [event for event in marked if event["seq"] <= commit.last]
        for event in marked:
            if event["kind"] == "match_ended":
                self._over.append((event["seq"], True))
            elif event["kind"] == "rewound":
                self._over.append((event["seq"], _as_of(self._over, event)))
        self._rule.add(commit, marked)
        if self.over:
            self._told = commit.end

    def limit(self) -> int:
        """Return how many bytes may be told by now. What was told once stays told."""
        self._told = max(self._told, self._rule.due())
        return self._told


class Undelayed:
    """No delay: what is committed is told."""

    def __init__(self) -> None:
        self._end = 0

    def add(self, commit: Commit, marked: list[dict[str, Any]]) -> None:  # noqa: ARG002 - a Rule
        """Take note of a commit."""
        self._end = commit.end

    def due(self) -> int:
        """Return the end of the last commit."""
        return self._end


class ByEvents:
    """An event is told once so many events have been recorded after it."""

    def __init__(self, amount: int) -> None:
        self._amount = amount
        self._held: deque[Commit] = deque()
        self._told = 0

    def add(self, commit: Commit, marked: list[dict[str, Any]]) -> None:  # noqa: ARG002 - a Rule
        """Take note of a commit; tell the last one that lies far enough back."""
        self._held.append(Commit([], commit.last, commit.end))
        while self._held[0].last + self._amount <= commit.last:
            self._told = self._held.popleft().end

    def due(self) -> int:
        """Return the end of the last commit that lies far enough back."""
        return self._told


class Turn(NamedTuple):
    """A turn that began.

    Attributes:
        end: Bytes up to the end of the commit before it.
        before: The turn before it, as ruled; None for the first.
    """

    end: int
    before: "Turn | None"


class ByTurns:
    """An event is told once so many turns have begun after it, undone turns not counted."""

    def __init__(self, amount: int) -> None:
        self._amount = amount
        self._latest: list[tuple[int, Turn | None]] = [(-1, None)]  # since which event
        self._end = self._told = 0

    def add(self, commit: Commit, marked: list[dict[str, Any]]) -> None:
        """Count the turns that begin in a commit, and discount those that a rewind undoes."""
        for event in marked:
            newest, turn = self._latest[-1]
            if event["seq"] <= newest:
                continue  # a damaged file holds the line twice
            if event["kind"] == "turn_started":
                turn = Turn(self._end, turn)
                self._latest.append((event["seq"], turn))
                self._tell_before(turn)
            elif event["kind"] == "rewound":
                self._latest.append((event["seq"], _as_of(self._latest, event)))
        self._end = commit.end

    def _tell_before(self, turn: Turn | None) -> None:
        for _ in range(self._amount - 1):
            turn = turn and turn.before
            if turn is None:
                return
        if turn is not None:
            self._told = max(self._told, turn.end)

    def due(self) -> int:
        """Return the end of the last commit before the first turn that is held back."""
        return self._told


class ByTime:
    """An event is told when its time, and all times before it, are so long ago."""

    def __init__(self, latest_told: Callable[[], str]) -> None:
        """Begin.

        Args:
            latest_told: Gives the latest time that may be told by now, written as in events.
        """
        self._latest_told = latest_told
        self._held: deque[tuple[str, int]] = deque()  # the time that has to be due, then the end
        self._latest = ""
        self._timed = False
        self._end = self._told = 0

    def add(self, commit: Commit, marked: list[dict[str, Any]]) -> None:  # noqa: ARG002 - a Rule
        """Take note of the times in a commit."""
        for line in commit.records:
            at = next((event.get("at") for event in _read(line)), None)
            if not isinstance(at, str) or not _TIME.fullmatch(at):
                self._timed = False
                continue
            self._latest = max(self._latest, at)  # a clock that was set back tells nothing early
            if not self._timed:
                self._hold(self._end)
                self._timed = True
        self._end = commit.end
        if self._timed:
            self._hold(commit.end)

    def _hold(self, end: int) -> None:
        """Hold back a stretch of the log until the latest time so far is due."""
        if self._held and self._held[-1][0] == self._latest:
            self._held.pop()
        self._held.append((self._latest, end))

    def due(self) -> int:
        """Return the end of the last commit whose times are all due."""
        if self._held:
            latest = self._latest_told()
            while self._held and self._held[0][0] <= latest:
                self._told = self._held.popleft()[1]
        return self._told


def _read(line: bytes) -> list[dict[str, Any]]:
    """Read a record line that was not verified yet: one event, or none if it is damaged."""
    try:
        event = orjson.loads(line)
    except orjson.JSONDecodeError:
        return []
    well_formed = isinstance(event, dict) and isinstance(event.get("seq"), int)
    return [event] if well_formed else []


def _as_of(since: list[tuple[int, T]], rewound: dict[str, Any]) -> T:
    """Return what held after the event that a rewind leads back to."""
    target = rewound.get("to_seq")
    known = isinstance(target, int) and target >= 0  # or the line is damaged: nothing held yet
    return since[bisect_right(since, target, key=itemgetter(0)) - 1 if known else 0][1]
