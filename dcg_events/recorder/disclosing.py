"""Disclose sealed values later: find what a log seals, and repeat the openings.

A disclosed value stays under the commitment that it has had from the beginning, so what is shown
afterwards is provably what was recorded then.
"""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import orjson

from dcg_events.errors import EventError
from dcg_events.events.codec import PlainEvent, canonical
from dcg_events.events.limits import MAX_LINE
from dcg_events.log.repeating import disclosures_of
from dcg_events.log.sealing import commitment_of, is_sealed, value_at
from dcg_events.log.store import open_reading, read_groups
from dcg_events.projections.publishing import published

MOST_ITEMS: Final = 1000
"""Most values that one event discloses."""

MOST_BYTES: Final = MAX_LINE - (1 << 16)
"""Most bytes of openings that one event repeats, so that its plain form still fits in a line."""


Openings: TypeAlias = dict[tuple[int, str], bytes]
"""Opening lines without line feeds, by the event and the field, in the order of the log."""


class Sealed(NamedTuple):
    """A sealed value of a log.

    Attributes:
        event: Seq of its event.
        field: Dotted path of the field.
        size: Bytes of its value in canonical form.
    """

    event: int
    field: str
    size: int


def look_up(path: Path, group: list[PlainEvent], seq: int) -> tuple[list[PlainEvent], Openings]:
    """Fill in what a group discloses of a log; return with it the openings to repeat."""
    if not discloses(group):
        return group, {}
    event, openings = find_disclosed(path, group[0], seq)
    return [event], openings


def discloses(group: list[PlainEvent]) -> bool:
    """Tell whether a group discloses something: that stands by itself, or is refused later."""
    return len(group) == 1 and group[0]["kind"] == "disclosed"


def find_disclosed(path: Path, event: PlainEvent, seq: int) -> tuple[PlainEvent, Openings]:
    """Find in a full log what an event discloses.

    Args:
        path: The log, with everything written out that was recorded before the event.
        event: A plain `disclosed`; its values may be left out or unknown.
        seq: The place it gets.

    Returns:
        The event with all values filled in, and for each the opening line, without line feed.

    Raises:
        EventError: If it names something else than sealed values of earlier events, gives another
            value, or is too large.
    """
    wanted = {(item["event"], item["field"]) for item in event["opened"]}
    lines = find_openings(path, wanted)
    opened = []
    for item in event["opened"]:
        of, field = item["event"], item["field"]
        if of >= seq:
            problem = f"event {of} is not in its past"
            raise _refusal(seq, problem, "disclose values of events that are recorded")
        line = lines.get((of, field))
        if line is None:
            problem = f"field {field} of event {of} is not sealed"
            raise _refusal(seq, problem, "disclose sealed fields: all others are public")
        value = orjson.loads(line)[4]
        given = item.get("value")
        if given is not None and canonical(given) != canonical(value):
            holds = "does not hold the value given" if value is None else "holds another value"
            problem = f"field {field} of event {of} {holds}"
            raise _refusal(seq, problem, "leave the value out: only what the log holds is shown")
        opened.append({"event": of, "field": field, "value": value})
    if sum(map(len, lines.values())) > MOST_BYTES:
        problem = f"the values take more than the {MOST_BYTES:,} bytes allowed in one event"
        raise _refusal(seq, problem, "disclose them in several events")
    return event | {"opened": opened}, lines


def _refusal(seq: int, problem: str, remedy: str) -> EventError:
    return EventError(f"event {seq} (disclosed)", problem, remedy)


def find_openings(path: Path, wanted: Collection[tuple[int, str]]) -> Openings:
    """Find the opening lines of fields in a verified log, as they were first written."""
    found: Openings = {}
    with open_reading(path) as file:
        for line in file:
            if len(found) == len(wanted):
                break
            if not line.startswith(b'["open",'):
                continue
            _, seq, field, _ = line.split(b",", 3)
            key = int(seq), field.strip(b'"').decode()
            if key in wanted:
                found.setdefault(key, line[:-1])
    return found


def as_stored(event: PlainEvent, lines: Openings) -> PlainEvent:
    """Return an event as its record has it: each disclosed value under its first commitment."""
    opened = [
        item | {"value": commitment_of(lines[item["event"], item["field"]])}
        for item in event["opened"]
    ]
    return event | {"opened": opened}


def withheld(path: Path, viewers: Sequence[str]) -> Iterator[Sealed]:
    """Yield the values of a full log that a published match shows and some of the viewers lack.

    What was disclosed to a viewer before is not lacking.
    """
    known = {viewer: _disclosed_to(path, viewer) for viewer in viewers}
    readings = [read_groups(path, holder) for holder in ("judge", *viewers)]
    for whole, *others in zip(*readings, strict=True):
        for step, event in enumerate(whole):
            for field in published(event):
                key = event["seq"], field
                lacking = any(
                    is_sealed(value_at(other[step], field)) and key not in known[viewer]
                    for viewer, other in zip(viewers, others, strict=True)
                )
                if lacking:
                    yield Sealed(*key, len(canonical(value_at(event, field))))


def _disclosed_to(path: Path, viewer: str) -> set[tuple[int, str]]:
    return {
        (disclosure.item["event"], disclosure.item["field"])
        for group in read_groups(path, fields=frozenset())
        for disclosure in disclosures_of(group[0])
        if viewer in disclosure.to
    }


def disclosures(
    values: Sequence[Sealed], to: Sequence[str], reason: str | None = None
) -> Iterator[PlainEvent]:
    """Yield as few `disclosed` events as the values take.

    Args:
        values: What to disclose.
        to: Who may know it from now on.
        reason: Why; for the judge.
    """
    why = {} if reason is None else {"reason": reason}
    rest = iter(values)
    held = next(rest, None)
    while held is not None:
        items: list[dict[str, Any]] = []
        room = MOST_BYTES
        while held is not None and len(items) < MOST_ITEMS and (not items or held.size < room):
            items.append({"event": held.event, "field": held.field})
            room -= held.size + _AROUND
            held = next(rest, None)
        yield {"kind": "disclosed", "to": list(to), "opened": items} | why


_AROUND: Final = 200
"""Bytes of an opening line besides its value, and some to spare."""
