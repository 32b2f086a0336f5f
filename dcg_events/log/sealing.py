"""Seal values into commitments and put opened values back.

A sealed value stands in its record as `"~"` and the SHA-256 of its opening line. The opening line,
`["open", seq, field, audience, value, salt]`, is what its audience holds.
"""

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Final, TypeAlias

import orjson

from dcg_events.errors import LogDamagedError
from dcg_events.events.codec import PlainEvent
from dcg_events.events.limits import MAX_DEPTH

SaltSource: TypeAlias = Callable[[], str]
"""Gives 128 fresh bits, as 32 hexadecimal digits, for each sealed value."""

Seal: TypeAlias = tuple[str, list[str]]
"""A dotted path and who may hold its opening, in a fixed order."""

_COMMITMENT: Final = re.compile(r"~[0-9a-f]{64}")
_CONTAINERS: Final = frozenset({dict, list})
_ATOMS: Final = frozenset({int, bool, float, type(None)})


def random_salt() -> str:
    """Return a salt from the operating system's randomness."""
    return secrets.token_hex(16)


def seal_events(
    events: Sequence[tuple[PlainEvent, Sequence[Seal]]], salt: SaltSource
) -> tuple[list[bytes], list[bytes]]:
    """Turn plain events into their opening lines and their record lines, without line feeds.

    Args:
        events: Completed plain events, which are not changed, and what of each is to be sealed.
        salt: Where the salts come from.
    """
    openings: list[bytes] = []
    records: list[bytes] = []
    count = 0
    for _, seals in events:
        count += len(seals)
    next_salt = iter(_salts(salt, count)).__next__
    dumps, form = orjson.dumps, orjson.OPT_SORT_KEYS  # as `canonical`, without the call
    for record, seals in events:
        if seals:
            record = record.copy()  # noqa: PLW2901 - the event is not ours to change
            seq = record["seq"]
            for path, audience in seals:
                holder, name = record, path
                while name not in holder:  # a dotted path leads into a part, which is copied too
                    part, _, name = name.partition(".")
                    holder[part] = holder = holder[part].copy()
                line = dumps(["open", seq, path, audience, holder[name], next_salt()], None, form)
                holder[name] = "~" + sha256(line).hexdigest()
                openings.append(line)
        records.append(dumps(record, None, form))
    return openings, records


def _salts(salt: SaltSource, count: int) -> list[str]:
    """Return some salts, from the operating system's randomness all at once."""
    if salt is not random_salt:
        return [salt() for _ in range(count)]
    digits = secrets.token_hex(16 * count)
    return [digits[start : start + 32] for start in range(0, 32 * count, 32)]


def commitment_of(opening: bytes) -> str:
    """Return what stands in a record for the value of an opening line without its line feed."""
    return "~" + sha256(opening).hexdigest()


def value_at(record: dict[str, Any], path: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return what a record holds under a dotted path, None if it has no such field."""
    value: Any = record
    for part in path.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def put_back(record: dict[str, Any], path: str, value: object, commitment: str) -> bool:
    """Put an opened value in the place of its commitment, if the record holds it there."""
    holder: Any = record
    *parents, name = path.split(".")
    for part in parents:
        holder = holder.get(part) if isinstance(holder, dict) else None
    if not isinstance(holder, dict) or holder.get(name) != commitment:
        return False
    holder[name] = value
    return True


def is_sealed(value: object) -> bool:
    """Tell whether a value is a commitment that was not opened."""
    return isinstance(value, str) and value[:1] == "~" and _COMMITMENT.fullmatch(value) is not None


def sealed_fields(record: dict[str, Any], before: str = "", depth: int = 1) -> Iterator[str]:
    """Yield the dotted paths of the commitments in a record.

    Raises:
        LogDamagedError: If it is nested deeper than an event may be.

    >>> list(sealed_fields({"was": "41", "to": {"zone": "deck", "position": "~" + 64 * "0"}}))
    ['to.position']
    """
    for name, value in record.items():
        if isinstance(value, str):
            if value[:1] == "~" and is_sealed(value):
                yield before + name
        elif isinstance(value, dict):
            _check_depth(record, depth + 1)
            yield from sealed_fields(value, f"{before}{name}.", depth + 1)


def plain(record: dict[str, Any]) -> PlainEvent:
    """Return a record as a plain event: what is still sealed is unknown, null.

    Raises:
        LogDamagedError: If it is nested deeper than an event may be.

    >>> plain({"kind": "transferred", "number": "~" + 64 * "0", "to": {"zone": "deck"}})
    {'kind': 'transferred', 'number': None, 'to': {'zone': 'deck'}}
    """
    return {
        name: value if type(value) in _ATOMS else _plain(value, record, 2)
        for name, value in record.items()
    }


def _plain(value: Any, record: dict[str, Any], depth: int) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, str):
        return None if value[:1] == "~" and is_sealed(value) else value
    if isinstance(value, dict):
        _check_depth(record, depth)
        return {
            name: part if type(part) in _ATOMS else _plain(part, record, depth + 1)
            for name, part in value.items()
        }
    if isinstance(value, list) and not _CONTAINERS.isdisjoint(map(type, value)):
        _check_depth(record, depth)
        return [_plain(part, record, depth + 1) for part in value]
    return value


def _check_depth(record: dict[str, Any], depth: int) -> None:
    if depth > MAX_DEPTH:
        problem = f"it is nested more than {MAX_DEPTH} deep"
        remedy = "use another copy; check it with `dcg-events verify --strict`"
        raise LogDamagedError(f"event {record.get('seq')}", problem, remedy)
