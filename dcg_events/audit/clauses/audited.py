"""Which rules of the auditor ask after a clause.

A rule names its clause itself, so the tables of clauses name a rule only where it finds breaches of
a clause besides its own.
"""

from dcg_events.audit.clauses.clause import Clause, Duty
from dcg_events.audit.rules import RULES
from dcg_events.vocabulary.rules import DEFAULT_EDITION


def rules_of(entry: Clause) -> tuple[str, ...]:
    """Return the ids of the rules that ask after a clause.

    A rule numbers its clause by Ver. 4.0, outside chapter 3 by Ver. 4.2.
    """
    number = entry.numbers.get(DEFAULT_EDITION, entry.number)  # None if 4.0 lacks the clause
    own = (rule.id for rule in RULES if rule.clause == number)
    return tuple(dict.fromkeys((*own, *entry.rules)))


def duties_of(entry: Clause) -> frozenset[Duty]:
    """Return the duties of a clause; it is audited too if a rule asks after it."""
    return entry.duties | {"audited"} if rules_of(entry) else entry.duties
