"""Do the same with many logs, in one process or with any executor.

What comes out stands in the order of what went in, however many work on it, so that totals made
from it are the same. An error of one log is a value, and the rest go on.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final, Generic, TypeAlias, TypeVar

from dcg_events.errors import DcgEventsError
from dcg_events.log.part import LogPart
from dcg_events.log.store import refused

T = TypeVar("T")

WINDOW: Final = 16
"""Logs that are handed out to an executor before the first of them is back."""

_HANDFULS: Final = 8
"""Parts of a window that are handed out each at once."""


@dataclass(frozen=True, slots=True)
class Unopened:
    """What stands in the place of logs that could not be found, such as those of a damaged pack.

    Attributes:
        log: Where they should be.
        error: Why they are not.
    """

    log: LogPart
    error: DcgEventsError


Source: TypeAlias = LogPart | Unopened
"""A log, or the reason why there is none."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What came of one log: a value, or the error that says why there is none.

    Attributes:
        log: The log.
        value: What the function returned; None after an error.
        error: Why the log could not be used; None if all went well.
    """

    log: LogPart
    value: T | None
    error: DcgEventsError | None


def map_logs(
    function: Callable[[LogPart], T],
    logs: Iterable[Source],
    executor: Executor | None = None,
    *,
    window: int = WINDOW,
) -> Iterator[Outcome[T]]:
    """Yield what a function makes of each log, in their order.

    Args:
        function: What to do with a log; where processes work, it and what it returns have to be
            picklable.
        logs: The logs; taken one by one, never all at once.
        executor: Who works: threads, processes, a cluster's client. In this process if None.
        window: How many logs are under way at most: the memory that is used does not grow with
            the number of logs. At least the number of workers, or some have nothing to do.
    """
    if executor is None:
        yield from map(partial(_attempt, function), logs)
        return
    pending: deque[tuple[Future[list[Outcome[T]]], int]] = deque()
    under_way = 0
    try:
        for some in _handfuls(logs, window):
            pending.append((executor.submit(_attempt_all, function, some), len(some)))
            under_way += len(some)
            while under_way >= window:
                done, count = pending.popleft()
                under_way -= count
                yield from done.result()
        while pending:
            yield from pending.popleft()[0].result()
    finally:
        for future, _ in pending:
            future.cancel()


def _handfuls(logs: Iterable[Source], window: int) -> Iterator[list[Source]]:
    """Yield logs by one, as few may be all there are; then some together, which costs less."""
    source = iter(logs)
    yield from ([log] for log in islice(source, window))
    while some := list(islice(source, max(1, window // _HANDFULS))):
        yield some


def _attempt_all(function: Callable[[LogPart], T], logs: list[Source]) -> list[Outcome[T]]:
    return [_attempt(function, log) for log in logs]


def _attempt(function: Callable[[LogPart], T], log: Source) -> Outcome[T]:
    """Do it with one log; an error of that log is a value."""
    if isinstance(log, Unopened):
        return Outcome(log.log, None, log.error)
    try:
        return Outcome(log, function(log), None)
    except DcgEventsError as error:
        return Outcome(log, None, error)
    except OSError as error:  # a disk that fails in the middle of a file
        return Outcome(log, None, refused(log.path, error))
