"""Matches to measure on: lawful ones from a seed, many of them, or one that goes on and on.

They are played by the generator of the tests, which follows the rules and the sizes of real
matches: about 300 events, 90 kB with all openings.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from dcg_events.events.codec import canonical
from dcg_events.log.reading import LogReader
from tests.lawful.beginnings import begin_game, open_match, register
from tests.lawful.game import play_game, play_lawful
from tests.lawful.referee import Referee

DISTINCT = 100
"""How many different matches are played; more are the same under other names."""


def play_many(folder: Path, count: int) -> Iterator[Path]:
    """Write so many logs, each of a match of its own, and yield their paths."""
    for number in range(count):
        path = folder / f"match-{number:05}.dcglog"
        if number < DISTINCT:
            play_lawful(path, number)
        else:
            played = folder / f"match-{number % DISTINCT:05}.dcglog"
            path.write_bytes(renamed(played.read_bytes(), f"Aiko {number}"))
        yield path


def renamed(log: bytes, name: str) -> bytes:
    """Return a log with another name for p1, so with other heads: a match of its own."""
    lines, digest = log.splitlines(keepends=True), sha256()
    first = True
    for index, line in enumerate(lines):
        value: Any = line
        if line.startswith(b"{"):
            if first:
                value = orjson.loads(line)
                value["players"]["p1"]["name"] = name
                lines[index] = canonical(value) + b"\n"
                first = False
            digest.update(lines[index])
        elif line.startswith(b'["commit",'):
            value = orjson.loads(line)
            value[2] = digest.hexdigest()
            lines[index] = canonical(value) + b"\n"
    return b"".join(lines)


def play_long(path: Path, events: int, seed: int = 1) -> None:
    """Write the log of one match that has at least so many events: game after game."""
    edition, language = "4.0", "ja"
    desk = open_match(path, seed, language=language, edition=edition, knows_all=True, best_of=1)
    game = Referee(desk, edition=edition, language=language)
    game.busy = 0.08
    with desk.recorder, desk.recorder.batch():
        decks = register(desk, mills=False)
        while desk.recorder.version < events:
            begin_game(game, decks)
            play_game(game, 10)


def write_plain_equivalent(log: Path, out: Path) -> Path:
    """Write a log of the same events and commits in which nothing is sealed: all values in place.

    Nobody records such a log. It says what a fold costs without secrecy.
    """
    digest = sha256()
    with log.open("rb") as file, out.open("wb") as plain:
        for events in LogReader(file, log.name).writes():
            records = b"".join(canonical(event) + b"\n" for event in events)
            digest.update(records)
            end = canonical(["commit", events[-1]["seq"], digest.hexdigest()])
            plain.write(records + end + b"\n")
    return out
