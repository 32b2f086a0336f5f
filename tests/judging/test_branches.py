"""Rewinds nested in any way, corrections, rulings: what counts is what a clean log would hold."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.judging.parallel import Action, Parallel

SIDES = st.sampled_from(("p1", "p2"))
KINDS = st.sampled_from(
    (
        *("draw", "draw", "mill", "secure", "play", "play", "hide", "delete", "suspend"),
        *("memory", "look", "shuffle", "note"),
    )
)


class Branches(RuleBasedStateMachine):
    """A match that is rewound, corrected and ruled on, with its model."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = TemporaryDirectory()
        self.match = Parallel(Path(self._folder.name))
        self.places: list[int] = []

    @initialize(side=SIDES)
    def begin(self, side: str) -> None:
        assert self.match.act(Action("draw", side, size=3))
        assert self.match.act(Action("draw", "p1", size=1))

    def _an_action(self, data: Any) -> Action:
        what, side = data.draw(KINDS), data.draw(SIDES)
        card = ""
        table = self.match.log.desk.recorder.table
        if what in ("play", "hide"):
            hand = [card.id for card in table.sides[side]["hand"] if card.id]
            card = self.match.log.name_of(data.draw(st.sampled_from(hand))) if hand else ""
        elif what in ("delete", "suspend"):
            units = [unit.id for unit in table.units.values() if unit.side == side]
            card = self.match.log.name_of(data.draw(st.sampled_from(units))) if units else ""
        size = data.draw(st.integers(1, 2)) if what in ("draw", "look", "memory", "suspend") else 0
        return Action(what, side, card, size)

    @rule(data=st.data())
    def act(self, data: Any) -> None:
        self.match.act(self._an_action(data))

    @rule(data=st.data())
    def rewind(self, data: Any) -> None:
        place = data.draw(st.sampled_from(sorted(self.match.then)))
        self.match.rewind(place)
        self.places.append(place)

    @precondition(lambda self: self.places)
    @rule()
    def rewind_the_rewind(self) -> None:
        """Go back to the end of the branch that the last rewind undid."""
        last = max(place for place in self.match.then if place < self.match.log.desk.last)
        self.match.rewind(last)

    @rule(data=st.data())
    def correct(self, data: Any) -> None:
        name = data.draw(st.sampled_from(sorted(self.match.actions)[-6:]))
        right = None if data.draw(st.booleans()) else self._an_action(data)
        self.places.append(self.match.log.seqs[name])
        if not self.match.correct(name, right):
            self.places.pop()

    @rule(data=st.data())
    def add(self, data: Any) -> None:
        after = data.draw(st.sampled_from(sorted(self.match.actions)[-6:]))
        self.match.add(after, self._an_action(data))

    @rule(final=st.booleans())
    def rule_on_it(self, final: bool) -> None:
        desk = self.match.log.desk
        desk.record({"kind": "ruling_issued", "ruling": f"r{desk.last}", "final": final})
        self.match._settle()

    def teardown(self) -> None:
        ends = [place for place in self.places if place in self.match.then]
        struck = {
            self.match.log.seqs[name]
            for name, action in self.match.actions.items()
            if action is None
        }
        self.match.check(*[place for place in ends if place not in struck][-3:])
        self.match.close()
        self._folder.cleanup()


def test_what_counts_is_what_a_log_without_the_branches_holds() -> None:
    shorter = settings(max_examples=25, stateful_step_count=14)
    run_state_machine_as_test(Branches, settings=shorter)


@pytest.mark.soak
def test_soak_branches() -> None:
    longer = settings(settings.get_profile("soak"), stateful_step_count=40)
    run_state_machine_as_test(Branches, settings=longer)
