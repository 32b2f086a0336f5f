"""Tell matches apart, and copies of one match together, before they are verified."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import orjson

from dcg_events.errors import LogDamagedError, LogError
from dcg_events.log.part import LogPart
from dcg_events.log.store import open_reading

_GAME: Final = b'"kind":"game_started"'
_ENDED: Final = b'"kind":"match_ended"'
_LENGTH: Final = 32


@dataclass(frozen=True, slots=True)
class Identity:
    """Which match a log holds, and how far, as its lines say.

    Attributes:
        match_id: The first 32 hexadecimal digits of the SHA-256 of all record lines up to the
            start of the first game. That event seals the decks with fresh salts, so no two
            matches share it, and it is in every copy of a log, however far that goes. Of a match
            that ended without a game (a bye) it is that of all its records.
        events: How many events are committed.
        head: The head at the last commit.
    """

    match_id: str
    events: int
    head: str


def identity_of(log: Path | LogPart) -> Identity:
    """Read which match a log holds; nothing is verified.

    Raises:
        LogError: If the log cannot be read, holds no commit, or has neither begun a game nor
            ended the match, so that it cannot be told from others yet.
    """
    digest, begun, ended = sha256(), False, False
    match_id, commit = "", b""
    with open_reading(log) as file:
        for line in file:
            if line.startswith(b'{"') and not begun:
                digest.update(line)
                begun = _GAME in line
                ended = ended or _ENDED in line
            elif line.startswith(b'["commit",') and line.endswith(b"\n"):
                commit = line
                if begun or ended:  # afterwards the digest stays as it is, or the log goes on
                    match_id = digest.hexdigest()[:_LENGTH]
    if not commit:
        raise LogError(str(log), "it holds no committed event", "begin a log with `dcg-events new`")
    events, head = _committed(commit, str(log))
    if not match_id:
        problem = "no game has begun in it, so it cannot be told from other matches"
        raise LogError(str(log), problem, "wait until the first game has begun")
    return Identity(match_id, events, head)


def holds_head(log: Path | LogPart, events: int, head: str) -> bool:
    """Tell whether a log had a head after so many events: whether it goes on from there."""
    wanted = b'["commit",%d,"%s"]\n' % (events - 1, head.encode())
    with open_reading(log) as file:
        return any(line == wanted for line in file)


def _committed(commit: bytes, name: str) -> tuple[int, str]:
    """Return the number of events and the head that a commit line names."""
    try:
        _, last, head = orjson.loads(commit)
        return int(last) + 1, str(head)
    except (ValueError, TypeError):
        pass
    raise LogDamagedError(name, "its last commit is damaged", "use another copy")
