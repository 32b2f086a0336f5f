"""Cards put down together by an effect, with nobody's order on record (CR 4.0 §3-1-3-4)."""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.scene import Scene
from dcg_events.audit.story.orders_due import Unordered


def order_is_chosen(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """Cards that an effect puts side by side into a pile have an order that somebody chose."""
    if not scene.story.orders_due.waiting:
        return ()
    return _missing(scene, under=False)


def stacking_is_chosen(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """Likewise under a card, by the Japanese reading: the English one speaks of areas."""
    if not scene.story.orders_due.waiting:
        return ()
    return _missing(scene, under=True)


def _missing(scene: Scene, *, under: bool) -> list[Break]:
    return [
        Break(
            tuple(filter(None, (found.cause.get("player"),))),
            {"count": len(found.seqs), "zone": found.zone, "side": found.side or ""},
            evidence=tuple(found.seqs),
            seq=found.seqs[0],
        )
        for found in scene.story.orders_due.waiting.values()
        if (found.unit is not None) is under and _is_due(scene, found)
    ]


def _is_due(scene: Scene, found: Unordered) -> bool:
    """Tell whether there certainly was something to choose: different cards, side by side.

    Within a deck it is due only of cards that somebody was shown.
    """
    if not found.could_be_ordered():
        return False
    shown, since = scene.story.shown, found.cause.get("event") or found.seqs[0]
    return all(
        zone != "deck" or shown.looked_at_since(zone, side, since) for zone, side in found.origins
    )


_ENDS: Final = frozenset({"effect_resolved", "phase_entered", "turn_ended", "game_ended"})

RULES: Final = (
    Rule(
        id="order-missing",
        clause="3-1-3-4",
        severity="incomplete",
        on=_ENDS,
        when="before",
        check=order_is_chosen,
        once=True,
        happened={
            "en": "an effect put {count} cards into the {zone} of {side} at once, and no order"
            " is on record",
            "ja": "効果で{count}枚が同時に{side}の{zone}に置かれたが、順番の記録がない",
        },
        asks={
            "en": "the player whose effect it is chooses the order, and the record says so",
            "ja": "順番はその効果のプレイヤーが選ぶので、誰がどの順番を選んだかを記録する",
        },
    ),
    Rule(
        id="stacking-order-missing",
        clause="3-1-3-4",
        severity="incomplete",
        on=_ENDS,
        when="before",
        check=stacking_is_chosen,
        once=True,
        languages=frozenset({"ja"}),
        happened={
            "en": "an effect put {count} cards under a card at once, and no order is on record",
            "ja": "効果で{count}枚が同時にカードの下に置かれたが、順番の記録がない",
        },
        asks={
            "en": "the order in which cards are put under a card is chosen too",
            "ja": "カードの下に置く順番も、その効果のプレイヤーが選ぶ",
        },
    ),
)
