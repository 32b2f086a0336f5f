"""Many groups at once: the same log as one by one, and as careful with what is refused."""

import json
import subprocess
import sys
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events import (
    DcgEventsError,
    EventError,
    ExpectedVersionError,
    ImpossibleEventError,
    LogError,
    Receipt,
    Recorder,
    UsageError,
    verify,
)
from dcg_events.log.store import read_groups
from dcg_events.log.writing import LogFile
from dcg_events.recorder import door, recorder
from dcg_events.recorder.door import checked_lines
from tests.property.drive import play_match
from tests.property.matches import counting_salt

NOTE: dict[str, Any] = {"kind": "noted", "text": "later"}
NO_EVENT: dict[str, Any] = {"kind": "noted", "txt": "later"}
IMPOSSIBLE: dict[str, Any] = {
    "kind": "transferred",
    "manner": "draw",
    "from": {"zone": "deck", "side": "p1", "position": 0},
    "to": {"zone": "hand", "side": "p1"},
}


def notes(count: int) -> list[list[dict[str, Any]]]:
    return [[NOTE | {"text": f"note {number}"}] for number in range(count)]


def begun(path: Path, durability: str = "none") -> Recorder:
    names = {"p1": "Aiko", "p2": "Ben"}
    return Recorder.create(path, **names, durability=durability, salt=counting_salt())


def written(path: Path) -> tuple[list[bytes], list[bytes]]:
    """Return the openings and the records of a log; how they are parted in writes is no matter."""
    lines = path.read_bytes().splitlines()
    openings = [line for line in lines if line.startswith(b'["open"')]
    return openings, [line for line in lines if line.startswith(b"{")]


def texts(path: Path) -> list[str]:
    return [group[0]["text"] for group in read_groups(path) if group[0]["kind"] == "noted"]


@given(st.integers(0, 2**32 - 1), st.integers(5, 60), st.sampled_from((1, 3, 50)))
def test_the_log_is_the_same_as_one_by_one(seed: int, steps: int, together: int) -> None:
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(door, "TOGETHER", together)
        patch.setattr(recorder, "MOST_UNANSWERED", 4)
        folder = Path(name)
        (world,) = play_match(folder, seed, steps)
        world.recorder.close()
        stored = list(read_groups(world.recorder.path))
        groups = [[_without_places(event) for event in group] for group in stored]
        one, many = folder / "one", folder / "many"
        with Recorder.begin(one, groups[0][0], salt=counting_salt()) as alone:
            singly = [alone.append_group(group) for group in groups[1:]]
        answers: list[Receipt] = []
        with Recorder.begin(many, groups[0][0], salt=counting_salt()) as at_once:
            at_once.extend(groups[1:], answer=answers.append)
            assert at_once.head == singly[-1].head == answers[-1].head
        assert written(one) == written(many)
        assert [answer[:2] for answer in answers] == [receipt[:2] for receipt in singly]
        assert {answer.head for answer in answers} <= _heads(many)
        with Recorder.open(many) as again:
            size = many.stat().st_size
            repeated: list[Receipt] = []
            again.extend(groups[1:], expected_version=1, answer=repeated.append)
            assert all(answer.repeated for answer in repeated)
            assert [answer[:2] for answer in repeated] == [receipt[:2] for receipt in singly]
            assert many.stat().st_size == size


def _without_places(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in ("seq", "group")}


def _heads(path: Path) -> set[str]:
    lines = path.read_bytes().splitlines()
    return {json.loads(line)[2] for line in lines if line.startswith(b'["commit"')}


@pytest.mark.parametrize("place", [0, 1, 49, 50, 51, 130])
@pytest.mark.parametrize(
    ("bad", "refusal"),
    [
        ([NO_EVENT], EventError),
        ([NOTE, NO_EVENT], EventError),
        ([IMPOSSIBLE], ImpossibleEventError),
        ([NOTE, IMPOSSIBLE], ImpossibleEventError),
        ([NOTE | {"step": 1}], EventError),
        ([NOTE | {"of": 2}], EventError),
        ([NOTE | {"group": 999}], EventError),
        ([], UsageError),
    ],
)
def test_what_is_refused_is_named_and_what_stands_before_it_is_recorded(
    tmp_path: Path, place: int, bad: list[dict[str, Any]], refusal: type[DcgEventsError]
) -> None:
    path = tmp_path / "m.dcglog"
    groups = [*notes(place), bad, *notes(3)]
    answers: list[Receipt] = []
    with begun(path) as recording:
        with pytest.raises(refusal) as refused:
            recording.extend(groups, answer=answers.append)
        broken = place + max(0, len(bad) - 1)
        assert refused.value.where.startswith(f"event {broken + 1}")
        assert [answer.seqs for answer in answers] == [(seq + 1,) for seq in range(place)]
        assert recording.version == place + 1
        assert texts(path) == [f"note {number}" for number in range(place)]
        recording.extend(notes(2), answer=answers.append)
        assert answers[-1].seqs == (place + 2,)
    assert verify(path).whole


def test_no_answer_before_the_group_is_written_and_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m.dcglog"
    recording = begun(path, "group")
    waited: list[int] = []
    sync = LogFile.sync

    def noticed(file: LogFile) -> None:
        waited.append(file.version)
        sync(file)

    monkeypatch.setattr(LogFile, "sync", noticed)
    monkeypatch.setattr(recorder, "MOST_UNANSWERED", 60)

    def answer(receipt: Receipt) -> None:
        assert receipt.seqs[0] < waited[-1]
        assert receipt.head == recording.head

    recording.extend(notes(130), answer=answer)
    assert waited == [51, 101, 131]  # a disk may not keep a later write without an earlier one
    recording.close()


