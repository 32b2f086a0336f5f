"""Hostile files: refused in our words, at once, and in little memory."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from dcg_events import DcgEventsError, LogError, MatchLog, UsageError, read_proof, redact, verify
from dcg_events.cli.options import json_line
from dcg_events.events.codec import canonical, decode_event
from dcg_events.events.limits import MAX_DEPTH, MAX_LINE
from dcg_events.events.strict_json import RefusedJsonError, read_object
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.log.store import open_reading
from tests.log.small import write_small_log
from tests.log.test_forged import FIRST, event, sealed, write

READERS: dict[str, Callable[[Path], object]] = {
    "verify": verify,
    "events": lambda path: list(MatchLog(path).events()),
    "state": lambda path: MatchLog(path).state(),
    "redact": lambda path: redact(path, "p1", path.with_name("copy.dcglog")),
    "proof": read_proof,
    "aegis": lambda path: import_aegis(path, path.with_name("out.dcglog")),
}

CONTENTS: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda _: b"",
    "a line feed": lambda _: b"\n",
    "zeros": lambda _: b"\0" * 5000,
    "gz": gzip.compress,
    "utf-16": lambda data: data.decode().encode("utf-16"),
    "a byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "carriage returns": lambda data: data.replace(b"\n", b"\r\n"),
    "a lone surrogate": lambda data: data.replace(b"Aiko", b"\\ud800", 1),
    "raw surrogate bytes": lambda data: data.replace(b"Aiko", b"\xed\xa0\x80", 1),
    "a zero byte": lambda data: data.replace(b"Aiko", b"Ai\0ko", 1),
    "a huge number": lambda data: data.replace(b'"format":1', b'"format":1' + b"0" * 400),
    "infinity": lambda data: data.replace(b'"format":1', b'"format":1e999'),
    "brackets": lambda _: b"[" * 900_000,
    "objects": lambda _: b'{"a":' * 150_000,
    "nested": lambda _: b"[" * 900 + b"]" * 900 + b"\n",
    "a line without end": lambda _: b'{"kind":"' + b"a" * (MAX_LINE + 10),
    "a key twice": lambda data: data.replace(b'{"at":', b'{"at":null,"at":', 1),
}


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("reader", READERS)
def test_strange_bytes_are_refused_in_our_words(content: str, reader: str, tmp_path: Path) -> None:
    path = write_small_log(tmp_path / "small.dcglog")
    path.write_bytes(CONTENTS[content](path.read_bytes()))
    with pytest.raises(DcgEventsError) as refused:
        READERS[reader](path)
    assert len(str(refused.value)) < 600
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("reader", READERS)
def test_a_pipe_a_device_and_a_directory_are_refused_at_once(reader: str, tmp_path: Path) -> None:
    paths = [Path("/dev/zero"), tmp_path]
    if reader not in ("proof", "aegis"):  # these are read once, and may come through a pipe
        paths.append(tmp_path / "pipe.dcglog")
        os.mkfifo(paths[-1])
    for path in paths:
        with pytest.raises(DcgEventsError) as refused:
            READERS[reader](path)
        assert refused.value.exit_code in (2, 3, 4)


def test_a_pipe_is_told_how_to_be_read() -> None:
    with pytest.raises(UsageError, match="read it from standard input, with - for the log"):
        open_reading(Path("/dev/zero"))


def deep(levels: int) -> bytes:
    return b'{"a":' * levels + b"1" + b"}" * levels


@pytest.mark.parametrize("levels", [MAX_DEPTH + 2, 260, 900])
@pytest.mark.parametrize("sealed_in", [True, False])
def test_a_deep_value_under_a_right_head_is_refused(
    levels: int, sealed_in: bool, tmp_path: Path
) -> None:
    value = b"DEEP"
    line, commitment = sealed(1, "text", "DEEP")
    line = line.replace(b'"DEEP"', deep(levels))
    commitment = "~" + sha256(line).hexdigest()
    record = canonical(event(1, text=commitment if sealed_in else "DEEP"))
    record = record.replace(b'"%b"' % value, deep(levels))
    path = write(tmp_path / "deep.dcglog", FIRST, ([line] if sealed_in else [], [record]))
    with pytest.raises(DcgEventsError, match=r"deep|form"):
        list(MatchLog(path).events())
    assert not verify(path, strict=True).whole


def test_plain_events_and_their_depth() -> None:
    assert read_object(deep(MAX_DEPTH))
    for levels in (MAX_DEPTH + 1, 300, 2000, 100_000):
        with pytest.raises(RefusedJsonError, match="nested too deeply"):
            read_object(deep(levels))
    with pytest.raises(DcgEventsError, match="nested too deeply"):
        decode_event(deep(20_000), "line 1")


def test_very_many_values_are_refused_before_they_are_built() -> None:
    with pytest.raises(RefusedJsonError, match="values"):
        read_object(b'{"a":[%b0]}' % (b"0," * 400_000))
    assert len(read_object(b'{"a":"%b"}' % (b"," * 400_000))["a"]) == 400_000


LIMITED = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]) << 20, int(sys.argv[2]) << 20))
from dcg_events.errors import DcgEventsError
from tests.log.test_hostile import READERS
for name, read in READERS.items():
    try:
        read(Path(sys.argv[1]))
    except DcgEventsError as error:
        print(name, error)
"""


