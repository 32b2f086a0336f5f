"""Explain a card: its life through all zones, as one viewer reads it."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from dcg_events.audit.auditing import audit
from dcg_events.audit.explaining.life import Life
from dcg_events.audit.explaining.shape import CardExplanation, StageView
from dcg_events.audit.explaining.tracing import Tracer, ancestry
from dcg_events.audit.finding import Finding
from dcg_events.errors import ImpossibleEventError, UsageError
from dcg_events.log.part import LogPart
from dcg_events.log.store import read_groups
from dcg_events.projections.fold import MALFORMED, Group
from dcg_events.projections.rewinding import Again
from dcg_events.vocabulary.people import Viewer
from dcg_events.vocabulary.rules import Language

_ID: Final = re.compile(r"[0-9]{1,16}(\.[0-9]{1,5})?", re.ASCII)
_REMEDY: Final = "take one that `show --json` or `events` prints, such as 41 or 17.3"


def explain_card(
    path: str | Path | LogPart,
    placement: str,
    viewer: Viewer = "judge",
    *,
    language: Language | None = None,
    speech: Language = "en",
) -> CardExplanation:
    """Explain the life of the card that lay under a placement, or founded a unit of that id.

    Only what the viewer's copy tells is used: no more of the card than that viewer can follow.

    Args:
        path: The log.
        placement: An id as events and zones show it: `41`, or `17.3`.
        viewer: As whom to read; the judge reads all that the file opens.
        language: Whose reading of the rules the findings follow; by default that of the match.
        speech: The language of the findings' sentences.

    Raises:
        UsageError: If no card had that id.
        LogError: If the log cannot be read or is damaged.
        ImpossibleEventError: If an event does not have the form of its kind.
    """
    source = LogPart.of(path)

    def again() -> Iterator[Group]:
        return read_groups(source, viewer)

    with well_formed(str(source)):
        found = ancestry(viewer, again)
        if _ID.fullmatch(placement) is None:
            raise UsageError("card", "an id is a seq, or a seq and a number", _REMEDY)
        if placement not in found.names:
            raise UsageError(f"card {placement}", "no card of this log has had that id", _REMEDY)
        life = Life(found.first(placement))
        follow([life], viewer, again)
        audited = audit(source, viewer, language=language, speech=speech)
        return {
            "about": "card",
            "asked": placement,
            "viewer": viewer,
            "events": audited.events,
            "head": audited.head,
            "life": life.view(),
            "findings": touching(audited.findings, life.touched),
        }


@contextmanager
def well_formed(name: str) -> Iterator[None]:
    """Translate what goes wrong where an event does not have the fields that its kind has.

    Raises:
        ImpossibleEventError: If the log holds such an event.
    """
    try:
        yield
    except MALFORMED as error:
        problem = "an event lacks a field, or holds a value of the wrong type"
        remedy = "check the log with `dcg-events verify --strict`"
        raise ImpossibleEventError(name, problem, remedy) from error


def follow(lives: list[Life], viewer: Viewer, again: Again) -> None:
    """Follow some cards through a whole log; an event that cannot have happened ends it."""
    tracer = Tracer(viewer, again)
    for group in again():
        try:
            steps = tracer.advance(group)
        except ImpossibleEventError:
            for life in lives:
                life.refuse(group[0]["seq"])
            return
        for life in lives:
            life.take(group, steps, tracer.table)


def touching(findings: Iterable[Finding], seqs: set[int]) -> list[Finding]:
    """Return the findings whose event or evidence is among some events."""
    return [one for one in findings if not seqs.isdisjoint((one.event, *one.evidence))]


def stage_at(life: Life, name: str) -> StageView | None:
    """Return the stage of a life under a placement."""
    return next((stage for stage in life.stages if stage["id"] == name), None)
