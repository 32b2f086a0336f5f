"""The replay in the terminal: every key, and a terminal that is left as it was found."""

import io
import os
import pty
import re
import select
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from rich.console import Console

from dcg_events import MatchLog, Replay, redact
from dcg_events.cli.screen.keyboard import split_keys
from dcg_events.cli.screen.playing import play, print_all
from dcg_events.cli.screen.session import OpenAs, Session
from dcg_events.vocabulary.people import VIEWERS


def opener(path: Path) -> OpenAs:
    return lambda viewer, history: Replay(MatchLog(path, viewer, history=history))


def session(path: Path) -> Session:
    log = MatchLog(path)
    return Session(Replay(log), opener(path), log.holding.viewers)


def press(shown: Session, *keys: str) -> Session:
    for key in keys:
        assert shown.press(key)
    return shown


def window(shown: Session, width: int = 100, height: int = 40) -> str:
    lines = shown.lines(width, height)
    assert len(lines) == height
    return "\n".join(line.plain for line in lines)


def turn_of(shown: Session) -> tuple[int, int]:
    return shown.replay.state()["turn"], shown.replay.state()["seq"]


def test_keys_step_through_the_match(match_log: Path) -> None:
    shown = session(match_log)
    last = len(shown.replay) - 1
    press(shown, "right", "space", "n")
    assert shown.replay.position == 3
    press(shown, "left", "b")
    assert shown.replay.position == 1
    press(shown, "end", "right")
    assert shown.replay.position == last
    press(shown, "home", "left")
    assert shown.replay.position == 0


def test_keys_go_from_turn_to_turn(match_log: Path) -> None:
    shown = session(match_log)
    press(shown, "down")
    assert turn_of(shown) == (1, 24)
    press(shown, "]")
    assert turn_of(shown) == (2, 33)
    press(shown, "right", "up")
    assert turn_of(shown) == (2, 33)
    press(shown, "[")
    assert turn_of(shown) == (1, 24)
    press(shown, "up", "down", "down", "down")
    assert shown.replay.position == len(shown.replay) - 1


def test_a_turn_or_an_event_can_be_named(match_log: Path) -> None:
    shown = press(session(match_log), "down", *"t2", "enter")
    assert turn_of(shown) == (2, 33)
    press(shown, *"g28", "backspace", "7", "enter")
    assert turn_of(shown) == (1, 27)
    press(shown, *"g4", "escape")
    assert turn_of(shown) == (1, 27)


def test_a_number_being_typed_is_shown(match_log: Path) -> None:
    shown = press(session(match_log), *"t12")
    assert " turn  12_ " in window(shown).splitlines()[-1]


@pytest.mark.parametrize(
    ("keys", "words"),
    [("t9", "turn 9 of game 1: it was not"), ("g999", "event 999: the log does not hold it")],
)
def test_what_is_not_there_is_said_and_forgotten_with_the_next_key(
    match_log: Path, keys: str, words: str
) -> None:
    shown = press(session(match_log), "down", *keys, "enter")
    assert words in window(shown)
    assert turn_of(shown) == (1, 24)
    assert words not in window(press(shown, "right"))


def test_the_viewer_changes_and_the_position_stays(match_log: Path) -> None:
    shown = press(session(match_log), "end")
    seen = {}
    for _ in VIEWERS:
        seen[shown.replay.viewer] = window(shown)
        assert shown.replay.position == len(shown.replay) - 1
        press(shown, "v")
    assert set(seen) == set(VIEWERS)
    assert "BT3-011 BT3-012" in seen["p2"]
    assert "BT3-011" not in seen["p1"] + seen["spectator"]


def test_a_copy_is_seen_only_as_it_allows(match_log: Path, tmp_path: Path) -> None:
    redact(match_log, "spectator", tmp_path / "copy")
    shown = press(session(tmp_path / "copy"), "v")
    assert shown.replay.viewer == "spectator"
    assert "this copy can be read as spectator only" in window(shown)
    redact(match_log, "p2", tmp_path / "p2")
    shown = press(session(tmp_path / "p2"), "v")
    assert shown.replay.viewer == "spectator"
    assert press(shown, "v").replay.viewer == "p2"


