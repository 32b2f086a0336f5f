"""What has to hold for every recorded match, as functions that a test calls."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dcg_events.errors import ExpectedVersionError
from dcg_events.events.codec import canonical
from dcg_events.log.part import LogPart
from dcg_events.recorder.recorder import Recorder
from dcg_events.views.cut import cut
from dcg_events.views.due import opening_faults
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.reading import Reading
from dcg_events.views.redact import redact
from dcg_events.views.replay import Replay
from dcg_events.views.verifying import verify
from dcg_events.vocabulary.histories import HISTORIES
from tests.property.likeness import viewer_groups
from tests.property.matches import World, counting_salt, places_of

VIEWERS = ("p1", "p2", "spectator", "judge")


def check_conservation(path: Path) -> None:
    """No card is lost or doubled, and no two cards share a placement."""
    for table, _ in MatchLog(path).tables():
        assert table.count_cards() == table.cards_in_game, table.seq
        twice = [card for card, count in Counter(places_of(table)).items() if count > 1]
        assert not twice, (table.seq, twice)


def copy_states(path: Path, viewer: Any, history: Any) -> Iterator[Any]:
    """Fold all that a copy holds, and cut it for its viewer, without asking whose copy it is."""
    reading = Reading(LogPart(path), "judge", None, history)
    for _, table, head in reading.tables():
        yield cut(table, viewer, head)


def check_views(path: Path, directory: Path) -> None:
    """A viewer's copy shows that viewer what the full log shows; its head is the same."""
    for viewer in VIEWERS:
        copy = directory / f"{path.stem}-{viewer}.dcglog"
        redact(path, viewer, copy)  # type: ignore[arg-type]
        for history in HISTORIES:
            whole = MatchLog(path, viewer, history=history)  # type: ignore[arg-type]
            tables = MatchLog(path, history=history).tables()
            judged = [cut(table, whole.viewer, head) for table, head in tables]
            copied = list(copy_states(copy, viewer, history))
            for one, two in zip(judged, copied, strict=True):
                assert one == two, f"{viewer} at {one['seq']} as {history}"
            assert list(whole.states()) == judged
        assert list(viewer_groups(copy, viewer)) == list(viewer_groups(path, viewer))
        copy.unlink()


def check_histories(path: Path) -> None:
    """At the end the three histories agree, and what counts is part of what was played."""
    for viewer in VIEWERS:
        recorded, played, ruled = (
            MatchLog(path, viewer, history=history)  # type: ignore[arg-type]
            for history in HISTORIES
        )
        last = [list(log.states())[-1] for log in (recorded, played, ruled)]
        assert last[0] == last[1] | {"seq": last[0]["seq"], "head": last[0]["head"]}
        assert last[1] == last[2]
        assert recorded.state() == last[0]
        all_of_it = [canonical(state) for state in played.states()]
        undone = played.undone()
        counting = [
            state
            for state in map(json.loads, all_of_it)
            if not any(first <= state["seq"] <= end for first, end, _ in undone)
        ]
        assert list(ruled.states()) == counting


def check_openings(path: Path, directory: Path, chosen: int) -> None:
    """What a copy has to open follows from its records: nothing more and nothing less is there."""
    lines = path.read_bytes().splitlines(keepends=True)
    first = {line: index for index, line in reversed(list(enumerate(lines)))}
    openings = [index for line, index in first.items() if line.startswith(b'["open"')]
    for viewer in VIEWERS:
        copy = directory / f"{path.stem}-{viewer}.dcglog"
        redact(path, viewer, copy)  # type: ignore[arg-type]
        verdict = verify(copy, viewer)  # type: ignore[arg-type]
        assert verdict.whole, verdict.damage
        copy.unlink()
    if not openings:
        return
    _, seq, field, audience, _, _ = json.loads(lines.pop(openings[chosen % len(openings)]))
    short = directory / f"{path.stem}-short.dcglog"
    short.write_bytes(b"".join(lines))
    for viewer in ("judge", *audience):
        faults = [fault for fault in opening_faults(short, viewer) if fault.fault == "withheld"]
        assert [(fault.event, fault.field) for fault in faults] == [(seq, field)]
    for viewer in {"p1", "p2", "spectator"} - set(audience):
        assert not [f for f in opening_faults(short, viewer) if f.fault == "withheld"]  # type: ignore[arg-type]
    short.unlink()


