"""Record a match: one writer, one log, events in groups.

with Recorder.create("final.dcglog", p1="Aiko", p2="Ben") as recorder:
    recorder.append({"kind": "first_player_decided", "player": "p1"})
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from dcg_events.errors import (
    EventError,
    ExpectedVersionError,
    ImpossibleEventError,
    LogError,
    UsageError,
)
from dcg_events.events.codec import PlainEvent, plain_event
from dcg_events.log.sealing import SaltSource, plain, random_salt, seal_events
from dcg_events.log.store import LogFile, read_groups
from dcg_events.projections.rewinding import Again, advance
from dcg_events.projections.table import Table
from dcg_events.projections.visibility import Seal, seals
from dcg_events.projections.witness import Past
from dcg_events.recorder.completing import complete
from dcg_events.recorder.disclosing import Openings, as_stored, find_disclosed
from dcg_events.recorder.grouping import AnEvent, GroupBuilder, Receipt
from dcg_events.recorder.opening import opening
from dcg_events.recorder.passages import prepare_passages
from dcg_events.recorder.retrying import StoredGroups, is_rearranged

MOST_IN_A_WRITE = 2000
"""Events after which a batch is written at the next group's end."""


class Recorder:
    """The one writer of a log.

    Attributes:
        path: The log file.
        recovered: The file that keeps what a crash had torn, if it had, when the log was opened.
    """

    def __init__(self, store: LogFile, salt: SaltSource) -> None:
        self.path = store.path
        self.recovered: Path | None = None
        self._store = store
        self._salt = salt
        self._secret = random_salt() if salt is random_salt else ""
        self._table = Table()
        self._past = Past()
        self._durability = "group"
        self._unsealed: list[tuple[PlainEvent, list[Seal]]] = []
        self._repeated: list[bytes] = []
        self._in_batch = False
        self._retries: StoredGroups | None = None

    @classmethod
    def begin(cls, path: str | Path, opened: AnEvent, *, salt: SaltSource = random_salt) -> Self:
        """Create a log and record its first event, a `match_opened`.

        Raises:
            EventError: If the event is not a `match_opened`.
            LogError: If the file exists or cannot be written.
        """
        header = plain_event(opened, "event 0")
        if header["kind"] != "match_opened":
            problem = f"a log begins with match_opened and not with {header['kind']}"
            raise EventError("event 0", problem, "open the match first")
        recorder = cls(LogFile.create(Path(path)), salt)
        recorder.append(header)
        return recorder

    @classmethod
    def create(
        cls,
        path: str | Path,
        *,
        p1: str,
        p2: str,
        salt: SaltSource = random_salt,
        **header: object,
    ) -> Self:
        """Create a log for a match between two named players.

        Args:
            path: The log file, which must not exist yet.
            p1: Name of the player on the first seat; not necessarily who goes first.
            p2: Name of the player on the second seat.
            salt: Where the salts come from; random unless a test wants the same bytes twice.
            **header: Other fields of `match_opened`, such as `tournament` or `durability`.

        Raises:
            EventError: If a field of the header is not known or has the wrong form.
            LogError: If the file exists or cannot be written.
        """
        return cls.begin(path, opening(p1=p1, p2=p2, **header), salt=salt)

    @classmethod
    def open(cls, path: str | Path, *, salt: SaltSource = random_salt) -> Self:
        """Open a log to go on recording; cut off, and keep, what a crash has torn.

        Raises:
            LogError: If the log is damaged, redacted, or written by another process.
        """
        recorder = cls(LogFile.open(Path(path)), salt)
        try:
            recorder._take_up()
        except BaseException:
            recorder._store.abandon()
            raise
        return recorder

    def _take_up(self) -> None:
        reader = self._store.reader()
        for group in reader.groups():
            self._refuse_sealed(group)
            self._fold(group)
        self.recovered = self._store.continue_after(reader)

    def _refuse_sealed(self, group: Sequence[PlainEvent]) -> None:
        for event in group:
            if plain(event) != event:
                problem = f"event {event['seq']} is sealed in it: this is a redacted copy"
                remedy = "append to the full log; a copy cannot seal what follows consistently"
                raise LogError(str(self.path), problem, remedy)

    @property
    def version(self) -> int:
        """Number of events recorded: the seq that the next one gets."""
        return self._table.seq + 1

    @property
    def head(self) -> str:
        """SHA-256 of all record lines committed."""
        return self._store.head

    @property
    def table(self) -> Table:
        """A copy of the table as it stands, for the views."""
        return self._table.copy()

    def append(
        self, event: AnEvent, *, expected_version: int | None = None, at: str | None = None
    ) -> Receipt:
        """Record one event that is a group of its own; see `append_group`."""
        return self.append_group([event], expected_version=expected_version, at=at)

    def append_group(
        self,
        events: Iterable[AnEvent],
        *,
        expected_version: int | None = None,
        at: str | None = None,
    ) -> Receipt:
        """Record the events of one moment, all or none.

        Args:
            events: Models or plain events, in the order of their steps.
            expected_version: Number of events that the log should hold so far. If it holds more
                and these very events stand there, nothing is written and the receipt says so.
            at: The time of events that have none, UTC like `2026-08-18T10:21:07Z`.

        Raises:
            EventError: If one is no event.
            ImpossibleEventError: If one cannot have happened. Nothing is recorded.
            ExpectedVersionError: If the log holds other events there, or fewer.
            LogError: If the file refuses.
        """
        group = [
            plain_event(event, f"event {self.version + step}") for step, event in enumerate(events)
        ]
        if not group:
            raise UsageError(str(self.path), "an empty group", "give at least one event")
        expected = group[0].get("seq") if expected_version is None else expected_version
        if expected is not None and expected != self.version:
            return self._retry(group, expected, at)
        group, repeated = self._look_up(group, self.version)
        given, prepared = self._prepare(group, at)
        sealed = [seals(self._table, event, prepared, self._past) for event in prepared]
        self._fold(prepared)
        self._write(prepared, sealed, repeated)
        return Receipt.of(given, None if self._in_batch else self.head)

    def _look_up(self, group: list[PlainEvent], seq: int) -> tuple[list[PlainEvent], Openings]:
        """Fill in what a group discloses of the log; return with it the openings to repeat."""
        if len(group) > 1 or group[0]["kind"] != "disclosed":
            return group, {}
        self._flush()
        event, openings = find_disclosed(self.path, group[0], seq)
        return [event], openings

    def _prepare(
        self, group: list[PlainEvent], at: str | None
    ) -> tuple[list[PlainEvent], list[PlainEvent]]:
        """Return the completed events as they were given, and as they will stand in the log."""
        table = self._table
        if (group[0]["kind"] == "match_opened") != (table.seq < 0):
            where, remedy = f"event {self.version}", "open the match once, with the first event"
            raise EventError(where, "match_opened stands anywhere but first", remedy)
        completed = complete(table, group, self.version, at)
        secret = self._secret_for(group)
        return completed, prepare_passages(table, completed, self._past, secret)

    def _secret_for(self, group: list[PlainEvent]) -> str | None:
        """Return by what steps that read alike are shuffled: not if each carries its `seq`.

        Such a group comes from a log, where it was shuffled and later events name its placements.
        """
        return None if all("seq" in event for event in group) else self._secret

    def _fold(self, group: Sequence[PlainEvent]) -> None:
        mixed = len(group) > 1 and any(event["kind"] != "transferred" for event in group)
        table = self._table.copy() if mixed else self._table
        self._table = advance(table, group, self._again)
        self._past.note(group)
        if group[0]["kind"] == "match_opened":
            self._durability = group[0]["durability"]

    @property
    def _again(self) -> Again:
        def again() -> Iterator[list[PlainEvent]]:
            self._flush()
            yield from read_groups(self.path)

        return again

    def _write(
        self, events: list[PlainEvent], sealed: list[list[Seal]], repeated: Openings
    ) -> None:
        if repeated:
            self._repeated += repeated.values()
            events = [as_stored(events[0], repeated)]
        self._unsealed += zip(events, sealed, strict=True)
        ends_turn = any(event["kind"] in ("turn_ended", "game_ended") for event in events)
        if not self._in_batch or len(self._unsealed) >= MOST_IN_A_WRITE:
            due = {"group": True, "turn": ends_turn}.get(self._durability, False)
            self._flush(sync=due and not self._in_batch)

    def _flush(self, *, sync: bool = False) -> None:
        if self._unsealed:
            openings, records = seal_events(self._unsealed, self._salt)
            repeated, self._repeated, self._unsealed = self._repeated, [], []
            try:
                self._store.append(repeated + openings, records, sync=sync)
            except LogError:
                self._store.abandon()  # the table is ahead of the file now: open the log anew
                raise

    def _retry(self, group: list[PlainEvent], expected: int, at: str | None) -> Receipt:
        """Answer a group that may have been recorded already."""
        where = f"event {expected}"
        if expected > self.version:
            problem = f"the log holds {self.version} events and not {expected}"
            raise ExpectedVersionError(where, problem, "read the log and append what follows it")
        self._flush()
        if self._retries is None or self._retries.version > expected:
            self._retries = StoredGroups(self.path)
        stored, table, head = self._retries.group_at(expected)
        given = self._completed_to(stored, group, table, at) if len(stored) == len(group) else None
        if given is None:
            problem = "the log holds another group there"
            remedy = "read the log from there and decide what follows it"
            raise ExpectedVersionError(where, problem, remedy)
        return Receipt.of(given, head, repeated=True)

    def _completed_to(
        self, stored: list[PlainEvent], group: list[PlainEvent], table: Table, at: str | None
    ) -> list[PlainEvent] | None:
        """Return a group completed, if, recorded on a table, it is the stored one.

        Times may be left out.
        """
        times = {event["at"] for event in stored}
        at = times.pop() if at is None and len(times) == 1 else at
        past = self._retries.past if self._retries else self._past
        try:
            group, _ = self._look_up(group, stored[0]["seq"])
            completed = complete(table, group, stored[0]["seq"], at)
            prepared = prepare_passages(table, completed, past, self._secret_for(group))
            return completed if prepared == stored or is_rearranged(prepared, stored) else None
        except (EventError, ImpossibleEventError):
            return None  # it could not have been recorded there, so it is another one

    @contextmanager
    def group(
        self, *, expected_version: int | None = None, at: str | None = None
    ) -> Iterator[GroupBuilder]:
        """Collect the events of one moment and record them together at the end of the block."""
        builder = GroupBuilder(self.version)
        yield builder
        builder.receipt = self.append_group(
            builder.events, expected_version=expected_version, at=at
        )

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Write many groups with few commits, for importers: what a crash cuts off is more."""
        self._in_batch = True
        try:
            yield
        finally:
            self._in_batch = False
            self._flush(sync=self._durability in ("group", "turn"))

    def close(self) -> None:
        """Write what is due and let go of the log."""
        self._flush()
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
