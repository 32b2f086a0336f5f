"""The breeding area has room for one unit (CR 4.0 §3-4-5-2).

In both readings: the English text says one card, which by the letter would forbid digivolving
there, and the rules on digivolving allow it.
"""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Text
from dcg_events.audit.scene import Scene
from dcg_events.audit.severity import unless_text_says_so
from dcg_events.audit.values import cause_of


def one_unit_has_room(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """There is one unit in a breeding area, however many cards it holds."""
    if event["kind"] == "moved":
        if event.get("to") != "breeding":
            return ()
        side: str = scene.table.units[event["unit"]].side
    else:
        target = event["to"]
        if target["zone"] != "breeding" or "unit" in target:
            return ()
        side = target["side"]
    count = sum((u.zone, u.side) == ("breeding", side) for u in scene.table.units.values())
    if count < 2 or cause_of(event) == "judge":
        return ()
    return [Break((side,), {"side": side, "count": count})]


def hatches_into_an_empty_area(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A hatched card becomes a unit of its own and never joins one."""
    if event["manner"] != "hatch" or "unit" not in event["to"]:
        return ()
    severity, side = unless_text_says_so(event, "doubt"), event["to"]["side"]
    return [Break((side,), {"side": side}, severity=severity)] if severity else ()


_FULL: Final[Text] = {
    "en": "{count} units stand in the breeding area of {side}",
    "ja": "{side}の育成エリアに{count}体のデジモンが置かれている",
}
_ONE_UNIT: Final[Text] = {
    "en": "the breeding area has room for one unit; digivolving there adds none",
    "ja": "育成エリアに置けるのは1体だけ(進化しても1体のまま)",
}

RULES: Final = (
    Rule(
        id="breeding-full",
        clause="3-4-5-2",
        severity="breach",
        on=frozenset({"transferred", "moved"}),
        when="after",
        check=one_unit_has_room,
        goals=frozenset({"breeding"}),
        once=True,
        happened=_FULL,
        asks=_ONE_UNIT,
    ),
    Rule(
        id="hatched-onto-a-unit",
        clause="3-4-5-2",
        severity="breach",
        on=frozenset({"transferred"}),
        when="before",
        check=hatches_into_an_empty_area,
        manners=frozenset({"hatch"}),
        happened={
            "en": "a card was hatched while a unit stood in the breeding area of {side}",
            "ja": "{side}の育成エリアにデジモンがいるのに孵化が行われた",
        },
        asks=_ONE_UNIT,
    ),
)
