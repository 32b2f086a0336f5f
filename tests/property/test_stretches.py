"""The fast way through an stretch is the general way: both leave the same table."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events.errors import ImpossibleEventError
from dcg_events.log.reading import LogReader
from dcg_events.projections.rewinding import advance
from dcg_events.projections.stretches import carry_stretch
from dcg_events.projections.table import Table
from dcg_events.projections.transfers import _Plan, apply_transfer
from dcg_events.views.cut import cut
from tests.property.drive import play_match

EXAMPLES = Path(__file__).parents[2] / "examples"


def picture(table: Table) -> dict[str, Any]:
    """Return everything that lies on a table, hands card by card."""
    hands = {side: list(piles["hand"]) for side, piles in table.sides.items()}
    return {**cut(table, "judge", ""), "hands": hands}


def compare(path: Path, holder: str) -> int:
    """Go through a log; carry out every stretch both ways. Return how many there were."""

    def again() -> Iterator[list[dict[str, Any]]]:
        with path.open("rb") as file:
            yield from LogReader(file, path.name, holder).groups()

    stretches = 0
    table = Table()
    for group in again():
        transfers = [event for event in group if event["kind"] == "transferred"]
        if transfers:
            fast, slow = table.copy(), table.copy()
            before = picture(fast)
            if carry_stretch(fast, transfers):
                stretches += 1
                _Plan(slow, transfers).carry_out(transfers[0]["seq"])
                assert picture(fast) == picture(slow), transfers
                if len(transfers) == 1:
                    single = table.copy()
                    apply_transfer(single, transfers[0])
                    assert picture(single) == picture(slow)
            else:
                assert picture(fast) == before, "it was left to the plan and changed something"
        table = advance(table, group, again)
    return stretches


@given(st.integers(0, 2**32 - 1), st.integers(5, 70))
def test_in_random_matches(seed: int, steps: int) -> None:
    with TemporaryDirectory() as name:
        (world,) = play_match(Path(name), seed, steps)
        for holder in ("judge", "p1", "spectator"):
            compare(world.recorder.path, holder)
        world.recorder.close()


def test_in_real_matches() -> None:
    """Bot matches of the examples, whose stretchs are most of their transfers."""
    for log in sorted(EXAMPLES.glob("*.dcglog")):
        for holder in ("judge", "p2"):
            assert compare(log, holder) > 20


def spoilt(group: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield a group with one event changed, so that it is no stretch or cannot have happened."""
    for index, event in enumerate(group):
        origin, target = event["from"], event["to"]
        for part in (
            {"was": "0.999"},
            {"number": "BT99-999"},
            {"from": origin | {"position": origin.get("position", 0) + 1}},
            {"from": origin | {"side": "p2" if origin.get("side") == "p1" else "p1"}},
            {"to": target | {"side": "p2" if target.get("side") == "p1" else "p1"}},
            {"to": target | {"position": target.get("position", 0) + 1}},
            {"to": target | {"position": -1}},
        ):
            yield [*group[:index], event | part, *group[index + 1 :]]


def outcome(table: Table, group: list[dict[str, Any]], *, fast: bool) -> dict[str, Any] | None:
    """Return the table after a group, or None if it is refused."""
    table = table.copy()
    try:
        if not (fast and carry_stretch(table, group)):
            _Plan(table, group).carry_out(group[0]["seq"])
    except (ImpossibleEventError, KeyError, TypeError):
        return None
    return picture(table)


def test_a_stretch_with_one_event_changed_is_judged_alike() -> None:
    log = min(EXAMPLES.glob("*.dcglog"), key=lambda path: path.stat().st_size)
    refused = changed = 0
    for holder in ("judge", "p2"):
        table = Table()
        with log.open("rb") as file:
            for group in LogReader(file, log.name, holder).groups():
                stretch = len(group) > 1 and all(e["kind"] == "transferred" for e in group)
                if stretch and carry_stretch(table.copy(), group):
                    for other in spoilt(group):
                        fast = outcome(table, other, fast=True)
                        assert fast == outcome(table, other, fast=False), other
                        refused += fast is None
                        changed += fast is not None
                table = advance(table, group, lambda: ())
    assert refused > 100
    assert changed > 20


def test_a_group_that_cannot_be_is_left_to_the_plan_which_refuses_it() -> None:
    event = {
        "seq": 3,
        "group": 3,
        "kind": "transferred",
        "from": {"zone": "trash", "side": "p1", "position": 0},
        "to": {"zone": "hand", "side": "p1"},
        "number": None,
        "was": None,
        "owner": "p1",
        "facing": "down",
    }
    table = Table()
    assert not carry_stretch(table, [event, {**event, "seq": 4}])
    with pytest.raises(ImpossibleEventError, match="which holds none"):
        _Plan(table, [event])
