"""All 24 bot matches of the corpus: state for state, count for count."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from dcg_events.views.cut import cut
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.redact import redact
from dcg_events.vocabulary.people import Viewer
from tests.importers.corpus import MATCHES, Imported

Get = Callable[[str], Imported]
VIEWERS: tuple[Viewer, ...] = ("p1", "p2", "spectator")

each_match = pytest.mark.parametrize("name", MATCHES)


def _answers(match: Imported, kind: str) -> list[list[str]]:
    return [
        line["intent"]["response"]["order"]
        for line in match.lines
        if line["t"] == "intent"
        and line["ok"]
        and line["intent"].get("response", {}).get("kind") == kind
    ]


def _chosen(events: Iterable[dict[str, Any]], basis: str) -> list[dict[str, Any]]:
    """Return the orderings that a player chose, one for each group."""
    orderings = ((event["step"], event.get("ordering")) for event in events)
    return [
        o for step, o in orderings if o and o.get("basis") == basis and not step and o["chooser"]
    ]


def test_the_corpus_is_whole() -> None:
    assert len(MATCHES) == 24


@each_match
def test_every_snapshot_is_reproduced(imported: Get, name: str) -> None:
    match = imported(name)
    there = sum(line["t"] == "snapshot" for line in match.lines)
    assert match.report.differences == ()
    assert (match.report.reproduced, match.report.snapshots) == (there, there)


def test_all_290_snapshots_are_reproduced(imported: Get) -> None:
    assert sum(imported(name).report.reproduced for name in MATCHES) == 290


@each_match
def test_every_chosen_order_of_cards_is_in_the_log(imported: Get, name: str) -> None:
    match = imported(name)
    cards = next(line["map"] for line in match.lines if line["t"] == "instances")
    asked = [[cards[i]["card"] for i in order] for order in _answers(match, "orderCards")]
    told = [
        [event["number"] for event in group] for group in match.groups if _chosen(group, "3-1-3-4")
    ]
    assert told == asked
    assert match.report.orderings.get("cards", 0) == len(asked)


@each_match
def test_every_chosen_order_of_effects_is_in_the_log(imported: Get, name: str) -> None:
    match = imported(name)
    asked = [order[0].partition("::")[2] for order in _answers(match, "orderTriggers")]
    told = [e for e in match.kind("effect_activated") if e.get("ordering")]
    assert [event["effect"] for event in told] == asked
    assert match.report.orderings.get("triggers", 0) == len(asked)
    requests = [
        line["request"]
        for line in match.lines
        if line["t"] == "decision" and line["request"]["kind"] == "orderTriggers"
    ]
    for event, request in zip(told, requests, strict=True):
        ordering = event["ordering"]
        assert ordering["chooser"] == event["player"] == f"p{request['seat'] + 1}"
        assert (ordering["rank"], ordering["public"]) == (0, True)
        assert len(ordering["candidates"]) == len(request["options"]["triggerKeys"])
        assert event["pending"] in ordering["candidates"]


@each_match
def test_a_pending_effect_triggers_before_it_is_activated_once(imported: Get, name: str) -> None:
    waiting: set[str] = set()
    for event in imported(name).events:
        if event["kind"] == "effect_triggered":
            waiting.add(event["pending"])
        elif event["kind"] == "effect_activated" and event.get("pending"):
            waiting.remove(event["pending"])


def test_22_orders_of_cards_and_29_of_effects_are_counted(imported: Get) -> None:
    total: Counter[str] = Counter()
    for name in MATCHES:
        total.update(imported(name).report.orderings)
        total["in the log"] += len(_chosen(imported(name).events, "3-1-3-4"))
    assert (total["cards"], total["triggers"], total["in the log"]) == (22, 29, 22)


@each_match
def test_no_card_is_lost_or_doubled_after_any_group(imported: Get, name: str) -> None:
    for table, _ in MatchLog(imported(name).log, "judge").tables():
        assert table.count_cards() == table.cards_in_game


@each_match
def test_every_copy_folds_to_the_view_of_the_whole_log(
    imported: Get, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("copies")
    log = imported(name).log
    copies = {viewer: folder / f"{viewer}.dcglog" for viewer in VIEWERS}
    heads = {redact(log, viewer, copy) for viewer, copy in copies.items()}
    assert heads == {imported(name).report.head}
    read = {viewer: MatchLog(copy).states() for viewer, copy in copies.items()}
    for table, head in MatchLog(log, "judge").tables():
        for viewer in VIEWERS:
            assert next(read[viewer]) == cut(table, viewer, head)
    assert all(next(states, None) is None for states in read.values())


@each_match
def test_what_the_engine_reports_is_told_once(imported: Get, name: str) -> None:
    match = imported(name)
    for ours, theirs in (
        ("security_checked", ("securityChecked",)),
        ("turn_ended", ("turnEnded",)),
        ("phase_entered", ("phaseChanged",)),
        ("game_ended", ("gameOver",)),
    ):
        assert len(match.kind(ours)) == sum(len(match.reported(kind)) for kind in theirs), ours
    battles = [e for e in match.kind("battle_resolved") if "unit" in e["fighters"][-1]]
    assert len(battles) == len(match.reported("combatResolved"))
    reports = len(match.reported("effectResolved")) + len(match.reported("effectActivated"))
    resolved = [e for e in match.kind("effect_resolved") if e.get("timing") != "Security"]
    assert len(resolved) == reports
    attacks = len(match.kind("attack_declared"))
    turned = sum(e["step_taken"] == "target_changed" for e in match.kind("attack_stepped"))
    assert attacks + turned == len(match.reported("attackDeclared"))
    assert len(match.kind("attack_ended")) == attacks


@each_match
def test_checked_cards_are_those_the_engine_names(imported: Get, name: str) -> None:
    match = imported(name)
    told = [(e["player"], e["number"]) for e in match.kind("security_checked")]
    asked = [(f"p{e['seat'] + 1}", e["revealedCardId"]) for e in match.reported("securityChecked")]
    assert told == asked


@each_match
def test_memory_follows_the_engine(imported: Get, name: str) -> None:
    match = imported(name)
    sign, told = 1, []
    for line in match.lines:
        event = line.get("event", {})
        if event.get("kind") == "phaseChanged":
            sign = 1 if event["turnSeat"] == 0 else -1
        elif event.get("kind") == "memoryChanged":
            told.append(sign * event["to"])
    changes = [event["after"] for event in match.kind("memory_changed")]
    assert changes == [
        after for after, before in zip(told, [0, *told], strict=False) if after != before
    ]


@each_match
def test_nothing_of_the_source_names_a_card_in_the_log(imported: Get, name: str) -> None:
    match = imported(name)
    raw = match.log.read_bytes()
    names = {i for line in match.lines if line["t"] == "instances" for i in line["map"]}
    assert not [i for i in names if f'"{i}"'.encode() in raw or f'"{i}::'.encode() in raw]
    assert b"perm-" not in raw


@each_match
def test_a_write_never_covers_more_than_a_turn(imported: Get, name: str) -> None:
    turns = len(imported(name).kind("turn_ended"))
    raw = imported(name).log.read_bytes().splitlines()
    assert sum(line.startswith(b'["commit"') for line in raw) == turns + 2
