"""A hand tells nobody when its cards were drawn: not those who are shown it, nor in messages."""

from pathlib import Path

import pytest

from dcg_events import Recorder
from dcg_events.leaks.attack import ATTACKED, audit_leaks
from dcg_events.vocabulary.people import Viewer
from tests.leaks.rich import begin, pile, transfer


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    recorder = Recorder.create(tmp_path / "hand.dcglog", p1="Aiko", p2="Ben", durability="none")
    begin(recorder)
    return recorder


@pytest.mark.parametrize("viewer", ATTACKED)
def test_cards_that_are_shown_and_put_down_unseen(recorder: Recorder, viewer: Viewer) -> None:
    hand = recorder.table.sides["p2"]["hand"]
    recorder.append_group(
        [
            transfer(
                "return",
                pile("hand", "p2"),
                pile("deck", "p2", rank - 3),
                was=hand[index].id,
                ordering={"chooser": "p2", "rank": rank},
                revealed=True,
            )
            for rank, index in enumerate((3, 1, 4))
        ]
    )
    recorder.close()
    assert audit_leaks(recorder.path, viewer, worlds=3) == []


def test_cards_put_down_by_whom_the_viewer_looks_into_the_hand(recorder: Recorder) -> None:
    hand = recorder.table.sides["p2"]["hand"]
    look = {"kind": "looked_at", "viewer": "p1", "place": pile("hand", "p2"), "count": 5}
    recorder.append(look)
    recorder.append_group(
        [
            transfer(
                "return",
                pile("hand", "p2"),
                pile("deck", "p2", rank - 3),
                was=hand[index].id,
                ordering={"chooser": "p2", "rank": rank},
            )
            for rank, index in enumerate((3, 1, 4))
        ]
    )
    recorder.close()
    assert audit_leaks(recorder.path, "p1", worlds=3) == []


def test_a_refusal_does_not_name_the_last_card_of_a_hand(recorder: Recorder) -> None:
    for card in recorder.table.sides["p2"]["hand"][1:]:
        goal = pile("trash", "p2")
        recorder.append(transfer("trash", pile("hand", "p2"), goal, was=card.id))
    recorder.close()
    assert audit_leaks(recorder.path, "p1", worlds=3) == []
