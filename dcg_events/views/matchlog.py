"""Read a recorded match as one viewer: events, states, any position.

A viewer's reading uses the openings for that viewer and no others, so that what is computed from
the full log is what can be computed from the viewer's own copy.
"""

from collections.abc import Iterator
from pathlib import Path

from dcg_events.errors import UsageError
from dcg_events.events.codec import PlainEvent
from dcg_events.log.part import LogPart
from dcg_events.log.reading import LogReader
from dcg_events.log.sealing import plain
from dcg_events.log.store import open_reading, read_groups, utc_now
from dcg_events.log.trusting import trusted_form
from dcg_events.projections.rewinding import FOLDED, advance, fold
from dcg_events.projections.table import Table
from dcg_events.views.cut import cut
from dcg_events.views.delay import Clock, Delay, may_read
from dcg_events.views.due import opening_faults
from dcg_events.views.holding import Holding, holding_of
from dcg_events.views.shape import TableView
from dcg_events.vocabulary.people import Viewer


class MatchLog:
    """A log file, read as one viewer.

    Attributes:
        source: The file, as far as it may be read under the delay. The delay is measured once:
            what becomes due later is in a new `MatchLog`.
        viewer: Who reads: by default whoever the file was made for, the judge for a full log.

    Raises:
        LogError: If the file cannot be read.
        UsageError: If the file is a copy made for somebody else, or all of it is still delayed.
    """

    def __init__(
        self,
        path: str | Path | LogPart,
        viewer: Viewer | None = None,
        *,
        delay: Delay | None = None,
        now: Clock = utc_now,
    ) -> None:
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
            for group in read_groups(self.source, self.viewer):
                yield [plain(event) for event in group]

    def events(self) -> Iterator[PlainEvent]:
        """Yield the plain events one by one; see `groups`."""
        for group in self.groups():
            yield from group

    def states(self) -> Iterator[TableView]:
        """Yield the table after every group, as ruled.

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
            UsageError: If there is no such event, or it is not the last of its group.
        """
        with trusted_form(self.source):
            return self._state(at)

    def _state(self, at: int | None) -> TableView:
        if at is None:
            with open_reading(self.source) as file:
                reader = LogReader(file, str(self.source), self.viewer, FOLDED)
                table = fold(reader.writes(), self._folded)
                return cut(table, self.viewer, reader.head)
        table, head = Table(), ""
        for table, head in self.tables():  # noqa: B007 - the head is used after the loop
            if table.seq >= at:
                break
        if table.seq != at:
            remedy = f"choose the end of a group, such as {table.seq}"
            problem = "no group ends there" if table.seq > at else "the log ends before it"
            raise UsageError(f"{self.source}, event {at}", problem, remedy)
        return cut(table, self.viewer, head)

    def tables(self) -> Iterator[tuple[Table, str]]:
        """Yield the working table after every group, and the head; it changes with the next."""
        table = Table()
        with open_reading(self.source) as file:
            reader = LogReader(file, str(self.source), self.viewer, FOLDED)
            for group in reader.groups():
                table = advance(table, group, self._folded)
                yield table, reader.head

    def _folded(self) -> Iterator[list[PlainEvent]]:
        return read_groups(self.source, self.viewer, FOLDED)
