"""Logs whose heads are right and whose lines are not: what a careless or dishonest writer makes."""

import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from dcg_events import LogDamagedError, MatchLog, verify
from dcg_events.errors import DcgEventsError
from dcg_events.events.codec import canonical
from dcg_events.log.reading import LogReader
from dcg_events.log.store import open_reading
from dcg_events.projections.rewinding import FOLDED
from dcg_events.recorder.opening import opening

HEADER = opening(p1="one", p2="two")


def event(seq: int, kind: str = "noted", **fields: Any) -> dict[str, Any]:
    common = {"at": None, "game": 0, "group": seq, "of": 1, "seq": seq, "step": 0}
    said_to_all = {"text": None, "audience": ["p1", "p2", "spectator"]}
    note = said_to_all if kind == "noted" and "text" not in fields else {}
    return common | {"kind": kind} | note | fields


def sealed(seq: int, path: str, value: object, salt: str = "0" * 32) -> tuple[bytes, str]:
    line = canonical(["open", seq, path, [], value, salt])
    return line, "~" + sha256(line).hexdigest()


def write(path: Path, *writes: tuple[Sequence[bytes], Sequence[object]]) -> Path:
    """Write a log of writes: opening lines, and events or raw record lines."""
    digest, last = sha256(), -1
    with path.open("wb") as file:
        for openings, events in writes:
            records = [e if isinstance(e, bytes) else canonical(e) for e in events]
            digest.update(b"".join(record + b"\n" for record in records))
            last += len(records)
            file.write(b"".join(line + b"\n" for line in (*openings, *records)))
            file.write(b'["commit",%d,"%s"]\n' % (last, digest.hexdigest().encode()))
    return path


def refusal(path: Path) -> str:
    """Return the message of reading the log through."""
    with open_reading(path) as file, pytest.raises(LogDamagedError) as read:
        list(LogReader(file, path.name).groups())
    with pytest.raises(LogDamagedError):
        list(MatchLog(path).events())
    return str(read.value)


FIRST: tuple[Sequence[bytes], Sequence[object]] = ((), [event(0, **HEADER)])
GOOD_LINE, GOOD = sealed(1, "text", "secret")
OTHER_LINE, OTHER = sealed(1, "text", "secret", "1" * 32)

FORGED: dict[str, tuple[Sequence[bytes], Sequence[object], str]] = {
    "a seq twice": ((), [event(1), event(1)], "does not hold event 2"),
    "a gap": ((), [event(1), event(3)], "does not hold event 2"),
    "half a group": ((), [event(1, of=2)], "does not hold event 2 of a whole group"),
    "steps swapped": (
        (),
        [event(1, of=2, step=1), event(2, of=2, step=0, group=1)],
        "does not hold event 1",
    ),
    "a group interrupted": ((), [event(1, of=2), event(2), event(3, of=2, step=1)], "event 2"),
    "no size": ((), [{"kind": "noted", "seq": 1, "step": 0}], "does not hold event 1"),
    "one event in two lines": ((), [b'{"kind":"noted"', b'"seq":1}'], "does not match its commit"),
    "no JSON": ((), [b'{"kind":'], "the line is not JSON"),
    "another opening": (
        [OTHER_LINE],
        [event(1, text=GOOD)],
        "opening of text does not fit event 1",
    ),
    "an opening twice": ([GOOD_LINE, GOOD_LINE], [event(1, text=GOOD)], "does not fit event 1"),
    "an opening too early": ([sealed(2, "text", 1)[0]], [event(1)], "not an opening for an event"),
    "an opening too late": ([sealed(0, "origin", 1)[0]], [event(1)], "does not fit event 0"),
    "an opening of nothing": ([sealed(1, "a.b.c", 1)[0]], [event(1)], "opening of a.b.c"),
    "no opening": ([b'["open",1]'], [event(1)], "not an opening for an event"),
    "two values in a line": ([GOOD_LINE + b",1"], [event(1, text=GOOD)], "one opening"),
}


@pytest.mark.parametrize("case", FORGED)
def test_forged_write_is_refused_and_what_was_before_is_good(case: str, tmp_path: Path) -> None:
    openings, events, expected = FORGED[case]
    path = write(tmp_path / "forged.dcglog", FIRST, (openings, events))
    message = refusal(path)
    assert expected in message
    assert "secret" not in message
    assert re.match(r"forged\.dcglog, group [0-2], event [0-2], line \d+: ", message)
    verdict = verify(path)
    assert not verdict.whole
    assert verdict.events <= 2
    if not openings:  # of openings the fold reads only what it uses
        with pytest.raises(DcgEventsError):
            MatchLog(path).state()
        with pytest.raises(DcgEventsError):
            list(MatchLog(path).states())


