"""Follow a log in one process: every step of the recorder happens when the follower waits."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from dcg_events import (
    Delay,
    LogDamagedError,
    LogError,
    MatchLog,
    Recorder,
    UsageError,
    follow,
    redact,
)
from tests.delay.matches import ENDED, LOGS, START, at, clock, commits, note, record, turn
from tests.property.matches import counting_salt


class Stopped(Exception):  # noqa: N818 - no error: the script has come to its end
    """Nothing more happens."""


def following(
    path: Path, steps: Sequence[Callable[[], object]], delay: str | None = None, **options: Any
) -> list[list[int]]:
    """Follow a log while steps are taken; return the seqs told before each, and at the end.

    A last entry stands only where the follower ended by itself.
    """
    told: list[list[int]] = [[]]
    rest = iter(steps)

    def wait() -> None:
        step = next(rest, None)
        if step is None:
            raise Stopped
        told.append([])
        step()

    given = None if delay is None else Delay.parse(delay)
    viewer = options.pop("viewer", "spectator")
    try:
        for group in follow(path, viewer, delay=given, wait=wait, **options):
            told[-1] += [event["seq"] for event in group]
    except Stopped:
        return [*told, [-1]]
    return told


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    with Recorder.create(
        tmp_path / "a.dcglog", p1="Aiko", p2="Ben", durability="none", salt=counting_salt()
    ) as opened:
        yield opened


def test_events_are_told_as_they_are_committed(recorder: Recorder) -> None:
    steps = [
        lambda: recorder.append(note()),
        lambda: None,
        lambda: recorder.append_group([note(), note()]),
        lambda: (recorder.append(note()), recorder.append(ENDED), recorder.append(note())),
    ]
    assert following(recorder.path, steps) == [[0], [1], [], [2, 3], [4, 5, 6]]


def test_what_is_told_is_what_events_says(recorder: Recorder) -> None:
    recorder.append_group([note("a"), {**note("b"), "audience": ["p1"]}])
    recorder.append(ENDED)
    for viewer in ("p1", "p2", "spectator", "judge", None):
        told = list(follow(recorder.path, viewer))
        assert told == list(MatchLog(recorder.path, viewer).groups())


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_log_that_comes_in_pieces_of_any_size(log: Path, tmp_path: Path) -> None:
    content, path = log.read_bytes(), tmp_path / "a.dcglog"
    path.write_bytes(b"")
    pieces = iter(range(0, len(content) + 997, 997))

    def grow() -> None:
        path.write_bytes(content[: next(pieces)])

    told: list[list[Any]] = []
    for viewer in ("judge", "p2"):
        pieces = iter(range(0, len(content) + 997, 997))
        path.write_bytes(b"")
        told = list(follow(path, viewer, wait=grow))
        assert told == list(MatchLog(log, viewer).groups())
    assert len(told) > 100


@pytest.mark.parametrize("viewer", ["judge", "p1", "spectator"])
def test_by_default_it_is_read_as_whoever_it_is_for(tmp_path: Path, viewer: Any) -> None:
    copy = tmp_path / "copy.dcglog"
    redact(LOGS[0], viewer, copy)
    content, ends = copy.read_bytes(), commits(copy)
    path = tmp_path / "growing.dcglog"
    for given in (None, viewer):
        path.write_bytes(content[: ends[0]])
        sizes = iter(range(ends[0], len(content) + 5000, 5000))

        def grow(sizes: Iterator[int] = sizes) -> None:
            path.write_bytes(content[: next(sizes)])

        told = list(follow(path, given, wait=grow))
        assert told == list(MatchLog(LOGS[0], viewer).groups())


def test_a_full_log_stays_the_judges_while_a_write_is_under_way(recorder: Recorder) -> None:
    recorder.append({**note("hidden"), "audience": []})
    before = recorder.path.stat().st_size
    recorder.append({**note("hidden as well"), "audience": []})
    recorder.append(ENDED)
    content = recorder.path.read_bytes()
    for cut in range(before, len(content)):
        recorder.path.write_bytes(content[:cut])
        groups = follow(recorder.path, wait=lambda: recorder.path.write_bytes(content))
        assert [group[0].get("text") for group in groups][1:3] == ["hidden", "hidden as well"]


def test_events_and_turns_lag(recorder: Recorder) -> None:
    appended = [turn(1), note(), turn(2), note(), note(), turn(3), ENDED, note()]
    steps = [lambda event=event: recorder.append(event) for event in appended]
    told = following(recorder.path, list(steps), "turns:1")
    assert told == [[], [0], [], [1, 2], [], [], [3, 4, 5], [6, 7]]


def test_events_that_lag_are_all_told_at_the_end(recorder: Recorder) -> None:
    appended = [note(), note(), note(), [note(), note()], note(), [note(), ENDED], note()]
    steps = [
        lambda group=group: recorder.append_group(group if isinstance(group, list) else [group])
        for group in appended
    ]
    told = following(recorder.path, list(steps), "events:3")
    assert told == [[], [], [], [0], [1, 2], [3], [4, 5, 6, 7, 8]]


def test_an_event_becomes_due_without_a_new_one(recorder: Recorder) -> None:
    shown = START

    def show(seconds: int) -> Callable[[], None]:
        def step() -> None:
            nonlocal shown
            shown = clock(seconds)()

        return step

    def now() -> datetime:
        return shown

    recorder.append(note(at=at(0)))
    recorder.append(note(at=at(20)))
    recorder.append(note(at=None))
    steps: list[Callable[[], object]] = [show(59), show(60), show(79), show(80), show(10**6)]
    steps.append(lambda: recorder.append(note(at=at(10**6))))
    steps += [show(10**6 + 60), lambda: recorder.append(ENDED)]
    told = following(recorder.path, list(steps), "minutes:1", now=now)
    assert told == [[], [], [0, 1], [], [2], [], [], [3, 4], [5]]


def test_a_match_that_is_resumed_is_followed_on(recorder: Recorder) -> None:
    recorder.append(note())
    recorder.append(ENDED)
    recorder.append({"kind": "rewound", "to_seq": 1})
    told = following(recorder.path, [lambda: recorder.append(note()), lambda: None], "events:2")
    assert told == [[0, 1, 2], [], [], [-1]]
    told = following(recorder.path, [lambda: recorder.append(ENDED)], "events:2")
    assert told == [[0, 1, 2], [3, 4, 5]]


def test_a_recorder_that_crashed_and_recovered_is_no_damage(recorder: Recorder) -> None:
    path, content = recorder.path, b""

    def crash() -> None:
        nonlocal content
        content = path.read_bytes()
        recorder.append_group([{**note("lost"), "audience": ["p1"]}, note("lost")])
        recorder.close()
        torn = path.read_bytes()[: -len(b'"]\n')]
        path.write_bytes(torn)

    def recover() -> None:
        with Recorder.open(path, salt=counting_salt()) as anew:
            assert anew.recovered is not None
            assert path.read_bytes() == content

    def go_on() -> None:
        with Recorder.open(path, salt=counting_salt()) as anew:
            anew.append_group([{**note("other"), "audience": ["p2"]}, note("other")])
            anew.append(ENDED)

    steps: list[Callable[[], object]] = [lambda: recorder.append(note()), crash, recover, go_on]
    assert following(path, steps) == [[0], [1], [], [2], [3, 4, 5]]


def test_a_write_of_the_same_size_in_the_place_of_a_torn_one(recorder: Recorder) -> None:
    path = recorder.path
    kept = path.read_bytes()
    recorder.append(note("abc"))
    torn = path.read_bytes()[:-1]
    recorder.close()
    path.write_bytes(kept)
    with Recorder.open(path, salt=counting_salt()) as anew:
        anew.append(note("xy"))
    other = path.read_bytes()
    assert len(other) == len(torn)
    path.write_bytes(torn)
    assert following(path, [lambda: path.write_bytes(other)]) == [[0], [1], [-1]]


@pytest.mark.parametrize("size", [0, 1, 100])
def test_a_log_that_becomes_shorter_is_damaged(recorder: Recorder, size: int) -> None:
    recorder.append(note())
    with pytest.raises(LogDamagedError, match="it became shorter while it was read"):
        following(recorder.path, [lambda: recorder.path.write_bytes(b"x" * size)])


def test_another_history_in_its_place_is_damaged(recorder: Recorder, tmp_path: Path) -> None:
    recorder.append(note("one"))
    other = record(tmp_path / "other.dcglog", [note("two"), note("three")])
    with pytest.raises(LogDamagedError, match="the write from event 2 on does not match"):
        following(recorder.path, [lambda: recorder.path.write_bytes(other.read_bytes())])


def test_another_file_in_its_place_has_to_go_on_where_this_one_ended(
    recorder: Recorder, tmp_path: Path
) -> None:
    """A log that is copied here again and again is a new file each time."""
    path, newer = recorder.path, tmp_path / "newer.dcglog"
    recorder.append(note("first"))
    longer = record(newer, [note("first"), note("second")])
    assert following(path, [lambda: longer.replace(path)]) == [[0, 1], [2], [-1]]
    other = record(newer, [note("other"), note("second"), ENDED])
    with pytest.raises(LogDamagedError):
        following(path, [lambda: other.replace(path)])
    record(newer, [note("first")]).replace(path)
    other = record(newer, [])
    with pytest.raises(LogDamagedError, match="it became shorter"):
        following(path, [lambda: other.replace(path)])


def test_a_file_that_is_gone_is_not_waited_for(recorder: Recorder) -> None:
    with pytest.raises(LogDamagedError, match="it was removed while it was read"):
        following(recorder.path, [recorder.path.unlink])
    with pytest.raises(UsageError, match="there is no such file"):
        following(recorder.path, [])


def test_what_becomes_shorter_within_the_held_back_part_tells_nothing(recorder: Recorder) -> None:
    path = recorder.path
    for _ in range(5):
        recorder.append(note())
    ends, content = commits(path), path.read_bytes()
    recorder.close()

    def go_on() -> None:
        with Recorder.open(path) as anew:
            for text in ("another length", "x", "x", "x"):
                anew.append(note(text))

    cut = [lambda: path.write_bytes(content[: ends[3]]), lambda: None, go_on]
    assert following(path, list(cut), "events:3") == [[0, 1, 2], [], [], [3, 4], [-1]]


def test_damage_is_told_before_anything_of_its_write(recorder: Recorder) -> None:
    def damage() -> None:
        recorder.append_group([note("good"), note("good")])
        content = recorder.path.read_bytes()
        at_last = content.rindex(b"good")
        recorder.path.write_bytes(content[:at_last] + b"evil" + content[at_last + 4 :])

    groups = follow(recorder.path, wait=damage)
    assert [event["seq"] for event in next(groups)] == [0]
    with pytest.raises(LogDamagedError, match="the write from event 1 on does not match"):
        next(groups)


def test_a_copy_for_somebody_else_is_refused(tmp_path: Path) -> None:
    copy = tmp_path / "copy.dcglog"
    redact(LOGS[0], "p1", copy)
    for viewer in ("p2", "judge"):
        with pytest.raises(UsageError, match="it is the copy of p1"):
            following(copy, [], viewer=viewer)


def test_a_file_that_is_no_log_is_refused(tmp_path: Path) -> None:
    path = record(tmp_path / "a.dcglog", [note()])
    path.write_bytes(path.read_bytes().replace(b"match_opened", b"something_up"))
    with pytest.raises(LogError):
        following(path, [])
