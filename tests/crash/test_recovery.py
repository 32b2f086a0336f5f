"""What a crash tore is cut off, kept and recorded: once, however often that is interrupted."""

from io import FileIO
from pathlib import Path

import pytest

from dcg_events import (
    LogDamagedError,
    LogError,
    LogLockedError,
    MatchLog,
    Recorder,
    UsageError,
    follow,
    redact,
)
from dcg_events.log.disk import Disk
from dcg_events.log.writing import LogFile
from tests.crash.children import Child
from tests.crash.disks import Killed, MortalDisk
from tests.crash.logs import (
    GROUPS,
    begin,
    check_whole,
    commits,
    facts_of,
    groups_of,
    kept_of,
    note,
    record,
    send,
)
from tests.log.small import read_groups


@pytest.fixture
def torn(tmp_path: Path) -> Path:
    """A log of 5 events, and 100 bytes of a write that has no commit."""
    path = record(tmp_path / "m.dcglog")
    path.write_bytes(path.read_bytes()[: commits(path)[4] + 100])
    return path


def test_it_is_recorded_when_the_log_is_closed(torn: Path) -> None:
    whole, tail = torn.read_bytes()[:-100], torn.read_bytes()[-100:]
    with Recorder.open(torn) as recorder:
        assert recorder.recovered == torn.with_name(f"m.dcglog.torn-{len(whole)}")
        assert torn.read_bytes() == whole
    assert torn.read_bytes().startswith(whole)
    assert kept_of(torn) == {f"torn-{len(whole)}": tail}
    assert facts_of(torn) == [(100, 4)]
    check_whole(torn)
    with Recorder.open(torn) as recorder:
        assert recorder.recovered is None
    assert facts_of(torn) == [(100, 4)]


def test_it_is_recorded_before_a_group_that_expects_no_version(torn: Path) -> None:
    with Recorder.open(torn) as recorder:
        assert recorder.version == 6
        receipt = recorder.append(note())
        assert (receipt.seqs, recorder.version) == ((6,), 7)
    assert [group[0]["kind"] for group in groups_of(torn)[-2:]] == ["recovered", "noted"]
    check_whole(torn)


def test_who_asked_for_the_version_gets_it(torn: Path) -> None:
    with Recorder.open(torn) as recorder:
        receipt = recorder.append(note(), expected_version=recorder.version)
    assert receipt.seqs == (6,)
    assert facts_of(torn) == [(100, 4)]


def test_ids_said_before_a_group_is_recorded_hold(torn: Path) -> None:
    for expected in (5, None):
        with Recorder.open(torn) as recorder, recorder.group(expected_version=expected) as group:
            said = group.append(GROUPS[2][0])
        assert group.receipt is not None
        assert group.receipt.ids == (said,)
    assert facts_of(torn) == [(100, 4)]


STRIDES = [23, pytest.param(1, marks=pytest.mark.soak)]


@pytest.mark.parametrize("policy", ["group", "none"])
@pytest.mark.parametrize("stride", STRIDES)
def test_killed_at_any_step_of_a_recovery_it_happens_once(
    tmp_path: Path, policy: str, stride: int
) -> None:
    path = record(tmp_path / "m.dcglog", policy)
    good, end = commits(path)[5:7]
    whole, tail = path.read_bytes()[:good], path.read_bytes()[good : end - 1]
    steps = 0
    alive = False
    while not alive:
        path.write_bytes(whole + tail)
        try:
            Recorder.open(path, disk=MortalDisk(steps, stride)).close()
            alive = True
        except Killed:
            pass
        Recorder.open(path).close()
        _check_recovered(path, whole, tail)
        for file in kept_of(path):
            path.with_name(f"{path.name}.{file}").unlink()
        steps += 1
    assert steps > 10 + len(tail) / stride


def _check_recovered(path: Path, whole: bytes, tail: bytes) -> None:
    """Check that the tail was kept and recorded once; a fact that was torn is another cut."""
    kept = kept_of(path)
    assert kept.pop(f"torn-{len(whole)}") == tail
    assert path.read_bytes().startswith(whole)
    facts = facts_of(path)
    assert facts.count((len(tail), 6)) == 1
    assert sorted(size for size, _ in facts) == sorted(map(len, [tail, *kept.values()]))
    assert not any(name.endswith("part") for name in kept)
    check_whole(path)


def test_every_tear_is_kept_and_recorded(tmp_path: Path) -> None:
    path = record(tmp_path / "m.dcglog")
    for tail in (b'{"first', b'{"second', b'{"first'):
        with path.open("ab") as file:
            file.write(tail)
        with Recorder.open(path) as recorder:
            assert recorder.recovered is not None
            assert recorder.recovered.read_bytes() == tail
    assert [size for size, _ in facts_of(path)] == [7, 8, 7]
    assert len(kept_of(path)) == 3
    check_whole(path)


