"""Record a match: one writer, one log, events in groups.

with Recorder.create("final.dcglog", p1="Aiko", p2="Ben") as recorder:
    recorder.append({"kind": "first_player_decided", "player": "p1"})
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Final, Self, TypeAlias, cast

from dcg_events.errors import EventError
from dcg_events.events.codec import PlainEvent, plain_event
from dcg_events.log.disk import DISK, Disk
from dcg_events.log.sealing import SaltSource, random_salt
from dcg_events.log.store import read_groups
from dcg_events.log.trusting import trusted_form
from dcg_events.log.writing import LogFile
from dcg_events.projections.correcting import KIND as CORRECTED
from dcg_events.projections.table import Table
from dcg_events.recorder.correcting import complete_corrections
from dcg_events.recorder.disclosing import Openings, as_stored, discloses, look_up
from dcg_events.recorder.door import Checked, check, checked_in_turns
from dcg_events.recorder.draft import Draft
from dcg_events.recorder.grouping import AnEvent, GroupBuilder, Receipt
from dcg_events.recorder.opening import opening
from dcg_events.recorder.outbox import Outbox
from dcg_events.recorder.recovery import begin, take_up
from dcg_events.recorder.retrying import Retries
from dcg_events.vocabulary.durability import Durability, is_awaited

MOST_IN_A_WRITE = 2000
"""Events after which a batch is written at the next group's end."""

MOST_UNANSWERED = 1000
"""Groups that wait for their answers, and for the disk, while many are recorded."""

_LOOKED_UP: Final = frozenset({CORRECTED, "disclosed"})
"""Kinds that are completed by what the log holds."""

Taken: TypeAlias = Receipt | list[PlainEvent]
"""A group that was taken in: its receipt if it stood in the log, else its events as given."""


