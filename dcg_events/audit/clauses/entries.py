"""How the tables of clauses are written: a line or two for a clause."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, cast

from dcg_events.audit.clauses.audit_tests import AUDIT_TESTS
from dcg_events.audit.clauses.clause import DUTIES, Clause, Duty, Words
from dcg_events.audit.clauses.readings import READINGS

INFORMATION: Final = "tests/rules/test_cr_4_0_chapter_3_information.py"
PLACING: Final = "tests/rules/test_cr_4_0_chapter_3_placing.py"
REST: Final = "tests/rules/test_cr_4_0_chapter_3_rest.py"
BEYOND: Final = "tests/rules/test_cr_4_2_beyond_chapter_3.py"


def heading(number: str, title: str, title_ja: str, *, became: str | None = None) -> Clause:
    """Enter a heading of chapter 3, which says nothing but what follows."""
    readings = READINGS.get(number)
    return Clause(_numbers(number, became), title, title_ja, readings_differ=readings)


def clause_of_4_0(  # noqa: PLR0913 - a row of the table has its columns
    number: str,
    title: str,
    title_ja: str,
    duties: str,
    *,
    by: str,
    tests: tuple[str, ...],
    became: str | None = None,
    rules: str = "",
    unsettled: Words | None = None,
) -> Clause:
    """Enter a clause of chapter 3.

    Chapter 3 of Ver. 3.6 is numbered like that of 4.0, which only reworded §3-1-3-1-2. Where the
    two texts disagree is looked up in `readings`.

    Args:
        number: In Ver. 4.0.
        title: In English.
        title_ja: In Japanese.
        duties: Divided by blanks.
        by: What implements it, from below `dcg_events` on, divided by blanks.
        tests: Node ids, those in `audit_tests` left out.
        became: Since Ver. 4.1, which renumbered the chapter, if it is another number there.
        rules: Ids of rules that find breaches of it besides their own clause's.
        unsettled: What both leave open.
    """
    return Clause(
        numbers=_numbers(number, became),
        title=title,
        title_ja=title_ja,
        duties=_duties(duties),
        readings_differ=READINGS.get(number),
        unsettled=unsettled,
        implemented_by=_names(by),
        rules=tuple(rules.split()),
        tests=(*tests, *AUDIT_TESTS.get(number, ())),
    )


def clause_of_4_2(  # noqa: PLR0913 - likewise
    number: str,
    title: str,
    title_ja: str,
    duties: str,
    *,
    by: str,
    tests: tuple[str, ...],
    rules: str = "",
    new_in_4_1: bool = False,
) -> Clause:
    """Enter a clause that our sources number by Ver. 4.2 alone, likewise.

    Args:
        number: In Ver. 4.2.
        title: In English.
        title_ja: In Japanese.
        duties: Divided by blanks.
        by: What implements it, from below `dcg_events` on, divided by blanks.
        tests: Node ids, those in `audit_tests` left out.
        rules: Ids of rules that find breaches of it besides their own clause's.
        new_in_4_1: Whether it is a clause that Ver. 4.1 added to chapter 3.
    """
    numbers: dict[str, str | None] = {"4.2": number}
    if new_in_4_1:
        numbers = {"3.6": None, "4.0": None, "4.1": number, "4.2": number}
    return Clause(
        numbers=MappingProxyType(numbers),
        title=title,
        title_ja=title_ja,
        duties=_duties(duties),
        implemented_by=_names(by),
        rules=tuple(rules.split()),
        tests=(*tests, *AUDIT_TESTS.get(number, ())),
    )


def _numbers(number: str, became: str | None) -> Mapping[str, str | None]:
    new = became or number
    return MappingProxyType({"3.6": number, "4.0": number, "4.1": new, "4.2": new})


def _duties(words: str) -> frozenset[Duty]:
    found = frozenset(cast("list[Duty]", words.split()))
    if not found or not found <= set(DUTIES):
        raise ValueError(words)
    return found


def _names(by: str) -> tuple[str, ...]:
    return tuple(f"dcg_events.{name}" for name in by.split())
