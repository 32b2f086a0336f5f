"""Which matches a folder of parts holds: a small database beside them, committed last."""

import sqlite3
from pathlib import Path
from typing import Final

from dcg_events.errors import LogError, UsageError
from dcg_events.exports.store import Held, about, check_same
from dcg_events.log.identity import Identity
from dcg_events.vocabulary.people import Viewer

NAME: Final = "manifest.sqlite"
_TABLES: Final = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE parts (part INTEGER PRIMARY KEY AUTOINCREMENT, state TEXT NOT NULL);
CREATE TABLE matches (
    match_id TEXT PRIMARY KEY, events INTEGER NOT NULL, head TEXT NOT NULL, part INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX matches_of_part ON matches (part);
"""


class Manifest:
    """The manifest of a folder; one export at a time holds it.

    A part is `written` once all its files are complete, though perhaps not where they belong yet,
    and `gone` once others stand for it, though its files may still be there. So after a crash it
    is known what is left to do.
    """

    def __init__(self, folder: Path, viewer: Viewer, form: str) -> None:
        """Open the manifest of a folder, or begin it.

        Raises:
            UsageError: If another export holds it, or it is of other matches than these.
            LogError: If it is damaged.
        """
        path = folder / NAME
        self._database = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            check_same(folder, self._opened(viewer, form), viewer, form)
        except sqlite3.OperationalError as error:
            self.close()
            problem = "another export is writing there, or it cannot be written"
            raise UsageError(str(folder), problem, "wait until it is done") from error
        except sqlite3.DatabaseError as error:
            self.close()
            problem = "it is no manifest of an export"
            raise LogError(str(path), problem, "export elsewhere") from error
        except BaseException:
            self.close()
            raise

    def _opened(self, viewer: Viewer, form: str) -> dict[str, str]:
        """Take hold of the database, begin it if it is new, and return what it says of itself."""
        run = self._database.execute
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("BEGIN EXCLUSIVE")
        if not run("SELECT * FROM sqlite_master").fetchall():
            self._begin(viewer, form)
        run("COMMIT")
        return dict(run("SELECT name, value FROM about"))

    def _begin(self, viewer: Viewer, form: str) -> None:
        for statement in _TABLES.split(";")[:-1]:
            self._database.execute(statement)
        rows = about(viewer, form).items()
        self._database.executemany("INSERT INTO about VALUES (?, ?)", rows)

    def held(self, match_id: str) -> Held | None:
        """Return how far a match is exported."""
        found = self._database.execute(
            "SELECT events, head FROM matches WHERE match_id = ?", (match_id,)
        ).fetchone()
        return None if found is None else Held(*found)

    def next_part(self) -> int:
        """Return the number of the next part."""
        last = self._database.execute(
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'parts'"
        ).fetchone()
        return int(last[0]) + 1

    def parts_with(self, match_ids: list[str]) -> dict[int, set[str]]:
        """Return the parts in which some matches are, with those that are in each."""
        found: dict[int, set[str]] = {}
        for match_id in match_ids:
            row = self._database.execute(
                "SELECT part FROM matches WHERE match_id = ?", (match_id,)
            ).fetchone()
            if row is not None:
                found.setdefault(row[0], set()).add(match_id)
        return found

    def size_of(self, part: int) -> int:
        """Return how many matches are in a part."""
        found = self._database.execute("SELECT count(*) FROM matches WHERE part = ?", (part,))
        return int(found.fetchone()[0])

    def parts(self, state: str) -> list[int]:
        """Return the parts that are `written`, `there` or `gone`."""
        rows = self._database.execute("SELECT part FROM parts WHERE state = ?", (state,))
        return [part for (part,) in rows]

    def commit(
        self, part: int, matches: dict[str, Identity], instead: dict[int, int | None]
    ) -> None:
        """Say that a part is written, and others in the place of old ones.

        Args:
            part: Its number.
            matches: What it holds.
            instead: Parts that are gone, each with the one that holds what is left of it, if any.
        """
        run = self._database.execute
        run("BEGIN")
        run("INSERT INTO parts VALUES (?, 'written')", (part,))
        for old, new in instead.items():
            run("UPDATE parts SET state = 'gone' WHERE part = ?", (old,))
            if new is not None:
                run("INSERT INTO parts VALUES (?, 'written')", (new,))
                run("UPDATE matches SET part = ? WHERE part = ?", (new, old))
        for match in matches.values():
            row = (match.match_id, match.events, match.head, part)
            run("INSERT OR REPLACE INTO matches VALUES (?, ?, ?, ?)", row)
        run("COMMIT")

    def settled(self) -> None:
        """Say that all files are where they belong."""
        self._database.execute("BEGIN")
        self._database.execute("UPDATE parts SET state = 'there' WHERE state = 'written'")
        self._database.execute("DELETE FROM parts WHERE state = 'gone'")
        self._database.execute("COMMIT")

    def close(self) -> None:
        """Let go of it."""
        self._database.close()
