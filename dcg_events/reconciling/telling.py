"""What a recording says at a divergence, laid out as evidence."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from dcg_events.events.codec import PlainEvent
from dcg_events.reconciling.pairing import Pairing
from dcg_events.reconciling.recording import Recording
from dcg_events.reconciling.shape import Before, Evidence, Note, Source

Tell: TypeAlias = Callable[[PlainEvent], str]
"""Tells an event in words."""


def evidence(recording: Recording, seq: int | None, tell: Tell) -> Evidence | None:
    """Return what a recording says by an event, None for none."""
    if seq is None:
        return None
    told = recording.told[seq]
    moment = recording.moments[told.moment]
    return {
        "seq": seq,
        "group": moment.first,
        "at": told.event.get("at"),
        "text": tell(told.event),
        "note": _note(told.event),
        "head": moment.head,
        "counts": moment.counts,
        "memory": moment.memory,
    }


def _note(event: PlainEvent) -> Note | None:
    note = event.get("recorder")
    if not isinstance(note, dict):
        return None
    return {"ref": note.get("ref"), "evidence": note.get("evidence")}


def before(pairing: Pairing, one: int | None, two: int | None) -> Before:
    """Return the last events before a divergence that both recordings tell."""
    return {
        "a": _last(pairing.of_a, one) if one is not None else _last_beside(pairing, two),
        "b": _last(pairing.of_b, two) if two is not None else _beside(pairing, one),
    }


def _last(paired: dict[int, int], seq: int | None) -> int | None:
    return next((s for s in range((seq or 0) - 1, -1, -1) if s in paired), None)


def _beside(pairing: Pairing, one: int | None) -> int | None:
    last = _last(pairing.of_a, one)
    return None if last is None else pairing.of_a[last]


def _last_beside(pairing: Pairing, two: int | None) -> int | None:
    last = _last(pairing.of_b, two)
    return None if last is None else pairing.of_b[last]


def source(recording: Recording, unrecorded: dict[str, int], filled: int) -> Source:
    """Return what a recording is."""
    return {
        "path": str(recording.path),
        "copy_of": recording.copy_of,
        "events": len(recording.told),
        "head": recording.head,
        "unrecorded": unrecorded,
        "filled": filled,
    }


def count_split(pairing: Pairing) -> int:
    """Count the moments of A whose events stand in several moments of B, or with others."""
    split = 0
    for index in range(len(pairing.a.moments)):
        seqs: Sequence[int] = [told.event["seq"] for told in pairing.a.group(index)]
        there = {pairing.b.told[pairing.of_a[s]].moment for s in seqs if s in pairing.of_a}
        split += len(there) > 1
    return split
