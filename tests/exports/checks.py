"""Compare the tables of a match with what is counted plainly from its events."""

from collections import Counter
from pathlib import Path
from typing import Any

from dcg_events import MatchLog
from dcg_events.tables.building import match_tables
from dcg_events.tables.schema import MatchTables
from dcg_events.vocabulary.people import Viewer
from tests.exports import naive
from tests.exports.naive import Event


def check_totals(path: Path, viewer: Viewer) -> MatchTables:
    """Check all totals of a match as a viewer reads it; return its tables."""
    tables, match = match_tables(path, viewer), MatchLog(path, viewer)
    events, ruled = naive.events_of(match), naive.ruled_of(match)
    (row,) = tables.matches
    assert (row.events, row.viewer, row.source) == (
        sum(1 for _ in match.events()),
        viewer,
        path.name,
    )
    check_events(tables, events, ruled)
    check_transfers(tables, events)
    check_zones(tables, match)
    check_games(tables, ruled)
    check_usage(tables, ruled, viewer)
    check_play(tables, events)
    return tables


def check_events(tables: MatchTables, events: list[Event], ruled: list[Event]) -> None:
    assert [row.seq for row in tables.events] == [event["seq"] for event in events]
    assert Counter(r.kind for r in tables.events) == Counter(e["kind"] for e in events)
    counting = {(event["seq"], event["kind"]) for event in ruled}
    assert {(row.seq, row.kind) for row in tables.events if row.ruled} == counting
    for row, event in zip(tables.events, events, strict=True):
        assert (row.number, row.player, row.unit, row.actor) == tuple(
            event.get(name) for name in ("number", "player", "unit", "by")
        )
    of_kind: dict[str, list[Any]] = {
        "transferred": tables.transfers,
        "attack_declared": tables.attacks,
        "security_checked": tables.security_checks,
    }
    for kind, rows in of_kind.items():
        assert all(row.ruled == ((row.seq, kind) in counting) for row in rows)


def check_transfers(tables: MatchTables, events: list[Event]) -> None:
    moves = [event for event in events if event["kind"] == "transferred"]
    assert Counter(
        (r.manner, r.number, r.from_zone, r.from_side, r.to_zone, r.to_side, r.owner)
        for r in tables.transfers
    ) == Counter(
        (
            e["manner"],
            e["number"],
            *(e["from"]["zone"], e["from"].get("side")),
            *(e["to"]["zone"], e["to"].get("side")),
            e["owner"],
        )
        for e in moves
    )
    for row, event in zip(tables.transfers, moves, strict=True):
        goal = event["to"]
        founded = str(event["seq"]) if goal["zone"] in ("battle", "breeding") else None
        assert row.to_unit == goal.get("unit", founded)
        assert (row.from_unit, row.was) == (event["from"].get("unit"), event["was"])
        assert (row.to_position, row.group_seq) == (goal.get("position"), event["group"])
    ranks = [event["ordering"].get("rank") for event in moves if event.get("ordering")]
    assert [r.rank for r in tables.orderings if r.subject == "transfer"] == ranks
    assert len([r for r in tables.transfers if r.order_chooser]) == len(
        [event for event in moves if (event.get("ordering") or {}).get("chooser")]
    )


def check_zones(tables: MatchTables, match: MatchLog) -> None:
    counts = iter(tables.zone_counts)
    for state, group in zip(match.states(), tables.groups, strict=True):
        for side in ("p1", "p2"):
            row = next(counts)._asdict()
            zones = naive.zones(state, side)
            assert (row["seq"], row["side"]) == (state["seq"], side)
            assert {name: row[name] for name in zones} == zones
        assert (group.last_seq, group.turn, group.turn_player, group.phase, group.memory) == tuple(
            state[name] for name in ("seq", "turn", "turn_player", "phase", "memory")
        )
        assert group.no_area == len(state["no_area"])
    assert next(counts, None) is None


def check_games(tables: MatchTables, ruled: list[Event]) -> None:
    games = naive.games(ruled)
    assert len(tables.games) == len(games) == tables.matches[0].games
    for row, game in zip(tables.games, games, strict=True):
        ends = [event for event in game if event["kind"] == "game_ended"]
        turns = [event for event in game if event["kind"] == "turn_started"]
        assert row.turns == len(turns)
        assert (row.ended, row.winner) == (bool(ends), ends[-1]["winner"] if ends else None)
    begun = [e["seq"] for e in ruled if e["kind"] == "turn_started"]
    assert [row.seq for row in tables.turns] == begun


def check_usage(tables: MatchTables, ruled: list[Event], viewer: Viewer) -> None:
    told = {(r.seq, r.player, r.number): r._asdict() for r in tables.card_usage}
    assert len(told) == len(tables.card_usage)
    for game in naive.games(ruled):
        seq = game[0]["seq"]
        for player in ("p1", "p2"):
            counted = naive.usage(game, player)
            for number, counts in counted.items():
                row = told[seq, player, number]
                assert {column: row[column] for column in counts} == counts
            deck = game[0][player].get("deck")
            if deck is not None and None not in deck:
                copies = Counter(deck)
                rows = {n: r for (s, p, n), r in told.items() if (s, p) == (seq, player)}
                assert {n: r["copies"] for n, r in rows.items() if r["copies"]} == copies
            if viewer == "spectator":
                hands = {r["opening_hand"] for (s, p, _), r in told.items() if s == seq}
                assert hands <= {None}


def check_play(tables: MatchTables, events: list[Event]) -> None:
    kinds = Counter(event["kind"] for event in events)
    assert len(tables.attacks) == kinds["attack_declared"]
    assert len(tables.security_checks) == kinds["security_checked"]
    assert len(tables.battles) == kinds["battle_resolved"]
    decisions = Counter(row.decision for row in tables.decisions)
    assert decisions["choice"] == kinds["choice_made"]
    assert decisions["pass"] == kinds["passed"]
    assert decisions["attack"] == kinds["attack_declared"]
    assert decisions["declaration"] == kinds["declared"]
    options = sum(
        len(event.get(name) or [])
        for event in events
        if event["kind"] == "choice_made"
        for name in ("units", "cards", "words")
    )
    assert len(tables.options) == options
    judged = ("judge_called", "ruling_issued", "penalty_issued", "state_repaired", "rewound")
    others = ("record_corrected", "information_shown")
    assert len(tables.rulings) == sum(kinds[kind] for kind in judged + others)
