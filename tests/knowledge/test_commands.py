"""`knows` and `show --known`: what is known stands beside the table, and never in it."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from dcg_events import MatchLog, known
from dcg_events.cli.app import app
from dcg_events.cli.words.knowledge import REASONS
from dcg_events.errors import UsageError
from tests.knowledge.games import play_with_lists
from tests.rules.scene import Scene, at, move

A, B, C, D, E = "BT1-010", "BT1-011", "BT1-012", "BT1-013", "BT1-014"
SCHEMA = Path(__file__).parents[2] / "schemas" / "known.schema.json"


def run(*arguments: object) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def log(scene: Scene) -> Path:
    """Three cards of the trash are at the bottom of the deck, one is in the hand of p1."""
    scene.deal([C, B, A, D, D, E], other=[A, B])
    scene.take("trash", "deck", at("trash"), 4)
    group = [
        move(
            "return",
            at("trash", position=index),
            at("deck", position=index - 4),
            ordering={"chooser": "p1", "rank": index - 1, "public": True},
        )
        for index in (1, 2, 3)
    ]
    scene.record(*group)
    scene.record(move("return", at("trash", position=0), at("hand")))
    scene.recorder.close()
    return scene.path


def test_knows_speaks_place_by_place_with_since_and_why(log: Path) -> None:
    said = run("knows", log, "--as", "p2").splitlines()
    public = "it was public, events 6, 7 and 8"
    assert said == [
        "known to p2 (Ben) after event 9, beyond what may be looked at:",
        "  Aiko's deck (5 cards)",
        f"    the bottom 3, in this order: {A}, {B}, {C} ({public}, CR 4.0 §3-1-3-6)",
        "  Aiko's hand (1 card)",
        "    1 × BT1-013 (it was public, event 9)",
    ]


def test_knows_of_nothing(log: Path) -> None:
    said = run("knows", log, "--as", "spectator", "--at", 1).splitlines()
    assert said[1:] == ["  nothing"]


def test_json_is_the_view_and_follows_its_schema(log: Path, tmp_path: Path) -> None:
    check = Draft202012Validator(json.loads(SCHEMA.read_bytes()))
    assert json.loads(run("knows", log, "--as", "p2", "--json")) == known(MatchLog(log, "p2"))
    path = play_with_lists(tmp_path, 4, 60)
    for viewer in ("p1", "p2", "spectator", "judge"):
        check.validate(json.loads(run("knows", path, "--as", viewer, "--json")))
        assert run("knows", path, "--as", viewer).startswith(f"known to {viewer}")


@pytest.mark.parametrize("viewer", ["p1", "p2", "spectator", "judge"])
def test_the_known_view_changes_nothing_of_the_table_view(log: Path, viewer: Any) -> None:
    table = json.loads(run("show", log, "--as", viewer, "--json"))
    assert "known" not in table
    both = json.loads(run("show", log, "--as", viewer, "--json", "--known"))
    learned = both.pop("known")
    assert both == table
    assert learned == known(MatchLog(log, viewer))
    drawn = run("show", log, "--as", viewer)
    assert run("show", log, "--as", viewer, "--known").startswith(drawn)


def test_show_lays_the_knowledge_of_the_same_moment_below_the_table(log: Path) -> None:
    said = run("show", log, "--as", "p2", "--at", 8, "--known")
    assert "known to p2 (Ben) after event 8, beyond what may be looked at:" in said
    assert "Aiko's hand" not in said
    assert run("show", log, "--as", "p2", "--at", 8) in said


def test_a_moment_within_a_group_is_none(log: Path) -> None:
    with pytest.raises(UsageError, match="no group ends there"):
        known(MatchLog(log, "p2"), 7)
    with pytest.raises(UsageError, match="the log ends before it"):
        known(MatchLog(log, "p2"), 99)


def test_every_reason_has_words() -> None:
    schema = json.loads(SCHEMA.read_bytes())
    assert set(REASONS) == set(schema["$defs"]["KnownCardView"]["properties"]["why"]["enum"])
