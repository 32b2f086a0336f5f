"""What is recorded later of an earlier moment: it is sealed as it would have been then.

The fields of an event that stands in a correction are for who might have known them at the place
of the corrected event. That follows from what everybody can read of the log before it.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from dcg_events.errors import EventError
from dcg_events.projections.correcting import INSIDE, KIND, Moment, corrects
from dcg_events.projections.course import Course, course_of, groups_until
from dcg_events.projections.fold import Group
from dcg_events.projections.looking import Looks
from dcg_events.projections.rewinding import Again, played
from dcg_events.projections.table import Table
from dcg_events.projections.visibility import Seal, seals
from dcg_events.projections.witness import Past


class Setting(NamedTuple):
    """What an event happens in.

    Attributes:
        table: The table before its group.
        past: What is remembered of placements.
        group: Its group, as it should have been recorded.
    """

    table: Table
    past: Past
    group: Group


def seals_of_group(
    table: Table, group: list[dict[str, Any]], past: Past, again: Again
) -> list[list[Seal]]:
    """Return for each event of a group what of it has to be sealed; see `seals`.

    Args:
        table: The table before the group.
        group: The completed plain events.
        past: What is remembered of placements.
        again: Begins the log anew, should the group correct it.

    Raises:
        EventError: If an event cannot be sealed as it is written.
    """
    looks = Looks() if len(group) > 1 else None
    found = [seals(table, event, group, past, looks) for event in group]
    if group[0]["kind"] == KIND and corrects(group):
        before = group[0]["seq"] - 1
        course = course_of(again(), before)
        course.note(group)
        settings = settings_of(groups_until(again(), before), course, map(corrected_seq, group))
        for step, event in enumerate(group):
            found[step] += _seals_inside(event, settings)
    return found


def _seals_inside(event: dict[str, Any], settings: dict[int, Setting]) -> list[Seal]:
    right = event.get("event")
    if right is None:
        return []
    setting = settings.get(right["seq"])
    if setting is None:
        where = f"event {event['seq']} ({event['kind']})"
        problem = f"there is no event {right['seq']} that it could correct"
        raise EventError(where, problem, "name the seq of a recorded event, or of a group's end")
    inside = seals(setting.table, right, list(setting.group), setting.past)
    return [(INSIDE + path, audience) for path, audience in inside]


def corrected_seq(event: dict[str, Any]) -> int:
    """Return the seq of the event that a correction is about: its own if it adds one."""
    of = event.get("corrects")
    seq: int = event["seq"] if of is None else of
    return seq


def settings_of(
    groups: Iterable[Group], course: Course, wanted: Iterable[int]
) -> dict[int, Setting]:
    """Return what some events of a log happen in, as it was played.

    Args:
        groups: The groups of the log, from its first.
        course: What the log says of its own order.
        wanted: The seqs of the events.
    """
    found: dict[int, Setting] = {}
    seqs = set(wanted)
    past = Past()

    def watch(moment: Moment, table: Table) -> bool:
        here = [event["seq"] for event in moment.group if event["seq"] in seqs]
        if here and not corrects(moment.group):
            setting = Setting(table.copy(), past.copy(), moment.group)
            found.update(dict.fromkeys(here, setting))
        return len(found) < len(seqs)

    for moment, _ in played(groups, course, watch):
        if not corrects(moment.group):  # what it says stands in its place already
            past.note(moment.group)
    return found
