"""An organiser publishes a match: cards, orders and choices, and nothing that is about people."""

import json
from pathlib import Path
from typing import Any

import pytest

from dcg_events import MatchLog, Recorder, redact, verify
from dcg_events.projections.audiences import corrected
from dcg_events.projections.publishing import PUBLISHED
from dcg_events.projections.visibility import COMMON, RULES
from dcg_events.recorder import disclosing as module
from dcg_events.recorder.disclosing import Sealed, disclosures, withheld
from tests.openings.matches import disclosing, opened_in
from tests.property.drive import play_match

PRIVATE = {
    ("match_opened", "players.p1.account"),
    ("match_opened", "players.p2.account"),
    ("deck_checked", "missing"),
    ("deck_checked", "extra"),
    ("declaration_aborted", "reason"),
    ("clock_changed", "reason"),
    ("judge_called", "question"),
    ("ruling_issued", "text"),
    ("penalty_issued", "infraction"),
    ("penalty_issued", "reason"),
    ("information_shown", "how"),
    ("disclosed", "opened"),
    ("disclosed", "reason"),
    ("state_repaired", "reason"),
    ("rewound", "reason"),
    ("record_corrected", "field"),
    ("record_corrected", "right"),
    ("record_corrected", "why"),
    ("recovered", "bytes_cut"),
    ("noted", "text"),
}
"""What stays sealed for good, besides the recorder's notes on every kind."""


def test_what_is_not_published_is_listed_here() -> None:
    kept = {
        (kind, path)
        for kind, rules in RULES.items()
        for path, rule in (COMMON | rules).items()
        if rule not in (None, corrected) and path != "recorder" and path not in PUBLISHED[kind]
    }
    assert kept == PRIVATE
    assert all("recorder" not in paths for paths in PUBLISHED.values())


def publish(log: Path, *to: str) -> int:
    """Publish a match; return how many values were disclosed."""
    with Recorder.open(log) as recorder:
        values = list(withheld(log, to))
        for event in disclosures(values, to):
            recorder.append(event)
    return len(values)


def test_a_published_match_tells_the_cards_and_not_the_rest(log: Path, tmp_path: Path) -> None:
    publish(log, "spectator")
    copy = tmp_path / "copy.dcglog"
    redact(log, "spectator", copy)
    told = {
        (item["event"], item["field"]): item["value"]
        for event in MatchLog(copy).events()
        if event["kind"] == "disclosed"
        for item in event["opened"]
    }
    held = opened_in(log)
    kept = {(0, "players.p1.account"), (5, "question"), (6, "text"), (8, "reason")}
    assert told == {key: value for key, (value, _) in held.items() if key not in kept}
    text = copy.read_text()
    for private in ("aiko-77", "may I?", "for nobody"):
        assert private in log.read_text()
        assert private not in text
    for path in (log, copy):
        assert verify(path, strict=True).whole


def test_nothing_is_left_afterwards_and_what_one_holds_is_not_repeated(log: Path) -> None:
    lacking = {viewer: {value[:2] for value in withheld(log, [viewer])} for viewer in ("p1", "p2")}
    decks = {(1, f"{player}.{deck}") for player in ("p1", "p2") for deck in ("deck", "egg_deck")}
    drawn = {(2, "was"), (3, "was")}  # which card of the deck it was, nobody may know
    assert lacking["p1"] == decks | drawn | {(7, "numbers")}
    assert lacking["p2"] == decks | drawn | {(2, "number"), (3, "number"), (4, "was")}
    with Recorder.open(log) as recorder:
        recorder.append(disclosing((2, "number"), to=("p2",)))
    assert lacking["p2"] - {value[:2] for value in withheld(log, ["p2"])} == {(2, "number")}
    assert publish(log, "p1", "p2") == len(lacking["p1"] | lacking["p2"]) - 1
    assert publish(log, "p1", "p2") == 0
    assert publish(log, "p1") == 0
    assert publish(log, "spectator") > 0


def test_values_are_spread_over_as_few_events_as_they_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def sizes(values: list[Sealed]) -> list[int]:
        return [len(event["opened"]) for event in disclosures(values, ["p1"], "r")]

    assert sizes([]) == []
    assert sizes([Sealed(seq, "a", 10) for seq in range(1000)]) == [1000]
    assert sizes([Sealed(seq, "a", 10) for seq in range(2001)]) == [1000, 1000, 1]
    monkeypatch.setattr(module, "MOST_BYTES", 1000)
    assert sizes([Sealed(seq, "a", 100) for seq in range(7)]) == [3, 3, 1]
    assert sizes([Sealed(0, "a", 5000), Sealed(1, "a", 10)]) == [1, 1]
    (event,) = disclosures([Sealed(4, "order", 1)], ["p1"], "r")
    assert event == disclosing((4, "order"), to=("p1",), reason="r")


def test_a_large_match_is_published_in_several_events(tmp_path: Path) -> None:
    """Orders of a whole deck are long: more than fit into the line of one event."""
    log = tmp_path / "match.dcglog"
    cards = [f"BT1-{index:03}" for index in range(1000)]
    decks = {"deck_count": 1000, "egg_deck_count": 0, "deck": cards}
    none = {"deck_count": 0, "egg_deck_count": 0}
    with Recorder.create(log, p1="a", p2="b", durability="none") as recorder, recorder.batch():
        recorder.append({"kind": "game_started", "p1": decks, "p2": none})
        for _ in range(120):
            shuffle = {"kind": "shuffled", "zone": "deck", "side": "p1", "order": cards}
            recorder.append(shuffle)
    assert publish(log, "spectator") == 124  # and four decks
    copy = tmp_path / "copy.dcglog"
    redact(log, "spectator", copy)
    assert verify(copy).whole
    told = [event for event in MatchLog(copy).events() if event["kind"] == "disclosed"]
    assert len(told) == 2
    assert all(item["value"] for event in told for item in event["opened"] if item["event"] > 1)
    assert max(len(json.dumps(event)) for event in told) > 900_000
    again = tmp_path / "again.dcglog"
    groups = list(MatchLog(log).groups())
    with Recorder.begin(again, groups[0][0]) as recorder, recorder.batch():
        for group in groups[1:]:
            recorder.append_group(group)
    assert [e for g in MatchLog(again).groups() for e in g] == [e for g in groups for e in g]


@pytest.mark.parametrize("seed", range(12))
def test_any_published_match_holds_for_every_viewer(tmp_path: Path, seed: int) -> None:
    (world,) = play_match(tmp_path, seed, 50)
    world.recorder.close()
    log = world.recorder.path
    to = (("spectator",), ("p1", "p2"), ("p1", "p2", "spectator"))[seed % 3]
    version = world.recorder.version
    states = {viewer: MatchLog(log, viewer).state() for viewer in ("p1", "p2", "spectator")}
    assert publish(log, *to) > 0
    for viewer in ("p1", "p2", "spectator"):
        copy = tmp_path / f"{viewer}.dcglog"
        redact(log, viewer, copy)
        assert verify(copy, viewer).whole
        state: Any = MatchLog(copy, viewer).state()
        assert state | {"seq": 0, "head": ""} == states[viewer] | {"seq": 0, "head": ""}
        if viewer not in to:
            continue
        whole = list(MatchLog(log).events())
        told = list(MatchLog(copy, viewer).events())
        assert whole[version:]
        for ours, theirs in zip(whole[version:], told[version:], strict=True):
            assert theirs["opened"] == ours["opened"]
