"""Compare what the commands tell a viewer of two worlds: events, states, error messages."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import orjson

from dcg_events.errors import DcgEventsError, ImpossibleEventError
from dcg_events.leaks.checklist import Item, Leak, item_of, leak
from dcg_events.leaks.comparing import Events, differences
from dcg_events.leaks.recording import counting_salt
from dcg_events.recorder.recorder import Recorder
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.verifying import verify
from dcg_events.vocabulary.people import PLAYERS, Viewer
from dcg_events.vocabulary.places import HIDDEN_PILES

_PROBES: Final = 8
"""Openings that are damaged, one at a time, to read what is said about it."""


def compare_readings(ours: Path, theirs: Path, viewer: Viewer, events: Events) -> Iterator[Leak]:
    """Yield what `events --as` and `states --as` tell of one world and not of the other."""
    logs = MatchLog(ours, viewer), MatchLog(theirs, viewer)
    for one, two in zip(logs[0].events(), logs[1].events(), strict=True):
        for path, here, there in differences(one, two):
            item = item_of(events[one["seq"]], path, here, there, opened=False)
            yield leak(viewer, one["seq"], path, item)
    seq = -1
    try:
        for before, after in zip(logs[0].states(), logs[1].states(), strict=True):
            seq = before["seq"]
            state: Any = orjson.loads(orjson.dumps(before)), orjson.loads(orjson.dumps(after))
            for path, here, there in differences(*state):
                if path != "head":
                    item = Item.NUMBERING if _other_ids(here, there) else Item.IDENTITY
                    yield leak(viewer, seq, path, item)
    except ImpossibleEventError:  # it speaks of a card that the viewer's table does not tell apart
        yield leak(viewer, seq + 1, "", Item.CAUSE)


def _other_ids(ours: object, theirs: object) -> bool:
    return re.findall(b'"id":[^,}]*', orjson.dumps(ours)) != re.findall(
        b'"id":[^,}]*', orjson.dumps(theirs)
    )


def compare_messages(ours: Path, theirs: Path, viewer: Viewer) -> Iterator[Leak]:
    """Yield messages that say something else of one world than of the other."""
    for (seq, field, one), (_, _, two) in zip(_of_damage(ours), _of_damage(theirs), strict=False):
        if one != two:
            yield leak(viewer, seq, field, Item.MESSAGE)
    refused = zip(_of_refusals(ours), _of_refusals(theirs), strict=True)
    for (place, ours_said), (_, theirs_said) in refused:
        same_event = ours_said.where == theirs_said.where
        if same_event and ours_said.problem != theirs_said.problem:
            yield leak(viewer, -1, place, Item.MESSAGE)


def _of_damage(log: Path) -> Iterator[tuple[int, str, str]]:
    """Damage a few openings, each by itself; yield the event, the field and what is said of it."""
    lines = log.read_bytes().splitlines(keepends=True)
    places = [number for number, line in enumerate(lines) if line.startswith(b'["open"')]
    damaged = log.with_name("damaged")
    for number in places[:: max(1, len(places) // _PROBES)]:
        _, seq, field, audience, value, salt = orjson.loads(lines[number])
        salt = salt[:-1] + ("0" if salt[-1] != "0" else "1")
        line = orjson.dumps(["open", seq, field, audience, value, salt]) + b"\n"
        damaged.write_bytes(b"".join([*lines[:number], line, *lines[number + 1 :]]))
        try:
            said = str(verify(damaged).damage)
        except DcgEventsError as error:
            said = str(error)
        yield seq, field, said.replace(str(damaged), "")
    damaged.unlink(missing_ok=True)


def _of_refusals(log: Path) -> Iterator[tuple[str, DcgEventsError]]:
    """Ask for what cannot have happened to hidden cards; yield the place and the refusal."""
    twin = log.with_name("refusing")
    twin.write_bytes(log.read_bytes())
    with Recorder.open(twin, salt=counting_salt()) as recorder:
        for side in PLAYERS:
            goal = {"zone": "trash", "side": side}
            for zone in sorted(HIDDEN_PILES | {"hand"}):
                place: dict[str, Any] = {"zone": zone, "side": side}
                if zone != "hand":
                    place["position"] = 0
                event = {"kind": "transferred", "manner": "trash", "from": place, "to": goal}
                for wrong in ({"number": "NO-SUCH-CARD"}, {"was": "999999999"}):
                    try:
                        recorder.append_group([event | wrong, _NEVER])
                    except DcgEventsError as error:
                        yield f"{zone} of {side}", error
    twin.unlink()


_NEVER: Final = {"kind": "orientation_changed", "unit": "999999999", "orientation": "suspended"}
"""What is refused in any case, so that nothing of a probe is recorded."""
