"""The command line: what is typed, what is printed, the exit codes."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dcg_events import MatchLog, redact
from tests.fuzz.targets import forged
from tests.reconciling.test_agreeing import draw, memory, small
from tests.typing_commands import Typed, typing

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "schemas" / "reconciliation.schema.json").read_bytes()
)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    return partial(typing(capsys, monkeypatch), "reconcile")


def diverging(folder: Path) -> tuple[Path, Path]:
    """Record a match twice, with another memory in the one, from a source that is noted."""
    note = {"ref": "n=7", "evidence": "authoritative"}
    ours = small(
        folder / "a", draw(), {**memory(1), "recorder": note}, memory(4), recorder_notes=True
    )
    return ours, small(folder / "b", draw(), memory(2), memory(4))


def test_equal_logs_are_said_to_be_equal(tmp_path: Path, run: Any) -> None:
    ours, theirs = small(tmp_path / "a", memory(1)), small(tmp_path / "b", memory(1))
    code, out, err = run(ours, theirs)
    assert (code, err) == (0, "")
    assert "3 of 3 events told by both agree, in 1 stretch\nno divergence\n" in out


def test_a_divergence_is_told_with_both_sides_evidence(tmp_path: Path, run: Any) -> None:
    ours, theirs = diverging(tmp_path)
    code, out, _ = run(ours, theirs)
    assert code == 1
    told = out[out.index("1 divergence") :].splitlines()
    heads = [MatchLog(path).state(3)["head"][:16] for path in (ours, theirs)]
    before = (
        "     before: p1 deck 4, egg deck 0, hand 1, security 0, trash 0, battle 0, breeding 0;"
        " p2 deck 5, egg deck 0, hand 0, security 0, trash 0, battle 0, breeding 0; memory 0; head "
    )
    assert told == [
        "1 divergence, 1 contradiction among them",
        "1. first divergence: they contradict each other about after",
        "     after: a 1, b 2",
        "   a event 3, moment 3: memory 1 on Aiko's side",
        "     from authoritative, n=7",
        before + heads[0],
        "   b event 3, moment 3: memory 2 on Aiko's side",
        before + heads[1],
    ]


def test_json_follows_its_schema(tmp_path: Path, run: Any) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    ours, theirs = diverging(tmp_path)
    merged = tmp_path / "m"
    for pair in ((ours, theirs), (ours, ours)):
        code, out, _ = run(*pair, "--json", "-o", merged, "--prefer", "a")
        printed = json.loads(out)
        Draft202012Validator(SCHEMA).validate(printed)
        assert code == (pair[0] != pair[1])
        assert printed["merged"]["head"] == MatchLog(merged).state()["head"]
        merged.unlink()
    assert json.loads(run(ours, theirs, "--json")[1])["merged"] is None


def test_what_the_judge_alone_may_read_is_not_told_to_players(tmp_path: Path, run: Any) -> None:
    ours, theirs = diverging(tmp_path)
    assert "n=7" in run(ours, theirs)[1]
    for viewer in ("p1", "p2", "spectator"):
        code, out, _ = run(ours, theirs, "--as", viewer)
        assert code == 1
        assert "n=7" not in out


def test_a_merged_log_is_for_who_holds_both(tmp_path: Path, run: Any) -> None:
    ours, theirs = diverging(tmp_path)
    code, out, err = run(ours, theirs, "--as", "spectator", "-o", tmp_path / "m")
    assert (code, out) == (2, "")
    assert err == ("dcg-events: -o: a merged log holds what both hold; leave --as out\n")
    assert not (tmp_path / "m").exists()
    redact(ours, "p1", tmp_path / "p1")
    code, _, err = run(tmp_path / "p1", ours, "--as", "p2")
    assert code == 2
    assert "it is the copy of p1" in err


def test_a_contradiction_stops_the_merge_and_says_which(tmp_path: Path, run: Any) -> None:
    ours, theirs = diverging(tmp_path)
    code, _, err = run(ours, theirs, "-o", tmp_path / "m")
    assert code == 2
    assert err == (
        "dcg-events: a:3 b:3 (memory_changed): the recordings contradict each other about after,"
        " which cannot be left unknown; say which one is right with --prefer a or --prefer b\n"
    )


def test_other_matches_damage_and_missing_files(tmp_path: Path, run: Any) -> None:
    ours = small(tmp_path / "a", memory(1))
    assert run(ours, small(tmp_path / "b", memory(1), p2="Chie"))[0] == 2
    assert run(ours, small(tmp_path / "c", memory(1), p2="Chie"), "--other-names")[0] == 0
    assert run(ours, tmp_path / "nowhere")[0] == 2
    damaged = tmp_path / "d"
    damaged.write_bytes(ours.read_bytes().replace(b'"after":1', b'"after":2'))
    code, out, err = run(ours, damaged)
    assert (code, out) == (3, "")
    assert str(damaged) in err


def test_one_may_come_from_standard_input(tmp_path: Path) -> None:
    ours, theirs = small(tmp_path / "a", memory(1)), small(tmp_path / "b", memory(1))
    program = [sys.executable, "-m", "dcg_events", "reconcile"]
    done = subprocess.run(  # noqa: S603 - our own program
        [*program, "-", theirs], input=ours.read_bytes(), capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"a: -: 3 events")


WRONG: dict[str, tuple[bytes, bytes]] = {
    "a time": (b'"at":null,"clock"', b'"at":"noon","clock"'),
    "no name": (b'"name":', b'"nome":'),
    "a name that is none": (b'{"name":"Aiko"}', b'["Aiko"]'),
    "no edition": (b'"edition"', b'"addition"'),
    "a list for a memory": (b'"after":1', b'"after":[]'),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("side", [0, 1])
def test_a_log_that_does_not_follow_the_schema_is_refused(
    wrong: str, side: int, tmp_path: Path, run: Any
) -> None:
    pair = [small(tmp_path / name, memory(1)) for name in ("a", "b")]
    lines = pair[side].read_bytes().replace(*WRONG[wrong]).split(b"\n")
    assert lines != pair[side].read_bytes().split(b"\n")
    pair[side].write_bytes(forged(b"\n".join(lines)))
    code, out, err = run(*pair)
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert "written by this program" in err
