"""The lawful matches themselves: whole, the same each time, complete, and rich enough to trust."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dcg_events.audit.auditing import audit
from dcg_events.projections.table import Table
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.verifying import verify
from tests.lawful.board import Board
from tests.lawful.cards import DATABASE, build_deck
from tests.lawful.desk import Desk
from tests.lawful.features import count_features
from tests.lawful.game import play_lawful
from tests.lawful.retelling import groups_of, retell, without
from tests.lawful.wanted import WANTED
from tests.property.checks import check_conservation, check_openings, check_views

EDITIONS = ("3.6", "4.0", "4.1", "4.2")
SEEDS = st.integers(0, 2**32)
MATCHES = 60


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    directory = tmp_path_factory.mktemp("lawful")
    return [play_lawful(directory / f"{seed}.dcglog", seed) for seed in range(MATCHES)]


@given(seed=SEEDS, knows_all=st.booleans())
def test_any_seed_gives_a_whole_log_in_which_no_card_is_lost(
    tmp_path_factory: pytest.TempPathFactory, seed: int, knows_all: bool
) -> None:
    directory = tmp_path_factory.mktemp("match")
    path = play_lawful(directory / "match.dcglog", seed, knows_all=knows_all)
    verdict = verify(path, strict=True)
    assert verdict.whole, verdict.damage
    check_conservation(path)
    assert MatchLog(path).state()["result"] is not None


@settings(max_examples=4)
@given(seed=SEEDS, knows_all=st.booleans())
def test_every_viewer_sees_it_as_the_full_log_shows_it(
    tmp_path_factory: pytest.TempPathFactory, seed: int, knows_all: bool
) -> None:
    directory = tmp_path_factory.mktemp("match")
    path = play_lawful(directory / "match.dcglog", seed, knows_all=knows_all)
    check_views(path, directory)
    check_openings(path, directory, seed)


@given(seed=SEEDS, knows_all=st.booleans())
def test_the_same_seed_gives_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, seed: int, knows_all: bool
) -> None:
    directory = tmp_path_factory.mktemp("match")
    one, two = (
        play_lawful(directory / f"{name}.dcglog", seed, knows_all=knows_all).read_bytes()
        for name in ("one", "two")
    )
    assert one == two


@given(seed=SEEDS, knows_all=st.booleans())
def test_the_record_agrees_with_the_referees_own_table_after_every_group(
    tmp_path_factory: pytest.TempPathFactory, seed: int, knows_all: bool
) -> None:
    compared: list[int] = []
    record = Desk.record

    def record_and_compare(desk: Desk, *events: Any, **more: Any) -> int:
        seq = record(desk, *events, **more)
        if events[0]["kind"] != "rewound":  # the referee takes up the table directly afterwards
            compared.append(_compare(desk.board, desk.recorder.draft.table, knows_all=knows_all))
        return seq

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Desk, "record", record_and_compare)
        path = tmp_path_factory.mktemp("match") / "match.dcglog"
        play_lawful(path, seed, knows_all=knows_all)
    assert sum(map(bool, compared)) > 50


def _compare(board: Board, table: Table, *, knows_all: bool) -> int:
    """Compare every pile and unit; return how many cards were known by number."""
    known = 0
    pairs = [(pile, table.sides[p][z]) for p, s in board.sides.items() for z, pile in s.items()]
    if table.game and table.turn:  # before the first turn the table may still be the last game's
        assert [unit.id for unit in board.units] == list(table.units)
        assert board.memory == table.memory
        for unit in board.units:
            twin = table.units[unit.id]
            state = (unit.side, unit.zone, unit.suspended)
            assert state == (twin.side, twin.zone, twin.suspended)
            pairs += [(unit.cards, twin.cards), (unit.links, twin.links)]
        pairs.append((board.no_area, table.no_area))
        for ours, theirs in pairs:
            assert len(ours) == len(theirs)
            for card, recorded in zip(ours, theirs, strict=True):
                assert card.up == recorded.up
                assert recorded.owner in (None, card.owner)
                if knows_all or recorded.up:
                    assert card.number == recorded.number
                known += recorded.number is not None
    return known


def test_every_feature_occurs_in_sixty_matches(matches: list[Path]) -> None:
    found: Counter[str] = Counter()
    for path in matches:
        found += count_features(path)
    missing = [feature for feature in WANTED if not found[feature]]
    assert not missing, missing


def test_an_audit_finds_nothing(matches: list[Path]) -> None:
    found = [finding for path in matches for finding in audit(path).findings]
    assert found == []


@given(seed=SEEDS, language=st.sampled_from(("ja", "en")), edition=st.sampled_from(EDITIONS))
def test_an_audit_finds_nothing_in_what_a_scribe_wrote(
    tmp_path_factory: pytest.TempPathFactory, seed: int, language: str, edition: str
) -> None:
    path = tmp_path_factory.mktemp("match") / "match.dcglog"
    play_lawful(path, seed, language=language, edition=edition, knows_all=False)
    assert audit(path).findings == ()


def test_decks_are_legal() -> None:
    for seed in range(200):
        deck, eggs = build_deck(Random(seed), mills=seed % 2 == 0)  # noqa: S311 - a game's dice
        assert len(deck) == 50
        assert len(eggs) <= 5
        assert max(Counter(deck + eggs).values()) <= 4
        assert {DATABASE[number].kind for number in eggs} <= {"egg"}
        assert {DATABASE[number].kind for number in deck} <= {"digimon", "tamer", "option"}


def test_what_a_scribe_cannot_see_is_unknown(tmp_path: Path) -> None:
    for seed in range(10):
        path = play_lawful(tmp_path / f"{seed}.dcglog", seed, knows_all=False)
        seen: set[str] = set()
        for event in _events(path):
            if event["kind"] == "shuffled":
                assert event["order"] is None
            elif event["kind"] in ("deck_registered", "game_started"):
                assert "LX1-" not in str({**event, "tokens": None})
            elif event["kind"] == "looked_at":
                assert set(event["numbers"]) - {None} <= seen
            elif event["kind"] == "transferred" and event["number"] is not None:
                open_ = event["facing"] == "up" or event.get("revealed")
                assert open_ or event["number"] in seen, event
                seen.add(event["number"])
            elif event["kind"] in ("revealed", "flipped"):
                seen |= set(event.get("numbers") or [event.get("number")])


def test_orders_are_whole_and_chosen_by_the_effects_player(matches: list[Path]) -> None:
    orders = 0
    for path in matches:
        for group in MatchLog(path).groups():
            ordered = [e for e in group if e["kind"] == "transferred" and e.get("ordering")]
            if not ordered:
                continue
            orders += 1
            ranks = sorted(event["ordering"]["rank"] for event in ordered)
            assert ranks == list(range(len(ordered)))
            assert len({event["ordering"]["chooser"] for event in ordered}) == 1
            if ordered[0]["cause"]["kind"] == "effect":
                players = {event["cause"]["player"] for event in ordered}
                assert players == {ordered[0]["ordering"]["chooser"]}
            _check_bottoms(ordered)
    assert orders > MATCHES


def _check_bottoms(ordered: list[dict[str, Any]]) -> None:
    """At the bottom of each pile the cards lie in the order of their ranks."""
    places: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for event in ordered:
        target = event["to"]
        if target["zone"] in ("deck", "egg_deck"):
            key = target["zone"], target["side"]
            places.setdefault(key, []).append((event["ordering"]["rank"], target["position"]))
    for found in places.values():
        positions = [position for _, position in sorted(found)]
        assert positions == list(range(positions[0], positions[0] + len(positions)))


def test_nothing_is_left_hanging_when_a_phase_begins(matches: list[Path]) -> None:
    for path in matches:
        pending: set[str] = set()
        for group, (table, _) in zip(MatchLog(path).groups(), MatchLog(path).tables(), strict=True):
            for event in group:
                if event["kind"] == "effect_triggered":
                    pending.add(event["pending"])
                elif event["kind"] in ("effect_activated", "effect_not_activated"):
                    pending.discard(event.get("pending"))
                elif event["kind"] in ("game_ended", "rewound"):
                    pending.clear()
            if group[0]["kind"] in ("phase_entered", "turn_ended", "turn_started"):
                assert not pending
                assert not table.no_area
                assert not table.showings
                assert table.attack is None
            for side in ("p1", "p2"):
                bred = [u for u in table.units.values() if (u.zone, u.side) == ("breeding", side)]
                assert len(bred) <= 1
            assert all(unit.cards[0].up for unit in table.units.values())


def _events(path: Path) -> Iterator[dict[str, Any]]:
    for group in MatchLog(path).groups():
        yield from group


def test_a_match_told_again_is_the_same_match(tmp_path: Path) -> None:
    path = play_lawful(tmp_path / "match.dcglog", 3)
    again = retell(groups_of(path), tmp_path / "again.dcglog", salt=3)
    assert again.read_bytes() == path.read_bytes()


def test_a_match_may_be_told_again_without_what_changed_no_card(tmp_path: Path) -> None:
    path = play_lawful(tmp_path / "match.dcglog", 3)
    groups = groups_of(path)
    index = next(i for i, group in enumerate(groups) if group[0]["kind"] == "phase_entered")
    short = retell(without(groups, index), tmp_path / "short.dcglog")
    assert verify(short, strict=True).whole
    phases = [sum(g[0]["kind"] == "phase_entered" for g in groups_of(p)) for p in (path, short)]
    assert phases[0] == phases[1] + 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_edition_and_language_can_be_asked_for(
    tmp_path: Path, edition: str, language: str
) -> None:
    path = tmp_path / "match.dcglog"
    play_lawful(path, 1, edition=edition, language=language, turns=2)
    first = next(_events(path))
    assert first["rules"] == {"edition": edition, "language": language}
    assert MatchLog(path).state()["turn"] == 2
