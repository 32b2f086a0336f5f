"""Audit many logs, each read as one viewer."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from dcg_events.audit.auditing import Audit, audit
from dcg_events.audit.configuring import chosen_rules
from dcg_events.audit.practice import RULEBOOK, Practice
from dcg_events.batches.mapping import WINDOW, Outcome, Source, map_logs
from dcg_events.log.part import LogPart
from dcg_events.views.delay import Delay
from dcg_events.views.matchlog import MatchLog
from dcg_events.vocabulary.people import Viewer
from dcg_events.vocabulary.rules import Language


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """How logs are audited.

    Attributes:
        viewer: As whom to read them; by default whoever each is for.
        delay: By how much what they are told lags behind a match under way.
        language: Whose reading of the rules to follow; by default that of each match.
        speech: The language of the sentences.
        only: Rules, clauses or headings to ask after; all if there is none.
        practice: How games are set up there.
    """

    viewer: Viewer | None = None
    delay: Delay | None = None
    language: Language | None = None
    speech: Language = "en"
    only: tuple[str, ...] = ()
    practice: Practice = RULEBOOK


PLAIN: Final = AuditOptions()


class Audited(NamedTuple):
    """What an audit found in a log, and what it did not look at.

    Attributes:
        audit: What it found.
        tail: Bytes after the last commit, which were left out.
    """

    audit: Audit
    tail: int


def audit_logs(
    logs: Iterable[Source],
    options: AuditOptions = PLAIN,
    *,
    executor: Executor | None = None,
    window: int = WINDOW,
) -> Iterator[Outcome[Audited]]:
    """Return what an audit finds in each of some logs, in their order, found one by one.

    Args:
        logs: The logs, taken one by one; see `logs_in`.
        options: How they are audited.
        executor: Who works; see `map_logs`.
        window: How many logs are under way at most.

    Raises:
        UsageError: If there is no such rule.
    """
    chosen_rules(options.only, options.practice)
    return map_logs(partial(audit_log, options=options), logs, executor, window=window)


def audit_log(log: LogPart, options: AuditOptions = PLAIN) -> Audited:
    """Audit one log.

    Raises:
        LogError: If it cannot be read or is damaged.
        UsageError: If it is a copy that the viewer cannot read, or there is no such rule.
    """
    match = MatchLog(log, options.viewer, delay=options.delay)
    found = audit(
        match.source,
        match.viewer,
        language=options.language,
        speech=options.speech,
        rules=chosen_rules(options.only, options.practice),
    )
    return Audited(found, match.holding.tail)