class Recorder:
    """The one writer of a log. Threads may share it: they record one after the other.

    Attributes:
        path: The log file.
        recovered: The file that keeps what a crash had torn, if it had, when the log was opened.
            It is recorded before the next group that does not say which version it expects; at
            the latest when the log is closed. So a writer that sends again what it had sent finds
            the places that it knows.
        draft: What is taken in and not written yet, with the table as it stands: to look at.
    """

    def __init__(self, store: LogFile, salt: SaltSource) -> None:
        self.path = store.path
        self.recovered: Path | None = None
        self._store = store
        self._outbox = Outbox(store, salt)
        secret = random_salt() if salt is random_salt else ""
        self.draft = Draft(secret, self._again)
        self._retries = Retries(self.path, secret)
        self._due: list[PlainEvent] = []
        self._in_batch = False
        self._alone = RLock()

    @classmethod
    def begin(
        cls,
        path: str | Path,
        opened: AnEvent,
        *,
        salt: SaltSource = random_salt,
        disk: Disk = DISK,
    ) -> Self:
        """Create a log and record its first event, a `match_opened`.

        What a crash left of an earlier attempt is kept beside the log, and that is recorded.

        Raises:
            EventError: If the event is not a `match_opened`.
            LogError: If the file cannot be written.
            UsageError: If the file exists and holds anything else.
        """
        header = plain_event(opened, "event 0")
        if header["kind"] != "match_opened":
            problem = f"a log begins with match_opened and not with {header['kind']}"
            raise EventError("event 0", problem, "open the match first")
        store = LogFile.create(Path(path), disk, sync=header["durability"] != "none")
        recorder = cls(store, salt)
        with recorder._let_go_if_refused(), recorder.batch():
            recorder.recovered, due = begin(store)
            recorder.append(header)
            recorder._due = due
            recorder._record_recoveries()
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
            salt: Where the salts come from; random unless a test wants the same bytes twice. With
                random ones the header has random digits too, by which seals know the match.
            **header: Other fields of `match_opened`, such as `tournament` or `durability`.

        Raises:
            EventError: If a field of the header is not known or has the wrong form.
            LogError: If the file exists or cannot be written.
        """
        if salt is random_salt:
            header = {"match": random_salt()} | header
        return cls.begin(path, opening(p1=p1, p2=p2, **header), salt=salt)

    @classmethod
    def open(cls, path: str | Path, *, salt: SaltSource = random_salt, disk: Disk = DISK) -> Self:
        """Open a log to go on recording; cut off, and keep, what a crash has torn.

        Raises:
            LogError: If the log is damaged, redacted, or written by another process.
        """
        store = LogFile.open(Path(path), disk)
        recorder = cls(store, salt)
        with recorder._let_go_if_refused(), trusted_form(Path(path)):
            recorder.recovered, recorder._due = take_up(
                store, recorder.draft.follow, lambda: recorder._durability
            )
        return recorder

    @contextmanager
    def _let_go_if_refused(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._store.abandon()
            raise

    @property
    def version(self) -> int:
        """The seq that the next event gets: the number of events before it."""
        return self._next + len(self._due)

    @property
    def _next(self) -> int:
        return self.draft.version

    @property
    def head(self) -> str:
        """SHA-256 of all record lines committed."""
        return self._store.head

    @property
    def table(self) -> Table:
        """A copy of the table as it stands, for the views."""
        return self.draft.table.copy()

    def append(
        self, event: AnEvent, *, expected_version: int | None = None, at: str | None = None
    ) -> Receipt:
        """Record one event that is a group of its own; see `append_group`."""
        return self.append_group([event], expected_version=expected_version, at=at)

    def append_group(
        self,
        events: Iterable[AnEvent] | Checked,
        *,
        expected_version: int | None = None,
        at: str | None = None,
    ) -> Receipt:
        """Record the events of one moment, all or none.

        Args:
            events: Models or plain events, in the order of their steps.
            expected_version: Number of events that the log should hold so far. If it holds more
                and these very events stand there, nothing is written and the receipt says so. If
                a recovery is recorded there, they are looked for, or recorded, behind it.
            at: The time of events that have none, UTC like `2026-08-18T10:21:07Z`.

        Raises:
            EventError: If one is no event.
            ImpossibleEventError: If one cannot have happened. Nothing is recorded.
            ExpectedVersionError: If the log holds other events there, or fewer.
            LogError: If the file refuses.
        """
        with self._alone:
            taken = self._take_in(check(events, self._next), expected_version, at)
            if not self._in_batch or len(self.draft.events) >= MOST_IN_A_WRITE:
                self._flush()
            return self._receipt(taken)

    def extend(
        self,
        groups: Iterable[Iterable[AnEvent] | Checked],
        *,
        expected_version: int | None = None,
        at: str | None = None,
        answer: Callable[[Receipt], object] | None = None,
    ) -> None:
        """Record many groups as fast as it goes, many in a write.

        Each group is recorded as by `append_group`. If one is refused, nothing of it is recorded,
        and all groups before it are.

        Args:
            groups: The groups, each of the events of one moment.
            expected_version: Number of events that the log should hold before the first.
            at: The time of events that have none.
            answer: Called with the receipt of each group, in order, once the group is written.

        Raises:
            EventError: If an event is none.
            ImpossibleEventError: If one cannot have happened.
            ExpectedVersionError: If the log holds other events there, or fewer.
            LogError: If the file refuses.
        """
        expected = expected_version
        taken: deque[Taken] = deque()
        try:
            for turn in checked_in_turns(groups, self._next if expected is None else expected):
                with self._alone:
                    for group in turn:
                        one = self._take_in(group, expected, at)
                        if expected is not None:
                            expected = _end_of(one)
                        if answer is not None:
                            taken.append(one)
                    self._flush()
                if len(taken) >= MOST_UNANSWERED:
                    self._settle(taken, answer)
        except BaseException:
            if not self._store.closed:  # or what was taken in is lost
                self._settle(taken, answer)
            raise
        self._settle(taken, answer)

    def _settle(self, taken: deque[Taken], answer: Callable[[Receipt], object] | None) -> None:
        """Write what was taken in, and answer."""
        self._flush()
        while taken and answer is not None:
            answer(self._receipt(taken.popleft()))

    def _receipt(self, taken: Taken) -> Receipt:
        if isinstance(taken, Receipt):
            return taken
        return Receipt.of(taken, None if self._in_batch else self.head)

    def _take_in(self, group: Checked, expected: int | None, at: str | None) -> Taken:
        """Take in a group, unless it is found to stand in the log."""
        events = group.events
        if expected is None:
            expected = events[0].get("seq")
        if self._due and (expected is None or expected > self._next):
            self._record_recoveries()
        if expected is not None:
            if expected == self._next:
                self._retries.trust_count()
            elif (found := self._retry(events, expected, at)) is not None:
                return found
        repeated: Openings = {}
        try:
            if events[0]["kind"] in _LOOKED_UP or len(events) > 1:
                events, repeated = self._look_up(events)
            given = self.draft.add(events, at)
        except EventError as error:
            if group.where:
                raise error.at(group.where) from error
            raise
        if repeated:
            self._outbox.repeat(repeated.values())
            ((event, sealed),) = self.draft.take()
            self.draft.events.append((as_stored(event, repeated), sealed))
        return given

    def _record_recoveries(self) -> None:
        due, self._due = self._due, []
        for fact in due:
            self.append(fact)

    def _look_up(self, group: list[PlainEvent]) -> tuple[list[PlainEvent], Openings]:
        group = complete_corrections(self._again, group, self._next)
        if discloses(group):
            self._flush()
        return look_up(self.path, group, self._next)

    def _again(self) -> Iterator[list[PlainEvent]]:
        self._flush()
        yield from read_groups(self.path)

    @property
    def _durability(self) -> Durability:
        header = self.draft.table.header
        return "group" if header is None else cast("Durability", header["durability"])

    def _flush(self) -> None:
        with self._alone:
            if self.draft.events:
                self._outbox.write(self.draft.take(), self._durability)

    def _retry(self, group: list[PlainEvent], expected: int, at: str | None) -> Receipt | None:
        self._flush()
        found = self._retries.find(group, expected, self._next, at)
        if found is not None and is_awaited(self._durability, (e["kind"] for e in group)):
            self._store.sync()  # who wrote it may have been killed before that
        return found

    @contextmanager
    def group(
        self, *, expected_version: int | None = None, at: str | None = None
    ) -> Iterator[GroupBuilder]:
        """Collect the events of one moment and record them together at the end of the block."""
        builder = GroupBuilder(self.version if expected_version is None else expected_version)
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
            self._flush()

    def close(self) -> None:
        """Write what is due and let go of the log."""
        with self._alone:
            try:
                if not self._store.closed:
                    self._record_recoveries()
                    self._flush()
                    self._store.close(sync=self._durability != "none")
            finally:
                self._store.abandon()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _end_of(taken: Taken) -> int:
    """Return the seq behind a group that was taken in."""
    seqs = taken.seqs if isinstance(taken, Receipt) else [event["seq"] for event in taken]
    return max(seqs) + 1
