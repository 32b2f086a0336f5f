"""The door: what is no event is refused, with a place, a problem and a remedy."""

import json
from pathlib import Path
from typing import Any

import pytest

from dcg_events.errors import EventError
from dcg_events.events.codec import canonical, decode_event, plain_event
from dcg_events.events.limits import MAX_LINE
from dcg_events.recorder.door import checked_as_given
from dcg_events.recorder.recorder import Recorder

COMMITMENT = "~" + 64 * "a"
MOVE = '{"kind":"memory_changed","after":1'


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"", "not JSON"),
        (b"null", "not an object"),
        (b"[]", "not an object"),
        (b'"memory_changed"', "not an object"),
        (b"{}", "no kind"),
        (b'{"kind":null}', "no kind"),
        (b'{"kind":7}', "not a name"),
        (b'{"kind":["memory_changed"]}', "not a name"),
        (b'{"kind":"atack_declared"}', "unknown kind"),
        (b'{"kind":"memory_changed"}', "field after.* is missing"),
        (MOVE.encode() + b',"foo":1}', "field foo.* is not known"),
        (MOVE.encode() + b',"cause":{"kind":"rule","foo":1}}', "field cause.foo.* is not known"),
        (MOVE.encode() + b',"after":2}', "a key stands twice"),
        (MOVE.encode() + b',"cause":{"kind":"rule","kind":"cost"}}', "a key stands twice"),
        (b'{"kind":"memory_changed","after":1.0}', "not an integer"),
        (b'{"kind":"memory_changed","after":1e0}', "not an integer"),
        (b'{"kind":"memory_changed","after":NaN}', "NaN"),
        (b'{"kind":"memory_changed","after":-Infinity}', "NaN"),
        (b'{"kind":"memory_changed","after":"1"}', "field after"),
        (b'{"kind":"memory_changed","after":true}', "field after"),
        (b'{"kind":"memory_changed","after":11}', "field after"),
        (MOVE.encode() + b',"asked":9007199254740992}', "field asked"),
        (MOVE.encode() + b',"asked":' + b"9" * 5000 + b"}", "beyond what JSON carries"),
        (b'{"kind":"noted","text":"\\ud800"}', "beyond what JSON carries"),
        (b'{"kind":"noted","text":"\xff"}', "not UTF-8"),
        (b'{"kind":"noted","text":"a"', "not JSON"),
        (b'{"kind":"noted","text":"a"} {}', "not JSON"),
        (b'{"kind":"noted","text":' + b"[" * 90_000 + b"]" * 90_000 + b"}", "nested"),
        (MOVE.encode() + b',"at":"2026-02-30T10:00:00Z"}', "not a real date"),
        (MOVE.encode() + b',"at":"2026-02-03T10:00:00.5Z"}', "form"),
        (MOVE.encode() + b',"at":"2026-02-03T10:00:00+01:00"}', "form"),
        (MOVE.encode() + b',"seq":-1}', "field seq"),
        (MOVE.encode() + b',"of":0}', "field of"),
        (MOVE.encode() + b',"by":"p3"}', "field by"),
        (b'{"kind":"noted","text":"' + COMMITMENT.encode() + b'"}', "commitment"),
        (b'{"kind":"noted","text":"\\u007e' + 64 * b"a" + b'"}', "commitment"),
    ],
)
def test_what_is_no_event_is_refused(line: bytes, problem: str) -> None:
    with pytest.raises(EventError, match=problem) as refused:
        decode_event(line, "line 3")
    assert refused.value.where == "line 3"
    assert refused.value.exit_code == 4
    assert refused.value.remedy


def test_a_hundred_megabytes_on_a_line_are_refused_before_they_are_read() -> None:
    line = b'{"kind":"noted","text":"' + b"a" * 100_000_000 + b'"}'
    with pytest.raises(EventError, match="100,000,026 bytes long"):
        decode_event(line, "line 1")


def test_the_longest_line_may_stand() -> None:
    line = b'{"kind":"noted","text":"a"' + b" " * (MAX_LINE - 27) + b"}"
    assert len(line) == MAX_LINE
    assert decode_event(line, "line 1")["text"] == "a"
    with pytest.raises(EventError, match="bytes long"):
        decode_event(line + b" ", "line 1")


def test_the_largest_integer_may_stand() -> None:
    event = decode_event(MOVE.encode() + b',"asked":9007199254740991}', "line 1")
    assert event["asked"] == 2**53 - 1


@pytest.mark.parametrize("value", [{1, 2}, b"bytes", object(), 2**70, float("nan"), 1.5])
def test_what_json_cannot_carry_is_refused(value: Any) -> None:
    with pytest.raises(EventError):
        plain_event({"kind": "memory_changed", "after": 1, "asked": value}, "event 4")


def test_a_message_does_not_repeat_what_may_be_a_hidden_card() -> None:
    line = b'{"kind":"deck_registered","player":"p1","deck":["BT1-010 !"],"egg_deck":null}'
    with pytest.raises(EventError) as refused:
        decode_event(line, "line 1")
    assert "BT1-010" not in str(refused.value)


def test_an_event_is_taken_as_it_was_written() -> None:
    event: dict[str, Any] = {"kind": "noted", "text": None, "audience": []}
    assert plain_event(event, "event 1") == event
    assert decode_event(json.dumps(event).encode(), "line 1") == event
    assert canonical(event) == b'{"audience":[],"kind":"noted","text":null}'


@pytest.mark.parametrize("text", ["~" + 64 * "x", "~" + 63 * "a" + "A", "~", "~" + 63 * "a"])
def test_text_that_only_looks_like_a_commitment_is_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "m.dcglog"
    with Recorder.create(path, p1=text, p2="Ben") as recorder:
        recorder.append({"kind": "noted", "text": text, "audience": ["p1", "p2", "spectator"]})
    with Recorder.open(path) as recorder:
        assert recorder.version == 2


def test_a_name_that_is_a_commitment_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EventError, match="commitment"):
        Recorder.create(tmp_path / "m.dcglog", p1=COMMITMENT, p2="Ben")


def test_events_that_are_given_away_are_checked_and_not_copied() -> None:
    event = {"kind": "memory_changed", "after": 1}
    checked = checked_as_given([event], 7)
    assert checked.events[0] is event
    with pytest.raises(EventError, match=r"event 8: memory_changed: field after is missing"):
        checked_as_given([event, {"kind": "memory_changed"}], 7)


def test_a_note_in_a_log_without_notes_is_refused(tmp_path: Path) -> None:
    noted = {"kind": "memory_changed", "after": 1, "recorder": {"ref": "line 7"}}
    with Recorder.create(tmp_path / "match.dcglog", p1="Aiko", p2="Ben") as recorder:
        with pytest.raises(EventError, match="this log was begun without them"):
            recorder.append(noted)
        assert recorder.append({"kind": "memory_changed", "after": 1}).seqs == (1,)
