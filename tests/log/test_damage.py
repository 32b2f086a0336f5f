"""Whatever happens to the bytes of a log, it reads as a true prefix or as damaged."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events.errors import LogDamagedError, LogError
from tests.log.small import read_groups, says_no_more_than, write_small_log

HOLDERS = ("judge", "p1")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_small_log(tmp_path_factory.mktemp("log") / "small.dcglog")


@pytest.fixture(scope="module")
def damaged(log: Path) -> Path:
    return log.with_name("damaged.dcglog")


def check(log: Path, damaged: Path, data: bytes, *, prefix_only: bool = False) -> None:
    """Check a damaged copy: what it says is true, and it says so in order."""
    damaged.write_bytes(data)
    for holder in HOLDERS:
        truth, none = read_groups(log, holder)
        assert none is None
        found, error = read_groups(damaged, holder)
        if holder == "judge" or prefix_only:
            assert found == truth[: len(found)]
        else:
            for one, other in zip(found, truth, strict=False):
                assert all(map(says_no_more_than, one, other))
        assert len(found) <= len(truth)
        if error is not None:
            assert isinstance(error, LogError)
            assert error.exit_code == 3


def test_every_cut_is_a_true_prefix(log: Path, damaged: Path) -> None:
    data = log.read_bytes()
    lengths = set()
    for size in range(len(data)):
        check(log, damaged, data[:size], prefix_only=True)
        lengths.add(len(read_groups(damaged)[0]))
    assert lengths == set(range(len(read_groups(log)[0])))


def test_every_cut_between_lines_is_a_true_prefix(log: Path, damaged: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    for size in range(len(lines)):
        check(log, damaged, b"".join(lines[:size]), prefix_only=True)


def test_a_log_of_nothing_is_an_error(log: Path, damaged: Path) -> None:
    for size in (0, 1, len(log.read_bytes().split(b"\n")[0])):
        damaged.write_bytes(log.read_bytes()[:size])
        groups, error = read_groups(damaged)
        assert not groups
        assert error is not None


@pytest.mark.parametrize(("mask", "every"), [(0x01, 1), (0x20, 7), (0x80, 11)])
def test_every_flipped_byte_is_noticed(log: Path, damaged: Path, mask: int, every: int) -> None:
    data = log.read_bytes()
    whole = len(read_groups(log)[0])
    for index in range(0, len(data), every):
        check(log, damaged, data[:index] + bytes([data[index] ^ mask]) + data[index + 1 :])
        groups, error = read_groups(damaged)
        assert error is not None or len(groups) < whole


def test_every_removed_byte_is_noticed(log: Path, damaged: Path) -> None:
    data = log.read_bytes()
    whole = len(read_groups(log)[0])
    for index in range(0, len(data), 3):
        check(log, damaged, data[:index] + data[index + 1 :])
        groups, error = read_groups(damaged)
        assert error is not None or len(groups) < whole


def with_one_line_wrong(lines: list[bytes]) -> Iterator[tuple[list[bytes], bytes]]:
    for index, line in enumerate(lines):
        yield [*lines[:index], *lines[index + 1 :]], line
        yield [*lines[: index + 1], line, *lines[index + 1 :]], line
        for other in range(index):
            swapped = list(lines)
            swapped[index], swapped[other] = swapped[other], swapped[index]
            yield swapped, min(line, lines[other])


def test_lines_lost_doubled_or_swapped(log: Path, damaged: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    truth = read_groups(log)[0]
    for changed, line in with_one_line_wrong(lines):
        damaged.write_bytes(b"".join(changed))
        groups, error = read_groups(damaged)
        for one, other in zip(groups, truth, strict=False):
            assert all(map(says_no_more_than, one, other))
        opening = line.startswith(b'["open"')
        assert error is not None or opening or len(groups) < len(truth)


def test_a_lost_opening_leaves_its_value_sealed(log: Path, damaged: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    truth = read_groups(log)[0]
    for index, line in enumerate(lines):
        if line.startswith(b'["open"'):
            damaged.write_bytes(b"".join(lines[:index] + lines[index + 1 :]))
            groups, error = read_groups(damaged)
            assert error is None
            assert groups != truth
            assert all(
                says_no_more_than(*events)
                for pair in zip(groups, truth, strict=True)
                for events in zip(*pair, strict=True)
            )


def test_openings_of_another_match_are_refused(log: Path, tmp_path: Path) -> None:
    other = write_small_log(tmp_path / "other.dcglog", salt=10_000)
    ours, theirs = (path.read_bytes().splitlines(keepends=True) for path in (log, other))
    foreign = [line for line in theirs if line.startswith(b'["open"')]
    assert foreign
    mixed = tmp_path / "mixed.dcglog"
    for index, line in enumerate(ours):
        if line.startswith(b'["open"'):
            mixed.write_bytes(b"".join([*ours[:index], foreign[0], *ours[index:]]))
            assert isinstance(read_groups(mixed)[1], LogDamagedError)
            foreign.append(foreign.pop(0))
    records = [line for line in ours if not line.startswith(b'["open"')]
    start = next(index for index, line in enumerate(records) if b"game_started" in line)
    mixed.write_bytes(b"".join([*records[:start], foreign[0], *records[start:]]))
    assert isinstance(read_groups(mixed)[1], LogDamagedError)


def test_a_false_value_in_an_opening_is_refused(log: Path, damaged: Path) -> None:
    data = log.read_bytes()
    assert data.count(b'"BT1-010"') > 0
    changed = data.replace(b'"BT1-010"', b'"BT1-013"')
    check(log, damaged, changed)
    assert isinstance(read_groups(damaged)[1], LogDamagedError)


@given(st.binary(max_size=300), st.integers(0, 2**32))
def test_any_bytes_are_an_error_or_a_true_prefix(
    log: Path, damaged: Path, noise: bytes, seed: int
) -> None:
    data = log.read_bytes()
    place = Random(seed).randrange(len(data))  # noqa: S311
    check(log, damaged, noise)
    check(log, damaged, data[:place] + noise)
    check(log, damaged, data[:place] + noise + data[place:])


def test_a_line_without_end_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    path = tmp_path / "endless.dcglog"
    path.write_bytes(b'{"kind":"' + b"a" * 3_000_000)
    assert isinstance(read_groups(path)[1], LogDamagedError)
