"""One writer, whole writes, and what a crash leaves."""

import subprocess
import sys
from pathlib import Path

import pytest

from dcg_events.errors import LogError, LogLockedError
from dcg_events.recorder.recorder import Recorder
from dcg_events.views.matchlog import MatchLog
from tests.log.small import read_groups, salts, write_small_log

NOTE = {"kind": "noted", "text": "later"}


def test_recovery_cuts_to_the_last_commit_and_keeps_what_it_cuts(tmp_path: Path) -> None:
    whole = write_small_log(tmp_path / "whole.dcglog").read_bytes()
    first = whole.index(b'["commit"')
    first = whole.index(b"\n", first) + 1
    for size in range(first, len(whole)):
        path = tmp_path / "torn.dcglog"
        path.write_bytes(whole[:size])
        good = len(read_groups(path)[0])
        with Recorder.open(path) as recorder:
            kept = b"" if recorder.recovered is None else recorder.recovered.read_bytes()
            assert path.read_bytes() + kept == whole[:size]
            assert (recorder.recovered is None) == path.read_bytes().endswith(whole[:size])
            recorder.append(NOTE)
        groups, error = read_groups(path)
        assert error is None
        assert len(groups) == good + 1 + (recorder.recovered is not None)
        if recorder.recovered is not None:
            recorder.recovered.unlink()


def test_a_log_without_a_commit_is_not_touched(tmp_path: Path) -> None:
    whole = write_small_log(tmp_path / "whole.dcglog").read_bytes()
    path = tmp_path / "torn.dcglog"
    path.write_bytes(whole[: whole.index(b'["commit"')])
    with pytest.raises(LogError):
        Recorder.open(path)
    assert path.read_bytes() == whole[: whole.index(b'["commit"')]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_second_tear_does_not_overwrite_what_the_first_left(tmp_path: Path) -> None:
    path = write_small_log(tmp_path / "m.dcglog")
    for torn in (b'{"first', b'{"second'):
        with path.open("ab") as file:
            file.write(torn)
        with Recorder.open(path) as recorder:
            assert recorder.recovered is not None
            assert recorder.recovered.read_bytes() == torn
    assert len(list(tmp_path.iterdir())) == 3


def test_a_second_writer_is_refused_in_another_process(tmp_path: Path) -> None:
    path = write_small_log(tmp_path / "m.dcglog")
    program = (
        "import sys\nfrom dcg_events import Recorder, LogLockedError\n"
        "try:\n    Recorder.open(sys.argv[1])\n"
        "except LogLockedError as error:\n    sys.exit(error.exit_code)\n"
    )
    command = [sys.executable, "-c", program, str(path)]
    with Recorder.open(path) as recorder:
        assert subprocess.run(command, check=False).returncode == 3  # noqa: S603
        with pytest.raises(LogLockedError):
            Recorder.open(path)
        recorder.append(NOTE)
    assert subprocess.run(command, check=False).returncode == 0  # noqa: S603


def test_reading_is_possible_while_somebody_writes(tmp_path: Path) -> None:
    path = write_small_log(tmp_path / "m.dcglog")
    with Recorder.open(path) as recorder:
        before = len(list(MatchLog(path).groups()))
        recorder.append(NOTE)
        assert len(list(MatchLog(path).groups())) == before + 1


def test_a_log_is_never_overwritten(tmp_path: Path) -> None:
    path = write_small_log(tmp_path / "m.dcglog")
    before = path.read_bytes()
    with pytest.raises(Exception, match="exists already"):
        Recorder.create(path, p1="Aiko", p2="Ben")
    assert path.read_bytes() == before


def test_a_batch_is_the_same_log_but_for_its_commits(tmp_path: Path) -> None:
    one = write_small_log(tmp_path / "one.dcglog")
    groups = [group for (group,) in [(group,) for group in MatchLog(one).groups()]]
    with Recorder.begin(tmp_path / "two.dcglog", groups[0][0], salt=salts()) as recorder:
        with recorder.batch():
            for group in groups[1:]:
                assert recorder.append_group(group).head is None
        head = recorder.head
    with Recorder.open(one) as recorder:
        assert recorder.head == head
    two = (tmp_path / "two.dcglog").read_bytes()
    assert two.count(b'["commit"') == 2
    assert read_groups(one) == read_groups(tmp_path / "two.dcglog")
