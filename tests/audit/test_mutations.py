"""No mutation of a lawful match survives the audit (CR 4.0 §3; CR 4.2 beyond it)."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

import pytest

from dcg_events.audit.clauses.audited import rules_of
from dcg_events.audit.clauses.registry import CLAUSES
from dcg_events.audit.finding import Finding
from dcg_events.audit.rules import RULES
from tests.audit.mutating import Groups, Mutation
from tests.audit.mutations import MUTATIONS
from tests.audit.telling import Told, is_clean, lawful, tell

TIMES = 3
"""How often each is done in the gate."""

NEAR = 60
"""How many events away from the change it may be found that something is missing."""

RULES_ELSEWHERE: Final = {
    # lawful matches offer no place: no text of theirs does such a thing, or more than once
    *("choice-order", "dna-links", "order-two-choosers", "recovered-upside-down"),
    *("stacking-order-missing", "face-down-stays", "setup-unrecorded"),
}
"""Rules with tests of their own and no mutation."""

MATCHES = 90
"""Among how many matches a place for it is looked for."""


def mutants(mutation: Mutation) -> Iterator[tuple[int, Groups]]:
    for seed in range(MATCHES):
        groups = mutation.mutate(
            lawful(seed, scribe=mutation.scribe),
            Random(seed),  # noqa: S311 - a game's dice
        )
        if groups is not None:
            yield seed, groups


def what_is_missing(mutation: Mutation, told: Told) -> str | None:
    """Say what the audit does not find of a mutation; None if all is as it should be."""
    if told.refused:
        return None if mutation.refused else "refused by the recorder"
    first = min(told.changed, default=None)
    if first is None:
        return "nothing was changed"
    for language in mutation.languages:
        found = told.findings(language)
        named = [f for f in found if f.rule in mutation.rules and f.clause in mutation.clauses]
        if not any(
            told.is_there(finding) or (mutation.later and _is_near(finding, first))
            for finding in named
        ):
            return f"{language}: {[(f.rule, f.clause, f.event) for f in found][:4]} at {first}"
    return None


def _is_near(finding: Finding, changed: int) -> bool:
    return min(abs(seq - changed) for seq in (finding.group, *finding.evidence)) <= NEAR


def survivors(mutation: Mutation, directory: Path, times: int) -> tuple[list[str], int]:
    """Do a mutation to some matches; return where it is not found, and how often it was done."""
    found, done = [], 0
    for seed, groups in islice(mutants(mutation), times):
        assert is_clean(seed, scribe=mutation.scribe)
        missing = what_is_missing(mutation, tell(groups, directory / f"{seed}.dcglog"))
        done += 1
        if missing is not None:
            found.append(f"seed {seed}: {missing}")
    return found, done


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_no_mutation_survives(tmp_path: Path, mutation: Mutation) -> None:
    left, done = survivors(mutation, tmp_path, TIMES)
    assert not left, f"{mutation.changes}: {left}"
    assert done == TIMES, f"only {done} places in {MATCHES} matches"


@pytest.mark.soak
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_no_mutation_survives_in_many_matches(tmp_path: Path, mutation: Mutation) -> None:
    left, done = survivors(mutation, tmp_path, MATCHES)
    assert not left, f"{mutation.changes}: {left}"
    assert done >= TIMES


def test_the_table_names_each_mutation_once_and_rules_that_there_are() -> None:
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS)
    known = {rule.id for rule in RULES}
    for mutation in MUTATIONS:
        assert mutation.rules <= known, mutation.name


def test_every_audited_clause_of_chapter_3_has_a_mutation() -> None:
    due = {entry.number for entry in CLAUSES if entry.number.startswith("3-") and rules_of(entry)}
    done = {clause for mutation in MUTATIONS for clause in mutation.clauses}
    # a hand has no order, so no event turns a card over there; that one is put there face up is
    # found by way of §3-1-3-5
    assert due - done == {"3-5-3"}


def test_every_rule_has_a_mutation_or_tests_of_its_own() -> None:
    named = {rule for mutation in MUTATIONS for rule in mutation.rules}
    assert {rule.id for rule in RULES} - named == RULES_ELSEWHERE
