"""Mutations: what leaves at once, what a new card keeps, what was confirmed (CR 4.0 §3-1-3)."""

from random import Random
from typing import Any, Final

from tests.audit.mutating import (
    Groups,
    added,
    edited,
    found_by,
    fresh,
    marked,
    missed,
    moments,
    place,
    places,
    spliced,
    table_before,
)
from tests.lawful.board import other
from tests.lawful.desk import Event

FIELD: Final = ("battle", "breeding")


def _leaving(manner: str, kind: str | None) -> Any:
    """Return a test of groups in which one unit leaves, several cards high."""

    def test(group: list[Event]) -> bool:
        return (
            len(group) > 1
            and all(e["kind"] == "transferred" and e["from"]["zone"] in FIELD for e in group)
            and group[0]["manner"] == manner
            and len({e["from"]["unit"] for e in group}) == 1
            and [e["from"]["position"] for e in group] == list(range(len(group)))
            and (kind is None or group[0]["cause"]["kind"] == kind)
        )

    return test


def _in_two(groups: Groups, dice: Random, test: Any) -> Groups | None:
    found = moments(groups, test)
    if not found:
        return None
    index = dice.choice(found)
    top, *rest = [fresh(event) for event in groups[index]]
    later = [marked(e, **{"from": {**e["from"], "position": i}}) for i, e in enumerate(rest)]
    for event in (top, *later):
        if "position" in event["to"]:
            event["to"] = {**event["to"], "position": 0}
    for i, event in enumerate(later):
        event["to"]["position"] = len(later) - 1 - i
    return [*groups[:index], added(top), later, *groups[index + 1 :]]


def deleted_in_two_moments(groups: Groups, dice: Random) -> Groups | None:
    """The cards under a deleted Digimon went to the trash after it."""
    return _in_two(groups, dice, _leaving("delete", None))


def returned_in_two_moments(groups: Groups, dice: Random) -> Groups | None:
    """The cards under a Digimon that was returned to the hand were trashed after it."""
    return _in_two(groups, dice, _leaving("return", "effect"))


def top_returned_alone(groups: Groups, dice: Random) -> Groups | None:
    """Of a Digimon that was returned to the hand the cards under it stayed."""
    found = moments(groups, _leaving("return", "effect"))
    if not found:
        return None
    index = dice.choice(found)
    return missed(groups, index, *range(1, len(groups[index])))


def link_left_behind(groups: Groups, dice: Random) -> Groups | None:
    """The link card of a Digimon that left stayed where it was."""

    def test(event: Event) -> Any:
        linked = event["kind"] == "transferred" and event["from"]["zone"] == "link"
        return linked and event["of"] > 1 and event["manner"] in ("delete", "trash")

    found = [
        (index, step)
        for index, step in places(groups, test)
        if not any(event["manner"] == "link" for event in groups[index])
        if any(e["from"].get("position") == 0 and e["from"]["zone"] in FIELD for e in groups[index])
    ]
    return missed(groups, *dice.choice(found)) if found else None


def triggered_for_each_card(groups: Groups, dice: Random) -> Groups | None:
    """An effect triggered twice on what happened to two cards at once."""
    found = [
        index
        for index in moments(groups, lambda g: len(g) > 1 and g[0].get("manner") == "delete")
        if table_before(groups, index + 1).units
    ]
    if not found:
        return None
    index = dice.choice(found)
    unit = dice.choice(list(table_before(groups, index + 1).units.values()))
    told: Event = {
        "kind": "effect_triggered",
        "player": unit.side,
        "source": unit.id,
        "effect": "LX1-000/watch",
        "timing": "OnDeletion",
    }
    first, second = (event["seq"] for event in groups[index][:2])
    return spliced(
        groups,
        index + 1,
        0,
        added(told, pending="m-0", cause={"kind": "rule", "event": first}),
        added(told, pending="m-1", cause={"kind": "rule", "event": second}),
    )


def new_card_acted(groups: Groups, dice: Random) -> Groups | None:
    """An effect was activated after its card had been returned to the hand."""
    activated = {
        event["pending"]: event
        for group in groups
        for event in group
        if event["kind"] == "effect_activated" and event.get("pending")
    }
    found = list(places(groups, lambda e: e["kind"] == "effect_triggered" and e.get("source")))
    dice.shuffle(found)
    for index, step in found:
        event = groups[index][step]
        unit = table_before(groups, index).units.get(event["source"])
        if unit is None or event["pending"] not in activated or "Destroy" in event["timing"]:
            continue
        if len(unit.cards) > 1 or unit.links or unit.zone != "battle" or not unit.cards[0].owner:
            continue
        if str(unit.cards[0].number).startswith("TOKEN-"):
            continue
        owner = unit.cards[0].owner
        told: Event = {"kind": "transferred", "manner": "return", "owner": owner}
        told["from"] = {"zone": "battle", "side": unit.side, "unit": unit.id, "position": 0}
        cause = {"kind": "effect", "player": other(owner)}
        told |= {"to": {"zone": "hand", "side": owner}, "cause": cause}
        return spliced(groups, index + 1, 0, added(told))
    return None


