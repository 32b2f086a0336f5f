"""The command `dcg-events clauses`, in both languages."""

import json
import re
from functools import partial

import pytest

from dcg_events.audit.clauses.registry import CLAUSES, clause
from dcg_events.vocabulary.rules import Language
from tests.typing_commands import Typed, typing


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Return a function that types `dcg-events clauses` with some arguments."""
    return partial(typing(capsys, monkeypatch), "clauses")


UNKNOWN = (
    "dcg-events: clause 99-1: edition 4.0 has none known;"
    " list those of the edition with `dcg-events clauses`\n"
)


def test_the_command_lists_a_line_a_clause(typed: Typed) -> None:
    code, out, _ = typed()
    lines = out.splitlines()
    assert code == 0
    assert [line.split("  ")[0].split(" ")[0] for line in lines] == [
        entry.number for entry in CLAUSES if entry.numbers.get("4.0", "") is not None
    ]
    (line,) = (line for line in lines if line.startswith("3-1-3-4 "))
    assert re.split(r"  +", line) == [
        "3-1-3-4",
        "≠",
        "Who orders cards that leave together",
        "stored, audited",
        "events.envelope.Ordering, events.envelope.Cause",
    ]
    (line,) = (line for line in lines if line.startswith("4-17 "))
    assert line.startswith("4-17 [4.2]  ")


def test_the_command_lists_another_editions_numbers_in_japanese(typed: Typed) -> None:
    code, out, _ = typed("--edition", "4.2", "--lang", "ja")
    lines = out.splitlines()
    assert code == 0
    assert len(lines) == len(CLAUSES)
    (line,) = (line for line in lines if line.startswith("3-4-7-2 "))
    assert re.split(r"  +", line)[1:4] == ["≠", "育成エリアは1体まで", "導出, 監査"]
    assert not any("[" in line for line in lines)
    names = [re.search(r"  (?:[a-z_]+\.)+\w+", line) for line in lines]
    starts = {
        columns(line[: name.start()]) for line, name in zip(lines, names, strict=True) if name
    }
    assert len(starts) == 1


def columns(text: str) -> int:
    """Count the columns of a text: a Japanese sign takes two, the sign of inequality one."""
    return sum(1 if sign.isascii() or sign == "≠" else 2 for sign in text)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["CR 4.0 §3-1-3-7  A card that was asked for is shown first", "stored, redacted"]),
        ("ja", ["総合ルール4.0 §3-1-3-7  指定されたカードは公開してから置く", "記録, 秘匿, 監査"]),
    ],
)
def test_the_command_shows_a_clause_whole(
    typed: Typed, language: Language, expected: list[str]
) -> None:
    code, out, _ = typed("3-1-3-7", "--lang", language)
    entry = clause("3-1-3-7")
    difference = entry.readings_differ
    assert code == 0
    assert difference is not None
    assert difference.practice is not None
    words = [difference.japanese, difference.english, difference.practice]
    for text in (
        *expected,
        *entry.implemented_by,
        *entry.tests,
        *(said.in_language(language) for said in words),
    ):
        assert text in out


def test_the_command_shows_several_clauses_and_what_a_heading_holds(typed: Typed) -> None:
    code, out, _ = typed("3-4-7", "3-4-4", "--edition", "4.2")
    heading, new = out.split("\n\n")
    assert code == 0
    assert "3-4-7-2  The breeding area holds one unit" in heading
    assert "3-4-8" not in heading
    assert "not in          3.6, 4.0" in new


def test_the_command_writes_json(typed: Typed) -> None:
    code, out, _ = typed("3-4-5-2", "3-7-4", "--json")
    breeding, security = map(json.loads, out.splitlines())
    assert code == 0
    assert (breeding["number"], breeding["edition"]) == ("3-4-5-2", "4.0")
    assert breeding["numbers"]["4.2"] == "3-4-7-2"
    assert breeding["duties"] == ["derived", "audited"]
    assert breeding["readings_differ"]["significant"] is True
    assert set(breeding["readings_differ"]["japanese"]) == {"en", "ja"}
    assert security["readings_differ"] is None
    assert set(security["unsettled"]) == {"en", "ja"}
    _, out, _ = typed("--json")
    assert len(out.splitlines()) == sum(
        entry.numbers.get("4.0", "") is not None for entry in CLAUSES
    )


def test_the_command_refuses_a_clause_that_is_not_known(typed: Typed) -> None:
    assert typed("99-1") == (
        2,
        "",
        UNKNOWN,
    )
    code, _, err = typed("3-1", "--edition", "9.9")
    assert code == 2
    assert "9.9" in err
