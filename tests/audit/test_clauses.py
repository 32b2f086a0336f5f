"""The registry of clauses is whole: nothing of chapter 3 is missing, nothing in it is made up."""

import ast
import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from dcg_events.audit.clauses.audited import duties_of, rules_of
from dcg_events.audit.clauses.clause import DUTIES, Clause
from dcg_events.audit.clauses.registry import CHAPTER_3, CLAUSES, clause
from dcg_events.audit.rules import RULES

ROOT: Final = Path(__file__).parents[2]


def listed(numbers: str) -> list[str]:
    return numbers.split()


ENGLISH: Final = listed("""
3 3-1 3-1-1 3-1-2 3-1-2-1 3-1-2-1-1 3-1-2-2 3-1-2-2-1 3-1-3 3-1-3-1 3-1-3-1-1 3-1-3-1-2 3-1-3-1-3
3-1-3-2 3-1-3-3 3-1-3-4 3-1-3-5 3-1-3-6 3-1-3-7 3-1-3-8 3-1-3-9 3-1-3-9-1 3-1-3-9-2 3-2 3-2-1
3-2-2 3-2-3 3-2-4 3-3 3-3-1 3-3-2 3-3-3 3-3-4 3-4 3-4-1 3-4-2 3-4-3 3-4-4 3-4-5 3-4-5-1 3-4-5-2
3-4-5-3 3-4-5-4 3-4-5-5 3-4-5-6 3-4-5-7 3-4-5-8 3-4-6 3-4-6-1 3-4-6-2 3-5 3-5-1 3-5-2 3-5-3 3-6
3-6-1 3-6-2 3-6-3 3-7 3-7-1 3-7-2 3-7-3 3-7-4 3-7-5
""")
"""The numbers in the English text of chapter 3, Ver. 4.0, its log of changes left out."""

JAPANESE: Final = listed("""
3 3-1 3-1-1 3-1-2 3-1-2-1 3-1-2-1-1 3-1-2-2 3-1-2-2-1 3-1-3 3-1-3-1 3-1-3-1-1 3-1-3-1-2 3-1-3-1-3
3-1-3-2 3-1-3-3 3-1-3-4 3-1-3-5 3-1-3-6 3-1-3-7 3-1-3-8 3-1-3-9 3-1-3-9-1 3-1-3-9-2 3-2 3-2-1
3-2-2 3-2-3 3-2-4 3-3 3-3-1 3-3-2 3-3-3 3-3-4 3-4 3-4-1 3-4-2 3-4-3 3-4-4 3-4-5 3-4-5-1 3-4-5-2
3-4-5-3 3-4-5-4 3-4-5-5 3-4-5-6 3-4-5-7 3-4-5-8 3-4-6 3-4-6-1 3-4-6-2 3-5 3-5-1 3-5-2 3-5-3 3-6
3-6-1 3-6-2 3-6-3 3-7 3-7-1 3-7-2 3-7-3 3-7-4 3-7-5
""")
"""The numbers in the Japanese text."""

WITHOUT_TEXT: Final = [entry for entry in CLAUSES if entry.is_heading]
CLAUSES_PROPER: Final = [entry for entry in CLAUSES if not entry.is_heading]


def named(entry: Clause) -> str:
    return f"{entry.edition} {entry.number}"