@pytest.mark.parametrize("begin", [b"", b'{"kind":"match_opened', b"[", b'["open",0,"a",[],"'])
def test_a_gigabyte_without_a_line_feed_takes_no_memory(tmp_path: Path, begin: bytes) -> None:
    """The file is sparse: on the disk it takes nothing, and in memory it may not either."""
    path = tmp_path / "endless.dcglog"
    path.write_bytes(begin)
    os.truncate(path, 1 << 30)
    command = [sys.executable, "-c", LIMITED, str(path), "400"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(READERS)


@pytest.mark.parametrize("source", ["/dev/zero"])
def test_standard_input_without_end_is_not_kept_for_ever(source: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dcg_events", "verify", "-"]
    with Path(source).open("rb") as endless:
        done = subprocess.run(  # noqa: S603
            command, stdin=endless, capture_output=True, text=True, check=False, cwd=tmp_path
        )
    assert done.returncode == LogError.exit_code
    assert "a line is longer than the 1,048,576 bytes allowed" in done.stderr


HOSTILE_NAMES = ("EX6-030", "\x1b[2J", "evil\nfinal.dcglog: whole", "x" * 900_000, "a" * 41, "a..b")


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_what_an_opening_calls_itself_is_not_repeated(name: str, tmp_path: Path) -> None:
    path = write_small_log(tmp_path / "small.dcglog")
    lines = path.read_bytes().split(b"\n")
    number = next(n for n, line in enumerate(lines) if line.startswith(b'["open",1,'))
    opening = json.loads(lines[number])
    lines[number] = canonical([*opening[:2], name, *opening[3:]])
    path.write_bytes(b"\n".join(lines))
    verdict = verify(path)
    assert verdict.damage is not None
    assert "the opening of no field does not fit event 1" in verdict.damage
    assert name not in verdict.damage


@pytest.mark.parametrize("seq", ["-1", "99999999999", "1" + "0" * 30, "1.5", "true", '"1"', "null"])
def test_the_place_of_an_opening_of_no_event_is_in_its_write(seq: str, tmp_path: Path) -> None:
    path = write_small_log(tmp_path / "small.dcglog")
    data = path.read_bytes()
    path.write_bytes(data.replace(b'["open",1,', b'["open",%b,' % seq.encode(), 1))
    verdict = verify(path)
    assert not verdict.whole
    assert (verdict.event, verdict.group) == (1, 1)
    json_line(verdict.as_dict())


@pytest.mark.parametrize("count", [1001, 2**31, 2**53 - 1, -1])
@pytest.mark.parametrize("reader", ["verify", "state"])
def test_a_deck_of_more_cards_than_there_are_takes_no_memory(
    count: int, reader: str, tmp_path: Path
) -> None:
    """What a copy does not know of a deck is made from the number alone."""
    decks = {"deck_count": count, "egg_deck_count": 0, "deck": "~" + "0" * 64, "egg_deck": None}
    none = {"deck_count": 0, "egg_deck_count": 0, "deck": None, "egg_deck": None}
    started = event(1, "game_started", p1=decks, p2=none) | {"game": 1}
    path = write(tmp_path / "m.dcglog", FIRST, ((), [started]))
    problem = f"a deck of {count} cards"
    if reader == "verify":
        assert problem in str(verify(path).damage)
    elif reader == "state":
        with pytest.raises(DcgEventsError, match=problem):
            MatchLog(path).state()


@pytest.mark.parametrize("kind", [None, ["noted"], {}, 5])
def test_an_event_without_a_kind_is_damage(kind: object, tmp_path: Path) -> None:
    path = write(tmp_path / "m.dcglog", FIRST, ((), [event(1) | {"kind": kind}]))
    verdict = verify(path)
    assert (verdict.whole, verdict.event) == (False, 1)