def test_help_names_every_key_and_any_key_leaves_it(match_log: Path) -> None:
    shown = press(session(match_log), "?")
    lines = "\n".join(line.plain for line in shown.lines(100, 40))
    for key in ("→", "↓", "Home", "PgUp", "t 7 Enter", "g 41 Enter", "q  "):
        assert key in lines
    assert "hand" in window(press(shown, "right"))
    assert shown.replay.position == 0


def test_the_position_is_always_in_sight(match_log: Path) -> None:
    shown = press(session(match_log), *"g40", "enter")
    for width, height in ((120, 50), (80, 24), (60, 14), (40, 8)):
        lines = window(shown, width, height).splitlines()
        assert " event 40 · turn 2 · as judge" in lines[-2]
        assert "unit 38 of Ben attacks" in "\n".join(lines)


def test_a_table_too_tall_for_the_window_scrolls(match_log: Path) -> None:
    shown = press(session(match_log), *"g40", "enter")
    assert "lines hidden" in window(shown, 80, 14)
    assert "p1 Aiko ━" not in window(shown, 80, 14)
    for _ in range(9):
        press(shown, "page down")
        window(shown, 80, 14)
    assert "p1 Aiko ━" in window(shown, 80, 14)
    press(shown, *["page up"] * 9)
    assert "p2 Ben ━" in window(shown, 80, 14)


def test_playing_draws_until_q_and_no_further(match_log: Path) -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100, height=40)
    log = MatchLog(match_log)
    replay = Replay(log)
    keys = iter(["right", "", "end", "q", "home"])
    play(replay, opener(match_log), log.holding.viewers, console, keys)
    assert "Ben wins game 1: concession" in out.getvalue()
    assert list(keys) == ["home"]
    assert replay.position == len(replay) - 1


def test_the_screen_is_given_back_after_an_error(match_log: Path) -> None:
    def failing() -> Iterator[str]:
        yield "right"
        raise OSError

    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100, height=40)
    log = MatchLog(match_log)
    with pytest.raises(OSError):  # noqa: PT011 - the one raised above
        play(Replay(log), opener(match_log), log.holding.viewers, console, failing())
    assert out.getvalue().rindex("\x1b[?1049l") > out.getvalue().rindex("\x1b[?1049h")
    assert "\x1b[?25h" in out.getvalue()


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("\x1b[C\x1b[D\x1b[A\x1b[B", ["right", "left", "up", "down"]),
        ("\x1bOC\x1b[H\x1bOF\x1b[1~\x1b[4~", ["right", "home", "end", "home", "end"]),
        ("t7\r", ["t", "7", "enter"]),
        (" \x7f\x1b", ["space", "backspace", "escape"]),
        ("\x1b[1;5Cx\x1b[200~é", ["unknown", "x", "unknown", "é"]),
    ],
)
def test_keys_have_names(typed: str, keys: list[str]) -> None:
    assert split_keys(typed) == (keys, "")
    left = ""
    found = []
    for letter in typed:  # however the bytes arrive
        more, left = split_keys(left + letter if left else letter)
        found += [key for key in more if key != "escape"] if letter == "\x1b" else more
        left = "\x1b" if letter == "\x1b" else left
    assert found + (["escape"] if left else []) == keys


def printed(path: Path, every: Literal["group", "turn"] = "turn") -> str:
    out = io.StringIO()
    print_all(Replay(MatchLog(path)), every, Console(file=out, width=80))
    return out.getvalue()


def test_elsewhere_the_match_is_printed_turn_by_turn(match_log: Path) -> None:
    text = printed(match_log)
    assert "\x1b" not in text
    lines = text.splitlines()
    assert lines[0].startswith("═ Aiko against Ben ═")
    assert "43 events · 2 turns · as judge may read it" in lines[1]
    assert [line for line in lines if line.startswith("═ game")] == [
        f"═ game 1 · turn {turn} ".ljust(80, "═") for turn in (1, 2)
    ]
    assert sum(line.startswith("━ p1 Aiko") for line in lines) == 3
    assert lines[-1] == " Result: Ben wins game 1 (concession)"
    assert not [line for line in lines if line != line.rstrip()]