def test_another_tear_in_the_same_place_has_a_file_of_its_own(torn: Path) -> None:
    size = torn.stat().st_size - 100
    Recorder.open(torn)._store.abandon()
    with torn.open("ab") as file:
        file.write(b"another")
    with Recorder.open(torn) as recorder:
        assert recorder.recovered is not None
        assert recorder.recovered.name == f"m.dcglog.torn-{size}-2"
    assert sorted(facts_of(torn)) == [(7, 4), (100, 4)]


def test_a_writer_that_is_always_killed_leaves_the_fact_to_the_next(torn: Path) -> None:
    for group, expected in ((GROUPS[4], 5), (GROUPS[5], 7)):
        recorder = Recorder.open(torn)
        recorder.append_group(group, expected_version=expected)
        recorder._store.abandon()
        assert facts_of(torn) == []
    with Recorder.open(torn) as recorder:
        assert recorder.recovered is None
    assert facts_of(torn) == [(100, 4)]
    check_whole(torn)


@pytest.mark.parametrize("tail", [b"\0" * 700, b"\0" * 40_000_000, b"\xff\n\x80\n\n", b"[1]\n" * 9])
def test_whatever_follows_the_last_commit_is_cut_off(tmp_path: Path, tail: bytes) -> None:
    path = record(tmp_path / "m.dcglog")
    whole = path.read_bytes()
    path.write_bytes(whole + tail)
    with Recorder.open(path) as recorder:
        recorder.append(note())
    assert list(kept_of(path).values()) == [tail]
    assert facts_of(path) == [(len(tail), 13)]
    check_whole(path)


@pytest.mark.parametrize("policy", ["group", "turn", "match", "none"])
@pytest.mark.parametrize("damage", [b"x", b"\0", b"\0" * 8])
def test_damage_is_cut_off_only_where_the_disk_was_not_waited_for(
    tmp_path: Path, policy: str, damage: bytes
) -> None:
    path = record(tmp_path / "m.dcglog", policy)
    ends = commits(path)
    turn_end = len(ends) - 3
    for index, end in enumerate(ends[:-1]):
        later = path.read_bytes()
        path.write_bytes(later[: end + 12] + damage + later[end + 12 + len(damage) :])
        unsynced = {"group": len(ends) - 2, "turn": turn_end, "match": 0, "none": 0}[policy]
        if b"\0" in damage and index >= unsynced:
            with Recorder.open(path) as recorder:
                recorder.append(note())
            check_whole(path)
            assert b"".join(kept_of(path).values())[: 12 + len(damage)].endswith(damage)
        else:
            before = path.read_bytes()
            with pytest.raises(LogError):
                Recorder.open(path)
            assert path.read_bytes() == before
            assert kept_of(path) == {}
        for file in kept_of(path):
            path.with_name(f"{path.name}.{file}").unlink()
        path.write_bytes(later)


def test_a_copy_is_never_cut(torn: Path, tmp_path: Path) -> None:
    whole, tail = torn.read_bytes()[:-100], torn.read_bytes()[-100:]
    torn.write_bytes(whole)
    copy = tmp_path / "copy.dcglog"
    redact(torn, "p2", copy)
    before = copy.read_bytes() + tail
    copy.write_bytes(before)
    with pytest.raises(LogError, match="redacted copy"):
        Recorder.open(copy)
    assert copy.read_bytes() == before


def test_a_reader_changes_nothing(torn: Path) -> None:
    before = torn.read_bytes()
    for viewer in ("judge", "p1", "spectator"):
        assert len(list(MatchLog(torn, viewer).groups())) == 5
    assert torn.read_bytes() == before
    assert kept_of(torn) == {}


def test_the_bytes_that_were_cut_are_counted_for_the_judge_alone(torn: Path) -> None:
    """How long the lost write was would tell how long the hidden values in it were."""
    Recorder.open(torn).close()
    for viewer in ("p1", "p2", "spectator"):
        (fact,) = [e for e in MatchLog(torn, viewer).events() if e["kind"] == "recovered"]
        assert (fact["bytes_cut"], fact["after"]) == (None, 4)


def test_a_log_that_was_never_committed_can_be_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "m.dcglog"
    account = {"p1": {"name": "Aiko", "account": "17"}, "p2": {"name": "Ben"}}
    begin(path, header={"players": account}).close()
    first = path.read_bytes()
    for size in range(0, len(first), 3):
        path.write_bytes(first[:size])
        if size:
            with pytest.raises(LogError, match="begin a log with"):
                Recorder.open(path)
        assert path.read_bytes() == first[:size]
        with begin(path) as recorder:
            assert (recorder.recovered is not None) == (size > 0)
            assert recorder.version == (2 if size else 1)
        assert facts_of(path) == ([(size, None)] if size else [])
        assert kept_of(path) == ({"torn-0": first[:size]} if size else {})
        check_whole(path)
        for file in kept_of(path):
            path.with_name(f"{path.name}.{file}").unlink()


