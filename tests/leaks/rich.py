"""A short match that hides something in every way there is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dcg_events import Recorder
from dcg_events.log.sealing import random_salt

Event = dict[str, Any]

DECKS = {
    side: [f"BT{n}-{i:03}" if i % 3 else f"P-{n}{i}" for i in range(30)]
    for side, n in (("p1", 1), ("p2", 2))
}
EGGS = {side: [f"ST{n}-01", f"ST{n}-{100 + n}"] for side, n in (("p1", 1), ("p2", 2))}


def pile(zone: str, side: str, position: int | None = None) -> Event:
    place: Event = {"zone": zone, "side": side}
    return place if position is None else {**place, "position": position}


def transfer(manner: str, origin: Event, goal: Event, **fields: Any) -> Event:
    return {"kind": "transferred", "manner": manner, "from": origin, "to": goal, **fields}


def note(ref: str, ms: int) -> Event:
    return {"ref": ref, "ms": ms, "evidence": "one_client"}


def record_rich(path: Path, salt: Callable[[], str] = random_salt) -> Path:
    """Record the match; return its file."""
    with Recorder.create(
        path, p1="Aiko", p2="Ben", recorder_notes=True, durability="none", salt=salt
    ) as recorder:
        begin(recorder)
        _play_from_hand(recorder)
        _look_and_put_back(recorder)
        _decline(recorder)
        _judge(recorder)
        recorder.append({"kind": "game_ended", "winner": "p2", "reason": "concession"})
    return path


def begin(recorder: Recorder) -> None:
    """Register, shuffle and deal both decks; set security."""
    for side, deck in DECKS.items():
        recorder.append(
            {"kind": "deck_registered", "player": side, "deck": deck, "egg_deck": EGGS[side]}
        )
    start: Event = {"kind": "game_started"}
    for side, deck in DECKS.items():
        start[side] = {"deck_count": 30, "egg_deck_count": 2, "deck": deck, "egg_deck": EGGS[side]}
    recorder.append(start)
    for side, deck in DECKS.items():
        order = [deck[(7 * index + 3) % 30] for index in range(30)]
        recorder.append({"kind": "shuffled", "zone": "deck", "side": side, "order": order})
    for side in DECKS:
        draws = [transfer("draw", pile("deck", side, i), pile("hand", side)) for i in range(5)]
        recorder.append_group(draws)
        setting = [
            transfer("place", pile("deck", side, i), pile("security", side, 4 - i))
            for i in range(5)
        ]
        recorder.append_group(setting)


def _play_from_hand(recorder: Recorder) -> None:
    """Let p2 draw, trigger an effect in the hand, play a card, order the hand and choose."""
    recorder.append({"kind": "turn_started", "player": "p2", "turn": 1})
    recorder.append(
        transfer("draw", pile("deck", "p2", 0), pile("hand", "p2"), recorder=note("line 9", 1234))
    )
    hand = recorder.table.sides["p2"]["hand"]
    effect = {"player": "p2", "source": hand[2].id, "number": hand[2].number, "effect": "second"}
    recorder.append({"kind": "effect_triggered", "pending": "t1", "timing": "Main", **effect})
    cause = {"kind": "effect", "source": hand[2].id, "player": "p2"}
    recorder.append({"kind": "memory_changed", "after": 1, "cause": cause})
    recorder.append(transfer("play", pile("hand", "p2"), pile("battle", "p2"), was=hand[3].id))
    recorder.append(transfer("draw", pile("deck", "p2", 0), pile("hand", "p2")))
    recorder.append(transfer("trash", pile("hand", "p2"), pile("trash", "p2"), was=hand[0].id))
    order = {"first": 0, "count": 5, "order": [3, 1, 4, 0, 2]}
    recorder.append({"kind": "reordered", **pile("hand", "p2"), **order})
    offered = recorder.table.sides["p2"]["hand"][0:3:2]
    cards = [card.id for card in offered]
    recorder.append(
        {
            "kind": "choice_made",
            "player": "p2",
            "what": "trash one of these",
            "cards": cards,
            "numbers": [card.number for card in offered],
            "chosen": cards[:1],
            "most": 1,
        }
    )
    shown = recorder.table.sides["p2"]["hand"][3].id
    reveal = {"kind": "revealed", "place": pile("hand", "p2"), "count": 1, "cards": [shown]}
    recorder.append(reveal)
    recorder.append(
        {"kind": "noted", "text": "this is for Ben only", "audience": ["p2"], "recorder": None}
    )


def _look_and_put_back(recorder: Recorder) -> None:
    """Let p2 look at cards, take one unseen, and put cards back in an order of one's own."""
    look = {"kind": "looked_at", "viewer": "p2", "place": pile("deck", "p2", 0), "count": 4}
    recorder.append(look)
    recorder.append({"kind": "revealed", "place": pile("deck", "p2", 1), "count": 1})
    recorder.append(transfer("add", pile("deck", "p2", 2), pile("hand", "p2")))
    look["count"] = 3
    recorder.append(look)
    size = len(recorder.table.sides["p2"]["deck"])
    recorder.append_group(
        [
            transfer(
                "return",
                pile("deck", "p2", index),
                pile("deck", "p2", size - 3 + rank),
                ordering={"chooser": "p2", "rank": rank},
            )
            for index, rank in ((0, 1), (1, 2), (2, 0))
        ]
    )
    for card in recorder.table.sides["p2"]["hand"][-2:]:
        recorder.append(transfer("trash", pile("hand", "p2"), pile("trash", "p2"), was=card.id))
    recorder.append_group(
        [
            transfer(
                "return",
                pile("trash", "p2", index),
                pile("deck", "p2", rank),
                ordering={"chooser": "p2", "rank": rank, "public": False},
            )
            for index, rank in ((0, 1), (1, 0))
        ]
    )
    recorder.append({**look, "place": pile("security", "p2", 0), "count": 5})
    order = {"count": 5, "order": [4, 2, 0, 1, 3], "chooser": "p2"}
    recorder.append({"kind": "reordered", **pile("security", "p2"), **order})
    recorder.append({"kind": "shuffled", **pile("egg_deck", "p2"), "order": EGGS["p2"][::-1]})


def _decline(recorder: Recorder) -> None:
    """Let p2 not activate the effect that triggered in the hand, when more cards came to it."""
    hand = {card.id: card.number for card in recorder.table.sides["p2"]["hand"]}
    fields = {"player": "p2", "source": "18", "number": hand["18"], "effect": "second"}
    recorder.append(
        {"kind": "effect_not_activated", "pending": "t1", "reason": "declined", **fields}
    )


def _judge(recorder: Recorder) -> None:
    look = {"kind": "looked_at", "viewer": "judge", "by": "judge"}
    recorder.append({**look, "place": pile("security", "p2", 0), "count": 2})
    recorder.append({**look, "place": pile("hand", "p2"), "count": 4})
    recorder.append({"kind": "judge_called", "player": "p2", "question": "may I look?"})
    recorder.append({"kind": "penalty_issued", "player": "p2", "tier": "warning", "reason": "slow"})
    recorder.append({"kind": "state_repaired", "accepted": True, "reason": "nobody noticed"})
