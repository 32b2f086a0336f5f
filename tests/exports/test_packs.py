"""Packs: the very logs come out, damage is found and named, and no pack does harm."""

import fcntl
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events import Delay, LogDamagedError, MatchLog, UsageError, verify
from dcg_events.errors import DcgEventsError, LogError
from dcg_events.exports.exporting import Exporter
from dcg_events.log.part import LogPart
from dcg_events.packs.index import Entry, comment_for, index_lines
from dcg_events.packs.reading import Pack, logs_in
from dcg_events.packs.writing import pack
from tests.exports.making import files, note, program, read, run, small

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.dcglog"))


@pytest.fixture
def logs(tmp_path: Path) -> list[Path]:
    made = [small(tmp_path / "logs" / f"{n}.dcglog", note("x" * 1000 * n)) for n in range(4)]
    return [*made, *EXAMPLES]


@pytest.fixture
def packed(tmp_path: Path, logs: list[Path]) -> Path:
    out = tmp_path / "all.dcgpack"
    assert pack(map(LogPart, logs), out).logs == 6
    return out


def unpack(path: Path, folder: Path, *names: str) -> list[tuple[str, bool]]:
    told: list[tuple[str, bool]] = []
    Pack(path).unpack(folder, lambda e, error: told.append((e.name, error is None)), names or None)
    return told


def test_the_very_logs_come_out(tmp_path: Path, logs: list[Path], packed: Path) -> None:
    assert unpack(packed, tmp_path / "out") == [(log.name, True) for log in logs]
    assert files(tmp_path / "out") == {log.name: log.read_bytes() for log in logs}
    assert unpack(packed, tmp_path / "one", "2.dcglog") == [("2.dcglog", True)]
    assert sorted(files(tmp_path / "one")) == ["2.dcglog"]
    assert unpack(packed, tmp_path / "one", "2.dcglog") == [("2.dcglog", False)]  # not overwritten


def test_any_zip_tool_opens_it(logs: list[Path], packed: Path) -> None:
    with zipfile.ZipFile(packed) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [*(log.name for log in logs), "index.jsonl"]
        assert all(archive.read(log.name) == log.read_bytes() for log in logs)


def test_a_log_is_read_where_it_lies(logs: list[Path], packed: Path) -> None:
    opened = Pack(packed)
    for log in logs:
        entry = opened.find(log.name)
        here, there = opened.log(entry), MatchLog(log)
        assert str(here) == f"{packed}/{log.name}"
        assert list(MatchLog(here).events()) == list(there.events())
        assert MatchLog(here, "p2").state() == MatchLog(log, "p2").state()
        assert verify(here).head == verify(log).head == entry.head
        assert verify(here).events == entry.events
    with pytest.raises(UsageError, match=r"nowhere\.dcglog: it is not in the pack"):
        opened.find("nowhere.dcglog")


def test_a_delay_holds_in_a_pack(tmp_path: Path) -> None:
    log = small(tmp_path / "a.dcglog", note("told"), note("held back"), note("too"), end=False)
    pack([LogPart(log)], tmp_path / "p.dcgpack")
    (here,) = Pack(tmp_path / "p.dcgpack").logs()
    told = [
        list(MatchLog(one, "p1", delay=Delay.parse("events:2")).events()) for one in (here, log)
    ]
    assert told[0] == told[1]
    assert [event.get("text") for event in told[0]][-1] == "told"


def test_the_same_logs_give_the_same_bytes(tmp_path: Path, logs: list[Path], packed: Path) -> None:
    pack(map(LogPart, logs), tmp_path / "again.dcgpack")
    assert (tmp_path / "again.dcgpack").read_bytes() == packed.read_bytes()
    assert packed.stat().st_size < sum(log.stat().st_size for log in logs) / 2


def test_adding_keeps_what_is_there(tmp_path: Path, logs: list[Path], packed: Path) -> None:
    before = packed.read_bytes()
    with pytest.raises(UsageError, match="exists already"):
        pack([LogPart(logs[0])], packed)
    other = small(tmp_path / "other" / "0.dcglog", note("another match of the same name"))
    result = pack(logs_in([packed, other, logs[1]]), packed, replace=True)
    assert (result.logs, result.repeated, result.rejected) == (7, 1, [])
    names = [entry.name for entry in Pack(packed).entries()]
    assert names[:6] == [log.name for log in logs]
    assert names[6].startswith("0.")
    assert all(told for _, told in unpack(packed, tmp_path / "out"))
    assert (tmp_path / "out" / names[6]).read_bytes() == other.read_bytes()
    assert packed.read_bytes() != before


