"""Who records an order knows perhaps only some of its places: the others are told nothing more."""

from pathlib import Path

import pytest

from dcg_events import VIEWERS, MatchLog, Recorder

HAND = {"zone": "hand", "side": "p1"}
DECK = {"zone": "deck", "side": "p1"}


@pytest.mark.parametrize("known", [(0, 1), (1, 2), (0, 2), (1,)])
def test_a_known_place_beside_unknown_ones_may_be_any_of_them(
    tmp_path: Path, known: tuple[int, ...]
) -> None:
    """Three cards go from a hand to the top of the deck; the recorder knows where some lie."""
    decks = {"deck_count": 6, "egg_deck_count": 0}
    with Recorder.create(tmp_path / "match", p1="Aiko", p2="Ben") as log:
        log.append({"kind": "game_started", "p1": decks, "p2": decks})
        for _ in range(3):
            draw = {"kind": "transferred", "manner": "draw", "from": {**DECK, "position": 0}}
            log.append({**draw, "to": HAND})
        with log.group() as returned:
            for place in range(3):
                told = (
                    {"position": place} if place in known else {"position": None, "among": [0, 2]}
                )
                event = {"kind": "transferred", "manner": "return", "from": HAND}
                order = {"chooser": "p1", "rank": None, "public": False}
                returned.append({**event, "to": DECK | told, "ordering": order})
    for viewer in VIEWERS:
        match = MatchLog(log.path, viewer)
        assert match.state()["players"]["p1"]["deck"]["count"] == 6
        stretches = [event["to"]["among"] for event in list(match.events())[-3:]]
        assert stretches == [[0, 2]] * 3
