"""Open log files for reading, and say in our words why the system refused to."""

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from dcg_events.errors import LogError, UsageError
from dcg_events.log.part import LogPart
from dcg_events.log.reading import LogReader


def utc_now() -> datetime:
    """Return the time by the machine's clock, aware, in UTC."""
    return datetime.now(UTC)


def open_reading(path: Path | LogPart) -> BinaryIO:
    """Open a file, or the first part of one, for reading, for a `LogReader`.

    Raises:
        UsageError: If there is no such file, or it can be read once only, such as a pipe.
        LogError: If it cannot be read.
    """
    part = LogPart.of(path)
    try:
        refuse_streams(part.path)
        return part.open()
    except OSError as error:
        raise refused(part.path, error) from error


def refuse_streams(path: Path) -> None:
    """Refuse a pipe or a device: a log is read more than once, and they may never end.

    Raises:
        UsageError: If the path is one.
        OSError: If there is no such file.
    """
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        problem = "this is a pipe or a device and no file"
        raise UsageError(str(path), problem, "read it from standard input, with - for the log")


@contextmanager
def open_log(
    log: str | Path | LogPart,
    holder: str = "judge",
    fields: frozenset[str] | None = None,
    *,
    name: str | None = None,
) -> Iterator[LogReader]:
    """Have a reader of a log at its beginning; its messages count the lines of the whole file.

    Args:
        log: The log, or a part of a file.
        holder: The viewer who reads; see `LogReader`.
        fields: What is wanted; see `LogReader`.
        name: The log's name in messages, if it is called otherwise.

    Raises:
        LogError: If it cannot be read.
    """
    part = LogPart.of(log)
    with open_reading(part) as file:
        yield LogReader(file, name or str(log), holder, fields, lines_before=part.lines_before)


def read_groups(
    path: Path | LogPart, holder: str = "judge", fields: frozenset[str] | None = None
) -> Iterator[list[dict[str, Any]]]:
    """Yield the groups of a log file, verified, from its first; see `LogReader`.

    Raises:
        LogError: If it cannot be read, or at the first damage.
    """
    with open_log(path, holder, fields) as reader:
        yield from reader.groups()


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Have a file that must not exist yet to write to; nothing is left of it if that fails.

    Raises:
        UsageError: If it exists.
        LogError: If it cannot be written.
    """
    try:
        file = path.open("xb")
    except FileExistsError as error:
        raise UsageError(str(path), "the file exists already", "choose another name") from error
    except OSError as error:
        raise refused(path, error) from error
    try:
        with file:
            yield file
    except OSError as error:
        path.unlink()
        raise refused(path, error) from error
    except BaseException:
        path.unlink()  # a part of it would pass for the whole
        raise


def refused(path: Path, error: OSError) -> LogError | UsageError:
    """Say in our words why the system refused to open, read or write a file."""
    if isinstance(error, FileNotFoundError):
        return UsageError(str(path), "there is no such file or folder", "check the path")
    if isinstance(error, IsADirectoryError):
        return UsageError(str(path), "this is a directory", "name a file in it")
    if isinstance(error, PermissionError):
        return LogError(str(path), "the file may not be opened so", "check its permissions")
    return LogError(str(path), reason_of(error), "check the disk and the path")


def reason_of(error: OSError) -> str:
    """Return the system's reason, to stand in the middle of a sentence."""
    return (error.strerror or "the system refused").lower()
