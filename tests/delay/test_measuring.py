"""How much is told under each delay, at every moment of a match."""

import itertools
import random
from pathlib import Path

import orjson
import pytest

from dcg_events import Delay, MatchLog, Recorder, UsageError
from dcg_events.log.part import LogPart
from dcg_events.views.delay import may_read
from tests.delay.matches import (
    ENDED,
    LOGS,
    Event,
    at,
    clock,
    commits,
    note,
    record,
    record_with_times,
    told,
    turn,
)


@pytest.mark.parametrize("text", ["events:20", "turns:2", "minutes:5", "seconds:90", "turns:1"])
def test_a_delay_is_read_as_written(text: str) -> None:
    unit, amount = text.split(":")
    delay = Delay.parse(text)
    assert (delay.unit, delay.amount) == (unit, int(amount))


@pytest.mark.parametrize(
    "text",
    [
        *("", "5", "events", "events:", "events:0", "events:-1", "turns:1.5", "hours:1", "5min"),
        *("turn:1", "turns:01", "Turns:1", "events:20 ", "events:20\n", "events:٣"),
        "seconds:99999999",
    ],
)
def test_what_is_no_delay_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="it is no delay; write events:20, turns:2"):
        Delay.parse(text)


def test_a_delay_is_told_in_words() -> None:
    words = [str(Delay.parse(text)) for text in ("events:20", "turns:1", "minutes:5", "seconds:1")]
    assert words == ["20 events", "1 turn", "5 minutes", "1 second"]


def test_events_are_told_once_so_many_were_recorded_after_them(tmp_path: Path) -> None:
    path = tmp_path / "a.dcglog"
    with Recorder.create(path, p1="Aiko", p2="Ben", durability="none") as recorder:
        for size, expected in ((1, 0), (1, 0), (1, 1), (2, 3), (3, 6), (1, 6), (1, 6)):
            recorder.append_group([note() for _ in range(size)])
            assert told(path, "events:3") == expected, recorder.version


def test_turns_are_told_once_so_many_have_begun_after_them(tmp_path: Path) -> None:
    path = tmp_path / "a.dcglog"
    seen = {"turns:1": [], "turns:2": []}  # type: dict[str, list[int]]
    with Recorder.create(path, p1="Aiko", p2="Ben", durability="none") as recorder:
        events = [note(), turn(1), note(), turn(2), note(), turn(3), turn(4), note()]
        for event in events:
            recorder.append(event)
            for delay, counts in seen.items():
                counts.append(told(path, delay))
    #                        note t1 note t2 note t3 t4 note; events 1 to 8
    assert seen["turns:1"] == [0, 2, 2, 4, 4, 6, 7, 7]
    assert seen["turns:2"] == [0, 0, 0, 2, 2, 4, 6, 6]


def test_turns_are_counted_across_games(tmp_path: Path) -> None:
    empty = {"deck_count": 0, "egg_deck_count": 0}
    start = {"kind": "game_started", "p1": empty, "p2": empty}
    ended = {"kind": "game_ended", "winner": "p1", "reason": "concession"}
    first = [start, turn(1), turn(2), note(), ended, start]  # events 1 to 6
    path = record(tmp_path / "a.dcglog", first)
    assert told(path, "turns:1") == 3
    path = record(tmp_path / "b.dcglog", [*first, turn(1)])
    assert told(path, "turns:1") == 7
    assert told(path, "turns:2") == 3
    path = record(tmp_path / "c.dcglog", [*first, turn(1), turn(2)])
    assert told(path, "turns:2") == 7


def test_a_rewind_takes_back_the_turns_that_it_undoes(tmp_path: Path) -> None:
    path = tmp_path / "a.dcglog"
    script: list[tuple[Event, int]] = [  # the event, and how many are told under two turns
        (turn(1), 0),  # event 1
        (turn(2), 1),
        (turn(3), 2),  # turn 1 is event 1
        (note(), 2),
        (turn(4), 3),  # event 5
        (turn(5), 5),  # events 3 and 4 are turn 3
        ({"kind": "rewound", "to_seq": 4}, 5),  # turn 3 goes on, 4 and 5 never were
        (note(), 5),
        (turn(4), 5),  # event 9: nothing more than what had been told
        (turn(5), 9),  # now turn 3 is two turns ago, both as played
    ]
    with Recorder.create(path, p1="Aiko", p2="Ben", durability="none") as recorder:
        for event, expected in script:
            recorder.append(event)
            assert told(path, "turns:2") == expected, recorder.version


