"""Damaged logs, torn logs, tracebacks, screens and temporary files tell a viewer no more."""

import io
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from rich.console import Console as Screen

from dcg_events import DcgEventsError, MatchLog, Recorder, Replay, redact, verify
from dcg_events.cli.screen.playing import play
from tests.visibility.console import Console
from tests.visibility.desk import Desk
from tests.visibility.invocations import OTHERS, REFUSED
from tests.visibility.searching import causes, search, search_error
from tests.visibility.secret_match import SECRET, SecretMatch, torn

COMMANDS: Final = ("events", "show", "states", "replay", "follow", "knows", "audit", "redact")


def spoilt(data: bytes, dice: Random, viewer: str) -> Iterator[tuple[str, bytes]]:
    """Yield a log damaged in every way, the malicious ones included."""
    lines = data.splitlines(keepends=True)
    openings = [n for n, line in enumerate(lines) if line.startswith(b'["open"')]
    for _ in range(6):
        yield "cut off", data[: dice.randrange(len(data))]
        at = dice.randrange(len(data))
        yield "flipped", data[:at] + _other(data[at], dice) + data[at + 1 :]
        at = dice.randrange(len(lines))
        yield "a line cut out", b"".join(lines[:at] + lines[at + 1 :])
        yield "a line twice", b"".join([*lines[: at + 1], *lines[at:]])
        yield (
            "a line torn",
            b"".join([*lines[:at], lines[at][: len(lines[at]) // 2], *lines[at + 1 :]]),
        )
        at = dice.choice(openings)
        named = lines[at].replace(b",[],", b',["%b"],' % viewer.encode())
        for player in (b'["p1"]', b'["p2"]'):
            named = named.replace(b",%b," % player, b',["%b"],' % viewer.encode())
        yield "an opening made one's own", b"".join([*lines[:at], named, *lines[at + 1 :]])
        yield (
            "an opening in another write",
            b"".join([*lines[:at], *lines[at + 1 : at + 8], lines[at], *lines[at + 8 :]]),
        )
        spoilt_line = lines[at][:-3] + b"\n"
        yield "an opening that is no JSON", b"".join([*lines[:at], spoilt_line, *lines[at + 1 :]])
    ordered = sorted(lines, key=lambda line: line[:3] != b'["o')
    yield "all openings first", b"".join(ordered)
    yield "no line feeds", data.replace(b"\n", b"")
    yield "two matches", data + data


def _other(byte: int, dice: Random) -> bytes:
    """Flip one bit."""
    return bytes([byte ^ (1 << dice.randrange(8))])


def test_damaged_full_logs_tell_a_viewer_no_more(
    match: SecretMatch, desk: Desk, console: Console, tmp_path: Path
) -> None:
    """Whatever is wrong with the full log, a reading for a viewer shows that viewer's part."""
    log = tmp_path / "damaged.dcglog"
    dice = Random(f"damage {desk.viewer}")  # noqa: S311
    refused = 0
    for index, (_, data) in enumerate(spoilt(match.path.read_bytes(), dice, desk.viewer)):
        log.write_bytes(data)
        command = COMMANDS[index % len(COMMANDS)]
        more = ["-o", "out.dcglog"] if command == "redact" else []
        left = console.run(command, log, "--as", desk.viewer, *more)
        search(left, match, desk.viewer)
        refused += left.code == 3
        if left.code and command == "redact":
            assert "out.dcglog" not in left.parts
        for options in ([], ["--strict", "--json"]):
            search(console.run("verify", log, *options), match, "spectator")
    assert refused > 15


def test_damaged_copies_tell_a_viewer_no_more(
    match: SecretMatch, desk: Desk, console: Console, tmp_path: Path
) -> None:
    """The same damage to the viewer's own copy, read as the viewer and as somebody else."""
    log = tmp_path / "damaged.dcglog"
    dice = Random(f"copy {desk.viewer}")  # noqa: S311
    for index, (_, data) in enumerate(spoilt(desk.copy.read_bytes(), dice, desk.viewer)):
        log.write_bytes(data)
        command = COMMANDS[index % (len(COMMANDS) - 1)]
        reader = (desk.viewer, OTHERS[desk.viewer], "judge")[index % 3]
        search(console.run(command, log, "--as", reader), match, desk.viewer)
        search(console.run("append", log, given=b"{}\n"), match, desk.viewer)


def test_a_write_that_was_not_finished_is_told_to_nobody(
    match: SecretMatch, desk: Desk, console: Console, tmp_path: Path
) -> None:
    """What has no commit has not happened: it is in no reading and no copy."""
    log = tmp_path / "torn.dcglog"
    unfinished = torn(match, log)
    assert unfinished
    assert unfinished <= set(SECRET.findall(log.read_bytes()))
    for command in COMMANDS:
        more = ["-o", "out.dcglog"] if command == "redact" else []
        left = console.run(command, log, "--as", desk.viewer, *more)
        search(left, match, desk.viewer)
        assert left.code in (0, 1), left.err
        for content in left.parts.values():
            assert not unfinished & set(SECRET.findall(content))
    search(console.run("verify", log), match, "spectator")


def test_appending_to_a_copy_changes_and_leaves_nothing(
    match: SecretMatch, desk: Desk, console: Console
) -> None:
    """A copy is refused before anything is cut off, kept beside it, or written."""
    before = desk.copy.read_bytes()
    for data in (before, before[:-20]):
        desk.copy.write_bytes(data)
        left = console.run("append", desk.copy, given=b'{"kind":"noted","text":"x"}\n')
        search(left, match, desk.viewer)
        assert left.code == 3
        assert desk.copy.read_bytes() == data
        assert [path.name for path in desk.copy.parent.glob("*.torn-*")] == []


def test_exceptions_name_no_hidden_card(match: SecretMatch, desk: Desk, tmp_path: Path) -> None:
    """Text, repr, attributes, traceback and causes of every refusal of the library."""
    viewer: Any = desk.viewer
    caught: list[str] = []

    def attempt(action: Callable[[], Any]) -> None:
        try:
            action()
        except DcgEventsError as error:
            search_error(error, match, "spectator")
            caught.append(type(error).__name__)

    log = tmp_path / "damaged.dcglog"
    dice = Random(f"errors {viewer}")  # noqa: S311
    for index, (_, data) in enumerate(spoilt(match.path.read_bytes(), dice, viewer)):
        log.write_bytes(data)
        attempt(lambda: list(MatchLog(log, viewer).states()))
        attempt(lambda: list(MatchLog(log, viewer).events()))
        attempt(partial(redact, log, viewer, tmp_path / f"{index}.out"))
        attempt(lambda: verify(log, strict=True))
        attempt(lambda: Recorder.open(log).close())
    with Recorder.open(_again(match.path, tmp_path)) as recorder:
        for event in REFUSED:
            if b"SECRET" not in repr(event).encode() and b"ZA1" not in repr(event).encode():
                attempt(partial(recorder.append, event))
    assert {"LogDamagedError", "EventError", "ImpossibleEventError"} <= set(caught)


def test_exceptions_hold_no_line_of_the_log(match: SecretMatch, tmp_path: Path) -> None:
    """What an error reporter finds in the attributes of an exception and of its causes."""
    lines = match.path.read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b'"SECRET' in line)
    log = tmp_path / "damaged.dcglog"
    log.write_bytes(b"".join([*lines[:at], lines[at][:-3] + b"\n", *lines[at + 1 :]]))
    with pytest.raises(DcgEventsError) as caught:
        list(MatchLog(log, "spectator").events())
    held = repr([vars(error) for error in causes(caught.value)]).encode()
    assert not set(SECRET.findall(held)) & match.ledger.forbidden("spectator")


def _again(log: Path, folder: Path) -> Path:
    again = folder / "again.dcglog"
    again.write_bytes(log.read_bytes())
    return again


def test_what_python_shows_of_our_objects_names_no_hidden_card(
    match: SecretMatch, desk: Desk
) -> None:
    """A debugger's or a notebook's `repr` of what a program holds for a viewer."""
    viewer: Any = desk.viewer
    for log in (MatchLog(match.path, viewer), MatchLog(desk.copy, viewer)):
        shown = [log, log.holding, Replay(log), verify(desk.copy), *vars(log).values()]
        shown += [Replay(log).state(), Replay(log).group(), list(log.states())[-1]]
        told = set(SECRET.findall(repr(shown).encode()))
        assert not told & match.ledger.forbidden(viewer)


def test_the_screen_of_a_replay_shows_a_copy_as_its_viewer_may(
    match: SecretMatch, desk: Desk
) -> None:
    """Every key, also the ones that change the viewer, at every size."""
    viewer: Any = desk.viewer
    log = MatchLog(desk.copy, viewer)
    keys = ["?", "?", "v", "end", "v", "home", "e", "w", "s", "c", "a", "l", "i", "tab", "enter"]
    keys += ["right"] * 120 + ["v", "left", "down", "up", "[", "]", "page down", *"g40", "enter"]
    keys += ["h", "h", "home", "end", "v", *"t2", "enter", "escape", "x", "q"]
    for width in (40, 100):
        out = io.StringIO()
        screen = Screen(file=out, width=width, height=40, force_terminal=True)
        play(
            Replay(log),
            lambda other, how: Replay(MatchLog(desk.copy, other, history=how)),
            log.holding.viewers,
            screen,
            keys,
        )
        told = set(SECRET.findall(out.getvalue().encode()))
        assert told
        assert not told & match.ledger.forbidden(viewer)


def test_standard_input_is_kept_out_of_reach_and_not_for_long(
    desk: Desk, console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a command runs its temporary folder is its user's alone; afterwards it is gone."""
    held: list[tuple[int, list[str]]] = []
    clean_up = tempfile.TemporaryDirectory.cleanup

    def watched(folder: Any) -> None:
        path = Path(folder.name)
        held.append((path.stat().st_mode & 0o777, sorted(file.name for file in path.iterdir())))
        clean_up(folder)

    monkeypatch.setattr(tempfile.TemporaryDirectory, "cleanup", watched)
    data = desk.full.read_bytes()
    for given, code in ((data, 0), (data[:5000] + b"x" + data[5000:], 3), (b"", 3)):
        for command in ("events", "redact"):
            held.clear()
            more = ["-o", "-"] if command == "redact" else []
            left = console.run(command, "-", "--as", desk.viewer, *more, given=given)
            assert left.code == code, left.err
            assert left.modes
            assert {mode for mode, _ in held} == {0o700}
            assert {name for _, names in held for name in names} <= {"standard-input", "copy"}
            assert list(console.temporary.iterdir()) == []
            assert set(left.parts) == {"out", "err"}