def test_a_log_that_cannot_be_packed_is_listed(tmp_path: Path, logs: list[Path]) -> None:
    logs[1].write_bytes(b"nothing\n")
    result = pack(map(LogPart, [*logs, tmp_path / "nowhere"]), tmp_path / "p.dcgpack")
    assert result.logs == 5
    assert [one.log.path.name for one in result.rejected] == ["1.dcglog", "nowhere"]
    assert pack([LogPart(logs[1])], tmp_path / "none.dcgpack").logs == 0
    assert not (tmp_path / "none.dcgpack").exists()
    assert not list(tmp_path.glob(".*"))


@given(st.integers(0, 10**6), st.integers(1, 255))
def test_every_damage_is_found(
    tmp_path_factory: pytest.TempPathFactory, place: int, bits: int
) -> None:
    folder = tmp_path_factory.mktemp("damage")
    log = small(folder / "a.dcglog", note("x" * 500))
    whole = folder / "a.dcgpack"
    pack([LogPart(log), LogPart(EXAMPLES[0])], whole)
    content = bytearray(whole.read_bytes())
    start = min(entry.start for entry in Pack(whole).entries())
    last = max(entry.start + entry.deflated for entry in Pack(whole).entries())
    where = start + place % (last - start)
    content[where] ^= bits
    whole.write_bytes(content)
    damaged = _damaged(whole)
    entries = list(Pack(whole).entries())
    hit = [e.name for e in entries if e.start <= where < e.start + e.deflated]
    if damaged != hit:  # then it hit a bit that says nothing: the logs are what they were
        assert damaged == []
        assert all(told for _, told in unpack(whole, folder / "out"))
        assert files(folder / "out") == {p.name: p.read_bytes() for p in (log, EXAMPLES[0])}


def _damaged(path: Path) -> list[str]:
    told: list[str] = []

    def tell(entry: Entry, error: DcgEventsError | None) -> None:
        if error is not None:
            assert isinstance(error, LogDamagedError)
            told.append(entry.name)

    Pack(path).check(tell)
    return told


@given(st.integers(0, 3000), st.integers(0, 255))
def test_a_damaged_index_is_refused(
    tmp_path_factory: pytest.TempPathFactory, back: int, value: int
) -> None:
    folder = tmp_path_factory.mktemp("index")
    whole = folder / "a.dcgpack"
    pack([LogPart(small(folder / "a.dcglog"))], whole)
    content = whole.read_bytes()
    (entry,) = Pack(whole).entries()
    index = index_lines([entry])
    where = content.index(index) + back % len(index)
    if content[where] != value:
        whole.write_bytes(content[:where] + bytes([value]) + content[where + 1 :])
        with pytest.raises(LogDamagedError, match="its index is damaged"):
            Pack(whole)
    whole.write_bytes(content[: -1 - back % (len(content) - 1)])
    with pytest.raises(LogDamagedError, match="no pack, or its end is missing"):
        Pack(whole)


def _rewritten(path: Path, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    """Write a pack whose index was made to do harm, with a digest that fits."""
    content, entries = path.read_bytes(), list(Pack(path).entries())
    told = [{name: getattr(entry, name) for name in entry.__slots__} for entry in entries]
    old = index_lines(entries)
    start = content.index(old)
    change(told)
    index = b"".join(orjson.dumps(one) + b"\n" for one in told)
    comment = comment_for(start, index)
    end = content.rindex(b"PK\x05\x06")
    tail = content[start + len(old) : end + 20] + len(comment).to_bytes(2, "little") + comment
    hostile = path.with_name("hostile.dcgpack")
    hostile.write_bytes(content[:start] + index + tail)
    return hostile


HOSTILE: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "parent folder": lambda told: told[0].update(name="../a.dcglog"),
    "absolute": lambda told: told[0].update(name="/tmp/a.dcglog"),  # noqa: S108 - not ours
    "backslash": lambda told: told[0].update(name="..\\a.dcglog"),
    "hidden": lambda told: told[0].update(name=".a.dcglog"),
    "nul": lambda told: told[0].update(name="a\x00.dcglog"),
    "no log": lambda told: told[0].update(name="a.sh"),
    "twice": lambda told: told[1].update(name=told[0]["name"]),
    "overlapping": lambda told: told[1].update(start=told[0]["start"] + 1),
    "outside": lambda told: told[-1].update(start=2**40),
    "beyond the end": lambda told: told[-1].update(deflated=2**40),
    "in the index": lambda told: told[-1].update(deflated=told[-1]["deflated"] + 60),
    "negative": lambda told: told[0].update(start=-5),
    "huge": lambda told: told[0].update(size=2**50),
    "float": lambda told: told[0].update(start=30.5),
    "true": lambda told: told[0].update(start=True),
    "text": lambda told: told[0].update(size="7"),
    "unknown": lambda told: told[0].update(more=1),
    "missing": lambda told: told[0].pop("head"),
}


