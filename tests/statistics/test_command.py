"""The command `stats` as a user types it."""

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from dcg_events.cli.words.statistics import statistics_text
from dcg_events.statistics import pictures
from dcg_events.statistics.answers import answers
from dcg_events.statistics.tally import Tally
from tests.lawful.game import play_lawful
from tests.typing_commands import Typed, typing


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    return typing(capsys, monkeypatch)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("season")
    for seed in range(6):
        play_lawful(folder / f"{seed}.dcglog", seed)
    return folder


def test_it_prints_every_question(typed: Typed, folder: Path) -> None:
    printed = typed("stats", f"{folder}/*.dcglog", "--cards", 5)
    assert printed.code == 0
    for part in ("Matches, read as judge: 6", "going first", "hand redrawn", "Length of a game"):
        assert part in printed.out
    for part in ("Security checks:", "more: --cards, --json", "Time per decision"):
        assert part in printed.out


def test_json_has_every_card_and_names_what_was_left_out(
    typed: Typed, folder: Path, tmp_path: Path
) -> None:
    torn = tmp_path / "torn.dcglog"
    torn.write_bytes((folder / "0.dcglog").read_bytes()[:-9])
    printed = typed("stats", f"{folder}/*.dcglog", torn, "--json")
    assert printed.code == 3
    found = json.loads(printed.out)
    assert found["matches"] == {"win": 6}
    assert [entry["path"] for entry in found["rejected"]] == [str(torn)]
    assert "no commit" in found["rejected"][0]["reason"]
    assert len(found["cards"]) > 20


def test_a_log_that_cannot_be_counted_is_one_error(typed: Typed, tmp_path: Path) -> None:
    printed = typed("stats", tmp_path / "nowhere.dcglog")
    assert (printed.code, printed.out) == (2, "")
    assert "no such file" in printed.err


@pytest.mark.parametrize("form", ["png", "svg"])
def test_pictures_are_the_same_bytes_each_time(
    typed: Typed, folder: Path, tmp_path: Path, form: str
) -> None:
    for name in ("one", "two"):
        printed = typed(
            "stats", f"{folder}/*.dcglog", "--pictures", tmp_path / name, "--format", form
        )
        assert printed.code == 0
    drawn = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert drawn == [f"cards.{form}", f"times.{form}", f"wins.{form}"]
    for name in drawn:
        picture = (tmp_path / "one" / name).read_bytes()
        assert picture == (tmp_path / "two" / name).read_bytes()
        assert picture.startswith(b"\x89PNG" if form == "png" else b"<?xml")


def test_without_matplotlib_it_says_which_extra_to_install(
    typed: Typed, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    printed = typed("stats", folder / "0.dcglog", "--pictures", tmp_path / "drawn")
    assert printed.code == 2
    assert "dcg-events[pictures]" in printed.err
    assert pictures.CARDS > 0
    assert not (tmp_path / "drawn").exists()


def test_a_folder_that_cannot_be_made_is_one_error(
    typed: Typed, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    printed = typed("stats", folder / "0.dcglog", "--pictures", tmp_path / "file")
    assert printed.code == 2
    assert str(tmp_path / "file") in printed.err


@pytest.mark.parametrize("name", [r"$\nosuch{$", "cash$ money$", "_x", "a\nb"])
def test_any_name_of_a_player_can_be_drawn(tmp_path: Path, name: str) -> None:
    counts: Tally = Counter({("time", name, "attack", 5): 3})
    (drawn,) = pictures.draw(answers(counts, "judge"), tmp_path, "svg")
    assert drawn.name == "times.svg"


def test_a_picture_of_many_players_is_of_those_with_the_most_decisions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PLAYERS", 2)
    many: Tally = Counter({("time", f"player {n}", "attack", n): n for n in range(1, 9)})
    most = Counter({key: count for key, count in many.items() if count > 6})
    for name, counts in (("many", many), ("most", most)):
        pictures.draw(answers(counts, "judge"), tmp_path / name, "svg")
    told = [
        (tmp_path / name / "times.svg").read_bytes().count(b"<g id=") for name in ("many", "most")
    ]
    assert told[0] == told[1]


def test_a_name_says_nothing_to_the_terminal_and_begins_no_line() -> None:
    counts: Tally = Counter({("time", "Ben\x1b[2J\nMatches", "attack", 5): 3})
    text = statistics_text(answers(counts, "judge"), 20)
    assert "\n  Ben\N{REPLACEMENT CHARACTER}[2J Matches: median 5 s" in text


def test_of_many_players_those_with_the_most_decisions_are_printed() -> None:
    counts: Tally = Counter({("time", f"player {n}", "attack", 5): n for n in range(1, 100)})
    text = statistics_text(answers(counts, "judge"), 20)
    assert [n for n in range(1, 100) if f"  player {n}: " in text] == [*range(80, 100)]
    assert "  79 more players: --json, or `export`" in text


def test_whoever_does_not_know_the_decks_is_told_why_there_are_no_cards(
    typed: Typed, folder: Path
) -> None:
    assert "\nCards: none counted; " in typed("stats", folder, "--as", "spectator").out
    assert "none counted; what" not in typed("stats", folder, "--cards", 0).out
