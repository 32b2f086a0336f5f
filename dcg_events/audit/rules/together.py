"""Cards that leave together, and what triggers on it (CR 4.0 §3-1-3-3).

A deleted unit goes to the trash with all that is stacked under it and linked to it (CR 4.2
§4-7-8, §4-9-6). A condition that is met several times at once triggers once (CR 4.2 §15-5-2).
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.scene import Scene
from dcg_events.audit.story.effects import trigger_name
from dcg_events.audit.values import PRIVATE, cause_of
from dcg_events.vocabulary.manners import Manner
from dcg_events.vocabulary.places import FIELD

_NOT_AWAY: Final = FIELD | {"link", "trash", "no_area"}
"""Where the top card of a unit may go by itself, the rest staying what it is."""

_ONE_BY_ONE: Final[frozenset[Manner]] = frozenset({"draw", "recover", "trash"})


def deletion_takes_all(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A deleted unit leaves nothing behind on the field."""
    origin = event["from"]
    if event["manner"] != "delete" or origin["zone"] not in FIELD:
        return ()
    unit = scene.table.units.get(origin.get("unit"))
    if unit is None or cause_of(event) == "judge":
        return ()
    last = scene.story.passages.last or {"manner": None}
    if last["manner"] == "delete" and last["from"].get("unit") == unit.id:
        return ()  # found already, at the first piece
    if event is not next(e for e in scene.transfers() if e["from"].get("unit") == unit.id):
        return ()  # once a unit
    left = len(unit.cards) + len(unit.links)
    return [Break((unit.side,), {"side": unit.side, "unit": unit.id, "left": left})]