@pytest.mark.parametrize("harm", HOSTILE)
def test_a_hostile_index_is_refused(tmp_path: Path, packed: Path, harm: str) -> None:
    hostile = _rewritten(packed, HOSTILE[harm])
    with pytest.raises(LogDamagedError):
        unpack(hostile, tmp_path / "out" / "deep")
    made = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert all(path.parent.name in ("logs", tmp_path.name, "deep") for path in made)
    (unopened,) = [log for log in logs_in([hostile]) if not isinstance(log, LogPart)]
    assert unopened.log.path == hostile


def test_what_inflates_to_more_than_it_says_is_cut_off(tmp_path: Path, packed: Path) -> None:
    hostile = _rewritten(packed, lambda told: told[3].update(size=100))
    assert ("3.dcglog", False) in unpack(hostile, tmp_path / "out")
    assert not (tmp_path / "out" / "3.dcglog").exists()


def test_a_pack_stands_where_logs_do(tmp_path: Path, logs: list[Path], packed: Path) -> None:
    run(logs, tmp_path / "one", "csv")
    assert Exporter(tmp_path / "two", "csv").export(logs_in([packed])).added == 6
    assert read(tmp_path / "one", "csv") == read(tmp_path / "two", "csv")


def test_the_commands(tmp_path: Path, logs: list[Path]) -> None:
    def typed(*arguments: object) -> tuple[int, bytes, bytes]:
        with program(*arguments) as process:
            out, err = process.communicate()
            return process.returncode, out, err

    path = tmp_path / "p.dcgpack"
    assert typed("pack", *logs[:2], "-o", path) == (0, f"{path}: 2 logs\n".encode(), b"")
    code, out, _ = typed("pack", "--add", logs[2], "-o", path)
    assert (code, out) == (0, f"{path}: 3 logs\n".encode())
    code, out, _ = typed("unpack", path)
    assert out.count(b" events, head ") == 3
    code, out, err = typed("show", path)
    assert (code, out) == (2, b"")
    assert b"it is a pack and no log" in err
    code, out, _ = typed("verify", path, "--json")
    assert [orjson.loads(line)["whole"] for line in out.splitlines()] == [True] * 3
    content = bytearray(path.read_bytes())
    content[Pack(path).find("1.dcglog").start + 20] ^= 1
    path.write_bytes(content)
    code, out, err = typed("unpack", path, "-o", tmp_path / "out")
    assert code == 3
    assert b"1.dcglog: " in err
    assert sorted(files(tmp_path / "out")) == ["0.dcglog", "2.dcglog"]
    code, out, _ = typed("audit", path, "--json")
    assert code == 3
    assert sum(b'"damage"' in line for line in out.splitlines()) == 1
    code, out, err = typed("export", "csv", path, "-o", tmp_path / "tables")
    assert code == 3
    assert f"rejected: {path}/1.dcglog".encode() in out


@pytest.mark.parametrize("replace", [False, True])
def test_two_do_not_pack_into_one_file_at_once(
    tmp_path: Path, logs: list[Path], *, replace: bool
) -> None:
    out = tmp_path / "both.dcgpack"

    def first() -> Iterator[LogPart]:
        yield from map(LogPart, logs[:2])
        with pytest.raises(LogError, match="another program is packing"):
            pack(map(LogPart, logs), out, replace=replace)
        yield from map(LogPart, logs[2:])

    assert pack(first(), out, replace=replace).logs == 6
    assert unpack(out, tmp_path / "out") == [(log.name, True) for log in logs]


def test_who_waited_for_the_lock_does_not_write_into_the_finished_pack(
    tmp_path: Path, logs: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "both.dcgpack"
    lock = fcntl.flock

    def late(file: Any, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", lock)
        pack(map(LogPart, logs), out)  # another is done between our opening and our lock
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with pytest.raises(LogError, match="another program is packing"):
        pack(map(LogPart, logs[:1]), out)
    assert unpack(out, tmp_path / "out") == [(log.name, True) for log in logs]


def test_what_a_killed_packing_left_is_in_nobodys_way(tmp_path: Path, logs: list[Path]) -> None:
    left = tmp_path / ".all.dcgpack.part"
    left.write_bytes(b"x" * 100_000)
    out = tmp_path / "all.dcgpack"
    assert pack(map(LogPart, logs), out).logs == 6
    assert unpack(out, tmp_path / "out") == [(log.name, True) for log in logs]
    assert not left.exists()
