"""The options that several commands share, and where they read and write."""

import glob
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import orjson
import typer

from dcg_events.errors import EventError, UsageError
from dcg_events.events.codec import MAX_LINE
from dcg_events.vocabulary.people import Viewer

STANDARD: Final = Path("-")

LogArgument = Annotated[
    Path, typer.Argument(metavar="LOG", help="A log file, NAME.dcglog.", show_default=False)
]
LogsArgument = Annotated[
    list[str],
    typer.Argument(metavar="LOG…", help="Log files, or quoted globs.", show_default=False),
]
AsOption = Annotated[
    Viewer | None,
    typer.Option(
        "--as",
        help="Read as this viewer. By default whoever the file is for: the judge for a full log.",
        show_default=False,
    ),
]
AtOption = Annotated[
    int | None,
    typer.Option(
        "--at",
        metavar="SEQ",
        min=0,
        help="After this event; by default the last.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="For machines: JSON.")]


def write_line(value: object) -> None:
    """Print a value as one line of JSON to standard output."""
    sys.stdout.buffer.write(orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE))


def lines_of(source: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file, or of standard input for `-`, as they come, counted from 1.

    Raises:
        UsageError: If there is no such file.
        EventError: If a line is longer than a log may have.
    """
    try:
        file: BinaryIO = sys.stdin.buffer if source == STANDARD else source.open("rb")
    except OSError as error:
        raise UsageError(str(source), "it cannot be opened", "check the path") from error
    name = "standard input" if source == STANDARD else str(source)
    with file:
        for number in range(1, sys.maxsize):
            line = file.readline(MAX_LINE + 2)
            if not line:
                return
            if len(line) > MAX_LINE + 1:
                problem = f"the line is longer than the {MAX_LINE:,} bytes allowed"
                raise EventError(f"{name}, line {number}", problem, "write one event on a line")
            if line.strip():
                yield number, line


def expand(patterns: Iterable[str]) -> list[Path]:
    """Return the files that paths and globs name, each once, in order.

    Raises:
        UsageError: If a glob matches nothing.
    """
    found: dict[Path, None] = {}
    for pattern in patterns:
        matches = (
            sorted(glob.glob(pattern, recursive=True)) if glob.has_magic(pattern) else [pattern]
        )
        if not matches:
            raise UsageError(pattern, "no file matches", "check the pattern")
        found |= dict.fromkeys(map(Path, matches))
    return list(found)
