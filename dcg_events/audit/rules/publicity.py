"""What is shown before it is put away (CR 4.0 §3-1-3-6, §3-1-3-7)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Severity, Text
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import PRIVATE, cause_of, is_number
from dcg_events.projections.locating import cards_at, index_at
from dcg_events.projections.looking import hand_viewers
from dcg_events.vocabulary.people import EVERYBODY
from dcg_events.vocabulary.places import FIELD, HIDDEN_PILES


def order_of_public_cards_is_public(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """Cards from the field or the trash go to a private area in an order that all see."""
    return _hidden_orders(scene, from_public_area=True)


def order_of_open_cards_is_public(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """By the Japanese reading so do all cards that everybody sees, wherever they lie."""
    return _hidden_orders(scene, from_public_area=False)


def _hidden_orders(scene: Scene, *, from_public_area: bool) -> list[Break]:
    """Find piles that two open cards or more went to, one of them by an order that is not public.

    Where all but one of them come from a public area, both readings find it, or neither does.
    """
    piles: dict[tuple[str, str], list[dict[str, Any]]] = {}
    if len(scene.group) < 2:
        return []
    for event in scene.group:
        ordering = event.get("ordering")
        if ordering and event["kind"] == "transferred":
            target = event["to"]
            if target["zone"] in HIDDEN_PILES and cause_of(event) != "judge":
                piles.setdefault((target["zone"], target.get("side") or ""), []).append(event)
    found = []
    for (zone, side), events in piles.items():
        if not any(event["ordering"].get("public") is False for event in events):
            continue
        opened = [event for event in events if _is_open(scene, event)]
        public = [event for event in opened if _leaves_public_area(scene, event)]
        asked = public if from_public_area else opened
        secret = [event["seq"] for event in asked if event["ordering"].get("public") is False]
        if secret and len(opened) >= 2 and (len(public) >= 2) is from_public_area:
            details: dict[str, str | int] = {"zone": zone, "side": side, "count": len(asked)}
            found.append(Break((side,), details, evidence=tuple(secret), seq=secret[0]))
    return found


def _index(scene: Scene, event: dict[str, Any]) -> int | None:
    origin = event["from"]
    if not is_number(origin.get("position")):
        return None
    return index_at(origin, len(cards_at(scene.table, origin, event)), event)


def _leaves_public_area(scene: Scene, event: dict[str, Any]) -> bool:
    """Tell whether a card lay in an area that is public: what is under a card is in none."""
    zone = event["from"]["zone"]
    return zone == "trash" or (zone in FIELD and _index(scene, event) == 0)


def _is_open(scene: Scene, event: dict[str, Any]) -> bool:
    """Tell whether everybody could certainly see a card that leaves, before or while it left."""
    origin = event["from"]
    zone = origin["zone"]
    if event.get("revealed"):
        return True
    if zone == "hand":
        return hand_viewers(scene.table, origin.get("side")) == EVERYBODY
    if zone == "outside" or "among" in origin:
        return False
    index = _index(scene, event)
    if index is None:
        return zone in ("trash", "no_area")
    return scene.table.everyone_sees(cards_at(scene.table, origin, event)[index])


def asked_for_is_shown(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A card of which the text asks something is shown before it is put away.

    Found as a breach where the record says that it was not shown, else as a gap in the record.
    """
    cause = event.get("cause")
    if not cause or not cause.get("asks") or event["to"]["zone"] not in PRIVATE:
        return ()
    return _unseen(scene, event, cause)


def asked_for_is_shown_in_english(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """By the English reading that is a doubt, whatever the record says."""
    return [replace(found, severity=None) for found in asked_for_is_shown(scene, event)]


def _unseen(scene: Scene, event: dict[str, Any], cause: dict[str, Any]) -> Iterator[Break]:
    origin, target = event["from"], event["to"]
    zone, side = origin["zone"], origin.get("side")
    if event.get("revealed") or event["facing"] == "up" or cause["kind"] == "judge":
        return
    if zone not in PRIVATE and _lies_face_up(scene, event):
        return
    if zone in PRIVATE and (_is_open(scene, event) or _was_shown(scene, zone, side, cause)):
        return
    goal = target.get("side") or ""
    details: dict[str, str | int] = {"zone": target["zone"], "side": goal, "origin": zone}
    severity: Severity | None = "breach" if event.get("revealed") is False else None
    yield Break(tuple(filter(None, (goal,))), details, severity=severity)


def _lies_face_up(scene: Scene, event: dict[str, Any]) -> bool:
    index = _index(scene, event)
    return index is None or cards_at(scene.table, event["from"], event)[index].up


def _was_shown(scene: Scene, zone: str, side: str | None, cause: dict[str, Any]) -> bool:
    """Tell whether cards of the place were shown to everybody for the effect, or are still."""
    for showing in scene.table.showings.values():
        if (showing.zone, showing.side) == (zone, side) and showing.viewers == EVERYBODY:
            return True
    since = cause.get("event")
    if since is None:
        since = scene.story.turn.began or 0
    return scene.story.shown.revealed_since(zone, side, since)


_TRANSFERRED: Final = frozenset({"transferred"})
_HIDDEN_ORDER: Final[Text] = {
    "en": "{count} cards that all could see were put into the {zone} of {side} in an order that"
    " was kept secret",
    "ja": "公開されていた{count}枚が、順番を公開せずに{side}の{zone}に置かれた",
}
_UNSEEN: Final[Text] = {
    "en": "a card was put into the {zone} of {side} from the {origin}, and nothing on record"
    " shows that all saw it",
    "ja": "指定のあるカードが{origin}から{side}の{zone}に置かれたが、公開した記録がない",
}

RULES: Final = (
    Rule(
        id="order-not-public",
        clause="3-1-3-6",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=order_of_public_cards_is_public,
        several=True,
        once=True,
        happened=_HIDDEN_ORDER,
        asks={
            "en": "the order is shown before cards from the field or the trash are put away",
            "ja": "エリアやトラッシュのカードは、順番を公開した後に置く",
        },
    ),
    Rule(
        id="order-of-open-cards-not-public",
        clause="3-1-3-6",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=order_of_open_cards_is_public,
        several=True,
        once=True,
        languages=frozenset({"ja"}),
        happened=_HIDDEN_ORDER,
        asks={
            "en": "the order is shown before any cards that all can see are put away, face-up"
            " security and revealed cards too",
            "ja": "表向きのセキュリティやオープンしたカードも、順番を公開した後に置く",
        },
    ),
    Rule(
        id="reveal-missing",
        clause="3-1-3-7",
        severity="incomplete",
        on=_TRANSFERRED,
        when="before",
        check=asked_for_is_shown,
        goals=PRIVATE,
        languages=frozenset({"ja"}),
        happened=_UNSEEN,
        asks={
            "en": "a card of which the text asks something is shown before it is put away",
            "ja": "情報に指定のあるカードは、公開した後に非公開領域に置く",
        },
    ),
    # The English text makes it depend on what stands on the card itself, which no log holds. The
    # official answers ask for the reveal all the same (Q3591, Q1078), hence a doubt.
    Rule(
        id="reveal-missing-in-english",
        clause="3-1-3-7",
        severity="doubt",
        on=_TRANSFERRED,
        when="before",
        check=asked_for_is_shown_in_english,
        goals=PRIVATE,
        languages=frozenset({"en"}),
        happened=_UNSEEN,
        asks={
            "en": "by the English text it depends on the card itself, which the log does not hold;"
            " by the official answers it is shown",
            "ja": "英語版の文面ではカード自身の記述による。公式Q&Aによれば公開する",
        },
    ),
)
