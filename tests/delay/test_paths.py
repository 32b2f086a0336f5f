"""A delay holds on every path that reads a log: what is held back shows in nothing.

Each command is run on the whole log with a delay, and on a log that truly ends where the delay
does. Its output, its messages, its exit code and its files have to be the same.
"""

import io
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click
import pytest
from typer.main import get_command

from dcg_events import VIEWERS, Delay, Replay
from dcg_events.cli import reading
from dcg_events.cli.app import app, main
from dcg_events.cli.screen.session import OpenAs
from dcg_events.views.delay import may_read
from dcg_events.vocabulary.people import Viewer
from tests.delay.matches import ENDED, commits, note, record, turn

Run = Callable[..., tuple[Any, bytes, bytes, dict[str, bytes]]]

SEALING: Final = {"seal", "code", "round seal", "round prove", "round check"}
"""They tell how many events there are and a digest of them, the same for every viewer. Who holds
the digest could try out what the newest public events may have been: what lags for the public is
sealed at once and published when it may be told, as `schemas/SEALS.md` says."""

KEEPING: Final = {
    "new",
    "append",
    "disclose",
    "verify",
    "leaks",
    "prove",
    "reconcile",
    "pack",
}
NOT_FOR_A_VIEWER: Final = KEEPING | SEALING
"""Commands on a log that tell no viewer what happens in the match: they write to it, seal it, or
are for whoever keeps the full log, or two recordings that are whole."""

WAYS: Final[dict[str, list[list[str]]]] = {
    "events": [[], ["--history", "played"], ["--history", "ruled"]],
    "show": [[], ["--json"], ["--at", "5"], ["--at", "7"], ["--at", "99"]],
    "states": [[], ["--every", "turn"], ["--history", "ruled"]],
    "replay": [[], ["--every", "group"], ["--at", "5"], ["--at", "7"]],
    "rulings": [["--json"]],
    "redact": [["-o", "copy.dcglog"], ["-o", "-"]],
    "follow": [[], ["--from", "3"], ["--words"]],
    "export": [["-o", "out"]],
    "explain": [["--seq", "3", "--json"], ["--card", "3", "--json"]],
}
"""How to run the commands that take more than a log and a viewer, or are told what to tell."""

LATER_CARD: Final = "BT9-099"
DELAYS: Final = ["events:4", "turns:1", "minutes:5"]


