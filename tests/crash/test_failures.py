"""A disk that refuses, files that may not be written, and other programs that touch a log."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from dcg_events import DcgEventsError, LogError, LogLockedError, Recorder, UsageError
from tests.crash.children import Child, drop_privileges
from tests.crash.disks import DeafDisk, FullDisk
from tests.crash.logs import (
    GROUPS,
    begin,
    check_whole,
    facts_of,
    groups_of,
    kept_of,
    note,
    record,
    send,
)

SEALED = [note("a", audience=["p1"]), note("b"), note("c", audience=[])]


@pytest.mark.parametrize("truncates", [True, False])
def test_a_disk_that_is_full_after_any_byte(tmp_path: Path, truncates: bool) -> None:
    path = tmp_path / "m.dcglog"
    record(path)
    before = path.read_bytes()
    room = written = 0
    problems = set()
    while not written:
        path.write_bytes(before)
        disk = FullDisk()
        recorder = Recorder.open(path, disk=disk)
        disk.room = room
        disk.truncates = truncates
        try:
            recorder.append_group(SEALED, expected_version=14)
            written = room
        except LogError as error:
            problems.add(error.problem)
            assert path.read_bytes() == before or not truncates
            with pytest.raises(LogError, match="the log is closed"):
                recorder.append(note())
        recorder.close()
        with Recorder.open(path) as again:
            assert again.append_group(SEALED, expected_version=14).repeated == bool(written)
        assert groups_of(path)[13][0]["text"] == "a"
        assert len(facts_of(path)) == len(kept_of(path)) == (not truncates and 0 < room != written)
        remove_kept(path)
        room += 1 if room < 3 else 41
    assert problems == {"no space left on device"}
    check_whole(path)
    assert path.stat().st_size - len(before) > 500


def remove_kept(path: Path) -> None:
    for name in kept_of(path):
        path.with_name(f"{path.name}.{name}").unlink()


@pytest.mark.parametrize("room", [0, 10, 150])
def test_a_disk_that_is_full_while_a_tail_is_kept(tmp_path: Path, room: int) -> None:
    path = record(tmp_path / "m.dcglog")
    with path.open("ab") as file:
        file.write(b"torn" * 25)
    before = path.read_bytes()
    with pytest.raises(LogError) as refused, Recorder.open(path, disk=FullDisk(room)):
        pass
    assert path.read_bytes() == (before if room < 100 else before[:-100])
    if room < 100:
        assert "cannot be cut off and kept beside it: no space left" in refused.value.problem
    with Recorder.open(path):
        pass
    assert list(kept_of(path).values()) == [b"torn" * 25]
    assert facts_of(path) == [(100, 13)]


def test_a_disk_that_is_full_before_the_first_event(tmp_path: Path) -> None:
    path = tmp_path / "m.dcglog"
    with pytest.raises(LogError, match="no space left"):
        begin(path, disk=FullDisk(100))
    begin(path).close()
    assert facts_of(path) == []
    check_whole(path)


LIMITED = """
import resource, sys
from dcg_events import LogError, Recorder
path, room = sys.argv[1], int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
with Recorder.open(path) as recorder:
    for number in range(1000):
        try:
            print(recorder.append({"kind": "noted", "text": str(number)}).seqs[0], flush=True)
        except LogError as error:
            sys.exit(error.exit_code)
