"""Two worlds as one viewer sees them, and the cards that a viewer may know."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dcg_events.log.reading import LogReader
from dcg_events.log.store import open_reading
from dcg_events.projections.table import Card, Table
from dcg_events.views.matchlog import MatchLog
from dcg_events.vocabulary.histories import HISTORIES

COMMITMENT = re.compile(r"~[0-9a-f]{64}")
CARD = re.compile(r"A[12][DE][0-9]+-[0-9]{2}")
SHOWS = ("revealed", "looked_at", "information_shown")
SAID_OPENLY = ("declared", "effect_activated", "effect_resolved")


def same_but_for_cards(ours: object, theirs: object, pairs: dict[str, str]) -> bool:
    """Compare two worlds' values; card numbers pair off, anything else has to be equal.

    Returns:
        False where a card that was one and the same so far turns out to be two: then the viewer
        may tell the worlds apart, by what was seen before.

    Raises:
        AssertionError: If anything differs but numbers and commitments.
    """
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return _same_parts(ours, theirs, pairs)
    if isinstance(ours, list) and isinstance(theirs, list):
        assert len(ours) == len(theirs)
        same = [same_but_for_cards(*both, pairs) for both in zip(ours, theirs, strict=True)]
        return all(same)
    if _is_number(ours) or _is_number(theirs):
        if not (_is_number(ours, "A") and _is_number(theirs, "B")):
            return ours == theirs  # a token, or a card that the recorder does not know
        one, two = str(ours), str(theirs)
        return pairs.setdefault(one, two) == two and pairs.setdefault(two, one) == one
    assert ours == theirs or (_is_sealed(ours) and _is_sealed(theirs)), (ours, theirs)
    return True


def _same_parts(ours: dict[str, Any], theirs: dict[str, Any], pairs: dict[str, str]) -> bool:
    assert list(ours) == list(theirs)
    if ours.get("owner") != theirs.get("owner"):
        return False  # the backs of the cards show whose they are
    if ours.get("kind") in SHOWS and ours["place"]["zone"] == "hand" and ours["count"] > 1:
        return False  # sorted by what they are, which nobody can pair off
    same = [same_but_for_cards(ours[key], theirs[key], pairs) for key in ours]
    return all(same)  # all of them looked at, so that no difference is passed over


def _is_number(value: object, world: str = "ABT") -> bool:
    """Tell whether a value is a card number of one of these worlds, or a token's name."""
    return isinstance(value, str) and re.fullmatch(f"[{world}]([12][DE]|OKEN).*", value) is not None


def _is_sealed(value: object) -> bool:
    return isinstance(value, str) and COMMITMENT.fullmatch(value) is not None


def viewer_groups(path: Path, viewer: str) -> Iterator[list[dict[str, Any]]]:
    """Yield the groups of a viewer's reading, commitments in place."""
    with open_reading(path) as file:
        yield from LogReader(file, path.name, viewer).groups()


def by_place(group: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Arrange cards that leave one place, where the viewer can tell from where in it, by that.

    Steps that read alike stand in an order that their numbers make, and numbers differ in the two
    worlds: whoever knows the numbers knows no more by it.
    """
    told = [(_left_from(event), event) for event in group]
    waiting: dict[str, list[dict[str, Any]]] = {}
    for left, event in sorted(((left, e) for left, e in told if left), key=lambda pair: pair[0]):
        waiting.setdefault(left[0], []).append(event)
    arranged = [waiting[left[0]].pop(0) if left else event for left, event in told]
    places = [{"seq": event["seq"], "step": event["step"]} for event in group]
    return [event | place for event, place in zip(arranged, places, strict=True)]


def _left_from(event: dict[str, Any]) -> tuple[str, list[int]] | None:
    """Return the place that a card left, and by which draw or position; None if that is hidden."""
    if event["kind"] != "transferred":
        return None
    origin, was = event["from"], event["was"]
    if origin["zone"] == "hand" and isinstance(was, str) and not _is_sealed(was):
        return f"hand {origin['side']}", [int(part) for part in was.split(".")]
    if "among" in origin and isinstance(origin.get("position"), int):
        return f"{origin['zone']} {origin['side']}", [origin["position"]]
    return None


def check_indistinguishable(ours: Path, theirs: Path, viewer: str) -> int:
    """Two worlds that differ only in what a viewer cannot see look alike to that viewer.

    Returns:
        The number of groups compared before the worlds showed the viewer different cards.
    """
    pairs: dict[str, str] = {}
    compared = 0
    for one, two in zip(viewer_groups(ours, viewer), viewer_groups(theirs, viewer), strict=True):
        try:
            if not same_but_for_cards(by_place(one), by_place(two), pairs):
                break
        except AssertionError as error:
            raise AssertionError(f"event {one[0]['seq']}: {error}\n{one}\n{two}") from error
        compared += 1
    return compared


def check_secrets(path: Path, viewer: str) -> None:
    """No number of a card that a viewer never could look at is in that viewer's reading."""
    for history in HISTORIES:
        log = MatchLog(path, viewer, history=history)  # type: ignore[arg-type]
        whole = MatchLog(path, history=history)
        allowed = _seen_in_all(path, viewer) if history == "ruled" else set()  # not un-learned
        readings = zip(whole.tables(), whole.groups(), strict=True)
        ours = zip(log.states(), log.groups(), strict=True)
        for ((table, _), group), (state, events) in zip(readings, ours, strict=True):
            allowed |= _seen_on(table, viewer)
            for event in group:
                allowed |= _seen_in(event, viewer)
                if event["kind"] == "record_corrected":
                    allowed |= _seen_in_all(path, viewer)
            told = set(CARD.findall(json.dumps([state, events])))
            assert told <= allowed, (viewer, group[0]["seq"], history, told - allowed)


def _seen_in_all(path: Path, viewer: str) -> set[str]:
    """List the cards that a viewer may look at in a match as it was played."""
    whole = MatchLog(path, history="played")
    seen = {number for table, _ in whole.tables() for number in _seen_on(table, viewer)}
    return seen.union(*(_seen_in(event, viewer) for event in whole.events()))


def _seen_on(table: Table, viewer: str) -> set[str]:
    """List the cards that a viewer may look at on a table, by the rulebook."""
    seen: list[Card] = list(table.no_area)
    for side, piles in table.sides.items():
        seen += piles["hand"] if side == viewer else []
        seen += [card for pile in piles.values() for card in pile if card.up]
    for unit in table.units.values():
        cards = [*unit.cards, *unit.links]
        seen += [card for card in cards if card.up or card.owner == viewer]
    return {card.number for card in seen if card.number and (card.up or card not in table.no_area)}


def _seen_in(event: dict[str, Any], viewer: str) -> set[str]:
    """List the cards that an event itself shows to a viewer."""
    shown = event["kind"] == "revealed" or event.get("revealed")
    shown = shown or (event["kind"] == "looked_at" and event["viewer"] == viewer)
    shown = shown or (event["kind"] == "information_shown" and viewer in event["to"])
    shown = shown or (event["kind"] == "disclosed" and viewer in event["to"])
    to = event.get("to")
    arrived = isinstance(to, dict) and to["zone"] == "hand" and to.get("side") == viewer
    shown = shown or arrived or event["kind"] in SAID_OPENLY
    shown = shown or (event["kind"].startswith("deck_") and event["player"] == viewer)
    return set(CARD.findall(json.dumps(event))) if shown else set()
