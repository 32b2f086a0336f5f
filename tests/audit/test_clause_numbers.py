"""Numbers and readings: the same clause in every edition, and where its two texts disagree."""

import re
from typing import Final

import pytest

from dcg_events.audit.clauses.citing import cite, cited, lacks, number_in
from dcg_events.audit.clauses.clause import EDITIONS, Clause, Words
from dcg_events.audit.clauses.readings import READINGS, SIGNIFICANT
from dcg_events.audit.clauses.registry import CHAPTER_3, CLAUSES, clause, differs
from dcg_events.errors import UsageError

RENUMBERED: Final = {
    "3-1-3-1-3": "3-1-3-1-4",
    "3-4-4": "3-4-6",
    "3-4-5": "3-4-7",
    **{f"3-4-5-{n}": f"3-4-7-{n}" for n in range(1, 9)},
    "3-4-6": "3-4-8",
    "3-4-6-1": "3-4-8-1",
    "3-4-6-2": "3-4-8-2",
}
"""What Ver. 4.1 renumbered, from 4.0."""

NEW_IN_4_1: Final = {"3-1-3-1-3", "3-4-4", "3-4-5"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_number_is_given_twice_in_an_edition(edition: str) -> None:
    numbers = [entry.numbers[edition] for entry in CLAUSES if entry.numbers.get(edition)]
    assert len(set(numbers)) == len(numbers)
    for number in numbers:
        assert number_in(clause(str(number), edition), edition) == number


def test_ver_4_1_renumbered_chapter_3() -> None:
    for entry in CHAPTER_3:
        number = entry.numbers["4.0"]
        if number is None:
            continue
        assert entry.numbers["3.6"] == number
        assert entry.numbers["4.1"] == entry.numbers["4.2"] == RENUMBERED.get(number, number)
        assert clause(RENUMBERED.get(number, number), "4.2") is entry
    new = {entry.numbers["4.2"] for entry in CHAPTER_3 if entry.numbers["4.0"] is None}
    assert new == NEW_IN_4_1
    for number in NEW_IN_4_1:
        entry = clause(number, "4.2")
        assert entry is not clause(number, "4.0")
        assert [lacks(edition, entry) for edition in EDITIONS] == [True, True, False, False]


def test_outside_chapter_3_only_the_numbers_of_4_2_are_told() -> None:
    for entry in CLAUSES[len(CHAPTER_3) :]:
        assert list(entry.numbers) == ["4.2"]
        assert clause(entry.number, "4.0") is clause(entry.number, "4.2") is entry
        assert not any(lacks(edition, entry) for edition in EDITIONS)


def test_a_number_is_asked_for_in_its_edition() -> None:
    breeding = clause("3-4-5-2")
    assert (number_in(breeding, "4.0"), number_in(breeding, "4.2")) == ("3-4-5-2", "3-4-7-2")
    with pytest.raises(UsageError, match=r"edition 4.0: it has no clause .*; cite it as CR 4.2 §"):
        number_in(clause("3-1-3-1-3", "4.2"), "4.0")
    with pytest.raises(UsageError, match=r"edition 4.0: the number of .* is not known"):
        number_in(clause("4-17"), "4.0")
    with pytest.raises(UsageError, match=r"edition 9.9: its clauses are not known"):
        number_in(breeding, "9.9")


def test_a_clause_that_is_not_known_is_an_error_that_helps() -> None:
    with pytest.raises(
        UsageError, match=r"clause 3-4-7-2: .*the one of edition 4.1 is 3-4-5-2 here"
    ):
        clause("3-4-7-2")
    with pytest.raises(UsageError, match=r"clause 3-8: edition 4.2 has none known"):
        clause("3-8", "4.2")
    with pytest.raises(UsageError, match=r"edition 9.9: its clauses are not known"):
        clause("3-1-1", "9.9")


@pytest.mark.parametrize(
    ("number", "edition", "found"),
    [
        ("3-4-5-2", "3.6", ("3.6", "3-4-5-2")),
        ("3-4-5-2", "4.0", ("4.0", "3-4-5-2")),
        ("3-4-5-2", "4.1", ("4.1", "3-4-7-2")),
        ("4-17", "4.0", ("4.2", "4-17")),  # not told for 4.0
        ("3-4-5-2", "3.7", ("4.0", "3-4-5-2")),  # the next that is known
        ("3-4-5-2", "4.10", ("4.2", "3-4-7-2")),  # none follows: the newest
        ("3-4-5-2", "next", ("4.2", "3-4-7-2")),
        ("3-4-5-2", "1.0", ("3.6", "3-4-5-2")),
    ],
)
def test_a_citation_names_an_edition_that_has_the_number(
    number: str, edition: str, found: tuple[str, str]
) -> None:
    assert cited(clause(number), edition) == found
    assert cite(clause(number), edition, "en") == "CR {} §{}".format(*found)
    assert cite(clause(number), edition, "ja") == "総合ルール{} §{}".format(*found)


def test_a_clause_that_the_matchs_edition_lacks_is_cited_by_the_next() -> None:
    assert cite(clause("3-4-4", "4.2"), "3.6", "en") == "CR 4.1 §3-4-4"


def test_differences_of_the_texts_are_found_by_number() -> None:
    assert set(READINGS) <= {entry.numbers["4.0"] for entry in CHAPTER_3}
    for number, difference in READINGS.items():
        assert differs(number) is difference
        assert difference.significant == (number in SIGNIFICANT)
        assert difference.reading("ja") is difference.japanese != difference.english
        assert difference.reading("en") is difference.english
    assert set(SIGNIFICANT) == {
        *("3", "3-1-3-1-1", "3-1-3-2", "3-1-3-3", "3-1-3-4", "3-1-3-6", "3-1-3-7", "3-1-3-8"),
        *("3-4-3", "3-4-5-2", "3-4-5-3"),
    }
    assert differs("3-4-7-2", "4.2") is differs("3-4-5-2")
    assert differs("3-7-1") is None


def words_of(entry: Clause) -> list[Words]:
    difference = entry.readings_differ
    found = [entry.unsettled]
    if difference:
        found += [difference.japanese, difference.english, difference.practice]
    return [words for words in found if words is not None]


def test_readings_are_told_in_both_languages() -> None:
    told = [words for entry in CLAUSES for words in words_of(entry)]
    assert len(told) > 2 * len(READINGS)
    for words in told:
        assert re.search("[a-z]", words.en)
        assert not re.search("[ぁ-んァ-ヶ一-龠]", words.en)
        assert re.search("[ぁ-んァ-ヶ一-龠]", words.ja)
        assert not words.en.endswith(".")
