"""Delay as a policy: how much of a log may be told by now.

Every reading for a viewer begins with `may_read`, which gives the part of the log that may be
told; what follows it does not exist for the reader: not in a count, a size, or a message, damage
included. The part ends with a commit, so that a copy of it verifies to that commit's head.

- `events:20`: an event is told once 20 events have been recorded after it.
- `turns:2`: an event is told once 2 turns have begun after it, in whichever game. So the turn
  under way is held back, and the one before. Set-up and what happens between two turns go with
  the turn before them. A rewind takes the turns back that it undoes: they do not count any more.
- `minutes:5`, `seconds:90`: an event is told when its `at` is so long ago, to the second, and
  everything before it may be told. An event without a time waits until a later one with a time is
  due.

Whichever it is, the delay ends with the match: after `match_ended` everything is told at once. If
the match goes on because that was rewound, what is recorded from then on is delayed again. What
was told once stays told.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal, Self, TypeAlias, cast

from dcg_events.errors import UsageError
from dcg_events.log.commits import CommitScan
from dcg_events.log.part import LogPart
from dcg_events.log.store import open_reading, utc_now
from dcg_events.views.telling import ByEvents, ByTime, ByTurns, Gauge, Rule, Undelayed

Clock: TypeAlias = Callable[[], datetime]
"""Gives the time, aware."""

Unit: TypeAlias = Literal["events", "turns", "minutes", "seconds"]

_FORM: Final = re.compile(r"(events|turns|minutes|seconds):([1-9][0-9]{0,6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Delay:
    """By how much a viewer's stream lags behind the match.

    Attributes:
        amount: How many of the unit, at least 1.
        unit: Events, turns, minutes or seconds.
    """

    amount: int
    unit: Unit

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a delay such as `events:20`, `turns:2`, `minutes:5`, `seconds:90`.

        Raises:
            UsageError: If the text is no delay.

        >>> Delay.parse("turns:2")
        Delay(amount=2, unit='turns')
        """
        found = _FORM.fullmatch(text)
        if found is None:
            problem = "it is no delay"
            remedy = "write events:20, turns:2, minutes:5 or seconds:90, with your number from 1"
            raise UsageError(f"delay {text!r}", problem, remedy)
        return cls(int(found[2]), cast("Unit", found[1]))

    def __str__(self) -> str:
        return f"{self.amount} {self.unit[:-1] if self.amount == 1 else self.unit}"


def gauge_of(delay: Delay | None, now: Clock) -> Gauge:
    """Return what measures, commit by commit, how much of a log may be told.

    Args:
        delay: By how much the telling lags; None tells what is committed.
        now: The clock.
    """
    return Gauge(_rule(delay, now))


def _rule(delay: Delay | None, now: Clock) -> Rule:
    if delay is None:
        return Undelayed()
    if delay.unit == "events":
        return ByEvents(delay.amount)
    if delay.unit == "turns":
        return ByTurns(delay.amount)
    lag = timedelta(**{delay.unit: delay.amount})
    return ByTime(lambda: (now().astimezone(UTC) - lag).strftime("%Y-%m-%dT%H:%M:%SZ"))


def may_read(log: str | Path | LogPart, delay: Delay | None, now: Clock = utc_now) -> LogPart:
    """Return the part of a log that may be told by now: all of it without a delay.

    Args:
        log: The log, or a part of it.
        delay: By how much the telling lags.
        now: The clock; asked once, so that all that is read of the part is of one moment.

    Raises:
        UsageError: If nothing of it may be told yet.
        LogError: If the file cannot be read.
    """
    part = LogPart.of(log)
    if delay is None:
        return part
    gauge = gauge_of(delay, now)
    with open_reading(part) as file:
        for commit in CommitScan().commits(file):
            gauge.add(commit)
    size = gauge.limit()
    if size == 0:
        problem = f"nothing of it may be told yet: it is told with a delay of {delay}"
        raise UsageError(str(log), problem, _WAIT[delay.unit in ("minutes", "seconds")])
    return replace(part, size=size)


_WAIT: Final = (
    "wait until more has happened, or the match has ended",
    "wait; an event without a time is told after a later one with a time, or the match's end",
)
