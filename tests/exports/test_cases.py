"""Single rows by hand: what is unknown is null, what was undone tells nothing."""

from pathlib import Path
from typing import Any

import pytest

from dcg_events import Recorder
from dcg_events.tables.building import match_tables
from dcg_events.tables.rows.usage import CardUsageRow
from dcg_events.tables.schema import MatchTables
from dcg_events.vocabulary.people import VIEWERS, Viewer

Event = dict[str, Any]
A, B, C = "BT1-010", "BT1-011", "BT1-012"
DECKS = {"deck_count": 4, "egg_deck_count": 0, "deck": [A, A, B, C]}


def move(manner: str, origin: str, goal: str, side: str = "p1", **more: Any) -> Event:
    zone: Event = {"zone": origin, "side": side}
    if origin in ("deck", "security"):
        zone |= {"position": 0}
    return {"kind": "transferred", "manner": manner, "from": zone, "to": place(goal, side), **more}


def place(zone: str, side: str) -> Event:
    return {"zone": zone} if zone == "no_area" else {"zone": zone, "side": side}


def turn(number: int) -> Event:
    return {"kind": "turn_started", "player": "p1", "turn": number}


def ended(winner: str | None) -> Event:
    return {"kind": "game_ended", "winner": winner, "reason": "security"}


class Match:
    """A match being recorded, and its tables."""

    def __init__(self, path: Path, p1: Event = DECKS, p2: Event = DECKS) -> None:
        self.path = path
        with Recorder.create(path, p1="Aiko", p2="Ben", durability="none") as log:
            log.append({"kind": "game_started", "p1": p1, "p2": p2})

    def record(self, *events: Event) -> None:
        with Recorder.open(self.path) as log:
            for event in events:
                log.append(event)

    def tables(self, viewer: Viewer = "judge") -> MatchTables:
        return match_tables(self.path, viewer)

    def usage(self, player: str, number: str, viewer: Viewer = "judge") -> CardUsageRow:
        rows = self.tables(viewer).card_usage
        (row,) = (row for row in rows if (row.player, row.number) == (player, number))
        return row


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return Match(tmp_path / "match.dcglog")


def test_a_card_is_counted_with_its_denominators(match: Match) -> None:
    match.record(
        {"kind": "first_player_decided", "player": "p2"},
        move("draw", "deck", "hand"),
        turn(1),
        move("draw", "deck", "hand"),
        move("play", "hand", "battle", number=A),
        ended("p1"),
    )
    row = match.usage("p1", A)
    assert (row.copies, row.opening_hand, row.drawn, row.played) == (2, 1, 2, 1)
    assert (row.went_first, row.result, row.seen) == (False, "win", True)
    other = match.usage("p1", B)
    assert (other.copies, other.opening_hand, other.drawn, other.seen) == (1, 0, 0, False)
    assert match.usage("p2", A).result == "loss"


def test_who_may_not_know_reads_null_and_not_zero(match: Match) -> None:
    match.record(
        move("draw", "deck", "hand", "p2"),
        move("draw", "deck", "hand", "p2"),
        turn(1),
        move("play", "hand", "battle", "p2", number=A),
    )
    row = match.usage("p2", A, "p1")
    assert (row.copies, row.opening_hand, row.drawn, row.played) == (None, None, None, 1)
    assert (row.seen, row.result, row.went_first) == (True, None, None)
    numbers = {(row.player, row.number) for row in match.tables("p1").card_usage}
    assert numbers == {("p2", A)}  # of all others nothing is known, not even that they are there
    own = match.usage("p2", B, "judge")
    assert (own.drawn, own.played, own.copies) == (0, 0, 1)


def test_what_a_player_saw_unknown_to_the_reader_may_have_been_any_card(match: Match) -> None:
    match.record(
        {"kind": "deck_registered", "player": "p1", "deck": [A, A, B, C], "egg_deck": []},
        {"kind": "game_started", "p1": DECKS, "p2": DECKS},
        move("place", "deck", "security"),  # whose face p1 may not look at
        turn(1),
    )
    second = [row for row in match.tables("p1").card_usage if row.game == 2]
    assert {row.number: row.copies for row in second} == {A: 2, B: 1, C: 1}
    assert {row.seen for row in second} == {False}  # p1 saw none of them, and p1 knows that
    assert {row.placed for row in second} == {None}
    assert {row.drawn for row in second} == {0}


def test_a_registered_list_of_another_size_is_not_the_deck(match: Match) -> None:
    match.record(
        {"kind": "deck_registered", "player": "p1", "deck": [A, A, B], "egg_deck": []},
        {"kind": "game_started", "p1": DECKS, "p2": DECKS},
        move("play", "deck", "battle"),
    )
    (row,) = (row for row in match.tables("p1").card_usage if row.game == 2)
    assert (row.number, row.copies, row.egg_copies) == (A, None, 0)


def test_a_card_that_moved_in_an_unknown_way_may_have_moved_in_any(match: Match) -> None:
    match.record(move("unknown", "deck", "trash"), turn(1))
    moved, other = match.usage("p1", A), match.usage("p1", B)
    assert (moved.played, moved.trashed, moved.copies) == (None, None, 2)
    assert (other.played, other.trashed) == (0, 0)


def test_what_was_undone_is_not_counted(match: Match) -> None:
    match.record(turn(1), move("draw", "deck", "hand"))
    match.record({"kind": "rewound", "to_seq": 2})
    assert match.usage("p1", A).drawn == 0
    assert [(row.ruled, row.manner) for row in match.tables().transfers] == [(False, "draw")]
    match.record({"kind": "rewound", "to_seq": 3})  # the rewind was a mistake
    assert match.usage("p1", A).drawn == 1
    assert match.tables().transfers[0].ruled
    assert match.tables().matches[0].rewinds == 2


