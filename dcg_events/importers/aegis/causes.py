"""Why something happened: which effect a change of the source belongs to, if it is told."""

import re
from collections.abc import Iterator
from typing import Any, Final

from dcg_events.importers.aegis.desk import Desk, OpenEffect
from dcg_events.importers.aegis.effects import (
    AS_TOP,
    find_open,
    open_by_decision,
    open_by_report,
)
from dcg_events.importers.aegis.engine import AttackDeclaredBy, CardsMoved, EffectReported
from dcg_events.importers.aegis.lines import Decision, Reported
from dcg_events.importers.aegis.mirror import player_of

_WORDS: Final[dict[str, str]] = {
    "draw": r"draw",
    "add": r"reveal|search|security|add|return",
    "return": r"return|security|reveal",
    "play": r"play|place|token",
    "digivolve": r"digivolve",
    "place_under": r"place|digivolve|digixros",
    "material": r"place|digivolve",
    "link": r"link",
    "trash": r"trash|reveal",
    "trash from a unit": r"trash|digivolution|de-digivolve|return",
    "delete": r"delete",
    "recover": r"recovery|security",
    "place": r"place|security",
    "hatch": r"hatch",
    "remove": r"delete|return|remove",
    "reveal": r"reveal|search",
    "orientation": r"suspend",
    "memory": r"memory",
    "shuffle": r"search|shuffle",
    "flip": r"security|flip",
    "use": r"use|activate",
    "check": r"security",
    "unknown": r"(?!)",
}
"""For each kind of change the words of a report that would account for it."""


def cause_by_effect(desk: Desk, what: str) -> dict[str, Any] | None:
    """Return the cause of a change as far as the source tells which effect it was.

    Args:
        desk: The state of the translation.
        what: A manner of transfer, or another key of the words above.
    """
    asked = desk.asked_before()
    if asked is not None and asked.request.source_card_id is not None:
        card, seat = asked.request.source_card_id, asked.seat
        for effect in reversed(desk.effects):
            if (effect.card, effect.seat) == (card, seat):
                return _cause(effect)
    for index, event in _next_reports(desk):
        matching = find_open(desk, event)
        words = f"modal|{_WORDS[what]}"
        accounts = re.search(words, event.description, re.IGNORECASE) is not None
        if matching is not None and (accounts or matching is desk.effects[-1]):
            return _cause(matching)
        if matching is None and not _can_be_active(desk, event):
            continue  # its card comes to the field only now
        if matching is None and accounts:
            return _cause(open_by_report(desk, index, event))
        break
    return _cause(desk.effects[-1]) if desk.effects else None


def cause_by_decision(desk: Desk) -> dict[str, Any] | None:
    """Return the cause of a change that the decision directly after it belongs to."""
    for _, line in desk.ahead():
        if isinstance(line, Decision):
            effect = open_by_decision(desk, line)
            return None if effect is None else _cause(effect)
        if not isinstance(line, Reported) or not isinstance(line.event, CardsMoved):
            return None
    return None


def _cause(effect: OpenEffect) -> dict[str, Any]:
    cause: dict[str, Any] = {"kind": "effect", "event": effect.seq}
    if effect.source is not None:
        cause["source"] = effect.source
    return cause | {"player": player_of(effect.seat)}


def _can_be_active(desk: Desk, event: EffectReported) -> bool:
    """Tell whether the card of an effect lies where its timing asks for it."""
    if event.timing not in AS_TOP:
        return True
    return any(
        unit.cards[0].number == event.source_card_id for unit in desk.ledger.table.units.values()
    )


def _next_reports(desk: Desk) -> Iterator[tuple[int, EffectReported]]:
    """Yield the effects that are reported before the next act, phase or attack."""
    for index, line in desk.until_act():
        if isinstance(line, Reported):
            if isinstance(line.event, EffectReported):
                yield index, line.event
            elif isinstance(line.event, AttackDeclaredBy):
                return