def test_the_fold_refuses_a_forged_opening_of_what_it_uses(tmp_path: Path) -> None:
    good, commitment = sealed(1, "order", [])
    forged, _ = sealed(1, "order", [], "1" * 32)
    shuffled = event(1, "shuffled", zone="deck", side="p1", order=commitment)
    assert MatchLog(write(tmp_path / "a.dcglog", FIRST, ([good], [shuffled]))).state()["seq"] == 1
    path = write(tmp_path / "b.dcglog", FIRST, ([forged], [shuffled]))
    with pytest.raises(LogDamagedError, match="opening of order does not fit event 1"):
        MatchLog(path).state()


def test_the_same_write_without_the_flaw_is_good(tmp_path: Path) -> None:
    path = write(tmp_path / "good.dcglog", FIRST, ([GOOD_LINE], [event(1, text=GOOD), event(2)]))
    assert [e.get("text") for e in MatchLog(path).events()] == [None, "secret", None]
    assert verify(path, strict=True).whole


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (canonical(event(1)).replace(b":", b": ", 1), "not in canonical form"),
        (canonical(event(1, surprise=1)), "surprise is not known"),
        (canonical(event(1, kind="passed", player="p1")), "what is missing"),
        (
            canonical(event(1)).replace(b'"at":null', b'"at":null,"at":null'),
            "not in canonical form",
        ),
    ],
)
def test_strict_verification_looks_at_the_form_of_each_line(
    line: bytes, expected: str, tmp_path: Path
) -> None:
    path = write(tmp_path / "loose.dcglog", FIRST, ((), [line]))
    assert verify(path).whole
    strict = verify(path, strict=True)
    assert not strict.whole
    assert strict.damage is not None
    assert expected in strict.damage
    assert "line 3" in strict.damage


def test_an_event_that_lacks_what_the_fold_needs_is_refused(tmp_path: Path) -> None:
    lacking = event(1, kind="memory_changed")
    path = write(tmp_path / "lacking.dcglog", FIRST, ((), [lacking]))
    verdict = verify(path)
    assert not verdict.whole
    assert "event 1: it lacks a field" in str(verdict.damage)
    with pytest.raises(DcgEventsError, match="event 1: it lacks a field"):
        MatchLog(path).state()


def test_the_message_names_the_line_of_the_opening_whoever_reads(tmp_path: Path) -> None:
    """Openings for others are passed over, and still count as lines."""
    fine, fine_commitment = sealed(1, "text", "secret")
    order = canonical(["open", 2, "order", ["p1"], [], "0" * 32])
    shuffled = event(2, "shuffled", zone="deck", side="p1", order="~" + "0" * 64)
    path = write(
        tmp_path / "log.dcglog", FIRST, ([fine, order], [event(1, text=fine_commitment), shuffled])
    )
    for holder in ("judge", "p1"):
        with open_reading(path) as file, pytest.raises(LogDamagedError) as read:
            list(LogReader(file, path.name, holder).groups())
        assert str(read.value).startswith(
            "log.dcglog, group 2, event 2, line 4: the opening of order"
        )
    with pytest.raises(LogDamagedError, match=r"line 4: the opening of order"):
        MatchLog(path).state()


def test_an_opening_in_another_form_is_not_passed_over(tmp_path: Path) -> None:
    """What is left out before parsing is what surely opens another field, and nothing else."""
    odd = (
        b'["open", 1,"order",[],["BT1-010"],"%b"]' % (b"0" * 32),
        b'["open",1,"ord\\u0065r",[],["BT1-010"],"%b"]' % (b"0" * 32),
        b'["open",1.0,"order",[],["BT1-010"],"%b"]' % (b"0" * 32),
    )
    note, noted = sealed(2, "text", "secret")
    for number, line in enumerate(odd):
        order = "~" + sha256(line).hexdigest()
        shuffled = event(1, "shuffled", zone="deck", side="p1", order=order)
        path = write(
            tmp_path / f"{number}.dcglog", FIRST, ([line, note], [shuffled, event(2, text=noted)])
        )
        read = []
        for fields in (None, FOLDED, frozenset({"order"})):
            with open_reading(path) as file:
                try:
                    groups = LogReader(file, path.name, fields=fields).groups()
                    read.append([group[0].get("order") for group in groups])
                except LogDamagedError as error:
                    read.append([str(error)])
        assert read[0] == read[1] == read[2]
        assert order not in read[0]


def test_a_match_is_opened_once_in_a_write_too(tmp_path: Path) -> None:
    path = write(tmp_path / "log.dcglog", ((), [event(0, **HEADER), event(1, **HEADER)]))
    for read in (lambda: MatchLog(path).state(), lambda: list(MatchLog(path).states())):
        with pytest.raises(DcgEventsError, match="the match is open already"):
            read()


@pytest.mark.parametrize("name", ["at", "game", "group"])
def test_a_record_without_what_a_writer_may_leave_out_is_found_by_strict(
    name: str, tmp_path: Path
) -> None:
    for record in (
        {key: value for key, value in event(1).items() if key != name},
        event(1) | {"group": 0},
    ):
        verdict = verify(write(tmp_path / "m.dcglog", FIRST, ((), [record])), strict=True)
        assert (verdict.whole, verdict.event, verdict.line) == (False, 1, 3)
