"""Seals while other processes write: to the log, and to the same file of notes."""

import fcntl
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from dcg_events.errors import LogDamagedError
from dcg_events.seals.checking import check_seals
from dcg_events.seals.checkpoints import Checkpoint
from dcg_events.seals.history import checkpoint, origin_of
from dcg_events.seals.notefile import notes_beside, read_notes_file
from dcg_events.seals.sealing import seal
from dcg_events.seals.signing import sign
from tests.seals.conftest import ANN, BEN, TRUSTED, key_called

WRITER = """
import sys
from dcg_events import Recorder
with Recorder.open(sys.argv[1]) as recorder:
    print("open", flush=True)
    while sys.stdin.readline():
        for number in range(20):
            recorder.append({"kind": "noted", "text": str(number)})
        print("done", flush=True)
"""
HALF_WRITER = """
import fcntl, sys
with open(sys.argv[1], "ab") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    file.write(b'["open",6,"text",')
    file.flush()
    print("half", flush=True)
    sys.stdin.readline()
"""


def start(program: str, log: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", program, log], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def test_a_log_is_sealed_up_to_its_last_commit_while_it_is_written(log: Path) -> None:
    writer = start(WRITER, log)
    assert writer.stdin
    assert writer.stdout
    assert writer.stdout.readline() == b"open\n"
    writer.stdin.write(b"go\ngo\ngo\n")
    writer.stdin.flush()
    notes = [seal(log, [ANN]) for _ in range(10)]
    writer.communicate()
    notes.append(seal(log, [ANN]))
    report = check_seals(log, notes, TRUSTED)
    assert report.holds
    assert report.sealed == report.events == 66


def test_a_write_under_way_is_no_damage_and_one_that_was_cut_off_is(log: Path) -> None:
    before = checkpoint(log)
    writer = start(HALF_WRITER, log)
    assert writer.stdout
    assert writer.stdout.readline() == b"half\n"
    assert checkpoint(log) == before
    assert seal(log, [ANN]).text == before.text
    writer.communicate()
    with pytest.raises(LogDamagedError, match="17 bytes after event 5 have no commit"):
        checkpoint(log)


def test_many_who_seal_at_once_lose_no_signature(log: Path) -> None:
    names = [key_called(f"signer-{number}") for number in range(12)]
    threads = [threading.Thread(target=seal, args=(log, [key])) for key in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (note,) = read_notes_file(notes_beside(log))
    assert {signature.name for signature in note.signatures} == {key.name for key in names}


def test_who_adds_a_note_waits_for_who_is_adding_one(log: Path) -> None:
    """Each has to see the other's, or no empty line would stand between the two."""
    path, first = notes_beside(log), sign(checkpoint(log, 1).text, [ANN])
    with path.open("ab", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        second = threading.Thread(target=seal, args=(log, [BEN]))
        second.start()
        second.join(0.3)
        assert second.is_alive()
        file.write(first.to_bytes())
    second.join()
    assert read_notes_file(path) == [first, sign(checkpoint(log).text, [BEN])]


def test_a_recorder_seals_its_own_turns_without_reading(log: Path) -> None:
    """What the documentation shows."""
    from dcg_events import Recorder  # noqa: PLC0415 - as the example has it

    origin = origin_of(log)
    with Recorder.open(log) as recorder:
        recorder.append({"kind": "noted", "text": "x"})
        reached = Checkpoint.of(origin, recorder.version, recorder.head)
        note = sign(reached.text, [ANN, BEN])
        assert reached == checkpoint(log)
    assert check_seals(log, [note], TRUSTED).holds
