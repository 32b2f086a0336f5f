"""Effects do not reach into the breeding area unless they name it (CR 4.0 §3-4-5-3 to §3-4-5-8).

`cause.breeding` says whether an effect names the area. Where the record does not say it, an effect
that reaches into the area is a doubt. What an effect refers to (§3-4-5-8) shows only where cards
there are shown for it or offered to be chosen.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Severity
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import BY_TEXT
from dcg_events.projections.table import Unit


def effect_leaves_it_alone(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """An effect does nothing to a unit in the breeding area unless it names the area."""
    kind, cause = event["kind"], event.get("cause")
    if not cause or cause["kind"] not in BY_TEXT:
        return ()
    if kind == "transferred":
        origin, target = event["from"], event["to"]
        if origin["zone"] == "breeding":
            reached = {origin.get("unit")}
        elif target["zone"] == "breeding" and "unit" in target:
            reached = {target["unit"]}
        else:
            return ()
    elif kind == "status_applied":
        reached = set(event["units"])
    elif kind in ("flipped", "reordered"):
        reached = {(event.get("place") or event).get("unit")}
    else:
        reached = {event["unit"]}
    if not reached:
        return ()
    if kind == "moved" and cause.get("breeding") is not False:
        return ()  # to move a unit out of it is to name it
    return _reached(scene, cause, [u for u in _in_breeding(scene) if u.id in reached])


def _reached(scene: Scene, cause: dict[str, Any], units: list[Unit]) -> Iterator[Break]:
    severity = _unless_named(cause)
    source = _source(scene, cause)
    for unit in units:
        if severity is None:
            return
        if severity == "doubt" and _holds(unit, source):
            continue  # an effect that is active there names the area; else that is found
        yield Break((unit.side,), {"side": unit.side, "unit": unit.id}, severity=severity)


def effect_there_is_silent(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """An effect of a card in the breeding area does not trigger or activate."""
    source = event.get("source")
    unit = next((u for u in _in_breeding(scene) if _holds(u, source)), None)
    if unit is None:
        return ()
    severity = _unless_named(event.get("cause") or {})
    told = (
        event["kind"] == "effect_activated" and event.get("pending") in scene.story.effects.waiting
    )
    if severity is None or told:
        return ()  # what has triggered was asked about then
    return [Break((unit.side,), {"side": unit.side}, severity=severity)]


def unit_there_is_not_chosen(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """An effect that does not name the area has no unit in it chosen."""
    cause, player = event.get("cause"), event["player"]
    if not cause or cause["kind"] not in BY_TEXT:
        return ()
    severity = _unless_named(cause)
    if severity is None:
        return ()
    source = _source(scene, cause)
    return [
        Break((player,), {"player": player, "unit": unit.id}, severity=severity)
        for unit in _in_breeding(scene)
        if _is_among(unit, event.get("chosen"), event)
        and not (severity == "doubt" and _holds(unit, source))
    ]


def unit_there_is_not_read(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """An effect that does not name the area does not look at what lies there.

    To offer a unit there it has to be read; not every program leaves out what cannot be chosen.
    """
    cause = event.get("cause")
    if not cause or cause["kind"] not in BY_TEXT:
        return ()
    severity = _unless_named(cause)
    if event["kind"] != "choice_made":
        place = event["place"]
        if severity is None or place["zone"] != "breeding":
            return ()
        return [Break((place["side"],), {"side": place["side"]}, severity=severity)]
    if severity != "breach":
        return ()
    offered = event.get("units") if event.get("units") is not None else event.get("cards")
    return [
        Break((unit.side,), {"side": unit.side}, severity="doubt")
        for unit in _in_breeding(scene)
        if _is_among(unit, offered, event) and not _is_among(unit, event.get("chosen"), event)
    ]


def what_happens_there_triggers_nothing(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What happens to a unit in the breeding area meets no trigger condition."""
    cause = event.get("cause") or {}
    if cause.get("event") not in scene.story.passages.breeding:
        return ()
    severity = _unless_named(cause)
    if severity is None or any(_holds(u, event.get("source")) for u in _in_breeding(scene)):
        return ()  # an effect of a card there is asked about by another clause
    player, evidence = event["player"], (cause["event"],)
    return [Break((player,), {"player": player}, evidence, severity=severity)]


