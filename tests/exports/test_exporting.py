"""Many logs into one export: each match once, damage reported, and whoever is stopped goes on."""

import os
import signal
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import duckdb
import orjson
import pytest

from dcg_events import LogDamagedError, LogError, UsageError
from dcg_events.exports import chunk, folder
from dcg_events.exports.exporting import Format
from dcg_events.exports.manifest import Manifest
from dcg_events.log.identity import identity_of
from tests.exports.making import FORMATS, Rows, files, go_on, note, place, program, read, run, small

NOTES = [note("told"), note("told again")]


@pytest.fixture
def logs(tmp_path: Path) -> list[Path]:
    return [small(tmp_path / "logs" / f"{n}.dcglog", note(f"match {n}")) for n in range(6)]


def ids(rows: Rows) -> dict[str, int]:
    return {row[0]: row[2] for row in rows["matches"]}


@pytest.mark.parametrize("form", FORMATS)
def test_exporting_again_adds_what_is_new(tmp_path: Path, logs: list[Path], form: Format) -> None:
    out = place(tmp_path, form)
    first = run(logs[:4], out, form, chunk_size=3)
    assert (first.added, first.unchanged) == (4, 0)
    before = read(out, form)
    again = run(logs[:4], out, form)
    assert (again.added, again.unchanged) == (0, 4)
    assert read(out, form) == before
    copy = small(tmp_path / "elsewhere" / "copy.dcglog")
    copy.write_bytes(logs[0].read_bytes())
    more = run([copy, *logs], out, form)
    assert (more.added, more.unchanged) == (2, 5)
    assert len(ids(read(out, form))) == len(read(out, form)["matches"]) == 6


@pytest.mark.parametrize("form", FORMATS)
def test_a_match_that_went_on_replaces_its_rows(tmp_path: Path, form: Format) -> None:
    odd = {"kind": "ruling_issued", "ruling": "r", "text": 'a "b\nc'}
    logs = [small(tmp_path / f"{n}.dcglog", odd, end=False) for n in range(4)]
    out = place(tmp_path, form)
    run(logs, out, form, chunk_size=3)
    older = tmp_path / "older.dcglog"
    older.write_bytes(logs[1].read_bytes())
    go_on(logs[1], note("more"), note("and more"))
    go_on(logs[3], note("more"))  # it is alone in its part
    report = run([older, *logs], out, form)
    assert (report.added, report.grown, report.unchanged) == (0, 2, 3)
    told = read(out, form)
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    run(logs, place(fresh, form), form)
    assert {t: sorted(rows) for t, rows in told.items()} == {
        t: sorted(rows) for t, rows in read(place(fresh, form), form).items()
    }
    assert run([older], out, form).unchanged == 1  # and less of it replaces nothing
    go_on(logs[0], note("more"))  # of the part that was written anew
    assert run(logs, out, form).grown == 1
    assert len(ids(read(out, form))) == len(read(out, form)["matches"]) == 4


@pytest.mark.parametrize("form", FORMATS)
def test_a_match_that_went_on_within_one_run(tmp_path: Path, form: Format) -> None:
    log = small(tmp_path / "a.dcglog", end=False)
    longer = tmp_path / "b.dcglog"
    longer.write_bytes(log.read_bytes())
    go_on(longer, *NOTES)
    report = run([log, longer, log], place(tmp_path, form), form)
    assert (report.added, report.grown, report.unchanged) == (1, 1, 1)
    assert len(read(place(tmp_path, form), form)["events"]) == 5


def test_another_history_of_a_match_is_rejected(tmp_path: Path) -> None:
    log, other = small(tmp_path / "a.dcglog", end=False), tmp_path / "b.dcglog"
    other.write_bytes(log.read_bytes())
    go_on(log, note("this happened"))
    go_on(other, note("that happened"), note("and that"))
    report = run([log, other], tmp_path / "out", "csv")
    assert report.added == 1
    (rejected,) = report.rejected
    assert rejected.log.path == other
    assert "another history of its match" in str(rejected.error)


@pytest.mark.parametrize("form", FORMATS)
def test_damage_in_the_middle_is_reported_and_the_rest_completes(
    tmp_path: Path, logs: list[Path], form: Format
) -> None:
    content = logs[2].read_bytes()
    logs[2].write_bytes(content.replace(b"match 2", b"match 3"))
    logs[4].write_bytes(logs[4].read_bytes()[:-10])
    begun = small(tmp_path / "logs" / "empty.dcglog")
    begun.write_bytes(begun.read_bytes().split(b'["open"')[0])
    out = place(tmp_path, form)
    report = run([*logs, begun, tmp_path / "nowhere.dcglog"], out, form, chunk_size=2)
    assert (report.added, len(report.rejected)) == (4, 4)
    assert [(one.log.path.name, type(one.error)) for one in report.rejected] == [
        ("2.dcglog", LogDamagedError),
        ("4.dcglog", LogDamagedError),
        ("empty.dcglog", LogError),
        ("nowhere.dcglog", UsageError),
    ]
    assert {row[4] for row in read(out, form)["matches"]} == {f"{n}.dcglog" for n in (0, 1, 3, 5)}
    logs[2].write_bytes(content)
    assert run(logs[:4], out, form).added == 1


