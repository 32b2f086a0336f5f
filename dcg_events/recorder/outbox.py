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
        self._unsynced = False

    def repeat(self, openings: Iterable[bytes]) -> None:
        """Put the openings that an event discloses at the beginning of the next write."""
        self._repeated += openings

    def write(
        self,
        events: Sequence[tuple[PlainEvent, list[Seal]]],
        policy: Durability,
        *,
        wait: bool,
    ) -> None:
        """Write whole groups.

        Args:
            events: Their events and what is to be sealed of each.
            policy: Which writes are to be on the disk before they are answered.
            wait: Whether to wait for that now; `sync` does it later.

        Raises:
            LogError: If the file refuses; it is closed then.
        """
        due = is_awaited(policy, (event["kind"] for event, _ in events))
        openings, records = seal_events(events, self._salt)
        repeated, self._repeated = self._repeated, []
        self._unsynced |= due and not wait
        try:
            self._store.append(repeated + openings, records, sync=due and wait)
        except LogError:
            self._store.abandon()  # the table is ahead of the file now: open the log anew
            raise

    def sync(self) -> None:
        """Have on the disk what was written without waiting, as far as its policy asks for it."""
        if self._unsynced:
            self._store.sync()
            self._unsynced = False
