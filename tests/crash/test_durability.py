"""The policy in the header says when the disk is waited for, and nothing else is."""

from pathlib import Path

import pytest

from dcg_events import Recorder
from tests.crash.disks import CountingDisk
from tests.crash.logs import GROUPS, begin, commits, note, record

END: dict[str, dict[str, object]] = {
    "turn": {"kind": "turn_ended", "player": "p1", "turn": 1, "reason": "memory"},
    "game": {"kind": "game_ended", "winner": "p1", "reason": "concession"},
    "match": {"kind": "match_ended", "winner": "p1", "outcome": "win"},
}
WAITED = {
    "group": [1, 2, 3, 4, 5, 6, 6],
    "turn": [0, 0, 0, 1, 2, 3, 3],
    "match": [0, 0, 0, 0, 0, 1, 1],
    "none": [0, 0, 0, 0, 0, 0, 0],
}
"""How often the disk was waited for: after the first event, each group, and at the end."""


@pytest.mark.parametrize("policy", WAITED)
def test_the_disk_is_waited_for_as_the_header_says(tmp_path: Path, policy: str) -> None:
    disk = CountingDisk()
    waited = []
    with begin(tmp_path / "m.dcglog", policy, disk=disk) as recorder:
        waited.append(disk.syncs)
        for group in ([note()], [note(), note()], [END["turn"]], [END["game"]], [END["match"]]):
            recorder.append_group(group)
            waited.append(disk.syncs)
    waited.append(disk.syncs)
    assert waited == WAITED[policy]
    assert disk.names == ([] if policy == "none" else ["m.dcglog"])


@pytest.mark.parametrize(
    ("policy", "waited"), [("group", 0), ("turn", 1), ("match", 1), ("none", 0)]
)
def test_closing_waits_for_what_was_not_waited_for(
    tmp_path: Path, policy: str, waited: int
) -> None:
    disk = CountingDisk()
    with begin(tmp_path / "m.dcglog", policy, disk=disk) as recorder:
        recorder.append(note())
        before = disk.syncs
    assert disk.syncs - before == waited
    recorder.close()
    assert disk.syncs - before == waited


@pytest.mark.parametrize(
    ("policy", "waited"), [("group", 1), ("turn", 1), ("match", 0), ("none", 0)]
)
def test_a_batch_waits_once_for_a_write(tmp_path: Path, policy: str, waited: int) -> None:
    disk = CountingDisk()
    with begin(tmp_path / "m.dcglog", policy, disk=disk) as recorder:
        before = disk.syncs
        with recorder.batch():
            for _ in range(5):
                recorder.append(note())
            recorder.append(END["turn"])
            assert disk.syncs == before
        assert disk.syncs - before == waited


def test_every_write_of_a_long_batch_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dcg_events.recorder.recorder.MOST_IN_A_WRITE", 3)
    disk = CountingDisk()
    path = tmp_path / "m.dcglog"
    with begin(path, "group", disk=disk) as recorder, recorder.batch():
        for _ in range(8):
            recorder.append(note())
    assert disk.syncs == len(commits(path)) == 4


def test_a_batch_that_ends_no_turn_is_not_waited_for(tmp_path: Path) -> None:
    disk = CountingDisk()
    with begin(tmp_path / "m.dcglog", "turn", disk=disk) as recorder:
        with recorder.batch():
            recorder.append(note())
        assert disk.syncs == 0


@pytest.mark.parametrize("policy", WAITED)
def test_what_was_cut_off_is_kept_before_it_is_cut_off(tmp_path: Path, policy: str) -> None:
    path = record(tmp_path / "m.dcglog", policy)
    with path.open("ab") as file:
        file.write(b"torn")
    disk = CountingDisk()
    recorder = Recorder.open(path, disk=disk)
    assert disk.syncs == 2
    assert disk.names == ["m.dcglog"]
    recorder.close()


def test_a_group_that_is_answered_again_is_on_the_disk(tmp_path: Path) -> None:
    """Who wrote it may have been killed before the disk had confirmed it."""
    path = record(tmp_path / "m.dcglog", "group")
    disk = CountingDisk()
    with Recorder.open(path, disk=disk) as recorder:
        assert disk.syncs == 0
        assert recorder.append_group(GROUPS[0], expected_version=1).repeated
        assert disk.syncs == 1
        assert recorder.append_group(GROUPS[1], expected_version=2).repeated
    assert disk.syncs == 1