def test_a_log_that_holds_what_no_event_holds_is_rejected_by_itself(
    tmp_path: Path, logs: list[Path]
) -> None:
    """Bytes may verify and still be no events: a chunk must not fail for one of its matches."""
    odd = small(tmp_path / "odd.dcglog", note("x", at="2026-08-18T10:21:07Z"))
    for old, new in ((b'"turn":', b'"turn":"x'), (b"2026-08-18T", b"2026-13-18T")):
        forged = forge(odd, old, new)
        report = run([logs[0], forged, logs[1]], tmp_path / f"out-{len(new)}", "parquet")
        if old in odd.read_bytes():
            assert (report.added, len(report.rejected)) == (2, 1), new


def forge(log: Path, old: bytes, new: bytes) -> Path:
    """Write a log whose heads are right and whose records are not."""

    digest, lines = sha256(), []
    for line in log.read_bytes().replace(old, new).splitlines(keepends=True):
        if line.startswith(b"{"):
            digest.update(line)
        if line.startswith(b'["commit"'):
            last = line.split(b",")[1]
            line = b'["commit",%b,"%b"]\n' % (last, digest.hexdigest().encode())  # noqa: PLW2901
        lines.append(line)
    forged = log.with_name("forged.dcglog")
    forged.write_bytes(b"".join(lines))
    return forged


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_is_for_one_viewer_and_one_format(
    tmp_path: Path, logs: list[Path], form: Format
) -> None:
    out = place(tmp_path, form)
    run(logs[:1], out, form)
    for viewer in ("p1", "spectator"):
        with pytest.raises(UsageError, match=f"its viewer is judge and not {viewer}"):
            run(logs, out, form, viewer=viewer)
    if form != "duckdb":
        with pytest.raises(UsageError, match="its format is"):
            run(logs, out, "csv" if form == "parquet" else "parquet")
    assert len(read(out, form)["matches"]) == 1


@pytest.mark.parametrize("name", ["aegis-014-bt19", "aegis-019-bt24"])
def test_a_match_is_known_by_its_records_up_to_the_first_game(name: str) -> None:
    log = Path(__file__).parents[2] / "examples" / f"{name}.dcglog"
    records = [line for line in log.read_bytes().splitlines(keepends=True) if line[:1] == b"{"]
    (start,) = (n for n, line in enumerate(records) if b'"kind":"game_started"' in line)
    identity = identity_of(log)
    assert identity.match_id == sha256(b"".join(records[: start + 1])).hexdigest()[:32]
    assert (identity.events, identity.head) == (len(records), sha256(b"".join(records)).hexdigest())


def test_a_place_that_is_none_is_a_usage_error(tmp_path: Path, logs: list[Path]) -> None:
    (tmp_path / "file").write_bytes(b"x" * 5000)
    with pytest.raises(LogError):
        run(logs, tmp_path / "file", "csv")
    with pytest.raises(UsageError, match="it is no database"):
        run(logs, tmp_path / "file", "duckdb")
    assert (tmp_path / "file").read_bytes() == b"x" * 5000


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path, logs: list[Path]) -> None:
    with pytest.raises(UsageError, match="the folder holds other things"):
        run(logs, tmp_path / "logs", "csv")
    assert len(list((tmp_path / "logs").iterdir())) == 6


@pytest.mark.parametrize("form", FORMATS)
def test_what_was_rejected_is_listed_in_the_export(
    tmp_path: Path, logs: list[Path], form: Format
) -> None:
    out, content = place(tmp_path, form), logs[0].read_bytes()
    logs[0].write_bytes(content[:300])
    for damaged in (True, False, True):
        logs[0].write_bytes(content[:300] if damaged else content)
        report = run([logs[1], logs[0]], out, form)
        told = listed(out, form)
        assert told == [(str(one.log), str(one.error)) for one in report.rejected]
        assert [path for path, _ in told] == ([str(logs[0])] if damaged else [])


def listed(out: Path, form: Format) -> list[tuple[str, str]]:
    if form == "duckdb":
        with duckdb.connect(str(out)) as connection:
            return connection.execute("FROM rejected").fetchall()
    path = out / "rejected.jsonl"
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [(one["path"], one["reason"]) for one in map(orjson.loads, lines)]


