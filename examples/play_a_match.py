"""Record a complete small match through the API, then read it back as each viewer.

    python examples/play_a_match.py [LOG]

The decks are made up of card numbers; the match is invented and short: p2 runs out of patience
after one security check and concedes.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dcg_events import VIEWERS, MatchLog, Recorder, Replay

DECKS = {
    "p1": [f"BT1-{number:03}" for number in range(10, 60)],
    "p2": [f"BT2-{number:03}" for number in range(10, 60)],
}
EGGS = {"p1": ["BT1-001"] * 4, "p2": ["BT2-001"] * 4}


def pile(zone: str, side: str, position: int | None = None) -> dict[str, Any]:
    """Name a place in a pile."""
    place: dict[str, Any] = {"zone": zone, "side": side}
    return place if position is None else place | {"position": position}


def transfer(manner: str, origin: dict[str, Any], target: dict[str, Any]) -> dict[str, Any]:
    """Write one card movement; what it leaves out, the recorder fills in."""
    return {"kind": "transferred", "manner": manner, "from": origin, "to": target}


def set_up(log: Recorder) -> None:
    """Place the decks, shuffle, draw five cards and set five security cards a side."""
    starts = {
        side: {
            "deck_count": 50,
            "egg_deck_count": 4,
            "deck": DECKS[side],
            "egg_deck": EGGS[side],
        }
        for side in ("p1", "p2")
    }
    log.append({"kind": "game_started", **starts})
    for side in ("p1", "p2"):
        # a simulator knows the order; a scribe at a table leaves it out
        shuffled = DECKS[side][7:] + DECKS[side][:7]
        log.append({"kind": "shuffled", "zone": "deck", "side": side, "order": shuffled})
    log.append({"kind": "first_player_decided", "player": "p1"})
    for side in ("p1", "p2"):
        with log.group() as hand:
            for position in range(5):
                hand.append(transfer("draw", pile("deck", side, position), pile("hand", side)))
    for side in ("p1", "p2"):
        with log.group() as security:
            for position in range(5):  # the first card set is the bottom one
                goal = pile("security", side, 4 - position)
                security.append(transfer("place", pile("deck", side, position), goal))


def play(log: Recorder) -> None:
    """Two short turns: p1 hatches and plays a card, p2 passes, p1 attacks, p2 concedes."""
    log.append({"kind": "turn_started", "player": "p1", "turn": 1})
    log.append({"kind": "phase_entered", "phase": "breeding"})
    log.append(transfer("hatch", pile("egg_deck", "p1", 0), pile("breeding", "p1")))
    log.append({"kind": "phase_entered", "phase": "main"})
    card = transfer("play", pile("hand", "p1"), pile("battle", "p1")) | {"number": "BT1-017"}
    attacker = log.append(card | {"by": "p1", "cause": {"kind": "action", "player": "p1"}}).ids[0]
    log.append({"kind": "memory_changed", "after": -3, "asked": -3, "reason": "cost"})
    log.append({"kind": "turn_ended", "player": "p1", "turn": 1, "reason": "memory"})

    log.append({"kind": "turn_started", "player": "p2", "turn": 2})
    log.append(transfer("draw", pile("deck", "p2", 0), pile("hand", "p2")))
    log.append({"kind": "passed", "player": "p2", "what": "turn"})
    log.append({"kind": "memory_changed", "after": 3, "reason": "pass"})
    log.append({"kind": "turn_ended", "player": "p2", "turn": 2, "reason": "pass"})

    log.append({"kind": "turn_started", "player": "p1", "turn": 3})
    log.append(transfer("draw", pile("deck", "p1", 0), pile("hand", "p1")))
    attack = {"attack": "attack-1", "player": "p1", "unit": attacker, "target": {"player": "p2"}}
    with log.group() as declared:
        declared.append({"kind": "attack_declared", **attack})
        declared.append(
            {"kind": "orientation_changed", "unit": attacker, "orientation": "suspended"}
        )
    check = transfer("check", pile("security", "p2", 0), {"zone": "no_area"})
    checked = log.append(check | {"attack": "attack-1"}).ids[0]
    log.append(
        {"kind": "security_checked", "attack": "attack-1", "player": "p2", "card": checked}
        | {"outcome": "none"}
    )
    log.append(transfer("trash", {"zone": "no_area"}, pile("trash", "p2")) | {"was": checked})
    log.append({"kind": "attack_ended", "attack": "attack-1", "outcome": "succeeded"})
    log.append({"kind": "game_ended", "winner": "p1", "reason": "concession"})
    log.append({"kind": "match_ended", "outcome": "win", "winner": "p1", "games": [1, 0, 0]})


def main(arguments: Sequence[str]) -> None:
    """Record the match, then show how each viewer sees p1's hand."""
    path = Path(arguments[0] if arguments else "small-match.dcglog")
    with Recorder.create(path, p1="Aiko", p2="Ben") as log:
        set_up(log)
        play(log)
    for viewer in VIEWERS:
        hand = MatchLog(path, viewer).state()["players"]["p1"]["hand"]
        print(viewer, "sees p1's hand as", hand)
    replay = Replay(MatchLog(path))
    print("memory at the start of turn 3:", replay.seek_turn(3)["memory"])


if __name__ == "__main__":
    main(sys.argv[1:])
