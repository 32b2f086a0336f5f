"""Export many logs: verified ones go in, each match once, and the others are listed."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final, Literal, TypeAlias

from dcg_events.batches.mapping import WINDOW, Outcome, Source, Unopened, map_logs
from dcg_events.errors import DcgEventsError, LogError
from dcg_events.exports.chunk import CHUNK, Chunk, EncodedMatch
from dcg_events.exports.encoding import encode_rows
from dcg_events.exports.folder import CsvFiles, FolderStore
from dcg_events.exports.store import Held, Rejected, Store
from dcg_events.log.identity import Identity, holds_head, identity_of
from dcg_events.log.part import LogPart
from dcg_events.log.store import utc_now
from dcg_events.tables.building import match_tables
from dcg_events.views.delay import Clock, Delay
from dcg_events.vocabulary.people import Viewer

Format: TypeAlias = Literal["parquet", "csv", "duckdb"]

_DUCKDB: Final = "dcg_events.exports.database"
"""The module that needs DuckDB, which not everybody has: loaded when it is asked for."""


@dataclass(slots=True)
class Report:
    """What an export did.

    Attributes:
        added: Matches that are new in it.
        grown: Matches of which it held less, and that were replaced.
        unchanged: Logs of matches that it holds already, as far or further.
        rejected: Logs that are not in it, each with the reason; in the order they were given.
    """

    added: int
    grown: int
    unchanged: int
    rejected: list[Unopened]


@dataclass(frozen=True, slots=True)
class Exporter:
    """Exports logs as tables into one place.

    Attributes:
        out: A folder for Parquet and CSV, a file for DuckDB. It is made with the first match.
        form: The format.
        viewer: As whom all are read; what they may not know is null.
        delay: By how much what they are told lags behind each match.
        now: The clock by which a delay is measured.
        executor: Who reads the logs; this process if None.
        window: How many logs are under way at most.
        chunk_size: Matches that are written together.
    """

    out: Path
    form: Format
    viewer: Viewer = "judge"
    delay: Delay | None = None
    now: Clock = utc_now
    executor: Executor | None = None
    window: int = WINDOW
    chunk_size: int = CHUNK

    def export(self, logs: Iterable[Source]) -> Report:
        """Export logs, taken one by one; what is exported already is not made again.

        Memory does not grow with the number of logs. Matches become visible chunk by chunk, whole
        or not at all; whoever stops it, or kills it, and begins again goes on after the last one.

        Raises:
            UsageError: If `out` holds an export for another viewer or in another format, or the
                package that a format needs is not installed.
            LogError: If nothing can be written there.
        """
        exporting = _Exporting(self._open_store, self.chunk_size)
        work = partial(_encode, viewer=self.viewer, delay=self.delay, now=self.now)
        try:
            if self.out.exists():
                exporting.open()
            fresh = logs if self.delay is not None else exporting.fresh(logs)
            for outcome in map_logs(work, fresh, self.executor, window=self.window):
                exporting.take(outcome)
            exporting.finish()
        except OSError as error:
            problem = "it cannot be written"
            raise LogError(str(self.out), problem, "check the disk and the path") from error
        finally:
            exporting.close()
        return exporting.report

    def _open_store(self) -> Store:
        if self.form == "csv":
            return FolderStore(self.out, self.viewer, self.form, CsvFiles())
        database = import_module(_DUCKDB)
        if self.form == "parquet":
            files = database.ParquetFiles(self.viewer)
            return FolderStore(self.out, self.viewer, self.form, files)
        store: Store = database.DatabaseStore(self.out, self.viewer)
        return store


def _encode(log: LogPart, *, viewer: Viewer, delay: Delay | None, now: Clock) -> EncodedMatch:
    """Make the lines of a match: all that a worker does."""
    tables = match_tables(log, viewer, delay=delay, now=now)
    match = tables.matches[0]
    lines = {table: encode_rows(table, rows) for table, rows in tables.by_name().items()}
    return EncodedMatch(Identity(match.match_id, match.events, match.head), lines)


class _Exporting:
    """An export under way: the store once there is one, and the chunk being filled."""

    def __init__(self, open_store: Callable[[], Store], chunk_size: int) -> None:
        self.report = Report(0, 0, 0, [])
        self._open_store = open_store
        self._chunk_size = chunk_size
        self._store: Store | None = None
        self._chunk: Chunk | None = None

    def open(self) -> Store:
        """Return the store, which is made when it is first needed."""
        if self._store is None:
            self._store = self._open_store()
        return self._store

    def fresh(self, logs: Iterable[Source]) -> Iterator[Source]:
        """Yield the logs that have to be read; pass over those that are exported as they are."""
        for log in logs:
            if isinstance(log, Unopened):
                yield log
                continue
            try:
                identity = identity_of(log)
            except (DcgEventsError, OSError):
                yield log  # whoever reads it will say why
                continue
            held = self._held(identity.match_id)
            if held is not None and held == (identity.events, identity.head):
                self.report.unchanged += 1
            else:
                yield log

    def _held(self, match_id: str) -> Held | None:
        """Return how far a match is exported, what waits in the chunk included."""
        if self._chunk is not None and match_id in self._chunk.matches:
            waiting = self._chunk.matches[match_id]
            return Held(waiting.events, waiting.head)
        return None if self._store is None else self._store.held(match_id)

    def take(self, outcome: Outcome[EncodedMatch]) -> None:
        """Add what came of a log to the chunk, or to the report."""
        if outcome.value is None:
            if outcome.error is not None:
                self.report.rejected.append(Unopened(outcome.log, outcome.error))
            return
        match = outcome.value
        held = self._held(match.identity.match_id)
        if held is None:
            self._add(match, replaces=False)
            self.report.added += 1
        elif held == (match.identity.events, match.identity.head):
            self.report.unchanged += 1
        elif match.identity.events < held.events:
            self.report.unchanged += 1  # an older copy of it
        elif holds_head(outcome.log, *held):
            self._flush(match.identity.match_id)
            self._add(match, replaces=True)
            self.report.grown += 1
        else:
            problem = f"another history of its match is exported, with head {held.head}"
            error = LogError(str(outcome.log), problem, "find out which one is true")
            self.report.rejected.append(Unopened(outcome.log, error))

    def _add(self, match: EncodedMatch, *, replaces: bool) -> None:
        if self._chunk is None:
            self._chunk = self.open().begin()
        self._chunk.add(match, replaces=replaces)
        if len(self._chunk.matches) >= self._chunk_size:
            self._flush()

    def _flush(self, holding: str | None = None) -> None:
        """Make the chunk visible, at once or if it holds a match."""
        chunk = self._chunk
        if chunk is not None and (holding is None or holding in chunk.matches):
            self._chunk = None
            self.open().add(chunk)

    def finish(self) -> None:
        """Make the rest visible, and list what was rejected where there is an export."""
        self._flush()
        if self._store is not None:
            told = [Rejected(str(one.log), str(one.error)) for one in self.report.rejected]
            self._store.tell_rejected(told)

    def close(self) -> None:
        """Let go of the store."""
        if self._chunk is not None:
            self._chunk.discard()
        if self._store is not None:
            self._store.close()
