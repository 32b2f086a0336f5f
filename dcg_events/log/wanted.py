"""Leave out of a write the openings of fields that are not wanted, before anything is parsed.

Most openings of a full log hold notes that a fold does not use. What is left out is what surely is
an opening of another field; a line that is anything else stays, and the parser judges it.
"""

import re
from functools import cache
from typing import Final, NamedTuple


class Openings(NamedTuple):
    """The opening lines of a write, joined by line feeds; empty if there are none.

    Attributes:
        all_lines: As they stand in the log.
        lines: Those to look at.
    """

    all_lines: bytes
    lines: bytes

    def place(self, number: int) -> int:
        """Return the place among all lines of one of the lines to look at, both from 0."""
        found, rest = -1, self.lines.split(b"\n")[: number + 1]
        all_lines = self.all_lines.split(b"\n")
        for line in rest:  # what is left out is left out wherever it stands
            found = all_lines.index(line, found + 1)
        return found


def wanted_openings(lines: bytes, fields: frozenset[str] | None) -> Openings:
    """Return the opening lines of a write, to be looked at where they open one of some fields.

    Args:
        lines: All its opening lines, without the last line feed.
        fields: Dotted paths; all if None.
    """
    if fields is None:
        return Openings(lines, lines)
    return Openings(lines, _others(fields).sub(b"", b"\n" + lines)[1:])


@cache
def _others(fields: frozenset[str]) -> re.Pattern[bytes]:
    """Return what finds the lines that open another field, each with the line feed before it."""
    wanted = "|".join(map(re.escape, sorted(fields)))
    return re.compile(rb'\n\["open",\d+,"(?!(?:%b)")[^\n"\\]+",.*' % wanted.encode())


NO_OPENINGS: Final = Openings(b"", b"")
