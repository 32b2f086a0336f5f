"""Any position of a replay is what a fold from the first event gives, rewound games too."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from dcg_events import MatchLog, Recorder
from dcg_events.views.replay import SNAPSHOT_EVERY, Replay


def record_rewound(path: Path, seed: int, groups: int) -> Path:
    """Record turns and memory of a match that is rewound now and then, even what was rewound."""
    draw = Random(seed)  # noqa: S311 - a test wants the same match twice
    with Recorder.create(path, p1="Aiko", p2="Ben", durability="none") as log, log.batch():
        deck = {"deck_count": 50, "egg_deck_count": 4}
        ends = [log.append({"kind": "game_started", "p1": deck, "p2": deck}).seqs[-1]]
        while len(ends) < groups:
            event: dict[str, Any] = {"kind": "memory_changed", "after": draw.randint(-10, 10)}
            if draw.random() < 0.02:
                event = {"kind": "rewound", "to_seq": draw.choice(ends)}
            elif draw.random() < 0.2:
                event = {"kind": "turn_started", "player": "p1", "turn": len(ends)}
            ends.append(log.append(event).seqs[-1])
        if seed % 2:
            log.append({"kind": "rewound", "to_seq": draw.choice(ends)})
    return path


@pytest.mark.parametrize("seed", range(2))
def test_no_seek_folds_the_match_from_its_beginning(tmp_path: Path, seed: int) -> None:
    path = record_rewound(tmp_path / "match.dcglog", seed, 2 * SNAPSHOT_EVERY + seed)
    log = MatchLog(path)
    states = list(log.states())
    replay = Replay(log)
    path.unlink()  # whoever wants to fold it again finds nothing
    places = [*range(len(states)), *range(len(states) - 1, 0, -7)]
    places += Random(seed).choices(range(len(states)), k=60)  # noqa: S311
    for place in places:
        assert replay.seek(place) == states[place]
