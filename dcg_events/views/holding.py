"""Whose copy a log file is: what its openings are for, and what it leaves closed."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import orjson

from dcg_events.log.store import open_reading
from dcg_events.vocabulary.people import PLAYERS, VIEWERS, Viewer

_COMMITMENT: Final = re.compile(rb'"~[0-9a-f]{64}"')
_BLOCK: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class Holding:
    """What a file holds.

    Attributes:
        viewer: Whose copy it is; `judge` for a full log.
        viewers: As whom it can be read.
        sealed: Values that are commitments in its records.
        opened: Openings that it holds.
        tail: Bytes after the last commit, of a write that was cut off or is under way.
    """

    viewer: Viewer
    viewers: tuple[Viewer, ...]
    sealed: int
    opened: int
    tail: int


def holding_of(path: Path) -> Holding:
    """Find out whose copy a file is, by counting; nothing is verified.

    A copy whose openings are all for both players can be either's, and has to be asked for.

    Raises:
        LogError: If the file cannot be read.
    """
    sealed = opened = tail = 0
    common: set[str] = set(VIEWERS)
    with open_reading(path) as file:
        for lines in iter(lambda: file.readlines(_BLOCK), []):
            for line in lines:
                tail += len(line)
                if line.startswith(b'{"'):
                    sealed += len(_COMMITMENT.findall(line))
                elif line.startswith(b'["open"') and line.endswith(b"\n"):
                    opened += 1
                    common &= _audience(line)
                elif line.startswith(b'["commit"') and line.endswith(b"\n"):
                    tail = 0
    if opened >= sealed:
        return Holding("judge", VIEWERS, sealed, opened, tail)
    players = tuple(player for player in PLAYERS if opened and player in common)
    if len(players) == 1:
        return Holding(players[0], (*players, "spectator"), sealed, opened, tail)
    return Holding("spectator", (*players, "spectator"), sealed, opened, tail)


def _audience(line: bytes) -> set[str]:
    """Read who may hold an opening; a line that is none is for whoever verifies the log."""
    try:
        return {str(viewer) for viewer in orjson.loads(line)[3]}
    except (orjson.JSONDecodeError, IndexError, TypeError):
        return set(VIEWERS)
