"""What was sealed is shown later, to more viewers, under the commitment it had from the first."""

import json
from pathlib import Path
from typing import Any

import pytest

from dcg_events import (
    EventError,
    ExpectedVersionError,
    LogError,
    MatchLog,
    Recorder,
    redact,
    verify,
)
from dcg_events.events.judging import Disclosed, DisclosedValue
from dcg_events.recorder import disclosing as module
from dcg_events.views.holding import holding_of
from tests.log.small import salts
from tests.openings.matches import VIEWERS, disclosing, head_of, lines_of, opened_in, record_match

NUMBER = (2, "number")


def disclose(log: Path, *items: tuple[int, str], **more: Any) -> None:
    with Recorder.open(log, salt=salts(500)) as recorder:
        recorder.append(disclosing(*items, **more))


def printed(log: Path, viewer: Any) -> dict[str, Any]:
    """Return the last event as a viewer may read it."""
    return list(MatchLog(log, viewer).events())[-1]


def test_the_opening_is_repeated_and_the_record_commits_to_it_anew(log: Path) -> None:
    before = lines_of(log)
    disclose(log, NUMBER, to=("p2",), reason="shown at the table")
    added = lines_of(log)[len(before) :]
    assert lines_of(log)[: len(before)] == before
    (opening,) = [line for line in before if line.startswith(b'["open",2,"number"')]
    assert added[0] == opening
    record = json.loads(added[2])
    (item,) = record["opened"]
    earlier = next(json.loads(line) for line in before if b'"seq":2,' in line)
    assert item == {"event": 2, "field": "number", "value": earlier["number"]}
    assert record["reason"].startswith("~")
    assert verify(log, strict=True).whole


@pytest.mark.parametrize("to", [("p2",), ("spectator",), ("p2", "spectator"), ("p1",)])
def test_it_widens_the_audience_and_nothing_else(
    log: Path, tmp_path: Path, to: tuple[str, ...]
) -> None:
    states = {viewer: list(MatchLog(log, viewer).states()) for viewer in VIEWERS}
    events = {viewer: list(MatchLog(log, viewer).events()) for viewer in VIEWERS}
    disclose(log, NUMBER, to=to, reason="why")
    for viewer in VIEWERS:
        copy = tmp_path / f"{viewer}.dcglog"
        redact(log, viewer, copy)
        for path in (log, copy):
            told = printed(path, viewer)
            knows = viewer in ("p1", "judge", *to)
            value = "BT1-010" if knows else None
            assert told["opened"] == [{"event": 2, "field": "number", "value": value}]
            assert told["to"] == list(to)
            assert told["reason"] == ("why" if viewer == "judge" else None)
            again = MatchLog(path, viewer)
            assert list(again.events())[:-1] == events[viewer]
            assert list(again.states())[:-1] == states[viewer]
            assert _without_place(again.state()) == _without_place(states[viewer][-1])
        repeated = [line for line in lines_of(copy) if line.startswith(b'["open",2,"number"')]
        assert len(repeated) == {"p1": 2, "judge": 2}.get(viewer, int(viewer in to))
        verdict = verify(copy, viewer)
        assert verdict.whole, verdict.damage
        assert verdict.head == head_of(log)


def _without_place(state: Any) -> dict[str, Any]:
    return {name: value for name, value in state.items() if name not in ("seq", "head")}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_whose_copy_it_is_shows_all_the_same(log: Path, tmp_path: Path, viewer: Any) -> None:
    before, after = tmp_path / "before.dcglog", tmp_path / "after.dcglog"
    redact(log, viewer, before)
    everything = list(opened_in(log))
    disclose(log, *everything, to=("p1", "p2", "spectator"))
    redact(log, viewer, after)
    assert holding_of(after).viewer == holding_of(before).viewer == viewer
    assert set(holding_of(after).viewers) >= set(holding_of(before).viewers)


