"""Which rules are asked at which event."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from dcg_events.audit.rule import Check, Rule
from dcg_events.audit.rules import RULES
from dcg_events.vocabulary.places import FACING_ON_ARRIVAL
from dcg_events.vocabulary.rules import Language

Question: TypeAlias = tuple[Check, Rule]
"""What is asked, and the rule that asks it."""


Questions: TypeAlias = tuple[list[Question], list[Question]]
"""What is asked before, and what after."""


class Passage(NamedTuple):
    """What tells transfers apart, for the rules that are asked of them.

    Attributes:
        manner: How the card moves.
        origin: The zone it leaves.
        goal: The zone it is put into.
        alone: Whether it is a group of its own.
        astray: Whether it is not put on its owner's side.
        odd: Whether it lies otherwise than is usual there.
        redirected: Whether it was to go elsewhere.
    """

    manner: str
    origin: str
    goal: str
    alone: bool
    astray: bool
    odd: bool
    redirected: bool

    def concerns(self, rule: Rule) -> bool:
        """Tell whether a rule is asked of such a transfer."""
        return (
            "transferred" in rule.on
            and (rule.manners is None or self.manner in rule.manners)
            and (rule.origins is None or self.origin in rule.origins)
            and (rule.goals is None or self.goal in rule.goals)
            and (rule.touches is None or not rule.touches.isdisjoint((self.origin, self.goal)))
            and not (self.alone and rule.several)
            and (self.astray or not rule.astray)
            and (self.odd or not rule.odd)
            and (self.redirected or not rule.redirected)
        )


class Asked:
    """What the rules of one reading ask before groups, and what after them.

    Rules that ask at transfers are told apart by the passage too, for most of a match is transfers.
    What is asked of a passage is found out when the first such card moves.
    """

    __slots__ = ("_kinds", "_passages", "_rules")

    def __init__(self, rules: Iterable[Rule], language: Language) -> None:
        self._rules = [rule for rule in rules if language in rule.languages]
        self._kinds: dict[str, Questions] = {}
        self._passages: dict[tuple[str, str, str, bool, bool, bool, bool], Questions] = {}
        for kind in {kind for rule in self._rules for kind in rule.on}:
            self._kinds[kind] = _questions(rule for rule in self._rules if kind in rule.on)

    def at(self, event: dict[str, Any]) -> Questions:
        """Return what is asked before an event and after it, in the order of the rules."""
        if event["kind"] != "transferred":
            return self._kinds.get(event["kind"], _NOTHING)
        target = event["to"]
        passage = (
            event["manner"],
            event["from"]["zone"],
            target["zone"],
            event["of"] == 1,
            target.get("side") != event["owner"],
            event["facing"] != FACING_ON_ARRIVAL[target["zone"]],
            "redirect" in event or "requested" in event,
        )
        questions = self._passages.get(passage)
        if questions is None:
            concerned = filter(Passage(*passage).concerns, self._rules)
            questions = self._passages[passage] = _questions(concerned)
        return questions


def _questions(rules: Iterable[Rule]) -> Questions:
    asking = list(rules)
    return (
        [(rule.check, rule) for rule in asking if rule.when == "before"],
        [(rule.check, rule) for rule in asking if rule.when == "after"],
    )


def asked(rules: Sequence[Rule], language: Language) -> Asked:
    """Return what some rules ask in a reading."""
    return _all_asked(language) if rules is RULES else Asked(rules, language)


@cache
def _all_asked(language: Language) -> Asked:
    return Asked(RULES, language)


_NOTHING: Final[Questions] = ([], [])