def unmet_condition_stays_unmet(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What came to nothing because of the breeding area is not activated after all."""
    waiting = scene.story.effects.waiting.get(event.get("pending") or "")
    if waiting is None or waiting.barred is None:
        return ()
    player = event["player"]
    return [Break((player,), {"player": player}, evidence=(waiting.barred,))]


def _in_breeding(scene: Scene) -> list[Unit]:
    return [unit for unit in scene.table.units.values() if unit.zone == "breeding"]


def _is_among(unit: Unit, listed: object, choice: dict[str, Any]) -> bool:
    """Tell whether a unit, or a card of it, is among the options of a choice or its outcome."""
    if not isinstance(listed, list):
        return False
    if choice.get("units") is not None:
        return unit.id in listed
    if choice.get("cards") is not None:
        return any(card.id in listed for card in (*unit.cards, *unit.links))
    return choice.get("words") is None and unit.id in listed


def _holds(unit: Unit, placement: object) -> bool:
    return any(card.id == placement for card in (*unit.cards, *unit.links))


def _source(scene: Scene, cause: dict[str, Any]) -> str | None:
    return cause.get("source") or scene.story.effects.sources.get(cause.get("event") or -1)


def _unless_named(cause: dict[str, Any]) -> Severity | None:
    """Say how bad it is to reach into the area: whether the effect names it is what counts."""
    if cause.get("kind") == "judge" or cause.get("breeding") is True:
        return None
    return "breach" if cause.get("breeding") is False else "doubt"


_REACHING: Final = frozenset(
    {
        "transferred",
        "orientation_changed",
        "status_applied",
        "de_digivolved",
        "moved",
        "flipped",
        "reordered",
    }
)
RULES: Final = (
    Rule(
        id="breeding-affected",
        clause="3-4-5-3",
        severity="breach",
        on=_REACHING,
        when="before",
        check=effect_leaves_it_alone,
        touches=frozenset({"breeding"}),
        happened={
            "en": "an effect reached unit {unit} in the breeding area of {side}",
            "ja": "{side}の育成エリアの{unit}が効果を受けた",
        },
        asks={
            "en": "effects that do not name the breeding area do nothing to the cards there",
            "ja": "育成エリアのカードは、育成エリアを指定・参照していない効果を受けない",
        },
    ),
    Rule(
        id="breeding-effect",
        clause="3-4-5-4",
        severity="breach",
        on=frozenset({"effect_triggered", "effect_activated"}),
        when="before",
        check=effect_there_is_silent,
        happened={
            "en": "an effect of a card in the breeding area of {side} triggered or was activated",
            "ja": "{side}の育成エリアのカードの効果が誘発または発揮した",
        },
        asks={
            "en": "effects of cards there are silent unless they name the breeding area",
            "ja": "育成エリアを指定・参照していない限り、そのカードの効果は誘発も発揮もしない",
        },
    ),
    Rule(
        id="breeding-chosen",
        clause="3-4-5-5",
        severity="breach",
        on=frozenset({"choice_made"}),
        when="before",
        check=unit_there_is_not_chosen,
        happened={
            "en": "{player} chose unit {unit} in a breeding area for an effect",
            "ja": "{player}が効果で育成エリアの{unit}を選んだ",
        },
        asks={
            "en": "effects that do not name the breeding area have no card in it chosen",
            "ja": "育成エリアを指定・参照していない効果で、育成エリアのカードは選べない",
        },
    ),
    Rule(
        id="breeding-read",
        clause="3-4-5-8",
        severity="breach",
        on=frozenset({"choice_made", "revealed", "looked_at"}),
        when="before",
        check=unit_there_is_not_read,
        happened={
            "en": "an effect referred to cards in the breeding area of {side}",
            "ja": "{side}の育成エリアのカードの情報が効果で参照された",
        },
        asks={
            "en": "effects that do not name the breeding area refer to nothing in it",
            "ja": "育成エリアを指定・参照していない効果で、育成エリアのカードの情報は参照できない",
        },
    ),
    Rule(
        id="breeding-trigger",
        clause="3-4-5-6",
        severity="breach",
        on=frozenset({"effect_triggered"}),
        when="before",
        check=what_happens_there_triggers_nothing,
        happened={
            "en": "an effect of {player} triggered on what happened in a breeding area",
            "ja": "育成エリアでの出来事で{player}の効果が誘発した",
        },
        asks={
            "en": "cards in the breeding area meet no trigger condition that does not name it",
            "ja": "育成エリアを指定・参照していない誘発条件は、育成エリアのカードでは満たせない",
        },
    ),
    Rule(
        id="breeding-condition",
        clause="3-4-5-7",
        severity="breach",
        on=frozenset({"effect_activated"}),
        when="before",
        check=unmet_condition_stays_unmet,
        happened={
            "en": "an effect of {player} was activated that only the breeding area could meet",
            "ja": "育成エリアのカードでしか条件を満たせない{player}の効果が発揮した",
        },
        asks={
            "en": "cards in the breeding area meet no activation condition that does not name it",
            "ja": "育成エリアを指定・参照していない発揮条件は、育成エリアのカードでは満たせない",
        },
    ),
)