def test_undoing_a_rewind_counts_its_turns_again(tmp_path: Path) -> None:
    played = [turn(1), turn(2), turn(3), {"kind": "rewound", "to_seq": 1}]  # events 1 to 4
    undone = [*played, {"kind": "rewound", "to_seq": 3}]
    assert told(record(tmp_path / "a.dcglog", [*played, turn(2)]), "turns:1") == 5
    assert told(record(tmp_path / "b.dcglog", [*played, turn(2)]), "turns:2") == 2
    assert told(record(tmp_path / "c.dcglog", [*undone, turn(4)]), "turns:1") == 6
    assert told(record(tmp_path / "d.dcglog", [*undone, turn(4)]), "turns:2") == 3


def test_times_are_told_when_they_are_so_long_ago(tmp_path: Path) -> None:
    path = record(tmp_path / "a.dcglog", [note(at=at(second)) for second in (0, 10, 10, 25)])
    expected = {0: 0, 89.99: 0, 90: 2, 99: 2, 99.99: 2, 100: 4, 114: 4, 115: 5, 9999: 5}
    assert {now: told(path, "seconds:90", now) for now in expected} == expected
    assert told(path, "minutes:1", 69) == 2
    assert told(path, "minutes:1", 70) == 4


def test_an_event_without_a_time_waits_for_a_later_time(tmp_path: Path) -> None:
    times = [None, 0, None, None, 20, None]
    events = [note(at=None if time is None else at(time)) for time in times]
    path = record(tmp_path / "a.dcglog", events)
    assert [told(path, "seconds:60", now) for now in (59, 60, 79, 80, 9999)] == [0, 3, 3, 6, 6]
    path = record(tmp_path / "b.dcglog", [*events, {**ENDED, "at": None}])
    assert told(path, "seconds:60", 0) == 8


def test_a_clock_that_was_set_back_tells_nothing_early(tmp_path: Path) -> None:
    events = [note(at=at(time)) for time in (100, 40, 41)]
    path = record(tmp_path / "a.dcglog", events)
    assert [told(path, "seconds:60", now) for now in (101, 159, 160)] == [0, 0, 4]
    path = record(tmp_path / "b.dcglog", [note(at=at(0)), events])
    assert [told(path, "seconds:60", now) for now in (101, 159, 160)] == [2, 2, 5]


def test_a_group_and_a_write_are_told_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.dcglog"
    with Recorder.create(path, p1="Aiko", p2="Ben", durability="none") as recorder:
        recorder.append_group([note(at=at(0)), note(at=at(30))])
        with recorder.batch():
            recorder.append(note(at=at(30)))
            recorder.append(note(at=None))
        with recorder.batch():
            recorder.append(note(at=at(31)))
            recorder.append(turn(1))
            recorder.append(note(at=at(50)))
    assert [told(path, "seconds:60", now) for now in (60, 89, 90, 91, 109, 110)] == [
        *(1, 1, 3, 5, 5, 8)
    ]
    assert [told(path, f"events:{count}") for count in (1, 3, 4, 5, 6, 8)] == [5, 5, 3, 3, 1, 0]
    assert told(path, "turns:1") == 5


def test_without_any_time_everything_waits_for_the_end(tmp_path: Path) -> None:
    path = record(tmp_path / "a.dcglog", [note() for _ in range(9)])
    with pytest.raises(UsageError) as refused:
        MatchLog(path, delay=Delay.parse("minutes:5"), now=clock(10**9))
    assert str(refused.value) == (
        f"{path}: nothing of it may be told yet: it is told with a delay of 5 minutes; wait; an"
        " event without a time is told after a later one with a time, or the match's end"
    )
    path = record(tmp_path / "b.dcglog", [*(note() for _ in range(9)), ENDED])
    assert told(path, "minutes:5") == 11


