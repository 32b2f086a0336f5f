"""The command: files, folders and globs, prefixes, data for machines, an interruption."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dcg_events import DcgEventsError, verify
from dcg_events.cli.options import expand
from tests.crash.children import Child, drop_privileges
from tests.log.small import write_small_log

Run = Callable[..., subprocess.CompletedProcess[bytes]]
SCHEMA = Path(__file__).parents[2] / "schemas" / "verdict.schema.json"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def run_command(*arguments: object, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "dcg_events", "verify", *map(str, arguments)]
        return subprocess.run(  # noqa: S603
            command, input=given, capture_output=True, check=False, cwd=tmp_path
        )

    return run_command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a good log, and a damaged one further below."""
    below = tmp_path / "event" / "round-1"
    below.mkdir(parents=True)
    good = write_small_log(tmp_path / "event" / "good.dcglog")
    lines = good.read_bytes().splitlines(keepends=True)
    (below / "bad.dcglog").write_bytes(b"".join(lines[:-2]).replace(b'"draw"', b'"drew"'))
    (below / "notes.txt").write_text("no log")
    return tmp_path / "event"


def lines_of(output: bytes) -> list[dict[str, Any]]:
    validator = Draft202012Validator(json.loads(SCHEMA.read_bytes()))
    found = [json.loads(line) for line in output.splitlines()]
    for line in found:
        validator.validate(line)
    return found


def test_a_folder_is_walked(run: Run, folder: Path) -> None:
    done = run(folder, "--json")
    assert done.returncode == 3
    good, bad = lines_of(done.stdout)
    assert (good["path"], good["whole"]) == (str(folder / "good.dcglog"), True)
    assert (bad["path"], bad["whole"]) == (str(folder / "round-1" / "bad.dcglog"), False)
    assert good["head"] == verify(folder / "good.dcglog").head
    words = run(folder)
    assert words.returncode == 3
    assert words.stdout.splitlines()[-1] == b"2 logs: 1 whole, 1 damaged"
    by_glob = run(str(folder / "**" / "*.dcglog"), "--json")
    assert by_glob.stdout == done.stdout


def test_a_folder_without_logs_is_a_usage_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = run("empty")
    assert done.returncode == 2
    assert done.stderr == (
        b"dcg-events: empty: this is a folder that holds no log; name another folder\n"
    )


def test_a_log_of_which_nothing_is_good_does_not_end_the_others(run: Run, folder: Path) -> None:
    (folder / "empty.dcglog").write_bytes(b"")
    found = lines_of(run(folder, folder / "nowhere.dcglog", "--json").stdout)
    assert [line["whole"] for line in found] == [False, True, False, False]
    assert "the file is empty" in found[0]["damage"]
    assert "there is no such file" in found[3]["damage"]


def test_the_good_part_is_written(run: Run, folder: Path, tmp_path: Path) -> None:
    bad = folder / "round-1" / "bad.dcglog"
    done = run(bad, "--prefix", "good-part.dcglog", "--json")
    assert done.returncode == 3
    (found,) = lines_of(done.stdout)
    part = tmp_path / "good-part.dcglog"
    assert part.read_bytes() == bad.read_bytes()[: found["size"]]
    assert run(part).returncode == 0
    assert f"{found['events']} events, head {found['head']}".encode() in done.stderr
    again = run(bad, "--prefix", "good-part.dcglog")
    assert again.returncode == 2
    assert b"the file exists already" in again.stderr


def test_one_match_of_many_is_taken_out(run: Run, folder: Path, tmp_path: Path) -> None:
    good = (folder / "good.dcglog").read_bytes()
    other = write_small_log(tmp_path / "other.dcglog", salt=500).read_bytes()
    both = tmp_path / "both.dcglog"
    both.write_bytes(good + other)
    found = lines_of(run(both, "--json").stdout)
    assert [(line["match"], line["whole"]) for line in found] == [(1, True), (2, True)]
    done = run(both, "--match", 2, "--prefix", "two.dcglog")
    assert done.returncode == 0
    assert (tmp_path / "two.dcglog").read_bytes() == other
    assert f"match 2 from line {good.count(bytes([10])) + 1}: whole".encode() in done.stdout
    for arguments, said in (
        (["--prefix", "x.dcglog"], b"it holds 2 matches; choose one with --match"),
        (["--match", 3], b"there is no match 3: it holds 2"),
    ):
        wrong = run(both, *arguments)
        assert wrong.returncode in (2, 3)
        assert said in wrong.stderr
    assert not (tmp_path / "x.dcglog").exists()