def unit_leaves_as_a_whole(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What leaves the field for hand, deck or security leaves nothing of its unit behind.

    A doubt, for a text may take the top card alone.
    """
    origin = event["from"]
    if event["to"]["zone"] not in PRIVATE or origin["zone"] not in FIELD:
        return ()
    unit = scene.table.units.get(origin.get("unit"))
    if unit is None or not unit.cards or origin.get("position") != 0:
        return ()
    if cause_of(event) == "judge":
        return ()
    left = len(unit.cards) + len(unit.links)
    return [Break((unit.side,), {"side": unit.side, "unit": unit.id, "left": left})]


def links_leave_with_their_unit(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """No link card stays where its unit is gone."""
    origin = event["from"]
    if origin["zone"] not in FIELD or origin.get("position") != 0:
        return ()  # once a unit, at its top card
    unit = scene.table.units.get(origin.get("unit"))
    if unit is None or unit.cards or event["manner"] == "delete" or cause_of(event) == "judge":
        return ()
    return [Break((unit.side,), {"side": unit.side, "unit": unit.id, "left": len(unit.links)})]


def rest_follows_at_once(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What lies under a card that leaves the field is trashed in the same moment.

    Found where the top card went elsewhere and all the rest follows in the very next moment, by
    the very same cause: then it was one passage, written down as two.
    """
    last = scene.story.passages.last
    if event["from"]["zone"] not in FIELD or last is None or last["seq"] != event["seq"] - 1:
        return ()
    unit = scene.table.units.get(event["from"]["unit"])
    if unit is None or not _took_the_top(last, unit.id, event.get("cause")):
        return ()
    transfers = scene.transfers()
    trashed = [e for e in transfers if e["to"]["zone"] == "trash"]
    left = [e for e in trashed if e["from"].get("unit") == unit.id]
    if not len(left) == len(transfers) == len(unit.cards) + len(unit.links):
        return ()
    details: dict[str, str | int] = {"side": unit.side, "unit": unit.id, "left": len(left)}
    return [Break((unit.side,), details, evidence=(last["seq"],))]


def _took_the_top(last: dict[str, Any], unit: str, cause: dict[str, Any] | None) -> bool:
    """Tell whether a transfer took a unit's top card from the field, by a cause told exactly."""
    if not cause or cause.get("event") is None or cause["kind"] == "judge":
        return False
    if cause != last.get("cause") or last["to"]["zone"] in _NOT_AWAY:
        return False
    origin: dict[str, Any] = last["from"]
    return origin.get("unit") == unit and origin.get("position") == 0


def one_passage_is_one_moment(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Cards that one effect takes from the top of a pile are one moment."""
    last, manner = scene.story.passages.last, event["manner"]
    if last is None or manner not in _ONE_BY_ONE or last["seq"] != event["seq"] - 1:
        return ()
    cause, origin, target = event.get("cause"), event["from"], event["to"]
    if not cause or cause["kind"] != "effect" or cause.get("event") is None:
        return ()
    if last["manner"] != manner or last.get("cause") != cause:
        return ()
    piles = (origin["zone"], origin.get("side")), (target["zone"], target.get("side"))
    before, to = last["from"], last["to"]
    if piles != ((before["zone"], before.get("side")), (to["zone"], to.get("side"))):
        return ()
    if origin["zone"] not in ("deck", "security"):
        return ()
    clause = "3-2-4" if origin["zone"] == "deck" else "3-7-5"
    side = origin["side"]
    details: dict[str, str | int] = {"side": side, "zone": origin["zone"]}
    return [Break((side,), details, evidence=(last["seq"],), clause=clause)]


def one_moment_triggers_once(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """An effect triggers once on what happened at once."""
    on: int | None = (event.get("cause") or {}).get("event")
    name = trigger_name(event)
    if on is None or name is None:
        return
    earlier = scene.story.effects.heard.get(name)
    for other in scene.group:
        if other is event:
            break
        if other["kind"] == "effect_triggered" and trigger_name(other) == name:
            earlier = (other.get("cause") or {}).get("event")
    if earlier is None:
        return
    moment = scene.story.passages.moment
    if earlier == on or (earlier in moment and moment.get(on) == moment[earlier]):
        player = event["player"]
        yield Break((player,), {"player": player}, evidence=(on, earlier))


RULES: Final = (
    Rule(
        id="deletion-in-pieces",
        clause="3-1-3-3",
        severity="breach",
        on=frozenset({"transferred"}),
        when="after",
        check=deletion_takes_all,
        manners=frozenset({"delete"}),
        happened={
            "en": "unit {unit} of {side} was deleted, and {left} of its cards stayed behind",
            "ja": "{side}の{unit}が消滅したのに、カードが{left}枚その場に残った",
        },
        asks={
            "en": "all cards stacked under or linked to a deleted unit leave together with it",
            "ja": "消滅したカードの下のカードとリンクカードは、同時にその場所を離れる",
        },
    ),
    Rule(
        id="top-left-alone",
        clause="3-1-3-3",
        severity="doubt",
        on=frozenset({"transferred"}),
        when="after",
        check=unit_leaves_as_a_whole,
        origins=FIELD,
        happened={
            "en": "the top card of unit {unit} of {side} left the field, and {left} cards of the"
            " unit stayed",
            "ja": "{side}の{unit}の1番上のカードがエリアを離れ、残りの{left}枚がその場に残った",
        },
        asks={
            "en": "what lies under a card that leaves the field is trashed at the same time",
            "ja": "エリアを離れるカードの下のカードは、同時に破棄する",
        },
    ),
    Rule(
        id="links-left-behind",
        clause="3-1-3-3",
        severity="breach",
        on=frozenset({"transferred"}),
        when="after",
        check=links_leave_with_their_unit,
        origins=FIELD,
        happened={
            "en": "unit {unit} of {side} left the field, and {left} link cards stayed behind",
            "ja": "{side}の{unit}がエリアを離れたのに、リンクカードが{left}枚残った",
        },
        asks={
            "en": "link cards leave in the same moment as the unit they are linked to",
            "ja": "リンクカードは、リンク先が離れると同時に破棄する",
        },
    ),
    Rule(
        id="rest-left-later",
        clause="3-1-3-3",
        severity="incomplete",
        on=frozenset({"transferred"}),
        when="before",
        check=rest_follows_at_once,
        origins=FIELD,
        once=True,
        happened={
            "en": "the {left} cards under unit {unit} of {side} are recorded as leaving later"
            " than its top card",
            "ja": "{side}の{unit}の残り{left}枚が、1番上のカードより後に離れたと記録されている",
        },
        asks={
            "en": "cards that leave together are recorded as one moment",
            "ja": "同時に離れるカードは1つの出来事として記録する",
        },
    ),
    Rule(
        id="one-by-one",
        clause="3-2-4",
        severity="doubt",
        on=frozenset({"transferred"}),
        when="before",
        check=one_passage_is_one_moment,
        manners=_ONE_BY_ONE,
        once=True,
        happened={
            "en": "one effect took cards from the {zone} of {side} in several moments",
            "ja": "1つの効果で{side}の{zone}のカードが別々の出来事として置かれた",
        },
        asks={
            "en": "cards taken together go one by one as a procedure, and still at the same time",
            "ja": "複数枚は手順としては1枚ずつ、扱いとしては同時に置く",
        },
    ),
    Rule(
        id="trigger-per-card",
        clause="3-1-3-3",
        severity="doubt",
        on=frozenset({"effect_triggered"}),
        when="before",
        check=one_moment_triggers_once,
        happened={
            "en": "the same effect of {player} triggered again on what happened at once",
            "ja": "同時に起きたことに対して、{player}の同じ効果が重ねて誘発した",
        },
        asks={
            "en": "what happens to several cards at once meets a condition once",
            "ja": "同時に起きたことは誘発条件を1回だけ満たす",
        },
    ),
)
