"""The scribe notices errors: corrections of the record, in random matches."""

from typing import Any, Final

from dcg_events.projections.correcting import NOT_CORRECTED
from dcg_events.projections.fold import NO_CHANGE
from dcg_events.views.matchlog import MatchLog
from tests.property.facts import whisper
from tests.property.matches import Group, World
from tests.property.moves import CARD_MOVES

HARMLESS: Final = NO_CHANGE - NOT_CORRECTED
"""Kinds that change nothing on the table: their events may never have happened."""


def correct(world: World) -> Group:
    """Say what the record should have said."""
    groups = list(MatchLog(world.recorder.path, history="recorded").groups())
    if len(groups) < 3:
        return []
    makers = [_never, _other_end, _missed, _remembered]
    if world.viewer is None:  # what is refused may be refused in one of two worlds alone
        makers += [_any_never, _any_end, _any_missed]
    group = world.dice.choice(makers)(world, groups)
    for event in group:
        if world.dice.random() < 0.5:
            event["why"] = whisper(world)
    return group


def _wrong(event: dict[str, Any], right: dict[str, Any] | None) -> dict[str, Any]:
    return {"kind": "record_corrected", "corrects": event["seq"], "event": right}


def _never(world: World, groups: list[Group]) -> Group:
    """The last moment never happened, or a fact that moved nothing."""
    last = groups[-1]
    if last[0]["kind"] not in NOT_CORRECTED and world.dice.random() < 0.7:
        return [_wrong(event, None) for event in last]
    facts = [group[0] for group in groups if len(group) == 1 and group[0]["kind"] in HARMLESS]
    return [_wrong(world.dice.choice(facts), None)] if facts else []


def _other_end(world: World, groups: list[Group]) -> Group:
    """The last card that moved went to another place."""
    return _moved_elsewhere(world, groups[-1])


def _moved_elsewhere(world: World, group: Group) -> Group:
    event = group[0]
    if len(group) > 1 or event["kind"] != "transferred" or event["from"]["zone"] == "outside":
        return []
    zone = world.dice.choice(("trash", "hand", "security", "deck", "no_area"))
    side = event["from"].get("side") or "p1"
    to: dict[str, Any] = {"zone": zone} | ({} if zone == "no_area" else {"side": side})
    if zone in ("security", "deck"):
        to["position"] = world.dice.choice((0, -1))
    kept = ("kind", "manner", "from", "was", "at")
    right = {name: event[name] for name in kept if name in event} | {"to": to}
    if world.dice.random() < 0.3:
        right["revealed"] = True
    return [_wrong(event, right)]


def _missed(world: World, groups: list[Group]) -> Group:
    """A card that moved just now was not recorded."""
    group = world.dice.choice([move for _, move in CARD_MOVES])(world)
    if len(group) != 1:
        return []
    after = groups[-1][-1]["seq"]
    return [{"kind": "record_corrected", "after": after, "event": group[0]}]


def _remembered(world: World, groups: list[Group]) -> Group:
    """Something that moved no card happened long ago."""
    after = world.dice.choice(groups)[-1]["seq"]
    right = world.dice.choice(
        (
            {"kind": "noted", "text": whisper(world, "p1"), "audience": ["p1"]},
            {"kind": "memory_changed", "after": world.dice.randint(-9, 9)},
            {"kind": "judge_called", "player": "p2", "question": whisper(world, "p2")},
        )
    )
    return [{"kind": "record_corrected", "after": after, "event": right}]


def _any_never(world: World, groups: list[Group]) -> Group:
    group = world.dice.choice(groups[-8:])
    return [_wrong(event, None) for event in group]


def _any_end(world: World, groups: list[Group]) -> Group:
    return _moved_elsewhere(world, world.dice.choice(groups[-8:]))


def _any_missed(world: World, groups: list[Group]) -> Group:
    group = _missed(world, groups)
    for event in group:
        event["after"] = world.dice.choice(groups[-6:])[-1]["seq"]
    return group
