"""What a recorder has taken in and not written yet: the table after it, events with their seals."""

from collections.abc import Sequence

from dcg_events.errors import EventError
from dcg_events.events.codec import PlainEvent
from dcg_events.projections.backdating import seals_of_group
from dcg_events.projections.correcting import KIND as CORRECTED
from dcg_events.projections.correcting import corrects
from dcg_events.projections.rewinding import Again, advance
from dcg_events.projections.table import Table
from dcg_events.projections.visibility import Seal
from dcg_events.projections.witness import Past
from dcg_events.recorder.completing import complete
from dcg_events.recorder.correcting import check_corrections
from dcg_events.recorder.passages import PASSING, prepare_passages
from dcg_events.recorder.retrying import secret_for


class Draft:
    """The end of a log, as far as it is in memory.

    Attributes:
        table: The table after the last event.
        past: What is remembered of placements.
        events: The events that are not written yet, and what of each is to be sealed.
    """

    def __init__(self, secret: str, again: Again) -> None:
        """Begin with an empty table.

        Args:
            secret: Shuffles steps that read alike.
            again: Begins the log anew from its first group, should the game be rewound.
        """
        self.table = Table()
        self.past = Past()
        self.events: list[tuple[PlainEvent, list[Seal]]] = []
        self._secret = secret
        self._again = again

    @property
    def version(self) -> int:
        """The seq that the next event gets."""
        return self.table.seq + 1

    def add(self, group: list[PlainEvent], at: str | None) -> list[PlainEvent]:
        """Take in a group whose events have passed the door, all of it or nothing.

        Args:
            group: The events.
            at: The time of events that have none.

        Returns:
            The events completed, in the order in which they were given.

        Raises:
            EventError: If they cannot be recorded as they are written.
            ImpossibleEventError: If one cannot have happened.
        """
        table, past = self.table, self.past
        version = table.seq + 1
        kind = group[0]["kind"]
        if (kind == "match_opened") != (version == 0):
            where, remedy = f"event {version}", "open the match once, with the first event"
            raise EventError(where, "match_opened stands anywhere but first", remedy)
        given = complete(table, group, version, at)
        prepared = given
        if len(given) > 1 or kind in PASSING:
            prepared = prepare_passages(table, given, past, secret_for(group, self._secret))
        if kind == CORRECTED and corrects(prepared):
            check_corrections(self._again, prepared)
        sealed = seals_of_group(table, prepared, past, self._again)
        self.follow(prepared)
        self.events.extend(zip(prepared, sealed, strict=True))
        return given

    def follow(self, group: Sequence[PlainEvent]) -> None:
        """Carry a group out on the table, all of it or nothing.

        Raises:
            ImpossibleEventError: If one of its events cannot have happened.
        """
        mixed = len(group) > 1 and any(event["kind"] != "transferred" for event in group)
        table = self.table.copy() if mixed else self.table
        self.table = advance(table, group, self._again)
        self.past.note(group)

    def take(self) -> list[tuple[PlainEvent, list[Seal]]]:
        """Return the events that are not written yet, and keep them no longer."""
        events, self.events = self.events, []
        return events
