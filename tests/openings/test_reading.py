"""Openings that are not what they should be are refused when they are read, or by `verify`."""

from pathlib import Path
from typing import Any

import pytest

from dcg_events import LogDamagedError, LogError, MatchLog, Recorder, redact, verify
from dcg_events.log.reading import LogReader
from dcg_events.log.sealing import commitment_of
from dcg_events.log.store import open_reading
from dcg_events.projections.rewinding import FOLDED
from tests.log.test_forged import FIRST, event, sealed, write
from tests.openings.matches import disclosing, lines_of, opened_in, record_match

NUMBER = (2, "number")


@pytest.fixture
def shown(log: Path) -> Path:
    """Disclose a number to p2, and record something after it."""
    with Recorder.open(log) as recorder:
        recorder.append(disclosing(NUMBER))
        recorder.append({"kind": "noted", "text": "x", "audience": ["p2"]})
    return log


def opening_of(log: Path, seq: int, field: str) -> bytes:
    start = b'["open",%d,"%s"' % (seq, field.encode())
    return next(line for line in lines_of(log) if line.startswith(start))


def place_of(log: Path, seq: int) -> int:
    """Return the index of an event's record among the lines."""
    return next(i for i, line in enumerate(lines_of(log)) if b'"seq":%d,' % seq in line)


def begin_of(log: Path, seq: int) -> int:
    """Return the index of the first line of the write that holds an event."""
    lines, index = lines_of(log), place_of(log, seq)
    return 1 + max(i for i in range(index) if lines[i].startswith(b'["commit"'))


def insert(log: Path, index: int, line: bytes) -> Path:
    lines = lines_of(log)
    changed = log.with_name("changed.dcglog")
    changed.write_bytes(b"".join(part + b"\n" for part in (*lines[:index], line, *lines[index:])))
    return changed


def refusal(log: Path, holder: str = "judge", fields: frozenset[str] | None = None) -> str:
    with open_reading(log) as file, pytest.raises(LogDamagedError) as refused:
        list(LogReader(file, log.name, holder, fields).groups())
    return str(refused.value)


def reads_well(log: Path, holder: str = "judge", fields: frozenset[str] | None = None) -> bool:
    with open_reading(log) as file:
        return bool(list(LogReader(file, log.name, holder, fields).groups()))


@pytest.mark.parametrize("holder", ["judge", "p1"])
def test_an_opening_twice_in_its_write_is_refused(log: Path, holder: str) -> None:
    line = opening_of(log, *NUMBER)
    index = lines_of(log).index(line)
    for place in (index, index + 1):
        message = refusal(insert(log, place, line), holder)
        assert f"line {index + 2}: the opening of number does not fit event 2" in message


@pytest.mark.parametrize("holder", ["judge", "p1"])
@pytest.mark.parametrize("seq", [1, 4, 7])
def test_an_opening_in_another_write_is_refused(log: Path, holder: str, seq: int) -> None:
    index = begin_of(log, seq)
    message = refusal(insert(log, index, opening_of(log, *NUMBER)), holder)
    assert f"line {index + 1}: " in message
    assert "BT1-010" not in message
    if seq > 2:
        assert "no event of its write discloses it" in message


@pytest.mark.parametrize(("holder", "seq", "field"), [("judge", 6, "text"), ("p2", 7, "numbers")])
def test_an_opening_of_a_field_that_is_not_sealed_is_refused(
    log: Path, holder: str, seq: int, field: str
) -> None:
    audience = opened_in(log)[seq, field][1]
    for wrong in ("kind", "no_such_field", "from.position", "cause.source"):
        line, _ = sealed(seq, wrong, "x")
        line = line.replace(b"[],", b'["%s"],' % audience[0].encode() if audience else b"[],")
        assert "does not fit" in refusal(insert(log, begin_of(log, seq), line), holder)


def test_the_openings_of_another_match_are_refused(log: Path, other: Path) -> None:
    for (seq, field), (_, audience) in opened_in(other).items():
        theirs, ours = opening_of(other, seq, field), opening_of(log, seq, field)
        assert theirs != ours
        index = lines_of(log).index(ours)
        changed = insert(log, index, theirs)
        for holder in ("judge", *audience):
            told = refusal(changed, holder)
            assert f"line {index + 1}: the opening of " in told
            assert "does not fit" in told