@pytest.mark.parametrize("delay", ["events:4", "turns:2", "seconds:60"])
def test_the_delay_ends_with_the_match(tmp_path: Path, delay: str) -> None:
    played = [turn(1), note(at=at(0))]
    after = [*played, ENDED, note("signed", at=at(1))]  # events 3 and 4
    assert told(record(tmp_path / "a.dcglog", played), delay, 1) == 0
    assert told(record(tmp_path / "b.dcglog", after), delay, 1) == 5


@pytest.mark.parametrize("delay", ["events:4", "turns:2", "seconds:60"])
def test_a_match_that_goes_on_after_its_end_is_delayed_again(tmp_path: Path, delay: str) -> None:
    resumed = [turn(1), ENDED, {"kind": "rewound", "to_seq": 1}, turn(2), note()]
    path = record(tmp_path / "a.dcglog", resumed)
    assert told(path, delay) == 3  # what was told once stays told
    path = record(tmp_path / "b.dcglog", [*resumed, ENDED])
    assert told(path, delay) == 7
    again = [*resumed[:3], {"kind": "rewound", "to_seq": 2}, note()]  # the end stands after all
    assert told(record(tmp_path / "c.dcglog", again), delay) == 6


def test_text_that_looks_like_the_end_does_not_lift_the_delay(tmp_path: Path) -> None:
    text = '{"kind":"match_ended"}'
    path = record(tmp_path / "a.dcglog", [note(text), note(text), {**note(text), "about": 1}])
    assert told(path, "events:3") == 1
    path.write_bytes(path.read_bytes() + b'{"kind":"match_ended","seq":4}\n')  # never committed
    assert told(path, "events:3") == 1


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_every_moment_of_a_real_match(log: Path, tmp_path: Path) -> None:
    """Measure a match while it is recorded, and compare with what the definitions say."""
    dice = random.Random(log.stem)  # noqa: S311 - the same moments every time
    path = tmp_path / "a.dcglog"
    second = record_with_times(path, log)
    groups = list(MatchLog(path).groups())
    content, ends = path.read_bytes(), commits(path)
    lines = [line for line in content.splitlines() if line.startswith(b"{")]
    records = [orjson.loads(line) for line in lines]
    lasts = [group[-1]["seq"] for group in groups]
    at_end = ends.index(ends[-1]) if records[-1]["kind"] == "match_ended" else len(ends)
    assert [event["kind"] for event in records].count("match_ended") == 1
    tried = 0
    for index in range(0, at_end, 5):
        path.write_bytes(content[: ends[index]])
        past = records[: lasts[index] + 1]
        for count in (1, 7, 50):
            due = [event["seq"] for event in past if event["seq"] + count <= past[-1]["seq"]]
            assert told(path, f"events:{count}") == _whole(lasts, due)
        for count in (1, 2, 5):
            begun = [event["seq"] for event in past if event["kind"] == "turn_started"]
            due = [e["seq"] for e in past if sum(seq > e["seq"] for seq in begun) >= count]
            assert told(path, f"turns:{count}") == _whole(lasts, due)
        now = second * index // len(ends) + dice.randint(0, 100)
        timed = itertools.takewhile(lambda e, n=now: e["at"] is None or e["at"] <= at(n - 60), past)  # type: ignore[misc]
        last = max((event["seq"] for event in timed if event["at"]), default=-1)
        assert told(path, "seconds:60", now) == _whole(lasts, list(range(last + 1)))
        tried += 1
    assert tried > 30
    path.write_bytes(content)
    assert told(path, "turns:5") == len(records)


def _whole(lasts: list[int], due: list[int]) -> int:
    """Return the events of the writes that are due as a whole."""
    return max((last + 1 for last in lasts if due and last <= due[-1]), default=0)


def test_the_part_ends_with_a_commit_and_can_be_cut_once_more(tmp_path: Path) -> None:
    path = record(tmp_path / "a.dcglog", [note() for _ in range(9)])
    part = may_read(path, Delay.parse("events:3"))
    assert part.size == commits(path)[6]
    assert may_read(part, None) == part
    assert may_read(part, Delay.parse("events:2")) == LogPart(path, commits(path)[4])
    assert may_read(path, None) == LogPart(path)