def status_on_the_gone(groups: Groups, dice: Random) -> Groups | None:
    """A status was applied to what had left the field."""
    gone = {
        index: groups[index][0]["from"]["unit"]
        for index in moments(groups, _leaving("delete", None))
        if groups[index][0]["from"]["zone"] == "battle"
    }
    if not gone:
        return None
    index, unit = dice.choice(sorted(gone.items()))
    told: Event = {
        "kind": "status_applied",
        "status": "m",
        "units": [unit],
        "what": "DP",
        "value": 1000,
    }
    cause = {"kind": "effect", "player": "p1"}
    return spliced(groups, index + 1, 0, added(told, cause=cause))


def _turned(groups: Groups, dice: Random, kind: str, facing: str) -> Groups | None:
    found = place(groups, dice, lambda e: e["kind"] == "phase_entered" and e["phase"] == "main")
    if found is None:
        return None
    security = table_before(groups, found[0]).sides["p1"]["security"]
    if not security or security[0].up:
        return None
    where = {"zone": "security", "side": "p1", "position": 0}
    told: Event = {"kind": "flipped", "place": where, "facing": facing, "cause": {"kind": kind}}
    if facing == "up":
        told["number"] = security[0].number
    return spliced(groups, found[0] + 1, 0, added(told))


def _turned_in(groups: Groups, dice: Random, zone: str, facing: str) -> Groups | None:
    """Let a player turn over the first card of a place that is no security stack."""
    found = place(groups, dice, lambda e: e["kind"] == "phase_entered" and e["phase"] == "main")
    if found is None:
        return None
    cards = table_before(groups, found[0]).sides["p1"][zone]
    if not cards:
        return None
    where = {"zone": zone, "side": "p1", "position": 0}
    told: Event = {"kind": "flipped", "facing": facing, "cause": {"kind": "action"}}
    told |= {"place": where, "number": cards[0].number}
    return spliced(groups, found[0] + 1, 0, added(told))


def deck_card_turned(groups: Groups, dice: Random) -> Groups | None:
    """A player turned the top card of a deck face up."""
    return _turned_in(groups, dice, "deck", "up")


def egg_turned(groups: Groups, dice: Random) -> Groups | None:
    """A player turned the top card of a Digi-Egg deck face up."""
    return _turned_in(groups, dice, "egg_deck", "up")


def trash_card_turned(groups: Groups, dice: Random) -> Groups | None:
    """A player turned the top card of a trash face down."""
    return _turned_in(groups, dice, "trash", "down")


def security_turned_by_a_player(groups: Groups, dice: Random) -> Groups | None:
    """A player turned the top security card face up."""
    return _turned(groups, dice, "action", "up")


def security_turned_already(groups: Groups, dice: Random) -> Groups | None:
    """A security card was turned face down that lay face down."""
    return _turned(groups, dice, "effect", "down")


def wrong_count_confirmed(groups: Groups, dice: Random) -> Groups | None:
    """One card more was confirmed in a place than the record has."""
    found = place(groups, dice, lambda e: e["kind"] == "state_attested" and e.get("counts"))
    if found is None:
        return None
    counts = [dict(one) for one in groups[found[0]][found[1]]["counts"]]
    dice.choice(counts)["count"] += 1
    return edited(groups, found, counts=counts)


def wrong_memory_confirmed(groups: Groups, dice: Random) -> Groups | None:
    """Memory was confirmed where the recorded gauge does not stand."""

    def test(event: Event) -> Any:
        return event["kind"] == "state_attested" and event.get("memory") is not None

    found = place(groups, dice, test)
    if found is None:
        return None
    return edited(groups, found, memory=(groups[found[0]][found[1]]["memory"] + 12) % 21 - 10)


LEAVING: Final = (
    *found_by("deletion-in-pieces", "3-1-3-3", deleted_in_two_moments),
    *found_by("top-left-alone", "3-1-3-3", top_returned_alone),
    *found_by("rest-left-later", "3-1-3-3", returned_in_two_moments),
    *found_by("deletion-in-pieces links-left-behind", "3-1-3-3", link_left_behind, refused=True),
    *found_by("trigger-per-card", "3-1-3-3", triggered_for_each_card),
    *found_by(
        "lost-effect-activated lost-effect-under-a-card-activated",
        "3-1-3-1-2 3-1-3-1-1",
        new_card_acted,
        languages=("ja",),
    ),
    *found_by("status-on-the-gone", "3-1-3-1-2", status_on_the_gone),
    *found_by("turned-over", "3-7-2", security_turned_by_a_player),
    *found_by("turned-over", "3-2-2", deck_card_turned),
    *found_by("turned-over", "3-3-2", egg_turned),
    *found_by("turned-over", "3-6-3", trash_card_turned),
    *found_by("turned-already", "3-7-4", security_turned_already),
    *found_by("attested-count", "3-1-3-2", wrong_count_confirmed),
    *found_by("attested-memory", "1-4-2-2", wrong_memory_confirmed),
)
