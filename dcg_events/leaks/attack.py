"""Attack the redaction of a log: what could its viewers learn that they may not know."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dcg_events.errors import DcgEventsError, UsageError
from dcg_events.leaks import reading, walking
from dcg_events.leaks.checklist import Leak
from dcg_events.leaks.comparing import Events, compare_copies, read_copy
from dcg_events.leaks.history import Groups, History, trace
from dcg_events.leaks.recording import record_world
from dcg_events.leaks.worlds import World, plain_groups
from dcg_events.log.part import LogPart
from dcg_events.projections.correcting import corrects
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.redact import redact
from dcg_events.vocabulary.people import Viewer

ATTACKED: tuple[Viewer, ...] = ("p1", "p2", "spectator")
"""The viewers from whom something is hidden."""


@dataclass(frozen=True, slots=True)
class Attack:
    """What an attack on one viewer's copy found.

    Attributes:
        viewer: Whose copy.
        leaks: What that viewer could learn, in the order of the log.
        worlds: Other worlds that were recorded.
        swapped: Values that were not the same in them, all worlds together.
        events: Events that hold such a value, in the world with the most.
    """

    viewer: Viewer
    leaks: tuple[Leak, ...]
    worlds: int
    swapped: int
    events: int

    def as_dict(self) -> dict[str, Any]:
        """Return the attack for JSON."""
        return {
            "viewer": self.viewer,
            "leaks": [found.as_dict() for found in self.leaks],
            "worlds": self.worlds,
            "swapped": self.swapped,
            "events": self.events,
        }


def audit_leaks(
    path: str | Path | LogPart, viewer: Viewer, *, worlds: int = 1, seed: int = 0
) -> list[Leak]:
    """Return what a viewer could learn from the own copy of a log and may not; see `attack`."""
    return list(attack(path, viewer, worlds=worlds, seed=seed).leaks)


def attack(path: str | Path | LogPart, viewer: Viewer, *, worlds: int = 1, seed: int = 0) -> Attack:
    """Attack a viewer's copy of a full log.

    Everything that the viewer cannot know is made otherwise, consistently with what the viewer
    saw: what hidden cards are, in which order they lie, which of them went where, and what the
    record says for others. Both worlds are sealed by the recorder, and the viewer's copies have to
    be equal byte for byte, apart from digests, salts and heads. Then the checklist is walked over
    the log itself.

    Where the record is corrected, other worlds are made up as far as the first correction: after
    it the wrong record and the right one would have to be made otherwise together.

    Args:
        path: A full log.
        viewer: Who is not to learn what is hidden.
        worlds: How many other worlds to compare with.
        seed: The same seed gives the same worlds.

    Raises:
        UsageError: If it is a redacted copy, or the viewer is the judge, who may know all.
        LogError: If it cannot be read.
        EventError, ImpossibleEventError: If this recorder does not accept an event of the log.
    """
    source = LogPart.of(path)
    if viewer not in ATTACKED:
        raise UsageError(str(path), "the judge may know all", "attack it as p1, p2 or spectator")
    log = MatchLog(source)
    if log.viewer != "judge":
        problem = f"it is the copy of {log.viewer}, and what it does not hold cannot be swapped"
        raise UsageError(str(path), problem, "attack the full log")
    numbered = tuple(walking.walk_ids(source, viewer))
    if numbered:  # placements are not what the record says: no other world can be made of it
        return Attack(viewer, numbered, 0, 0, 0)
    groups = list(log.groups())
    history = trace(_uncorrected(groups), viewer)
    with TemporaryDirectory(prefix="dcg-events-leaks-") as folder:
        whole, ours = Path(folder, "whole"), Path(folder, "ours")
        try:
            _record(whole, groups, viewer)
            if len(history.groups) == len(groups):
                ours = whole
            else:
                _record(ours, history.groups, viewer)
        except DcgEventsError as error:
            raise error.at(str(path)) from error
        events = {event["seq"]: event for group in groups for event in group}
        leaks = set(_walk(source, whole, history, events))
        swapped = touched = 0
        for number in range(worlds):
            world = World(history, seed + number)
            theirs = Path(folder, f"world-{number}")
            theirs.mkdir()
            _record_other(theirs / "log", world.groups())
            leaks |= set(_compare(ours, theirs, viewer, events))
            swapped += world.swapped
            touched = max(touched, world.events)
    return Attack(viewer, tuple(sorted(leaks)), worlds, swapped, touched)


def _uncorrected(groups: Groups) -> Groups:
    """Return the groups before the first one that corrects the record."""
    return list(takewhile(lambda group: not corrects(group), groups))


def _record(folder: Path, groups: Groups, viewer: Viewer) -> None:
    """Record the groups of a log anew, and make the viewer's copy of them."""
    folder.mkdir()
    record_world(folder / "log", plain_groups(groups))
    redact(folder / "log", viewer, folder / "copy")


def _walk(source: LogPart, ours: Path, history: History, events: Events) -> Iterator[Leak]:
    """Walk the checklist over the log as it is."""
    viewer = history.viewer
    log, recorded = read_copy(source), read_copy(ours / "log")
    redact(source, viewer, ours / "redacted")
    yield from walking.walk_salts(log, viewer)
    yield from walking.walk_policy(log, recorded, viewer, events)
    yield from walking.walk_copy(log, read_copy(ours / "redacted"), viewer, events)
    yield from walking.walk_times(log, viewer)
    yield from walking.walk_numbers(source, history)


def _compare(ours: Path, theirs: Path, viewer: Viewer, events: Events) -> Iterator[Leak]:
    """Compare all that the viewer gets of two worlds."""
    redact(theirs / "log", viewer, theirs / "copy")
    copies = read_copy(ours / "copy"), read_copy(theirs / "copy")
    yield from compare_copies(*copies, viewer, events)
    yield from reading.compare_readings(ours / "log", theirs / "log", viewer, events)
    yield from reading.compare_messages(ours / "log", theirs / "log", viewer)


def _record_other(path: Path, groups: Sequence[Sequence[dict[str, Any]]]) -> None:
    """Record another world; that it is refused would be a mistake of ours in making it up."""
    try:
        record_world(path, groups)
    except DcgEventsError as error:
        problem = f"the other world could not have been: {error.where}: {error.problem}"
        raise AssertionError(problem) from error
