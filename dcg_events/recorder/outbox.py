"""Seal what was taken in, write it, and wait for the disk as the log's policy says."""

from collections.abc import Iterable, Sequence

from dcg_events.errors import LogError
from dcg_events.events.codec import PlainEvent
from dcg_events.log.sealing import SaltSource, Seal, seal_events
from dcg_events.log.writing import LogFile
from dcg_events.vocabulary.durability import Durability, is_awaited


class Outbox:
    """The way of a recorder's events into its file."""

    def __init__(self, store: LogFile, salt: SaltSource) -> None:
        self._store = store
        self._salt = salt
        self._repeated: list[bytes] = []

    def repeat(self, openings: Iterable[bytes]) -> None:
        """Put the openings that an event discloses at the beginning of the next write."""
        self._repeated += openings

    def write(self, events: Sequence[tuple[PlainEvent, list[Seal]]], policy: Durability) -> None:
        """Write whole groups, and wait for the disk if the policy says so.

        It waits for each write before the next: a disk may keep a later one and lose an earlier
        one, and a commit would stand behind a gap.

        Args:
            events: Their events and what is to be sealed of each.
            policy: Which writes are to be on the disk before they are answered.

        Raises:
            LogError: If the file refuses; it is closed then.
        """
        due = is_awaited(policy, (event["kind"] for event, _ in events))
        openings, records = seal_events(events, self._salt)
        repeated, self._repeated = self._repeated, []
        try:
            self._store.append(repeated + openings, records, sync=due)
        except LogError:
            self._store.abandon()  # the table is ahead of the file now: open the log anew
            raise
