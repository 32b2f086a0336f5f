"""Two processes write to one log: one at a time, and who is late learns of it."""

import os
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from dcg_events import ExpectedVersionError, LogLockedError, Recorder
from tests.crash.children import Child
from tests.crash.logs import begin, check_whole, groups_of, note

APPENDS = 1000


def race(path: Path, name: str, appends: int, pipe: int) -> None:
    """Append notes, each when the log is as this writer has last seen it; count what happens."""
    dice = Random(name)  # noqa: S311
    happened: Counter[str] = Counter()
    seen, done = 1, 0
    while done < appends:
        try:
            recorder = Recorder.open(path)
        except LogLockedError:
            happened["locked"] += 1
            time.sleep(0.0005)
            continue
        with recorder:
            for _ in range(dice.randrange(1, 40)):
                if done == appends:
                    break
                try:
                    seqs = recorder.append(note(f"{name}{done}"), expected_version=seen).seqs
                except ExpectedVersionError:
                    happened["late"] += 1
                    seen = recorder.version
                    break
                assert seqs == (seen,)
                seen, done = seen + 1, done + 1
                happened["appended"] += 1
        time.sleep(0)
    told = " ".join(f"{what}={count}" for what, count in sorted(happened.items()))
    os.write(pipe, told.encode())


def test_two_writers_race(tmp_path: Path) -> None:
    path = tmp_path / "m.dcglog"
    begin(path).close()
    half = APPENDS // 2
    children = [
        Child(lambda pipe, name=name: race(path, name, half, pipe))  # type: ignore[misc]
        for name in ("a", "b")
    ]
    happened: Counter[str] = Counter()
    for told in [child.read() for child in children]:
        assert "Traceback" not in told, told
        for word in told.split():
            what, _, count = word.partition("=")
            happened[what] += int(count)
    texts = [group[0]["text"] for group in groups_of(path)[1:]]
    for name in ("a", "b"):
        own = [text for text in texts if text.startswith(name)]
        assert own == [f"{name}{number}" for number in range(half)]
    assert len(texts) == happened["appended"] == APPENDS
    assert happened["late"] > 0
    assert texts != sorted(texts, key=lambda text: text[0])
    check_whole(path)


def test_who_was_forked_from_a_recorder_does_not_write(tmp_path: Path) -> None:
    path = tmp_path / "m.dcglog"

    def go_on(pipe: int) -> None:
        with pytest.raises(LogLockedError, match="forked"):
            recorder.append(note("child"))
        os.write(pipe, b"refused")

    with begin(path) as recorder:
        assert Child(go_on).read() == "refused"
        recorder.append(note("parent"))
    check_whole(path)
    assert [group[0]["text"] for group in groups_of(path)[1:]] == ["parent"]


def test_threads_that_share_a_recorder_write_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "m.dcglog"
    answers: list[tuple[int, ...]] = []
    shuffled = {"kind": "shuffled", "zone": "deck", "side": "p1"}

    def append_many(recorder: Recorder) -> None:
        answers.extend(recorder.append(shuffled).seqs for _ in range(40))
        many = ([note("of many")] for _ in range(40))
        recorder.extend(many, answer=lambda receipt: answers.append(receipt.seqs))

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with begin(path) as recorder:
            threads = [Thread(target=append_many, args=(recorder,)) for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    finally:
        sys.setswitchinterval(usual)
    assert sorted(answers) == [(seq,) for seq in range(1, 241)]
    check_whole(path)
    assert len(groups_of(path)) == 241
