"""A merged log knows what both know, says where from, and guesses nothing."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from dcg_events import ImpossibleEventError, MatchLog, Recorder, UsageError, redact, verify
from dcg_events.errors import DcgEventsError
from dcg_events.log.reading import LogReader
from dcg_events.log.store import open_reading
from dcg_events.reconciling.merging import merge
from dcg_events.reconciling.reconciling import reconcile
from dcg_events.reconciling.same_log import merge_copies
from tests.lawful.game import play_lawful
from tests.property.checks import check_conservation
from tests.property.matches import counting_salt
from tests.reconciling.pairs import CannotBeToldError, flat, groups_as, scribe, seat
from tests.reconciling.test_agreeing import SEEDS, draw, match_of, memory, small

WRITERS = {"recovered", "noted", "disclosed"}
"""Kinds that tell of a recording and not of the match."""


def merged(a: Path, b: Path, **how: Any) -> Path:
    _, pairing = reconcile(a, b)
    out = a.with_name(f"{a.name}-{b.name}-merged")
    merge(pairing, out, salt=counting_salt(), **how)
    return out


def table(state: Any) -> Any:
    """Say what lies where, but for ids: a hand and links have no order."""

    def cards(pile: Any) -> Any:
        return [card["number"] for card in pile]

    zones: dict[Any, Any] = {}
    for side, piles in state["players"].items():
        for name, pile in piles.items():
            if isinstance(pile, dict):
                known = cards(pile.get("cards", []))
                known = sorted(map(str, known)) if name == "hand" else known
                zones[side, name] = pile["count"], known
            else:
                zones[side, name] = [
                    (cards(unit["cards"]), sorted(map(str, cards(unit["links"])))) for unit in pile
                ]
                zones[side, name, "suspended"] = [unit["suspended"] for unit in pile]
    flow = [state[name] for name in ("game", "turn", "phase", "memory", "result")]
    return zones, flow, cards(state["no_area"])


def tables(path: Path, viewer: Any) -> list[Any]:
    """Say how the table stood after every moment of the match."""
    log = MatchLog(path, viewer, history="recorded")
    states = zip(log.states(), log.groups(), strict=True)
    return [table(state) for state, group in states if group[0]["kind"] not in WRITERS]


@settings(max_examples=5)
@given(seed=SEEDS)
def test_two_seats_together_know_what_each_of_them_knows(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    folder = tmp_path_factory.mktemp("merged")
    match = match_of(folder, seed)
    ours, theirs = (seat(match, viewer, folder / viewer) for viewer in ("p1", "p2"))
    for one, two in ((ours, theirs), (theirs, ours)):
        whole = merged(one, two)
        verdict = verify(whole, strict=True)
        assert verdict.whole, verdict.damage
        check_conservation(whole)
        for viewer in ("p1", "p2"):
            assert tables(whole, viewer) == tables(match, viewer)
        judged = zip(tables(whole, "judge"), tables(match, "judge"), strict=True)
        for known, true in judged:
            assert _is_part(known, true)


def _is_part(known: Any, true: Any) -> bool:
    """Tell whether what is known is true, and the rest unknown."""
    if isinstance(known, dict):
        return all(_is_part(part, true[name]) for name, part in known.items())
    if isinstance(known, list | tuple):
        if known and all(isinstance(part, str) for part in known):  # a hand, sorted
            return not {part for part in known if part != "None"} - set(true)
        return len(known) == len(true) and all(map(_is_part, known, true))
    return known is None or known == true


@settings(max_examples=5)
@given(seed=SEEDS)
def test_a_scribe_adds_nothing_false_to_a_full_log(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    folder = tmp_path_factory.mktemp("scribe")
    match = match_of(folder, seed)
    try:
        told = scribe(match, folder / "scribe", Random(seed))  # noqa: S311
    except CannotBeToldError:
        return
    for viewer in ("p1", "judge"):
        assert tables(merged(match, told), viewer) == tables(match, viewer)
        (folder / f"{match.name}-scribe-merged").unlink()


def test_every_event_says_where_it_is_from_to_the_judge_alone(tmp_path: Path) -> None:
    ours = small(tmp_path / "a", draw(), memory(1), memory(3))
    theirs = small(tmp_path / "b", draw(), memory(1), draw("p2"), memory(3))
    whole = merged(ours, theirs)
    notes = [event["recorder"] for event in MatchLog(whole).events()]
    assert [note["ref"] for note in notes] == [
        "a:0 b:0",
        "a:1 b:1",
        "a:2 b:2",
        "a:3 b:3",
        "b:4",
        "a:4 b:5",
    ]
    assert [note.get("evidence") for note in notes] == [None] * 4 + ["one_client", None]
    assert {event["recorder"] for event in MatchLog(whole, "p1").events()} == {None}
    header = next(MatchLog(whole, "spectator").events())
    assert all(MatchLog(path).state()["head"] in header["origin"] for path in (ours, theirs))


def test_what_only_one_tells_moves_the_ids_of_what_follows(tmp_path: Path) -> None:
    play = {
        "kind": "transferred",
        "manner": "play",
        "from": {"zone": "hand", "side": "p1"},
        "to": {"zone": "battle", "side": "p1"},
    }
    suspended = {"kind": "orientation_changed", "unit": "3", "orientation": "suspended"}
    ours = small(tmp_path / "a", draw(), {**play, "number": None}, suspended)
    theirs = small(
        tmp_path / "b", memory(1), draw(), {**play, "number": "BT1-010"}, {**suspended, "unit": "4"}
    )
    (unit,) = MatchLog(merged(ours, theirs)).state()["players"]["p1"]["battle"]
    assert (unit["unit"], unit["suspended"], unit["cards"][0]["number"]) == ("4", True, "BT1-010")


def test_places_count_from_the_nearer_end_where_one_has_moved_more_cards(tmp_path: Path) -> None:
    """B tells a draw more, so that its deck is shorter; A's card still goes to the bottom."""

    def returned(position: int) -> dict[str, Any]:
        deck = {"zone": "deck", "side": "p1", "position": position}
        hand = {"zone": "hand", "side": "p1"}
        return {"kind": "transferred", "manner": "return", "from": hand, "to": deck}

    ours = small(tmp_path / "a", draw(), memory(1), returned(4), memory(2))
    theirs = small(tmp_path / "b", draw(), draw(), memory(1), returned(3), memory(2))
    found, _ = reconcile(ours, theirs)
    assert [one["nature"] for one in found["divergences"]] == ["only_b"]
    for one, two in ((ours, theirs), (theirs, ours)):
        piles = MatchLog(merged(one, two)).state()["players"]["p1"]
        assert (piles["deck"]["count"], piles["hand"]["count"]) == (4, 1)


