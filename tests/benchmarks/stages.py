"""Our own stages over whole logs: each is something a user waits for.

What a stage needs is prepared before it is timed: `orjson.loads` of every line is the floor of all.
"""

import io
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson

from dcg_events import MatchLog, Recorder, redact, verify
from dcg_events.audit.auditing import audit
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.log.reading import LogReader
from dcg_events.log.sealing import Seal, random_salt, seal_events
from dcg_events.log.store import read_groups
from dcg_events.log.trusting import misformed_in
from dcg_events.projections.rewinding import FOLDED, fold
from dcg_events.tables.building import match_tables


@dataclass(frozen=True)
class Stage:
    """A stage.

    Attributes:
        name: What is done.
        run: Does it once for all logs; returns the seconds, if it stops the clock itself.
    """

    name: str
    run: Callable[[], float | None]


def by_name(*stages: Iterable[Stage]) -> dict[str, Stage]:
    """Return stages by their names."""
    return {stage.name: stage for some in stages for stage in some}


def floor(logs: Sequence[Path]) -> Callable[[], None]:
    """Return the yardstick: parse every line and keep nothing."""
    lines = [line for log in logs for line in log.read_bytes().splitlines()]

    def parse() -> None:
        loads = orjson.loads
        for line in lines:
            loads(line)

    return parse


def count_events(logs: Sequence[Path]) -> int:
    """Return how many events the logs hold."""
    return sum(log.read_bytes().count(b"\n{") + 1 for log in logs)


def reading_stages(logs: Sequence[Path]) -> Iterator[Stage]:
    """Yield what a reader does, from the bare bytes to the table after the last event."""
    datas = [log.read_bytes() for log in logs]

    def parse() -> None:
        for data in datas:
            orjson.loads(b"[%b]" % data[:-1].replace(b"\n", b","))

    def openings() -> None:
        for data in datas:
            for _ in LogReader(io.BytesIO(data), "benchmark").groups():
                pass

    def folded() -> None:
        for log in logs:
            _fold(log)

    yield Stage("read the bytes", _reading(logs))
    yield Stage("hash the records", _hashing(datas))
    yield Stage("parse, a log at once", parse)
    yield Stage("verified reading, all openings", openings)

    def strictly() -> None:
        for log in logs:
            _fold_strictly(log)

    yield Stage("verified fold", folded)
    yield Stage("verified fold, strict", strictly)


def _reading(logs: Sequence[Path]) -> Callable[[], None]:
    def read() -> None:
        for log in logs:
            with log.open("rb") as file:
                while file.read(1 << 18):
                    pass

    return read


def _hashing(datas: Sequence[bytes]) -> Callable[[], None]:
    lines = [[line for line in data.splitlines() if line[:1] == b"{"] for data in datas]
    records = [b"\n".join(of_one) for of_one in lines]

    def digest() -> None:
        for data in records:
            sha256(data).digest()

    return digest


def using_stages(logs: Sequence[Path]) -> Iterator[Stage]:
    """Yield what is made of a log: views, verdicts, audits."""

    def views() -> None:
        for log in logs:
            for _ in MatchLog(log, "p1").states():
                pass

    def verified() -> None:
        for log in logs:
            verify(log)

    def strictly() -> None:
        for log in logs:
            verify(log, strict=True)

    def audited() -> None:
        for log in logs:
            audit(log)

    yield Stage("a view after every group", views)
    yield Stage("verify", verified)
    yield Stage("verify --strict", strictly)

    def tables() -> None:
        for log in logs:
            match_tables(log)

    yield Stage("audit, all rules", audited)
    yield Stage("all tables, verified and audited", tables)


def writing_stages(logs: Sequence[Path], folder: Path) -> Iterator[Stage]:
    """Yield what writes logs: appending, sealing, redacting."""
    matches = [list(MatchLog(log).groups()) for log in logs]
    sealed = [_sealed_of(log) for log in logs]
    out = folder / "written.dcglog"

    def append() -> None:
        for groups in matches:
            header, *rest = groups
            with (
                Recorder.begin(out, header[0] | {"durability": "none"}) as recorder,
                recorder.batch(),
            ):
                for group in rest:
                    recorder.append_group(group)
            out.unlink()

    def at_once() -> None:
        for header, *rest in matches:
            with Recorder.begin(out, header[0] | {"durability": "none"}) as recorder:
                recorder.extend(rest)
            out.unlink()

    def seal() -> float:
        spent = 0.0
        for writes in sealed:
            for write in writes:
                fresh = [(orjson.loads(orjson.dumps(event)), seals) for event, seals in write]
                start = time.process_time()  # the recorder has just made its events
                seal_events(fresh, random_salt)
                spent += time.process_time() - start
        return spent

    def redacted() -> None:
        for log in logs:
            redact(log, "p1", out)
            out.unlink()

    yield Stage("append, in batches", append)
    yield Stage("append, many groups at once", at_once)
    yield Stage("seal", seal)
    yield Stage("redact", redacted)


def importing_stages(sources: Sequence[Path], folder: Path) -> Iterator[Stage]:
    """Yield the import of another program's recordings; the floor is that of their own lines."""
    out = folder / "imported.dcglog"

    def imported() -> None:
        for source in sources:
            import_aegis(source, out)
            out.unlink()

    yield Stage("import aegis", imported)


def _fold(log: Path) -> None:
    def again() -> Iterator[list[dict[str, Any]]]:
        return read_groups(log, fields=FOLDED)

    with log.open("rb") as file:
        fold(LogReader(file, log.name, fields=FOLDED).writes(), again)


def _fold_strictly(log: Path) -> None:
    """Fold a log and check the form of every line on the way, as `verify --strict` does."""

    def formed(reader: LogReader) -> Iterator[list[dict[str, Any]]]:
        for events in reader.verified_writes():
            if (damage := misformed_in(reader, events)) is not None:
                raise damage
            yield events

    with log.open("rb") as file:
        fold(formed(LogReader(file, log.name)), lambda: read_groups(log))


def _sealed_of(log: Path) -> list[list[tuple[dict[str, Any], list[Seal]]]]:
    """Return the plain events of each write, with what is sealed of them."""
    sealed: dict[int, list[Seal]] = {}
    ends = [0]
    for line in log.read_bytes().splitlines():
        if line.startswith(b"["):
            tag, seq, *rest = orjson.loads(line)
            if tag == "open":
                sealed.setdefault(seq, []).append((rest[0], rest[1]))
            else:
                ends.append(seq + 1)
    events = [(event, sealed.get(event["seq"], [])) for event in MatchLog(log).events()]
    return [events[start:end] for start, end in pairwise(ends)]
