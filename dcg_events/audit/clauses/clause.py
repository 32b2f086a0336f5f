"""What the registry says of a clause."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from dcg_events.vocabulary.rules import DEFAULT_EDITION, Edition, Language

Duty: TypeAlias = Literal[
    "stored",  # an event holds it
    "derived",  # the fold or the recorder works it out
    "redacted",  # a view shows or hides it
    "audited",  # a rule of the auditor reports a breach
]

DUTIES: Final[tuple[Duty, ...]] = get_args(Duty)

EDITIONS: Final[tuple[Edition, ...]] = get_args(Edition)
"""The editions whose numbers the registry knows of, oldest first."""


@dataclass(frozen=True, slots=True)
class Words:
    """The same thing said in English and in Japanese."""

    en: str
    ja: str

    def in_language(self, language: Language) -> str:
        """Return it in one of the two."""
        return self.ja if language == "ja" else self.en


@dataclass(frozen=True, slots=True)
class Difference:
    """A disagreement of the English and the Japanese text of a clause, in our own words.

    Attributes:
        significant: Whether a recorder or an auditor that follows one text errs by the other.
        japanese: What the Japanese text says; it prevails.
        english: What the English text says.
        practice: What official answers show of it, if there are any.
    """

    significant: bool
    japanese: Words
    english: Words
    practice: Words | None = None

    def reading(self, language: Language) -> Words:
        """Return what the text in one of the languages says."""
        return self.japanese if language == "ja" else self.english


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the Comprehensive Rules, and what this package does about it.

    Attributes:
        numbers: Its number by edition. None where the edition has no such clause; an edition that
            is missing is one of which our sources do not tell.
        title: Our own short title.
        title_ja: The same in Japanese.
        duties: What it asks of the package; empty for a heading.
        readings_differ: Where the English and the Japanese text disagree.
        unsettled: What both texts leave open, if something has to be recorded because of that.
        implemented_by: Dotted names of what does it, from `dcg_events` on.
        rules: Ids of rules of the auditor that find breaches of it besides those of their own
            clause; `audited.rules_of` gives all.
        tests: Node ids of its tests.
    """

    numbers: Mapping[str, str | None]
    title: str
    title_ja: str
    duties: frozenset[Duty] = frozenset()
    readings_differ: Difference | None = None
    unsettled: Words | None = None
    implemented_by: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()

    @property
    def edition(self) -> Edition:
        """The edition that `number` is of: 4.0 where it has the clause, else the newest known."""
        order = (DEFAULT_EDITION, *reversed(EDITIONS))
        return next(edition for edition in order if self.numbers.get(edition) is not None)

    @property
    def number(self) -> str:
        """Its number in Ver. 4.0, or in its own edition where 4.0 has no such clause."""
        return self.numbers[self.edition] or ""

    @property
    def is_heading(self) -> bool:
        """Whether it only names the clauses below it."""
        return not self.duties

    def title_in(self, language: Language) -> str:
        """Return the title in one of the two languages."""
        return self.title_ja if language == "ja" else self.title
