"""Plain events to and from bytes: the one door that outside data comes through.

Validation happens here, once. Behind the door events are plain dicts, exactly as written.
"""

import re
from difflib import get_close_matches
from typing import Any, Final, NoReturn, TypeAlias

import orjson
from pydantic import ValidationError

from dcg_events.errors import EventError
from dcg_events.events.catalogue import MODELS, checker, reader
from dcg_events.events.envelope import Event
from dcg_events.events.limits import MAX_LINE
from dcg_events.events.strict_json import RefusedJsonError, read_object

PlainEvent: TypeAlias = dict[str, Any]
"""An event as JSON has it: values in place, no commitments."""

_COMMITMENT: Final = re.compile(rb'"~[0-9a-f]{64}"')
_KEY: Final = re.compile(rb'"\s*:')
_NAME: Final = re.compile(r"^[a-z_]{1,40}$")
_SHOWN: Final = re.compile(r"^[a-z0-9_]{1,40}$")


def canonical(value: object) -> bytes:
    """Write a JSON value in its one canonical form (RFC 8785 for our restricted JSON).

    >>> canonical({"b": 1, "a": [None, True]})
    b'{"a":[null,true],"b":1}'
    """
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def decode_event(line: bytes, where: str) -> PlainEvent:
    """Read one plain event from a line of JSON.

    Args:
        line: The line, with or without its line feed.
        where: Its place, for messages.

    Raises:
        EventError: If it is no event.
    """
    plain = _read_ordinary(line)
    if plain is not None and _has_no_key_twice(line, plain):
        return plain
    return _decode_carefully(line, where)


def _has_no_key_twice(line: bytes, plain: PlainEvent) -> bool:
    """Tell whether a line certainly holds each key of what was read from it once."""
    written = orjson.dumps(plain)
    if len(written) == len(line) - line.endswith(b"\n"):
        return True  # it cannot be written shorter, so there is no room for a key that was dropped
    if b'"~' in written:  # it was escaped
        return False
    # of what looks like a key within a text, there is more than was read
    return len(_KEY.findall(line)) == _count_keys(plain)


def _count_keys(value: object) -> int:
    if type(value) is dict:
        return len(value) + sum(map(_count_keys, value.values()))
    return sum(map(_count_keys, value)) if type(value) is list else 0


def _read_ordinary(line: bytes) -> PlainEvent | None:
    """Read an event fast; None if there may be something wrong with it, which is then found out.

    A key that stands twice is not noticed here.
    """
    if len(line) > MAX_LINE or b'"~' in line:
        return None
    try:
        plain = reader().validate_json(line)
    except ValidationError:
        return None
    return plain if type(plain) is dict else None


def _decode_carefully(line: bytes, where: str) -> PlainEvent:
    if len(line) > MAX_LINE:
        problem = f"the line is {len(line):,} bytes long, more than the {MAX_LINE:,} allowed"
        raise EventError(where, problem, "write one event on a line")
    try:
        plain = read_object(line)
    except RefusedJsonError as error:
        remedy = "write one object of restricted JSON on a line, see schemas/README.md"
        raise EventError(where, error.problem, remedy) from error
    if _COMMITMENT.search(orjson.dumps(plain) if b"\\" in line else line):  # it may be escaped
        raise EventError(
            where,
            "a value looks like a commitment of a sealed log",
            "append plain events, as `dcg-events events` prints them",
        )
    _validate(line, plain, where)
    return plain


def plain_event(event: Event | PlainEvent, where: str) -> PlainEvent:
    """Check an event built in Python and return its plain form, a copy of its own.

    Raises:
        EventError: If it is no event.
    """
    given = event.to_plain() if isinstance(event, Event) else event
    ordinary = ordinary_event(given)
    if ordinary is not None:
        return ordinary
    try:
        line = orjson.dumps(given)
    except TypeError as error:
        problem = "the event holds a value that JSON cannot carry"
        raise EventError(where, problem, "use strings, integers, lists and dicts") from error
    plain = _decode_carefully(line, where)
    if plain != given and _holds_float(given):  # orjson writes null for NaN
        raise EventError(where, "the event holds a float", "use integers")
    return plain


def ordinary_event(given: PlainEvent) -> PlainEvent | None:
    """Return a copy of an event in which nothing is wrong or odd; None leaves it to `plain_event`.

    Most are, and are checked in half the time.
    """
    try:
        plain = _read_ordinary(orjson.dumps(given))
    except TypeError:
        return None
    return plain if plain == given else None


def _holds_float(value: object) -> bool:
    if isinstance(value, dict):
        return any(_holds_float(item) for item in value.values())
    if isinstance(value, list | tuple):
        return any(_holds_float(item) for item in value)
    return isinstance(value, float)


def _validate(line: bytes, plain: PlainEvent, where: str) -> None:
    kind = plain.get("kind")
    if not isinstance(kind, str) or kind not in MODELS:
        _refuse_kind(kind, where)
    try:
        checker().validate_json(line)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        path = [str(part) for part in first["loc"][1:] if _SHOWN.match(str(part))]
        field = ".".join(path) or "of the event"
        problem = f"{kind}: field {field} {_in_our_words(first['type'], first['msg'])}"
        raise EventError(where, problem, f"see {kind} in schemas/KINDS.md") from None
    right = plain.get("event") if kind == "record_corrected" else None
    if right is not None:
        _validate_inside(right, f"{where}, the event in the correction")


def _validate_inside(right: PlainEvent, where: str) -> None:
    if right.get("kind") == "record_corrected":  # it would go on and on
        problem = "it is a correction itself"
        raise EventError(where, problem, "correct the event that was corrected once more")
    _validate(orjson.dumps(right), right, where)


def _refuse_kind(kind: object, where: str) -> NoReturn:
    if kind is None:
        raise EventError(where, "the object has no kind", "name the event's kind")
    if not isinstance(kind, str) or not _NAME.match(kind):
        raise EventError(where, "the kind is not a name", "use a kind of schemas/KINDS.md")
    close = get_close_matches(kind, MODELS, 1)
    remedy = f"did you mean {close[0]!r}?" if close else "use a kind of schemas/KINDS.md"
    raise EventError(where, f"unknown kind {kind!r}", remedy)


def _in_our_words(error_type: str, message: str) -> str:
    """Say what the validator found, without the value: it may be a hidden card."""
    known = {
        "missing": "is missing",
        "extra_forbidden": "is not known",
        "string_pattern_mismatch": "does not have the form it should have",
    }
    return known.get(error_type, message.replace("Input should", "should", 1))
