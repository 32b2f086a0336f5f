"""Many logs by any executor: outcomes in the order of the logs, few under way, the same values."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from dcg_events import UsageError
from dcg_events.batches.mapping import Source
from dcg_events.inspections.attacking import AttackOptions, attack_logs
from dcg_events.inspections.auditing import AuditOptions, audit_logs
from dcg_events.inspections.verifying import VerifyOptions, verify_logs
from dcg_events.log.part import LogPart
from dcg_events.packs.reading import logs_in
from tests.lawful.game import play_lawful
from tests.leaks.rich import record_rich

INSPECTIONS: dict[str, Callable[..., Iterator[Any]]] = {
    "verify": verify_logs,
    "audit": audit_logs,
    "attack": attack_logs,
}


class Backwards(Executor):
    """Does what was handed out last first, when somebody waits for the first of it."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = _Awaited(self)
        self.waiting.append((future, lambda: fn(*args, **kwargs)))
        self.most = max(self.most, len(self.waiting))
        return future

    def work(self) -> None:
        while self.waiting:
            future, job = self.waiting.pop()
            future.set_result(job())


class _Awaited(Future[Any]):
    def __init__(self, executor: Backwards) -> None:
        super().__init__()
        self._executor = executor

    def result(self, timeout: float | None = None) -> Any:
        self._executor.work()
        return super().result(timeout)


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Source]:
    """A pack that is none, and logs of which one is damaged and one is missing."""
    folder = tmp_path_factory.mktemp("logs")
    good = [record_rich(folder / f"{number}.dcglog") for number in range(2)]
    bad = folder / "bad.dcglog"
    bad.write_bytes(good[0].read_bytes().replace(b"salt", b"tlas", 1)[9:])
    none = folder / "none.dcgpack"
    none.write_bytes(b"nothing")
    return list(logs_in([good[0], none, bad, folder / "missing.dcglog", good[1]]))


def told(outcomes: Iterator[Any]) -> list[tuple[LogPart, Any, str]]:
    return [(one.log, one.value, str(one.error)) for one in outcomes]


@pytest.mark.parametrize("name", INSPECTIONS)
def test_every_executor_gives_the_same_in_order(name: str, logs: list[Source]) -> None:
    inspect = INSPECTIONS[name]
    alone = told(inspect(logs))
    assert [log.path.name for log, _, _ in alone] == [
        "0.dcglog",
        "none.dcgpack",
        "bad.dcglog",
        "missing.dcglog",
        "1.dcglog",
    ]
    assert [value is None for _, value, _ in alone] == [False, True, True, True, False]
    backwards = Backwards()
    assert told(inspect(iter(logs), executor=backwards, window=3)) == alone
    assert backwards.most == 3
    with ThreadPoolExecutor(2) as threads:
        assert told(inspect(logs, executor=threads)) == alone


def test_options_reach_the_work(logs: list[Source]) -> None:
    first = logs[0]
    assert isinstance(first, LogPart)
    (verified,) = verify_logs([first], VerifyOptions(head="0" * 64))
    assert verified.value is not None
    assert not verified.value.whole
    (audited,) = audit_logs([first], AuditOptions("spectator", speech="ja", only=("3-1",)))
    assert audited.value is not None
    assert audited.value.audit.viewer == "spectator"
    (attacked,) = attack_logs([first], AttackOptions(("p2",), worlds=2, seed=5))
    assert attacked.value is not None
    assert [(one.viewer, one.worlds) for one in attacked.value] == [("p2", 2)]


def test_a_rule_that_is_none_is_refused_before_any_work() -> None:
    with pytest.raises(UsageError, match="there is no such rule"):
        audit_logs([], AuditOptions(only=("nonsense",)))


def test_each_match_of_a_file_is_a_log_of_its_own(tmp_path: Path) -> None:
    for seed in (1, 2):
        play_lawful(tmp_path / str(seed), seed)
    both = LogPart(tmp_path / "both", name="both of them")
    both.path.write_bytes((tmp_path / "1").read_bytes() + (tmp_path / "2").read_bytes())
    found = [one.value for one in verify_logs([both]) if one.value is not None]
    assert [(one.verdict.path, one.verdict.match) for one in found] == [
        ("both of them", 1),
        ("both of them", 2),
    ]
    (second,) = verify_logs([both], VerifyOptions(match=2))
    assert second.value is not None
    assert second.value.verdict == found[1].verdict
    (third,) = verify_logs([both], VerifyOptions(match=3))
    assert str(third.error).startswith("both of them: there is no match 3: it holds 2")
