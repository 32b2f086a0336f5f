"""Exports into a folder: for each table a folder of its own, with a file for each part.

    OUT/manifest.sqlite
    OUT/events/part-000001.parquet
    OUT/transfers/part-000001.parquet

The files of a part are written out of sight. Then the manifest says that they are complete, and
then they are put where they belong: a crash in between leaves all that is needed to go on.
"""

import os
import shutil
from pathlib import Path
from typing import Final, Protocol

import orjson

from dcg_events.errors import UsageError
from dcg_events.exports.chunk import Chunk
from dcg_events.exports.encoding import records
from dcg_events.exports.manifest import NAME, Manifest
from dcg_events.exports.store import Held, Rejected
from dcg_events.tables.schema import TABLES
from dcg_events.vocabulary.people import Viewer

_PENDING: Final = ".pending"
_REJECTED: Final = "rejected.jsonl"


class Files(Protocol):
    """How the files of a part are made."""

    suffix: str
    """How their names end."""

    def convert(self, csv: Path, table: str, path: Path) -> None:
        """Make the file of a table from its CSV."""

    def without(self, path: Path, table: str, gone: set[str], new: Path) -> None:
        """Write a file of a part anew, without the rows of some matches."""


class CsvFiles:
    """Parts as CSV: null is nothing between two commas, an empty text two quotation marks."""

    suffix = ".csv"

    def convert(self, csv: Path, table: str, path: Path) -> None:  # noqa: ARG002 - it is CSV
        """Take it as it is."""
        csv.rename(path)

    def without(self, path: Path, table: str, gone: set[str], new: Path) -> None:  # noqa: ARG002
        """Copy all records but those of some matches."""
        ids = {match_id.encode() for match_id in gone}
        with path.open("rb") as old, new.open("xb") as file:
            for record in records(old):
                if record.split(b",", 1)[0] not in ids:
                    file.write(record)
            file.flush()
            os.fsync(file.fileno())


class FolderStore:
    """A folder of parts."""

    def __init__(self, out: Path, viewer: Viewer, form: str, files: Files) -> None:
        """Open the folder, or make it, and finish what an export that was killed left to do.

        Raises:
            UsageError: If it is not the place for these matches.
        """
        out.mkdir(parents=True, exist_ok=True)
        if not (out / NAME).exists() and any(out.iterdir()):
            problem = "the folder holds other things than an export"
            raise UsageError(str(out), problem, "choose a new folder")
        self._out = out
        self._files = files
        self._manifest = Manifest(out, viewer, form)
        try:
            self._settle()
        except BaseException:
            self._manifest.close()
            raise

    def held(self, match_id: str) -> Held | None:
        """Return how far a match is exported."""
        return self._manifest.held(match_id)

    def begin(self) -> Chunk:
        """Return a new chunk to fill."""
        return Chunk(self._out / _PENDING / "rows")

    def add(self, chunk: Chunk) -> None:
        """Make a chunk visible, and take away what it replaces."""
        chunk.close()
        part = self._manifest.next_part()
        made = self._pending(part)
        for table in TABLES:
            self._files.convert(chunk.path(table), table, self._file(made, table))
        instead: dict[int, int | None] = {}
        last = part
        for old, gone in self._manifest.parts_with(chunk.replaced).items():
            instead[old] = None
            if self._manifest.size_of(old) > len(gone):
                instead[old] = last = last + 1
                self._keep_rest(old, gone, last)
        for folder in self._out.joinpath(_PENDING).iterdir():
            _sync(folder)
        self._manifest.commit(part, chunk.matches, instead)
        self._settle()

    def _keep_rest(self, old: int, gone: set[str], part: int) -> None:
        """Write a part anew without the matches that go."""
        made = self._pending(part)
        for table in TABLES:
            self._files.without(self._place(table, old), table, gone, self._file(made, table))

    def _pending(self, part: int) -> Path:
        folder = self._out / _PENDING / f"part-{part:06}"
        folder.mkdir()
        return folder

    def _file(self, folder: Path, table: str) -> Path:
        return folder / f"{table}{self._files.suffix}"

    def _place(self, table: str, part: int) -> Path:
        return self._out / table / f"part-{part:06}{self._files.suffix}"

    def _settle(self) -> None:
        """Put files that are complete where they belong; take away all others."""
        pending = self._out / _PENDING
        for part in self._manifest.parts("gone"):
            for table in TABLES:
                self._place(table, part).unlink(missing_ok=True)
        for part in self._manifest.parts("written"):
            for table in TABLES:
                made = self._file(pending / f"part-{part:06}", table)
                place = self._place(table, part)
                place.parent.mkdir(exist_ok=True)
                if made.exists():
                    made.rename(place)
        for table in TABLES:
            if (self._out / table).exists():
                _sync(self._out / table)
        self._manifest.settled()
        shutil.rmtree(pending, ignore_errors=True)

    def tell_rejected(self, rejected: list[Rejected]) -> None:
        """Write the logs that this run rejected, a line of JSON each."""
        path = self._out / _REJECTED
        if not rejected:
            path.unlink(missing_ok=True)
            return
        made = self._out / f".{_REJECTED}"
        made.write_bytes(b"".join(orjson.dumps(one._asdict()) + b"\n" for one in rejected))
        made.replace(path)

    def close(self) -> None:
        """Let go of the folder; what was not complete is taken away.

        What is complete and was not put in its place, since somebody stopped us just then, is
        left for the next export.
        """
        if not self._manifest.parts("written"):
            shutil.rmtree(self._out / _PENDING, ignore_errors=True)
        self._manifest.close()


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
