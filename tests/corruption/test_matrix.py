"""Whatever is done to a log, whoever verifies it is told, or it holds the same events.

A cut between two writes leaves a true beginning, which nothing but a head tells from a match that
is not over; with a head nothing at all goes by.
"""

from pathlib import Path
from random import Random

import pytest

from dcg_events import DcgEventsError, MatchLog
from dcg_events.log.reading import LogReader
from dcg_events.log.store import open_reading
from tests.corruption.damaging import KINDS
from tests.corruption.matrix import Counts, corpus, count, originals_in, table
from tests.corruption.outcomes import Original, damaged
from tests.leaks.rich import record_rich
from tests.log.small import salts, says_no_more_than

MATCHES = ("aegis-019-bt24",)


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> list[Original]:
    folder = tmp_path_factory.mktemp("corruption")
    rich = record_rich(folder / "rich.dcglog", salts())
    return originals_in([*corpus(folder, MATCHES), rich], folder)


def check(counts: Counts) -> None:
    for (level, kind, with_head), cell in counts.items():
        assert not cell["different"], (level, kind, with_head)
        if with_head:
            assert not cell["prefix"], (level, kind)
        if kind != "truncate":
            assert not cell["prefix"], (level, kind)
        if (level, kind) in (("line", "flip"), ("byte", "flip"), ("byte", "duplicate")):
            assert cell.keys() <= {"reported"}, (level, kind, cell)


def test_no_damage_goes_by_unnoticed(originals: list[Original]) -> None:
    counts = count(originals, 10, seed=1)
    check(counts)
    assert sum(cell.total() for cell in counts.values()) == len(originals) * 10 * 10 * 2
    assert sum(cell["prefix"] for cell in counts.values()) > 0
    assert "| flip, byte with head | 40 | 0 | 0 | 0 |" in table(counts)


def test_reading_alone_says_nothing_false(originals: list[Original], tmp_path: Path) -> None:
    """Who does not verify may be told less, of a log that lost openings, and never an untruth."""
    path, random = tmp_path / "damaged.dcglog", Random(2)  # noqa: S311 - no secret
    for original in originals:
        path.write_bytes(original.data)
        truth = _groups(path, original)
        for kinds in KINDS.values():
            for damage in kinds.values():
                for _ in range(4):
                    path.write_bytes(damaged(original, damage, random))
                    for group, true_group in zip(_groups(path, original), truth, strict=False):
                        assert all(map(says_no_more_than, group, true_group))


def _groups(path: Path, original: Original) -> list[list[dict[str, object]]]:
    """Read groups as far as they go."""
    groups: list[list[dict[str, object]]] = []
    try:
        with open_reading(path) as file:
            groups.extend(LogReader(file, "damaged", original.viewer).groups())
        list(MatchLog(path).events())
    except DcgEventsError:
        pass
    return groups


def test_a_verifier_that_lets_something_by_is_noticed(
    originals: list[Original], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If no opening is compared with its record, changed values go by: the matrix says so."""
    monkeypatch.setattr(LogReader, "_put_back", lambda *_: None)
    counts = count(originals[:1], 10, seed=1)
    assert sum(cell["different"] for cell in counts.values()) > 0


@pytest.mark.soak
def test_no_damage_of_any_match_goes_by_unnoticed(tmp_path: Path) -> None:
    check(count(originals_in(corpus(tmp_path), tmp_path), 25, seed=0))
