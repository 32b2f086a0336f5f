"""Whose copy a log file is: what its openings are for, and what it leaves closed."""

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import orjson

from dcg_events.log.lines import blocks_of_lines
from dcg_events.log.part import LogPart
from dcg_events.log.repeating import MARK, disclosures_of
from dcg_events.log.sealing import commitment_of
from dcg_events.log.store import open_reading
from dcg_events.vocabulary.people import PLAYERS, VIEWERS, Viewer

_COMMITMENT: Final = re.compile(rb'"~[0-9a-f]{64}"')
_CORRECTION: Final = b'"record_corrected"'


@dataclass(frozen=True, slots=True)
class Holding:
    """What a file holds.

    Attributes:
        viewer: Whose copy it is; `judge` for a full log.
        viewers: As whom it can be read.
        made_for: Whose copy it was made to be: the judge's, though openings may be missing, if no
            viewer may hold all that it has.
        sealed: Values that are commitments in its records.
        opened: Openings that it holds.
        tail: Bytes after the last commit, of a write that was cut off or is under way.
        amended: Whether events may stand corrected in it.
    """

    viewer: Viewer
    viewers: tuple[Viewer, ...]
    made_for: Viewer
    sealed: int
    opened: int
    tail: int
    amended: bool

    @classmethod
    def told_by(
        cls,
        sealed: int,
        opened: int,
        holders: AbstractSet[str],
        *,
        tail: int = 0,
        amended: bool = False,
    ) -> Self:
        """Conclude from counts whose copy it is.

        Args:
            sealed: Values that are commitments in its records.
            opened: Openings that it holds.
            holders: The viewers who may hold every one of these.
            tail: See above.
            amended: See above.
        """
        if opened >= sealed:
            return cls("judge", VIEWERS, "judge", sealed, opened, tail, amended)
        some = [viewer for viewer in VIEWERS if opened and viewer in holders and viewer != "judge"]
        players = tuple(player for player in PLAYERS if player in some)
        viewer: Viewer = players[0] if len(some) == 1 and players else "spectator"
        made_for: Viewer = viewer if some or not opened else "judge"
        return cls(viewer, (*players, "spectator"), made_for, sealed, opened, tail, amended)


def holding_of(path: Path | LogPart) -> Holding:
    """Find out whose copy a file is, by counting; nothing is verified.

    A copy whose openings are all for several viewers can be any of theirs, and is read as the
    spectator's unless it is asked for as another's.

    Raises:
        LogError: If the file cannot be read.
    """
    sealed = opened = records = tail = 0
    amended = False
    holders: set[str] = set(VIEWERS)
    committed = 0, 0
    write = _Write(0)
    with open_reading(path) as file:
        for lines in blocks_of_lines(file, str(path)):
            for line in lines:
                tail += len(line)
                if line.startswith(b'{"'):
                    records += 1
                    sealed += len(_COMMITMENT.findall(line))
                    amended = amended or _CORRECTION in line
                    if write.repeated and MARK in line:
                        write.disclosing.append(line)
                elif line.startswith(b'["open"') and line.endswith(b"\n"):
                    opened += 1
                    holders &= write.audience(line)
                elif line.startswith(b'["commit"') and line.endswith(b"\n"):
                    tail = 0
                    committed = sealed, opened
                    if write.repeated:
                        holders &= write.shown_to()
                    write = _Write(records)
    if tail:  # what is torn does not tell whose copy it is: its openings may be lost
        sealed, opened = committed
    return Holding.told_by(sealed, opened, holders, tail=tail, amended=amended)


class _Write:
    """What is noted of a write until its commit."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.repeated: dict[str, set[str]] = {}
        self.disclosing: list[bytes] = []

    def audience(self, line: bytes) -> set[str]:
        """Return who may hold an opening; for one that is repeated, its record will say.

        A line that is no opening is for whoever verifies the log.
        """
        try:
            _, seq, _, audience, _, _ = orjson.loads(line)
            viewers = {str(viewer) for viewer in audience}
            if seq >= self.first:
                return viewers
        except (ValueError, TypeError):
            return set(VIEWERS)
        self.repeated[commitment_of(line[:-1])] = viewers
        return set(VIEWERS)

    def shown_to(self) -> set[str]:
        """Return who may hold all the repeated openings."""
        try:
            for line in self.disclosing:
                for item, to, _ in disclosures_of(orjson.loads(line)):
                    self.repeated.get(item["value"], set()).update(map(str, to))
        except ValueError:
            return set(VIEWERS)
        viewers: set[str] = set(VIEWERS)
        return viewers.intersection(*self.repeated.values())
