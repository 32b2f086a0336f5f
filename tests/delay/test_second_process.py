"""`follow` beside a recorder in another process, as on a tournament's evening."""

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dcg_events.events.codec import canonical
from tests.delay.matches import ENDED, Event, note, record, turn

PROGRAM = [sys.executable, "-m", "dcg_events"]
PATIENCE = 20.0
"""Seconds after which a process that says nothing has failed."""


@contextmanager
def process(*arguments: object) -> Iterator["subprocess.Popen[bytes]"]:
    command = [*PROGRAM, *map(str, arguments)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as running:  # noqa: S603
        try:
            yield running
        finally:
            running.kill()


def lines_of(running: "subprocess.Popen[bytes]", count: int) -> list[bytes]:
    """Return the next lines that a process prints, as soon as it has printed them."""
    assert running.stdout is not None
    found, deadline = b"", time.monotonic() + PATIENCE
    with selectors.DefaultSelector() as selector:
        selector.register(running.stdout, selectors.EVENT_READ)
        while found.count(b"\n") < count and selector.select(deadline - time.monotonic()):
            chunk = os.read(running.stdout.fileno(), 1 << 16)
            if not chunk:
                break
            found += chunk
    return found.splitlines()


def seqs(running: "subprocess.Popen[bytes]", count: int) -> list[int]:
    return [json.loads(line)["seq"] for line in lines_of(running, count)]


def give(recorder: "subprocess.Popen[bytes]", *events: Event) -> None:
    assert recorder.stdin is not None
    recorder.stdin.write(b"".join(canonical(event) + b"\n" for event in events))
    recorder.stdin.flush()


def follow(path: Path, *options: object) -> tuple[object, ...]:
    return ("follow", path, "--as", "spectator", "--interval", "0.02", *options)


def test_events_of_another_process_are_told_as_they_are_appended(tmp_path: Path) -> None:
    path = record(tmp_path / "a.dcglog", [])
    with (
        process(*follow(path)) as all_of_it,
        process(*follow(path, "--delay", "turns:1", "--from", 1)) as later,
        process("append", path) as recorder,
    ):
        assert seqs(all_of_it, 1) == [0]
        give(recorder, turn(1), note())
        assert seqs(all_of_it, 2) == [1, 2]
        give(recorder, turn(2))
        assert seqs(all_of_it, 1) == [3]
        assert seqs(later, 2) == [1, 2]
        give(recorder, note(), ENDED)
        assert seqs(all_of_it, 2) == [4, 5]
        assert seqs(later, 3) == [3, 4, 5]
        for running in (all_of_it, later):
            assert running.wait(PATIENCE) == 0
            assert running.communicate() == (b"", b"")


def test_a_recorder_that_is_killed_and_recovers(tmp_path: Path) -> None:
    path = record(tmp_path / "a.dcglog", [])
    with process(*follow(path)) as watching:
        with process("append", path) as recorder:
            give(recorder, note())
            assert seqs(watching, 2) == [0, 1]
            recorder.send_signal(signal.SIGKILL)
            recorder.wait(PATIENCE)
        with path.open("ab") as file:
            file.write(b'["open",2,"text",["p1"],"lost","00"]\n{"at":null,"kind":"noted"')
        with process("append", path) as recorder:
            give(recorder, note("other"), ENDED)
            assert seqs(watching, 3) == [2, 3, 4]
            assert recorder.communicate()[1].startswith(b"recovered: ")
        assert watching.wait(PATIENCE) == 0


def test_a_log_that_is_cut_short_ends_it_with_the_code_for_damage(tmp_path: Path) -> None:
    path = record(tmp_path / "a.dcglog", [note()])
    with process(*follow(path, "--words")) as watching:
        assert len(lines_of(watching, 2)) == 2
        os.truncate(path, 10)
        assert watching.wait(PATIENCE) == 3
        assert (
            watching.communicate()[1]
            == (
                f"dcg-events: {path}: it became shorter while it was read;"
                " follow it again from its beginning, after `dcg-events verify`\n"
            ).encode()
        )


def test_an_interrupt_ends_it_quietly(tmp_path: Path) -> None:
    path = record(tmp_path / "a.dcglog", [note()])
    with process(*follow(path)) as watching:
        assert seqs(watching, 2) == [0, 1]
        watching.send_signal(signal.SIGINT)
        assert watching.wait(PATIENCE) == 130
        assert watching.communicate() == (b"", b"")


def test_standard_input_cannot_be_followed() -> None:
    with process("follow", "-") as watching:
        out, err = watching.communicate(timeout=PATIENCE)
        assert (watching.returncode, out) == (2, b"")
        assert err.startswith(b"dcg-events: standard input: it cannot be followed")
