"""Find where the committed writes of a log lie, before they are verified.

This only measures: what is told of a log is verified by its reader. Where the file is damaged the
measure errs on the short side: no line that is repeated, lost or out of its place makes a log
longer than it was.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from dcg_events.events.limits import MAX_LINE, MAX_WRITE

_COMMIT: Final = re.compile(rb'\["commit",(0|[1-9][0-9]{0,15}),"[0-9a-f]{64}"\]\n')


@dataclass(frozen=True, slots=True)
class Commit:
    """A committed write, as it lies in the file.

    Attributes:
        records: Its record lines, line feeds included.
        last: The seq of its last event, as far as the lines and the commit agree.
        end: Bytes of the file up to its end.
    """

    records: list[bytes]
    last: int
    end: int


class CommitScan:
    """Goes through the commits of a log; called again, it goes on after the last one it found.

    Attributes:
        end: Bytes up to the end of the last commit found.
        last: The seq of the last event found.
    """

    def __init__(self) -> None:
        self.end = 0
        self.last = -1

    def commits(self, file: BinaryIO) -> Iterator[Commit]:
        """Yield the commits that follow.

        Args:
            file: The log, standing at `end`.
        """
        records: list[bytes] = []
        position = self.end
        while (line := file.readline(MAX_LINE + 2)).endswith(b"\n"):
            position += len(line)
            if position - self.end > 2 * MAX_WRITE:
                return  # no write is so long, and its lines are kept in memory
            if line.startswith(b'{"'):
                records.append(line)
            elif found := _COMMIT.fullmatch(line):
                last = min(int(found[1]), self.last + len(records))
                if last > self.last:  # or it is damaged, and its lines count to the next write
                    self.last, self.end = last, position
                    yield Commit(records, last, position)
                    records = []
