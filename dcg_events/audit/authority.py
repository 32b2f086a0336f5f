"""Where the record of an event is from: authoritative, one client's, or inferred.

The notes that say it are left closed in an audit: they are half of all that a log seals, and few
events have findings. They are looked up afterwards, each compared with its commitment.
"""

from collections.abc import Container
from pathlib import Path
from typing import Any

import orjson

from dcg_events.log.part import LogPart
from dcg_events.log.sealing import commitment_of
from dcg_events.log.store import open_reading


def authorities(source: Path | LogPart, seqs: Container[int]) -> dict[int, str | None]:
    """Return for some events of a verified log what the recorder's notes say of their evidence."""
    notes: dict[int, tuple[str, Any]] = {}
    found: dict[int, str | None] = {}
    seq = 0
    with open_reading(source) as file:
        for line in file:
            if line.startswith(b'{"'):
                if seq in notes:
                    commitment, note = notes.pop(seq)
                    if orjson.loads(line).get("recorder") == commitment and isinstance(note, dict):
                        found[seq] = note.get("evidence")
                seq += 1
            elif line.startswith(b'["open",'):
                _, of, field, *_ = (*line.split(b",", 3), b"", b"")
                if field == b'"recorder"' and of.isdigit() and int(of) in seqs:
                    opening = line.rstrip(b"\n")
                    notes[int(of)] = commitment_of(opening), orjson.loads(opening)[4]
    return found
