"""The rules of the audit for matches that are set up otherwise than the rulebook says."""

from dcg_events.audit.practice import Practice
from dcg_events.audit.rule import Rule
from dcg_events.audit.rules import RULES, deck_lists, memory, setup, setup_steps


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
