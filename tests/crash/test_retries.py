"""A writer that lost its log sends again what it had sent: each group stands once."""

from pathlib import Path
from typing import Any

import pytest

from dcg_events import ExpectedVersionError, Recorder
from tests.crash.logs import (
    DECK,
    GROUPS,
    HAND,
    begin,
    check_whole,
    commits,
    draw,
    facts_of,
    groups_of,
    note,
    record,
    send,
    told,
)
from tests.log.small import transfer


def tear(path: Path, groups: int) -> None:
    """Leave the first event, some groups, and half of the next."""
    ends = [*commits(path), path.stat().st_size]
    path.write_bytes(path.read_bytes()[: (ends[groups] + ends[groups + 1]) // 2 + 1])


@pytest.mark.parametrize("groups", range(len(GROUPS)))
def test_after_a_crash_everything_may_be_sent_again(tmp_path: Path, groups: int) -> None:
    path = record(tmp_path / "m.dcglog")
    intended = groups_of(path)
    tear(path, groups)
    for start in (0, groups):
        with Recorder.open(path) as recorder:
            send(recorder, GROUPS[start:], 1 + sum(map(len, GROUPS[:start])))
        assert groups_of(path)[:-1] == intended
        assert len(facts_of(path)) == 1
        check_whole(path)


def test_events_that_carry_their_seq_find_their_places_again(tmp_path: Path) -> None:
    path = record(tmp_path / "m.dcglog")
    intended = groups_of(path)
    for groups in (3, 8, 11):
        tear(path, groups)
        with Recorder.open(path) as recorder:
            for group in intended[1:]:
                recorder.append_group(group)
        assert [group for group in groups_of(path) if group[0]["kind"] != "recovered"] == intended
        check_whole(path)


@pytest.fixture
def recovered(tmp_path: Path) -> Path:
    """A log of 4 events behind which a recovery is recorded, event 4."""
    path = record(tmp_path / "m.dcglog")
    tear(path, 3)
    Recorder.open(path).close()
    assert groups_of(path)[4][0]["kind"] == "recovered"
    return path


def test_a_group_goes_behind_a_recovery_that_has_its_place(recovered: Path) -> None:
    with Recorder.open(recovered) as recorder:
        first = recorder.append(GROUPS[3][0], expected_version=4)
        assert (first.seqs, first.ids, first.repeated) == ((5,), ("5",), False)
        again = recorder.append(GROUPS[3][0], expected_version=4)
        assert (again.seqs, again.ids, again.repeated) == ((5,), ("5",), True)
        assert again.head == first.head == recorder.head
        recorder.append_group(GROUPS[4], expected_version=6)
    with Recorder.open(recovered) as recorder:
        assert recorder.append(GROUPS[3][0], expected_version=4).repeated
        assert recorder.append_group(GROUPS[4], expected_version=6).repeated
    assert len(groups_of(recovered)) == 7
    check_whole(recovered)


def test_a_group_goes_behind_several_recoveries(recovered: Path) -> None:
    for _ in range(2):
        with recovered.open("ab") as file:
            file.write(b"torn")
        Recorder.open(recovered).close()
    with Recorder.open(recovered) as recorder:
        assert recorder.append(GROUPS[3][0], expected_version=4).seqs == (7,)
        for expected in (5, 6, 7):
            with pytest.raises(ExpectedVersionError, match="count on from there, 8"):
                recorder.append(GROUPS[3][0], expected_version=expected)
        assert recorder.append_group(GROUPS[4], expected_version=8).seqs == (8, 9)
        for expected in (4, 5, 6, 7):
            assert recorder.append(GROUPS[3][0], expected_version=expected).repeated
            recorder.append(note(), expected_version=recorder.version)
    assert len(facts_of(recovered)) == 3


def test_another_group_behind_a_recovery_is_a_conflict(recovered: Path) -> None:
    with Recorder.open(recovered) as recorder:
        recorder.append(note("mine"), expected_version=5)
        for expected in (5, 4):
            with pytest.raises(ExpectedVersionError, match="the log holds another group there"):
                recorder.append(note("yours"), expected_version=expected)
            assert recorder.append(note("mine"), expected_version=expected).seqs == (5,)
        with pytest.raises(ExpectedVersionError, match="another group"):
            recorder.append(note("mine"), expected_version=3)
    assert len(groups_of(recovered)) == 6


def test_a_writer_that_goes_on_counting_by_itself_is_stopped(recovered: Path) -> None:
    """Two draws look alike: counted wrongly, the second would be taken for the first."""
    with Recorder.open(recovered) as recorder:
        assert recorder.append(draw(), expected_version=4).seqs == (5,)
        with pytest.raises(ExpectedVersionError, match=r"event 5: .* up to event 5; .* 6"):
            recorder.append(draw(), expected_version=5)
        assert recorder.append(draw(), expected_version=6).seqs == (6,)
    assert len(groups_of(recovered)) == 7


OWN: dict[str, list[dict[str, Any]]] = {
    "seq": [{**draw(), "seq": 4}],
    "seqs": [{**draw(), "seq": 4}, {**draw(), "seq": 5}],
    "a card of its own": [
        transfer("play", HAND, {"zone": "battle"}) | {"number": "BT1-013"},
        {"kind": "orientation_changed", "unit": "4", "orientation": "suspended"},
    ],
    "a cause of its own": [
        {"kind": "attempted", "player": "p1", "what": "draw", "wanted": 2, "done": 1},
        {**note(), "cause": {"kind": "effect", "event": 4}},
    ],
}


@pytest.mark.parametrize("group", OWN.values(), ids=OWN)
def test_a_group_whose_places_would_move_is_refused(
    recovered: Path, group: list[dict[str, Any]]
) -> None:
    before = recovered.read_bytes()
    with Recorder.open(recovered) as recorder:
        with pytest.raises(ExpectedVersionError) as refused:
            recorder.append_group(group, expected_version=4)
        assert refused.value.where == "event 4"
        assert "would stand from event 5 on" in refused.value.problem
        assert "send it with 5 expected" in refused.value.remedy
        recorder.append(note("it goes on"))
    assert recovered.read_bytes().startswith(before)
    assert len(groups_of(recovered)) == 6


def test_what_names_earlier_places_goes_behind_a_recovery(tmp_path: Path) -> None:
    path = record(tmp_path / "m.dcglog")
    tear(path, 6)
    Recorder.open(path).close()
    with Recorder.open(path) as recorder:
        assert recorder.append_group(GROUPS[6], expected_version=8).seqs == (9,)
        assert recorder.append_group(GROUPS[7], expected_version=10).seqs == (10,)
        assert recorder.append_group(GROUPS[8], expected_version=11).seqs == (11,)
    check_whole(path)


def test_a_recovery_may_itself_be_sent_again(recovered: Path, tmp_path: Path) -> None:
    groups = groups_of(recovered)
    other = tmp_path / "other.dcglog"
    with Recorder.begin(other, groups[0][0]) as recorder:
        for _ in range(2):
            for group in groups[1:]:
                recorder.append_group(group)
    assert groups_of(other) == groups


def test_recoveries_do_not_count_as_a_writers_own_groups(tmp_path: Path) -> None:
    """Crash after crash, and each session closed: what was sent stands once, in its order."""
    path = tmp_path / "m.dcglog"
    begin(path).close()
    intended = told(record(tmp_path / "intended.dcglog"))
    expected, sent = 1, 0
    while sent < len(GROUPS):
        with Recorder.open(path) as recorder:
            group = GROUPS[sent]
            if sent == 6:
                group = [{**group[0], "unit": str(first(path, "manner", "play"))}]
            if sent == 8:
                opened = {"event": first(path, "manner", "draw"), "field": "number"}
                group = [{**group[0], "opened": [opened]}]
            expected = max(recorder.append_group(group, expected_version=expected).seqs) + 1
        sent += 1
        with path.open("ab") as file:
            file.write(b'{"torn')
    with Recorder.open(path):
        pass
    kinds = [
        [[event["kind"] for event in group] for group in log] for log in (told(path), intended)
    ]
    assert kinds[0] == kinds[1]
    check_whole(path)


def first(path: Path, field: str, value: str) -> int:
    events = [event for group in groups_of(path) for event in group if event.get(field) == value]
    return int(events[0]["seq"])


def test_the_table_is_the_same_with_recoveries(recovered: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.dcglog"
    with begin(plain) as recorder:
        send(recorder, GROUPS[:3])
        table = recorder.table
    with Recorder.open(recovered) as recorder:
        assert recorder.table.sides == table.sides
        assert recorder.table.turn == table.turn
        assert recorder.append(transfer("draw", DECK, HAND)).seqs == (5,)
