"""The first damage is named by line, event and group, and what is before it is good."""

import json
import os
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dcg_events import LogDamagedError, LogError, MatchLog, Verdict, verify
from dcg_events.log.matches import matches_in
from dcg_events.log.part import LogPart
from dcg_events.views.good_part import write_part
from tests.crash.children import Child
from tests.log.small import write_small_log

Edit = Callable[[list[bytes], int], None]


def changed(path: Path, edit: Callable[[list[bytes]], None]) -> Path:
    """Write a changed copy of a log beside it."""
    lines = path.read_bytes().splitlines(keepends=True)
    edit(lines)
    other = path.with_name("changed.dcglog")
    other.write_bytes(b"".join(lines))
    return other


def records(path: Path) -> dict[int, tuple[int, dict[str, Any]]]:
    """Return the line and the record of each event."""
    lines = path.read_bytes().splitlines()
    return {
        record["seq"]: (number, record)
        for number, line in enumerate(lines)
        if isinstance(record := json.loads(line), dict)
    }


def prefix_of(path: Path, verdict: Verdict) -> Path:
    """Write the good part of a log, and check that it is one."""
    out = path.with_name("prefix.dcglog")
    out.unlink(missing_ok=True)
    write_part(LogPart(path), verdict.size, out)
    assert path.read_bytes().startswith(out.read_bytes())
    assert out.read_bytes().count(b"\n") == verdict.lines
    again = verify(out, verdict.viewer, head=verdict.head)
    assert again.whole, again.damage
    assert (again.events, again.head) == (verdict.events, verdict.head)
    assert list(MatchLog(out, verdict.viewer).events())[-1]["seq"] == verdict.events - 1
    return out


def not_json(lines: list[bytes], number: int) -> None:
    lines[number] = lines[number].replace(b'":', b'" ', 1)


def not_canonical(lines: list[bytes], number: int) -> None:
    lines[number] = lines[number].replace(b":", b": ", 1)


def other_kind(lines: list[bytes], number: int) -> None:
    lines[number] = lines[number].replace(b'"kind":"', b'"kind":"x')


def other_seq(lines: list[bytes], number: int) -> None:
    lines[number] = lines[number].replace(b'"seq":', b'"seq":9')


EDITS = (not_json, not_canonical, other_kind, other_seq)


@pytest.mark.parametrize("edit", EDITS)
def test_a_changed_record_is_named_by_line_event_and_group(small: Path, edit: Edit) -> None:
    for seq, (number, record) in records(small).items():
        if seq == 0:
            continue
        path = changed(small, lambda lines, number=number: edit(lines, number))  # type: ignore[misc]
        verdict = verify(path)
        found = (verdict.line, verdict.last_line, verdict.event, verdict.group)
        assert found == (number + 1, number + 1, seq, record["group"]), verdict.damage
        said = f"changed.dcglog, group {record['group']}, event {seq}, line {number + 1}: "
        assert said in str(verdict.damage)
        assert "--prefix" in str(verdict.damage)
        prefix_of(path, verdict)


def test_a_changed_value_is_in_one_of_the_lines_of_its_write(
    bots: list[Path], tmp_path: Path
) -> None:
    """Nothing but the commit tells, and it speaks for the whole write."""
    source = tmp_path / "match.dcglog"
    source.write_bytes(bots[0].read_bytes())
    number, record = next(
        (number, record) for number, record in records(source).values() if record.get("turn") == 3
    )

    def edit(lines: list[bytes]) -> None:
        lines[number] = lines[number].replace(b'"turn":3', b'"turn":4')

    verdict = verify(changed(source, edit))
    assert verdict.line is not None
    assert verdict.last_line is not None
    assert verdict.line <= number + 1 <= verdict.last_line
    assert f"lines {verdict.line} to {verdict.last_line}: " in str(verdict.damage)
    lines = source.read_bytes().splitlines()
    assert lines[verdict.last_line - 1].startswith(b'["commit"')
    assert json.loads(lines[verdict.line - 1])["seq"] == verdict.event == verdict.events
    assert record["seq"] >= verdict.events
    prefix_of(source.with_name("changed.dcglog"), verdict)


def test_a_changed_value_of_an_opening_is_in_its_line(small: Path) -> None:
    lines = small.read_bytes().splitlines()
    for number, line in enumerate(lines):
        if line.startswith(b'["open"'):
            path = changed(
                small,
                lambda new, number=number: new.__setitem__(  # type: ignore[misc]
                    number, new[number][:-4] + b'a"]\n' if new[number][-4:-3] != b"a" else b"[]\n"
                ),
            )
            verdict = verify(path)
            opening = json.loads(line)
            assert (verdict.line, verdict.event) == (number + 1, opening[1])
            prefix_of(path, verdict)


