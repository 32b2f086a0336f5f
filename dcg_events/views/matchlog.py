"""Read a recorded match as one viewer: events, states, any position.

A viewer's reading uses the openings for that viewer and no others, so that what is computed from
the full log is what can be computed from the viewer's own copy.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from dcg_events.errors import UsageError
from dcg_events.events.codec import PlainEvent
from dcg_events.log.part import LogPart
from dcg_events.log.sealing import plain
from dcg_events.log.store import open_log, read_groups, utc_now
from dcg_events.log.trusting import trusted_form
from dcg_events.projections.correcting import happened
from dcg_events.projections.course import course_of
from dcg_events.projections.rewinding import FOLDED, fold
from dcg_events.projections.table import Table
from dcg_events.views.cut import cut
from dcg_events.views.delay import Clock, Delay, may_read
from dcg_events.views.due import opening_faults
from dcg_events.views.holding import Holding, holding_of
from dcg_events.views.reading import Reading
from dcg_events.views.shape import TableView
from dcg_events.vocabulary.histories import History
from dcg_events.vocabulary.people import Viewer


class MatchLog:
    """A log file, read as one viewer.

    Attributes:
        source: The file, as far as it may be read under the delay. The delay is measured once:
            what becomes due later is in a new `MatchLog`.
        viewer: Who reads: by default whoever the file was made for, the judge for a full log.
        history: How it is read; see `dcg_events.vocabulary.histories`. By default events come as
            they were recorded, and tables as the match was played: at every place that counts
            that is the table as ruled, and inside a branch that was undone the one of that branch.

    Raises:
        LogError: If the file cannot be read.
        UsageError: If the file is a copy made for somebody else, or all of it is still delayed.
    """

    def __init__(
        self,
        path: str | Path | LogPart,
        viewer: Viewer | None = None,
        *,
        history: History | None = None,
        delay: Delay | None = None,
        now: Clock = utc_now,
    ) -> None:
        self.history = history
        self.source = may_read(path, delay, now)
        self.holding: Holding = holding_of(self.source)
        self.viewer: Viewer = viewer or self.holding.viewer
        if self.viewer not in self.holding.viewers and not self._has_nothing_to_open():
            problem = f"it cannot be read as {self.viewer}: it is the copy of {self.holding.viewer}"
            remedy = f"read it as {' or '.join(self.holding.viewers)}, or use the full log"
            raise UsageError(str(path), problem, remedy)

    def _has_nothing_to_open(self) -> bool:
        """Tell whether this may be a player's copy in which that player may open nothing yet."""
        if self.viewer == "judge" or self.holding.opened:
            return False
        with trusted_form(self.source):
            return not any(opening_faults(self.source, self.viewer))

    def groups(self) -> Iterator[list[PlainEvent]]:
        """Yield the plain events of each group, verified; what the viewer may not know is null.

        Raises:
            LogDamagedError: At the first damage.
        """
        with trusted_form(self.source):
            for moment, _ in self._reading(None, "recorded").moments():
                yield [plain(event) for event in happened(moment.group)]

    def events(self) -> Iterator[PlainEvent]:
        """Yield the plain events one by one; see `groups`."""
        for group in self.groups():
            yield from group

    def states(self) -> Iterator[TableView]:
        """Yield the table after every group.

        Raises:
            LogDamagedError: At the first damage.
            ImpossibleEventError: At an event that cannot have happened.
        """
        with trusted_form(self.source):
            for table, head in self.tables():
                yield cut(table, self.viewer, head)

    def state(self, at: int | None = None) -> TableView:
        """Return the table after event `at`, or after the last one.

        Raises:
            UsageError: If there is no such event, it is not the last of its group, or it does not
                count and the match is read as ruled.
        """
        with trusted_form(self.source):
            return self._state(at)

    def _state(self, at: int | None) -> TableView:
        if at is None:  # whatever is asked for: at the end of a log all three are the same
            with open_log(self.source, self.viewer, FOLDED) as reader:
                table = fold(reader.writes(), self._folded)
                return cut(table, self.viewer, reader.head)
        found = None
        last = -1
        for table, head in self.tables():
            last = table.seq
            if last > at and found is not None:
                break
            if last >= at:
                found = cut(table, self.viewer, head)
            if last > at:
                break
        if found is None or found["seq"] != at:
            self._refuse_place(at, last)
        return found

    def _refuse_place(self, at: int, nearest: int) -> NoReturn:
        where = f"{self.source}, event {at}"
        for first, last, by in self.undone() if self.history == "ruled" else ():
            if first <= at <= last:
                problem = f"it was undone by event {by}"
                raise UsageError(where, problem, "read the match as played to see it")
        problem = "no group ends there" if nearest > at else "the log ends before it"
        raise UsageError(where, problem, f"choose the end of a group, such as {nearest}")

    def tables(self) -> Iterator[tuple[Table, str]]:
        """Yield the working table after every group, and the head; it changes with the next."""
        for _, table, head in self.reading(FOLDED).tables():
            yield table, head

    def reading(self, fields: frozenset[str] | None = None) -> Reading:
        """Return what folds the match: as it was played, unless another history was asked for."""
        return self._reading(fields, "played")

    def _reading(self, fields: frozenset[str] | None, otherwise: History) -> Reading:
        history = self.history or otherwise
        if history == "played" and not self.holding.amended:
            history = "recorded"  # the same, and nothing has to be read in advance
        return Reading(self.source, self.viewer, fields, history)

    def undone(self) -> list[tuple[int, int, int]]:
        """Return the branches that do not count any more.

        Returns:
            For each the first and last seq that were undone, and the rewind that undid them.
        """
        return course_of(read_groups(self.source, self.viewer, frozenset())).undone()

    def _folded(self) -> Iterator[list[PlainEvent]]:
        return read_groups(self.source, self.viewer, FOLDED)
