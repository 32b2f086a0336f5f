"""A short match with something in every zone, for what is shown of it."""

from pathlib import Path
from typing import Any

import pytest

from dcg_events import Recorder

Event = dict[str, Any]

DECKS = {side: [f"BT{n}-{i:03}" for i in range(10, 40)] for side, n in (("p1", 1), ("p2", 3))}
"""In the order in which the cards lie after the shuffle, top first."""


def pile(zone: str, side: str, position: int | None = None) -> Event:
    place: Event = {"zone": zone, "side": side}
    return place if position is None else {**place, "position": position}


def transfer(manner: str, origin: Event, goal: Event, **fields: Any) -> Event:
    return {"kind": "transferred", "manner": manner, "from": origin, "to": goal, **fields}


def set_up(recorder: Recorder) -> None:
    counts = {"deck_count": 30, "egg_deck_count": 2, "egg_deck": ["BT1-001", "BT1-002"]}
    starts = {side: {**counts, "deck": DECKS[side][::-1]} for side in DECKS}
    recorder.append({"kind": "game_started", **starts})
    for side, order in DECKS.items():
        recorder.append({"kind": "shuffled", "zone": "deck", "side": side, "order": order})
    for side in DECKS:
        draws = [("draw", pile("deck", side, i), pile("hand", side)) for i in range(5)]
        recorder.append_group([transfer(*draw) for draw in draws])
        setting = [
            ("place", pile("deck", side, i), pile("security", side, 4 - i)) for i in range(5)
        ]
        recorder.append_group([transfer(*placed) for placed in setting])


def take_turn(recorder: Recorder, turn: int, side: str) -> str:
    """Play a turn up to the main phase; return the unit that was played."""
    numbers = [card.number for card in recorder.table.sides[side]["hand"]]
    events: list[Event] = [
        {"kind": "turn_started", "player": side, "turn": turn},
        {"kind": "phase_entered", "phase": "breeding"},
        transfer("hatch", pile("egg_deck", side, 0), pile("breeding", side)),
        {"kind": "phase_entered", "phase": "main"},
        {"kind": "memory_changed", "after": -3 if side == "p1" else 3, "reason": "cost"},
        transfer("play", pile("hand", side), pile("battle", side), number=numbers[0]),
    ]
    ids = [recorder.append(event).ids[0] for event in events]
    return str(ids[-1])


@pytest.fixture
def match_log(tmp_path: Path) -> Path:
    """Record two turns: 43 events."""
    path = tmp_path / "match.dcglog"
    with Recorder.create(path, p1="Aiko", p2="Ben") as recorder:
        set_up(recorder)
        first = take_turn(recorder, 1, "p1")
        goal = {**pile("battle", "p1", -1), "unit": first}
        recorder.append(
            transfer("place_under", pile("hand", "p1"), goal, number="BT1-011", facing="down")
        )
        place = pile("security", "p1", 1)
        recorder.append({"kind": "flipped", "place": place, "facing": "up"})
        recorder.append({"kind": "turn_ended", "player": "p1", "turn": 1, "reason": "memory"})
        second = take_turn(recorder, 2, "p2")
        recorder.append_group(
            [
                {
                    "kind": "attack_declared",
                    "attack": "a1",
                    "player": "p2",
                    "unit": second,
                    "target": {"player": "p1"},
                },
                {"kind": "orientation_changed", "unit": second, "orientation": "suspended"},
            ]
        )
        recorder.append(transfer("trash", pile("deck", "p1", 0), pile("trash", "p1")))
        recorder.append({"kind": "game_ended", "winner": "p2", "reason": "concession"})
    return path
