"""`prove`, `check` and `disclose` as a user types them."""

import json
from pathlib import Path

import pytest

from dcg_events import redact, verify
from tests.openings.matches import head_of, lines_of
from tests.typing_commands import Typed, typing


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Typed:
    """Return a function that runs `dcg-events` in the folder of the log."""
    monkeypatch.chdir(tmp_path)
    return typing(capsys, monkeypatch)


PROVE = ("prove", "match.dcglog", "--seq", 2, "--field", "number")


def test_a_value_is_proven_and_checked(run: Typed, log: Path) -> None:
    code, out, err = run(*PROVE, "-o", "a.proof")
    assert (code, err) == (0, "")
    assert out == f"a.proof: proves number of event 2 against the head {head_of(log)}\n"
    code, out, _ = run("check", "a.proof", "--head", head_of(log))
    assert code == 0
    assert out == (
        f"proven: in the match of Aiko against Ben whose first 8 events have the head"
        f' {head_of(log)}, number of event 2 (transferred) is "BT1-010"\n'
    )
    code, out, _ = run("check", "a.proof", "--head", head_of(log), "--json")
    assert json.loads(out) == {
        "seq": 2,
        "field": "number",
        "value": "BT1-010",
        "kind": "transferred",
        "players": ["Aiko", "Ben"],
        "events": 8,
        "head": head_of(log),
    }


def test_a_proof_goes_through_pipes(run: Typed, log: Path, tmp_path: Path) -> None:
    code, out, _ = run("prove", "-", *PROVE[2:], "-o", "-", given=log.read_bytes())
    assert code == 0
    (tmp_path / "a.proof").write_text(out)
    assert run("check", "a.proof", "--head", head_of(log))[0] == 0


def test_a_short_proof_needs_a_copy(run: Typed, log: Path, tmp_path: Path) -> None:
    assert run(*PROVE, "-o", "a.proof", "--short")[0] == 0
    redact(log, "spectator", tmp_path / "copy.dcglog")
    code, _, err = run("check", "a.proof", "--head", head_of(log))
    assert code == 2
    assert "give a copy of the log with --log" in err
    assert run("check", "a.proof", "--head", head_of(log), "--log", "copy.dcglog")[0] == 0


def test_what_does_not_hold_is_exit_code_3(run: Typed, log: Path, tmp_path: Path) -> None:
    run(*PROVE, "-o", "a.proof")
    code, out, err = run("check", "a.proof", "--head", "0" * 64)
    assert (code, out) == (3, "")
    assert err.startswith("dcg-events: a.proof: its records are not those under that head; ")
    changed = (tmp_path / "a.proof").read_text().replace("BT1-010", "BT1-011")
    (tmp_path / "b.proof").write_text(changed)
    code, _, err = run("check", "b.proof", "--head", head_of(log))
    assert code == 3
    assert "not the one that event 2 commits to" in err
    (tmp_path / "c.proof").write_bytes(bytes(range(256)))
    assert run("check", "c.proof", "--head", head_of(log))[0] == 3
    assert run("check", "match.dcglog", "--head", head_of(log))[0] == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*PROVE, "-o", "match.dcglog"), "the file exists already"),
        ((*PROVE, "-o", "no/folder/a.proof"), "there is no such file or folder"),
        (("prove", "none.dcglog", *PROVE[2:], "-o", "a"), "there is no such file"),
        ((*PROVE[:3], 99, "--field", "number", "-o", "a"), "there are 8 events"),
        ((*PROVE[:5], "manner", "-o", "a"), 'manner is public: it is "draw"'),
        ((*PROVE[:5], "x", "-o", "a"), "the event has no such field"),
        ((*PROVE, "-o", "a", "--head", "abc"), "none of its commits has the head abc"),
        (("check", "none.proof", "--head", "0" * 64), "there is no such file"),
        (("disclose", "match.dcglog", "--to", "p2"), "give either --seq and --field, or --all"),
        (("disclose", "match.dcglog", "--to", "p2", "--seq", 2), "not clear what to disclose"),
        (
            ("disclose", "match.dcglog", "--to", "p2", "--all", "--field", "x"),
            "not clear what to disclose",
        ),
        (("disclose", "match.dcglog", "--to", "judge", "--all"), "names somebody who is no viewer"),
        (("disclose", "none.dcglog", "--to", "p2", "--all"), "there is no such file"),
    ],
)
def test_a_wrong_request_is_exit_code_2(
    run: Typed, log: Path, arguments: tuple[object, ...], message: str
) -> None:
    before = log.read_bytes()
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("dcg-events: ")
    assert message in err
    assert len(err.splitlines()) == 1
    assert "BT1-01" not in err
    assert log.read_bytes() == before