def resolve(dotted: str) -> object:
    """Import what a dotted name of the package stands for."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            found = getattr(found, name)
        return found
    raise LookupError(dotted)


@cache
def functions_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_both_languages_have_the_same_numbers() -> None:
    assert ENGLISH == JAPANESE
    assert len(set(ENGLISH)) == len(ENGLISH) == 64


def test_every_number_of_chapter_3_is_in_the_registry_and_no_other() -> None:
    numbers = [entry.numbers["4.0"] for entry in CHAPTER_3]
    assert [number for number in numbers if number is not None] == ENGLISH


def test_every_clause_has_a_duty_and_a_heading_names_clauses() -> None:
    for heading in WITHOUT_TEXT:
        below = [entry for entry in CHAPTER_3 if entry.number.startswith(f"{heading.number}-")]
        assert any(not entry.is_heading for entry in below), heading.number
        assert heading.implemented_by == heading.tests == heading.rules == ()
    assert {entry.number for entry in WITHOUT_TEXT} == {
        *("3", "3-1", "3-1-2", "3-1-2-1", "3-1-2-2", "3-1-3", "3-1-3-1"),
        *("3-2", "3-3", "3-4", "3-4-5", "3-4-6", "3-5", "3-6", "3-7"),
    }


@pytest.mark.parametrize("entry", CLAUSES_PROPER, ids=named)
def test_every_clause_has_what_implements_it(entry: Clause) -> None:
    assert entry.implemented_by
    for name in entry.implemented_by:
        resolve(name)
    assert len(set(entry.implemented_by)) == len(entry.implemented_by)


@pytest.mark.parametrize("entry", CLAUSES_PROPER, ids=named)
def test_every_clause_has_tests_that_exist(entry: Clause) -> None:
    for node in entry.tests:
        path, name = node.split("::")
        assert name.startswith("test_")
        assert name in functions_in(path), node
    assert len(set(entry.tests)) == len(entry.tests)
    assert entry.tests


def test_every_clause_to_be_audited_has_two_tests_at_least() -> None:
    """The breach and its lawful twin: entered, or named after the clause."""
    paths = [path.relative_to(ROOT) for path in ROOT.glob("tests/**/test_*.py")]
    all_tests = [name for path in paths for name in functions_in(str(path))]
    few = []
    for entry in CLAUSES_PROPER:
        if "audited" in duties_of(entry):
            start = f"test_cr_{entry.edition}_{entry.number}_".replace(".", "_").replace("-", "_")
            after_it = {name for name in all_tests if re.match(start + "[a-z]", name)}
            if len(after_it | {test.split("::")[1] for test in entry.tests}) < 2:
                few.append(f"{entry.edition} {entry.number}")
    assert few == []


def test_every_clause_to_be_audited_has_a_rule() -> None:
    due = [entry for entry in CLAUSES if "audited" in entry.duties]
    assert [str(entry.number) for entry in due if not rules_of(entry)] == []


def test_every_rule_of_the_auditor_asks_after_a_clause() -> None:
    """A rule numbers its clause as the registry does: by Ver. 4.0, outside chapter 3 by 4.2."""
    numbers = {entry.numbers.get("4.0", entry.number): entry for entry in CLAUSES_PROPER}
    for rule in RULES:
        assert rule.clause in numbers, rule.id
        assert rule.id in rules_of(numbers[rule.clause])
        assert "audited" in duties_of(numbers[rule.clause])
    named_besides = {rule for entry in CLAUSES for rule in entry.rules}
    assert named_besides - {rule.id for rule in RULES} == set()


def test_every_clause_that_a_rule_names_exists() -> None:
    """A rule that looks at several places names for each the clause of that place."""
    sources = ROOT.glob("dcg_events/audit/rules/*.py")
    names = {
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"\d{1,2}(-\d{1,3}){2,}", node.value)
    }
    assert len(names) > 20
    for name in names:
        assert not clause(name).is_heading


def test_a_rule_of_a_clause_is_not_that_of_its_namesake_in_another_edition(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rule = replace(RULES[0], id="two-parts", clause="3-4-4")
    monkeypatch.setattr("dcg_events.audit.clauses.audited.RULES", (rule,))
    old, new = clause("3-4-4"), clause("3-4-4", "4.2")
    assert (rules_of(old), rules_of(new)) == (("two-parts",), ())
    assert duties_of(old) == old.duties | {"audited"}
    assert duties_of(new) == new.duties == {"derived"}
    besides = replace(new, rules=("two-parts", "another"))
    assert rules_of(besides) == ("two-parts", "another")
    assert "audited" in duties_of(besides)


def test_duties_are_known_ones() -> None:
    assert all(entry.duties <= set(DUTIES) for entry in CLAUSES)
    assert {duty for entry in CLAUSES for duty in entry.duties} == set(DUTIES)


@pytest.mark.parametrize("entry", CLAUSES, ids=named)
def test_titles_are_short_and_in_their_script(entry: Clause) -> None:
    assert re.fullmatch(r"[A-Z][A-Za-z',:; -]+", entry.title), entry.title
    assert len(entry.title) <= 60
    assert re.search(r"[ぁ-んァ-ヶ一-龠]", entry.title_ja), entry.title_ja
    assert not re.search(r"[a-z。.]", entry.title_ja), entry.title_ja
    assert len(entry.title_ja) <= 30


def test_no_title_is_given_twice() -> None:
    for titles in ([entry.title for entry in CLAUSES], [entry.title_ja for entry in CLAUSES]):
        assert len(set(titles)) == len(titles)


CITED: Final = re.compile(r"CR (\d\.\d+) (§[\d-]+(?:(?:, | to | and )§[\d-]+)*)")


def test_every_clause_that_is_cited_exists() -> None:
    """Tests may cite other chapters as they need them; the package only what is registered."""
    files = [*ROOT.glob("dcg_events/**/*.py"), *ROOT.glob("tests/**/*.py"), ROOT / "README.md"]
    known = {
        (edition, number)
        for entry in CLAUSES
        for edition, number in entry.numbers.items()
        if number
    }
    found = {
        (edition, number): str(file.relative_to(ROOT))
        for file in files
        for edition, numbers in CITED.findall(file.read_text("utf-8"))
        for number in re.findall(r"§([\d-]*\d)", numbers)
    }
    assert len(found) > 50
    unknown = {place: file for place, file in found.items() if place not in known}
    assert {
        (edition, number): file
        for (edition, number), file in unknown.items()
        if number.split("-")[0] == "3" or not file.startswith("tests")
    } == {}
