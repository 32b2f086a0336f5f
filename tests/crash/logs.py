"""Logs to crash with, and what has to hold of them afterwards."""

import re
from pathlib import Path
from typing import Any

from dcg_events import MatchLog, Recorder
from dcg_events.recorder.opening import opening
from dcg_events.views.verifying import verify
from tests.log.small import transfer

Group = list[dict[str, Any]]

DECK, HAND = {"zone": "deck", "side": "p1"}, {"zone": "hand", "side": "p1"}
DECKS = {"deck_count": 5, "egg_deck_count": 0, "deck": [f"BT1-01{number}" for number in range(5)]}
FACT = "recovered"


def note(text: str = "later", **fields: Any) -> dict[str, Any]:
    return {"kind": "noted", "text": text, **fields}


def draw() -> dict[str, Any]:
    return transfer("draw", DECK, HAND)


GROUPS: list[Group] = [
    [{"kind": "game_started", "p1": DECKS, "p2": {"deck_count": 0, "egg_deck_count": 0}}],
    [{"kind": "turn_started", "player": "p1", "turn": 1}],
    [draw()],
    [draw()],
    [draw(), draw()],
    [transfer("play", HAND, {"zone": "battle"}) | {"number": "BT1-012"}],
    [{"kind": "orientation_changed", "unit": "7", "orientation": "suspended"}],
    [note("for you", audience=["p1"])],
    [{"kind": "disclosed", "to": ["p2"], "opened": [{"event": 3, "field": "number"}]}],
    [{"kind": "turn_ended", "player": "p1", "turn": 1, "reason": "memory"}],
    [note("same")],
    [note("same")],
]
"""A small game: openings, a group of two, a reference by id, a repeated opening, likes in a row."""


def begin(path: Path, durability: str = "none", **options: Any) -> Recorder:
    header = opening(p1="Aiko", p2="Ben", durability=durability, **options.pop("header", {}))
    return Recorder.begin(path, header, **options)


def send(recorder: Recorder, groups: list[Group] = GROUPS, start: int = 1) -> int:
    """Send groups as a writer does that says where they belong; return the version expected."""
    expected = start
    for group in groups:
        seqs = recorder.append_group(group, expected_version=expected).seqs
        assert sorted(seqs) == list(range(expected, expected + len(group)))
        expected += len(group)
    return expected


def record(path: Path, durability: str = "none") -> Path:
    with begin(path, durability) as recorder:
        send(recorder)
    return path


def commits(path: Path) -> list[int]:
    """Return how many bytes lie up to the end of each commit."""
    found = re.finditer(rb'^\["commit",[^\n]*\n', path.read_bytes(), re.MULTILINE)
    return [commit.end() for commit in found]


def groups_of(path: Path) -> list[Group]:
    return list(MatchLog(path, "judge").groups())


def facts_of(path: Path) -> list[tuple[int, int | None]]:
    events = MatchLog(path, "judge").events()
    return [(event["bytes_cut"], event["after"]) for event in events if event["kind"] == FACT]


def kept_of(path: Path) -> dict[str, bytes]:
    """Return the files beside a log, and what they hold."""
    found = sorted(path.parent.glob(f"{path.name}.*"))
    return {file.name.removeprefix(f"{path.name}."): file.read_bytes() for file in found}


def told(path: Path) -> list[list[Any]]:
    """Return what a log says but for its recoveries, without the places of events."""
    return [
        [{**event, "seq": None, "group": None, "was": None} for event in group]
        for group in groups_of(path)
        if group[0]["kind"] != FACT
    ]


def check_whole(path: Path) -> None:
    verdict = verify(path, strict=True)
    assert verdict.whole, verdict.damage
