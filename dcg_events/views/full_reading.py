"""Read a log from its first byte to its last, and look at all that there is to it on the way.

Its heads, its openings, its fold, and whose copy it can be: a log that is good is read once. What
is wrong with a log that is not may take more readings to say.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from dcg_events.errors import ImpossibleEventError, LogDamagedError, Spot
from dcg_events.log.part import LogPart
from dcg_events.log.reading import LogReader, Write
from dcg_events.log.store import open_log, read_groups
from dcg_events.log.trusting import misformed_in, trusted_form
from dcg_events.projections.rewinding import advance
from dcg_events.projections.table import Table
from dcg_events.views.candidates import Candidates
from dcg_events.views.disclosed import disclosure_faults
from dcg_events.views.due import OpeningFault, groups_in, opening_faults, sealed_groups
from dcg_events.views.good_part import Good, place_of
from dcg_events.views.holding import Holding, holding_of
from dcg_events.vocabulary.people import Viewer


class FullReading:
    """A log being verified, from its first write to its last.

    Attributes:
        part: The log.
        name: Its name in messages.
        good: How far it is good, up to a commit.
        ended: Whether the last event up to there is the end of the match.
        tail: Bytes after the last commit.
    """

    def __init__(self, part: LogPart, name: str, *, head: str | None, strict: bool) -> None:
        self.part = part
        self.name = name
        self.good = Good()
        self.ended = False
        self.tail = 0
        self._head = head
        self._with_head: Good | None = None
        self._strict = strict
        self._candidates = Candidates(lambda: sealed_groups(part))
        self._table: Table | None = None

    def read(self) -> None:
        """Read and fold every write.

        Raises:
            LogError: At the first damage, or if it holds no event.
        """
        with open_log(self.part, name=self.name) as reader:
            for events in reader.verified_writes(self._watch):
                if self._strict and (damage := misformed_in(reader, events)) is not None:
                    raise damage
                self._fold(reader, events)
                self._candidates.keep()
                self.good = Good.up_to(reader)
                self.ended = events[-1]["kind"] == "match_ended"
                if reader.head == self._head:
                    self._with_head = self.good
            self.tail = reader.tail
        if self._head is not None and self._head != self.good.head:
            self._refuse_head(self._head)
        if self.tail:
            self._refuse_tail()

    def _watch(self, write: Write, events: list[dict[str, Any]]) -> None:
        """Weigh a write as it stands.

        As long as nothing was opened its table is that of the log: both are folded as one.
        """
        if self._table is None and write.opened and not self._candidates.stopped:
            self._table = self._candidates.table.copy()
        self._candidates.weigh(write, events)

    def _fold(self, reader: LogReader, events: list[dict[str, Any]]) -> None:
        """Fold the events of a write that was verified."""
        if self._table is None:
            if not self._candidates.stopped:
                return
            self._table = self._fold_anew()

        def again() -> Iterator[list[dict[str, Any]]]:
            """Read what is known to be good: what follows the write may not be."""
            return read_groups(Good.up_to(reader).of(self.part))

        for group in groups_in(events):
            try:
                self._table = advance(self._table, group, again)
            except ImpossibleEventError as error:
                self._refuse_group(reader, group, error)

    def _refuse_group(
        self, reader: LogReader, group: list[dict[str, Any]], error: ImpossibleEventError
    ) -> NoReturn:
        seq, last = group[0]["seq"], group[-1]["seq"]
        line = self.part.lines_before + reader.lines - reader.version
        spot = Spot(line + seq, line + last, seq, seq)
        self._damaged(spot, f"{error.where}: {error.problem}", error.remedy)

    def _fold_anew(self) -> Table:
        """Return the table after what is good so far, which was folded already."""
        if not self.good.events:
            return Table()
        table, part = Table(), self.good.of(self.part)
        with open_log(part) as reader:
            for events in reader.verified_writes():
                for group in groups_in(events):
                    table = advance(table, group, lambda: read_groups(part))
        return table

    def holding(self) -> Holding:
        """Return whose copy the log is, as far as it is good."""
        told = self._candidates.holding()
        if told is None or self._candidates.weighed.events != self.good.events:
            return holding_of(self.good.of(self.part))
        return told

    def faults(self, viewer: Viewer) -> tuple[OpeningFault, ...]:
        """Return what is wrong with the openings of a viewer's copy, as far as the log is good.

        Raises:
            LogDamagedError: If a record could not have been sealed, or discloses another value.
            ImpossibleEventError: If its events contradict one another.
        """
        part, weighed = self.good.of(self.part), self._candidates.weighed
        content = viewer in weighed.viewers  # who is so at the end was so before
        if content and not weighed.disclosing:
            return ()
        with trusted_form(part):
            openings = () if content else opening_faults(part, viewer)
            return (*openings, *disclosure_faults(part, viewer))

    def wrong_openings(self, viewer: Viewer, faults: Sequence[OpeningFault]) -> LogDamagedError:
        """Return the error of openings that are not those of a viewer."""
        first = faults[0]
        more = f" ({len(faults)} such values in all)" if len(faults) > 1 else ""
        spot, _ = place_of(self.part, first.event)
        remedy = f"if it is the copy of {viewer}, redact one for {viewer} from the full log"
        if viewer == "judge":
            remedy = "use another full log; if this is somebody's copy, say whose with --as"
        return LogDamagedError(f"{self.name}, {spot}", f"{first}{more}", remedy, spot)

    def _refuse_head(self, head: str) -> NoReturn:
        where = self.name
        if self._with_head is not None:
            more = self.good.events - self._with_head.events
            problem = f"it has the head {head} after {self._with_head.events} events, and goes on"
            problem += f" for {more} more"
            remedy = "ask for the head of the whole log; --prefix writes the part under this head"
            self.good, self.ended = self._with_head, False
        else:
            problem = f"its head after {self.good.events} events is {self.good.head} and not {head}"
            remedy = "compare it with a log that has that head: this one is cut short, or another"
            remedy += " history"
        raise LogDamagedError(where, problem, remedy)

    def _refuse_tail(self) -> NoReturn:
        line = self.part.lines_before + self.good.lines + 1
        spot = Spot(line, line, self.good.events, self.good.events)
        problem = f"the tail is missing: {self.tail} bytes after event {self.good.events - 1} have"
        problem += " no commit"
        remedy = "if nobody is writing, opening the log to append cuts them off and keeps them"
        self._damaged(spot, problem, remedy)

    def _damaged(self, spot: Spot, problem: str, remedy: str) -> NoReturn:
        raise LogDamagedError(f"{self.name}, {spot}", problem, remedy, spot)