@pytest.mark.parametrize("kind", ["record", "opening", "commit"])
def test_a_lost_line_is_missed_where_it_stood(small: Path, kind: str) -> None:
    begins = {"record": b'{"', "opening": b'["open"', "commit": b'["commit"'}[kind]
    lines = small.read_bytes().splitlines()
    for number, line in enumerate(lines):
        if not line.startswith(begins) or number < 3:
            continue
        path = changed(small, lambda new, number=number: new.pop(number) and None)  # type: ignore[misc]
        verdict = verify(path)
        if verdict.whole:  # the commit between two writes without openings says nothing more
            assert kind == "commit"
            assert verdict.head == verify(small).head
            continue
        if kind == "record":
            assert verdict.event == json.loads(line)["seq"] or verdict.last_line == number + 1
        if kind == "opening":
            assert verdict.event == json.loads(line)[1]
            assert verdict.openings
            assert verdict.viewer == "judge"
        prefix_of(path, verdict)


def test_a_missing_tail_is_told_as_such(small: Path) -> None:
    data = small.read_bytes()
    path = small.with_name("cut.dcglog")
    path.write_bytes(data[:-10])
    verdict = verify(path)
    last = max(records(small))
    assert (verdict.events, verdict.event, verdict.group) == (last, last, last)
    assert "the tail is missing" in str(verdict.damage)
    assert verdict.tail == len(data) - 10 - verdict.size
    prefix_of(path, verdict)


def test_a_clean_cut_is_told_by_the_head_alone(bots: list[Path], tmp_path: Path) -> None:
    path = tmp_path / "cut.dcglog"
    data = bots[0].read_bytes()
    whole = verify(bots[0])
    assert whole.ended
    path.write_bytes(data[: data.rindex(b'["commit"', 0, len(data) // 2)])
    path.write_bytes(path.read_bytes()[: path.read_bytes().rindex(b'["commit"')])
    path.write_bytes(data[: data.index(b"\n", len(path.read_bytes())) + 1])
    verdict = verify(path)
    assert verdict.whole
    assert not verdict.ended
    against = verify(path, head=whole.head)
    assert not against.whole
    assert against.line is None
    assert f"and not {whole.head}" in str(against.damage)
    assert (against.events, against.head) == (verdict.events, verdict.head)


def test_a_log_that_goes_on_after_its_head_is_good_up_to_it(bots: list[Path]) -> None:
    early = next(iter(verdict_of_commits(bots[0])))
    verdict = verify(bots[0], head=early)
    assert not verdict.whole
    assert "and goes on for" in str(verdict.damage)
    assert verdict.head == early


def verdict_of_commits(path: Path) -> list[str]:
    lines = path.read_bytes().splitlines()
    return [json.loads(line)[2] for line in lines if line.startswith(b'["commit"')][3:]


def test_each_match_of_a_file_has_its_verdict(bots: list[Path], tmp_path: Path) -> None:
    path = tmp_path / "all.dcglog"
    path.write_bytes(b"".join(bot.read_bytes() for bot in bots))
    parts = matches_in(path)
    assert [part.match for part in parts] == [1, 2]
    for part, bot in zip(parts, bots, strict=True):
        verdict, alone = verify(part), verify(bot)
        assert verdict.whole
        assert (verdict.head, verdict.events) == (alone.head, alone.events)
    first = bots[0].read_bytes().count(b"\n")
    assert [verify(part).begins for part in parts] == [1, first + 1]


def test_damage_of_one_match_stays_in_it(bots: list[Path], tmp_path: Path) -> None:
    path = tmp_path / "all.dcglog"
    one, two = (bot.read_bytes() for bot in bots)
    for first, second, whole in (
        (one[: len(one) // 2].rsplit(b"\n", 1)[0] + b"\n", two, [False, True]),
        (one, two.replace(b'"kind":"turn_ended"', b'"kind":"turn_eaded"', 1), [True, False]),
        (b"nothing\n" + one, two, [False, True]),
    ):
        path.write_bytes(first + second)
        for part, is_whole in zip(matches_in(path), whole, strict=True):
            if not is_whole and first.startswith(b"nothing"):
                with pytest.raises(LogDamagedError, match="match 1, group 0, event 0, line 1: "):
                    verify(part)
                continue
            verdict = verify(part)
            assert verdict.whole == is_whole
            if not is_whole:
                assert f"match {part.match}, " in str(verdict.damage)
                assert verdict.line is not None
                assert verdict.line > part.lines_before


def test_a_reader_says_that_another_match_begins(bots: list[Path], tmp_path: Path) -> None:
    path = tmp_path / "all.dcglog"
    path.write_bytes(b"".join(bot.read_bytes() for bot in bots))
    line = bots[0].read_bytes().count(b"\n") + 1
    with pytest.raises(Exception, match=rf"line {line}: another match begins here.*--match N"):
        list(MatchLog(path).events())


def test_no_part_of_a_good_part_is_left_where_there_is_no_room(tmp_path: Path) -> None:
    path = write_small_log(tmp_path / "m.dcglog")

    def write(pipe: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        with pytest.raises(LogError):
            write_part(LogPart(path), path.stat().st_size, tmp_path / "part.dcglog")
        os.write(pipe, b"refused")

    assert Child(write).read() == "refused"
    assert list(tmp_path.iterdir()) == [path]
