"""Gather the tallies of many logs: each match once, and why a log could not be counted."""

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from dcg_events.batches.mapping import WINDOW, Outcome, Source, Unopened, map_logs
from dcg_events.errors import UsageError
from dcg_events.log.part import LogPart
from dcg_events.statistics.answers import Answers, answers
from dcg_events.statistics.tally import Tally, tally
from dcg_events.tables.building import match_tables
from dcg_events.views.delay import Delay
from dcg_events.vocabulary.people import Viewer


class MatchTally(NamedTuple):
    """What is counted of one match.

    Attributes:
        match_id: The match.
        head: The head of its log.
        counts: The counts.
    """

    match_id: str
    head: str
    counts: Tally


@dataclass
class Gathered:
    """What was gathered of some logs.

    Attributes:
        viewer: As whom they were read.
        counts: The sum of the tallies.
        repeated: Logs of a match that is in it already, with the same head.
        rejected: Logs that are not in it, each with the reason.
    """

    viewer: Viewer
    counts: Tally = field(default_factory=Counter)
    repeated: int = 0
    rejected: list[Unopened] = field(default_factory=list)
    _heads: dict[str, str] = field(default_factory=dict)

    def add(self, outcome: Outcome[MatchTally]) -> None:
        """Add what came of a log."""
        match = outcome.value
        if match is None:
            if outcome.error is not None:
                self.rejected.append(Unopened(outcome.log, outcome.error))
            return
        counted = self._heads.get(match.match_id)
        if counted is None:
            self._heads[match.match_id] = match.head
            self.counts.update(match.counts)
        elif counted == match.head:
            self.repeated += 1
        else:
            problem = "another log of this match, with another head, is counted already"
            error = UsageError(str(outcome.log), problem, "name one log of each match")
            self.rejected.append(Unopened(outcome.log, error))

    @property
    def matches(self) -> int:
        """How many matches are counted."""
        return len(self._heads)

    def answers(self) -> Answers:
        """Return what the counts say."""
        return answers(self.counts, self.viewer)


def gather(
    logs: Iterable[Source],
    viewer: Viewer = "judge",
    *,
    delay: Delay | None = None,
    executor: Executor | None = None,
    window: int = WINDOW,
) -> Gathered:
    """Count many logs, each verified and read as one viewer.

    The sum is the same, bit for bit, whoever works on it and in whatever order.

    Args:
        logs: The logs. Two copies of one log count once.
        viewer: As whom to read them: what they may not know is not counted, not even as zero.
        delay: By how much what they are told lags behind a match under way.
        executor: Who works; see `map_logs`.
        window: How many logs are under way at most.
    """
    gathered = Gathered(viewer)
    work = partial(tally_log, viewer=viewer, delay=delay)
    for outcome in map_logs(work, logs, executor, window=window):
        gathered.add(outcome)
    return gathered


def tally_log(log: LogPart, viewer: Viewer = "judge", delay: Delay | None = None) -> MatchTally:
    """Count one log.

    Raises:
        LogError: If it is damaged, or holds no game.
        UsageError: If it is a copy that the viewer cannot read.
        ImpossibleEventError: If an event cannot have happened.
    """
    tables = match_tables(log, viewer, delay=delay)
    match = tables.matches[0]
    return MatchTally(match.match_id, match.head, tally(tables))
