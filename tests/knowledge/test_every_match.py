"""Of every possible match: what is known is true, and follows from the viewer's own copy."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dcg_events import MatchLog, known, known_after_each, redact
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.log.part import LogPart
from dcg_events.log.store import read_groups
from dcg_events.projections.knowing.following import Knowing
from dcg_events.views.known import known_view
from dcg_events.views.reading import Reading
from dcg_events.vocabulary.histories import HISTORIES
from tests.importers.corpus import CORPUS, MATCHES
from tests.knowledge.games import play_with_lists
from tests.knowledge.truth import untrue
from tests.property.drive import play_match

VIEWERS: Any = ("p1", "p2", "spectator", "judge")
seeds = st.integers(0, 2**32 - 1)
lengths = st.integers(5, 70)


def from_copy(copy: Path, viewer: Any, history: Any) -> Iterator[Any]:
    """Follow all that a copy holds, without asking whose copy it is."""
    reading = Reading(LogPart(copy), "judge", None, history)
    course = reading.course()
    knowing = Knowing(viewer, lambda: read_groups(copy), course.corrections)
    for moment, head in reading.all_moments(course):
        knowing.advance(moment.group, moment.place)
        if reading.shows(moment, course):
            yield known_view(knowing, head)


def check_knowledge(path: Path, directory: Path) -> Counter[str]:
    """What each viewer knows is true at every moment, and is in that viewer's copy."""
    said: Counter[str] = Counter()
    for viewer in VIEWERS:
        copy = directory / f"{path.stem}-{viewer}.dcglog"
        redact(path, viewer, copy)
        amended = MatchLog(path).holding.amended
        for history in HISTORIES if amended else HISTORIES[:1]:
            views = list(known_after_each(MatchLog(path, viewer, history=history)))
            tables = MatchLog(path, history=history).tables()
            for view, (table, _) in zip(views, tables, strict=True):
                assert view["seq"] == table.seq
                message = untrue(view, table)  # type: ignore[arg-type]
                assert message is None, f"{viewer} after event {table.seq}, {history}: {message}"
                said.update(card["why"] for item in view["items"] for card in item["cards"])
                said.update(item["how"] for item in view["items"])
            assert list(from_copy(copy, viewer, history)) == views
        copy.unlink()
        check_what_the_copy_names(path, viewer)
    return said


def check_what_the_copy_names(path: Path, viewer: Any) -> None:
    """A hidden card that a viewer's own table names is known where it lies."""
    knowing = Knowing(viewer, lambda: read_groups(path, viewer))
    for group in read_groups(path, viewer):
        knowing.advance(group)
        if viewer == "judge":
            continue
        for piles in knowing.table.sides.values():
            for zone, cards in piles.items():
                for card in cards if zone != "hand" else ():
                    if card.number is not None and not card.up:
                        (known_card,) = knowing.memory.held[frozenset({card.id})]
                        assert known_card.number == card.number, card.id


@given(seeds, lengths)
def test_what_is_known_in_random_matches_is_true_and_in_the_copy(seed: int, steps: int) -> None:
    with TemporaryDirectory() as name:
        (world,) = play_match(Path(name), seed, steps)
        world.recorder.close()
        check_knowledge(world.recorder.path, Path(name))


@given(seeds, lengths)
def test_what_is_known_by_lists_and_several_copies_is_true(seed: int, steps: int) -> None:
    with TemporaryDirectory() as name:
        check_knowledge(play_with_lists(Path(name), seed, steps), Path(name))


@pytest.mark.soak
@settings(settings.get_profile("soak"))
@given(seeds, st.integers(20, 150))
def test_soak_knowledge(seed: int, steps: int) -> None:
    with TemporaryDirectory() as name:
        check_knowledge(play_with_lists(Path(name), seed, steps), Path(name))


def test_random_matches_show_every_way_of_knowing(tmp_path: Path) -> None:
    said: Counter[str] = Counter()
    for seed in range(4):
        said += check_knowledge(play_with_lists(tmp_path, seed, 60), tmp_path)
    assert {"exact", "all", "some"} <= set(said)
    ways = {"was_public", "revealed", "looked_at", "shown_by_mistake", "held", "placed_by_viewer"}
    assert ways | {"deduced_from_list", "recorded"} <= set(said)


def test_a_false_claim_is_found(tmp_path: Path) -> None:
    path = play_with_lists(tmp_path, 3, 30)
    table, view = next(
        (table.copy(), view)
        for (table, _), view in zip(
            MatchLog(path).tables(), known_after_each(MatchLog(path, "p1")), strict=True
        )
        if any(item["how"] == "exact" for item in view["items"])
    )
    assert untrue(view, table) is None  # type: ignore[arg-type]
    item = next(item for item in view["items"] if item["how"] == "exact")
    item["cards"][0]["number"] = "BT1-010"
    assert untrue(view, table) is not None  # type: ignore[arg-type]


@pytest.mark.parametrize("match", MATCHES[::8])
def test_what_is_known_in_a_match_of_the_corpus_is_true_and_in_the_copy(
    match: str, tmp_path: Path
) -> None:
    log = tmp_path / f"{match}.dcglog"
    import_aegis(CORPUS / f"{match}.jsonl", log)
    said = check_knowledge(log, tmp_path)
    assert said["deduced_from_list"] > 1000


def test_memory_holds_no_more_cards_and_places_than_lie_on_the_table(tmp_path: Path) -> None:
    path = play_with_lists(tmp_path, 11, 120)
    for viewer in VIEWERS:
        knowing = Knowing(viewer, lambda viewer=viewer: read_groups(path, viewer))  # type: ignore[misc]
        for group in read_groups(path, viewer):
            knowing.advance(group)
            lying = knowing.table.cards_in_game
            held = knowing.memory.held
            assert sum(map(len, held.values())) <= lying
            assert len(frozenset().union(*held)) <= lying + 2


def test_known_at_a_moment_is_what_it_is_after_that_group(tmp_path: Path) -> None:
    path = play_with_lists(tmp_path, 5, 40)
    views = list(known_after_each(MatchLog(path, "p2")))
    for view in views[::9]:
        assert known(MatchLog(path, "p2"), view["seq"]) == view
    assert known(MatchLog(path, "p2")) == views[-1]
