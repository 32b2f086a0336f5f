"""Seal values into commitments and put opened values back.

A sealed value stands in its record as `"~"` and the SHA-256 of its opening line. The opening line,
`["open", seq, field, audience, value, salt]`, is what its audience holds.
"""

import re
import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final, TypeAlias

from dcg_events.events.codec import PlainEvent, canonical

SaltSource: TypeAlias = Callable[[], str]
"""Gives 128 fresh bits, as 32 hexadecimal digits, for each sealed value."""

_COMMITMENT: Final = re.compile(r"~[0-9a-f]{64}")


def random_salt() -> str:
    """Return a salt from the operating system's randomness."""
    return secrets.token_hex(16)


def seal_event(
    event: PlainEvent, seals: Sequence[tuple[str, list[str]]], salt: SaltSource
) -> tuple[list[bytes], bytes]:
    """Turn a plain event into its opening lines and its record line, without line feeds.

    Args:
        event: The completed plain event; it is not changed.
        seals: Dotted path and audience of each value to seal.
        salt: Where the salts come from.
    """
    openings: list[bytes] = []
    record = dict(event)
    for path, audience in seals:
        *parents, name = path.split(".")
        holder = record
        for part in parents:
            holder[part] = dict(holder[part])
            holder = holder[part]
        line = canonical(["open", event["seq"], path, audience, holder[name], salt()])
        holder[name] = "~" + sha256(line).hexdigest()
        openings.append(line)
    return openings, canonical(record)


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


def plain(record: dict[str, Any]) -> PlainEvent:
    """Return a record as a plain event: what is still sealed is unknown, null.

    >>> plain({"kind": "transferred", "number": "~" + 64 * "0", "to": {"zone": "deck"}})
    {'kind': 'transferred', 'number': None, 'to': {'zone': 'deck'}}
    """
    return {
        name: (None if is_sealed(value) else plain(value) if isinstance(value, dict) else value)
        for name, value in record.items()
    }