@pytest.mark.parametrize(
    ("to", "viewers", "default"),
    [
        (("p2",), ("p2", "spectator"), "p2"),
        (("spectator",), ("spectator",), "spectator"),
        (("p2", "spectator"), ("p2", "spectator"), "spectator"),
        (("p1", "p2", "spectator"), ("p1", "p2", "spectator"), "spectator"),
    ],
)
def test_whose_copy_it_is_if_nothing_but_disclosed_values_tells(
    tmp_path: Path, to: tuple[Any, ...], viewers: tuple[str, ...], default: str
) -> None:
    """A viewer who held nothing of its own is told by what was shown to it."""
    log = tmp_path / "match.dcglog"
    with Recorder.create(log, p1="a", p2="b") as recorder:
        recorder.append({"kind": "noted", "text": "secret"})
        recorder.append({"kind": "noted", "text": "another"})
        recorder.append(disclosing((1, "text"), to=to))
    for viewer in to:
        copy = tmp_path / f"{viewer}.dcglog"
        redact(log, viewer, copy)
        holding = holding_of(copy)
        assert (holding.viewers, holding.viewer) == (viewers, default)
        assert printed(copy, viewer)["opened"][0]["value"] == "secret"
        assert verify(copy, viewer).whole


def test_the_value_may_be_given_if_it_is_the_one(log: Path) -> None:
    event = disclosing(NUMBER)
    event["opened"][0]["value"] = "BT1-010"
    with Recorder.open(log) as recorder:
        assert recorder.append(event).seqs == (8,)
        event["opened"][0]["value"] = None
        assert recorder.append(event).seqs == (9,)
        model = Disclosed(to=["p2"], opened=[DisclosedValue(event=2, field="number")])
        assert recorder.append(model).seqs == (10,)
    assert verify(log, strict=True).whole
    told = [event for event in MatchLog(log, "p2").events() if event["kind"] == "disclosed"]
    assert [event["opened"][0]["value"] for event in told] == ["BT1-010"] * 3


