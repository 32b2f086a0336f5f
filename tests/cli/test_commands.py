"""The commands as a user types them: output, exit codes, and messages for bad input."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from dcg_events.cli.app import main
from dcg_events.events.codec import canonical

EXAMPLES = Path(__file__).parents[2] / "examples"
MATCH = EXAMPLES / "small-match.events.jsonl"


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    returncode: int
    stdout: bytes
    stderr: bytes


Run = Callable[..., Done]


@pytest.fixture
def run(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> Run:
    """Return a function that runs `dcg-events` in an empty folder, in this process."""

    def run_it(*arguments: object, given: bytes = b"") -> Done:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.setattr(sys, "argv", ["dcg-events", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        capsysbinary.readouterr()
        try:
            main()
            code: object = 0
        except SystemExit as stopped:
            code = stopped.code
        out, err = capsysbinary.readouterr()
        assert isinstance(code, int | None)
        return Done(code or 0, out, err)

    return run_it


@pytest.fixture
def recorded(run: Run, tmp_path: Path) -> Path:
    """Return a log with the small match of the examples in it."""
    assert run("new", "match.dcglog", "--p1", "Aiko", "--p2", "Ben").returncode == 0
    done = run("append", "match.dcglog", given=MATCH.read_bytes())
    assert done.returncode == 0, done.stderr
    return tmp_path / "match.dcglog"


def test_new_refuses_to_overwrite(run: Run, recorded: Path) -> None:
    before = recorded.read_bytes()
    again = run("new", "match.dcglog", "--p1", "x", "--p2", "y")
    assert again.returncode == 2
    assert again.stderr == (
        b"dcg-events: match.dcglog: the file exists already;"
        b" choose another name; a log is never overwritten\n"
    )
    assert recorded.read_bytes() == before


def test_append_answers_each_group_with_seqs_ids_and_head(run: Run) -> None:
    run("new", "m.dcglog", "--p1", "a", "--p2", "b")
    done = run("append", "m.dcglog", given=MATCH.read_bytes())
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    seqs = [seq for answer in answers for seq in answer["seqs"]]
    assert seqs == list(range(1, 1 + len(MATCH.read_bytes().splitlines())))
    assert [len(answer["ids"]) for answer in answers if len(answer["seqs"]) > 1] == [5, 5, 5, 5, 2]
    assert all(len(answer["head"]) == 64 and not answer["repeated"] for answer in answers)


def test_appending_the_same_again_writes_nothing(run: Run, recorded: Path) -> None:
    before = recorded.read_bytes()
    again = run("append", "match.dcglog", "--expect", 1, given=MATCH.read_bytes())
    assert again.returncode == 0, again.stderr
    assert all(json.loads(line)["repeated"] for line in again.stdout.splitlines())
    assert recorded.read_bytes() == before


def test_appending_something_else_there_is_a_conflict(run: Run, recorded: Path) -> None:
    before = recorded.read_bytes()
    other = b'{"kind":"passed","player":"p1","what":"turn"}\n'
    done = run("append", "match.dcglog", "--expect", 1, given=other)
    assert done.returncode == 4
    assert b"the log holds another group there" in done.stderr
    assert recorded.read_bytes() == before


def test_events_of_a_log_appended_to_a_new_one_are_the_same_events(
    run: Run, recorded: Path
) -> None:
    printed = run("events", recorded).stdout
    header, rest = printed.split(b"\n", 1)
    assert json.loads(header)["kind"] == "match_opened"
    run("new", "copy.dcglog", "--p1", "Aiko", "--p2", "Ben")
    assert run("append", "copy.dcglog", given=rest).returncode == 0
    copied, after = run("events", "copy.dcglog").stdout.split(b"\n", 1)
    assert after == rest
    one, other = json.loads(header), json.loads(copied)
    assert one.pop("match") != other.pop("match"), "seals tell the two logs apart"
    assert one == other


@pytest.mark.parametrize("viewer", ["p1", "p2", "spectator", "judge"])
def test_copy_shows_its_viewer_what_the_full_log_shows(
    run: Run, recorded: Path, viewer: str
) -> None:
    assert run("redact", recorded, "--as", viewer, "-o", "copy.dcglog").returncode == 0
    for command in (["states"], ["events"], ["show", "--json"], ["show"]):
        name, *options = command
        full = run(name, recorded, "--as", viewer, *options)
        copy = run(name, "copy.dcglog", *options)
        assert copy.returncode == full.returncode == 0, copy.stderr
        assert copy.stdout == full.stdout != b""


def test_copies_verify_to_the_same_head(run: Run, recorded: Path) -> None:
    for viewer in ("p1", "p2", "spectator"):
        run("redact", recorded, "--as", viewer, "-o", f"{viewer}.dcglog")
    done = run("verify", "match.dcglog", "p1.dcglog", "p2.dcglog", "spectator.dcglog", "--json")
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert len({verdict["head"] for verdict in verdicts}) == 1
    assert [verdict["viewer"] for verdict in verdicts] == ["judge", "p1", "p2", "spectator"]


def test_copy_of_one_player_cannot_be_read_as_the_other(run: Run, recorded: Path) -> None:
    run("redact", recorded, "--as", "p1", "-o", "p1.dcglog")
    done = run("show", "p1.dcglog", "--as", "p2")
    assert done.returncode == 2
    assert b"it is the copy of p1" in done.stderr


def test_copy_refuses_to_be_appended_to(run: Run, recorded: Path) -> None:
    run("redact", recorded, "--as", "spectator", "-o", "s.dcglog")
    done = run("append", "s.dcglog", given=b'{"kind":"noted","text":"x"}\n')
    assert done.returncode == 3
    assert b"this is a redacted copy" in done.stderr


def test_a_dash_is_standard_input_and_output(run: Run, recorded: Path) -> None:
    whole = recorded.read_bytes()
    copy = run("redact", "-", "--as", "p2", "-o", "-", given=whole)
    assert copy.returncode == 0, copy.stderr
    run("redact", recorded, "--as", "p2", "-o", "p2.dcglog")
    assert copy.stdout == (recorded.parent / "p2.dcglog").read_bytes()
    for command in (["show", "--json"], ["events"], ["states"], ["replay"]):
        name, *options = command
        assert run(name, "-", *options, given=whole).stdout == run(name, recorded, *options).stdout
    assert run("verify", "-", given=whole).returncode == 0
    assert run("verify", "-", given=whole[:-30]).returncode == 3


def test_states_every_turn_ends_with_the_last_state(run: Run, recorded: Path) -> None:
    groups = run("states", recorded).stdout.splitlines()
    turns = [
        json.loads(line) for line in run("states", recorded, "--every", "turn").stdout.splitlines()
    ]
    assert json.loads(groups[-1]) == turns[-1]
    assert [state["turn"] for state in turns] == [0, 0, 1, 2, 3]  # game 0 is before the first


def test_show_at_a_seq_inside_a_group_names_a_better_one(run: Run, recorded: Path) -> None:
    done = run("show", recorded, "--at", 7)
    assert done.returncode == 2
    assert b"no group ends there; choose the end of a group, such as 9" in done.stderr


def test_replay_prints_the_whole_match_when_it_is_not_a_terminal(run: Run, recorded: Path) -> None:
    done = run("replay", recorded)
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode()
    assert "Aiko" in text
    assert "Ben" in text
    assert "BT1-017" in text
    assert "\x1b" not in text


def test_verify_says_how_far_a_damaged_log_is_good(run: Run, recorded: Path) -> None:
    data = bytearray(recorded.read_bytes())
    place = data.index(b'"memory_changed"')
    data[place + 1] ^= 1
    recorded.write_bytes(data)
    done = run("verify", recorded)
    assert done.returncode == 3
    assert b"the log is good up to event" in done.stdout


def test_torn_log_is_recovered_kept_and_said(run: Run, recorded: Path, tmp_path: Path) -> None:
    whole = recorded.read_bytes()
    recorded.write_bytes(whole + b'["open",99,"number",["p1"],"BT1-0')
    assert run("verify", recorded).returncode == 3
    for command in ("events", "show", "states", "replay"):
        done = run(command, recorded)
        assert done.returncode == 0
        assert b"the last 33 bytes have no commit and are left out" in done.stderr
    done = run("append", recorded, given=b'{"kind":"noted","text":"after the crash"}\n')
    assert done.returncode == 0
    assert b"recovered: the last 33 bytes had no commit and were cut off" in done.stderr
    (kept,) = tmp_path.glob("match.dcglog.torn-*")
    assert kept.read_bytes() == b'["open",99,"number",["p1"],"BT1-0'
    assert recorded.read_bytes().startswith(whole)
    assert run("verify", recorded).returncode == 0


_IMPOSSIBLE = (
    b'{"kind":"transferred","manner":"add","to":{"zone":"no_area"},"from":'
    b'{"zone":"trash","side":"p2","position":9}}\n'
)
BAD_EVENTS = {
    "binary": (b"\x00\xff\xfe\n", "is not UTF-8"),
    "not JSON": (b"{kind: passed}\n", "this is not JSON"),
    "truncated": (b'{"kind":"passed","player"', "this is not JSON"),
    "no object": (b"[1, 2]\n", "not an object"),
    "unknown kind": (b'{"kind":"atack_declared"}\n', "did you mean 'attack_declared'?"),
    "unknown field": (b'{"kind":"passed","player":"p1","what":"turn","x":1}\n', "x is not known"),
    "missing field": (b'{"kind":"passed","player":"p1"}\n', "what is missing"),
    "wrong type": (b'{"kind":"memory_changed","after":"3"}\n', "should be a valid integer"),
    "duplicate key": (b'{"kind":"passed","kind":"noted"}\n', "a key stands twice"),
    "big number": (b'{"kind":"noted","text":"","about":9007199254740992}\n', "less than or equal"),
    "huge number": (
        b'{"kind":"noted","text":"","about":' + b"9" * 5000 + b"}\n",
        "beyond what JSON",
    ),
    "float": (b'{"kind":"memory_changed","after":1.0}\n', "not an integer"),
    "NaN": (b'{"kind":"memory_changed","after":NaN}\n', "NaN"),
    "surrogate": (b'{"kind":"noted","text":"\\ud800"}\n', "lone surrogates"),
    "deep": (b"[" * 100_000 + b"\n", "nested too deeply"),
    "no date": (b'{"kind":"noted","text":"","at":"2026-02-30T10:00:00Z"}\n', "real date"),
    "commitment": (b'{"kind":"noted","text":"~' + b"0" * 64 + b'"}\n', "commitment"),
    "half a group": (
        b'{"kind":"noted","text":"a","step":0,"of":2}\n',
        "ends after 1 of the 2 events of a group",
    ),
    "impossible": (
        _IMPOSSIBLE,
        "position 9 of the trash of p2 does not exist",
    ),
    "wrong seq": (b'{"kind":"noted","text":"a","seq":900}\n', "holds 47 events and not 900"),
}


@pytest.mark.parametrize("case", BAD_EVENTS)
def test_bad_events_get_one_message_and_leave_the_log_alone(
    run: Run, recorded: Path, case: str
) -> None:
    given, expected = BAD_EVENTS[case]
    before = recorded.read_bytes()
    done = run("append", recorded, given=given)
    message = done.stderr.decode()
    assert done.returncode == 4, message
    assert expected in message
    assert message.count("\n") == 1
    assert message.startswith("dcg-events: ")
    assert "line 1" in message or "event 47" in message or "event 900" in message
    assert recorded.read_bytes() == before


def test_the_module_and_the_command_are_one_program(recorded: Path) -> None:
    command = Path(sys.executable).with_name("dcg-events")
    for program in ([sys.executable, "-m", "dcg_events"], [str(command)]):
        done = subprocess.run(  # noqa: S603 - our own program
            [*program, "show", recorded, "--at", "7"], capture_output=True, check=False
        )
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1
        assert b"no group ends there" in done.stderr


def test_a_line_of_100_megabytes_is_refused_without_being_read_whole(
    run: Run, recorded: Path, tmp_path: Path
) -> None:
    big = tmp_path / "big"
    with big.open("wb") as file:
        for _ in range(100):
            file.write(b"x" * 1_000_000)
    done = run("append", recorded, big)
    assert done.returncode == 4
    assert b"longer than the 1,048,576 bytes" in done.stderr
    done = run("show", big)
    assert done.returncode == 3
    assert b"longer than the 1,048,576 bytes" in done.stderr


def log_of(*events: dict[str, object]) -> bytes:
    """Return a log of single events with a right head, whatever they are."""
    lines = b""
    for seq, event in enumerate(events):
        common = {"at": None, "game": 0, "group": seq, "of": 1, "seq": seq, "step": 0}
        lines += canonical(common | event) + b"\n"
    head = sha256(lines).hexdigest()
    return lines + b'["commit",%d,"%s"]\n' % (len(events) - 1, head.encode())


BAD_LOGS = {
    "empty": (b"", 3, "the file is empty"),
    "binary": (bytes(range(256)) * 50, 3, "line 1"),
    "no commit": (
        b'{"kind":"noted","seq":0,"of":1,"step":0,"group":0,"game":0,"at":null}\n',
        3,
        "no committed event",
    ),
    "no header": (log_of({"kind": "noted", "text": None}), 3, "it has no header"),
    "a later format": (
        log_of({"kind": "match_opened", "format": 2}),
        3,
        "its format version is not known",
    ),
    "text": (b"hello\n", 3, "no record, no opening and no commit"),
}


@pytest.mark.parametrize("case", BAD_LOGS)
@pytest.mark.parametrize("command", ["events", "show", "states", "replay", "verify", "append"])
def test_bad_logs_get_one_message(run: Run, tmp_path: Path, case: str, command: str) -> None:
    data, code, expected = BAD_LOGS[case]
    path = tmp_path / "bad.dcglog"
    path.write_bytes(data)
    done = run(command, path)
    message = done.stderr.decode()
    assert done.returncode == code, message
    assert expected in message
    assert message.count("\n") == 1
    assert "Traceback" not in message
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    "command", ["events", "show", "states", "replay", "verify", "audit", "leaks", "append"]
)
def test_missing_file_and_directory_are_usage_errors(
    run: Run, tmp_path: Path, command: str
) -> None:
    missing = run(command, "nothing.dcglog")
    assert (missing.returncode, missing.stderr) == (
        2,
        b"dcg-events: nothing.dcglog: there is no such file or folder; check the path\n",
    )
    folder = run(command, tmp_path)
    assert folder.returncode == 2
    many = command in ("verify", "audit", "leaks")
    said = (
        b"a folder that holds no log; name another" if many else b"a directory; name a file in it"
    )
    assert said in folder.stderr


def test_opening_of_another_match_is_refused(run: Run, recorded: Path) -> None:
    run("new", "other.dcglog", "--p1", "Aiko", "--p2", "Ben")
    run("append", "other.dcglog", given=MATCH.read_bytes())
    other = (recorded.parent / "other.dcglog").read_bytes().splitlines(keepends=True)
    lines = recorded.read_bytes().splitlines(keepends=True)
    place = next(i for i, line in enumerate(lines) if line.startswith(b'["open"'))
    assert other[place].startswith(lines[place][:20])
    lines[place] = other[place]
    recorded.write_bytes(b"".join(lines))
    done = run("verify", recorded)
    assert done.returncode == 3
    assert b"does not fit event" in done.stdout


@pytest.mark.parametrize("command", ["new", "append", "events", "show", "replay", "redact"])
def test_help_teaches_by_example(run: Run, command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert b"Example" in done.stdout
    assert b"dcg-events " + command.encode() in done.stdout


def test_a_copy_with_shared_openings_alone_can_be_read_as_either_player(run: Run) -> None:
    """Nothing in such a copy says whose it is; by default it is read as a spectator."""
    run("new", "early.dcglog", "--p1", "a", "--p2", "b")
    penalty = b'{"kind":"penalty_issued","player":"p1","tier":"warning","reason":"late"}\n'
    judged = b'{"kind":"deck_registered","player":"p1","deck":["BT1-010"],"egg_deck":null}\n'
    run("append", "early.dcglog", given=penalty + judged)
    run("redact", "early.dcglog", "--as", "p2", "-o", "early.p2.dcglog")
    for viewer, told in (("p2", "late"), ("p1", "late"), ("spectator", None)):
        events = run("events", "early.p2.dcglog", "--as", viewer).stdout.splitlines()
        assert json.loads(events[1])["reason"] == told
        assert json.loads(events[2])["deck"] is None
    assert run("events", "early.p2.dcglog", "--as", "judge").returncode == 2


def test_append_answers_each_group_at_once(recorded: Path) -> None:
    program = [sys.executable, "-m", "dcg_events", "append", str(recorded)]
    with subprocess.Popen(  # noqa: S603 - our own program
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(2):
            running.stdin.write(b'{"kind":"noted","text":"live"}\n')
            running.stdin.flush()
            running.stdin.write(b'{"kind":"noted","text":"and on"}\n')
            running.stdin.flush()
            assert b'"seqs"' in running.stdout.readline()
        running.stdin.close()
        assert running.stdout.read().count(b'"seqs"') == 2
    assert running.returncode == 0