def test_a_contradiction_is_left_unknown_or_decided_and_never_guessed(tmp_path: Path) -> None:
    def told(name: str, number: str | None, after: int = 1) -> Path:
        hand = {"zone": "hand", "side": "p1"}
        play = {"kind": "transferred", "manner": "play", "from": hand, "number": number}
        drawn = {**draw(), "number": number}
        play["to"] = {"zone": "battle", "side": "p1"}
        return small(tmp_path / name, drawn, play, memory(after))

    def number(path: Path) -> Any:
        return MatchLog(path).state()["players"]["p1"]["battle"][0]["cards"][0]["number"]

    ours, theirs = told("a", "BT1-010"), told("b", "BT1-011")
    assert number(merged(ours, theirs)) is None
    (tmp_path / "a-b-merged").unlink()
    for prefer, right in (("a", "BT1-010"), ("b", "BT1-011")):
        whole = merged(ours, theirs, prefer=prefer)
        assert number(whole) == right
        whole.unlink()
    with pytest.raises(UsageError, match=r"^a:4 b:4 \(memory_changed\): the recordings contradict"):
        merged(ours, told("c", "BT1-010", after=2))
    assert not (tmp_path / "a-c-merged").exists()
    assert MatchLog(merged(ours, tmp_path / "c", prefer="b")).state()["memory"] == 2


