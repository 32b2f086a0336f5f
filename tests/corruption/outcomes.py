"""What becomes of a damaged log: whoever verifies it is told, or nothing was lost."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

from dcg_events import DcgEventsError, MatchLog, verify
from dcg_events.log.matches import matches_in
from dcg_events.log.part import LogPart

Outcome: TypeAlias = Literal["reported", "same", "prefix", "different"]
"""Reported as damaged; whole, with the same events and head; whole, and a true beginning of the
log; whole, and something else."""


@dataclass(frozen=True)
class Original:
    """A log, or a viewer's copy, before it is damaged.

    Attributes:
        data: Its bytes.
        viewer: Whose copy it is.
        head: Its head.
        events: Its events, as the viewer reads them.
    """

    data: bytes
    viewer: Any
    head: str
    events: list[dict[str, Any]]

    @classmethod
    def of(cls, path: Path, viewer: Any) -> "Original":
        verdict = verify(path, viewer)
        assert verdict.whole
        return cls(path.read_bytes(), viewer, verdict.head, list(MatchLog(path, viewer).events()))


def outcome(original: Original, damaged: Path, head: str | None) -> Outcome:
    """Return what `verify` makes of a damaged copy, with or without a head to hold against it."""
    try:
        parts = matches_in(damaged)
        verdicts = [verify(part, original.viewer, head=head) for part in parts]
    except DcgEventsError:
        return "reported"
    if not all(verdict.whole for verdict in verdicts):
        return "reported"
    if len(parts) > 1:
        return "different"
    events = list(MatchLog(LogPart(damaged), original.viewer).events())
    if events == original.events and verdicts[0].head == original.head:
        return "same"
    if events == original.events[: len(events)] and not verdicts[0].ended:
        return "prefix"
    return "different"


def damaged(original: Original, damage: Any, random: Random) -> bytes:
    """Return a damaged copy that differs from the original."""
    for _ in range(100):
        data: bytes = damage(original.data, random)
        if data != original.data:
            return data
    raise AssertionError(damage)