def test_every_event_is_printed_once_and_on_one_line(match_log: Path) -> None:
    text = printed(match_log)
    told: list[int] = []
    for line in text.splitlines():
        label = line[1:15].strip()
        if line[:1] in " ┌│└" and re.fullmatch(r"[0-9]+(–[0-9]+)?", label):
            first, _, last = label.partition("–")
            told += range(int(first), int(last or first) + 1)
    assert told == list(range(43))


def test_the_table_can_be_printed_after_every_group(match_log: Path) -> None:
    groups = len(Replay(MatchLog(match_log)))
    text = printed(match_log, every="group")
    assert sum(line.startswith("━ p1 Aiko") for line in text.splitlines()) == groups - 1


PLAY = """
import sys
from dcg_events import MatchLog, Replay
from dcg_events.cli.screen.playing import play
path = sys.argv[1]
log = MatchLog(path)
def open_as(viewer, history):
    return Replay(MatchLog(path, viewer, history=history))
play(Replay(log), open_as, log.holding.viewers)
"""


def in_a_terminal(
    path: Path, script: list[tuple[bytes, bytes | tuple[int, int]]]
) -> tuple[bytes, int, bool]:
    """Play in a pseudo-terminal; return what it showed, its exit status, and if it was restored.

    Args:
        path: The log.
        script: Words to wait for, and then keys to type or a size, in lines and columns, to take.
    """
    child, terminal = pty.fork()
    if not child:
        termios.tcsetwinsize(0, (40, 100))
        kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
        command = [sys.executable, "-c", PLAY, str(path)]
        os.execve(sys.executable, command, {"TERM": "xterm-256color", "LANG": "C.UTF-8", **kept})  # noqa: S606
    before = termios.tcgetattr(terminal)
    screen = b""
    try:
        for words, action in script:
            start = len(screen)
            while words not in screen[start:]:
                screen += read_some(terminal)
            if isinstance(action, bytes):
                os.write(terminal, action)
            else:
                termios.tcsetwinsize(terminal, action)
        while True:
            try:
                screen += read_some(terminal)
            except OSError:  # the other end is closed: the program has ended
                break
        restored = termios.tcgetattr(terminal) == before
    finally:
        os.close(terminal)  # a program that is still there is hung up on
        _, status = os.waitpid(child, 0)
    return screen, os.waitstatus_to_exitcode(status), restored


def read_some(terminal: int) -> bytes:
    deadline = time.monotonic() + 20
    while not select.select([terminal], [], [], 1)[0]:
        assert time.monotonic() < deadline, "nothing more came"
    sent = os.read(terminal, 65536)
    if not sent:
        raise OSError
    return sent


def test_a_real_terminal_shows_the_match_and_is_restored(match_log: Path) -> None:
    script: list[tuple[bytes, bytes | tuple[int, int]]] = [
        (b"as judge", b"\x1b[F"),
        (b"Ben wins game 1: concession", b"v"),
        (b"as p1", b"g40\r"),
        (b"attacks", b"q"),
    ]
    screen, status, restored = in_a_terminal(match_log, script)
    assert status == 0
    assert restored
    assert screen.index(b"\x1b[?1049h") < screen.index(b"as judge") < screen.index(b"\x1b[?1049l")
    assert b"\x1b[?25h" in screen


def test_an_interrupt_restores_the_terminal(match_log: Path) -> None:
    screen, status, restored = in_a_terminal(match_log, [(b"as judge", b"\x03")])
    assert status != 0
    assert restored
    assert screen.index(b"as judge") < screen.index(b"\x1b[?1049l")


def test_a_window_of_a_new_size_is_drawn_anew_without_a_key(match_log: Path) -> None:
    _, status, _ = in_a_terminal(match_log, [(b" to event", (24, 60)), (b"+2", b"q")])
    assert status == 0