REFUSED: dict[str, tuple[Any, str]] = {
    "a public field": (disclosing((2, "manner")), "field manner of event 2 is not sealed"),
    "no field": (disclosing((2, "colour")), "field colour of event 2 is not sealed"),
    "a part that is none": (disclosing((2, "number.x")), "is not sealed"),
    "the future": (disclosing((9, "number")), "event 9 is not in its past"),
    "itself": (disclosing((8, "reason"), reason="r"), "event 8 is not in its past"),
    "another value": (
        disclosing() | {"opened": [{"event": 2, "field": "number", "value": "BT1-011"}]},
        "holds another value",
    ),
    "true for one": (
        disclosing() | {"opened": [{"event": 2, "field": "number", "value": True}]},
        "holds another value",
    ),
    "nobody": (disclosing(NUMBER, to=()), "field to"),
    "the judge": (disclosing(NUMBER, to=("judge",)), "field to"),
    "nothing": (disclosing(), "field opened"),
    "a value twice": (disclosing(NUMBER, NUMBER), "names a value twice"),
    "too many": (disclosing(*[(2, f"f{k}") for k in range(1001)]), "field opened"),
    "no path": (disclosing((2, "from..position")), "field opened"),
    "a commitment": (
        disclosing() | {"opened": [{"event": 2, "field": "number", "value": "~" + "0" * 64}]},
        "looks like a commitment",
    ),
    "something more": (
        disclosing() | {"opened": [{"event": 2, "field": "number", "salt": "0" * 32}]},
        "is not known",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_disclosed_is_refused_and_not_recorded(log: Path, case: str) -> None:
    event, message = REFUSED[case]
    before = log.read_bytes()
    with Recorder.open(log) as recorder:
        with pytest.raises(EventError) as refused:
            recorder.append(event)
        assert message in str(refused.value)
        assert "BT1-01" not in str(refused.value)
        assert log.read_bytes() == before
        assert recorder.append(disclosing(NUMBER)).seqs == (8,)


def test_true_is_not_one(tmp_path: Path) -> None:
    log = tmp_path / "match.dcglog"
    event = disclosing((1, "recorder"))
    with Recorder.create(log, p1="a", p2="b", recorder_notes=True) as recorder:
        recorder.append({"kind": "noted", "text": "x", "recorder": {"ms": 1}})
        event["opened"][0]["value"] = {"ms": True}
        with pytest.raises(EventError, match="holds another value"):
            recorder.append(event)
        event["opened"][0]["value"] = {"ms": 1}
        recorder.append(event)


def test_it_is_recorded_by_itself(log: Path) -> None:
    note = {"kind": "noted", "text": "x"}
    with Recorder.open(log) as recorder:
        for group in ([disclosing(NUMBER), note], [note, disclosing(NUMBER)]):
            with pytest.raises(EventError, match="record it by itself"):
                recorder.append_group(group)
    assert verify(log).events == 8


def test_a_log_begins_with_something_to_disclose(tmp_path: Path) -> None:
    with pytest.raises(EventError, match="a log begins with match_opened"):
        Recorder.begin(tmp_path / "a.dcglog", disclosing(NUMBER))


def test_too_much_for_one_event_is_refused(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 99)
    with Recorder.open(log) as recorder:
        recorder.append(disclosing(NUMBER))
        with pytest.raises(EventError, match="more than the 99 bytes allowed in one event"):
            recorder.append(disclosing(NUMBER, (3, "number")))


def test_a_retry_is_answered_and_not_written(log: Path) -> None:
    event = disclosing(NUMBER, (1, "p1.deck"), reason="r")
    with Recorder.open(log) as recorder:
        first = recorder.append(event, expected_version=8)
        recorder.append({"kind": "noted", "text": "x"})
        size = log.stat().st_size
        again = recorder.append(event, expected_version=8)
        assert again.repeated
        assert (again.seqs, again.head) == (first.seqs, first.head)
        stored = list(MatchLog(log).events())[8]
        assert recorder.append(stored).repeated
        for other in (
            disclosing(NUMBER, reason="r"),
            disclosing((1, "p1.deck"), NUMBER, reason="r"),
            disclosing(NUMBER, (1, "p1.deck"), reason="r", to=("spectator",)),
            disclosing(NUMBER, (9, "text"), reason="r"),
        ):
            with pytest.raises(ExpectedVersionError, match="another group"):
                recorder.append(other, expected_version=8)
        assert log.stat().st_size == size


def test_in_a_batch_it_may_disclose_what_the_batch_recorded(tmp_path: Path) -> None:
    log = tmp_path / "match.dcglog"
    note = {"kind": "noted", "text": "first"}
    with Recorder.create(log, p1="a", p2="b") as recorder, recorder.batch():
        recorder.append(note)
        recorder.append(disclosing((1, "text"), to=("p1",)))
        recorder.append(note | {"text": "second"})
        recorder.append(disclosing((1, "text"), (3, "text"), to=("p2",)))
        recorder.append(note | {"text": "third", "audience": ["p2"]})
    assert verify(log, strict=True).whole
    for viewer, values in (
        ("p1", [["first"], [None, None]]),
        ("p2", [[None], ["first", "second"]]),
    ):
        events = list(MatchLog(log, viewer).events())  # type: ignore[arg-type]
        told = [event for event in events if event["kind"] == "disclosed"]
        assert [[item["value"] for item in event["opened"]] for event in told] == values
        copy = tmp_path / f"{viewer}.dcglog"
        redact(log, viewer, copy)  # type: ignore[arg-type]
        assert list(MatchLog(copy, viewer).events()) == events  # type: ignore[arg-type]
        assert verify(copy, viewer).whole  # type: ignore[arg-type]


def test_recording_goes_on_after_it_and_a_copy_without_it_is_a_copy(log: Path) -> None:
    disclose(log, NUMBER)
    with Recorder.open(log) as recorder:
        assert recorder.append({"kind": "noted", "text": "x"}).seqs == (9,)
    lines = log.read_bytes().splitlines(keepends=True)
    last = max(i for i, line in enumerate(lines) if line.startswith(b'["open",2,"number"'))
    log.write_bytes(b"".join(lines[:last] + lines[last + 1 :]))
    with pytest.raises(LogError, match="this is a redacted copy"):
        Recorder.open(log)
    assert printed_at(log, 8)["opened"][0]["value"] is None


def printed_at(log: Path, seq: int) -> dict[str, Any]:
    return list(MatchLog(log).events())[seq]


def test_what_was_disclosed_before_can_be_disclosed_to_others(log: Path) -> None:
    disclose(log, NUMBER, to=("p2",))
    disclose(log, NUMBER, to=("spectator",))
    values = [
        [
            event["opened"][0]["value"]
            for event in MatchLog(log, viewer).events()
            if event["seq"] > 7
        ]
        for viewer in ("p2", "spectator", "p1")
    ]
    assert values == [["BT1-010", None], [None, "BT1-010"], ["BT1-010", "BT1-010"]]


def test_the_same_match_recorded_again_is_the_same_log(log: Path, tmp_path: Path) -> None:
    disclose(log, NUMBER, (1, "p1.deck"), (0, "players.p1.account"), reason="r")
    again = record_match(tmp_path / "again.dcglog")
    with Recorder.open(again, salt=salts(500)) as recorder:
        recorder.append(list(MatchLog(log).events())[-1])
    assert again.read_bytes() == log.read_bytes()
