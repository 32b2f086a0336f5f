"""A chunk of an export: the rows of some matches, in CSV files of a folder of its own."""

import os
import shutil
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from dcg_events.exports.encoding import header
from dcg_events.log.identity import Identity
from dcg_events.tables.schema import TABLES

CHUNK: Final = 500
"""Matches that are written together, and in a part of their own."""


@dataclass(frozen=True, slots=True)
class EncodedMatch:
    """The rows of a match, ready to be written.

    Attributes:
        identity: Which match, and how far.
        lines: For each table its rows as CSV, without header.
    """

    identity: Identity
    lines: dict[str, bytes]


@dataclass(slots=True)
class Chunk:
    """Rows that become visible together.

    Attributes:
        folder: Where its files are; nobody else reads there.
        matches: What is in it, by match id.
        replaced: Matches that are exported already and go, since more of them is in here.
    """

    folder: Path
    matches: dict[str, Identity] = field(default_factory=dict)
    replaced: list[str] = field(default_factory=list)
    _files: dict[str, BinaryIO] = field(default_factory=dict)
    _open: ExitStack = field(default_factory=ExitStack)

    def path(self, table: str) -> Path:
        """Return the CSV file of a table."""
        return self.folder / f"{table}.csv"

    def add(self, match: EncodedMatch, *, replaces: bool) -> None:
        """Add the rows of a match."""
        if not self._files:
            self._begin()
        for table, lines in match.lines.items():
            self._files[table].write(lines)
        self.matches[match.identity.match_id] = match.identity
        if replaces:
            self.replaced.append(match.identity.match_id)

    def _begin(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(mode=0o700, parents=True)
        for table in TABLES:
            self._files[table] = self._open.enter_context(self.path(table).open("xb"))
            self._files[table].write(header(table))

    def close(self) -> None:
        """Write everything to the disk."""
        for file in self._files.values():
            file.flush()
            os.fsync(file.fileno())
        self._open.close()

    def discard(self) -> None:
        """Take its files away."""
        self._open.close()
        shutil.rmtree(self.folder, ignore_errors=True)
