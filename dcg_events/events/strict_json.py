"""Read a line of JSON, and refuse what two programs could read in two ways."""

import json
import re
from typing import Any, Final, NoReturn

import orjson

from dcg_events.events.limits import MAX_DEPTH, MAX_VALUES

_STRINGS: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_FRACTION: Final = re.compile(rb"[0-9][.eE]")
"""Bytes without which a line of JSON holds no float."""


class RefusedJsonError(ValueError):
    """Bytes that are not one object of restricted JSON.

    Attributes:
        problem: What is wrong, in words that name no value.
        cut_off: Whether the line may simply have been cut off.
    """

    def __init__(self, problem: str, *, cut_off: bool = False) -> None:
        super().__init__(problem)
        self.problem = problem
        self.cut_off = cut_off


def read_object(line: bytes, *, floats: bool = False) -> dict[str, Any]:
    """Return the object that a line of restricted JSON holds.

    Args:
        line: The line, with or without its line feed.
        floats: Whether numbers may have a fraction.

    Raises:
        RefusedJsonError: If it is no UTF-8, no JSON, no object; if a key stands twice, a number is
            too large or not finite, a string holds a lone surrogate, or it is nested too deeply.
    """
    text = line if len(line) <= MAX_VALUES else _STRINGS.sub(b"", line)
    if text.count(b",") + text.count(b"[") + text.count(b"{") > MAX_VALUES:
        message = f"it holds more than {MAX_VALUES:,} values"
        raise RefusedJsonError(message)
    quick = _read_as_written(line, floats=floats)
    if quick is not None:
        return quick
    try:
        value = json.loads(
            line.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_float=float if floats else _no_float,
        )
        _check_depth(value)
        orjson.dumps(value)
    except RefusedJsonError:
        raise
    except UnicodeDecodeError as error:
        raise RefusedJsonError(f"byte {error.start} is not UTF-8") from error
    except json.JSONDecodeError as error:
        problem = f"this is not JSON from character {error.pos} on"
        raise RefusedJsonError(problem, cut_off=True) from error
    except RecursionError as error:
        raise RefusedJsonError("the JSON is nested too deeply") from error
    except (TypeError, ValueError) as error:
        problem = "a number is beyond what JSON carries exactly, or a string has lone surrogates"
        raise RefusedJsonError(problem) from error
    if not isinstance(value, dict):
        raise RefusedJsonError("this is JSON and not an object")
    return value


def _check_depth(value: object, depth: int = 1) -> None:
    if isinstance(value, dict | list):
        if depth > MAX_DEPTH:
            raise RecursionError
        for part in value.values() if isinstance(value, dict) else value:
            _check_depth(part, depth + 1)


def _read_as_written(line: bytes, *, floats: bool) -> dict[str, Any] | None:
    """Return the object of a line that we would write the same; None for any other line.

    What comes out the same when it is written again holds no key twice, no space and no number or
    string in another form, which is all that two programs could read in two ways.
    """
    if line.count(b"{") + line.count(b"[") > MAX_DEPTH or (not floats and _FRACTION.search(line)):
        return None  # it may be nested too deeply, or hold a float
    try:
        value = orjson.loads(line)
        same = isinstance(value, dict) and orjson.dumps(value) == line.removesuffix(b"\n")
    except (ValueError, TypeError):  # looked at again, to say what is wrong
        return None
    return value if same else None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        message = "a key stands twice in one object"
        raise RefusedJsonError(message)
    return found


def _no_constant(_: str) -> NoReturn:
    message = "NaN and Infinity are not JSON"
    raise RefusedJsonError(message)


def _no_float(_: str) -> NoReturn:
    message = "the number is not an integer"
    raise RefusedJsonError(message)
