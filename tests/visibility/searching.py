"""Search what a command left for what its reader has not lawfully seen."""

import re
import traceback
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import orjson

from tests.visibility.console import Left
from tests.visibility.invocations import SCRATCH
from tests.visibility.secret_match import SECRET, SecretMatch

_SALT: Final = re.compile(rb"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")
_CODES: Final = {0, 1, 2, 3, 4, 130}


@cache
def salts_withheld(full: Path, viewer: str) -> set[bytes]:
    """List the salts of openings that a viewer does not get: with one a value can be guessed."""
    lines = map(orjson.loads, full.read_bytes().splitlines())
    openings = [line for line in lines if isinstance(line, list) and line[0] == "open"]
    return {salt.encode() for *_, audience, _, salt in openings if viewer not in audience}


def search(left: Left, match: SecretMatch, viewer: str) -> None:
    """Search what a command left for what its reader has not lawfully seen."""
    forbidden = match.ledger.forbidden(viewer)
    salts = salts_withheld(match.path, viewer)
    for where, content in left.parts.items():
        if where.startswith(SCRATCH):
            continue
        told = set(SECRET.findall(content)) & forbidden
        assert not told, (viewer, left.arguments, where, sorted(told)[:5])
        given_away = set(_SALT.findall(content)) & salts
        assert not given_away, (viewer, left.arguments, where, sorted(given_away)[:5])
    assert b"Traceback" not in left.err, (left.arguments, left.err[-2000:])
    assert left.code in _CODES, (left.arguments, left.code)
    assert set(left.modes) <= {0o700}, (left.arguments, left.modes)


def search_error(error: BaseException, match: SecretMatch, viewer: str) -> None:
    """Search an exception as a program may print it: its text, its traceback, what caused it."""
    told = "".join(traceback.format_exception(error))
    told += "".join(f"{cause!r} {cause}" for cause in causes(error)) + repr(vars(error))
    assert not set(SECRET.findall(told.encode())) & match.ledger.forbidden(viewer), told


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception and all that led to it, shown by a traceback or not."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
