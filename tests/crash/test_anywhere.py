"""A recovery may be recorded at any moment: it changes nothing on the table, and breaks no rule."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dcg_events import MatchLog
from dcg_events.audit.auditing import audit
from dcg_events.views.replay import Replay
from dcg_events.vocabulary.people import VIEWERS
from tests.crash.logs import check_whole
from tests.lawful.desk import Desk
from tests.lawful.game import play_lawful
from tests.property.checks import check_views


def play_recovered(path: Path, seed: int) -> Path:
    """Play a lawful match in which the recorder crashes again and again."""
    dice = Random(seed)  # noqa: S311
    record = Desk.record

    def record_and_recover(desk: Desk, *events: Any, **more: Any) -> int:
        seq = record(desk, *events, **more)
        while dice.random() < 0.3:
            fact = {"kind": "recovered", "bytes_cut": dice.randrange(999), "after": seq}
            desk.recorder.append(fact)
        return seq

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Desk, "record", record_and_recover)
        return play_lawful(path, seed, turns=3)


@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_recoveries_between_any_two_groups(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    folder = tmp_path_factory.mktemp("match")
    path = play_recovered(folder / "m.dcglog", seed)
    check_whole(path)
    check_views(path, folder)
    for viewer in VIEWERS:
        assert audit(path, viewer).findings == ()
    log = MatchLog(path, "p1")
    replay = Replay(log)
    states = list(log.states())
    for index, group in enumerate(log.groups()):
        if group[0]["kind"] == "recovered":
            before, after = replay.seek(index - 1), replay.seek(index)
            assert states[index] == after
            assert {**after, "seq": 0, "head": ""} == {**before, "seq": 0, "head": ""}
