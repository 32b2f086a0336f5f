"""Copies of one card: the importer tells them apart on the recorder's own table."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from dcg_events.importers.aegis.importing import groups_of, import_aegis
from dcg_events.importers.aegis.ledger import Copy, Ledger
from dcg_events.importers.aegis.lines import CardOf
from dcg_events.importers.aegis.source import MismatchError
from dcg_events.recorder.draft import Draft
from dcg_events.recorder.opening import opening
from dcg_events.views.matchlog import MatchLog
from tests.importers.made_up import MadeUp

DECK = {"zone": "deck", "side": "p1"}


@pytest.fixture
def ledger() -> Ledger:
    """Return a ledger of a match in which p1 plays three copies of a card and one other."""
    draft = Draft("", tuple)
    draft.add([opening(p1="Aiko", p2="Ben")], None)
    ledger = Ledger(draft, lambda events: [event["seq"] for event in draft.add(events, None)])
    cards = {f"i{k}": CardOf(card="BT1-010" if k < 3 else "BT1-011", owner=0) for k in range(4)}
    ledger.enter(cards)
    decks: dict[str, Any] = {
        "p1": {"deck_count": 4, "egg_deck_count": 0, "deck": list(cards), "egg_deck": []},
        "p2": {"deck_count": 0, "egg_deck_count": 0, "deck": [], "egg_deck": []},
    }
    ledger.append([{"kind": "game_started", **decks}])
    order = ["i2", "i0", "i3", "i1"]
    ledger.append([{"kind": "shuffled", "zone": "deck", "side": "p1", "order": order}])
    return ledger


def draw(position: int) -> dict[str, Any]:
    origin = DECK | {"position": position}
    return {
        "kind": "transferred",
        "manner": "draw",
        "from": origin,
        "to": {"zone": "hand", "side": "p1"},
    }


def test_a_copy_is_its_number_to_everybody_else() -> None:
    one, other = Copy.of("i0", "BT1-010"), Copy.of("i1", "BT1-010")
    assert one == other == "BT1-010"
    assert orjson.dumps([one]) == b'["BT1-010"]'
    assert (one.instance, other.instance) == ("i0", "i1")


def test_each_copy_is_found_where_it_lies(ledger: Ledger) -> None:
    assert ledger.listed("p1", "deck") == ["i2", "i0", "i3", "i1"]
    ledger.append([draw(1)])
    assert ledger.listed("p1", "deck") == ["i2", "i3", "i1"]
    assert ledger.listed("p1", "hand") == ["i0"]
    assert ledger.spot("i0").zone == "hand"
    places = {name: ledger.spot(name).place_in for name in ("i2", "i3", "i1")}
    assert places == {"i2": 0, "i3": 1, "i1": 2}
    hand = ledger.spot("i0")
    leaving = {"was": hand.card.id, "from": hand.place, "to": {"zone": "trash", "side": "p1"}}
    ledger.append([draw(0) | {"manner": "trash", "number": "i0"} | leaving])
    assert ledger.spot("i0").place == {"zone": "trash", "side": "p1", "position": 0}
    assert ledger.spot("i2").place_in == 0
    order = ["i1", "i3", "i2"]
    ledger.append([{"kind": "shuffled", "zone": "deck", "side": "p1", "order": order}])
    assert [ledger.spot(name).place_in for name in order] == [0, 1, 2]
    assert ledger.spot("i2").card.id == "5.2"


def test_what_was_announced_and_does_not_lie_on_the_table_is_not_found(ledger: Ledger) -> None:
    ledger.enter({"t0": CardOf(card="BT1-010", owner=0)})
    assert ledger.find("t0") is None
    assert ledger.find("nobody") is None
    with pytest.raises(MismatchError, match="instance t0 is not on the table"):
        ledger.spot("t0")


def test_a_refusal_says_whether_it_is_the_game_or_the_record(ledger: Ledger) -> None:
    with pytest.raises(MismatchError, match="cannot have happened") as refused:
        ledger.append([draw(7)])
    assert "does not follow" in refused.value.remedy
    with pytest.raises(MismatchError, match="cannot be recorded") as refused:
        ledger.append([draw(0) | {"game": 3}])
    assert "report that this engine writes it" in refused.value.remedy


def test_a_text_that_reads_like_an_instance_stays_as_it_is(tmp_path: Path) -> None:
    match = MadeUp().decide("chooseOption", {"optionIndex": 0}, choices=["s0-3", "no"]).end()
    log = tmp_path / "out.dcglog"
    import_aegis(match.write(tmp_path / "in.jsonl"), log)
    (choice,) = [e for e in MatchLog(log, "judge").events() if e["kind"] == "choice_made"]
    assert (choice["words"], choice["chosen"]) == (["s0-3", "no"], ["s0-3"])


def test_groups_without_recording_are_those_that_are_recorded(tmp_path: Path) -> None:
    source = MadeUp().play("s0-0", "perm-1", 0).end().write(tmp_path / "in.jsonl")
    import_aegis(source, tmp_path / "out.dcglog")
    recorded = list(MatchLog(tmp_path / "out.dcglog", "judge").groups())
    told = list(groups_of(source))
    assert [len(group) for group in told] == [len(group) for group in recorded]
    for ours, theirs in zip(told, recorded, strict=True):
        for given, event in zip(ours, theirs, strict=True):
            assert (given["kind"], given.get("number")) == (
                event["kind"],
                event.get("number") if "number" in given else None,
            )
