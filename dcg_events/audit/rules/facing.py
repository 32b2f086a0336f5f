"""How cards lie in each area (CR 4.0 §3-1-3-5, §3-2-2, §3-3-2, §3-4-2, §3-6-3, §3-7-2, §3-7-4)."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.scene import Scene
from dcg_events.audit.severity import unless_text_says_so
from dcg_events.audit.story.face_down import face_down_units
from dcg_events.audit.values import cause_of
from dcg_events.projections.locating import cards_at
from dcg_events.vocabulary.places import FACING_ON_ARRIVAL, FIELD

_CLAUSES: Final = {
    "deck": "3-2-2",
    "egg_deck": "3-3-2",
    "hand": "3-5-3",
    "trash": "3-6-3",
    "security": "3-7-2",
}
"""Which clause says how a card lies there; all of them by way of §3-1-3-5."""


def lies_as_its_place_says(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A card lies as the rules of its area say, unless a text says otherwise.

    Texts put cards face up into a security stack; of the other areas none is known to.
    """
    zone, facing = event["to"]["zone"], event["facing"]
    if facing is None or facing == FACING_ON_ARRIVAL[zone] or zone not in _CLAUSES:
        return ()
    severity = unless_text_says_so(event, None if zone == "security" else "doubt")
    if severity is None:
        return ()
    side = event["to"].get("side") or ""
    details: dict[str, str | int] = {"zone": zone, "side": side, "usual": _CLAUSES[zone]}
    return [Break(tuple(filter(None, (side,))), details, severity=severity)]


def turned_as_its_place_allows(_: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """No action turns a card over that lies as the rules of its area say.

    A shuffle turns what lies face up face down first (CR 4.2 §1-3-10), which is a rule's doing.
    """
    place, facing = event["place"], event["facing"]
    zone = place["zone"]
    if zone not in _CLAUSES:
        return
    kind = cause_of(event)
    side = place.get("side") or ""
    if zone == "security":
        wrong = kind == "action" or (kind == "rule" and facing == "up")
        if wrong:
            clause = "3-7-2" if facing == "up" else "3-7-4"
            yield Break((side,), {"zone": zone, "side": side}, severity="breach", clause=clause)
        return
    severity = unless_text_says_so(event, "doubt")
    if facing != FACING_ON_ARRIVAL[zone] and severity is not None:
        details: dict[str, str | int] = {"zone": zone, "side": side}
        yield Break((side,), details, severity=severity, clause=_CLAUSES[zone])


def turning_turns_something(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """What is turned over lay the other way: the first card that does is taken (Q4370)."""
    place = event["place"]
    cards = cards_at(scene.table, place, event)
    position = place.get("position")
    if place["zone"] != "security" or type(position) is not int or cause_of(event) == "judge":
        return
    if -len(cards) <= position < len(cards) and cards[position].up == (event["facing"] == "up"):
        side = place["side"]
        yield Break((side,), {"side": side, "position": position})


def top_of_unit_is_face_up(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Nothing but a text puts a card face down onto the field itself."""
    if event["facing"] != "down" or event["to"]["zone"] not in FIELD:
        return ()
    target = event["to"]
    on_top = "unit" not in target or target.get("position") == 0
    if not on_top or unless_text_says_so(event, None) is None:
        return ()
    side = target.get("side") or ""
    return [Break(tuple(filter(None, (side,))), {"side": side, "zone": target["zone"]})]


def face_down_top_is_trashed(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """A unit whose top card lies face down does not outlast the next rule check.

    By the time a phase begins or a turn ends there has been one (CR 4.2 §17-1-3-2-4).
    """
    units = face_down_units(scene.table)
    if not units:
        return ()
    stayed = [scene.table.units[name] for name in units if name not in scene.story.face_down.units]
    return [
        Break((unit.side,), {"side": unit.side, "zone": unit.zone, "unit": unit.id})
        for unit in stayed
    ]


RULES: Final = (
    Rule(
        id="facing",
        clause="3-1-3-5",
        severity="breach",
        on=frozenset({"transferred"}),
        when="before",
        check=lies_as_its_place_says,
        odd=True,
        happened={
            "en": "a card was put into the {zone} of {side} the other way up",
            "ja": "{side}の{zone}に、表裏が逆の向きでカードが置かれた",
        },
        asks={
            "en": "a card lies by the rules of its area (§{usual}) unless a text says otherwise",
            "ja": "置き方の指定がなければ、領域のルール(§{usual})どおりの向きで置く",
        },
    ),
    Rule(
        id="turned-over",
        clause="3-7-4",
        severity="breach",
        on=frozenset({"flipped"}),
        when="before",
        check=turned_as_its_place_allows,
        happened={
            "en": "a card in the {zone} of {side} was turned over, and no effect asked for it",
            "ja": "効果によらずに{side}の{zone}のカードの表裏が変えられた",
        },
        asks={
            "en": "cards lie as their area says; a face-up security card stays face up until an"
            " effect or a shuffle turns it",
            "ja": "カードは領域のルールどおりに置かれる。表向きのセキュリティは、効果かシャッフル"
            "までそのまま",
        },
    ),
    Rule(
        id="turned-already",
        clause="3-7-4",
        severity="doubt",
        on=frozenset({"flipped"}),
        when="before",
        check=turning_turns_something,
        happened={
            "en": "a security card of {side} was turned that lay that way already",
            "ja": "{side}のセキュリティのうち、すでにその向きのカードを裏返したことになっている",
        },
        asks={
            "en": "a card that lies the other way is turned, the first one from the top",
            "ja": "裏返すのは、その向きでないカードのうち上から数えて最初のもの",
        },
    ),
    Rule(
        id="face-down-on-field",
        clause="3-4-2",
        severity="breach",
        on=frozenset({"transferred"}),
        when="before",
        check=top_of_unit_is_face_up,
        odd=True,
        goals=FIELD,
        happened={
            "en": "a card was put face down into the {zone} of {side}",
            "ja": "{side}の{zone}にカードが裏向きで置かれた",
        },
        asks={
            "en": "cards on the field lie face up",
            "ja": "エリアのカードは表向きに置く",
        },
    ),
    Rule(
        id="face-down-stays",
        clause="3-4-2",
        severity="breach",
        on=frozenset({"phase_entered", "turn_ended"}),
        when="before",
        check=face_down_top_is_trashed,
        happened={
            "en": "unit {unit} in the {zone} of {side} lies face down and stayed",
            "ja": "{side}の{zone}の{unit}が裏向きのまま残っている",
        },
        asks={
            "en": "a face-down card on the field itself is trashed by the next rule check",
            "ja": "エリアに裏向きで残ったカードは、次のルールチェックで破棄する",
        },
    ),
)