def test_several_logs_have_no_prefix(run: Run, folder: Path) -> None:
    done = run(folder, "--prefix", "x.dcglog")
    assert done.returncode == 2
    assert b"there are several logs; verify one at a time" in done.stderr


def test_standard_input_is_called_so(run: Run, folder: Path) -> None:
    bad = (folder / "round-1" / "bad.dcglog").read_bytes()
    (found,) = lines_of(run("-", "--json", given=bad).stdout)
    assert found["path"] == "standard input"
    assert found["damage"].startswith("standard input, group ")
    assert b"/tmp" not in run("-", given=b"nothing\n").stderr


def test_a_match_that_goes_on_is_said_to(run: Run, folder: Path) -> None:
    done = run(folder / "good.dcglog")
    assert b"the match has not ended, so only a head tells if it goes on" in done.stdout


def test_an_interruption_is_one_line(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys\n"
        "from dcg_events.cli import app\n"
        "from dcg_events.inspections import verifying\n"
        "def verify(*_, **__): os.kill(os.getpid(), signal.SIGINT)\n"
        "verifying.verify = verify\n"
        "sys.argv = ['dcg-events', 'verify', 'small.dcglog']\n"
        "app.main()\n"
    )
    write_small_log(tmp_path / "small.dcglog")
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program], capture_output=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 128 + signal.SIGINT
    assert done.stderr == b"dcg-events: interrupted after 0 logs\n"


def test_a_name_with_signs_of_a_glob_is_a_name_if_there_is_such_a_file(
    run: Run, tmp_path: Path
) -> None:
    write_small_log(tmp_path / "[cup] a*.dcglog")
    done = run("[cup] a*.dcglog")
    assert done.returncode == 0, done.stderr
    assert run("[cup] b*.dcglog").returncode == 2


def test_no_name_of_a_file_makes_a_line_of_its_own(run: Run, tmp_path: Path) -> None:
    below = tmp_path / "sent"
    below.mkdir()
    for name in (b"a: whole, 9 events\nb.dcglog", b"c\x1b[2J.dcglog", b"d\xff.dcglog"):
        write_small_log(below / os.fsdecode(name))
    (below / os.fsdecode(b"e\n\xff.dcglog")).write_bytes(b"no log")
    done = run(below)
    assert done.returncode == 3
    lines = done.stdout.decode().splitlines()
    assert [line.partition(":")[0].removeprefix(f"{below}/") for line in lines] == [
        "a", "c�[2J.dcglog", "d�.dcglog", "e��.dcglog", "4 logs",
    ]  # fmt: skip
    found = lines_of(run(below, "--json").stdout)
    assert [line["whole"] for line in found] == [True, True, True, False]
    assert found[0]["path"] == f"{below}/a: whole, 9 events\nb.dcglog"
    alone = run(below / os.fsdecode(b"e\n\xff.dcglog"))
    assert alone.returncode == 3
    assert alone.stderr.count(b"\n") == 1


def test_a_path_that_no_system_takes_is_refused_in_our_words(run: Run) -> None:
    done = run("a" * 5000)
    assert done.returncode == 3
    assert b"file name too long" in done.stderr


def test_nothing_in_a_folder_is_passed_over_in_silence() -> None:
    def look(pipe: int) -> None:
        drop_privileges()
        for path in expand([name]):
            try:
                told = str(verify(path).whole)
            except DcgEventsError as error:
                told = error.problem
            os.write(pipe, f"{path.name}: {told}\n".encode())

    with TemporaryDirectory() as name:
        below = Path(name)
        below.chmod(0o755)
        for inner in ("closed", "open"):
            (below / inner).mkdir()
            write_small_log(below / inner / "one.dcglog")
        os.mkfifo(below / "pipe.dcglog")
        (below / "gone.dcglog").symlink_to(below / "nowhere")
        (below / "closed").chmod(0)
        told = Child(look).read()
    assert told.splitlines() == [
        "closed: the file may not be opened so",
        "gone.dcglog: there is no such file or folder",
        "one.dcglog: True",
        "pipe.dcglog: this is a pipe or a device and no file",
    ]
