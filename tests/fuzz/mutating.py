"""Change bytes: blindly, by lines, and by values of JSON."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

import orjson

INTERESTING: Final[list[Any]] = [
    *(None, True, False, 0, -1, 1, 2, 21, 2**31, 2**53, 2**64, 10**30, 1.5, -0.0),
    *("", "~", "~" + "0" * 64, "p1", "judge", "0", "1.0", "999999999", "deck", "hand", "battle"),
    *("\x00", "é" * 3, "a" * 5000, [], {}, [[]], [None], ["p1"], [0, 0]),
    {"zone": "deck", "side": "p1"},
    {"zone": "hand", "side": "p1"},
    {"zone": "battle", "side": "p1", "unit": "5", "position": 0},
]
DEEP: Final = (
    b"[" * 5000 + b"]" * 5000,
    b"[" * 200 + b"]" * 200,
    b'{"a":' * 600 + b"1" + b"}" * 600,
)
_NOISE: Final = (
    *(b"\x00", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r\n", b"\n", b'"'),
    *(b"\\ud800", b"1e999"),
)
_SPREAD: Final = 4


def mutated(data: bytes, other: bytes, random: Random) -> bytes:
    """Return changed bytes; `other` is what may be spliced in."""
    for _ in range(random.randint(1, _SPREAD)):
        data = random.choice(_WAYS)(data, other, random)
    return data


def _flip(data: bytes, _: bytes, random: Random) -> bytes:
    if not data:
        return b"\n"
    place = random.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << random.randrange(8))]) + data[place + 1 :]


def _cut(data: bytes, _: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    end = len(data) if random.random() < 0.5 else min(len(data), start + random.randrange(1, 200))
    return data[:start] + data[end:]


def _noise(data: bytes, _: bytes, random: Random) -> bytes:
    place = random.randrange(len(data) + 1)
    return data[:place] + random.choice(_NOISE) * random.choice((1, 1, 3)) + data[place:]


def _splice(data: bytes, other: bytes, random: Random) -> bytes:
    lines, others = data.split(b"\n"), other.split(b"\n")
    start = random.randrange(len(others))
    place = random.randrange(len(lines) + 1)
    lines[place:place] = others[start : start + random.randint(1, 4)]
    return b"\n".join(lines)


def _lines(data: bytes, _: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    one, two = random.randrange(len(lines)), random.randrange(len(lines))
    way = random.randrange(3)
    if way == 0:
        lines[one], lines[two] = lines[two], lines[one]
    elif way == 1:
        lines.insert(two, lines[one])
    else:
        del lines[one]
    return b"\n".join(lines)


def _value(data: bytes, other: bytes, random: Random) -> bytes:
    """Replace, remove or rename a value of a line of JSON."""
    lines = data.split(b"\n")
    number = random.randrange(len(lines))
    try:
        value = orjson.loads(lines[number])
    except ValueError:
        return _flip(data, other, random)
    holders = _containers(value)
    if not holders:
        return data
    for _ in range(random.choice((1, 1, 2))):
        _change(random.choice(holders), random)
    try:
        lines[number] = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return data
    if random.random() < 0.05:
        lines[number] = lines[number].replace(b"null", random.choice(DEEP), 1)
    return b"\n".join(lines)


def _containers(value: Any) -> list[Any]:
    found, due = [], [value]
    while due:
        part = due.pop()
        if isinstance(part, dict | list):
            found.append(part)
            due += part.values() if isinstance(part, dict) else part
    return found


def _change(holder: Any, random: Random) -> None:
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    if not keys:
        return
    key, way = random.choice(keys), random.random()
    if way < 0.15:
        del holder[key]
    elif way < 0.3 and isinstance(holder, dict):
        holder[random.choice((*keys, "kind", "number", "of", "x"))] = holder.pop(key)
    elif way < 0.45 and isinstance(holder[key], int):
        holder[key] += random.choice((-1, 1, 1000))
    else:
        new = random.choice(INTERESTING)
        holder[key] = orjson.loads(orjson.dumps(new)) if abs_fits(new) else 2**53 - 1


def abs_fits(value: Any) -> bool:
    """Tell whether our JSON writer can write a value."""
    return not isinstance(value, int) or abs(value) < 2**63


_WAYS: Final[list[Callable[[bytes, bytes, Random], bytes]]] = [
    _flip, _cut, _noise, _splice, _lines, _value, _value, _value, _value, _value,
]  # fmt: skip
