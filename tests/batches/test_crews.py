"""Many logs by one process, by several, and by a cluster: the same bytes come out."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from dcg_events.log.part import LogPart
from dcg_events.packs.writing import pack
from tests.lawful.game import play_lawful
from tests.typing_commands import Typed, typing

MATCHES = 6


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some matches, and in their midst a damaged log and one that is cut off."""
    folder = tmp_path_factory.mktemp("season")
    for seed in range(MATCHES):
        play_lawful(folder / f"{seed}.dcglog", seed)
    data = (folder / "3.dcglog").read_bytes()
    (folder / "2-torn.dcglog").write_bytes(data[:-5])
    (folder / "3-damaged.dcglog").write_bytes(data.replace(b'"group"', b'"gruop"', 1))
    several = folder / "several"
    several.mkdir()
    (several / "two.dcglogs").write_bytes((folder / "0.dcglog").read_bytes() + data)
    pack([LogPart(folder / "1.dcglog")], several / "packed.dcgpack")
    return folder


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster of two workers, processes of their own."""
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    return typing(capsys, monkeypatch)


def printed_by(typed: Typed, command: list[Any], *crew: Any) -> tuple[int, Any, Any]:
    printed = typed(*command, *crew)
    return printed.code, printed.out, printed.err


COMMANDS = {
    "stats": ["stats", "--json"],
    "stats as the spectator": ["stats", "--json", "--as", "spectator"],
    "verify": ["verify"],
    "verify strictly": ["verify", "--strict", "--json"],
    "verify against a head": ["verify", "--as", "judge", "--head", "0" * 64],
    "audit": ["audit", "--json"],
    "audit in Japanese": ["audit", "--lang", "ja", "--rule", "3-1", "--practice", "hand=4"],
    "leaks": ["leaks", "--as", "spectator"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_any_number_of_workers_prints_the_same_bytes(
    name: str, typed: Typed, season: Path, cluster: str
) -> None:
    logs: list[Any] = [f"{season}/[23]*.dcglog" if name == "leaks" else f"{season}/*.dcglog"]
    if not name.startswith("stats"):
        logs += [season / "several" / "two.dcglogs", season / "several" / "packed.dcgpack"]
    command = [*COMMANDS[name], *logs]
    alone = printed_by(typed, command)
    assert alone[0] == 3
    said = "another history" if "--head" in command else "no commit"
    assert said in alone[1] + alone[2] or name == "leaks"
    assert "3-damaged.dcglog" in alone[1]
    assert printed_by(typed, command, "--jobs", 2) == alone
    assert printed_by(typed, command, "--dask", cluster) == alone


@pytest.mark.parametrize("command", ["stats", "verify", "audit", "leaks"])
def test_standard_input_is_there_for_workers_and_is_called_so(
    command: str, typed: Typed, season: Path
) -> None:
    damaged = (season / "3-damaged.dcglog").read_bytes()
    logs = [season / "2-torn.dcglog", "-"]
    options = ["--as", "spectator"] if command == "leaks" else []
    alone = typed(command, *logs, *options, given=damaged)
    assert alone.code == 3
    assert "standard input" in alone.out + alone.err
    assert "standard-input" not in alone.out + alone.err
    assert typed(command, *logs, *options, "--jobs", 2, given=damaged) == alone


def test_exports_by_any_number_of_workers_are_the_same_files(
    typed: Typed, season: Path, cluster: str, tmp_path: Path
) -> None:
    made = {}
    crews: dict[str, list[Any]] = {"one": [], "two": ["--jobs", 2], "many": ["--dask", cluster]}
    for name, crew in crews.items():
        out = tmp_path / name
        printed = typed("export", "csv", f"{season}/*.dcglog", "-o", out, *crew)
        assert printed.code == 3
        files = {path.relative_to(out): path.read_bytes() for path in out.rglob("*.csv")}
        made[name] = files
    assert len(made["one"]) > 10
    assert made["one"] == made["two"] == made["many"]


def test_a_scheduler_that_does_not_answer_is_one_error(
    typed: Typed, season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dcg_events.cli.working.PATIENCE", "0.2s")
    printed = typed("stats", season / "0.dcglog", "--dask", "tcp://127.0.0.1:9")
    assert (printed.code, printed.out) == (2, "")
    assert "no scheduler answers there" in printed.err.splitlines()[-1]
    for wrong in ("nonsense://x", ""):
        assert typed("stats", season / "0.dcglog", "--dask", wrong).code == 2


def test_a_cluster_and_jobs_are_not_both_taken(typed: Typed, season: Path) -> None:
    printed = typed("stats", season / "0.dcglog", "--jobs", 2, "--dask", "tcp://127.0.0.1:9")
    assert printed.code == 2
    assert "give one of them" in printed.err


def test_without_dask_it_says_which_extra_to_install(
    typed: Typed, season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    printed = typed("stats", season / "0.dcglog", "--dask", "tcp://127.0.0.1:9")
    assert printed.code == 2
    assert "dcg-events[dask]" in printed.err


def at_work(started: "subprocess.Popen[bytes]") -> list[int]:
    """Wait until a program has two workers; return their processes."""
    children = Path(f"/proc/{started.pid}/task/{started.pid}/children")
    while started.poll() is None:
        found = [int(child) for child in children.read_text().split()]
        workers = [
            one for one in found if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()
        ]
        if len(workers) == 2:
            return workers
        time.sleep(0.01)
    raise AssertionError(started.communicate())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("name", ["stats", "verify"])
def test_a_worker_that_is_killed_is_one_error(name: str, season: Path) -> None:
    command = [name, *[str(season / f"{seed}.dcglog") for seed in range(MATCHES)]]
    started = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "dcg_events", *command, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.kill(at_work(started)[0], signal.SIGKILL)
    out, err = started.communicate(timeout=60)
    assert (started.returncode, out) == (3, b"")
    assert b"with fewer jobs" in err
    assert b"Traceback" not in err


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("name", ["verify", "audit"])
def test_ctrl_c_is_one_line_at_most_and_leaves_no_worker(name: str, season: Path) -> None:
    logs = [str(season / f"{seed}.dcglog") for seed in range(MATCHES)]
    started = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "dcg_events", name, *logs, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    workers = at_work(started)
    os.killpg(started.pid, signal.SIGINT)
    _, err = started.communicate(timeout=60)
    assert started.returncode == 128 + signal.SIGINT
    assert err.startswith(b"dcg-events: interrupted after ") == (name == "verify")
    assert err.count(b"\n") <= 1
    assert not [one for one in workers if Path(f"/proc/{one}").exists()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
def test_ctrl_c_ends_all_workers_and_running_again_goes_on(typed: Typed, tmp_path: Path) -> None:
    many = tmp_path / "many"
    many.mkdir()
    for seed in range(40):
        play_lawful(many / f"{seed}.dcglog", 100 + seed)
    out = tmp_path / "out"
    command = ["export", "csv", str(many / "*.dcglog"), "-o", str(out)]
    started = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "dcg_events", *command, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    at_work(started)
    os.killpg(started.pid, signal.SIGINT)
    _, err = started.communicate(timeout=60)
    assert started.returncode != 0
    assert b"Traceback" not in err
    assert not list(out.rglob("*.part"))
    whole = tmp_path / "whole"
    assert typed(*command[:-1], whole).code == 0
    assert typed(*command).code == 0
    rows = {}
    for folder in (out, whole):
        lines = [path.read_bytes().splitlines()[1:] for path in sorted(folder.rglob("*.csv"))]
        rows[folder] = sorted(line for part in lines for line in part)
    assert rows[out] == rows[whole]