def test_a_card_that_one_knew_before_is_not_taken_from_there(tmp_path: Path) -> None:
    """A's draw says what the card is; where it is played they contradict each other."""
    hand, battle = {"zone": "hand", "side": "p1"}, {"zone": "battle", "side": "p1"}
    play = {"kind": "transferred", "manner": "play", "from": hand, "to": battle}
    ours = small(tmp_path / "a", {**draw(), "number": "BT1-010"}, play)
    theirs = small(tmp_path / "b", draw(), {**play, "number": "BT1-011"})
    whole = merged(ours, theirs)
    assert [event.get("number") for event in list(MatchLog(whole).events())[2:]] == [None, None]
    whole.unlink()
    right = merged(ours, theirs, prefer="b")
    assert [event["number"] for event in list(MatchLog(right).events())[2:]] == [None, "BT1-011"]


def test_a_deck_that_names_a_contested_card_cannot_be_merged_unasked(tmp_path: Path) -> None:
    decks = {"deck_count": 1, "egg_deck_count": 0, "deck": ["BT1-010"]}
    none = {"deck_count": 0, "egg_deck_count": 0}
    start = {"kind": "game_started", "p1": decks, "p2": none}
    hand = {"zone": "hand", "side": "p1"}
    reveal = {**draw(), "manner": "trash", "to": {"zone": "trash", "side": "p1"}}
    assert hand
    ours = small(tmp_path / "a", start, reveal)
    unknown = {**start, "p1": {"deck_count": 1, "egg_deck_count": 0}}
    theirs = small(tmp_path / "b", unknown, {**reveal, "number": "BT1-011"})
    with pytest.raises(UsageError, match="contradict each other about number"):
        merged(ours, theirs)
    assert not (tmp_path / "a-b-merged").exists()
    assert merged(ours, theirs, prefer="a").exists()


def test_an_order_is_not_chosen_unasked(tmp_path: Path) -> None:
    ours = small(tmp_path / "a", memory(1), draw(), memory(2))
    theirs = small(tmp_path / "b", memory(1), memory(2), draw())
    with pytest.raises(UsageError, match="in another order"):
        merged(ours, theirs)
    kinds = {}
    for prefer in ("a", "b"):
        whole = merged(ours, theirs, prefer=prefer)
        kinds[prefer] = [event["kind"] for event in MatchLog(whole).events()][3:]
        whole.unlink()
    assert kinds["a"] == ["transferred", "memory_changed"]
    assert kinds["b"] == ["memory_changed", "transferred"]


def test_what_cannot_have_happened_together_is_refused_with_its_place(tmp_path: Path) -> None:
    """Each empties the deck by draws that the other does not tell."""
    ours = small(tmp_path / "a", *[draw()] * 3, memory(1), *[draw("p2")] * 5, memory(2), draw())
    theirs = small(tmp_path / "b", memory(1), *[draw("p2")] * 5, *[draw()] * 3, memory(2))
    with pytest.raises((ImpossibleEventError, UsageError)) as refusal:
        merged(ours, theirs)
    assert ":" in refusal.value.where
    assert not (tmp_path / "a-b-merged").exists()


