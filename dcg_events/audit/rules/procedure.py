"""Cards that leave a pile from the top, one by one (CR 4.0 §3-2-4, §3-3-4, §3-7-5)."""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Severity
from dcg_events.audit.rules.showing import is_shown
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import BY_TEXT, cause_of, is_number
from dcg_events.vocabulary.manners import Manner
from dcg_events.vocabulary.places import HIDDEN_PILES

_CLAUSES: Final = {"deck": "3-2-4", "egg_deck": "3-3-4", "security": "3-7-5"}

_TOP_CARDS: Final[frozenset[Manner]] = frozenset({"draw", "hatch", "recover", "check"})
"""Manners that take the top card by what they are."""


def takes_the_top_card(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Who draws, hatches, recovers or checks takes the top cards.

    While cards of the pile are revealed or looked at, others are drawn than the top ones (CR 4.2
    §15-15-3-5), and an effect may have another card checked or hatched.
    """
    manner, origin = event["manner"], event["from"]
    if manner not in _TOP_CARDS or not origin.get("position"):
        return ()
    zone, position, side = origin["zone"], origin["position"], origin.get("side")
    if zone not in HIDDEN_PILES or not is_number(position):
        return ()
    kind = cause_of(event)
    if kind == "judge" or (manner in ("check", "hatch") and kind in BY_TEXT):
        return ()
    size = len(scene.table.sides[side or ""][zone])
    index = position + (size if position < 0 else 0)
    taken = _taken(scene, zone, side)
    if index < len(taken) or is_shown(scene, zone, side):
        return ()
    details: dict[str, str | int] = {"zone": zone, "side": side or "", "position": index}
    return [Break((side or "",), details, clause=_CLAUSES[zone])]


def takes_them_top_first(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """Cards that leave from the top of a pile together go in the order in which they lay.

    Cards that were shown, or whose order somebody chose, may go in another one. A text might
    pick cards by their places, so where the manner does not say that it takes the top cards it is
    only a doubt.
    """
    if len(scene.group) < 2:
        return ()
    piles: dict[tuple[str, str | None, str, str], list[dict[str, Any]]] = {}
    for event in scene.group:
        if event["kind"] == "transferred":
            origin, goal = event["from"], event["to"]["zone"]
            if origin["zone"] in HIDDEN_PILES and goal != origin["zone"]:
                key = (origin["zone"], origin.get("side"), goal, event["manner"])
                piles.setdefault(key, []).append(event)
    found = []
    for (zone, side, _goal, manner), events in piles.items():
        positions = [event["from"].get("position") for event in events]
        if not all(map(is_number, positions)) or positions == sorted(positions):
            continue
        if sorted(positions) != list(range(len(positions))) or _may_differ(scene, events):
            continue
        details: dict[str, str | int] = {"zone": zone, "side": side or ""}
        evidence = tuple(event["seq"] for event in events)
        severity: Severity = "breach" if manner in _TOP_CARDS else "doubt"
        clause = _CLAUSES[zone]
        found.append(Break((side or "",), details, evidence, evidence[0], severity, clause))
    return found


def _may_differ(scene: Scene, events: list[dict[str, Any]]) -> bool:
    """Tell whether cards may go in another order than they lay: chosen, seen, or by a judge."""
    if any(event.get("ordering") or "among" in event["from"] for event in events):
        return True
    if any(cause_of(event) == "judge" for event in events):
        return True
    zone, side = events[0]["from"]["zone"], events[0]["from"].get("side")
    since = (events[0].get("cause") or {}).get("event")
    since = scene.story.turn.began or 0 if since is None else since
    if is_shown(scene, zone, side) or scene.story.shown.looked_at_since(zone, side, since):
        return True
    return any(card.up for card in scene.table.sides[side or ""][zone][: len(events)])


def recovers_one_on_the_other(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """Of recovered cards the first lies lowest: they go onto the stack one by one."""
    recovered = [
        event
        for event in scene.group
        if event.get("manner") == "recover"
        and event["kind"] == "transferred"
        and is_number(event["from"].get("position"))
        and is_number(event["to"].get("position"))
        and cause_of(event) != "judge"
        and not event.get("ordering")
    ]
    if len(recovered) < 2 or len({event["to"].get("side") for event in recovered}) > 1:
        return ()
    if len(recovered) != len(scene.group):
        return ()
    laid = sorted((event["from"]["position"], event["to"]["position"]) for event in recovered)
    goals = [goal for _, goal in laid]
    if sorted(goals) != list(range(len(goals))) or goals == sorted(goals, reverse=True):
        return ()
    side = recovered[0]["to"]["side"]
    return [Break((side,), {"side": side}, tuple(event["seq"] for event in recovered))]


def _taken(scene: Scene, zone: str, side: str | None) -> list[dict[str, Any]]:
    """Return the transfers of the group that leave a pile."""
    return [
        event
        for event in scene.transfers()
        if (event["from"]["zone"], event["from"].get("side")) == (zone, side)
    ]


_TRANSFERRED: Final = frozenset({"transferred"})

RULES: Final = (
    Rule(
        id="not-the-top-card",
        clause="3-2-4",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=takes_the_top_card,
        manners=_TOP_CARDS,
        happened={
            "en": "a card at position {position} of the {zone} of {side} was taken instead of the"
            " top card",
            "ja": "{side}の{zone}から、上の{position}枚を飛ばしてカードが取られた",
        },
        asks={
            "en": "cards are taken one by one from the top",
            "ja": "カードは上から1枚ずつ取る",
        },
    ),
    Rule(
        id="not-top-first",
        clause="3-2-4",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=takes_them_top_first,
        several=True,
        once=True,
        happened={
            "en": "cards of the {zone} of {side} were taken together, and not the top one first",
            "ja": "{side}の{zone}のカードが、上から順にではなく置かれた",
        },
        asks={
            "en": "cards taken together go one by one, the top one first",
            "ja": "同時に置くカードは、手順として上から1枚ずつ置く",
        },
    ),
    Rule(
        id="recovered-upside-down",
        clause="3-2-4",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=recovers_one_on_the_other,
        several=True,
        once=True,
        happened={
            "en": "cards recovered together lie in the wrong order in the security stack of {side}",
            "ja": "同時にリカバリーしたカードが、{side}のセキュリティに逆の順番で置かれた",
        },
        asks={
            "en": "they go onto the stack one by one, so the first of them lies lowest",
            "ja": "1枚ずつ上に置くので、最初の1枚が1番下になる",
        },
    ),
)