"""


@pytest.mark.parametrize("room", [2000, 2777])
def test_a_limit_of_the_system_is_a_full_disk(tmp_path: Path, room: int) -> None:
    path = tmp_path / "m.dcglog"
    begin(path, "group").close()
    command = [sys.executable, "-c", LIMITED, str(path), str(room)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
    assert done.returncode == 3, done.stderr
    acknowledged = len(done.stdout.split())
    assert acknowledged > 3
    assert path.stat().st_size <= room
    assert len(groups_of(path)) == 1 + acknowledged
    check_whole(path)


@pytest.mark.parametrize("truncates", [True, False])
def test_a_disk_that_does_not_confirm_is_not_asked_again(tmp_path: Path, truncates: bool) -> None:
    path = tmp_path / "m.dcglog"
    disk = DeafDisk()
    recorder = begin(path, "group", disk=disk)
    recorder.append(note("confirmed"))
    disk.deaf, disk.truncates = True, truncates
    asked = disk.syncs
    with pytest.raises(LogError, match="the disk did not confirm what was written: input/output"):
        recorder.append(note("lost"), expected_version=2)
    assert disk.syncs == asked + 1
    with pytest.raises(LogError, match="the log is closed"):
        recorder.append(note("more"))
    recorder.close()
    assert disk.syncs == asked + 1
    with Recorder.open(path) as again:
        assert again.append(note("lost"), expected_version=2).repeated == (not truncates)
    assert len(groups_of(path)) == 3
    check_whole(path)


@pytest.mark.parametrize("policy", ["turn", "match"])
def test_closing_says_that_the_disk_did_not_confirm(tmp_path: Path, policy: str) -> None:
    disk = DeafDisk()
    recorder = begin(tmp_path / "m.dcglog", policy, disk=disk)
    recorder.append(note())
    disk.deaf = True
    with pytest.raises(LogError, match="did not confirm"):
        recorder.close()
    recorder.close()
    assert disk.syncs == 1
    Recorder.open(tmp_path / "m.dcglog").close()


def test_a_repeated_answer_is_none_if_the_disk_does_not_confirm(tmp_path: Path) -> None:
    path = record(tmp_path / "m.dcglog", "group")
    disk = DeafDisk()
    disk.deaf = True
    recorder = Recorder.open(path, disk=disk)
    before = path.read_bytes()
    with pytest.raises(LogError, match="did not confirm"):
        recorder.append_group(GROUPS[0], expected_version=1)
    with pytest.raises(LogError, match="the log is closed"):
        recorder.append(note())
    recorder.close()
    assert path.read_bytes() == before
    assert disk.syncs == 1


def removed(path: Path) -> None:
    path.unlink()


def renamed(path: Path) -> None:
    path.rename(path.with_name("other"))


def replaced(path: Path) -> None:
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 5)


def grown(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"\n")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (removed, "it was removed"),
        (renamed, "it was removed"),
        (replaced, "another file was put in its place"),
        (cut, "another program changed it"),
        (grown, "another program changed it"),
    ],
)
def test_a_log_that_another_program_changed_is_not_appended_to(
    tmp_path: Path, change: Callable[[Path], None], problem: str
) -> None:
    path = tmp_path / "m.dcglog"
    recorder = begin(path)
    send(recorder)
    inode = path.stat().st_ino
    change(path)
    files = {file: file.read_bytes() for file in tmp_path.iterdir()}
    for _ in range(2):
        with pytest.raises(LogError) as refused:
            recorder.append(note())
        assert problem in refused.value.problem or "is closed" in refused.value.problem
    recorder.close()
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == files
    assert all(file.stat().st_ino == inode or file.stat().st_ino for file in files)


def test_a_recorder_may_change_its_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    with begin(Path("m.dcglog")) as recorder:
        monkeypatch.chdir(tmp_path / "elsewhere")
        recorder.append(note())
        monkeypatch.chdir(tmp_path)
    assert len(groups_of(Path("m.dcglog"))) == 2


def unprivileged(work: Callable[[], Recorder]) -> str:
    """Let nobody open or create a log and append to it; return the error."""

    def attempt(pipe: int) -> None:
        drop_privileges()
        try:
            with work() as recorder:
                recorder.append(note())
        except DcgEventsError as error:
            os.write(pipe, f"{error.exit_code} {error}".encode())

    return Child(attempt).read()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may reach, which those of pytest are not."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_a_file_that_may_only_be_read(folder: Path) -> None:
    path = record(folder / "m.dcglog")
    before = path.read_bytes()
    path.chmod(0o444)
    said = unprivileged(lambda: Recorder.open(path))
    assert said == f"3 {path}: the file may not be opened so; check its permissions"
    assert path.read_bytes() == before


def test_a_folder_that_may_only_be_read(folder: Path) -> None:
    path = record(folder / "m.dcglog")
    path.chmod(0o666)
    folder.chmod(0o555)
    assert not unprivileged(lambda: Recorder.open(path))
    with path.open("ab") as file:
        file.write(b"torn")
    before = path.read_bytes()
    said = unprivileged(lambda: Recorder.open(path))
    assert said.startswith(f"3 {path}: what a crash tore cannot be cut off and kept beside it")
    assert path.read_bytes() == before
    assert unprivileged(lambda: begin(folder / "n.dcglog")).startswith("3 ")
    folder.chmod(0o777)
    assert not unprivileged(lambda: Recorder.open(path))
    assert facts_of(path) == [(4, 14)]


def test_a_log_that_another_process_begins(tmp_path: Path) -> None:
    path = tmp_path / "m.dcglog"
    with begin(path), pytest.raises(UsageError, match="exists already"):
        begin(path)
    path.write_bytes(b"")
    with (
        Recorder.begin(path, groups_of(record(tmp_path / "n.dcglog"))[0][0]),
        pytest.raises(LogLockedError),
    ):
        Recorder.open(path)


def test_a_folder_that_may_not_be_looked_into(folder: Path) -> None:
    path = record(folder / "m.dcglog")
    path.chmod(0o666)
    folder.chmod(0o333)
    said = unprivileged(lambda: Recorder.open(path))
    assert said.startswith(f"3 {path}: its folder may not be looked into")
    assert unprivileged(lambda: begin(folder / "n.dcglog")).startswith("3 ")


def test_a_pipe_or_a_device_is_no_log(tmp_path: Path) -> None:
    pipe = tmp_path / "m.dcglog"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/null")):
        with pytest.raises(UsageError, match="a pipe or a device"):
            Recorder.open(path)
        with pytest.raises(UsageError, match="exists already"):
            begin(path)
