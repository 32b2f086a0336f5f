"""The options that several commands share, and where they read and write."""

import glob
import json
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from inspect import cleandoc
from pathlib import Path
from typing import Annotated, BinaryIO, Final, TypeVar

import orjson
import typer

from dcg_events.errors import DcgEventsError, EventError, LogError, UsageError
from dcg_events.events.limits import MAX_LINE, MAX_LOG
from dcg_events.log.part import LogPart
from dcg_events.packs.reading import Pack, is_pack
from dcg_events.views.delay import Delay
from dcg_events.vocabulary.histories import History
from dcg_events.vocabulary.people import Viewer

T = TypeVar("T")

STANDARD: Final = Path("-")
STANDARD_INPUT: Final = "standard input"
"""What `-` is called in messages."""

_MANY: Final = 10

LogArgument = Annotated[
    Path,
    typer.Argument(
        metavar="LOG", help="A log file, NAME.dcglog; - is standard input.", show_default=False
    ),
]
LogsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="LOG…",
        help="Log files, folders or packs of them, or quoted globs.",
        show_default=False,
    ),
]
AsOption = Annotated[
    Viewer | None,
    typer.Option(
        "--as",
        help="Read as this viewer. By default whoever the file is for: the judge for a full log.",
        show_default=False,
    ),
]
AllAsOption = Annotated[
    Viewer,
    typer.Option("--as", help="Read all as this viewer; for viewers' copies name theirs."),
]
DelayOption = Annotated[
    Delay | None,
    typer.Option(
        "--delay",
        parser=Delay.parse,
        metavar="DELAY",
        help="Tell what lies so far back, until the match has ended:"
        " events:20, turns:2, minutes:5 or seconds:90.",
        show_default=False,
    ),
]
HistoryOption = Annotated[
    History | None,
    typer.Option(
        "--history",
        help="recorded: every event as written. played: what happened, corrections in place, undone"
        " branches too. ruled: what counts. By default as suits the command.",
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


def as_written(function: Callable[..., object]) -> str:
    """Return a command's help with its example on lines of its own, to be copied as it stands."""
    return cleandoc(function.__doc__ or "").replace("Example:", "\b\nExample:")


def write_line(value: object) -> None:
    """Print a value as one line of JSON to standard output; see `json_line`."""
    sys.stdout.buffer.write(json_line(value))


def json_line(value: object) -> bytes:
    """Return a value as one line of JSON.

    A file's name that is no UTF-8 is written with question marks.

    Raises:
        LogError: If it is nested too deeply for that, as what a forged log holds may be.
    """
    try:
        return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:  # a name like that, or nested too deeply
        pass
    try:
        return f"{json.dumps(value, ensure_ascii=False)}\n".encode(errors="replace")
    except (TypeError, RecursionError) as error:
        remedy = "check the log with `dcg-events verify --strict`"
        raise LogError("the log", "a value of it is nested too deeply", remedy) from error


def is_all_there(source: Path) -> bool:
    """Tell whether an input is a file, so that nobody waits for an answer before it goes on."""
    if source != STANDARD:
        return source.is_file()
    try:
        return stat.S_ISREG(os.fstat(sys.stdin.fileno()).st_mode)
    except (OSError, ValueError):
        return False


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
    name = STANDARD_INPUT if source == STANDARD else str(source)
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


@contextmanager
def at_hand(log: Path | LogPart) -> Iterator[Path | LogPart]:
    """Give one log a place on the disk; see `stored`.

    Raises:
        LogError: If it is a pack that is damaged.
        UsageError: If it is a pack: one log is asked for.
    """
    if isinstance(log, LogPart):
        yield log
        return
    if is_pack(log):
        Pack(log)
        raise UsageError(str(log), "it is a pack and no log", "take a log out with unpack")
    with stored(log) as path:
        yield path


@contextmanager
def stored(log: Path) -> Iterator[Path]:
    """Give a log a place on the disk: `-` is standard input, kept in a file until it is read.

    A log is read more than once, so a stream has to be kept.
    """
    if log != STANDARD:
        yield log
        return
    with tempfile.TemporaryDirectory(prefix="dcg-events-") as folder:
        kept = Path(folder, "standard-input")
        with kept.open("xb") as file:
            _keep(sys.stdin.buffer, file)
        try:
            yield kept
        except DcgEventsError as error:  # where it was kept is gone when the message is read
            raise error.moved_to(error.where.replace(str(kept), STANDARD_INPUT)) from error


def _keep(source: BinaryIO, target: BinaryIO) -> None:
    """Copy a stream that may be hostile: without end, or without lines.

    Raises:
        LogError: If it is longer than a log may be.
    """
    size = since_line = 0
    while block := source.read(MAX_LINE):
        size += len(block)
        end = block.rfind(b"\n")
        since_line = since_line + len(block) if end < 0 else len(block) - end - 1
        if size > MAX_LOG or since_line > MAX_LINE:
            what, most = ("a line", MAX_LINE) if since_line > MAX_LINE else ("it", MAX_LOG)
            problem = f"{what} is longer than the {most:,} bytes allowed"
            raise LogError(STANDARD_INPUT, problem, "give a log")
        target.write(block)


@contextmanager
def progress(logs: Iterable[T], count: int, label: str) -> Iterator[Iterable[T]]:
    """Show a progress bar on standard error, on a terminal and where there is much to do.

    Args:
        logs: What is worked on, one by one.
        count: How many they are.
        label: What is done with them.
    """
    if count < _MANY or not sys.stderr.isatty():
        yield logs
        return
    with typer.progressbar(logs, length=count, label=label, file=sys.stderr) as bar:
        yield bar


def expand(patterns: Iterable[str], *, suffix: str = ".dcglog", what: str = "log") -> list[Path]:
    """Return the logs that paths, folders and globs name, each once, in order.

    A folder names all `*.dcglog` in it and below it, and each folder there that cannot be looked
    into: whoever reads that as a log will say so, and nothing is passed over in silence.

    Args:
        patterns: Paths, folders and globs.
        suffix: How the names of the files end that a folder stands for.
        what: What such a file is, for messages.

    Raises:
        UsageError: If a glob matches nothing, or a folder holds no log.
    """
    found: dict[Path, None] = {}
    for pattern in patterns:
        matches = [pattern]
        if glob.has_magic(pattern) and not os.path.lexists(pattern):
            matches = sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207 - Path.glob takes no absolute pattern
        if not matches:
            raise UsageError(pattern, "no file matches", "check the pattern")
        for match in matches:
            is_folder = os.path.isdir(match)  # noqa: PTH112 - of what it may not look at it says no
            below = _files_below(Path(match), suffix) if is_folder else [Path(match)]
            if not below:
                problem = f"this is a folder that holds no {what}"
                raise UsageError(match, problem, "name another folder")
            found |= dict.fromkeys(below)
    return list(found)


def _files_below(folder: Path, suffix: str) -> list[Path]:
    files: list[Path] = []

    def keep_closed(error: OSError) -> None:
        files.append(Path(error.filename))

    for place, _, names in os.walk(folder, onerror=keep_closed):
        files += (Path(place, name) for name in names if name.endswith(suffix))
    return sorted(files)
