"""The rules of an audit: chosen by name, and for matches that are set up in another way."""

from collections.abc import Sequence
from functools import cache

from dcg_events.audit.practice import RULEBOOK, Practice
from dcg_events.audit.rule import Rule
from dcg_events.audit.rules import RULES, deck_lists, memory, setup, setup_steps
from dcg_events.errors import UsageError


def rules_for(practice: Practice) -> tuple[Rule, ...]:
    """Return all rules, those that depend on a practice as it has them.

    >>> from dcg_events.audit.practice import RULEBOOK
    >>> [rule.id for rule in rules_for(RULEBOOK)] == [rule.id for rule in RULES]
    True
    """
    own = {
        rule.id: rule
        for topic in (deck_lists, memory, setup, setup_steps)
        for rule in topic.rules_with(practice)
    }
    return tuple(own.get(rule.id, rule) for rule in RULES)


@cache
def chosen_rules(names: tuple[str, ...] = (), practice: Practice = RULEBOOK) -> Sequence[Rule]:
    """Return the rules that names of rules or clauses choose, all if there is none.

    Names and not rules go to other processes, where each finds its rules once.

    Args:
        names: Rules, clauses, or headings, which choose all clauses below them.
        practice: How games are set up.

    Raises:
        UsageError: If a name is neither.
    """
    rules = RULES if practice == RULEBOOK else rules_for(practice)
    if not names:
        return rules
    for name in names:
        if not any(_means(name, rule) for rule in rules):
            remedy = f"use one of {', '.join(sorted(rule.id for rule in rules))}"
            raise UsageError(f"--rule {name}", "there is no such rule or clause", remedy)
    return tuple(rule for rule in rules if any(_means(name, rule) for name in names))


def _means(name: str, rule: Rule) -> bool:
    return name in (rule.id, rule.clause) or rule.clause.startswith(f"{name}-")
