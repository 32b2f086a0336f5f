"""What an import makes of single passages: of the corpus, and of small files made up for it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dcg_events.importers.aegis.importing import groups_of, import_aegis
from dcg_events.projections.table import Table
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.redact import redact
from dcg_events.vocabulary.people import Viewer
from tests.importers.corpus import MATCHES, Imported
from tests.importers.made_up import MadeUp

Get = Callable[[str], Imported]
VIEWERS: tuple[Viewer, ...] = ("p1", "p2", "spectator")


def _last_table(match: MadeUp, folder: Path) -> tuple[list[list[dict[str, Any]]], Table]:
    source, log = match.write(folder / "made-up.jsonl"), folder / "made-up.dcglog"
    import_aegis(source, log)
    table = Table()
    for table, _ in MatchLog(log, "judge").tables():  # noqa: B007 - the last one counts
        pass
    return list(MatchLog(log, "judge").groups()), table


def _manners(group: list[dict[str, Any]]) -> list[str]:
    return [event["manner"] for event in group if event["kind"] == "transferred"]


def _groups(groups: list[list[dict[str, Any]]], manner: str) -> list[list[dict[str, Any]]]:
    return [group for group in groups if _manners(group)[:1] == [manner]]


# breaches of the corpus


def test_a_card_in_the_other_players_security_stack_is_recorded(imported: Get) -> None:
    (event,) = [e for e in imported("aegis-014-bt19").told_at(93) if e["kind"] == "transferred"]
    assert (event["owner"], event["number"]) == ("p2", "EX6-035")
    assert (event["from"]["side"], event["to"]["zone"], event["to"]["side"]) == (
        "p2",
        "security",
        "p1",
    )
    assert event["facing"] == "down"


def test_a_card_in_the_other_players_hand_is_recorded(imported: Get) -> None:
    (event,) = [e for e in imported("aegis-014-bt19").told_at(222) if e["kind"] == "transferred"]
    assert (event["owner"], event["to"]) == ("p2", {"zone": "hand", "side": "p1"})


def test_cards_on_the_other_players_units_are_recorded(imported: Get) -> None:
    for n in (276, 380):
        (event,) = [e for e in imported("aegis-027-ex9").told_at(n) if e["kind"] == "transferred"]
        assert (event["manner"], event["owner"]) == ("digivolve", "p1")
        assert (event["from"], event["to"]["side"]) == ({"zone": "hand", "side": "p1"}, "p2")


# setup


@pytest.mark.parametrize("name", MATCHES)
def test_security_is_set_from_the_top_the_first_card_at_the_bottom(
    imported: Get, name: str
) -> None:
    groups = [g for g in imported(name).groups if _manners(g) == ["place"] * 5]
    first = imported(name).kind("first_player_decided")[0]["player"]
    assert [group[0]["to"]["side"] for group in groups[:2]] == [
        first,
        "p2" if first == "p1" else "p1",
    ]
    for group in groups[:2]:
        assert [e["from"]["position"] for e in group] == [0, 1, 2, 3, 4]
        assert [e["to"]["position"] for e in group] == [4, 3, 2, 1, 0]


@pytest.mark.parametrize("name", MATCHES)
def test_a_redraw_leaks_no_order(imported: Get, name: str, tmp_path: Path) -> None:
    match = imported(name)
    redraws = [e["player"] for e in match.kind("redraw_decided") if e["redraw"]]
    returns = [g for g in match.groups if g[0]["recorder"]["ref"] != "header" and _is_return(g)]
    assert [group[0]["to"]["side"] for group in returns] == redraws
    for viewer in VIEWERS:
        copy = tmp_path / f"{viewer}.dcglog"
        redact(match.log, viewer, copy)
        events = {e["seq"]: e for e in MatchLog(copy).events()}
        for group in returns:
            owner = group[0]["to"]["side"]
            for event in (events[e["seq"]] for e in group):
                seen = (event["number"], event["to"]["position"], event["ordering"]["rank"])
                assert (None in seen) is (viewer != owner)
                assert event["to"]["among"] == [45, 49]
        for event in events.values():
            if event["kind"] == "shuffled" and event["zone"] == "deck":
                assert event["order"] is None


def _is_return(group: list[dict[str, Any]]) -> bool:
    ordering = group[0].get("ordering") or {}
    return _manners(group) == ["return"] * 5 and ordering.get("public") is False


@pytest.mark.parametrize("name", MATCHES)
def test_a_redraw_takes_new_placements_from_a_shuffled_deck(imported: Get, name: str) -> None:
    groups = imported(name).groups
    for place, group in enumerate(groups):
        if _is_return(group):
            shuffled = groups[place + 1][0]
            assert (shuffled["kind"], shuffled["side"]) == ("shuffled", group[0]["to"]["side"])
            draws = next(g for g in groups[place:] if _manners(g) == ["draw"] * 5)
            assert [e["was"] for e in draws] == [f"{shuffled['seq']}.{k}" for k in range(5)]
            assert [e["number"] for e in draws] == shuffled["order"][:5]


# the game


def test_a_check_goes_through_no_area(imported: Get) -> None:
    match = imported("aegis-014-bt19")
    out, checked, battle = (e for n in (97,) for e in match.events if _refers(e, n))
    assert (out["manner"], out["from"]["zone"], out["to"]) == (
        "check",
        "security",
        {"zone": "no_area"},
    )
    assert (checked["card"], checked["outcome"]) == (str(out["seq"]), "battle")
    assert battle["fighters"][1] == {"player": "p2", "card": str(out["seq"])}
    (away,) = match.told_at(99)
    assert (away["manner"], away["from"]["zone"], away["cause"]["event"]) == (
        "trash",
        "no_area",
        checked["seq"],
    )


def _refers(event: dict[str, Any], n: int) -> bool:
    return str(event["recorder"]["ref"]).partition(",")[0] == f"n={n}"


def test_a_security_effect_belongs_to_the_checked_card(imported: Get) -> None:
    match = imported("aegis-014-bt19")
    (played,) = [e for e in match.told_at(126) if e["kind"] == "transferred"]
    (effect,) = [e for e in match.kind("effect_activated") if e["number"] == "ST17-11"]
    assert played["cause"]["event"] == effect["seq"]
    assert played["cause"]["source"] == effect["source"] == played["was"]


def test_a_battle_of_units_precedes_the_deletion_it_causes(imported: Get) -> None:
    match = imported("aegis-027-ex9")
    (fallen,) = [e for e in match.told_at(820) if e.get("manner") == "delete"]
    (checked,) = [e for e in match.told_at(820) if e.get("manner") == "check"]
    (battle,) = match.told_at(823)
    assert fallen["cause"] == {"kind": "rule", "event": battle["seq"]}
    assert battle["seq"] < fallen["seq"] < checked["seq"]


def test_a_redirected_attack_is_one_attack_with_another_target(imported: Get) -> None:
    (step,) = imported("aegis-006-bt11").told_at(365)
    assert (step["kind"], step["step_taken"]) == ("attack_stepped", "target_changed")


def test_a_block_suspends_the_blocker_in_the_same_moment(imported: Get) -> None:
    block, turned = imported("aegis-001-bt4").told_at(359)
    assert (block["step_taken"], block["taken"]) == ("block", True)
    assert (turned["kind"], turned["unit"]) == ("orientation_changed", block["unit"])
    assert block["group"] == turned["group"]


def test_tokens_come_from_outside_and_go_there(imported: Get) -> None:
    entering = [e for e in imported("aegis-019-bt24").told_at(100) if e["kind"] == "transferred"]
    assert [(e["manner"], e["number"], e["from"]["zone"]) for e in entering] == [
        ("play", "TOKEN-Diaboromon", "outside")
    ]
    (leaving,) = imported("aegis-031-ad1").told_at(196)
    assert (leaving["manner"], leaving["to"]["zone"]) == ("remove", "outside")


def test_a_deleted_unit_leaves_whole_and_top_first(imported: Get) -> None:
    group = [e for e in imported("aegis-014-bt19").told_at(229) if e.get("manner") == "delete"]
    assert [e["number"] for e in group] == ["BT9-033", "EX6-003"]
    assert [e["to"]["position"] for e in group] == [0, 1]
    assert {e["of"] for e in group} == {2}


def test_a_unit_that_leaves_for_two_places_leaves_at_once(imported: Get) -> None:
    top, under = (e for e in imported("aegis-010-bt15").told_at(107) if "manner" in e)
    assert top["group"] == under["group"]
    assert (top["to"]["zone"], under["to"]["zone"]) == ("security", "trash")
    assert top["cause"] == under["cause"]


def test_an_option_that_activates_itself_from_the_field_is_trashed_for_it(imported: Get) -> None:
    (trashed,) = imported("aegis-027-ex9").told_at(269)
    (activated,) = imported("aegis-027-ex9").told_at(268)
    assert trashed["manner"] == "trash"
    assert trashed["cause"] == {"kind": "cost", "event": activated["seq"], "player": "p2"}


def test_an_armor_purge_leaves_the_unit(imported: Get) -> None:
    (purged,) = [e for e in imported("aegis-010-bt15").told_at(204) if e.get("manner") == "trash"]
    assert (purged["from"]["position"], purged["number"]) == (0, "EX4-050")


def test_two_effects_with_one_key_are_two_pending_effects(imported: Get) -> None:
    match = imported("aegis-002-bt7")
    (chosen,) = [e for e in match.told_at(175) if e["kind"] == "effect_activated"]
    assert len(set(chosen["ordering"]["candidates"])) == 2
    triggered = [e for e in match.kind("effect_triggered") if e["recorder"]["ref"] == "n=174"]
    assert [e["pending"] for e in triggered] == chosen["ordering"]["candidates"]


def test_a_look_at_own_security_is_for_its_player_alone(imported: Get, tmp_path: Path) -> None:
    match = imported("aegis-014-bt19")
    (look,) = match.kind("looked_at")
    (shuffle,) = [e for e in match.told_at(215) if e["kind"] == "shuffled"]
    assert (look["viewer"], look["count"], shuffle["zone"]) == ("p1", 5, "security")
    redact(match.log, "p2", tmp_path / "p2.dcglog")
    told = {e["seq"]: e for e in MatchLog(tmp_path / "p2.dcglog").events()}
    assert told[look["seq"]]["numbers"] is None


def test_a_deck_out_is_a_draw_that_was_attempted(imported: Get) -> None:
    attempted, ended = imported("aegis-027-ex9").told_at(880)
    assert (attempted["player"], attempted["wanted"], attempted["done"]) == ("p2", 1, 0)
    assert (ended["reason"], ended["winner"]) == ("deck_out", "p1")


# what the corpus does not hold


def test_materials_and_the_card_on_them_arrive_at_once(tmp_path: Path) -> None:
    match = MadeUp().play("s0-0", "perm-1", 0).play("s0-1", "perm-2", 0)
    match.truth(
        ("s0-2", "p0.hand[0]", "p0.battleArea:perm-3.top"),
        ("s0-0", "p0.battleArea:perm-1.top", "p0.battleArea:perm-3.stack[0]"),
        ("s0-1", "p0.battleArea:perm-2.top", "p0.battleArea:perm-3.stack[1]"),
    ).moved("s0-2").end()
    groups, table = _last_table(match, tmp_path)
    (group,) = _groups(groups, "digivolve")
    assert _manners(group) == ["digivolve", "material", "material"]
    (unit,) = table.units.values()
    assert [card.number for card in unit.cards] == ["BT1-012", "BT1-011", "BT1-010"]
    assert unit.id == str(group[0]["seq"])


def test_links_go_to_their_slot_and_leave_with_their_unit(tmp_path: Path) -> None:
    match = MadeUp().play("s0-0", "perm-1", 0)
    match.truth(("s0-1", "p0.hand[0]", "p0.battleArea:perm-1.linked[0]")).moved("s0-1")
    match.truth(
        ("s0-1", "p0.battleArea:perm-1.linked[0]", "p0.trash[0]"),
        ("s0-0", "p0.battleArea:perm-1.top", "p0.trash[1]"),
    ).moved("s0-0", "s0-1", old="battleArea", to="trash").end()
    groups, table = _last_table(match, tmp_path)
    ((linked,),) = _groups(groups, "link")
    assert linked["to"]["zone"] == "link"
    (group,) = _groups(groups, "delete")
    assert len(group) == 2
    assert not table.units
    assert [card.number for card in table.sides["p1"]["trash"]] == ["BT1-010", "BT1-011"]


def test_a_search_of_the_deck_is_a_look_an_addition_and_a_shuffle(tmp_path: Path) -> None:
    deck = [f"s0-{k}" for k in range(7, 12)]
    match = MadeUp().decide(
        "selectCards",
        {"instanceIds": ["s0-9"]},
        card="BT1-010",
        candidateInstanceIds=["s0-9", "s0-11"],
        visibleInstanceIds=deck,
    )
    match.truth(
        ("s0-9", "p0.deck[2]", "p0.hand[5]"),
        reordered={"p0.deck": ["s0-11", "s0-7", "s0-10", "s0-8"]},
    ).moved("s0-9", to="hand").end()
    groups, table = _last_table(match, tmp_path)
    kinds = [group[0]["kind"] for group in groups]
    assert kinds[kinds.index("looked_at") :][:4] == [
        "looked_at",
        "choice_made",
        "transferred",
        "shuffled",
    ]
    ((added,),) = _groups(groups, "add")
    assert added["from"]["among"] == [0, 4]
    assert [card.number for card in table.sides["p1"]["deck"]] == [
        "BT1-021",
        "BT1-017",
        "BT1-020",
        "BT1-018",
    ]
    redact(tmp_path / "made-up.dcglog", "p2", tmp_path / "p2.dcglog")
    told = {e["seq"]: e for e in MatchLog(tmp_path / "p2.dcglog").events()}
    assert told[added["seq"]]["from"]["position"] is None
    assert told[added["seq"]]["number"] is None


def test_an_event_that_is_not_known_is_noted_with_its_kind(tmp_path: Path) -> None:
    source = MadeUp().event("moonRose", seat=0).end().write(tmp_path / "made-up.jsonl")
    notes = [e for group in groups_of(source) for e in group if e["kind"] == "noted"]
    assert [note["text"] for note in notes] == ["event of the engine: moonRose"]


def test_an_intent_that_was_refused_is_noted_and_changes_nothing(imported: Get) -> None:
    (note,) = imported("aegis-007-bt12").told_at(373)
    assert (note["kind"], note["by"]) == ("noted", "p1")


@pytest.mark.parametrize(
    ("reason", "winner", "expected"),
    [("surrender", 1, "concession"), ("effect", 0, "effect"), ("moonRose", None, "unknown")],
)
def test_each_end_of_a_game_has_its_reason(
    tmp_path: Path, reason: str, winner: int | None, expected: str
) -> None:
    source = MadeUp().end(reason, winner).write(tmp_path / "made-up.jsonl")
    *_, game, match = (event for group in groups_of(source) for event in group)
    assert game["reason"] == expected
    assert game["winner"] == match["winner"] == (None if winner is None else f"p{winner + 1}")
    assert match["outcome"] == ("draw" if winner is None else "win")


def test_the_seed_is_for_the_judge_alone(imported: Get) -> None:
    """With the seed the engine can be run again, and every hidden card be seen."""
    match = imported("aegis-014-bt19")
    header = match.lines[0]
    opened = match.events[0]
    assert opened["recorder"]["text"] == f"seed {header['seed']}"
    for viewer in VIEWERS:
        (seen, *_) = MatchLog(match.log, viewer).events()
        assert seen["recorder"] is None
        assert str(header["seed"]) not in json.dumps(seen)
