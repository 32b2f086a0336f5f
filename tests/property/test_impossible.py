"""Events that cannot have happened, and others that may have: refused whole, or recorded whole."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events.errors import DcgEventsError
from dcg_events.recorder.recorder import Recorder
from dcg_events.views.cut import cut
from dcg_events.views.matchlog import MatchLog
from tests.property.checks import check_conservation
from tests.property.drive import ALL_MOVES, play_match
from tests.property.matches import HIDDEN, Group

CHANGES: list[tuple[str, Any]] = [
    ("position", 99),
    ("position", -99),
    ("position", None),
    ("unit", "9999"),
    ("unit", "1"),
    ("side", "p2"),
    ("side", None),
    ("zone", "trash"),
    ("zone", "battle"),
    ("zone", "hand"),
    ("was", "9999"),
    ("was", "1.0"),
    ("number", "BT1-010"),
    ("among", [0, 500]),
    ("count", 300),
    ("order", [0, 0]),
    ("numbers", ["BT1-010"]),
    ("cards", ["9999"]),
    ("seq", 99999),
    ("of", 7),
    ("to_seq", 99999),
    ("facing", "up"),
    ("owner", "p2"),
]


def spoil(group: Group, dice: Random) -> Group:
    """Change a possible group in one place, or say one of its events twice."""
    if dice.random() < 0.2:
        return [*group, dice.choice(group)]
    event = dict(dice.choice(group))
    name, value = dice.choice(CHANGES)
    part = dice.choice(["from", "to", "place", ""])
    if isinstance(event.get(part), dict):
        event[part] = event[part] | {name: value}
    else:
        event[name] = value
    return [event if other["kind"] == event["kind"] else other for other in group]


def standing(recorder: Recorder) -> tuple[bytes, Any, int]:
    return recorder.path.read_bytes(), cut(recorder.table, "judge", ""), recorder.version


@given(st.integers(0, 2**32), st.integers(5, 40))
def test_a_refused_group_changes_nothing(seed: int, steps: int) -> None:
    dice = Random(seed)  # noqa: S311
    with TemporaryDirectory() as name:
        (world,) = play_match(Path(name), seed, steps)
        for step in range(60):
            world.begin_step(1000 + step)
            group = dice.choice(ALL_MOVES)[1](world)
            if not group:
                continue
            before = standing(world.recorder)
            try:
                world.recorder.append_group(spoil(group, dice))
            except DcgEventsError:
                assert standing(world.recorder) == before
        check_conservation(world.recorder.path)
        assert list(MatchLog(world.recorder.path).states())[-1] == cut(
            world.recorder.table, "judge", world.recorder.head
        )
        world.recorder.close()


@pytest.mark.parametrize("zone", ["deck", "egg_deck", "hand", "security", "trash"])
def test_a_card_leaves_a_place_that_holds_none(tmp_path: Path, zone: str) -> None:
    with Recorder.create(tmp_path / "m.dcglog", p1="Aiko", p2="Ben") as recorder:
        place = {"zone": zone, "side": "p1"} | ({"position": 0} if zone in HIDDEN else {})
        goal = {"zone": "no_area"}
        event = {"kind": "transferred", "manner": "trash", "from": place, "to": goal}
        before = standing(recorder)
        with pytest.raises(DcgEventsError, match="which holds none"):
            recorder.append(event)
        assert standing(recorder) == before
