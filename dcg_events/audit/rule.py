"""What a rule of the audit is: when it is asked, what it finds, and how that is said.

A rule looks at the table before or after a group of events and says what breaks its clause. It
reads what the reader of the log may know: a value that is sealed or null is unknown, and of what
is unknown nothing is found.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from dcg_events.audit.scene import Scene
from dcg_events.vocabulary.manners import Manner
from dcg_events.vocabulary.places import Zone
from dcg_events.vocabulary.rules import Language

Severity: TypeAlias = Literal["impossible", "breach", "incomplete", "doubt"]
"""It cannot have happened; it was against a rule; the record lacks what was due; it looks odd."""

SEVERITIES: Final[tuple[Severity, ...]] = ("impossible", "breach", "incomplete", "doubt")

Text: TypeAlias = dict[Language, str]
"""A sentence in each language, with the names of details in braces."""


@dataclass(frozen=True, slots=True)
class Break:
    """What a rule found; the auditor makes a finding of it.

    Attributes:
        players: Whom it concerns.
        details: What the texts of the rule name in braces: zones, players, counts, placements;
            never what a card is.
        evidence: Seqs of other events that show it.
        seq: The event it is about, if not the one that was asked about.
        severity: If it is not that of the rule.
        clause: Likewise.
    """

    players: tuple[str, ...] = ()
    details: dict[str, str | int] = field(default_factory=dict)
    evidence: tuple[int, ...] = ()
    seq: int | None = None
    severity: Severity | None = None
    clause: str | None = None


Check: TypeAlias = Callable[[Scene, dict[str, Any]], Iterable[Break]]
"""Looks at one event of a group, on the table before or after that group."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the audit.

    Attributes:
        id: Its name, such as `order-chooser`.
        clause: The clause it asks after, numbered as in Ver. 4.0 (Ver. 4.2 outside chapter 3).
        severity: How bad what it finds is.
        on: The kinds of event at which it is asked.
        when: Whether it sees the table before or after the group.
        once: Whether it is asked once a group, at its first event of such a kind.
        several: Whether it is asked only of groups of several events: it is about their order.
        manners: Of transfers, the manners at which it is asked; None for all.
        origins: Of transfers, the zones out of which it is asked; None for all.
        goals: Of transfers, the zones into which it is asked; None for all.
        astray: Whether of transfers it is asked only where the card is not put on its owner's side.
        touches: Of transfers, the zones out of or into which it is asked; None for all.
        odd: Whether of transfers it is asked only where the card does not lie as is usual there.
        redirected: Whether of transfers it is asked only where the card was redirected.
        check: What it asks.
        happened: What was found, in words.
        asks: What the clause wants, in our own words.
        languages: The readings under which it is asked; both, where they agree.
    """

    id: str
    clause: str
    severity: Severity
    on: frozenset[str]
    when: Literal["before", "after"]
    check: Check
    happened: Text
    asks: Text
    once: bool = False
    several: bool = False
    manners: frozenset[Manner] | None = None
    origins: frozenset[Zone] | None = None
    goals: frozenset[Zone] | None = None
    touches: frozenset[Zone] | None = None
    astray: bool = False
    odd: bool = False
    redirected: bool = False
    languages: frozenset[Language] = frozenset({"ja", "en"})
