"""Other worlds: what is swapped in them, and what is not because the viewer saw it."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dcg_events import MatchLog, Recorder, UsageError, redact
from dcg_events.leaks.attack import ATTACKED, attack, audit_leaks
from dcg_events.leaks.fields import REFERENCES, TEXTS
from dcg_events.leaks.history import trace
from dcg_events.leaks.recording import record_world
from dcg_events.leaks.worlds import World
from dcg_events.log.sealing import value_at
from dcg_events.projections.visibility import RULES
from dcg_events.vocabulary.people import Viewer
from tests.leaks.rich import DECKS, pile, record_rich, transfer

Event = dict[str, Any]


@pytest.fixture
def rich(tmp_path: Path) -> Path:
    return record_rich(tmp_path / "rich.dcglog")


def worlds_of(path: Path, viewer: Viewer, count: int = 6) -> list[list[Event]]:
    history = trace(list(MatchLog(path).groups()), viewer)
    return [
        [event for group in World(history, seed).groups() for event in group]
        for seed in range(count)
    ]


def test_everything_that_is_hidden_is_swapped(rich: Path) -> None:
    ours = list(MatchLog(rich).events())
    swapped: Counter[tuple[str, str]] = Counter()
    for theirs in worlds_of(rich, "p1"):
        for one, two in zip(ours, theirs, strict=True):
            for path in (
                *("number", "numbers", "order", "was", "from.position", "to.position"),
                *(
                    "ordering.rank",
                    "source",
                    "effect",
                    "cause.source",
                    "cards",
                    "chosen",
                    "what",
                    "most",
                ),
                *(
                    "place.position",
                    "text",
                    "question",
                    "reason",
                    "recorder",
                    "p2.deck",
                    "deck",
                    "egg_deck",
                ),
            ):
                swapped[one["kind"], path] += value_at(one, path) != value_at(two, path)
    for kind, paths in {
        "deck_registered": ("deck", "egg_deck"),
        "game_started": ("p2.deck",),
        "shuffled": ("order",),
        "transferred": (
            *("number", "was", "from.position", "to.position", "ordering.rank", "recorder"),
        ),
        "effect_triggered": ("source", "number", "effect"),
        "memory_changed": ("cause.source",),
        "reordered": ("order",),
        "choice_made": ("what", "cards", "numbers", "chosen", "most"),
        "revealed": ("cards", "place.position"),
        "looked_at": ("numbers", "cards"),
        "noted": ("text",),
        "judge_called": ("question",),
        "state_repaired": ("reason",),
    }.items():
        for path in paths:
            assert swapped[kind, path], (kind, path)


def test_what_the_viewer_saw_is_kept(rich: Path) -> None:
    ours = list(MatchLog(rich).events())
    for theirs in worlds_of(rich, "p1"):
        for one, two in zip(ours, theirs, strict=True):
            public = one["kind"] == "transferred" and one["to"]["zone"] in ("battle", "trash")
            if public or (one["kind"] == "transferred" and one["to"] == pile("hand", "p1")):
                assert one["number"] == two["number"]
            if one["kind"] == "deck_registered" and one["player"] == "p1":
                assert one["deck"] == two["deck"]
            assert one.get("at") == two.get("at")


def test_the_own_list_stays_true_of_the_own_deck(rich: Path) -> None:
    for theirs in worlds_of(rich, "p1"):
        start = next(event for event in theirs if event["kind"] == "game_started")
        deck = start["p1"]["deck"]
        assert deck is None or sorted(deck) == sorted(DECKS["p1"])
        others = start["p2"]["deck"]
        assert others is None or sorted(others) != sorted(DECKS["p2"])


def test_a_swapped_card_is_the_same_card_in_all_that_speaks_of_it(rich: Path) -> None:
    for theirs in worlds_of(rich, "p1"):
        triggered = next(event for event in theirs if event["kind"] == "effect_triggered")
        caused = next(event for event in theirs if event["kind"] == "memory_changed")
        assert triggered["source"] == caused["cause"]["source"]
        arrived = next(event for event in theirs if str(event["seq"]) == triggered["source"])
        assert arrived["number"] == triggered["number"]
        declined = next(event for event in theirs if event["kind"] == "effect_not_activated")
        # cards came to the hand between one and the other
        assert declined["source"] == triggered["source"]


def test_the_same_seed_gives_the_same_world(rich: Path) -> None:
    assert worlds_of(rich, "p2", 2) == worlds_of(rich, "p2", 2)
    assert attack(rich, "p2", worlds=2, seed=5) == attack(rich, "p2", worlds=2, seed=5)


def test_numbers_have_other_lengths(rich: Path) -> None:
    lengths = {
        len(event["number"])
        for theirs in worlds_of(rich, "spectator")
        for event in theirs
        if event["kind"] == "transferred" and event["number"] and event["to"]["zone"] == "security"
    }
    assert len(lengths) >= 5


def test_what_was_disclosed_stays_as_it_is(rich: Path, tmp_path: Path) -> None:
    groups = list(MatchLog(rich).groups())
    drawn = next(group[0]["seq"] for group in groups if group[0].get("to") == pile("hand", "p2"))
    played = next(group[0] for group in groups if group[0].get("manner") == "play")
    caused = next(group[0] for group in groups if group[0]["kind"] == "memory_changed")
    with Recorder.open(rich) as recorder:
        values = [(drawn, "number"), (played["seq"], "was"), (caused["seq"], "cause.source")]
        opened = [{"event": event, "field": field} for event, field in values]
        recorder.append({"kind": "disclosed", "to": ["p1"], "opened": opened})
    history = trace(list(MatchLog(rich).groups()), "p1")
    for seed in range(6):
        world = World(history, seed)
        told = {event["seq"]: event for group in world.groups() for event in group}
        whole = {event["seq"]: event for group in history.groups for event in group}
        assert told[drawn]["number"] == whole[drawn]["number"]
        assert told[played["seq"]]["was"] == played["was"]
        triggered = next(e for e in told.values() if e["kind"] == "effect_triggered")
        assert told[caused["seq"]]["cause"]["source"] == caused["cause"]["source"]
        assert triggered["source"] == caused["cause"]["source"]
        record_world(tmp_path / f"{seed}.dcglog", world.groups())
    for viewer in ATTACKED:
        assert audit_leaks(rich, viewer, worlds=3) == []


def test_a_rewound_game_has_other_worlds_too(rich: Path) -> None:
    last = list(MatchLog(rich).events())[-1]["seq"]
    hand = next(table for table, _ in MatchLog(rich).tables() if table.seq >= 27).sides["p2"][
        "hand"
    ]
    with Recorder.open(rich) as recorder:
        recorder.append({"kind": "rewound", "to_seq": 27, "reason": "played out of turn"})
        for card in hand[:2]:
            goal = pile("battle", "p2")
            recorder.append(transfer("play", pile("hand", "p2"), goal, was=card.id))
    result = attack(rich, "p1", worlds=3)
    assert result.leaks == ()
    ours = [event for event in MatchLog(rich).events() if event["seq"] > last + 1]
    theirs = [theirs[last + 2 :] for theirs in worlds_of(rich, "p1")]
    assert any([event["was"] for event in ours] != [event["was"] for event in t] for t in theirs)


def test_a_log_that_knows_nothing_has_nothing_to_swap(tmp_path: Path) -> None:
    path = tmp_path / "scribe.dcglog"
    with Recorder.create(path, p1="Aiko", p2="Ben", durability="none") as recorder:
        counts = {"deck_count": 20, "egg_deck_count": 0}
        recorder.append({"kind": "game_started", "p1": counts, "p2": counts})
        recorder.append(transfer("draw", pile("deck", "p1", 0), pile("hand", "p1")))
    result = attack(path, "p2")
    assert (result.leaks, result.swapped) == ((), 0)


def test_a_copy_cannot_be_attacked(rich: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.dcglog"
    redact(rich, "p1", copy)
    with pytest.raises(UsageError, match="attack the full log"):
        attack(copy, "p1")
    with pytest.raises(UsageError, match="the judge may know all"):
        attack(rich, "judge")


NOT_SWAPPED = {
    ("flipped", "was"): "a placement in a pile says where the card lies, which everybody sees",
    ("declared", "place.position"): "nobody declares a card that lies in a hidden pile unseen",
}
SWAPPED = {
    "transferred": (
        *("number", "was", "from.position", "to.position", "requested.position", "ordering.rank"),
    ),
    "effect_triggered": ("number", "effect"),
    "effect_not_activated": ("number", "effect"),
    "choice_made": ("what", "cards", "numbers", "words", "chosen", "least", "most", "value"),
    "revealed": ("cards", "place.position"),
    "looked_at": ("cards", "numbers"),
    "information_shown": ("numbers",),
    "flipped": ("number",),
    "shuffled": ("order",),
    "reordered": ("order",),
    "deck_registered": ("deck", "egg_deck", "tokens"),
    "deck_checked": ("missing", "extra"),
    "game_started": ("p1.deck", "p1.egg_deck", "p2.deck", "p2.egg_deck"),
    "recovered": ("bytes_cut",),
    "judge_called": ("question",),
    "noted": ("text",),
}


def test_every_field_that_is_sealed_is_swapped() -> None:
    for kind, rules in RULES.items():
        known = {*SWAPPED.get(kind, ()), *TEXTS.get(kind, {}), *REFERENCES}
        sealed = {path for path, rule in rules.items() if rule is not None}
        left = {path for path in sealed - known if (kind, path) not in NOT_SWAPPED}
        assert left <= {"opened", "event"}, f"{kind}: the attack has to learn of {left}"
