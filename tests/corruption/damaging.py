"""Ways to damage a log: five kinds, of whole lines and of single bytes."""

from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

import orjson

Damage: TypeAlias = Callable[[bytes, Random], bytes]

_CHARACTERS: Final = b'0123456789abcdefghijklmnopqrstuvwxyz"[]{}:,~- \n\x00\xff'


def _line(change: Callable[[list[bytes], int, Random], None]) -> Damage:
    def damage(data: bytes, random: Random) -> bytes:
        lines = data.splitlines(keepends=True)
        change(lines, random.randrange(len(lines)), random)
        return b"".join(lines)

    return damage


def _byte(change: Callable[[bytearray, int, Random], None]) -> Damage:
    def damage(data: bytes, random: Random) -> bytes:
        changed = bytearray(data)
        change(changed, random.randrange(len(data)), random)
        return bytes(changed)

    return damage


def _cut(items: Any, place: int, _: Random) -> None:
    del items[place:]


def _lose(items: Any, place: int, _: Random) -> None:
    del items[place]


def _double(items: Any, place: int, _: Random) -> None:
    items.insert(place, items[place])


def _swap(items: Any, place: int, _: Random) -> None:
    place = min(place, len(items) - 2)
    items[place], items[place + 1] = items[place + 1], items[place]


def _flip_byte(items: bytearray, place: int, random: Random) -> None:
    items[place] = random.choice([each for each in _CHARACTERS if each != items[place]])


def _flip_value(lines: list[bytes], place: int, random: Random) -> None:
    """Give one value of a line another one of its own kind, in canonical JSON."""
    value = orjson.loads(lines[place])
    spots = list(_spots(value))
    holder, key = random.choice(spots)
    holder[key] = _another(holder[key], random)
    lines[place] = orjson.dumps(value, option=orjson.OPT_SORT_KEYS) + b"\n"


def _spots(value: Any) -> list[tuple[Any, Any]]:
    """List where the values of a line stand."""
    found: list[tuple[Any, Any]] = []
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        inside = _spots(part) if isinstance(part, dict | list) else []
        found += inside or [(value, key)]
    return found


def _another(value: Any, random: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice((-1, 1))
    if isinstance(value, str) and value:
        if value in ("p1", "p2"):
            return "p2" if value == "p1" else "p1"
        place = random.randrange(len(value))
        digit = random.choice([each for each in "0123456789" if each != value[place]])
        return value[:place] + digit + value[place + 1 :]
    return "x" if value is None or value == "" else [*value, "p1"] if value == [] else {"x": 1}


KINDS: Final[dict[str, dict[str, Damage]]] = {
    "line": {
        "truncate": _line(_cut),
        "delete": _line(_lose),
        "duplicate": _line(_double),
        "swap": _line(_swap),
        "flip": _line(_flip_value),
    },
    "byte": {
        "truncate": _byte(_cut),
        "delete": _byte(_lose),
        "duplicate": _byte(_double),
        "swap": _byte(_swap),
        "flip": _byte(_flip_byte),
    },
}
"""A damage of each kind: to lose what follows, one item, to have one twice, two in the other
order, one changed. The flip of a line changes one of its values to another of the same type."""