def test_who_reads_a_part_does_not_see_the_rest_and_verify_does(log: Path) -> None:
    """A fold asks for its fields, a viewer for its own openings; `verify` looks at all."""
    text = opening_of(log, 6, "text")
    changed = insert(log, lines_of(log).index(text), text)
    assert reads_well(changed, fields=FOLDED)
    assert reads_well(changed, "p1")
    assert "does not fit event 6" in refusal(changed)
    verdict = verify(changed)
    assert not verdict.whole
    assert "does not fit event 6" in str(verdict.damage)
    number = opening_of(log, *NUMBER)
    late = insert(log, begin_of(log, 6), number)
    for holder, fields in (("p2", FOLDED), ("p2", None), ("judge", FOLDED), ("p1", FOLDED)):
        assert "no event of its write discloses it" in refusal(late, holder, fields)
    assert not verify(late).whole


def test_a_repeated_opening_is_accepted_once_and_only_where_it_is_disclosed(shown: Path) -> None:
    line = opening_of(shown, *NUMBER)
    index = begin_of(shown, 8)
    assert lines_of(shown)[index] == line
    for holder in ("judge", "p1", "p2"):
        assert reads_well(shown, holder)
        assert "or it stands twice" in refusal(insert(shown, index, line), holder)
        later = begin_of(shown, 9)
        assert "no event of its write discloses it" in refusal(insert(shown, later, line), holder)
        another = opening_of(shown, 3, "number")
        assert "of its write discloses it" in refusal(insert(shown, index, another), holder)


def test_the_disclosed_opening_of_another_match_is_refused(shown: Path, other: Path) -> None:
    theirs = opening_of(other, *NUMBER)
    lines = lines_of(shown)
    index = begin_of(shown, 8)
    lines[index] = theirs
    shown.write_bytes(b"\n".join(lines) + b"\n")
    for holder in ("judge", "p1", "p2"):
        assert f"line {index + 1}: the opening of number does not fit event 2" in refusal(
            shown, holder
        )


def disclosed(seq: int, *items: Any, to: Any = ("p2",), **more: Any) -> dict[str, Any]:
    _, reason = sealed(seq, "reason", None)
    fields = {"to": list(to) if isinstance(to, tuple) else to, "opened": list(items)}
    return event(seq, "disclosed", **fields) | {"reason": reason} | more


def item(seq: int, field: str, value: str) -> dict[str, Any]:
    return {"event": seq, "field": field, "value": value}


LINE, COMMITMENT = sealed(1, "text", "secret")
WRONG_LINE, WRONG = sealed(1, "text", "false", "1" * 32)
ITEM = item(1, "text", COMMITMENT)
MISNAMED = LINE.replace(b'"open"', b'"opem"')
REASON = sealed(2, "reason", None)[0]
NOTE: Any = ([LINE], [event(1, text=COMMITMENT)])


def test_the_forged_logs_below_are_good_without_their_flaw(tmp_path: Path) -> None:
    path = write(tmp_path / "a.dcglog", FIRST, NOTE, ([LINE, REASON], [disclosed(2, ITEM)]))
    assert verify(path, strict=True).whole
    told = list(MatchLog(path).events())[-1]
    assert told["opened"] == [item(1, "text", "secret")]


MALFORMED: dict[str, Any] = {
    "no list": disclosed(2) | {"opened": 7},
    "no items": disclosed(2, 7),
    "an item without its event": disclosed(2, {"field": "text", "value": COMMITMENT}),
    "an item with more": disclosed(2, ITEM | {"salt": "0"}),
    "an event that is no number": disclosed(2, item("1", "text", COMMITMENT)),  # type: ignore[arg-type]
    "an event that is true": disclosed(2, item(True, "text", COMMITMENT)),
    "a value in place": disclosed(2, item(1, "text", "secret")),
    "a value that is none": disclosed(2, ITEM | {"value": None}),
    "nobody named": disclosed(2, ITEM, to="p2"),
}


@pytest.mark.parametrize("case", MALFORMED)
@pytest.mark.parametrize("holder", ["judge", "p2"])
def test_a_record_that_does_not_say_what_it_discloses_is_refused(
    tmp_path: Path, case: str, holder: Any
) -> None:
    path = write(tmp_path / "a.dcglog", FIRST, NOTE, ([LINE, REASON], [MALFORMED[case]]))
    message = refusal(path, holder)
    assert "line 8: the line does not say what it discloses, and to whom" in message
    assert "secret" not in message
    assert not verify(path).whole
    with pytest.raises(LogError):
        redact(path, "p2", tmp_path / "copy.dcglog")