@pytest.mark.parametrize("viewers", [("p1", "p2"), ("spectator", "p2"), ("judge", "p1")])
def test_copies_of_one_log_make_one_that_opens_what_both_open(
    tmp_path: Path, viewers: tuple[Any, Any]
) -> None:
    match = play_lawful(tmp_path / "match.dcglog", 17, turns=3)
    copies = [tmp_path / f"{viewer}.dcglog" for viewer in viewers]
    for viewer, copy in zip(viewers, copies, strict=True):
        redact(match, viewer, copy)
    found, _ = reconcile(copies[0], copies[1])
    assert (found["same_log"], found["divergences"]) == (True, [])
    union = tmp_path / "union.dcglog"
    head = merge_copies(copies[0], copies[1], union)
    held = {line for copy in copies for line in copy.read_bytes().splitlines(keepends=True)}
    lines = match.read_bytes().splitlines(keepends=True)
    assert union.read_bytes() == b"".join(line for line in lines if line in held)
    with open_reading(union) as file:
        reader = LogReader(file, "union")
        for _ in reader.groups():
            pass
    assert head == reader.head == MatchLog(match).state()["head"]


def test_disclosed_openings_stand_where_they_stood(tmp_path: Path) -> None:
    hidden = {**draw(), "number": "BT1-010"}
    opened = [{"event": event, "field": "number"} for event in (3, 2)]
    shown = {"kind": "disclosed", "to": ["p2"], "opened": opened, "reason": "a deck check"}
    match = small(tmp_path / "match", hidden, hidden, shown, memory(2))
    for viewer in ("p1", "p2", "spectator"):
        redact(match, viewer, tmp_path / viewer)
    merge_copies(tmp_path / "spectator", tmp_path / "p2", tmp_path / "union")
    assert (tmp_path / "union").read_bytes() == (tmp_path / "p2").read_bytes()
    merge_copies(tmp_path / "p1", match, tmp_path / "whole")
    assert (tmp_path / "whole").read_bytes() == match.read_bytes()


def test_a_copy_that_was_cut_off_is_one_of_the_same_log(tmp_path: Path) -> None:
    match = small(tmp_path / "match", draw(), memory(1), memory(2))
    redact(match, "p1", tmp_path / "p1")
    lines = (tmp_path / "p1").read_bytes().splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines, 1) if line.startswith(b'["commit"')]
    (tmp_path / "cut").write_bytes(b"".join(lines[: ends[2]]))
    found, _ = reconcile(tmp_path / "cut", match)
    assert found["same_log"]
    assert [one["nature"] for one in found["divergences"]] == ["only_b", "only_b"]
    merge_copies(tmp_path / "cut", match, tmp_path / "whole")
    assert (tmp_path / "whole").read_bytes() == match.read_bytes()


def test_a_log_is_not_overwritten(tmp_path: Path) -> None:
    ours, theirs = small(tmp_path / "a", memory(1)), small(tmp_path / "b", memory(1), memory(2))
    (tmp_path / "a-b-merged").write_bytes(b"mine")
    with pytest.raises(DcgEventsError):
        merged(ours, theirs)
    with pytest.raises(UsageError):
        merge_copies(ours, ours, tmp_path / "a-b-merged")
    assert (tmp_path / "a-b-merged").read_bytes() == b"mine"


def test_merging_a_log_with_itself_tells_the_same_match(tmp_path: Path) -> None:
    match = play_lawful(tmp_path / "match.dcglog", 13, turns=3)
    twin = seat(match, "judge", tmp_path / "twin")
    whole = merged(match, twin)
    told, again = (flat(groups_as(path)) for path in (match, whole))
    assert [e["kind"] for e in told] == [e["kind"] for e in again]
    assert tables(match, "judge") == tables(whole, "judge")


def test_a_corrected_record_is_compared_and_not_merged(tmp_path: Path) -> None:
    logs = [small(tmp_path / name, draw(), memory(1)) for name in "ab"]
    with Recorder.open(logs[0]) as log:
        right = {"kind": "memory_changed", "after": 2}
        log.append({"kind": "record_corrected", "corrects": log.version - 1, "event": right})
    with pytest.raises(UsageError, match="a correction is not carried over"):
        merged(*logs)
    assert not list(tmp_path.glob("*merged"))
