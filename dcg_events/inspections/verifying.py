"""Verify many logs, each match of them, with their seals."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from dcg_events.batches.mapping import WINDOW, Outcome, Source, Unopened, map_logs
from dcg_events.errors import DcgEventsError, UsageError
from dcg_events.log.matches import matches_in
from dcg_events.log.part import LogPart
from dcg_events.log.store import refused
from dcg_events.seals.checking import SealReport
from dcg_events.seals.trust import Torn, Trust
from dcg_events.views.verdict import Verdict
from dcg_events.views.verifying import verify
from dcg_events.vocabulary.people import Viewer


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    """What logs are verified for.

    Attributes:
        viewer: Whose copies they should be; by default whose each looks like.
        head: The head that they should have.
        strict: Whether to check each line against the schema and the canonical form as well.
        trust: The seals to check them against.
        match: Of files that hold several matches only this one, from 1.
    """

    viewer: Viewer | None = None
    head: str | None = None
    strict: bool = False
    trust: Trust | None = None
    match: int | None = None


PLAIN: Final = VerifyOptions()


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found in a log, and what seals say of it.

    Attributes:
        verdict: What was found.
        sealed: What seals say; None if none were asked.
        unsealed: Why the seals could not be checked; None if they were.
        torn: Files of notes that were not read to their end.
    """

    verdict: Verdict
    sealed: SealReport | None = None
    unsealed: DcgEventsError | None = None
    torn: tuple[Torn, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong, with the seals neither."""
        seals_hold = self.unsealed is None and (self.sealed is None or self.sealed.holds)
        return self.verdict.whole and seals_hold


def verify_logs(
    logs: Iterable[Source],
    options: VerifyOptions = PLAIN,
    *,
    executor: Executor | None = None,
    window: int = WINDOW,
) -> Iterator[Outcome[Verified]]:
    """Yield what was found in each match of some logs, in their order.

    Args:
        logs: The logs, taken one by one; see `logs_in`.
        options: What they are verified for.
        executor: Who works; see `map_logs`.
        window: How many logs are under way at most.
    """
    work = partial(verify_log, options=options)
    return map_logs(work, _matches_of(logs, options.match), executor, window=window)


def verify_log(log: LogPart, options: VerifyOptions = PLAIN) -> Verified:
    """Verify one match, with its seals.

    Raises:
        UsageError: If there is no such file.
        LogError: If nothing of it is good.
    """
    verdict = verify(log, options.viewer, head=options.head, strict=options.strict)
    verdict = replace(verdict, path=log.file)
    if options.trust is None:
        return Verified(verdict)
    try:
        if log.match is not None:
            problem = "a seal is of one match, and the file holds several"
            raise UsageError(str(log), problem, "take it out with --match N --prefix OUT")
        sealed, torn = options.trust.check(log)
    except DcgEventsError as error:
        return Verified(verdict, unsealed=error)
    return Verified(verdict, sealed, torn=torn)


def _matches_of(logs: Iterable[Source], number: int | None) -> Iterator[Source]:
    """Yield every match of some logs, or of each only one."""
    for log in logs:
        if isinstance(log, Unopened):
            yield log
            continue
        try:
            yield from _chosen(log, number)
        except DcgEventsError as error:
            yield Unopened(log, error)
        except OSError as error:
            yield Unopened(log, refused(log.path, error))


def _chosen(log: LogPart, number: int | None) -> list[LogPart]:
    matches = matches_in(log)
    if number is None:
        return matches
    if number > len(matches):
        problem = f"there is no match {number}: it holds {len(matches)}"
        raise UsageError(str(log), problem, "choose one of them")
    return [matches[number - 1]]