def test_a_refused_group_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "m.dcglog"
    decks = {"deck_count": 5, "egg_deck_count": 0}
    tapped = {"kind": "orientation_changed", "unit": "99", "orientation": "suspended"}
    with begun(path) as recording:
        recording.append({"kind": "game_started", "p1": decks, "p2": decks})
        before = recording.table
        for record in (recording.append_group, lambda group: recording.extend([group])):
            with pytest.raises(ImpossibleEventError):
                record([IMPOSSIBLE, tapped])  # the deck holds a card by now, the field no unit
            assert recording.table == before
        assert recording.append(IMPOSSIBLE).seqs == (2,)
    assert verify(path).whole


def test_what_was_told_before_its_source_failed_is_recorded(tmp_path: Path) -> None:
    answers: list[Receipt] = []
    for failure in (LogError("a log", "it is damaged", "use another"), KeyboardInterrupt()):

        def told(failure: BaseException = failure) -> Iterator[list[dict[str, Any]]]:
            yield from notes(3)
            raise failure

        with begun(tmp_path / f"{type(failure).__name__}.dcglog") as recording:
            with pytest.raises(type(failure)):
                recording.extend(told(), answer=answers.append)
            caught = isinstance(failure, LogError)  # the other leaves what was not checked yet
            assert [receipt.seqs for receipt in answers] == ([(1,), (2,), (3,)] if caught else [])
            assert recording.version == 1 + len(answers)
            answers.clear()


def test_groups_are_taken_from_a_generator_as_they_are_recorded(tmp_path: Path) -> None:
    path = tmp_path / "m.dcglog"
    recording = begun(path)

    def told() -> Iterator[list[dict[str, Any]]]:
        for number, group in enumerate(notes(120)):
            assert recording.version >= number - 50
            yield group

    recording.extend(told())
    assert recording.version == 121
    recording.close()


def test_an_event_that_is_changed_afterwards_is_recorded_as_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "m.dcglog"
    event = dict(NOTE)

    def told() -> Iterator[list[dict[str, Any]]]:
        for number in range(3):
            event["text"] = f"note {number}"
            yield [event]

    with begun(path) as recording:
        recording.extend(told())
    assert texts(path) == ["note 0", "note 1", "note 2"]


class FullDisk(FileIO):
    """A file that takes so many bytes more."""

    room = 1 << 30

    def write(self, data: Any) -> int:
        piece = bytes(data)[: self.room]
        if not piece:
            raise OSError(28, "No space left on device")
        self.room -= len(piece)
        return super().write(piece)


def test_what_the_disk_does_not_take_is_not_answered(tmp_path: Path) -> None:
    path = tmp_path / "m.dcglog"
    begun(path).close()
    recording = Recorder.open(path)
    file = FullDisk(path, "r+b")
    file.seek(0, 2)
    recording._store._file = file
    file.room = 12_000
    answers: list[Receipt] = []
    with pytest.raises(LogError, match="no space left"):
        recording.extend(notes(200), answer=answers.append)
    assert len(answers) < 200
    stored = texts(path)
    assert len(answers) <= len(stored) < 200
    assert stored == [f"note {number}" for number in range(len(stored))]


def test_a_conflict_stops_at_its_group(tmp_path: Path) -> None:
    path = tmp_path / "m.dcglog"
    answers: list[Receipt] = []
    with begun(path) as recording:
        recording.extend(notes(4))
        groups = [*notes(2), [NOTE | {"text": "another"}], *notes(1)]
        with pytest.raises(ExpectedVersionError, match="event 3: the log holds another group"):
            recording.extend(groups, expected_version=1, answer=answers.append)
        assert [answer.repeated for answer in answers] == [True, True]
        assert recording.version == 5
        answers.clear()
        recording.extend(notes(6), expected_version=1, answer=answers.append)
        assert [answer.repeated for answer in answers] == 4 * [True] + 2 * [False]
    assert texts(path) == [f"note {number}" for number in range(6)]


def test_a_group_of_lines_is_refused_with_its_line(tmp_path: Path) -> None:
    given = [NOTE, NOTE | {"step": 0, "of": 2}, NOTE | {"step": 1, "of": 2, "game": 7}]
    lines = [json.dumps(event).encode() + b"\n" for event in given]
    with begun(tmp_path / "m.dcglog") as recording:
        with pytest.raises(EventError) as refused:
            recording.extend(checked_lines(enumerate(lines, 1), "events.jsonl"))
        assert refused.value.where == "events.jsonl, line 3, event 3 (noted)"
        assert recording.version == 2


def run_command(*arguments: str, **streams: Any) -> subprocess.CompletedProcess[bytes]:
    program = [sys.executable, "-m", "dcg_events", *arguments]
    return subprocess.run(program, capture_output=True, check=False, **streams)  # noqa: S603


@pytest.mark.parametrize("piped", [True, False])
def test_appending_a_file_answers_as_appending_through_a_pipe(
    tmp_path: Path, *, piped: bool
) -> None:
    log, source = tmp_path / "m.dcglog", tmp_path / "events.jsonl"
    begun(log).close()
    events = [event for group in notes(3) for event in group] + [NO_EVENT]
    source.write_text("".join(json.dumps(event) + "\n" for event in events))
    if piped:
        done = run_command("append", str(log), input=source.read_bytes())
    else:
        with source.open("rb") as file:
            done = run_command("append", str(log), stdin=file)
    assert done.returncode == 4
    assert b"standard input, line 4" in done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["seqs"] for answer in answers] == [[1], [2], [3]]
    assert all(answer["ids"] == [None] and not answer["repeated"] for answer in answers)
    assert len({answer["head"] for answer in answers}) == (3 if piped else 1)
    assert answers[-1]["head"] in _heads(log)
    assert texts(log) == ["note 0", "note 1", "note 2"]
