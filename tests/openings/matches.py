"""A small match with something hidden from everybody, and what its log holds of it."""

import json
from pathlib import Path
from typing import Any

from dcg_events import Recorder
from tests.log.small import salts, transfer

DECK = ["BT1-010", "BT1-011", "BT1-012"]
VIEWERS: tuple[Any, ...] = ("p1", "p2", "spectator", "judge")


def record_match(path: Path, salt: int = 0) -> Path:
    """Record a start, two draws of p1, a play, a judge call, a note: events 0 to 7."""
    deck, hand = {"zone": "deck", "side": "p1"}, {"zone": "hand", "side": "p1"}
    with Recorder.create(
        path,
        players={"p1": {"name": "Aiko", "account": "aiko-77"}, "p2": {"name": "Ben"}},
        p1="Aiko",
        p2="Ben",
        salt=salts(salt),
    ) as recorder:
        decks = {"deck_count": 3, "egg_deck_count": 0, "deck": DECK}
        none = {"deck_count": 0, "egg_deck_count": 0}
        recorder.append({"kind": "game_started", "p1": decks, "p2": none})
        recorder.append_group(
            [transfer("draw", deck | {"position": index}, hand) for index in range(2)]
        )
        recorder.append(transfer("play", hand, {"zone": "battle"}) | {"number": "BT1-011"})
        recorder.append({"kind": "judge_called", "player": "p1", "question": "may I?"})
        recorder.append({"kind": "noted", "text": "for nobody"})
        look = {"kind": "looked_at", "viewer": "p2", "place": deck, "count": 1}
        recorder.append(look)
    return path


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def opened_in(path: Path) -> dict[tuple[int, str], tuple[Any, Any]]:
    """List the openings of a log as they are first written: value and audience."""
    found: dict[tuple[int, str], tuple[Any, Any]] = {}
    for line in lines_of(path):
        if line.startswith(b'["open"'):
            _, seq, field, audience, value, _ = json.loads(line)
            found.setdefault((seq, field), (value, audience))
    return found


def head_of(path: Path) -> str:
    return str(json.loads(lines_of(path)[-1])[2])


def disclosing(*items: tuple[int, str], to: tuple[str, ...] = ("p2",), **more: Any) -> Any:
    opened = [{"event": seq, "field": field} for seq, field in items]
    return {"kind": "disclosed", "to": list(to), "opened": opened} | more
