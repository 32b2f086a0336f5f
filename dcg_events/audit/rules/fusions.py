"""Units made of several: DNA digivolution, DigiXros, Assembly (CR 4.2 §8-2, §7-2, §7-3)."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import cause_of, is_number
from dcg_events.vocabulary.places import FIELD

_DNA: Final = frozenset({"dna", "blast_dna"})


def founds_a_unit(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A DNA digivolution founds a new unit, unsuspended whatever its materials were."""
    if event.get("route") not in _DNA or cause_of(event) == "judge":
        return
    target = event["to"]
    details: dict[str, str | int] = {"player": target.get("side") or ""}
    if "unit" in target:
        yield Break((target["side"],), details, severity="incomplete")
    elif event.get("orientation") == "suspended":
        yield Break((target["side"],), details)


def materials_keep_their_order(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """The stack of each material of a DNA digivolution stays as it was, in one piece."""
    materials = _materials(scene, event)
    unit = scene.table.units.get(materials[0]["to"].get("unit") or "") if materials else None
    if unit is None:
        return
    stacks: dict[str, list[tuple[int, int]]] = {}
    for card in materials:
        origin, target = card["from"], card["to"]
        positions = origin.get("position"), target.get("position")
        if origin["zone"] in FIELD and all(map(is_number, positions)):
            goal = target["position"] % len(unit.cards)
            stacks.setdefault(origin["unit"], []).append((origin["position"], goal))
    for stack in stacks.values():
        goals = [goal for _, goal in sorted(stack)]
        if any(below != above + 1 for above, below in pairwise(goals)):
            yield Break((unit.side,), {"player": unit.side})


def nothing_stays_of_a_material(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """A unit that becomes a material leaves nothing of itself on the field."""
    if event["from"]["zone"] not in FIELD:
        return
    if event["from"].get("position") != 0 or cause_of(event) == "judge":
        return  # a card from under a unit, as some texts allow
    unit = scene.table.units.get(event["from"]["unit"])
    if unit is not None and unit.cards:
        details: dict[str, str | int] = {"side": unit.side, "unit": unit.id}
        yield Break((unit.side,), details | {"left": len(unit.cards)})


def links_are_trashed(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Link cards of materials are trashed and do not become materials themselves."""
    if event.get("route") not in _DNA or event["from"]["zone"] != "link":
        return ()
    if cause_of(event) == "judge":
        return ()
    side = event["to"].get("side") or event["from"].get("side")
    return [Break((side,), {"player": side})]


def materials_go_at_once(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """All materials of one fusion are placed in one moment."""
    last = scene.story.passages.last
    if last is None or last["manner"] != "material":
        return ()
    unit, cause = event["to"].get("unit"), event.get("cause")
    if unit is None or last["to"].get("unit") != unit or cause_of(event) == "judge":
        return ()
    if not cause or cause.get("event") is None or cause != last.get("cause"):
        return ()
    side = event["to"].get("side") or ""
    return [Break((side,), {"player": side}, evidence=(last["seq"],))]


def _materials(scene: Scene, event: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the materials of a DNA digivolution, if this event is the first of them."""
    if event.get("route") not in _DNA:
        return []
    found = [e for e in scene.transfers() if e["manner"] == "material"]
    return found if found[0] is event and cause_of(event) != "judge" else []


_TRANSFERRED: Final = frozenset({"transferred"})

RULES: Final = (
    Rule(
        id="dna-unit",
        clause="8-2",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=founds_a_unit,
        manners=frozenset({"digivolve"}),
        happened={
            "en": "{player} DNA digivolved, and it is not a new, unsuspended unit",
            "ja": "{player}のジョグレス進化が、アクティブ状態の新しい1体になっていない",
        },
        asks={
            "en": "DNA digivolution makes a new unit, and it is unsuspended",
            "ja": "ジョグレス進化したデジモンは、アクティブ状態の新しい1体になる",
        },
    ),
    Rule(
        id="dna-order",
        clause="8-2",
        severity="breach",
        on=_TRANSFERRED,
        when="after",
        check=materials_keep_their_order,
        manners=frozenset({"material"}),
        happened={
            "en": "the cards of a material of {player} were mixed up in a DNA digivolution",
            "ja": "{player}のジョグレス進化で、進化元の順番が変わった",
        },
        asks={
            "en": "the stack of each material keeps its order",
            "ja": "それぞれの進化元の順番は変えずに重ねる",
        },
    ),
    Rule(
        id="dna-links",
        clause="8-2",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=links_are_trashed,
        manners=frozenset({"material"}),
        happened={
            "en": "{player} used a link card of a material in a DNA digivolution",
            "ja": "{player}のジョグレス進化で、リンクカードが進化元になった",
        },
        asks={
            "en": "the link cards of both materials are trashed",
            "ja": "元のデジモンのリンクカードは破棄する",
        },
    ),
    Rule(
        id="material-left-behind",
        clause="7-2",
        severity="breach",
        on=_TRANSFERRED,
        when="after",
        check=nothing_stays_of_a_material,
        manners=frozenset({"material"}),
        happened={
            "en": "unit {unit} of {side} became a material, and {left} of its cards stayed",
            "ja": "{side}の{unit}が素材になったのに、カードが{left}枚その場に残った",
        },
        asks={
            "en": "a unit that becomes a material leaves the field with all its cards",
            "ja": "素材になるカードは、下のカードも含めてエリアを離れる",
        },
    ),
    Rule(
        id="materials-apart",
        clause="7-2",
        severity="incomplete",
        on=_TRANSFERRED,
        when="before",
        check=materials_go_at_once,
        manners=frozenset({"material"}),
        once=True,
        happened={
            "en": "materials of {player} are recorded as placed one after the other",
            "ja": "{player}の素材が別々の出来事として置かれたと記録されている",
        },
        asks={
            "en": "all materials are placed under the card in the same moment",
            "ja": "素材はすべて同時に下に置く",
        },
    ),
)
