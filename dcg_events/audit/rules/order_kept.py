"""Whether cards lie in the order that was chosen, each of them (CR 4.0 §3-1-3-4, §3-1-3-9-1)."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Severity
from dcg_events.audit.rules.ordering import ordered
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import cause_of, is_number
from dcg_events.vocabulary.places import FIELD, HIDDEN_PILES


def order_is_whole(scene: Scene, _: dict[str, Any]) -> Iterator[Break]:
    """Where cards put side by side have a place in an order, each of them has.

    Cards at the other end of a pile are no part of that order.
    """
    piles: dict[tuple[str, str], set[int]] = {}
    for event in ordered(scene):
        target = event["to"]
        if target["zone"] in HIDDEN_PILES and is_number(target.get("position")):
            pile = target["zone"], target.get("side") or ""
            piles.setdefault(pile, set()).add(target["position"])
    for event in scene.group if piles else ():
        if event["kind"] == "transferred" and not event.get("ordering"):
            target = event["to"]
            places = piles.get((target["zone"], target.get("side") or ""), set())
            place = target.get("position")
            if is_number(place) and cause_of(event) != "judge" and _is_beside(place, places):
                side = target["side"]
                yield Break((side,), {"zone": target["zone"], "side": side}, seq=event["seq"])


def _is_beside(place: int, places: set[int]) -> bool:
    """Tell whether a position lies beside others, counted from the same end.

    >>> _is_beside(1, {0}), _is_beside(-2, {-1}), _is_beside(0, {-1})
    (True, True, False)
    """
    return any(abs(place - other) == 1 and (place < 0) == (other < 0) for other in places)


def cards_lie_as_chosen(scene: Scene, _: dict[str, Any]) -> Iterator[Break]:
    """Cards put down side by side lie in the order that was chosen.

    At the bottom the last of the order lies lowest; the other way round it is a doubt, for the
    ranks may have been counted from below. On top, and in a stack, they may begin at either end.
    """
    piles: dict[tuple[str, ...], list[tuple[int, int, int]]] = {}
    for event in ordered(scene):
        target, rank = event["to"], event["ordering"].get("rank")
        place = _place(scene, event)
        if place is not None and is_number(rank) and is_number(target.get("position")):
            key, size = place
            index = target["position"] + (size if target["position"] < 0 else 0)
            piles.setdefault((*key, str(size)), []).append((index, rank, event["seq"]))
    for key, placed in piles.items():
        placed.sort()
        mixed_up = _mixed_up(placed, int(key[-1]), stack=key[0] in FIELD)
        if mixed_up is not None:
            seq, severity = mixed_up
            clause = "3-1-3-9-1" if key[0] == "egg_deck" else None
            details: dict[str, str | int] = {"zone": key[0], "side": key[1]}
            yield Break((key[1],), details, seq=seq, severity=severity, clause=clause)


def _place(scene: Scene, event: dict[str, Any]) -> tuple[tuple[str, ...], int] | None:
    """Return a name of the ordered place a card went to and how many cards lie there now."""
    target = event["to"]
    zone, side = target["zone"], target.get("side") or ""
    if zone in HIDDEN_PILES:
        return (zone, side), len(scene.table.sides[side][zone])
    unit = scene.table.units.get(target.get("unit")) if zone in FIELD else None
    return ((zone, side, unit.id), len(unit.cards)) if unit else None


def _mixed_up(
    placed: list[tuple[int, int, int]], size: int, *, stack: bool
) -> tuple[int, Severity] | None:
    """Find the first card out of order in a run of neighbours: its seq, and how bad it is."""
    run: list[tuple[int, int, int]] = []
    for index, rank, seq in [*placed, (-2, 0, 0)]:
        if run and index != run[-1][0] + 1:
            rising = [one[1] < two[1] for one, two in pairwise(run)]
            falling = [one[1] > two[1] for one, two in pairwise(run)]
            on_top = stack or run[0][0] == 0 or run[-1][0] != size - 1
            if not all(rising) and not (on_top and all(falling)):
                wrong = run[rising.index(False) + 1][2]
                return wrong, "doubt" if all(falling) else "breach"
            run = []
        run.append((index, rank, seq))
    return None


_TRANSFERRED: Final = frozenset({"transferred"})

RULES: Final = (
    Rule(
        id="order-incomplete",
        clause="3-1-3-4",
        severity="incomplete",
        on=_TRANSFERRED,
        when="before",
        check=order_is_whole,
        several=True,
        once=True,
        happened={
            "en": "a card was put into the {zone} of {side} beside others, and its place in their"
            " order is not on record",
            "ja": "{side}の{zone}に並べて置いたカードのうち、順番の記録がないものがある",
        },
        asks={
            "en": "the record says of each card which place it had in the order",
            "ja": "順番は、同時に置いたすべてのカードについて記録する",
        },
    ),
    Rule(
        id="order-not-kept",
        clause="3-1-3-4",
        severity="breach",
        on=_TRANSFERRED,
        when="after",
        check=cards_lie_as_chosen,
        several=True,
        once=True,
        happened={
            "en": "cards lie in the {zone} of {side} in another order than was chosen",
            "ja": "{side}の{zone}に、選んだ順番と違う順番で置かれた",
        },
        asks={
            "en": "cards are placed in the order that was chosen",
            "ja": "カードは選んだ順番で置く",
        },
    ),
)