@pytest.mark.parametrize(
    ("openings", "record"),
    [
        ([LINE], disclosed(2, item(0, "text", COMMITMENT))),
        ([LINE], disclosed(2, item(1, "number", COMMITMENT))),
        ([LINE], disclosed(2, item(1, "text", WRONG))),
        ([WRONG_LINE], disclosed(2, ITEM)),
        ([LINE], event(2, "passed", player="p1", what="turn", to=["p2"], opened=[ITEM])),
        ([LINE.replace(b'"open"', b'"opem"')], disclosed(2, ITEM)),
        ([MISNAMED], disclosed(2, item(1, "text", commitment_of(MISNAMED)))),
    ],
)
def test_an_opening_that_does_not_fit_what_is_disclosed_is_refused(
    tmp_path: Path, openings: list[bytes], record: Any
) -> None:
    path = write(tmp_path / "a.dcglog", FIRST, NOTE, (openings, [record]))
    assert "does not fit event 1" in refusal(path)
    assert not verify(path).whole


@pytest.mark.parametrize(
    "claim",
    [item(1, "text", WRONG), item(1, "kind", WRONG), item(0, "origin", WRONG)],
    ids=["another value", "a public field", "another event"],
)
def test_verify_finds_a_value_that_was_never_sealed_so(tmp_path: Path, claim: Any) -> None:
    """Each write is sound by itself; only the earlier record tells that the value is false."""
    line = sealed(claim["event"], claim["field"], "false", "1" * 32)
    record = disclosed(2, item(claim["event"], claim["field"], line[1]))
    path = write(tmp_path / "a.dcglog", FIRST, NOTE, ([line[0], REASON], [record]))
    assert reads_well(path)
    verdict = verify(path)
    assert not verdict.whole
    assert f"event 2, line 8: it discloses {claim['field']} of event {claim['event']}" in str(
        verdict.damage
    )
    assert "seals another value" in str(verdict.damage)


@pytest.mark.parametrize("seq", [2, 3, 99])
def test_verify_finds_what_is_disclosed_before_it_happened(tmp_path: Path, seq: int) -> None:
    line, commitment = sealed(3, "text", "later")
    record = disclosed(2, item(seq, "text", commitment), to=("p1",))
    later = ([line], [event(3, text=commitment)])
    log = write(tmp_path / "a.dcglog", FIRST, NOTE, ([REASON], [record]), later)
    copy = tmp_path / "copy.dcglog"
    redact(log, "spectator", copy)  # which lacks nothing that the spectator should hold
    for path, viewer in ((log, "judge"), (copy, "spectator")):
        assert not verify(path, viewer).whole  # type: ignore[arg-type]
    assert f"it discloses text of event {seq}" in str(verify(copy, "spectator").damage)


@pytest.mark.parametrize(("viewer", "due"), [("judge", True), ("p2", True), ("p1", False)])
def test_a_withheld_disclosure_is_named(
    shown: Path, tmp_path: Path, viewer: Any, due: bool
) -> None:
    copy = tmp_path / "copy.dcglog"
    redact(shown, viewer, copy)
    assert verify(copy, viewer).whole
    lines = lines_of(copy)
    del lines[begin_of(copy, 8)]
    copy.write_bytes(b"\n".join(lines) + b"\n")
    verdict = verify(copy, viewer)
    if not due:  # p1 holds the value since it was recorded
        assert verdict.whole
        return
    assert [(fault.event, fault.field, fault.fault) for fault in verdict.openings] == [
        (2, "number", "withheld")
    ]


def test_a_disclosure_for_somebody_else_is_too_much(shown: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.dcglog"
    redact(shown, "spectator", copy)
    changed = insert(copy, begin_of(copy, 8), opening_of(shown, *NUMBER))
    faults = verify(changed, "spectator").openings
    assert [(fault.event, fault.field, fault.fault) for fault in faults] == [
        (2, "number", "surplus")
    ]
    told = list(MatchLog(changed, "spectator").events())[8]
    assert told["opened"] == [{"event": 2, "field": "number", "value": None}]


def test_a_log_cut_anywhere_after_a_disclosure_reads_as_before(shown: Path) -> None:
    data = shown.read_bytes()
    whole = list(MatchLog(shown, "p2").events())
    start = data.index(lines_of(shown)[begin_of(shown, 8)], data.index(b'["commit",7'))
    for size in range(start, len(data)):
        cut = shown.with_name("cut.dcglog")
        cut.write_bytes(data[:size])
        told = list(MatchLog(cut, "p2").events())
        assert told == whole[: len(told)]
        assert 8 <= len(told) < len(whole)


def test_the_small_match_is_what_these_tests_think(tmp_path: Path) -> None:
    log = record_match(tmp_path / "a.dcglog")
    assert opened_in(log)[NUMBER] == ("BT1-010", ["p1"])
    assert opened_in(log)[7, "numbers"][1] == ["p2"]
    assert verify(log).events == 8
