"""The command line after a crash: it says what it did, and a file may be sent again as it is."""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest

from dcg_events.cli.app import main
from tests.crash.children import Child
from tests.crash.logs import begin, check_whole, commits, facts_of, groups_of, kept_of

MATCH = Path(__file__).parents[2] / "examples" / "small-match.events.jsonl"


@dataclass(frozen=True, slots=True)
class Done:
    code: int
    stdout: str
    stderr: str


Run: TypeAlias = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the command in a child, which is quicker than to start it anew."""

    def run_it(*arguments: object, given: str = "") -> Done:
        streams = [tmp_path / name for name in ("stdin", "stdout", "stderr")]
        streams[0].write_text(given)

        def work(pipe: int) -> None:
            os.chdir(tmp_path)
            for number, stream in enumerate(streams):
                os.dup2(os.open(stream, os.O_RDWR | os.O_CREAT | (number and os.O_TRUNC)), number)
            sys.stdin, sys.stdout, sys.stderr = (
                os.fdopen(n, "r" if n == 0 else "w") for n in range(3)
            )
            sys.argv = ["dcg-events", *map(str, arguments)]
            try:
                main()
            except SystemExit as ended:
                os.write(pipe, str(ended.code or 0).encode())
            sys.stdout.flush()
            sys.stderr.flush()

        code = int(Child(work).read())
        return Done(code, streams[1].read_text(), streams[2].read_text())

    return run_it


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The match, recorded group by group."""
    path, group = tmp_path / "m.dcglog", []
    with begin(path) as recorder:
        for line in MATCH.read_text().splitlines():
            group.append(json.loads(line))
            if len(group) == group[0].get("of", 1):
                recorder.append_group(group)
                group = []
    return path


def test_a_file_may_be_sent_again_after_a_crash(run: Run, path: Path) -> None:
    """It names units and cards by the places that they had."""
    whole, intended, ends = path.read_bytes(), groups_of(path), commits(path)
    for index in (12, len(ends) - 2):  # the groups of a file are written many at a time
        path.write_bytes(whole[: ends[index] + 70])
        done = run("append", "m.dcglog", MATCH, "--expect", 1)
        assert done.code == 0, done.stderr
        said = "recovered: the last 70 bytes had no commit and were cut off; they are kept in"
        assert done.stderr == f"{said} m.dcglog.torn-{ends[index]}\n"
        answers = done.stdout.splitlines()
        assert len(answers) == len(intended) - 1
        assert sum('"repeated":true' in answer for answer in answers) == index
        assert groups_of(path)[:-1] == intended
        assert [size for size, _ in facts_of(path)] == [70]
        check_whole(path)
        path.with_name(f"m.dcglog.torn-{ends[index]}").unlink()


def test_answers_tell_the_new_places_behind_a_recovery(run: Run, path: Path) -> None:
    ends = commits(path)
    path.write_bytes(path.read_bytes()[: ends[3]] + b'{"')
    assert run("append", "m.dcglog", given="").code == 0
    events = MATCH.read_text().splitlines(keepends=True)
    done = run("append", "m.dcglog", "--expect", 4, given="".join(events[3:9]))
    assert [answer[:10] for answer in done.stdout.splitlines()] == ['{"seqs":[5', '{"seqs":[6']
    again = run("append", "m.dcglog", "--expect", 4, given="".join(events[3:9]))
    assert again.stdout == done.stdout.replace("false", "true")


def test_a_match_whose_first_event_was_torn_is_begun_again(run: Run, path: Path) -> None:
    torn = path.read_bytes()[:90]
    path.write_bytes(torn)
    done = run("append", "m.dcglog", MATCH)
    assert done.code == 3
    assert "it holds no committed event; begin a log with `dcg-events new`" in done.stderr
    done = run("new", "m.dcglog", "--p1", "Aiko", "--p2", "Ben")
    assert done.code == 0
    assert "recovered: the last 90 bytes" in done.stderr
    assert kept_of(path) == {"torn-0": torn}
    assert facts_of(path) == [(90, None)]
    check_whole(path)
    done = run("append", "m.dcglog", MATCH)
    assert done.code == 4  # its ids are those of a log without a recovery
    words = run("replay", "m.dcglog").stdout
    assert "the log was torn after the beginning: 90 bytes cut off" in words
    assert (
        "torn after the beginning: what followed was cut off"
        in run("replay", "m.dcglog", "--as", "p1").stdout
    )


def test_disclosing_says_that_a_log_was_recovered(run: Run, path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"torn")
    done = run("disclose", "m.dcglog", "--to", "p2", "--seq", 6, "--field", "number")
    assert "recovered: the last 4 bytes had no commit" in done.stderr
    assert facts_of(path)[0][0] == 4
