"""What is fuzzed: every reader of bytes from outside, each as a function of bytes.

A target may refuse with an error of ours and do nothing else: no other exception, no endless loop,
no great amount of memory.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import orjson

from dcg_events import (
    VIEWERS,
    DcgEventsError,
    Delay,
    MatchLog,
    Recorder,
    check,
    known,
    prove,
    read_proof,
    redact,
    verify,
)
from dcg_events.audit.auditing import audit
from dcg_events.cli.options import json_line
from dcg_events.events.codec import canonical, decode_event
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.log.matches import matches_in
from dcg_events.log.sealing import commitment_of, value_at
from tests.log.small import salts, write_small_log

Target = Callable[[bytes, Path], None]


def read_log(data: bytes, folder: Path) -> None:
    """Read bytes as a log, in every way there is."""
    path, copy = folder / "log.dcglog", folder / "copy.dcglog"
    path.write_bytes(data)
    with suppress(DcgEventsError):
        for part in matches_in(path):
            with suppress(DcgEventsError):
                _good_part_is_good(path, verify(part, strict=True).size, part.start)
    for viewer in VIEWERS:
        for read in (_tables, _events, _learned, _copied, _audited):
            with suppress(DcgEventsError):
                read(path, viewer, copy)
    with suppress(DcgEventsError):
        MatchLog(path, "spectator", delay=Delay(1, "turns")).state()
    with suppress(DcgEventsError):
        prove(path, 3, "order", short=True)
    with suppress(DcgEventsError):
        Recorder.open(path).close()


def _good_part_is_good(path: Path, size: int, start: int) -> None:
    good = path.with_name("good.dcglog")
    good.write_bytes(path.read_bytes()[start : start + size])
    if size:
        again = verify(good, "judge" if verify(good).viewer == "judge" else None)
        assert again.size == size


def _tables(path: Path, viewer: Any, _: Path) -> None:
    match = MatchLog(path, viewer)
    json_line(match.state())
    for state in match.states():
        json_line(state)


def _events(path: Path, viewer: Any, _: Path) -> None:
    for event in MatchLog(path, viewer).events():
        canonical(event)


def _learned(path: Path, viewer: Any, _: Path) -> None:
    json_line(known(MatchLog(path, viewer)))


def _copied(path: Path, viewer: Any, copy: Path) -> None:
    copy.unlink(missing_ok=True)
    redact(path, viewer, copy)


def _audited(path: Path, viewer: Any, _: Path) -> None:
    json_line(audit(path, viewer).as_dict())


def read_forged(data: bytes, folder: Path) -> None:
    """Read bytes as a log whose heads and commitments are right: what a dishonest writer makes."""
    read_log(forged(data), folder)


def forged(data: bytes) -> bytes:
    """Return lines with the heads, and the commitments of openings, that they should have."""
    lines: list[bytes] = []
    out: list[bytes] = []
    digest, last = sha256(), -1
    for line in data.split(b"\n"):
        if not line.startswith(b'["commit"'):
            lines.append(line)
            continue
        records = _with_commitments(lines)
        for record in records:
            digest.update(record + b"\n")
        last += len(records)
        out += [each for each in lines if each.startswith(b"[")] + records
        out.append(b'["commit",%d,"%s"]' % (last, digest.hexdigest().encode()))
        lines = []
    return b"".join(line + b"\n" for line in out)


def _with_commitments(lines: Iterable[bytes]) -> list[bytes]:
    """Return the records of a write, with the commitments of its openings in them."""
    records: list[Any] = []
    openings: list[tuple[bytes, Any]] = []
    for line in lines:
        if line.startswith((b"{", b"[")):
            value = _parsed(line)
            if line.startswith(b"{"):
                records.append(line if value is None else value)
            else:
                openings.append((line, value))
    for line, opening in openings:
        with suppress(Exception):
            _, seq, path, *_ = opening
            record = next(r for r in records if isinstance(r, dict) and r.get("seq") == seq)
            *parents, name = path.split(".")
            holder = value_at(record, ".".join(parents)) if parents else record
            if name in holder:
                holder[name] = commitment_of(line)
    return [record if isinstance(record, bytes) else _line(record) for record in records]


def _line(record: Any) -> bytes:
    try:
        return orjson.dumps(record)
    except TypeError:  # nested too deeply
        return b"{}"


def _parsed(line: bytes) -> Any:
    try:
        return orjson.loads(line)
    except ValueError:
        return None


def read_events(data: bytes, folder: Path) -> None:
    """Read lines as plain events, and append those that are some."""
    path = folder / "to-append.dcglog"
    path.unlink(missing_ok=True)
    write_small_log(path)
    with Recorder.open(path, salt=salts()) as recorder:
        for number, line in enumerate(BytesIO(data).readlines()):
            with suppress(DcgEventsError):
                event = decode_event(line, f"line {number}")
                recorder.append(event)
    assert verify(path, "judge", strict=True).whole


def read_a_proof(data: bytes, folder: Path) -> None:
    """Read bytes as a proof, and check it against the head that it names."""
    path = folder / "a.proof"
    path.write_bytes(data)
    with suppress(DcgEventsError):
        proof = read_proof(path)
        orjson.dumps(check(proof, proof.head).as_dict())


def import_a_recording(data: bytes, folder: Path) -> None:
    """Read bytes as a recording of the Aegis engine."""
    source, out = folder / "recording.jsonl", folder / "imported.dcglog"
    source.write_bytes(data)
    out.unlink(missing_ok=True)
    with suppress(DcgEventsError):
        import_aegis(source, out, salt=salts())


TARGETS: Final[dict[str, Target]] = {
    "log": read_log,
    "forged": read_forged,
    "events": read_events,
    "proof": read_a_proof,
    "aegis": import_a_recording,
}
