"""A delayed copy is the beginning of the copy, and damage further on does not show in it."""

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events import VIEWERS, Delay, LogDamagedError, MatchLog, Replay, UsageError, redact, verify
from dcg_events.views.delay import may_read
from tests.delay.matches import LOGS, clock, commits, record_with_times, told
from tests.property.drive import play_match

delays = st.one_of(
    st.integers(1, 40).map(lambda count: f"events:{count}"),
    st.integers(1, 3).map(lambda count: f"turns:{count}"),
)


@given(st.integers(0, 2**32 - 1), st.integers(5, 60), delays)
def test_a_delayed_copy_is_the_beginning_of_the_copy(seed: int, steps: int, text: str) -> None:
    delay = Delay.parse(text)
    with TemporaryDirectory() as name:
        (world,) = play_match(Path(name), seed, steps)
        world.recorder.close()
        path = world.recorder.path
        try:
            part = may_read(path, delay)
        except UsageError:
            return
        heads = {line.split(b'"')[3].decode() for line in _commits(path.read_bytes())}
        for viewer in VIEWERS:
            whole, copy = Path(name, f"{viewer}.whole"), Path(name, f"{viewer}.copy")
            redact(path, viewer, whole)
            head = redact(path, viewer, copy, delay=delay)
            content = copy.read_bytes()
            assert whole.read_bytes().startswith(content)
            assert _commits(content)[-1] == content.splitlines()[-1]
            verdict = verify(copy, viewer)
            assert verdict.whole, verdict.damage
            assert verdict.head == head
            assert head in heads
            log = MatchLog(path, viewer, delay=delay)
            assert verdict.events == 1 + log.state()["seq"]
            assert list(log.states()) == list(MatchLog(part, viewer).states())
            assert Replay(log).seek(10**6) == log.state()
            # the delay is the same for the copy as for the log: what it measures is public
            assert told(whole, text) == told(path, text)


def _commits(content: bytes) -> list[bytes]:
    return [line for line in content.splitlines() if line.startswith(b'["commit"')]


@pytest.fixture
def running(tmp_path: Path) -> tuple[Path, float]:
    """Return the log of a real match that has not ended yet, and a moment in it, in seconds."""
    path = tmp_path / "a.dcglog"
    seconds = record_with_times(path, LOGS[0])
    content = path.read_bytes()
    last = content.index(b'"kind":"match_ended"')
    path.write_bytes(content[: max(end for end in commits(path) if end < last)])
    return path, seconds


DELAYS = ["events:60", "turns:2", "seconds:200"]


@pytest.mark.parametrize("text", DELAYS)
def test_damage_that_is_held_back_tells_nothing_and_nothing_early(
    running: tuple[Path, float], text: str
) -> None:
    """Lines lost, repeated, swapped, cut: never is more told, and never something else."""
    log, seconds = running
    content, delay, now = log.read_bytes(), Delay.parse(text), clock(seconds)
    limit = may_read(log, delay, now).size
    assert limit is not None
    assert len(content) // 4 < limit < len(content) - 5000
    truth = list(MatchLog(log, delay=delay, now=now).events())
    dice = random.Random(text)  # noqa: S311 - the same damage every time
    lines = content[limit:].splitlines(keepends=True)
    for _ in range(100):
        log.write_bytes(content[:limit] + b"".join(_damaged(list(lines), dice)))
        try:
            events = list(MatchLog(log, delay=delay, now=now).events())
        except UsageError:
            events = []
        assert events == truth[: len(events)]


@pytest.mark.parametrize("text", DELAYS)
def test_damage_is_told_when_it_is_due(running: tuple[Path, float], text: str) -> None:
    log, seconds = running
    content, delay, now = log.read_bytes(), Delay.parse(text), clock(seconds)
    limit = may_read(log, delay, now).size
    assert limit is not None
    found = {"before": 0, "after": 0}
    for after in range(1000, len(content) - 5000, 3000):
        place = content.index(b'"of":', after)
        log.write_bytes(content[:place] + b'"if"' + content[place + 4 :])
        read = MatchLog(log, delay=delay, now=now)
        if place < limit:
            found["before"] += 1
            with pytest.raises(LogDamagedError):
                list(read.events())
        else:
            found["after"] += 1
            list(read.events())
    assert min(found.values()) > 3


def _damaged(lines: list[bytes], dice: random.Random) -> list[bytes]:
    index, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    first, last = sorted((index, other))
    match dice.randrange(7):
        case 0:
            del lines[index]
        case 1:
            lines.insert(other, lines[index])
        case 2:
            lines[index], lines[other] = lines[other], lines[index]
        case 3:
            lines[index:] = [lines[index][: dice.randrange(1, len(lines[index]))]]
        case 4:
            lines[last:last] = lines[first:last]
        case 5:
            del lines[first:last]
        case _:
            line = bytearray(lines[index])
            line[dice.randrange(len(line))] ^= 1 << dice.randrange(8)
            lines[index] = bytes(line)
    return lines
