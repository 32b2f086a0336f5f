"""Whole matches: a copy tells what the full log tells its viewer, and no card is mistaken."""

import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pytest

from dcg_events import ImpossibleEventError, redact
from dcg_events.audit.explaining.cards import explain_card, follow
from dcg_events.audit.explaining.life import Life
from dcg_events.audit.explaining.moments import explain_event
from dcg_events.audit.explaining.tracing import ancestry
from dcg_events.log.store import read_groups
from dcg_events.projections.rewinding import advance
from dcg_events.projections.table import Table
from tests.property.drive import play_match
from tests.rules.scene import SEEING, Scene

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.dcglog"))
SEEDS = range(4)


def again(log: Path, viewer: str) -> Callable[[], Iterator[Any]]:
    return lambda: read_groups(log, viewer)


@pytest.mark.parametrize("viewer", SEEING)
@pytest.mark.parametrize("log", EXAMPLES, ids=lambda log: log.stem)
def test_a_copy_tells_the_same_of_real_matches(log: Path, viewer: Any, tmp_path: Path) -> None:
    _compare(log, viewer, tmp_path / "copy.dcglog")


@pytest.mark.parametrize("viewer", SEEING)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_copy_tells_the_same_of_random_matches(seed: int, viewer: Any, tmp_path: Path) -> None:
    play_match(tmp_path, seed, 80)
    _compare(next(tmp_path.glob("*.dcglog")), viewer, tmp_path / "copy.dcglog")


def _compare(log: Path, viewer: Any, copy: Path) -> None:
    redact(log, viewer, copy)
    dice = random.Random(f"{log.stem}{viewer}")  # noqa: S311 - the same sample every time
    names = sorted(ancestry(viewer, again(log, viewer)).names)
    for name in dice.sample(names, 8):
        assert explain_card(log, name, viewer) == explain_card(copy, name, viewer)
    last = sum(len(group) for group in read_groups(log))
    for seq in dice.sample(range(last), 8):
        assert explain_event(log, seq, viewer) == explain_event(copy, seq, viewer)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_card_is_taken_for_another(seed: int, tmp_path: Path) -> None:
    """All placements of a life are of one card number, as the judge's table has them."""
    play_match(tmp_path, seed, 120)
    log = next(tmp_path.glob("*.dcglog"))
    numbers = _numbers(log)
    followed = 0
    viewers: tuple[Any, ...] = SEEING
    for viewer in viewers:
        found = ancestry(viewer, again(log, viewer))
        lives = [Life(first) for first in {found.first(name) for name in found.names}]
        follow(lives, viewer, again(log, viewer))
        told = {name for life in lives for name in _names(life)}
        assert found.names <= told, viewer
        for life in lives:
            cards = set().union(*(numbers.get(name, set()) for name in _names(life)))
            assert len(cards) <= 1, (viewer, life.first)
            assert life.number is None or cards <= {life.number}, (viewer, life.first)
            assert life.begins is not None
            followed += len(life.stages) > 2
    assert followed > 20


def _names(life: Life) -> set[str]:
    """Return a life's placements, and the transfers that put the card there."""
    names = {stage["id"] for stage in life.stages}
    placed = (stage for stage in life.stages if stage["why"]["manner"] not in _NO_TRANSFER)
    return names | {str(stage["since"]) for stage in placed}


_NO_TRANSFER = ("renamed", "shuffled", "reordered", "registered", "rewound", "corrected")


def _numbers(log: Path) -> dict[str, set[str]]:
    """Return for each placement what card the judge sees under it, at any time."""
    found: dict[str, set[str]] = {}
    table = Table()
    for group in read_groups(log):
        table = advance(table, group, again(log, "judge"))
        piles = [cards for side in table.sides.values() for cards in side.values()]
        for unit in table.units.values():
            piles += [unit.cards, unit.links]
        for card in (card for cards in (*piles, table.no_area) for card in cards):
            if card.number is not None:
                found.setdefault(card.id, set()).add(card.number)
    return found


@pytest.mark.parametrize("viewer", SEEING)
def test_an_event_that_cannot_have_happened_ends_a_life(scene: Scene, viewer: Any) -> None:
    scene.deal(["BT1-010"])
    _append(scene.path, {"kind": "moved", "unit": "999999"})
    _append(scene.path, {"kind": "noted", "text": None})
    told = explain_card(scene.path, "1.0", viewer)
    assert told["life"]["ends"] == {"event": 2, "why": "refused", "among": None, "copies": None}
    moment = explain_event(scene.path, 2, viewer)
    assert (moment["changes"], moment["findings"][-1].severity) == ([], "impossible")
    with pytest.raises(ImpossibleEventError):
        explain_event(scene.path, 3, viewer)


@pytest.mark.parametrize("viewer", SEEING)
def test_an_event_without_its_form_is_refused_in_words(scene: Scene, viewer: Any) -> None:
    scene.deal(["BT1-010"])
    _append(scene.path, {"kind": "noted", "text": None, "cause": "BT1-010"})
    asked: list[Callable[[], object]] = [
        lambda: explain_card(scene.path, "1.0", viewer),
        lambda: explain_event(scene.path, 1, viewer),
    ]
    for explain in asked:
        with pytest.raises(ImpossibleEventError) as caught:
            explain()
        assert "verify --strict" in str(caught.value)
        assert "BT1-010" not in str(caught.value)


def _append(log: Path, fields: dict[str, Any]) -> None:
    """Write what a recorder refuses, with the right head."""
    lines = log.read_bytes().splitlines(keepends=True)
    records = [line for line in lines if line.startswith(b"{")]
    event = {**fields, "seq": len(records), "game": 1, "at": None}
    event |= {"group": len(records), "step": 0, "of": 1}
    record = orjson.dumps(event, option=orjson.OPT_SORT_KEYS) + b"\n"
    head = sha256(b"".join([*records, record])).hexdigest()
    with log.open("ab") as file:
        file.write(record + b'["commit",%d,"%s"]\n' % (len(records), head.encode()))
