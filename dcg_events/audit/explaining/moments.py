"""Explain an event: its moment, what it changed, who may know it, and what touches it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dcg_events.audit.auditing import audit
from dcg_events.audit.explaining.cards import follow, stage_at, touching, well_formed
from dcg_events.audit.explaining.changes import changes_between, new_ids
from dcg_events.audit.explaining.life import Life
from dcg_events.audit.explaining.references import events_named, placements_named, units_named
from dcg_events.audit.explaining.secrecy import sealed_fields
from dcg_events.audit.explaining.shape import (
    ChangeView,
    EventExplanation,
    RelatedView,
    ShortLifeView,
    ShortStageView,
)
from dcg_events.audit.explaining.spots import cards_shown
from dcg_events.audit.explaining.tracing import Ancestry, Step, Tracer, ancestry
from dcg_events.errors import ImpossibleEventError, UsageError
from dcg_events.log.part import LogPart
from dcg_events.log.sealing import plain
from dcg_events.log.store import read_groups
from dcg_events.projections.fold import Group
from dcg_events.projections.rewinding import Again
from dcg_events.projections.table import Table
from dcg_events.vocabulary.people import Viewer
from dcg_events.vocabulary.rules import Language


@dataclass
class _Moment:
    """The moment of an event: its group, the table before and after, and what happened to it."""

    group: Group = ()
    event: dict[str, Any] = field(default_factory=dict)
    before: Table = field(default_factory=Table)
    after: Table = field(default_factory=Table)
    steps: Sequence[Step] = ()
    undone_by: int | None = None
    last: int = -1


def explain_event(
    path: str | Path | LogPart,
    seq: int,
    viewer: Viewer = "judge",
    *,
    language: Language | None = None,
    speech: Language = "en",
) -> EventExplanation:
    """Explain an event: its moment, its changes, who may know it, its cards and findings.

    Args:
        path: The log.
        seq: The event.
        viewer: As whom to read; the judge reads all that the file opens.
        language: Whose reading of the rules the findings follow; by default that of the match.
        speech: The language of the findings' sentences.

    Raises:
        UsageError: If the log does not hold the event.
        LogError: If the log cannot be read or is damaged.
        ImpossibleEventError: If an event before it cannot have happened, or one does not have the
            form of its kind.
    """
    source = LogPart.of(path)

    def again() -> Iterator[Group]:
        return read_groups(source, viewer)

    with well_formed(str(source)):
        moment = _find(viewer, again, seq)
        audited = audit(source, viewer, language=language, speech=speech)
        return {
            "about": "event",
            "seq": seq,
            "viewer": viewer,
            "events": audited.events,
            "head": audited.head,
            "game": moment.after.game,
            "turn": moment.after.turn,
            "undone_by": moment.undone_by,
            "group": [plain(event) for event in moment.group],
            "changes": _changes(moment),
            "new_ids": new_ids(moment.before, moment.after),
            "sealed": sealed_fields(source, seq, moment.event),
            "cards": _cards(moment, viewer, again),
            "related": _related(moment.event, again),
            "findings": touching(audited.findings, {seq}),
        }


def _find(viewer: Viewer, again: Again, seq: int) -> _Moment:
    """Go through a log and stop at the moment of an event.

    Raises:
        UsageError: If the log does not hold it.
        ImpossibleEventError: If an event before it cannot have happened.
    """
    moment, tracer = _Moment(), Tracer(viewer, again)
    for group in again():
        moment.last = group[-1]["seq"]
        if moment.group:
            to_seq = group[0].get("to_seq") if group[0]["kind"] == "rewound" else None
            if to_seq is not None and to_seq < seq and moment.undone_by is None:
                moment.undone_by = group[0]["seq"]
            continue
        here = group[0]["seq"] <= seq <= moment.last
        before = tracer.table.copy() if here else None
        try:
            steps = tracer.advance(group)
        except ImpossibleEventError:
            if before is None:
                raise
            steps = []
            tracer.table = before.copy()
        if before is not None:
            moment.group, moment.before, moment.steps = group, before, steps
            moment.after = tracer.table.copy()
            moment.event = next(event for event in group if event["seq"] == seq)
    if not moment.group:
        remedy = f"choose one from 0 to {moment.last}"
        raise UsageError(f"event {seq}", "the log does not hold it", remedy)
    return moment


def _changes(moment: _Moment) -> list[ChangeView]:
    return changes_between(moment.before, moment.after)


def _cards(moment: _Moment, viewer: Viewer, again: Again) -> list[ShortLifeView]:
    """Return the lives of the cards that the event moves, names or shows."""
    found = ancestry(viewer, again)
    names = [name for name in _touched(moment) if name in found.names]
    lives: dict[str, Life] = {}
    asked: dict[str, str] = {}
    for name in names:
        first = found.first(name)
        asked.setdefault(first, _latest(found, moment, name))
        lives.setdefault(first, Life(first))
    follow(list(lives.values()), viewer, again)
    return [_short(life, asked[first]) for first, life in lives.items()]


def _touched(moment: _Moment) -> Iterator[str]:
    event = moment.event
    seq = event["seq"]
    if event["kind"] == "transferred":
        yield str(seq)
        yield from (old for step in moment.steps for old, at in step.taken.items() if at == seq)
    yield from sorted(placements_named(event), key=_by_age)
    if "place" in event:
        yield from cards_shown(moment.after, event)
    for unit in sorted(units_named(event), key=_by_age):
        for table in (moment.after, moment.before):
            if unit in table.units and table.units[unit].cards:
                yield table.units[unit].cards[0].id
                break


def _by_age(name: str) -> list[int]:
    parts = name.split(".")
    return [int(part) for part in parts] if all(map(str.isdigit, parts)) else []


def _latest(found: Ancestry, moment: _Moment, name: str) -> str:
    """Return the name that a card has after the moment, if it was given one there."""
    for step in moment.steps:
        if name in step.taken:
            name = str(step.taken[name])
        name = step.renamed.get(name, name)
    return name if name in found.names else ""


def _short(life: Life, name: str) -> ShortLifeView:
    view = life.view()
    stages: list[ShortStageView] = []
    for stage in view["stages"]:
        if not stage["spots"]:
            continue
        spot = stage["spots"][-1]
        short: ShortStageView = {
            "id": stage["id"],
            "zone": spot["zone"],
            "side": spot["side"],
            "since": stage["since"],
            "until": stage["until"],
            "manner": stage["why"]["manner"],
            "undone": stage["undone"],
        }
        if "unit" in spot:
            short["unit"] = spot["unit"]
        stages.append(short)
    return {
        "id": name if stage_at(life, name) else life.first,
        "number": view["number"],
        "owner": view["owner"],
        "begins": view["begins"],
        "stages": stages,
        "ends": view["ends"],
    }


def _related(event: dict[str, Any], again: Again) -> list[RelatedView]:
    """Return the events that speak of an event, that it caused, and the one that caused it."""
    seq, found = event["seq"], []
    cause = (event.get("cause") or {}).get("event")
    for group in again():
        for other in group:
            how: list[Any] = []
            if seq in events_named(other):
                how.append("about")
            if (other.get("cause") or {}).get("event") == seq:
                how.append("caused")
            if other["seq"] == cause or other["seq"] in events_named(event):
                how.append("cause" if other["seq"] == cause else "about")
            if how and other["seq"] != seq:
                related: RelatedView = {"seq": other["seq"], "kind": other["kind"], "how": how}
                found.append(related)
    return found
