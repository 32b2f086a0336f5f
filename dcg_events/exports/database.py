"""Exports by DuckDB: into a database file, and Parquet files of a folder."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dcg_events.errors import LogError, UsageError
from dcg_events.exports.chunk import Chunk
from dcg_events.exports.duck import (
    DuckError,
    connect,
    definitions,
    metadata,
    quoted,
    rows_of,
    write_parquet,
)
from dcg_events.exports.store import Held, Rejected, about, check_same
from dcg_events.tables.schema import TABLES
from dcg_events.vocabulary.people import Viewer


@contextmanager
def _told_plainly(out: Path) -> Iterator[None]:
    """Say that nothing could be written, whatever DuckDB says of it.

    A transaction that was under way ends with the connection, unseen.
    """
    try:
        yield
    except DuckError as error:
        problem = "the rows could not be written"
        raise LogError(str(out), problem, "check the disk, or export into another place") from error


class ParquetFiles:
    """Parts as Parquet, compressed with zstd."""

    suffix = ".parquet"

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._connection = connect()

    def convert(self, csv: Path, table: str, path: Path) -> None:
        """Write the rows of a CSV file as Parquet."""
        self._write(rows_of(csv, table), table, path)
        csv.unlink()

    def without(self, path: Path, table: str, gone: set[str], new: Path) -> None:
        """Write all rows but those of some matches."""
        ids = ", ".join(map(quoted, sorted(gone)))
        rows = f"SELECT * FROM read_parquet({quoted(str(path))}) WHERE match_id NOT IN ({ids})"  # noqa: S608
        self._write(rows, table, new)

    def _write(self, rows: str, table: str, path: Path) -> None:
        with _told_plainly(path.parent):
            write_parquet(self._connection, rows, path, metadata(table, self._viewer))
        with path.open("rb") as file:
            os.fsync(file.fileno())


class DatabaseStore:
    """A DuckDB file: each chunk is a transaction."""

    def __init__(self, out: Path, viewer: Viewer) -> None:
        """Open the file, or make it.

        Raises:
            UsageError: If it is not the place for these matches, or another program has it open.
        """
        self._out = out
        self._pending = out.with_name(f".{out.name}.pending")
        out.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._connection = connect(out)
            held = self._about()
        except DuckError as error:
            problem = "it is no database, or another program has it open"
            raise UsageError(str(out), problem, "close it there, or choose another name") from error
        if held is None:
            self._define(viewer)
        else:
            check_same(out, held, viewer, "duckdb")

    def _about(self) -> dict[str, str] | None:
        there = "SELECT count(*) FROM duckdb_tables() WHERE table_name IN ('about', 'matches')"
        (count,) = self._connection.execute(there).fetchone() or (0,)
        if not count:
            return None
        return dict(self._connection.execute("SELECT name, value FROM about").fetchall())

    def _define(self, viewer: Viewer) -> None:
        run = self._connection.execute
        with _told_plainly(self._out):
            run("BEGIN")
            run("CREATE TABLE about (name VARCHAR NOT NULL, value VARCHAR NOT NULL)")
            run("CREATE TABLE rejected (path VARCHAR NOT NULL, reason VARCHAR NOT NULL)")
            for row in about(viewer, "duckdb").items():
                run("INSERT INTO about VALUES (?, ?)", row)
            for statement in definitions():
                run(statement)
            run("COMMIT")

    def held(self, match_id: str) -> Held | None:
        """Return how far a match is exported."""
        found = self._connection.execute(
            "SELECT events, head FROM matches WHERE match_id = ?", (match_id,)
        ).fetchone()
        return None if found is None else Held(*found)

    def begin(self) -> Chunk:
        """Return a new chunk to fill."""
        return Chunk(self._pending)

    def add(self, chunk: Chunk) -> None:
        """Add the rows of a chunk, and take away those that it replaces."""
        chunk.close()
        run = self._connection.execute
        with _told_plainly(self._out):
            run("BEGIN")
            for table in TABLES:
                if chunk.replaced:
                    ids = [list(chunk.replaced)]
                    run(f"DELETE FROM {table} WHERE list_contains(?, match_id)", ids)  # noqa: S608
                run(f"INSERT INTO {table} {rows_of(chunk.path(table), table)}")
            run("COMMIT")
        chunk.discard()

    def tell_rejected(self, rejected: list[Rejected]) -> None:
        """Keep the logs that this run rejected."""
        run = self._connection.execute
        with _told_plainly(self._out):
            run("BEGIN")
            run("DELETE FROM rejected")
            for one in rejected:
                run("INSERT INTO rejected VALUES (?, ?)", one)
            run("COMMIT")

    def close(self) -> None:
        """Let go of the file; what was not made visible is taken away."""
        shutil.rmtree(self._pending, ignore_errors=True)
        self._connection.close()
