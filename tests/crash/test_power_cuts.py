"""The power fails at any moment: what the policy waited for is there, and the log goes on."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from dcg_events import LogError, Recorder
from tests.crash.logs import (
    GROUPS,
    Group,
    begin,
    check_whole,
    commits,
    facts_of,
    groups_of,
    kept_of,
    note,
    record,
)
from tests.crash.power import PowerDisk, crashes
from tests.log.small import read_groups

NAME = "m.dcglog"
EVERY = [97, pytest.param(1, marks=pytest.mark.soak)]
LONG = [note("x" * 700, audience=["p1"]), note("y" * 300)]


@pytest.fixture
def island(tmp_path: Path) -> Path:
    """Where the disk is looked at after the power has failed."""
    folder = tmp_path / "after"
    folder.mkdir()
    return folder / NAME


def lay(files: dict[str, bytes], path: Path) -> None:
    for there in path.parent.iterdir():
        there.unlink()
    for name, content in files.items():
        path.with_name(name).write_bytes(content)


def check(path: Path, truth: list[Group], acknowledged: int, tails: list[bytes]) -> None:
    """Check a log after a power cut, before and after it is taken up again.

    Args:
        path: The log.
        truth: All groups that were recorded.
        acknowledged: How many of them have to be there.
        tails: What must still be kept, in the log or beside it.
    """
    files = {file: file.read_bytes() for file in path.parent.iterdir()}
    found, _ = read_groups(path) if path.exists() else ([], None)
    said = [group for group in found if group[0]["kind"] != "recovered"]
    assert said == truth[: len(said)]
    assert {file: file.read_bytes() for file in path.parent.iterdir()} == files
    begun = bool(found)
    assert begun or acknowledged == 0
    recorder = Recorder.open(path) if begun else begin(path, "group")
    with recorder:
        recorder.append(note("it goes on"))
    told = [group for group in groups_of(path) if group[0]["kind"] != "recovered"]
    assert told[-1][0]["text"] == "it goes on"
    if begun:
        assert told[:-1] == truth[: len(told) - 1]
        assert len(told) - 1 >= acknowledged
    check_whole(path)
    kept = kept_of(path)
    assert not any(name.endswith("part") for name in kept)
    assert sorted(size for size, _ in facts_of(path)) == sorted(map(len, kept.values()))
    for tail in tails:
        assert list(kept.values()).count(tail) == 1


def cuts(disk: PowerDisk, every: int) -> Iterator[tuple[dict[str, bytes], int]]:
    dice = Random(7)  # noqa: S311
    seen = set()
    for moment in disk.moments:
        for files in crashes(moment, dice, every):
            state = (tuple(sorted(files.items())), moment.acknowledged)
            if state not in seen:
                seen.add(state)
                yield files, moment.acknowledged


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("policy", ["group", "turn", "match", "none"])
def test_what_was_waited_for_is_there_after_a_power_cut(
    tmp_path: Path, island: Path, policy: str, every: int
) -> None:
    path = tmp_path / NAME
    disk = PowerDisk()
    with begin(path, policy, disk=disk) as recorder:
        answered = 1
        disk.acknowledged = 1 if policy == "group" else 0
        for group in [*GROUPS[:4], LONG, *GROUPS[9:], LONG]:
            recorder.append_group(group)
            answered += 1
            ends_turn = group[0]["kind"] == "turn_ended"
            if policy == "group" or (policy == "turn" and ends_turn):
                disk.acknowledged = answered
    disk.acknowledged = answered if policy != "none" else 0
    disk.note()
    truth = groups_of(path)
    states = 0
    for files, acknowledged in cuts(disk, every):
        lay(files, island)
        check(island, truth, acknowledged, [])
        states += 1
    assert states > 80


@pytest.mark.parametrize("every", EVERY)
def test_a_recovery_survives_a_power_cut(tmp_path: Path, island: Path, every: int) -> None:
    path = record(tmp_path / NAME, "group")
    truth = groups_of(path)[:6]
    end = commits(path)[5]
    tail = path.read_bytes()[end : end + 200] + bytes(600)
    path.write_bytes(path.read_bytes()[:end] + tail)
    disk = PowerDisk.holding(path)
    disk.acknowledged = 6
    Recorder.open(path, disk=disk).close()
    states = 0
    for files, acknowledged in cuts(disk, every):
        lay(files, island)
        check(island, truth, acknowledged, [tail])
        states += 1
    assert states > 15


@pytest.mark.parametrize("every", EVERY)
def test_a_batch_survives_a_power_cut(
    tmp_path: Path, island: Path, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dcg_events.recorder.recorder.MOST_IN_A_WRITE", 4)
    path = tmp_path / NAME
    disk = PowerDisk()
    with begin(path, "group", disk=disk) as recorder:
        disk.acknowledged = 1
        with recorder.batch():
            for number in range(11):
                recorder.append(note(f"{number}" * 40, audience=["p1"]))
        disk.acknowledged = 12
        disk.note()
    truth = groups_of(path)
    for files, acknowledged in cuts(disk, every):
        lay(files, island)
        check(island, truth, acknowledged, [])


def test_the_model_finds_a_recorder_that_does_not_wait(tmp_path: Path, island: Path) -> None:
    """What it is for: an answer before the disk has confirmed is caught."""
    path = tmp_path / NAME
    disk = PowerDisk()
    with begin(path, "none", disk=disk) as recorder:
        recorder.append(note())
        disk.acknowledged = 2
        disk.note()
    truth = groups_of(path)
    lost = 0
    for files, acknowledged in cuts(disk, 7):
        lay(files, island)
        try:
            check(island, truth, acknowledged, [])
        except (AssertionError, LogError):
            lost += 1
    assert lost > 10