def test_the_command_says_what_it_did(tmp_path: Path, logs: list[Path]) -> None:
    def typed(*arguments: object) -> tuple[int, list[bytes], bytes]:
        with program("export", "csv", *arguments) as process:
            out, err = process.communicate()
            return process.returncode, out.splitlines(), err

    out = tmp_path / "out"
    assert typed(logs[0], "-o", out) == (0, [f"{out}: 1 added".encode()], b"")
    bad = tmp_path / "bad.dcglog"
    bad.write_bytes(b"x")
    code, told, err = typed(tmp_path / "logs" / "*.dcglog", bad, "-o", out)
    assert (code, len(told), err) == (3, 2, b"")
    assert told[0].startswith(f"rejected: {bad}".encode())
    assert told[1] == f"{out}: 5 added, 1 unchanged, 1 rejected".encode()
    code, told, _ = typed(*logs, bad, "-o", out, "--json")
    assert [orjson.loads(line) for line in told][1] == {
        "out": str(out),
        "added": 0,
        "grown": 0,
        "unchanged": 6,
        "rejected": 1,
    }
    code, told, err = typed(bad, "-o", tmp_path / "nothing")
    assert (code, told) == (3, [])
    assert err.startswith(f"dcg-events: {bad}".encode())
    assert not (tmp_path / "nothing").exists()
    assert typed(tmp_path / "nowhere", logs[0], "-o", out)[0] == 2


def test_two_exports_do_not_write_at_once(tmp_path: Path, logs: list[Path]) -> None:
    (tmp_path / "out").mkdir()
    manifest = Manifest(tmp_path / "out", "judge", "csv")
    with pytest.raises(UsageError, match="another export is writing there"):
        run(logs, tmp_path / "out", "csv")
    manifest.close()
    assert run(logs, tmp_path / "out", "csv").added == 6


class Stopped(BaseException):
    """Stands for a kill or a Ctrl-C."""


MOMENTS = [
    (chunk.Chunk, "add"),
    (chunk.Chunk, "close"),
    (folder.CsvFiles, "convert"),
    (folder.CsvFiles, "without"),
    (Manifest, "commit"),
    (Manifest, "settled"),
    (folder.FolderStore, "_settle"),
]


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: str(moment[1]))
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_whenever_it_is_stopped_the_next_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: Any, after: bool
) -> None:
    """Stopped at each moment in turn, again and again, the export becomes what it should be."""
    logs = [small(tmp_path / f"{n}.dcglog", note(f"match {n}"), end=False) for n in range(3)]
    run(logs, tmp_path / "out", "csv", chunk_size=2)
    go_on(logs[0], note("more"))
    logs += [small(tmp_path / f"{n}.dcglog") for n in range(3, 5)]
    run(logs, tmp_path / "whole", "csv", chunk_size=2)
    owner, name = moment
    genuine, count, stops = getattr(owner, name), 0, 0

    def stopping(*arguments: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        if count == stops and not after:
            raise Stopped
        result = genuine(*arguments, **named)
        if count == stops:
            raise Stopped
        return result

    monkeypatch.setattr(owner, name, stopping)
    for stop in range(1, 60, 11 if name in ("convert", "without") else 1):
        count, stops = 0, stop
        try:
            run(logs, tmp_path / "out", "csv", chunk_size=2)
        except Stopped:
            check_visible(tmp_path / "out")
            continue
        break
    told = read(tmp_path / "out", "csv")
    assert {t: sorted(rows) for t, rows in told.items()} == {
        t: sorted(rows) for t, rows in read(tmp_path / "whole", "csv").items()
    }
    assert not (tmp_path / "out" / ".pending").exists()


def check_visible(out: Path) -> None:
    """What can be seen is complete, at whatever moment."""
    for path in out.glob("*/*.csv"):
        assert path.read_bytes().endswith(b"\n")
        assert path.name.startswith("part-")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_process_that_is_stopped_leaves_nothing_half_written(
    tmp_path: Path, corpus: list[Path], form: Format, how: signal.Signals
) -> None:
    out = place(tmp_path, form)
    with program("export", form, *corpus, "-o", out) as process:
        pending = tmp_path / (f".{out.name}.pending" if form == "duckdb" else "out/.pending")
        for _ in range(3000):
            if pending.exists() or process.poll() is not None:
                break
            time.sleep(0.005)
        os.kill(process.pid, how)
        process.communicate()
        assert process.returncode != 0
    shown = [path for path in tmp_path.rglob("*") if path.suffix in (".csv", ".parquet")]
    assert all(".pending" in str(path) for path in shown)
    if how == signal.SIGINT:
        assert not shown
    report = run(corpus[:3], out, form)
    assert report.added == 3
    assert not pending.exists()
    run(corpus[:3], place(tmp_path / "whole", form), form) if form != "duckdb" else None
    if form != "duckdb":
        assert files(out) == files(tmp_path / "whole" / "out")


@pytest.mark.parametrize("workers", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_whoever_works_the_bytes_are_the_same(
    tmp_path: Path, logs: list[Path], workers: Any
) -> None:
    logs[2].write_bytes(b"nothing")
    run(logs, tmp_path / "one", "csv", chunk_size=2)
    with workers(2) as executor:
        typed: Executor = executor
        run(logs, tmp_path / "two", "csv", chunk_size=2, executor=typed, window=3)
    assert files(tmp_path / "one") == files(tmp_path / "two")
