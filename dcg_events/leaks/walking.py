"""Walk the checklist over a log as it was written, whichever program wrote it.

What the log seals and to whom it opens values is compared with a recording of the same events by
the policy; the rest is looked for in the bytes themselves.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import orjson

from dcg_events.errors import ImpossibleEventError
from dcg_events.leaks.checklist import Item, Leak, item_of, leak
from dcg_events.leaks.comparing import Copy, Events, differences
from dcg_events.leaks.history import History
from dcg_events.leaks.recording import WHOLE_SECONDS
from dcg_events.leaks.tracing import heaps
from dcg_events.log.part import LogPart
from dcg_events.log.sealing import is_sealed
from dcg_events.projections.table import Table
from dcg_events.views.matchlog import MatchLog
from dcg_events.vocabulary.people import Viewer

_SALT: Final = re.compile(r"[0-9a-f]{32}")
_NEVER: Final = sys.maxsize
_WORD: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+.-]*")


def walk_salts(log: Copy, viewer: Viewer) -> Iterator[Leak]:
    """Yield values whose salt is used a second time, or is not 128 bits.

    An opening that a `disclosed` event repeats is the same line, and no second use.
    """
    used: dict[str, bytes] = {}
    for line in log.openings:
        _, seq, path, _, _, salt = orjson.loads(line)
        if not _SALT.fullmatch(str(salt)) or used.setdefault(salt, line) != line:
            yield leak(viewer, seq, path, Item.SALT)


def walk_policy(log: Copy, recorded: Copy, viewer: Viewer, events: Events) -> Iterator[Leak]:
    """Yield where a log seals or opens values otherwise than the policy has it.

    Args:
        log: The log.
        recorded: The same events, recorded by the policy.
        viewer: Who reads.
        events: The events, as the judge has them.
    """
    if len(log.records) != len(recorded.records):
        yield leak(viewer, -1, "", Item.PRESENCE)
    for one, two in zip(log.records, recorded.records, strict=False):
        ours, theirs = orjson.loads(one), orjson.loads(two)
        event = events[theirs["seq"]]
        for path, here, due in differences(ours, theirs):
            bare = is_sealed(due) and not _is_commitment(here)
            item = item_of(event, path, None, None, opened=False) if bare else None
            item = Item.LENGTH if item is None and _is_misshapen(here) else item
            item = item or item_of(event, path, here, due, opened=False)
            yield leak(viewer, theirs["seq"], path, item)
    due_to = {_key(line): set(orjson.loads(line)[3]) for line in recorded.openings}
    for line in log.openings:
        _, seq, path, audience, _, _ = orjson.loads(line)
        if viewer in audience and viewer not in due_to.get((seq, path), {viewer}):
            yield leak(viewer, seq, path, item_of(events[seq], path, None, None, opened=True))


def _is_commitment(value: object) -> bool:
    return isinstance(value, str) and value.startswith("~")


def _is_misshapen(value: object) -> bool:
    return _is_commitment(value) and not is_sealed(value)


def _key(line: bytes) -> tuple[int, str]:
    _, seq, path, _, _, _ = orjson.loads(line)
    return seq, path


def walk_copy(log: Copy, copy: Copy, viewer: Viewer, events: Events) -> Iterator[Leak]:
    """Yield what a viewer's copy lacks of the log, and what it holds that is not the viewer's."""
    if copy.records != log.records or copy.commits != log.commits:
        yield leak(viewer, -1, "", Item.LINES)
    told = {
        (item["event"], item["field"])
        for event in events.values()
        if event["kind"] == "disclosed" and viewer in event["to"]
        for item in event["opened"]
    }
    lines = set(log.openings)
    for line in copy.openings:
        _, seq, path, audience, _, _ = orjson.loads(line)
        if line not in lines:
            yield leak(viewer, seq, path, Item.LENGTH)  # a stand-in has the size of something
        elif viewer not in audience and (seq, path) not in told:
            item = item_of(events[seq], path, None, None, opened=True)
            yield leak(viewer, seq, path, item)


def walk_times(log: Copy, viewer: Viewer) -> Iterator[Leak]:
    """Yield times that are told more exactly than in whole seconds."""
    for line in log.records:
        event = orjson.loads(line)
        at = event.get("at")
        if at is not None and not WHOLE_SECONDS.fullmatch(str(at)):
            yield leak(viewer, event["seq"], "at", Item.TIME)


def walk_ids(path: Path | LogPart, viewer: Viewer) -> Iterator[Leak]:
    """Yield where placements are called by what not everybody may know.

    Whoever holds no hidden value has to find the same placements in the same places. Who cannot
    follow the log at all is for `compare_readings` to report.
    """
    tables = zip(MatchLog(path).tables(), MatchLog(path, viewer).tables(), strict=True)
    with suppress(ImpossibleEventError):
        for (judged, _), (seen, _) in tables:
            if _placements(judged) != _placements(seen):
                yield leak(viewer, judged.seq, "", Item.NUMBERING)
                return  # what follows differs with it


def _placements(table: Table) -> list[list[str]]:
    return [
        [] if zone == "hand" else [card.id for card in cards] for zone, _, cards in heaps(table)
    ]


def walk_numbers(path: Path | LogPart, history: History) -> Iterator[Leak]:
    """Yield where a viewer reads the number of a card before ever seeing such a card."""
    since: dict[str, int] = {}
    for stay in history.stays:
        if stay.number is not None:
            seen = stay.seen if stay.seen is not None else _NEVER
            since[stay.number] = min(since.get(stay.number, seen), seen)
    for glimpse in history.glimpses:
        number = glimpse.stays[glimpse.shown].number
        if number is not None:
            since[number] = min(since[number], glimpse.seq)
    judged = (event for group in history.groups for event in group)
    for event, whole in zip(MatchLog(path, history.viewer).events(), judged, strict=False):
        last = whole["group"] + whole["of"] - 1
        for field, text in _texts(event):
            if _is_lawful(event, field, history.viewer):
                continue
            if any(since.get(word, -1) > last for word in _WORD.findall(text)):
                item = item_of(whole, field, None, None, opened=False)
                yield leak(history.viewer, event["seq"], field, item)


def _texts(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield all strings in a JSON value with their dotted path, those of a list under its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, path)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _texts(item, f"{path}.{name}" if path else str(name))


def _is_lawful(event: dict[str, Any], path: str, viewer: Viewer) -> bool:
    """Tell whether an event shows the viewer a number by being what it is."""
    kind, name = event["kind"], path.rsplit(".", 1)[-1]
    if kind in ("deck_registered", "deck_checked"):
        return bool(event["player"] == viewer)
    if name == "number":
        return kind in ("declared", "effect_activated", "effect_resolved", "token_supplied")
    if kind == "choice_made":
        given = event.get("audience")
        return viewer in ([event["player"]] if given is None else given)
    shown = {
        "revealed": [viewer],
        "looked_at": [event.get("viewer")],
        "information_shown": event.get("to") or [],
        "disclosed": event.get("to") or [],
    }
    return name in ("numbers", "opened") and viewer in shown.get(kind, ())
