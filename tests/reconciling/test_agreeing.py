"""Recordings of one match by different people agree, whatever each of them leaves out."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dcg_events import MatchLog, Recorder, UsageError
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.reconciling.reconciling import reconcile
from tests.importers.corpus import CORPUS, MATCHES
from tests.lawful.game import play_lawful
from tests.property.drive import play_match
from tests.reconciling.pairs import (
    CannotBeToldError,
    Retelling,
    groups_as,
    scribe,
    seat,
)

SEEDS = st.integers(0, 2**32)


def is_corrected(log: Path) -> bool:
    """Tell whether the record is corrected somewhere: such logs are compared, and not merged."""
    events = MatchLog(log).events()
    return any(event["kind"] == "record_corrected" and "event" in event for event in events)


def match_of(folder: Path, seed: int) -> Path:
    """Record a match: lawful, or only possible, or of the corpus."""
    if seed % 3 == 0:
        while True:
            world = play_match(folder, seed, 40)[0]
            world.recorder.close()
            if not is_corrected(world.recorder.path):
                return world.recorder.path
            world.recorder.path.unlink()
            seed += 3
    path = folder / "match.dcglog"
    if seed % 3 == 1:
        import_aegis(CORPUS / f"{MATCHES[seed % len(MATCHES)]}.jsonl", path)
        return path
    return play_lawful(path, seed, turns=4)


@settings(max_examples=5)
@given(seed=SEEDS)
def test_seats_and_scribes_contradict_nobody(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    folder = tmp_path_factory.mktemp("seats")
    match = match_of(folder, seed)
    ours, theirs = (seat(match, viewer, folder / viewer) for viewer in ("p1", "p2"))
    found, pairing = reconcile(ours, theirs)
    assert found["divergences"] == []
    assert len(pairing.of_a) == len(pairing.a.told)
    try:
        told = scribe(match, folder / "scribe", Random(seed))  # noqa: S311
    except CannotBeToldError:
        return  # the game was rewound to a moment that this scribe did not write down
    for one, two in ((match, told), (told, match)):
        found, _ = reconcile(one, two)
        assert found["divergences"] == []


def test_what_one_never_tells_is_summed_up(tmp_path: Path) -> None:
    match = play_lawful(tmp_path / "match.dcglog", 17, turns=4)
    never = {"phase_entered", "cost_paid"}
    groups = [group for group in groups_as(match) if group[0]["kind"] not in never]
    told = Retelling(tmp_path / "coarse").record(groups)
    found, _ = reconcile(told, match)
    assert found["divergences"] == []
    assert set(found["a"]["unrecorded"]) == never
    assert found["b"]["unrecorded"] == {}


def test_what_is_never_told_and_cannot_be_left_out_is_a_divergence(tmp_path: Path) -> None:
    match = play_lawful(tmp_path / "match.dcglog", 17, turns=4)
    groups = [group for group in groups_as(match) if group[0]["kind"] != "game_ended"]
    found, _ = reconcile(match, Retelling(tmp_path / "open").record(groups))
    assert {one["nature"] for one in found["divergences"]} == {"only_a"}
    assert {one["a"]["text"] for one in found["divergences"] if one["a"]} == {"game_ended"}


def small(path: Path, *events: dict[str, Any], **header: Any) -> Path:
    decks = {"deck_count": 5, "egg_deck_count": 0}
    with Recorder.create(path, **({"p1": "Aiko", "p2": "Ben"} | header)) as log:
        log.append({"kind": "game_started", "p1": decks, "p2": decks})
        for event in events:
            log.append(event)
    return path


def draw(side: str = "p1") -> dict[str, Any]:
    deck = {"zone": "deck", "side": side, "position": 0}
    return {
        "kind": "transferred",
        "manner": "draw",
        "from": deck,
        "to": {"zone": "hand", "side": side},
    }


def memory(after: int) -> dict[str, Any]:
    return {"kind": "memory_changed", "after": after}


def test_the_consequences_of_a_missed_card_go_with_it(tmp_path: Path) -> None:
    """A unit that only one has placed: all that is done with it is told there, and once."""
    play = {
        "kind": "transferred",
        "manner": "play",
        "from": {"zone": "hand", "side": "p1"},
        "to": {"zone": "battle", "side": "p1"},
        "number": "BT1-010",
    }
    suspend = {"kind": "orientation_changed", "unit": "3", "orientation": "suspended"}
    ours = small(tmp_path / "a", draw(), play, memory(1), suspend, memory(2))
    theirs = small(tmp_path / "b", draw(), memory(1), memory(2))
    found, _ = reconcile(ours, theirs)
    (one,) = found["divergences"]
    assert one["nature"] == "only_a"
    assert not one["contradiction"]
    assert one["a"] is not None
    assert one["a"]["seq"] == 3
    assert one["consequences"] == {"a": [5], "b": []}
    assert one["after"] == {"a": 2, "b": 2}
    assert one["a"]["counts"]["p1"]["hand"] == 1


def test_two_cards_the_other_way_round_are_one_divergence(tmp_path: Path) -> None:
    cards = [{**draw(), "number": number} for number in ("BT1-010", "BT1-011")]
    ours = small(tmp_path / "a", *cards, memory(1))
    theirs = small(tmp_path / "b", *cards[::-1], memory(1))
    (one,) = reconcile(ours, theirs)[0]["divergences"]
    assert one["a"] is not None
    assert one["b"] is not None
    assert (one["nature"], one["a"]["seq"], one["b"]["seq"]) == ("order", 2, 3)


def test_deck_counts_that_differ_after_a_missed_draw_are_no_news(tmp_path: Path) -> None:
    def attested(count: int) -> dict[str, Any]:
        counts = [{"zone": "deck", "side": "p1", "count": count}]
        return {"kind": "state_attested", "signed_by": ["p1"], "counts": counts}

    ours = small(tmp_path / "a", draw(), draw(), memory(1), attested(3), memory(2), attested(3))
    theirs = small(tmp_path / "b", draw(), memory(1), attested(4), memory(2), attested(5))
    found, _ = reconcile(ours, theirs)
    first, second = found["divergences"]
    assert (first["nature"], second["nature"]) == ("only_a", "differs")
    assert second["a"] is not None
    assert second["a"]["seq"] == 7, "the first time they differ as their tables do"
    assert found["echoes"] == 1


def test_other_clocks_are_no_divergence_and_a_changed_one_is_told_once(tmp_path: Path) -> None:
    def at(minute: int, second: int) -> str:
        return f"2026-08-18T10:{minute:02}:{second:02}Z"

    facts = [memory(n % 5 + 1) for n in range(20)]
    ours = small(tmp_path / "a", *({**f, "at": at(n, 0)} for n, f in enumerate(facts)))
    near = small(tmp_path / "b", *({**f, "at": at(n + 7, n % 3)} for n, f in enumerate(facts)))
    found, _ = reconcile(ours, near)
    assert (found["divergences"], found["clock"]) == ([], 421)
    late = [{**f, "at": at(n + (7 if n < 11 else 30), 0)} for n, f in enumerate(facts)]
    found, _ = reconcile(ours, small(tmp_path / "c", *late))
    (one,) = found["divergences"]
    assert one["a"] is not None
    assert (one["nature"], one["a"]["seq"], one["contradiction"]) == ("time", 13, False)
    found, _ = reconcile(ours, tmp_path / "c", tolerance=1500)
    assert found["divergences"] == []


def test_other_players_seats_rounds_and_decks_are_refused(tmp_path: Path) -> None:
    ours = small(tmp_path / "a", memory(1), tournament={"round": "5"})
    other = small(tmp_path / "b", memory(1), p1="Chie")
    with pytest.raises(UsageError, match="they name other players"):
        reconcile(ours, other)
    assert reconcile(ours, other, other_names=True)[0]["divergences"] == []
    with pytest.raises(UsageError, match="other seats"):
        reconcile(ours, small(tmp_path / "c", memory(1), p1="Ben", p2="Aiko"))
    with pytest.raises(UsageError, match="of another round each"):
        reconcile(ours, small(tmp_path / "d", memory(1), tournament={"round": "6"}))
    spelled = small(tmp_path / "e", memory(1), p1=" aiko ", p2="BEN")
    assert reconcile(ours, spelled)[0]["divergences"] == []
    tables = []
    for seed in (8, 10):
        groups = groups_as(play_lawful(tmp_path / f"{seed}", seed, turns=3))
        del groups[0][0]["tournament"]
        tables.append(Retelling(tmp_path / f"{seed}-untitled").record(groups))
    with pytest.raises(UsageError, match="these are different matches"):
        reconcile(tables[0], tables[1])


def test_as_a_viewer_only_what_that_viewer_reads_is_compared(tmp_path: Path) -> None:
    secret = {**draw(), "number": "BT1-010"}
    ours = small(tmp_path / "a", secret, memory(1))
    theirs = small(tmp_path / "b", {**secret, "number": "BT1-011"}, memory(1))
    assert len(reconcile(ours, theirs)[0]["divergences"]) == 1
    assert len(reconcile(ours, theirs, "p1")[0]["divergences"]) == 1
    for viewer in ("p2", "spectator"):
        assert reconcile(ours, theirs, viewer)[0]["divergences"] == []
    assert list(MatchLog(ours, "p1").events()) != list(MatchLog(theirs, "p1").events())


@pytest.mark.parametrize("numbers", [["BT1-010", None], ["BT1-010", "BT1-011"]])
def test_lists_of_cards_that_contradict_each_other_are_one_divergence(
    numbers: list[str | None], tmp_path: Path
) -> None:
    def registered(deck: list[str | None]) -> dict[str, Any]:
        return {"kind": "deck_registered", "player": "p1", "deck": deck, "egg_deck": []}

    ours = small(tmp_path / "a", memory(1), registered(["BT1-012", "BT1-011"]))
    theirs = small(tmp_path / "b", memory(1), registered(numbers))
    found, _ = reconcile(ours, theirs)
    assert [one["nature"] for one in found["divergences"]] == ["differs"]
    assert [one["field"] for one in found["divergences"][0]["fields"]] == ["deck"]


def test_copies_of_a_card_in_a_hand_are_not_told_apart(tmp_path: Path) -> None:
    drawn = [draw() | {"number": "BT1-010"}, draw() | {"number": "BT1-010"}]
    trash = {"kind": "transferred", "manner": "trash", "to": {"zone": "trash", "side": "p1"}}
    trash |= {"from": {"zone": "hand", "side": "p1"}, "number": "BT1-010"}
    ours = small(tmp_path / "a", *drawn, trash | {"was": "2"})
    theirs = small(tmp_path / "b", *drawn, trash | {"was": "3"})
    assert reconcile(ours, theirs)[0]["divergences"] == []
    other = small(tmp_path / "c", *drawn, trash | {"was": "3", "number": "BT1-010"}, memory(1))
    assert len(reconcile(ours, other)[0]["divergences"]) == 1
