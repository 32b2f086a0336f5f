"""Every leak that was planted is found, as what it is, and the finding itself tells nothing."""

from pathlib import Path

import pytest

from dcg_events.leaks.attack import ATTACKED, audit_leaks
from dcg_events.leaks.checklist import PROBLEMS, Item
from dcg_events.vocabulary.people import Viewer
from tests.leaks.plants import PLANTED, Planted
from tests.leaks.rich import DECKS, record_rich


@pytest.mark.parametrize("viewer", ATTACKED)
def test_the_match_without_a_plant_leaks_nothing(tmp_path: Path, viewer: Viewer) -> None:
    path = record_rich(tmp_path / "rich.dcglog")
    assert audit_leaks(path, viewer, worlds=3) == []


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_a_planted_leak_is_found(tmp_path: Path, planted: Planted) -> None:
    with pytest.MonkeyPatch.context() as patch:
        planted.plant(patch)
        path = planted.record(tmp_path / "rich.dcglog")
        if planted.only_recorded:
            patch.undo()
        found = audit_leaks(path, "p1", worlds=2)
    as_item = [leak for leak in found if leak.item == planted.item]
    assert as_item, found
    assert any(leak.field.startswith(planted.field) for leak in as_item), as_item
    told = " ".join(map(str, found)).split()
    assert not {number for deck in DECKS.values() for number in deck} & set(told)


def test_every_item_of_the_checklist_has_a_plant() -> None:
    assert {planted.item for planted in PLANTED} == set(Item) == set(PROBLEMS)