def check_replay(path: Path, stops: list[int]) -> None:
    """Every position reached by jumping is that of a fresh fold."""
    for viewer in ("judge", "p1"):
        log = MatchLog(path, viewer)
        states = list(log.states())
        replay = Replay(log)
        assert len(replay) == len(states)
        for stop in stops:
            index = stop % len(states)
            assert replay.seek(index) == states[index]
        middle = states[stops[0] % len(states)]
        there = [state for state in states if state["seq"] == middle["seq"]]
        assert log.state(middle["seq"]) == there[-1]


def check_reappended(path: Path, directory: Path) -> None:
    """What `events` prints, appended anew with the same salts, is the same log byte for byte."""
    groups = list(MatchLog(path).groups())
    twin = directory / f"{path.stem}-again.dcglog"
    with Recorder.begin(twin, groups[0][0], salt=counting_salt()) as recorder:
        for group in groups[1:]:
            recorder.append_group(group)
    assert twin.read_bytes() == path.read_bytes()
    twin.unlink()


def check_seat(path: Path, directory: Path, viewer: Any) -> None:
    """What one seat can tell of a match is a recording of its own, with the same counts."""
    groups = list(MatchLog(path, viewer).groups())
    if groups[0][0]["recorder_notes"]:
        return  # the notes are the judge's; a seat would open its log without them
    twin = directory / f"{path.stem}-seat.dcglog"
    with Recorder.begin(twin, groups[0][0]) as recorder:
        for group in groups[1:]:
            recorder.append_group([_as_the_seat_says_it(event, twin) for event in group])
    for ours, theirs in zip(MatchLog(path).states(), MatchLog(twin).states(), strict=True):
        for side, zones in ours["players"].items():
            others = theirs["players"][side]  # type: ignore[literal-required]
            assert [_size(pile) for pile in zones.values()] == [  # type: ignore[attr-defined]
                _size(pile) for pile in others.values()
            ]
    twin.unlink()


def _as_the_seat_says_it(event: dict[str, Any], log: Path) -> dict[str, Any]:
    """Disclose only what the seat's own log has sealed: it does not hold what it was told since."""
    if event["kind"] != "disclosed":
        return event
    lines = log.read_bytes().splitlines()
    sealed = {tuple(json.loads(line)[1:3]) for line in lines if line.startswith(b'["open"')}
    items = [item | {"value": None} for item in event["opened"]]
    items = [item for item in items if (item["event"], item["field"]) in sealed]
    if items:
        return event | {"opened": items}
    common = ("seq", "game", "at", "group", "step", "of")
    return {"kind": "noted", "text": None} | {name: event[name] for name in common}


def _size(pile: Any) -> Any:
    if isinstance(pile, dict):
        return pile["count"]
    return [(unit["unit"], len(unit["cards"]), len(unit["links"])) for unit in pile]


def check_retries(world: World) -> None:
    """The same group at its place is answered and not written; a changed one is a conflict."""
    path = world.recorder.path
    before = path.read_bytes()
    seq = 0
    for index, given in enumerate(world.given):
        group = given or next(MatchLog(path).groups())
        receipt = world.recorder.append_group(group, expected_version=seq)
        assert receipt.repeated
        assert sorted(receipt.seqs) == list(range(seq, seq + len(group)))
        rest = [event["kind"] for later in world.given[index:] for event in later]
        if given and {*rest} != {"recovered"}:  # nothing but recoveries: it goes behind them
            other = [*group[:-1], {"kind": "noted", "text": "another"}]
            with pytest.raises(ExpectedVersionError):
                world.recorder.append_group(other, expected_version=seq)
        seq += len(group)
    assert path.read_bytes() == before


def check_reopened(world: World, directory: Path, at: int) -> None:
    """A match recorded with a break in the middle is the same match, byte for byte."""
    path = world.recorder.path
    twin = directory / f"{path.stem}-break.dcglog"
    header = next(iter(MatchLog(path).groups()))[0]
    salt = counting_salt()
    recorder = Recorder.begin(twin, header, salt=salt)
    for index, group in enumerate(world.given[1:]):
        if index == at % len(world.given):
            recorder.close()
            recorder = Recorder.open(twin, salt=salt)
            assert recorder.recovered is None
        recorder.append_group(group)
    recorder.close()
    assert twin.read_bytes() == path.read_bytes()
    twin.unlink()