def commands(group: Any, before: str = "") -> Iterator[tuple[str, set[str]]]:
    """Yield every command by its words, with its options and the names of its arguments."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group) or hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name, {option for one in command.params for option in one.opts}


COMMANDS: Final = dict(commands(get_command(app)))
DELAYED: Final = sorted(name for name, options in COMMANDS.items() if "--delay" in options)


def test_every_command_that_reads_for_a_viewer_can_be_delayed() -> None:
    """A new command that takes a log, or a viewer, has to be delayed or stand in the list."""
    on_a_log = {"--as", "log", "logs"}
    reading = {name for name, options in COMMANDS.items() if options & on_a_log}
    assert reading >= NOT_FOR_A_VIEWER
    assert reading - NOT_FOR_A_VIEWER == set(DELAYED)
    assert {"events", "show", "states", "replay", "redact", "follow"} <= set(DELAYED)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Return two folders with a log of the same name: a running match, and its beginning.

    Events 0 to 6 are told under each of the delays, 7 to 10 are not.
    """
    decks = {"deck_count": 2, "egg_deck_count": 0, "deck": ["BT1-010", LATER_CARD]}
    none = {"deck_count": 0, "egg_deck_count": 0}
    old, new = "2020-01-01T00:00:00Z", "2222-01-01T00:00:00Z"
    deck, hand = {"zone": "deck", "side": "p1", "position": 0}, {"zone": "hand", "side": "p1"}
    draw = {"kind": "transferred", "manner": "draw", "from": deck, "to": hand}
    play = {"kind": "transferred", "manner": "play", "from": hand, "number": LATER_CARD}
    past = [
        {"kind": "game_started", "p1": decks | {"deck": [LATER_CARD, "BT1-010"]}, "p2": none},
        turn(1),
        draw,
        note("told"),
        turn(2),
        note("told as well"),
    ]
    present: list[Any] = [
        [turn(3), note(f"holding {LATER_CARD}")],
        {**play, "to": {"zone": "battle", "side": "p1"}},
        note(f"played {LATER_CARD}", by="judge"),
    ]
    groups: list[Any] = [{**event, "at": old} for event in past]
    groups += [
        [{**event, "at": new} for event in (group if isinstance(group, list) else [group])]
        for group in present
    ]
    for name in ("long", "short"):
        (tmp_path / name).mkdir()
    long = record(tmp_path / "long" / "match.dcglog", groups)
    part = may_read(long, Delay.parse("events:4"))
    assert part.size == commits(long)[6]
    for text in DELAYS:
        assert may_read(long, Delay.parse(text)) == part, text
    short = tmp_path / "short" / "match.dcglog"
    short.write_bytes(long.read_bytes()[: part.size])
    return long.parent, short.parent


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Return a function that runs a command in a folder; one that waits is interrupted."""

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    def run_it(folder: Path, *arguments: str, given: bytes = b"") -> Any:
        monkeypatch.chdir(folder)
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.setattr(sys, "argv", ["dcg-events", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        monkeypatch.setattr(time, "sleep", interrupt)
        capsysbinary.readouterr()
        try:
            main()
            code: Any = 0
        except SystemExit as stopped:
            code = stopped.code
        made = [path for path in folder.rglob("*") if path.name != "match.dcglog"]
        files = {path.name: path.read_bytes() for path in made if path.is_file()}
        for path in reversed(made):
            path.unlink() if path.is_file() else path.rmdir()
        return code, *capsysbinary.readouterr(), files

    return run_it


def ways(command: str) -> list[list[str]]:
    before = ["csv"] if command == "export" else []
    return [[command, *before, "match.dcglog", *way] for way in WAYS.get(command, [[]])]


@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("command", DELAYED)
def test_what_is_held_back_shows_in_nothing(
    run: Run, folders: tuple[Path, Path], command: str, delay: str
) -> None:
    long, short = folders
    content = (long / "match.dcglog").read_bytes()
    for way in ways(command):
        for viewer in VIEWERS:
            as_viewer = [*way, "--as", viewer]
            expected = run(short, *as_viewer)
            (long / "match.dcglog").write_bytes(content)
            whole = run(long, *as_viewer)
            assert whole != expected or "--at" in way, "the rest of the log has to matter"
            assert run(long, *as_viewer, "--delay", delay) == expected
            _damage(long / "match.dcglog")
            assert run(long, *as_viewer, "--delay", delay) == expected
            if viewer == "spectator":  # who has no right to the deck, and will see the card later
                everything = b"".join([*expected[1:3], *expected[3].values()])
                assert LATER_CARD.encode() not in everything
                assert b'"seq":7' not in everything


def _damage(path: Path) -> None:
    """Damage what is held back: an event, and a write that a crash cut off."""
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"by":"judge"', b'"by":"jugde"') + b'["open",11,"numb')


@pytest.mark.parametrize("command", [name for name in DELAYED if name != "follow"])
def test_a_delay_holds_for_standard_input(
    run: Run, folders: tuple[Path, Path], command: str
) -> None:
    long, short = folders
    for way in ways(command):
        arguments = ["-" if part == "match.dcglog" else part for part in way]
        arguments += ["--as", "spectator"]
        whole, part = ((f / "match.dcglog").read_bytes() for f in (long, short))
        done = run(long, *arguments, "--delay", "events:4", given=whole)
        expected = run(short, *arguments, given=part)
        assert _named_alike(done) == _named_alike(expected)


def _named_alike(done: Any) -> list[Any]:
    """Leave out where standard input was kept: it is another place each time."""
    kept = re.compile(rb"\S*/standard-input")
    return [kept.sub(b"-", part) if isinstance(part, bytes) else part for part in done]


@pytest.mark.parametrize("command", DELAYED)
def test_all_is_told_when_the_match_has_ended(
    run: Run, folders: tuple[Path, Path], command: str, tmp_path: Path
) -> None:
    record(tmp_path / "match.dcglog", [turn(1), note(), turn(2), ENDED, note()])
    (long, _) = folders
    (tmp_path / "match.dcglog").replace(long / "match.dcglog")
    for way in ways(command):
        if {"--at", "--card"}.isdisjoint(way):
            arguments = [*way, "--as", "spectator"]
            done = run(long, *arguments)
            assert done[0] == (1 if command == "audit" else 0)  # no lawful match: it has findings
            assert run(long, *arguments, "--delay", "events:100") == done


@pytest.mark.parametrize("command", [name for name in DELAYED if name != "follow"])
def test_nothing_to_tell_yet_is_said_so(run: Run, folders: tuple[Path, Path], command: str) -> None:
    for way in ways(command):
        arguments = [*way, "--as", "spectator", "--delay", "turns:4"]
        code, out, err, files = run(folders[0], *arguments)
        assert (code, out, files) == (2, b"", {})
        assert err == (
            b"dcg-events: match.dcglog: nothing of it may be told yet: it is told with a delay of"
            b" 4 turns; wait until more has happened, or the match has ended\n"
        )


def test_a_delay_that_is_none_is_a_usage_error(run: Run, folders: tuple[Path, Path]) -> None:
    for command in DELAYED:
        arguments = [*ways(command)[0], "--as", "spectator", "--delay", "5min"]
        code, out, err, files = run(folders[0], *arguments)
        assert (code, out, files) == (2, b"", {})
        assert err.startswith(b"dcg-events: delay '5min': it is no delay; write events:20")


def test_another_viewer_in_the_interactive_replay_sees_no_more(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Replay] = []

    def play(cursor: Replay, open_as: OpenAs, viewers: Sequence[Viewer]) -> None:
        opened.extend([cursor, *(open_as(viewer, "played") for viewer in viewers)])

    monkeypatch.setattr(reading, "play", play)
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(sys, stream, io.StringIO())
        monkeypatch.setattr(getattr(sys, stream), "isatty", lambda: True)
    reading.replay(folders[0] / "match.dcglog", "spectator", Delay.parse("events:4"))
    assert [replay.viewer for replay in opened] == ["spectator", *VIEWERS]
    assert [len(replay) for replay in opened] == [7] * 5
