"""What a new card does not carry over (CR 4.0 §3-1-3-1, §3-4-3).

By the Japanese text a card is new in every place, by the English one in every area: what leaves
from under a card, where it was in no area, is then no new card.
"""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Severity, Text
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import BY_RULES, cause_of
from dcg_events.projections.witness import find
from dcg_events.vocabulary.places import FIELD

_LEAVING: Final = ("delet", "destroy", "leav", "remov", "return", "trash", "消滅", "離れ", "破棄")
"""Parts of names of timings at which a card may have left before its effect is activated."""


def enters_unsuspended(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What is placed on the field is unsuspended; a text may want it otherwise.

    What a DNA digivolution founds is asked about by its own clause.
    """
    if event.get("orientation") != "suspended" or cause_of(event) not in BY_RULES:
        return ()
    if event["manner"] == "digivolve":
        return ()
    target = event["to"]
    if target["zone"] not in FIELD or "unit" in target:
        return ()
    certain = event["manner"] == "hatch" or cause_of(event) == "rule"
    # what is played may be under a lasting effect that has it enter suspended
    severity: Severity = "breach" if certain else "doubt"
    return [Break((target["side"],), {"side": target["side"]}, severity=severity)]


def status_lies_on_what_is_there(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """No status lies on a unit that has left: what it became is another card."""
    units, seen = scene.table.units, scene.past.public
    gone = [unit for unit in event["units"] if unit not in units and unit in seen]
    if not gone or cause_of(event) == "judge":
        return ()
    # a Security Digimon is no unit, and is there
    return [Break(details={"unit": unit}) for unit in gone if find(scene.table, unit) is None]


def effect_of_a_card_is_lost_with_it(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """An effect that waits is lost when its card leaves the field (CR 4.2 §15-4-4-3)."""
    return _lost(scene, event, "top")


def effect_under_a_card_is_lost_with_it(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """By the Japanese reading likewise when it leaves from under a card or a link slot."""
    return _lost(scene, event, "under")


def _lost(scene: Scene, event: dict[str, Any], where: str) -> list[Break]:
    """Find an activation whose card left after it triggered.

    A cost may take the card, and what triggers on leaving or before it may be noted early.
    """
    waiting = scene.story.effects.waiting.get(event.get("pending") or "")
    if waiting is None or waiting.left is None or waiting.where != where:
        return []
    timing = (waiting.timing or "").lower()
    if waiting.manner == "immediate" or any(part in timing for part in _LEAVING):
        return []
    severity: Severity = "breach" if timing else "doubt"
    player = event["player"]
    evidence = (waiting.left, waiting.seq)
    return [Break((player,), {"player": player}, evidence, severity=severity)]


_LOST: Final[Text] = {
    "en": "an effect of {player} was activated although its card had become a new card",
    "ja": "カードが新しいカードになった後に、{player}の待機中の効果が発揮した",
}

RULES: Final = (
    Rule(
        id="enters-suspended",
        clause="3-4-3",
        severity="breach",
        on=frozenset({"transferred"}),
        when="before",
        check=enters_unsuspended,
        goals=FIELD,
        happened={
            "en": "a card was placed suspended on the field of {side}, and no effect did it",
            "ja": "効果によらずに{side}のエリアにレスト状態でカードが置かれた",
        },
        asks={
            "en": "cards are placed unsuspended, whatever they were before",
            "ja": "元の状態にかかわらず、カードはアクティブ状態で置く",
        },
    ),
    Rule(
        id="status-on-the-gone",
        clause="3-1-3-1-2",
        severity="breach",
        on=frozenset({"status_applied"}),
        when="after",
        check=status_lies_on_what_is_there,
        happened={
            "en": "a status was applied to unit {unit}, which is not on the field",
            "ja": "エリアにない{unit}に状態が付与された",
        },
        asks={
            "en": "a card that left is a new card, on which nothing of before lies",
            "ja": "離れたカードは新しいカードで、元の状況や状態を引き継がない",
        },
    ),
    Rule(
        id="lost-effect-activated",
        clause="3-1-3-1-2",
        severity="breach",
        on=frozenset({"effect_activated"}),
        when="before",
        check=effect_of_a_card_is_lost_with_it,
        happened=_LOST,
        asks={
            "en": "what waits to be activated is lost when its card becomes a new card",
            "ja": "発揮を待つ効果は、そのカードが新しいカードになると失われる",
        },
    ),
    Rule(
        id="lost-effect-under-a-card-activated",
        clause="3-1-3-1-1",
        severity="breach",
        on=frozenset({"effect_activated"}),
        when="before",
        check=effect_under_a_card_is_lost_with_it,
        languages=frozenset({"ja"}),
        happened=_LOST,
        asks={
            "en": "a card that leaves from under a card is a new card too, and its effect is lost",
            "ja": "カードの下から離れたカードも新しいカードで、待機中の効果は失われる",
        },
    ),
)
