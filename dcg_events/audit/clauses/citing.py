"""Cite a clause by the numbers of a match's edition, in the words of its language.

A number is never said to be of an edition that we do not know it of. Where the match's edition
lacks the clause, or our sources do not tell its number there, the citation names the next edition
that has one: `CR 4.2 §4-17` in a match under Ver. 4.0. The same holds for an edition that is not
in the registry at all. So a citation of another edition than the match's is one in doubt.
"""

from typing import Final

from dcg_events.audit.clauses.clause import EDITIONS, Clause
from dcg_events.errors import UsageError
from dcg_events.vocabulary.rules import Edition, Language

_FORM: Final[dict[Language, str]] = {"en": "CR {} §{}", "ja": "総合ルール{} §{}"}


def number_in(clause: Clause, edition: str) -> str:
    """Return the number that a clause has in an edition.

    Raises:
        UsageError: If the edition has no such clause, or our sources do not tell its number.

    Source: the renumbering of Ver. 4.1 (CR 4.0 §3-4-5-2 is CR 4.2 §3-4-7-2).
    """
    number = clause.numbers.get(edition)
    if isinstance(number, str):
        return number
    where = f"edition {edition}"
    cited = f"cite it as CR {clause.edition} §{clause.number}"
    if edition not in EDITIONS:
        known = ", ".join(EDITIONS)
        raise UsageError(where, "its clauses are not known", f"name one of {known}, or {cited}")
    if edition in clause.numbers:
        problem = f"it has no clause “{clause.title}”"
    else:
        problem = f"the number of “{clause.title}” in it is not known"
    raise UsageError(where, problem, cited)


def lacks(edition: str, clause: Clause) -> bool:
    """Tell whether it is known that an edition has no such clause."""
    return clause.numbers.get(edition, "") is None


def cited(clause: Clause, edition: str) -> tuple[Edition, str]:
    """Return the edition and the number by which a clause is cited in a match under `edition`.

    It is that edition itself; where the number is not known there, the next that has one, for
    numbers move when an edition appears; and where no later one has, the latest before.
    """
    having = [known for known in EDITIONS if clause.numbers.get(known) is not None]
    later = [known for known in having if _order(known) >= _order(edition)]
    named = later[0] if later else having[-1]
    return named, number_in(clause, named)


def cite(clause: Clause, edition: str, language: Language) -> str:
    """Write a clause the way a finding carries it.

    >>> from dcg_events.audit.clauses.registry import clause
    >>> cite(clause("3-4-5-2"), "4.0", "en")
    'CR 4.0 §3-4-5-2'
    >>> cite(clause("3-4-5-2"), "4.2", "ja")
    '総合ルール4.2 §3-4-7-2'
    >>> cite(clause("4-17"), "4.0", "en")
    'CR 4.2 §4-17'
    """
    return _FORM[language].format(*cited(clause, edition))


def _order(edition: str) -> tuple[int, ...]:
    """Order editions as numbers, so that 4.10 follows 4.9; what is no edition is the newest."""
    parts = edition.split(".")
    return tuple(map(int, parts)) if all(map(str.isdecimal, parts)) else (10**9,)