def test_a_game_and_a_turn_that_were_undone_have_no_rows(match: Match) -> None:
    match.record(turn(1), {"kind": "turn_ended", "player": "p1", "turn": 1, "reason": "pass"})
    match.record(turn(2), ended("p2"), {"kind": "game_started", "p1": DECKS, "p2": DECKS})
    match.record({"kind": "rewound", "to_seq": 3}, turn(2), ended("p1"))
    tables = match.tables()
    assert [(row.seq, row.turn, row.end_seq, row.reason) for row in tables.turns] == [
        (2, 1, 3, "pass"),
        (8, 2, None, None),
    ]
    (game,) = tables.games
    assert (game.seq, game.turns, game.end_seq, game.winner) == (1, 2, 9, "p1")
    assert {row.result for row in tables.card_usage if row.player == "p1"} == {"win"}


def test_an_attack_gathers_what_counts_of_it(match: Match) -> None:
    attack = {"attack": "a1", "player": "p1"}
    match.record(
        move("place", "deck", "security", "p2"),
        move("play", "deck", "battle"),
        turn(1),
        {"kind": "attack_declared", **attack, "unit": "3", "target": {"player": "p2"}},
    )
    block = {"kind": "attack_stepped", "attack": "a1", "step_taken": "block"}
    match.record({**block, "player": "p2", "taken": True, "target": {"player": "p2", "unit": "3"}})
    (row,) = match.tables().attacks
    assert (row.blocked, row.countered, row.retargeted, row.last_target_unit) == (
        *(True, None, True, "3"),
    )
    match.record({"kind": "rewound", "to_seq": 5}, {**block, "player": "p2", "taken": False})
    match.record(
        move("check", "security", "no_area", "p2"),
        {"kind": "security_checked", "attack": "a1", "player": "p2", "card": "9", "number": A},
        {
            "kind": "transferred",
            "manner": "trash",
            "from": {"zone": "no_area"},
            "to": {"zone": "trash", "side": "p2"},
            "was": "9",
        },
        {"kind": "attack_ended", "attack": "a1", "outcome": "succeeded"},
    )
    for viewer in ("judge", "spectator"):
        (row,) = match.tables(viewer).attacks
        assert (row.blocked, row.last_target_unit, row.retargeted) == (False, None, False)
        assert (row.number, row.unit, row.checks, row.battles) == (A, "3", 1, 0)
        assert (row.outcome, row.end_seq) == ("succeeded", 12)
        (check,) = match.tables(viewer).security_checks
        assert (check.number, check.to_zone, check.to_side, check.security_left) == (
            *(A, "trash", "p2", 0),
        )


def test_decisions_say_how_long_they_took(match: Match) -> None:
    times = ["2026-08-18T10:21:07Z", "2026-08-18T10:21:37Z", None, "2026-08-18T10:22:00Z"]
    choice = {"kind": "choice_made", "player": "p1", "what": "x", "words": ["yes", "no"]}
    match.record(*({**choice, "chosen": ["no"], "at": at} for at in times))
    rows = match.tables().decisions
    assert [row.seconds for row in rows] == [None, 30, None, None]
    assert {(row.options, row.chosen, row.player, row.decision) for row in rows} == {
        (2, 1, "p1", "choice")
    }
    assert [(o.option, o.chosen) for o in match.tables().options[:2]] == [
        ("yes", False),
        ("no", True),
    ]


def test_options_that_are_unknown_are_not_left_out(match: Match) -> None:
    match.record(
        move("draw", "deck", "hand"),
        move("draw", "deck", "hand"),
        {
            "kind": "choice_made",
            "player": "p1",
            "what": "discard",
            "audience": ["p1"],
            "cards": ["2", "3"],
            "chosen": ["3"],
        },
    )
    assert [(o.option, o.chosen) for o in match.tables("p1").options] == [
        ("2", False),
        ("3", True),
    ]
    (row,) = match.tables("p2").decisions
    assert (row.options, row.chosen, row.what) == (None, None, None)
    assert match.tables("p2").options == []


def test_a_hand_that_the_reader_may_not_look_into_is_unknown(match: Match) -> None:
    match.record(
        move("trash", "deck", "trash"),
        {**move("add", "trash", "hand"), "number": A},
        turn(1),
    )
    assert match.usage("p1", A, "judge").opening_hand == 1
    assert match.usage("p1", A, "p1").opening_hand == 1
    for viewer in ("p2", "spectator"):
        row = match.usage("p1", A, viewer)  # who saw it go there, and may not look whether it is
        assert (row.opening_hand, row.added, row.trashed) == (None, 1, 1)


def test_what_lies_face_down_is_named_to_who_may_look(match: Match) -> None:
    match.record(
        move("play", "deck", "battle"),
        {
            "kind": "flipped",
            "place": {"zone": "battle", "side": "p1", "unit": "2", "position": 0},
            "facing": "down",
        },
        {
            "kind": "attack_declared",
            "attack": "a",
            "player": "p1",
            "unit": "2",
            "target": {"player": "p2"},
        },
    )
    told = {viewer: match.tables(viewer).attacks[0].number for viewer in VIEWERS}
    assert told == {"judge": A, "p1": A, "p2": None, "spectator": None}


def test_an_option_may_be_the_one_that_nobody_noted(match: Match) -> None:
    choice = {"kind": "choice_made", "player": "p1", "what": "x", "words": ["a", "b"]}
    match.record({**choice, "chosen": ["b", None]})
    assert [(o.option, o.chosen) for o in match.tables().options] == [("a", None), ("b", True)]
    (row,) = match.tables().decisions
    assert (row.options, row.chosen) == (2, 2)
