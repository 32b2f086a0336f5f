"""The part of a log that is good, from its beginning to a commit: a log of its own."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from dcg_events.errors import Spot, UsageError
from dcg_events.log.part import LogPart
from dcg_events.log.reading import NO_HEAD, LogReader
from dcg_events.log.store import new_file, open_log, open_reading

_BLOCK = 1 << 18


@dataclass(frozen=True, slots=True)
class Good:
    """How far a log is good: up to a commit.

    Attributes:
        events: Number of events.
        head: The head at the commit.
        lines: Number of lines.
        size: Number of bytes.
    """

    events: int = 0
    head: str = NO_HEAD
    lines: int = 0
    size: int = 0

    @classmethod
    def up_to(cls, reader: LogReader) -> Self:
        """Return all that was read."""
        return cls(reader.version, reader.head, reader.lines, reader.size)

    def of(self, part: LogPart) -> LogPart:
        """Return the good part of a log."""
        return replace(part, size=self.size)


def place_of(part: LogPart, seq: int) -> tuple[Spot, Good]:
    """Return where an event of a verified log stands, and how far the log is good before it."""
    good = Good()
    with open_log(part, fields=frozenset()) as reader:
        for events in reader.writes():
            if reader.version > seq:
                line = reader.lines_before + reader.lines - reader.version + seq
                step = events[seq - good.events]["step"]
                return Spot(line, line, seq, seq - step), good
            good = Good.up_to(reader)
    return Spot(0, 0, seq, seq), good  # not reached: the log was verified


def write_part(part: LogPart, size: int, out: str | Path) -> None:
    """Write the first bytes of a log, byte for byte, to a file that must not exist yet.

    Raises:
        UsageError: If the file exists already, or the log has no good part.
        LogError: If it cannot be written.
    """
    target = Path(out)
    if not size:
        problem = "nothing of it is good"
        raise UsageError(str(part), problem, "use another copy")
    with open_reading(replace(part, size=size)) as source, new_file(target) as file:
        while block := source.read(_BLOCK):
            file.write(block)