@pytest.mark.usefixtures("log")
def test_options_that_are_missing_are_named(run: Typed) -> None:
    run(*PROVE, "-o", "a.proof")
    for arguments, option in (
        (("check", "a.proof"), "--head"),
        (PROVE, "--out"),
        (("disclose", "match.dcglog", "--all"), "--to"),
    ):
        code, _, err = run(*arguments)
        assert code == 2
        assert option in err


def test_free_text_in_a_proof_cannot_steer_a_terminal(run: Typed, log: Path) -> None:
    note = {"kind": "noted", "text": "\x1b[2J\u202e gone", "audience": ["p1"]}
    assert run("append", "match.dcglog", given=json.dumps(note).encode())[0] == 0
    assert run("prove", "match.dcglog", "--seq", 8, "--field", "text", "-o", "a.proof")[0] == 0
    code, out, _ = run("check", "a.proof", "--head", head_of(log))
    assert code == 0
    assert out.strip().isprintable()


def test_one_value_is_disclosed(run: Typed, log: Path) -> None:
    code, out, err = run(
        *("disclose", "match.dcglog", "--to", "spectator", "--to", "p2"),
        *("--seq", 2, "--field", "number", "--reason", "asked for"),
    )
    assert (code, err) == (0, "")
    assert json.loads(out) == {"seqs": [8], "ids": [None], "head": head_of(log)}
    _, out, _ = run("events", "match.dcglog", "--as", "spectator")
    told = json.loads(out.splitlines()[-1])
    assert told["to"] == ["p2", "spectator"]
    assert told["opened"] == [{"event": 2, "field": "number", "value": "BT1-010"}]
    assert told["reason"] is None
    _, out, _ = run("replay", "match.dcglog", "--as", "p2")
    assert "disclosed to Ben and the spectators: number of event 2 is BT1-010" in " ".join(
        out.split()
    )


def test_a_refused_disclosure_is_exit_code_4(run: Typed, log: Path) -> None:
    before = log.read_bytes()
    disclose = ("disclose", "match.dcglog", "--to", "p2")
    for seq, field in ((2, "manner"), (50, "number"), (2, "Not a path")):
        code, out, err = run(*disclose, "--seq", seq, "--field", field)
        assert (code, out) == (4, "")
        assert len(err.splitlines()) == 1
    assert log.read_bytes() == before


def test_a_match_is_published(run: Typed, log: Path, tmp_path: Path) -> None:
    publish = ("disclose", "match.dcglog", "--to", "spectator", "--all")
    code, out, _ = run(*publish)
    assert code == 0
    assert json.loads(out.splitlines()[-1])["head"] == head_of(log)
    code, out, err = run(*publish)
    assert (code, out) == (0, "")
    assert "nothing left to disclose" in err
    assert run("redact", "match.dcglog", "--as", "spectator", "-o", "copy.dcglog")[0] == 0
    verdict = verify(tmp_path / "copy.dcglog")
    assert verdict.whole
    assert verdict.viewer == "spectator"
    assert verdict.head == head_of(log)
    code, _, err = run("disclose", "copy.dcglog", "--to", "p1", "--all")
    assert code == 3
    assert "redacted copy" in err
    assert any(
        line.startswith(b'["open",1,"p1.deck"') for line in lines_of(tmp_path / "copy.dcglog")
    )
