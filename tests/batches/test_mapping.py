"""Many logs by any executor: in their order, each once, and no more under way than allowed."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from dcg_events.batches.mapping import Unopened, map_logs
from dcg_events.errors import LogError
from dcg_events.log.part import LogPart

LOGS = [LogPart(Path(str(number))) for number in range(100)]


def number_of(log: LogPart) -> int:
    number = int(log.path.name)
    if number % 10 == 7:
        raise LogError(str(log), "it is bad", "use another")
    return number


class Watched(Executor):
    """Does at once what it is given, and keeps what that was."""

    def __init__(self) -> None:
        self.given: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        self.given.append(len(future.result()))
        return future


def found(executor: Executor | None, window: int = 16) -> list[int | str]:
    outcomes = map_logs(number_of, LOGS, executor, window=window)
    return [str(one.log) if one.value is None else one.value for one in outcomes]


@pytest.mark.parametrize("window", [1, 2, 7, 16, 64, 1000])
def test_outcomes_stand_in_the_order_of_the_logs(window: int) -> None:
    alone = found(None)
    assert alone == [str(n) if n % 10 == 7 else n for n in range(100)]
    with ThreadPoolExecutor(3) as threads:
        assert found(threads, window) == alone
    watched = Watched()
    assert found(watched, window) == alone
    assert sum(watched.given) == len(LOGS)


def test_logs_are_handed_out_one_by_one_first_and_some_at_once_later() -> None:
    watched = Watched()
    found(watched, 32)
    assert watched.given[:32] == [1] * 32
    assert set(watched.given[32:]) == {4}


@pytest.mark.parametrize("window", [1, 16, 40])
def test_no_more_logs_are_taken_than_may_be_under_way(window: int) -> None:
    taken = 0

    def logs() -> Iterator[LogPart]:
        nonlocal taken
        for log in LOGS:
            taken += 1
            yield log

    for number, _ in enumerate(map_logs(number_of, logs(), Watched(), window=window)):
        assert taken - number <= window + window // 8


def test_a_log_that_could_not_be_found_is_an_outcome_too() -> None:
    error = LogError("pack", "it is bad", "use another")
    (one,) = map_logs(number_of, [Unopened(LOGS[0], error)], Watched())
    assert (one.log, one.value, one.error) == (LOGS[0], None, error)


def test_what_is_not_asked_for_any_more_is_not_begun() -> None:
    begun: list[int] = []

    class Idle(Executor):
        futures: list[Future[Any]]

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            if not begun:
                future.set_result(fn(*args, **kwargs))
            begun.append(1)
            self.futures.append(future)
            return future

    idle = Idle()
    idle.futures = []
    outcomes = map_logs(number_of, LOGS, idle, window=4)
    assert next(outcomes).value == 0
    outcomes.close()  # type: ignore[attr-defined]
    assert all(future.cancelled() for future in idle.futures[1:])
