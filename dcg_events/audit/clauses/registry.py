"""Every clause of chapter 3 (CR 4.0), and those around it that an auditor cites."""

from typing import Final

from dcg_events.audit.clauses.areas import AREAS
from dcg_events.audit.clauses.beyond_cards import CARDS
from dcg_events.audit.clauses.beyond_effects import EFFECTS
from dcg_events.audit.clauses.beyond_game import GAME
from dcg_events.audit.clauses.clause import EDITIONS, Clause, Difference
from dcg_events.audit.clauses.decks import DECKS
from dcg_events.audit.clauses.field import FIELD_CLAUSES
from dcg_events.audit.clauses.hand_trash_security import HAND_TRASH_SECURITY
from dcg_events.errors import UsageError
from dcg_events.vocabulary.rules import DEFAULT_EDITION

CHAPTER_3: Final[tuple[Clause, ...]] = (*AREAS, *DECKS, *FIELD_CLAUSES, *HAND_TRASH_SECURITY)

CLAUSES: Final[tuple[Clause, ...]] = (*CHAPTER_3, *GAME, *CARDS, *EFFECTS)

_BY_NUMBER: Final[dict[tuple[str, str], Clause]] = {
    (edition, number): entry
    for entry in CLAUSES
    for edition, number in entry.numbers.items()
    if number is not None
}


def clause(number: str, edition: str = DEFAULT_EDITION) -> Clause:
    """Return the clause of a number in an edition.

    A clause whose number in that edition our sources do not tell is found by the number that it
    has where they do: `clause("4-17")` is the one of Ver. 4.2.

    Raises:
        UsageError: If there is none in the registry; the message says which edition has one.

    >>> clause("3-4-5-2").title
    'The breeding area holds one unit'
    >>> clause("3-4-7-2", "4.2") is clause("3-4-5-2")
    True
    """
    if edition not in EDITIONS:
        known = ", ".join(EDITIONS)
        raise UsageError(f"edition {edition}", "its clauses are not known", f"name one of {known}")
    found = _BY_NUMBER.get((edition, number))
    others = [entry for known in EDITIONS if (entry := _BY_NUMBER.get((known, number)))]
    if found is None:
        found = next((entry for entry in others if edition not in entry.numbers), None)
    if found is not None:
        return found
    remedy = "list those of the edition with `dcg-events clauses`"
    if others:
        known = next(known for known in EDITIONS if (known, number) in _BY_NUMBER)
        remedy = f"ask for it in edition {known}"
        now = others[0].numbers.get(edition)
        if now is not None:
            remedy = f"the one of edition {known} is {now} here"
    raise UsageError(f"clause {number}", f"edition {edition} has none known", remedy)


def differs(number: str, edition: str = DEFAULT_EDITION) -> Difference | None:
    """Return how the English and the Japanese text of a clause disagree, if they do and it matters.

    Raises:
        UsageError: If there is no such clause.

    >>> differs("3-1-3-7").significant
    True
    >>> differs("3-7-1") is None
    True
    """
    return clause(number, edition).readings_differ
