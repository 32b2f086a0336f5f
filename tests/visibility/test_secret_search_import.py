"""Importing a damaged recording of another program: what is said of it names no card."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.visibility.console import Console

CORPUS = Path(__file__).parents[1] / "corpus" / "aegis"


def spoilt(lines: list[bytes], dice: Random) -> Iterator[bytes]:
    """Yield a recording cut, flipped, shortened, and with other cards than it played with."""
    for _ in range(8):
        at = dice.randrange(1, len(lines))
        yield b"".join(lines[:at])
        yield b"".join(lines[:at] + lines[at + 1 :])
        yield b"".join([*lines[:at], lines[at][: len(lines[at]) // 2], *lines[at:]])
        place = dice.randrange(len(lines[at]))
        flipped = lines[at][:place] + bytes([lines[at][place] ^ 1]) + lines[at][place + 1 :]
        yield b"".join([*lines[:at], flipped, *lines[at + 1 :]])
        yield b"".join(_with_other_cards(lines, dice))


def _with_other_cards(lines: list[bytes], dice: Random) -> list[bytes]:
    """Give one list of instances the cards of another order, so that snapshots differ."""
    changed = list(lines)
    places = [n for n, line in enumerate(lines) if json.loads(line).get("t") == "instances"]
    at = dice.choice(places)
    value: Any = json.loads(lines[at])
    cards = [entry["card"] for entry in value["map"].values()]
    dice.shuffle(cards)
    for entry, card in zip(value["map"].values(), cards, strict=True):
        entry["card"] = card
    changed[at] = json.dumps(value).encode() + b"\n"
    return changed


def test_what_an_import_says_names_no_card(console: Console, tmp_path: Path) -> None:
    """Refusals, differences and their places; the log itself is the judge's."""
    smallest = min(CORPUS.glob("*.jsonl"), key=lambda path: path.stat().st_size)
    lines = smallest.read_bytes().splitlines(keepends=True)
    decks = [card for seat in json.loads(lines[0])["seats"] for card in seat["mainDeck"]]
    card = re.compile(b"|".join(re.escape(number.encode()) + rb"\b" for number in set(decks)))
    source = tmp_path / "damaged"
    codes = []
    for data in spoilt(lines, Random(5)):  # noqa: S311
        source.write_bytes(data)
        left = console.run("import", "aegis", source, "-o", "imported.dcglog")
        for where in ("out", "err"):
            assert not card.findall(left.parts[where]), left.parts[where]
        assert b"Traceback" not in left.err
        assert set(left.parts) <= {"out", "err", "imported.dcglog"}
        codes.append(left.code)
    assert {0, 4} <= set(codes) or {1, 4} <= set(codes), codes
