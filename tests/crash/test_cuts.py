"""A log cut at any byte: a true prefix or a clean error, and then a log that goes on."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from dcg_events import LogError, Recorder
from tests.crash.logs import (
    GROUPS,
    Group,
    begin,
    check_whole,
    commits,
    kept_of,
    note,
    send,
)
from tests.log.small import read_groups

MATCH = Path(__file__).parents[2] / "examples" / "aegis-019-bt24.dcglog"
SMALL = [*GROUPS[:3], *GROUPS[4:5], GROUPS[7], GROUPS[8]]
VERIFIED = 16
"""One cut in so many is verified strictly as well."""


def check_cuts(source: Path, path: Path, sizes: Iterable[int]) -> None:
    """Cut a log at some places; read it, take it up again, and go on."""
    data, (truth, _), ends = source.read_bytes(), read_groups(source), commits(source)
    for number, size in enumerate(sizes):
        path.write_bytes(data[:size])
        whole = max((end for end in ends if end <= size), default=0)
        found, error = read_groups(path)
        assert found == truth[: len(found)]
        assert (error is None) == (whole > 0)
        if not whole:
            with pytest.raises(LogError):
                Recorder.open(path)
        _check_recovery(path, found, data[whole:size])
        if number % VERIFIED == 0:
            check_whole(path)
        for name in kept_of(path):
            path.with_name(f"{path.name}.{name}").unlink()


def _check_recovery(path: Path, good: list[Group], tail: bytes) -> None:
    """Check that a log goes on after a cut, with the tail kept beside it."""
    with Recorder.open(path) if good else begin(path) as recorder:
        assert (recorder.recovered is not None) == bool(tail)
        recorder.append(note())
    assert list(kept_of(path).values()) == ([tail] if tail else [])
    groups, error = read_groups(path)
    assert error is None
    rest = [group[0] for group in groups[len(good) or 1 :]]
    assert [event.get("bytes_cut") for event in rest] == [*([len(tail)] if tail else []), None]
    assert groups[: len(good)] == good


def test_a_small_log_cut_at_every_byte(tmp_path: Path) -> None:
    source = tmp_path / "source.dcglog"
    with begin(source) as recorder:
        send(recorder, SMALL)
    data = source.read_bytes()
    assert data.count(b'["open",3,"number"') == 2
    check_cuts(source, tmp_path / "m.dcglog", range(len(data) + 1))


def test_a_match_cut_here_and_there(tmp_path: Path) -> None:
    check_cuts(MATCH, tmp_path / "m.dcglog", range(1, MATCH.stat().st_size, 2003))


@pytest.mark.soak
def test_a_match_cut_at_every_byte(tmp_path: Path) -> None:
    check_cuts(MATCH, tmp_path / "m.dcglog", range(MATCH.stat().st_size))