@pytest.mark.parametrize(
    "content", [b"shopping list\n", b'{"at":null}\n{"at":null}\n', b"\x7fELF", b'{"kind":"noted"}']
)
def test_another_file_is_never_taken_for_a_log(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "m.dcglog"
    path.write_bytes(content)
    with pytest.raises(UsageError, match="the file exists already"):
        begin(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("stride", STRIDES)
def test_killed_at_any_step_a_beginning_can_be_begun_again(tmp_path: Path, stride: int) -> None:
    path = tmp_path / "m.dcglog"
    torn = record(tmp_path / "other.dcglog").read_bytes()[:200]
    steps = 0
    alive = False
    while not alive:
        path.write_bytes(torn)
        try:
            begin(path, "group", disk=MortalDisk(steps, stride))._store.abandon()
            alive = True
        except Killed:
            if not _is_begun(path):
                begin(path, "group").close()
        _check_begun(path, torn)
        steps += 1


def _is_begun(path: Path) -> bool:
    """Tell whether the file ends with a commit; an opening ends like one."""
    last = path.read_bytes().splitlines(keepends=True)[-1:] or [b""]
    return last[0].startswith(b'["commit",') and last[0].endswith(b'"]\n')


def _check_begun(path: Path, torn: bytes) -> None:
    kept = kept_of(path)
    assert list(kept.values()).count(torn) == 1
    assert sorted(facts_of(path)) == sorted((len(cut), None) for cut in kept.values())
    check_whole(path)
    for file in kept:
        path.with_name(f"{path.name}.{file}").unlink()
    path.unlink()


def test_a_new_log_is_not_begun_beside_the_remains_of_another(torn: Path) -> None:
    Recorder.open(torn).close()
    torn.unlink()
    with pytest.raises(UsageError, match="cut off an earlier log of that name"):
        begin(torn)
    assert not torn.exists()


def test_a_log_is_recovered_by_one_process_alone(torn: Path) -> None:
    with Recorder.open(torn), pytest.raises(LogLockedError):
        Recorder.open(torn)
    assert facts_of(torn) == [(100, 4)]


def test_a_log_that_is_begun_while_it_is_looked_at_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m.dcglog"
    path.write_bytes(b"")
    begun = record(tmp_path / "other.dcglog").read_bytes()
    opened = LogFile.open.__func__  # type: ignore[attr-defined]

    def open_later(cls: type[LogFile], path: Path, disk: Disk) -> LogFile:
        path.write_bytes(begun)
        file: LogFile = opened(cls, path, disk)
        return file

    monkeypatch.setattr(LogFile, "open", classmethod(open_later))
    with pytest.raises(UsageError, match="exists already"):
        begin(path)
    assert path.read_bytes() == begun


def test_a_write_that_verifies_and_holds_no_whole_group_is_damage(tmp_path: Path) -> None:
    path = record(tmp_path / "m.dcglog")
    store = LogFile.open(path)
    reader = store.reader()
    assert len(list(reader.groups())) == 13
    store.resume(reader)
    store.append([], [b'{"kind":"noted","of":2,"seq":14,"step":0}'], sync=False)
    store.close()
    before = path.read_bytes()
    with pytest.raises(LogDamagedError, match="of a whole group"):
        Recorder.open(path)
    assert path.read_bytes() == before


def test_a_batch_records_the_recovery_first(torn: Path) -> None:
    with Recorder.open(torn) as recorder, recorder.batch():
        recorder.append(note())
    assert [group[0]["kind"] for group in groups_of(torn)[-2:]] == ["recovered", "noted"]


def test_what_was_whole_is_sent_again_without_a_word(torn: Path) -> None:
    with Recorder.open(torn) as recorder:
        assert send(recorder) == 14
    assert read_groups(torn)[1] is None
    assert [len(group) for group in groups_of(torn)[1:-1]] == [len(group) for group in GROUPS]
    assert facts_of(torn) == [(100, 4)]


def test_who_follows_sees_a_recovery_by_another_process(tmp_path: Path) -> None:
    path = tmp_path / "m.dcglog"
    begin(path).close()
    ended = {"kind": "match_ended", "winner": None, "outcome": "draw"}

    def crash(_: int) -> None:
        recorder = Recorder.open(path, disk=MortalDisk(200))
        recorder.append(note("x" * 500, audience=["p1"]))

    def go_on(_: int) -> None:
        with Recorder.open(path) as recorder:
            recorder.append(note("another"))
            recorder.append(ended)

    steps = iter([crash, go_on])
    told = [
        [event["kind"] for event in group]
        for group in follow(path, "p2", wait=lambda: Child(next(steps)).read())
    ]
    assert told == [["match_opened"], ["recovered"], ["noted"], ["match_ended"]]


def test_a_link_leads_to_the_log_and_what_was_cut_off_lies_there(torn: Path) -> None:
    elsewhere = torn.parent / "elsewhere"
    elsewhere.mkdir()
    link = elsewhere / "link.dcglog"
    link.symlink_to(torn)
    with pytest.raises(Killed):
        Recorder.open(link, disk=_KilledBehindTheCut())
    assert list(elsewhere.iterdir()) == [link]
    Recorder.open(torn).close()
    assert facts_of(torn) == [(100, 4)]


class _KilledBehindTheCut(Disk):
    def truncate(self, file: FileIO, size: int) -> None:
        super().truncate(file, size)
        raise Killed
