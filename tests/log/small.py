"""A small log to damage, and what it truly says."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from dcg_events.errors import LogError
from dcg_events.log.reading import LogReader
from dcg_events.log.sealing import is_sealed
from dcg_events.log.store import open_reading
from dcg_events.recorder.recorder import Recorder


def salts(first: int = 0) -> Callable[[], str]:
    numbers = count(first)
    return lambda: f"{next(numbers):032x}"


def transfer(manner: str, origin: dict[str, Any], goal: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "transferred", "manner": manner, "from": origin, "to": goal}


def write_small_log(path: Path, salt: int = 0) -> Path:
    """Write a log of a few groups: a start, a draw of two, a play, a note for one player."""
    deck = {"zone": "deck", "side": "p1"}
    hand = {"zone": "hand", "side": "p1"}
    with Recorder.create(
        path, p1="Aiko", p2="Ben", durability="none", salt=salts(salt)
    ) as recorder:
        decks = {"deck_count": 3, "egg_deck_count": 0, "deck": ["BT1-010", "BT1-011", "BT1-012"]}
        recorder.append(
            {"kind": "game_started", "p1": decks, "p2": {"deck_count": 0, "egg_deck_count": 0}}
        )
        draws = [transfer("draw", deck | {"position": index}, hand) for index in range(2)]
        recorder.append_group(draws)
        recorder.append(transfer("play", hand, {"zone": "battle"}) | {"number": "BT1-011"})
        recorder.append({"kind": "noted", "text": "for you", "audience": ["p1"]})
    return path


def read_groups(path: Path, holder: str = "judge") -> tuple[list[Any], LogError | None]:
    """Read a log as far as it goes: its groups and the error that ended it."""
    groups: list[Any] = []
    try:
        with open_reading(path) as file:
            groups.extend(LogReader(file, path.name, holder).groups())
    except LogError as error:
        return groups, error
    return groups, None


def says_no_more_than(found: Any, truth: Any) -> bool:
    """Tell whether a reading says what the truth says, some values perhaps left sealed."""
    if isinstance(found, dict) and isinstance(truth, dict):
        return found.keys() == truth.keys() and all(
            says_no_more_than(found[key], truth[key]) for key in truth
        )
    return bool(found == truth) or is_sealed(found)
