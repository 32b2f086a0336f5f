"""What a moment changed on the table: the table before it and after it, compared."""

from collections.abc import Iterable
from typing import Any, Final, cast

from dcg_events.audit.explaining.shape import ChangeView
from dcg_events.projections.table import Table, Unit

_PLAIN: Final = (
    "game",
    "turn",
    "turn_player",
    "first_player",
    "phase",
    "memory",
    "attack",
    "result",
)


def changes_between(before: Table, after: Table) -> list[ChangeView]:
    """Return what differs between two tables, where everybody at the table can see it."""
    found = [(name, getattr(before, name), getattr(after, name)) for name in _PLAIN]
    for side, piles in before.sides.items():
        for zone, cards in piles.items():
            found.append((f"{side}.{zone}", len(cards), len(after.sides[side][zone])))
    found.append(("no_area", len(before.no_area), len(after.no_area)))
    for unit in dict.fromkeys([*before.units, *after.units]):
        were, are = before.units.get(unit), after.units.get(unit)
        found.append((f"unit {unit}", _unit(were), _unit(are)))
    found += _turned(before, after)
    return [
        cast("ChangeView", {"what": what, "before": old, "after": new})
        for what, old, new in found
        if old != new
    ]


def new_ids(before: Table, after: Table) -> list[str]:
    """Return the piles whose cards have other placements now though none came or left alone.

    A shuffle and a hidden passage give the face-down cards of a whole pile new ones.
    """
    found = []
    for side, piles in before.sides.items():
        for zone, cards in piles.items():
            old = {card.id for card in cards if card.id}
            new = {card.id for card in after.sides[side][zone] if card.id}
            if zone != "hand" and len(old - new) > 1 and len(new - old) > 1:
                found.append(f"{side}.{zone}")
    return found


def _unit(unit: Unit | None) -> dict[str, Any] | None:
    if unit is None:
        return None
    return {
        "zone": unit.zone,
        "side": unit.side,
        "suspended": unit.suspended,
        "cards": len(unit.cards),
        "links": len(unit.links),
        "top": unit.cards[0].id if unit.cards else None,
    }


def _turned(before: Table, after: Table) -> Iterable[tuple[str, str, str]]:
    """Yield the cards that lie the other way up where they lay."""
    faces = _faces(before)
    for name, up in _faces(after).items():
        if name in faces and faces[name] != up:
            yield f"card {name}", "up" if faces[name] else "down", "up" if up else "down"


def _faces(table: Table) -> dict[str, bool]:
    piles = [cards for side in table.sides.values() for cards in side.values()]
    for unit in table.units.values():
        piles += [unit.cards, unit.links]
    return {card.id: card.up for cards in piles for card in cards if card.id}
