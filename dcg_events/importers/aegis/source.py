"""Read an Aegis match file: strict JSON, one model a line, every refusal with its line."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn

from pydantic import ValidationError

from dcg_events.errors import SourceError
from dcg_events.events.strict_json import RefusedJsonError, read_object
from dcg_events.importers.aegis.lines import KINDS, End, Header, Line, line_reader

MAX_LINE: Final = 1 << 20
"""Longest line, in bytes; those of real matches stay below 20,000."""

MAX_FILE: Final = 8 << 20
"""Longest file, in bytes; those of real matches stay below 200,000."""

_REMEDY: Final = "give a match file of the Aegis engine, as it was written"


class MismatchError(Exception):
    """A line does not go with the lines before it.

    Attributes:
        remedy: What to do about it.
    """

    def __init__(
        self,
        problem: str,
        remedy: str = "get the file again: what it says does not follow from what it said before",
    ) -> None:
        super().__init__(problem)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Source:
    """A match file that has been read whole.

    Attributes:
        name: The file's name, for messages.
        header: Its first line.
        lines: The other lines; the one at index k is line k + 2 of the file.
    """

    name: str
    header: Header
    lines: list[Line]

    def where(self, index: int) -> str:
        """Name the place of a line, for messages."""
        return f"{self.name}, line {index + 2}"


def read_source(path: Path) -> Source:
    """Read and check every line of a match file.

    Raises:
        SourceError: If it cannot be read, or a line is not what the format says.
    """
    name = str(path)
    header: Header | None = None
    lines: list[Line] = []
    try:
        with path.open("rb") as file:
            size = 0
            for number, line in enumerate(iter(partial(file.readline, MAX_LINE + 1), b""), 1):
                where = f"{name}, line {number}"
                size += len(line)
                if len(line) > MAX_LINE:
                    problem = f"the line is longer than the {MAX_LINE:,} bytes a line may have"
                    raise SourceError(where, problem, _REMEDY)
                if size > MAX_FILE:
                    problem = f"the file is longer than the {MAX_FILE:,} bytes a match may have"
                    raise SourceError(where, problem, _REMEDY)
                if header is None:
                    header = _read_header(line, where)
                else:
                    lines.append(_read_line(line, where, lines))
    except OSError as error:
        raise SourceError(name, _reason(error), "check the path and its permissions") from error
    if header is None:
        raise SourceError(f"{name}, line 1", "the file is empty", _REMEDY)
    if not lines or not isinstance(lines[-1], End):
        where = f"{name}, line {len(lines) + 1}"
        raise SourceError(where, "the file stops before the match has ended", "get the whole file")
    return Source(name, header, lines)


def _reason(error: OSError) -> str:
    if isinstance(error, IsADirectoryError):
        return "this is a directory"
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    return (error.strerror or "the system refused").lower()


def _read_header(line: bytes, where: str) -> Header:
    value = _strict_json(line, where)
    if value.get("t") != "header":
        raise SourceError(where, "the file does not begin with a header", _REMEDY)
    try:
        return Header.model_validate_json(line)
    except ValidationError as error:
        _refuse(error, "header", where)


def _read_line(line: bytes, where: str, before: list[Line]) -> Line:
    value = _strict_json(line, where)
    kind = value.get("t")
    if kind not in KINDS:
        raise SourceError(where, "the line is of a kind that is not known", _REMEDY)
    try:
        read: Line = line_reader().validate_json(line)
    except ValidationError as error:
        _refuse(error, str(kind), where)
    if read.n != len(before):
        problem = f"the line is number {read.n} where {len(before)} is due"
        raise SourceError(where, problem, "get the file again: a line is lost or out of place")
    if before and isinstance(before[-1], End):
        raise SourceError(where, "a line follows the end of the match", _REMEDY)
    return read


def _refuse(error: ValidationError, kind: str, where: str) -> NoReturn:
    """Say which field is wrong, without its value: it may be a hidden card."""
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    path = ".".join(str(part) for part in first["loc"] if part != kind) or "line"
    raise SourceError(where, f"{kind}: field {path} is not what the format says", _REMEDY) from None


def _strict_json(line: bytes, where: str) -> dict[str, Any]:
    try:
        return read_object(line, floats=True)
    except RefusedJsonError as error:
        remedy = "get the file again: it may have been cut off" if error.cut_off else _REMEDY
        raise SourceError(where, error.problem, remedy) from error
