"""Logs to delay, what is told of them, and a clock that stands still."""

import random
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from dcg_events import Delay, MatchLog, Recorder, UsageError
from tests.property.matches import counting_salt

Event = dict[str, Any]

EXAMPLES = Path(__file__).parents[2] / "examples"
LOGS = [EXAMPLES / "aegis-014-bt19.dcglog", EXAMPLES / "aegis-019-bt24.dcglog"]
START = datetime(2026, 8, 18, 10, 0, 0, tzinfo=UTC)
ENDED: Event = {"kind": "match_ended", "outcome": "draw", "winner": None}


def at(seconds: int) -> str:
    """Write a time so many seconds after the start."""
    return (START + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def clock(seconds: float) -> Callable[[], datetime]:
    """Return a clock that shows so many seconds after the start."""
    return lambda: START + timedelta(seconds=seconds)


def turn(number: int) -> Event:
    return {"kind": "turn_started", "player": "p1" if number % 2 else "p2", "turn": number}


def note(text: str = "x", **fields: Any) -> Event:
    audience = ["p1", "p2", "spectator"]
    return {"kind": "noted", "text": text, "audience": audience, **fields}


def record(path: Path, groups: Iterable[Event | list[Event]]) -> Path:
    """Record a match: its opening is event 0, each group is a write."""
    with Recorder.create(
        path, p1="Aiko", p2="Ben", durability="none", salt=counting_salt()
    ) as recorder:
        for group in groups:
            recorder.append_group(group if isinstance(group, list) else [group])
    return path


def record_with_times(path: Path, log: Path, untimed: float = 0.3) -> int:
    """Record a real match anew, with times for most groups; return the seconds that it took."""
    dice, second = random.Random(log.stem), 0  # noqa: S311 - the same match every time
    groups = list(MatchLog(log).groups())
    with Recorder.begin(path, groups[0][0], salt=counting_salt()) as recorder:
        for group in groups[1:]:
            second += dice.randint(0, 9)
            time = None if dice.random() < untimed else at(second)
            recorder.append_group([{**event, "at": time} for event in group])
    return second


def told(path: Path, delay: str, seconds: float = 0) -> int:
    """Return how many events are told."""
    try:
        log = MatchLog(path, "spectator", delay=Delay.parse(delay), now=clock(seconds))
    except UsageError as error:
        if "nothing of it may be told yet" not in error.problem:
            raise
        return 0
    return sum(1 for _ in log.events())


def commits(path: Path) -> list[int]:
    """Return the ends of a log's commits, in bytes."""
    ends, end = [], 0
    for line in path.read_bytes().splitlines(keepends=True):
        end += len(line)
        if line.startswith(b'["commit"'):
            ends.append(end)
    return ends
