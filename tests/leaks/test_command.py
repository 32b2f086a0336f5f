"""The command `leaks` as a user types it."""

import json
from functools import partial
from pathlib import Path

import pytest

from dcg_events import redact
from tests.leaks.plants import public
from tests.leaks.rich import record_rich
from tests.typing_commands import Typed, typing


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    return partial(typing(capsys, monkeypatch), "leaks")


def test_a_clean_log(tmp_path: Path, run: Typed) -> None:
    path = record_rich(tmp_path / "rich.dcglog")
    code, out, _ = run(path)
    assert code == 0
    lines = out.splitlines()
    assert len(lines) == 3
    for viewer, line in zip(("p1", "p2", "spectator"), lines, strict=True):
        assert f"as {viewer}: no leak found" in line
        assert int(line.split(" values swapped in ")[0].split()[-1]) > 50


def test_findings_exit_with_1(tmp_path: Path, run: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    public("transferred", "was")(monkeypatch)
    path = record_rich(tmp_path / "rich.dcglog")
    code, out, _ = run(path, "--as", "spectator", "--worlds", 3)
    assert code == 1
    assert "was, as spectator: stable reference: it tells which card of a hand this was" in out


def test_json(tmp_path: Path, run: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    public("transferred", "was")(monkeypatch)
    path = record_rich(tmp_path / "rich.dcglog")
    code, out, _ = run(path, "--json", "--as", "p1", "--seed", 3)
    told = json.loads(out)
    assert code == 1
    assert (told["path"], told["viewer"], told["worlds"]) == (str(path), "p1", 1)
    assert {"viewer", "seq", "field", "item", "problem"} == set(told["leaks"][0])
    assert "stable reference" in {leak["item"] for leak in told["leaks"]}


def test_a_copy_is_refused(tmp_path: Path, run: Typed) -> None:
    path = record_rich(tmp_path / "rich.dcglog")
    redact(path, "p1", tmp_path / "copy.dcglog")
    code, out, err = run(tmp_path / "copy.dcglog")
    assert (code, out) == (2, "")
    assert "it is the copy of p1" in err
    assert "attack the full log" in err


def test_the_judge_is_no_viewer_to_attack(tmp_path: Path, run: Typed) -> None:
    path = record_rich(tmp_path / "rich.dcglog")
    code, _, err = run(path, "--as", "judge")
    assert code == 2
    assert "judge" in err
