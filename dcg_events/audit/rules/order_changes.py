"""Changes of order where cards lie (CR 4.0 §3-2-3, §3-3-3, §3-7-3, §3-5-2, §3-6-2).

Deck, Digi-Egg deck and security stack keep their order; hand and trash need not. The English
text forbids players to change the order of their own, the Japanese one anybody's.
"""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Severity, Text
from dcg_events.audit.rules.showing import is_shown
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import BY_RULES, cause_of
from dcg_events.vocabulary.people import PLAYERS
from dcg_events.vocabulary.places import HIDDEN_PILES
from dcg_events.vocabulary.rules import Language

_CLAUSES: Final = {"deck": "3-2-3", "egg_deck": "3-3-3", "security": "3-7-3"}


def order_stays(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A pile keeps its order, unless an effect or a judge changes it."""
    return _changed(scene, event, event, by_other=False)


def order_stays_for_others_too(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """By the Japanese reading the other player cannot change it either."""
    return _changed(scene, event, event, by_other=True)


def card_stays_in_its_place(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """No card is put to another place of its own pile, unless an effect or a judge does it."""
    origin, target = event["from"], event["to"]
    if origin["zone"] != target["zone"] or origin["zone"] not in HIDDEN_PILES:
        return ()
    if origin["side"] != target["side"]:
        return ()
    return _changed(scene, event, origin, by_other=False)


def card_stays_for_others_too(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Likewise for the other player, by the Japanese reading."""
    origin, target = event["from"], event["to"]
    if origin["zone"] != target["zone"] or origin["zone"] not in HIDDEN_PILES:
        return ()
    if origin["side"] != target["side"]:
        return ()
    return _changed(scene, event, origin, by_other=True)


def _changed(
    scene: Scene, event: dict[str, Any], place: dict[str, Any], *, by_other: bool
) -> list[Break]:
    zone, side, kind = place["zone"], place["side"], cause_of(event)
    actor = event.get("chooser") or event.get("by")
    other = actor in PLAYERS and actor != side
    if zone not in _CLAUSES or (kind and kind not in BY_RULES) or other is not by_other:
        return []
    if not kind and (actor == "judge" or is_shown(scene, zone, side)):
        return []  # who looks at cards and puts them back does so by an effect
    # without a cause the record may only lack the effect that asked for it
    severity: Severity = "breach" if kind else "incomplete"
    details: dict[str, str | int] = {"zone": zone, "side": side}
    return [Break((side,), details, severity=severity, clause=_CLAUSES[zone])]


def own_cards_alone_are_sorted(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """By the English reading players sort their own hand and trash."""
    zone, side = event["zone"], event["side"]
    actor = event.get("chooser") or event.get("by")
    if zone not in ("hand", "trash") or actor not in PLAYERS or actor == side:
        return ()
    if cause_of(event) in ("effect", "judge"):
        return ()
    clause = "3-5-2" if zone == "hand" else "3-6-2"
    return [Break((actor, side), {"player": actor, "zone": zone, "side": side}, clause=clause)]


_REORDERED: Final = frozenset({"reordered"})
_TRANSFERRED: Final = frozenset({"transferred"})
_JAPANESE: Final[frozenset[Language]] = frozenset({"ja"})
_CHANGED: Final[Text] = {
    "en": "the order of the {zone} of {side} was changed, and no effect is on record that asked"
    " for it",
    "ja": "{side}の{zone}の順番が変えられたが、それを求める効果の記録がない",
}
_STAYS: Final[Text] = {
    "en": "nothing but a shuffle or an effect changes that order",
    "ja": "シャッフルや効果によらずに順番を変更することはできない",
}
_STAYS_FOR_ALL: Final[Text] = {
    "en": "nobody, not the other player either, can change that order",
    "ja": "相手のものであっても、順番を変更することはできない",
}

RULES: Final = (
    Rule(
        id="order-changed",
        clause="3-2-3",
        severity="breach",
        on=_REORDERED,
        when="before",
        check=order_stays,
        happened=_CHANGED,
        asks=_STAYS,
    ),
    Rule(
        id="order-changed-by-other",
        clause="3-2-3",
        severity="breach",
        on=_REORDERED,
        when="before",
        check=order_stays_for_others_too,
        languages=_JAPANESE,
        happened=_CHANGED,
        asks=_STAYS_FOR_ALL,
    ),
    Rule(
        id="order-changed-by-placing",
        clause="3-2-3",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=card_stays_in_its_place,
        origins=HIDDEN_PILES,
        once=True,
        happened=_CHANGED,
        asks=_STAYS,
    ),
    Rule(
        id="order-changed-by-others-placing",
        clause="3-2-3",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=card_stays_for_others_too,
        origins=HIDDEN_PILES,
        once=True,
        languages=_JAPANESE,
        happened=_CHANGED,
        asks=_STAYS_FOR_ALL,
    ),
    Rule(
        id="sorted-for-another",
        clause="3-6-2",
        severity="doubt",
        on=_REORDERED,
        when="before",
        check=own_cards_alone_are_sorted,
        languages=frozenset({"en"}),
        happened={
            "en": "{player} changed the order of the {zone} of {side}",
            "ja": "{player}が{side}の{zone}の順番を変えた",
        },
        asks={
            "en": "by the English text players may change the order of their own cards",
            "ja": "英語版の文面では、順番を変えてよいのは自分のカードだけ",
        },
    ),
)
