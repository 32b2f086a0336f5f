"""Go through the lines of a file that nobody has verified yet, without ever holding a long one."""

from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO, Final

from dcg_events.errors import LogDamagedError
from dcg_events.events.limits import MAX_LINE

_BLOCK: Final = 1 << 18
TOO_LONG: Final = f"the line is longer than the {MAX_LINE:,} bytes a log may have"


def blocks_of_lines(file: BinaryIO, name: str) -> Iterator[list[bytes]]:
    """Yield the lines of a file, many at a time, with their line feeds.

    The last line has none if the file ends without one.

    Raises:
        LogDamagedError: At a line that is longer than a log may have.
    """
    rest = b""
    number = 1
    while chunk := file.read(_BLOCK):
        held = rest + chunk
        end = held.rfind(b"\n") + 1
        rest = held[end:]
        if len(rest) > MAX_LINE:
            line = number + held.count(b"\n")
            remedy = "nothing from there on can be read; use another copy"
            raise LogDamagedError(f"{name}, line {line}", TOO_LONG, remedy)
        if end:
            lines = BytesIO(held[:end]).readlines()  # `splitlines` would split at more than \n
            number += len(lines)
            yield lines
    if rest:
        yield [rest]


def lines_of(file: BinaryIO, name: str) -> Iterator[bytes]:
    """Yield the lines of a file one by one; see `blocks_of_lines`."""
    for block in blocks_of_lines(file, name):
        yield from block
