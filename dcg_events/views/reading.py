"""Read the groups of a log in one of its histories: as recorded, as played or as ruled."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from dcg_events.log.part import LogPart
from dcg_events.log.reading import LogReader
from dcg_events.log.store import open_log, read_groups
from dcg_events.projections.correcting import Moment, happened
from dcg_events.projections.course import Course, course_of
from dcg_events.projections.fold import Group
from dcg_events.projections.rewinding import advance, played
from dcg_events.projections.table import Table
from dcg_events.vocabulary.histories import History
from dcg_events.vocabulary.people import Viewer


@dataclass(frozen=True, slots=True)
class Reading:
    """A log as one viewer reads it, in one history.

    Attributes:
        source: The log.
        viewer: Who reads.
        fields: The sealed fields that are wanted; all if None.
        history: Which history.
    """

    source: LogPart
    viewer: Viewer
    fields: frozenset[str] | None
    history: History

    def again(self) -> Iterator[Group]:
        """Yield the recorded groups from the first."""
        return read_groups(self.source, self.viewer, self.fields)

    def course(self) -> Course:
        """Return what the log says of its own order, as far as this history takes it up at once."""
        return Course() if self.history == "recorded" else course_of(self.again())

    def moments(self) -> Iterator[tuple[Moment, str]]:
        """Yield what happened, and the head of the log at the place where it stands.

        Raises:
            LogDamagedError: At the first damage.
        """
        course = self.course()
        for moment, head in self.all_moments(course):
            if self.shows(moment, course):
                yield moment, head

    def all_moments(self, course: Course) -> Iterator[tuple[Moment, str]]:
        """Yield likewise what is not part of this history too."""
        with open_log(self.source, self.viewer, self.fields) as reader:
            for moment in course.corrections.moments(reader.groups()):
                yield moment, reader.head

    def tables(self) -> Iterator[tuple[Moment, Table, str]]:
        """Yield likewise, with the working table after each moment.

        Raises:
            LogDamagedError: At the first damage.
            ImpossibleEventError: At an event that cannot have happened.
        """
        course = self.course()
        with open_log(self.source, self.viewer, self.fields) as reader:
            for moment, table in self._fold(reader, course):
                if self.shows(moment, course):
                    yield moment, table, reader.head

    def _fold(self, reader: LogReader, course: Course) -> Iterator[tuple[Moment, Table]]:
        match self.history:
            case "recorded":
                table = Table()
                for group in reader.groups():
                    table = advance(table, group, self.again)
                    yield Moment(group[-1]["seq"], group, ends=True), table
            case "played" | "ruled":
                yield from played(reader.groups(), course)
            case _:
                assert_never(self.history)

    def shows(self, moment: Moment, course: Course) -> bool:
        """Tell whether a moment is part of this history."""
        if self.history == "recorded":
            return True
        counts = self.history == "played" or course.counts(moment.place)
        return counts and bool(happened(moment.group))
