"""A folder of recordings becomes a folder of logs: in any number of processes, and going on."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dcg_events import MatchLog
from dcg_events.cli.printing import Printer
from dcg_events.errors import SourceError, UsageError
from dcg_events.importers.aegis.importing import ImportReport, import_aegis
from dcg_events.importers.aegis.many import import_many
from tests.importers.corpus import CORPUS
from tests.typing_commands import Terminal, Typed, typing

NAMES = ("aegis-012-bt17", "aegis-019-bt24", "aegis-032-rb1")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    return typing(capsys, monkeypatch)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "bots"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.jsonl").write_bytes((CORPUS / f"{name}.jsonl").read_bytes())
    return folder


def events_in(folder: Path) -> dict[str, int]:
    return {log.name: sum(1 for _ in MatchLog(log).events()) for log in sorted(folder.iterdir())}


def test_a_folder_becomes_a_folder_and_typing_it_again_goes_on(
    run: Typed, sources: Path, tmp_path: Path
) -> None:
    out = tmp_path / "logs"
    first = run("import", "aegis", sources, "-o", out, "--jobs", 2)
    events = events_in(out)
    assert (first.code, first.err) == (0, "")
    assert list(events) == [f"{name}.dcglog" for name in NAMES]
    lines = first.out.splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == [str(out / name) for name in events]
    assert lines[-1] == f"3 imported, {sum(events.values()):,} events"
    gone, kept = out / f"{NAMES[0]}.dcglog", (out / f"{NAMES[1]}.dcglog").read_bytes()
    gone.unlink()
    again = run("import", "aegis", f"{sources}/*.jsonl", "-o", out)
    assert again.out.splitlines()[-1] == f"1 imported, {events[gone.name]} events; 2 there already"
    assert events_in(out) == events
    assert (out / f"{NAMES[1]}.dcglog").read_bytes() == kept


def test_one_recording_goes_into_a_folder_that_is_there(
    run: Typed, sources: Path, tmp_path: Path
) -> None:
    source = sources / f"{NAMES[0]}.jsonl"
    assert run("import", "aegis", source, "-o", tmp_path / "one.dcglog").code == 0
    (tmp_path / "logs").mkdir()
    assert run("import", "aegis", source, "-o", tmp_path / "logs").code == 0
    assert list(events_in(tmp_path / "logs")) == [f"{NAMES[0]}.dcglog"]
    refused = run("import", "aegis", source, "-o", tmp_path / "one.dcglog")
    assert (refused.code, "exists already" in refused.err) == (3, True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_recording_is_told_and_the_rest_are_imported(
    run: Typed, sources: Path, tmp_path: Path, jobs: int
) -> None:
    bad, out = sources / f"{NAMES[1]}.jsonl", tmp_path / "logs"
    bad.write_bytes(bad.read_bytes()[:5000])
    typed = run("import", "aegis", sources, "-o", out, "--jobs", jobs)
    assert typed.code == SourceError.exit_code
    assert f"{bad}, line" in typed.out
    assert "2 imported" in typed.out
    assert "1 could not be imported" in typed.out
    assert list(events_in(out)) == [f"{NAMES[0]}.dcglog", f"{NAMES[2]}.dcglog"]


def test_recordings_of_one_name_are_refused_before_anything_is_written(
    run: Typed, sources: Path, tmp_path: Path
) -> None:
    out = tmp_path / "logs"
    typed = run("import", "aegis", sources, CORPUS / f"{NAMES[0]}.jsonl", "-o", out)
    assert typed.code == UsageError.exit_code
    assert "import them into two folders" in typed.err
    assert not out.exists()


@pytest.mark.parametrize(
    ("names", "out", "problem"),
    [
        (["none/*.jsonl"], "logs", "no file matches"),
        (["empty"], "logs", "holds no recording"),
        (["bots"], "file", "it is no folder for 3 logs"),
        (["bots"], "file/logs", "directory"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    run: Typed, sources: Path, names: list[str], out: str, problem: str
) -> None:
    folder = sources.parent
    (folder / "empty").mkdir()
    (folder / "file").write_bytes(b"")
    typed = run("import", "aegis", *(folder / name for name in names), "-o", folder / out)
    assert typed.code != 0
    assert typed.err.count("\n") == 1
    assert problem in typed.err.lower()


def test_snapshots_that_were_not_reproduced_make_exit_code_1(
    run: Typed, sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def imported(_: Path, target: Path) -> ImportReport:
        target.write_bytes(b"")
        return ImportReport(7, 2, 1, ("n=3: memory 1, and 2 in the source",))

    monkeypatch.setattr("dcg_events.importers.aegis.many.import_aegis", imported)
    typed = run("import", "aegis", sources, "-o", tmp_path / "logs")
    assert typed.code == 1
    assert typed.out.count("  n=3: memory 1, and 2 in the source") == 3


def test_any_executor_makes_what_this_process_makes(sources: Path, tmp_path: Path) -> None:
    files = sorted(sources.iterdir())
    with ThreadPoolExecutor(2) as threads:
        outcomes = list(import_many(files, tmp_path / "threads", executor=threads, window=1))
    alone = list(import_many(files, tmp_path / "alone"))
    reports = [[one.value.report for one in some if one.value] for some in (outcomes, alone)]
    assert [one and one.reproduced for one in reports[0]] == [
        one and one.reproduced for one in reports[1]
    ]
    assert events_in(tmp_path / "threads") == events_in(tmp_path / "alone")


def test_an_interruption_leaves_whole_logs_only(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Path] = []

    def imported(source: Path, target: Path) -> ImportReport:
        started.append(source)
        if len(started) == 2:
            return import_aegis(source, target, progress=interrupt)
        return import_aegis(source, target)

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dcg_events.importers.aegis.many.import_aegis", imported)
    with pytest.raises(KeyboardInterrupt):
        list(import_many(sorted(sources.iterdir()), tmp_path / "logs"))
    assert list(events_in(tmp_path / "logs")) == [f"{NAMES[0]}.dcglog"]


def test_lines_wait_on_a_terminal_until_the_bar_is_gone(
    run: Typed, sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[str] = []

    class Watched(Printer):
        def finish(self) -> None:
            printed.append(screen.getvalue())
            super().finish()

    screen = Terminal()
    monkeypatch.setattr("dcg_events.cli.importing.Printer", Watched)
    monkeypatch.setattr("sys.stdout", screen)
    run("import", "aegis", sources, "-o", tmp_path / "logs")
    assert printed == [""]
    assert screen.getvalue().count("snapshots reproduced") == len(NAMES)


def test_recordings_are_named_where_a_log_would_be(sources: Path, tmp_path: Path) -> None:
    def named() -> Iterator[str]:
        for outcome in import_many(sorted(sources.iterdir()), tmp_path / "logs"):
            yield outcome.log.path.stem

    assert list(named()) == list(NAMES)
