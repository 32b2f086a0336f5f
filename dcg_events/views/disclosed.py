"""Verify what `disclosed` events show: the value that was sealed then, to whoever may have it now.

A reader accepts a repeated opening by its own write alone. Here it is compared with the record of
the event that it opens, and with who has a right to it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from dcg_events.errors import LogDamagedError
from dcg_events.log.lines import lines_of
from dcg_events.log.part import LogPart
from dcg_events.log.repeating import MARK, Disclosure, disclosures_of
from dcg_events.log.sealing import commitment_of, value_at
from dcg_events.log.store import open_reading, read_groups
from dcg_events.views.due import OpeningFault
from dcg_events.views.good_part import place_of
from dcg_events.vocabulary.people import Viewer


def disclosure_faults(path: Path | LogPart, viewer: Viewer) -> Iterator[OpeningFault]:
    """Yield what is wrong with the repeated openings of a verified log, as the copy of a viewer.

    Memory grows with the number of disclosed values: each has to be compared with a record that
    was written long before it.

    Raises:
        LogDamagedError: If a disclosed value is not the one that its event committed to.
    """
    claims: dict[int, list[Disclosure]] = {}
    for disclosures, repeated in _disclosing_writes(path):
        due: set[str] = set()
        for disclosure in disclosures:
            item = disclosure.item
            claims.setdefault(item["event"], []).append(disclosure)
            if viewer == "judge" or viewer in disclosure.to:
                due.add(item["value"])
                if item["value"] not in repeated:
                    yield OpeningFault(item["event"], item["field"], "withheld")
        for commitment, opening in repeated.items():
            if commitment not in due and viewer not in opening[3]:
                yield OpeningFault(opening[1], opening[2], "surplus")
    if claims:
        _compare(path, claims)


def _disclosing_writes(
    path: Path | LogPart,
) -> Iterator[tuple[list[Disclosure], dict[str, list[Any]]]]:
    """Yield what each write discloses, and the openings that it repeats, by commitment."""
    found: list[Disclosure] = []
    openings: list[bytes] = []
    seq = first = 0
    with open_reading(path) as file:
        for line in lines_of(file, str(path)):
            if line.startswith(b"{"):
                seq += 1
                if MARK in line:
                    found += disclosures_of(orjson.loads(line))
            elif line.startswith(b'["open"'):
                openings.append(line.rstrip(b"\n"))
            else:
                if found:
                    parsed = ((commitment_of(line), orjson.loads(line)) for line in openings)
                    yield found, {key: opening for key, opening in parsed if opening[1] < first}
                found, openings, first = [], [], seq


def _compare(path: Path | LogPart, claims: dict[int, list[Disclosure]]) -> None:
    """Compare every disclosed commitment with the one in the record that it opens."""
    for group in read_groups(path, fields=frozenset()):
        for event in group:
            for claim in claims.pop(event["seq"], ()):
                held = value_at(event, claim.item["field"])
                if held != claim.item["value"] or event["seq"] >= claim.seq:
                    _damage(path, claim)
    for rest in claims.values():
        _damage(path, rest[0])


def _damage(path: Path | LogPart, claim: Disclosure) -> None:
    item = claim.item
    problem = f"it discloses {item['field']} of event {item['event']}, which seals another value"
    remedy = "do not believe it: the value is not the one that was recorded then"
    spot, _ = place_of(LogPart.of(path), claim.seq)
    raise LogDamagedError(f"{path}, {spot}", problem, remedy, spot)
