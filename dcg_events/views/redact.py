"""Write a viewer's copy: the same log with the openings left out that the viewer may not hold.

Records and commits stay byte for byte, so every copy verifies to the same head.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import orjson

from dcg_events.errors import UsageError
from dcg_events.log.part import LogPart
from dcg_events.log.reading import Write
from dcg_events.log.repeating import MARK, disclosures_of
from dcg_events.log.sealing import commitment_of
from dcg_events.log.store import new_file, open_log, utc_now
from dcg_events.log.trusting import trusted_form
from dcg_events.views.delay import Clock, Delay, may_read
from dcg_events.views.holding import holding_of
from dcg_events.vocabulary.people import Viewer


def redact(
    path: str | Path | LogPart,
    viewer: Viewer,
    out: str | Path,
    *,
    delay: Delay | None = None,
    now: Clock = utc_now,
) -> str:
    """Write the copy of a log that a viewer may have; return the head it verifies to.

    The log is verified first: a damaged one is not copied.

    Raises:
        LogError: If the log cannot be read or the copy not written.
        UsageError: If the log is another viewer's copy, or all of it is still delayed.
    """
    source, target = may_read(path, delay, now), Path(out)
    with new_file(target) as file, trusted_form(source):
        return _copy(source, str(path), viewer, file)


def _copy(source: LogPart, name: str, viewer: Viewer, target: BinaryIO) -> str:
    """Verify a log write by write, and copy each without what is not for the viewer."""
    sealed = opened = 0
    with open_log(source, name=name) as reader:
        for _ in reader.verified_writes():
            write = reader.write
            sealed += write.records.count(b'"~')
            opened += len(write.opened)
            lines = openings_for(viewer, write)
            target.write(b"\n".join([*lines, write.records, write.commit, b""]))
    if opened < sealed:  # perhaps it is no full log; or some text begins like a commitment
        holding = holding_of(source)
        if viewer not in holding.viewers:
            problem = f"it is the copy of {holding.viewer} and does not hold what {viewer} may see"
            raise UsageError(name, problem, "redact the full log")
    return reader.head


def openings_for(viewer: Viewer, write: Write) -> Sequence[bytes]:
    """Return the openings of a verified write that a viewer may hold: recorded, or disclosed."""
    if not write.openings:
        return []
    lines = write.openings.split(b"\n")
    if viewer == "judge":
        return lines
    shown = _disclosed_to(viewer, write.records) if MARK in write.records else ()
    return [
        line
        for line, opening in zip(lines, write.opened, strict=True)
        if viewer in opening[3] or (shown and commitment_of(line) in shown)
    ]


def _disclosed_to(viewer: Viewer, records: bytes) -> set[str]:
    """Return the commitments that the records of a write disclose to a viewer."""
    disclosing = (orjson.loads(line) for line in records.split(b"\n") if MARK in line)
    return {
        disclosure.item["value"]
        for record in disclosing
        for disclosure in disclosures_of(record)
        if viewer in disclosure.to
    }
