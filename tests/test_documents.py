"""The documents say what is so: their examples run, their commands exist."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from dcg_events.cli.app import app
from dcg_events.cli.kinds_page import kinds_page
from dcg_events.events.catalogue import MODELS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
FORMATS = (ROOT / "schemas" / "README.md").read_text("utf-8")


def test_readme_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 5
    assert failed == 0


def test_readme_console_commands_run(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    block = README.split("```console\n")[1].split("```")[0]
    commands = [line.removeprefix("$ dcg-events ").split() for line in block.splitlines()]
    assert len(commands) >= 5
    for command in commands:
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", "dcg_events", *command],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, (command, done.stderr)


def test_readme_names_every_command_and_no_other() -> None:
    listed = set(re.findall(r"^\| `([a-z]+)", README, re.MULTILINE))
    assert listed == set(get_command(app).commands)  # type: ignore[attr-defined]


def test_events_in_the_format_description_can_be_recorded(tmp_path: Path) -> None:
    blocks = FORMATS.split("```json\n")[1:]
    first = blocks[0].split("```")[0]
    log = tmp_path / "match.dcglog"
    program = [sys.executable, "-m", "dcg_events"]
    subprocess.run([*program, "new", log, "--p1", "a", "--p2", "b"], check=True)  # noqa: S603
    done = subprocess.run(  # noqa: S603
        [*program, "append", log], input=first.encode(), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith(b'{"seqs":[5],"ids":["5"],"head":"')


@pytest.mark.parametrize("kind", MODELS)
def test_every_kind_has_a_section_with_a_sentence(kind: str) -> None:
    section = kinds_page().split(f"\n## {kind}\n\n")[1].split("\n## ")[0]
    assert len(section.split("\n")[0]) > 15


@pytest.mark.parametrize("example", ["play_a_match.py", "append_from_json.sh"])
def test_examples_run(tmp_path: Path, example: str) -> None:
    path = ROOT / "examples" / example
    command = [sys.executable, path] if path.suffix == ".py" else ["sh", str(path)]
    scripts = Path(sys.executable).parent
    done = subprocess.run(  # noqa: S603
        [*command, tmp_path / "log.dcglog"],
        capture_output=True,
        check=False,
        env={"PATH": f"{scripts}:/usr/bin:/bin"},
    )
    assert done.returncode == 0, done.stderr
    assert b"p2 sees p1's hand as {'count': 5}" in done.stdout or b"whole, 47 events" in done.stdout
