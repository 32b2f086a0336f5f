"""Logs of an older format: verified as they were written, then read as the newest has them.

The older version is made up. Nothing was released before version 1; what is tested is the way.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from dcg_events import LogDamagedError, LogError, MatchLog, Recorder, redact, verify
from dcg_events.events.codec import canonical
from dcg_events.log import upcasting
from tests.log.small import write_small_log


def written_in_version_0(path: Path) -> Path:
    """Write a log as a version might have that called `manner` otherwise and had no `owner`."""
    digest = sha256()
    old = path.with_name("old.dcglog")
    with old.open("wb") as file:
        for value in map(json.loads, path.read_bytes().splitlines()):
            if isinstance(value, dict):
                if value["kind"] == "match_opened":
                    value["format"] = 0
                if value["kind"] == "transferred":
                    value["way"] = value.pop("manner")
                digest.update(canonical(value) + b"\n")
            elif value[0] == "commit":
                value[2] = digest.hexdigest()
            file.write(canonical(value) + b"\n")
    return old


def upcast_0(event: dict[str, Any]) -> dict[str, Any]:
    if event["kind"] != "transferred":
        return event
    changed = dict(event)
    changed["manner"] = changed.pop("way")
    return changed


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Return a log in the newest format and the same match in a made-up older one."""
    monkeypatch.setattr(upcasting, "UPCASTERS", {0: upcast_0})
    new = write_small_log(tmp_path / "new.dcglog")
    return new, written_in_version_0(new)


@pytest.mark.parametrize("viewer", ["judge", "p1", "p2", "spectator"])
def test_an_older_log_reads_as_the_newest(logs: tuple[Path, Path], viewer: Any) -> None:
    new, old = logs
    assert list(MatchLog(old, viewer).events()) == list(MatchLog(new, viewer).events())
    ours, theirs = MatchLog(old, viewer).state(), MatchLog(new, viewer).state()
    assert ours | {"head": ""} == theirs | {"head": ""}
    assert ours["head"] != theirs["head"]


def test_it_verifies_to_its_own_head_and_so_do_its_copies(logs: tuple[Path, Path]) -> None:
    _, old = logs
    before = old.read_bytes()
    verdict = verify(old, strict=True)
    assert verdict.whole, verdict.damage
    assert verdict.head == json.loads(before.splitlines()[-1])[2]
    copy = old.with_name("p1.dcglog")
    assert redact(old, "p1", copy) == verdict.head
    assert verify(copy, "p1", head=verdict.head, strict=True).whole
    assert b'"way":' in copy.read_bytes()
    assert old.read_bytes() == before


def test_its_bytes_are_verified_before_they_are_upcast(logs: tuple[Path, Path]) -> None:
    _, old = logs
    old.write_bytes(old.read_bytes().replace(b'"way":"draw"', b'"way":"deal"', 1))
    with pytest.raises(LogDamagedError, match="does not match its commit"):
        list(MatchLog(old).events())
    assert not verify(old).whole


def test_an_opening_that_is_withheld_is_found_in_an_older_copy(logs: tuple[Path, Path]) -> None:
    _, old = logs
    lines = old.read_bytes().splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if b'"number",["p1"]' in line)
    old.write_bytes(b"".join(lines[:number] + lines[number + 1 :]))
    (fault,) = verify(old, "judge").openings
    assert (fault.field, fault.fault) == ("number", "withheld")


def test_what_is_to_be_sealed_is_asked_of_events_as_they_are_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A field that had another name stands there for everybody to read."""
    said = {"kind": "noted", "audience": ["p1"], "said": "for you"}
    common = {"at": None, "game": 0, "group": 1, "of": 1, "seq": 1, "step": 0}
    path = tmp_path / "old.dcglog"
    Recorder.create(path, p1="Aiko", p2="Ben").close()
    header = json.loads(path.read_bytes().splitlines()[0]) | {"format": 0}
    records = b"".join(canonical(event) + b"\n" for event in (header, common | said))
    head = sha256(records).hexdigest()
    path.write_bytes(records + canonical(["commit", 1, head]) + b"\n")

    def with_text(event: dict[str, Any]) -> dict[str, Any]:
        return event | {"text": event["said"]} if event["kind"] == "noted" else event

    monkeypatch.setattr(upcasting, "UPCASTERS", {0: with_text})
    (fault,) = verify(path, "spectator").openings
    assert (fault.event, fault.field, fault.fault) == (1, "text", "unsealed")


def test_nobody_appends_to_an_older_log(logs: tuple[Path, Path]) -> None:
    _, old = logs
    before = old.read_bytes()
    with pytest.raises(
        LogError, match="it is in format 0, and what is appended would be in format 1"
    ):
        Recorder.open(old)
    assert old.read_bytes() == before


def test_an_event_that_is_not_of_its_format_is_damage(logs: tuple[Path, Path]) -> None:
    new, _ = logs
    old = new.with_name("false.dcglog")
    digest = sha256()
    data = new.read_bytes().replace(b'"format":1', b'"format":0')
    values = list(map(json.loads, data.splitlines()))
    for value in values:
        if isinstance(value, dict):
            digest.update(canonical(value) + b"\n")
        elif value[0] == "commit":
            value[2] = digest.hexdigest()
    old.write_bytes(b"".join(canonical(value) + b"\n" for value in values))
    with pytest.raises(LogDamagedError, match="an event is not what format 0 says"):
        list(MatchLog(old).events())
    assert verify(old).events == 2


@pytest.mark.parametrize("version", [-1, 0, 2, 99, True, None, "1", 1.0])
def test_a_version_that_is_not_known_is_refused(tmp_path: Path, version: Any) -> None:
    path = write_small_log(tmp_path / "log.dcglog")
    lines = path.read_bytes().splitlines()
    number = next(n for n, line in enumerate(lines) if b'"match_opened"' in line)
    record = json.loads(lines[number]) | {"format": version}
    lines = lines[: number + 1]
    lines[number] = canonical(record)
    head = sha256(lines[number] + b"\n").hexdigest()
    path.write_bytes(b"\n".join([*lines, canonical(["commit", 0, head]), b""]))
    for read in (lambda: list(MatchLog(path).events()), lambda: verify(path)):
        with pytest.raises(LogError, match="its format version is not known to this program"):
            read()


def test_versions_are_a_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    def mark(name: str) -> upcasting.Upcaster:
        return lambda event: event | {"seen": [*event.get("seen", []), name]}

    monkeypatch.setattr(upcasting, "FORMAT", 4)
    monkeypatch.setattr(upcasting, "UPCASTERS", {1: mark("1"), 2: mark("2"), 3: mark("3")})
    given = {"kind": "noted"}
    assert upcasting.upcast(given, 2)["seen"] == ["2", "3"]
    assert given == {"kind": "noted"}
    opened = upcasting.upcast({"kind": "match_opened", "format": 1}, 1)
    assert (opened["format"], opened["seen"]) == (4, ["1", "2", "3"])
    assert [upcasting.can_read(version) for version in range(6)] == [False, *[True] * 4, False]
