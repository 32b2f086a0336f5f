"""Tell a recorded match again, changed: for tests of what finds such a change.

    groups = groups_of(path)
    groups[41][0]["number"] = "LX1-011"
    changed = retell(groups, tmp_path / "changed.dcglog")

Changing events in place keeps every reference; who adds or takes out events shifts the seqs that
later events name, and does better to put a `noted` in the place of what is taken out.
"""

from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path

from dcg_events.recorder.recorder import Recorder
from dcg_events.views.matchlog import MatchLog
from tests.lawful.desk import Event, counting_salt


def groups_of(path: Path) -> list[list[Event]]:
    """Return all groups of a log as plain events, free to be changed."""
    return [deepcopy(list(group)) for group in MatchLog(path).groups()]


def retell(groups: Sequence[Sequence[Event]], path: Path, *, salt: int = 0) -> Path:
    """Record plain groups as a log of their own.

    Raises:
        EventError: If a changed event is none, or cannot be sealed.
        ImpossibleEventError: If it cannot have happened: no audit is needed to find that.
    """
    (opened,), *others = groups
    with Recorder.begin(path, opened, salt=counting_salt(salt)) as recorder, recorder.batch():
        for group in others:
            recorder.append_group(group)
    return path


def without(groups: Sequence[Sequence[Event]], index: int) -> list[list[Event]]:
    """Return the groups with notes in the place of one: as if the scribe had missed it."""
    kept = deepcopy([list(group) for group in groups])
    names = ("seq", "game", "at", "group", "step", "of")
    kept[index] = [
        {"kind": "noted", "text": None} | {name: event[name] for name in names}
        for event in kept[index]
    ]
    return kept
