"""How a card moved, in the rulebook's words."""

from typing import Any

from dcg_events.importers.aegis.desk import Desk, reported_moves
from dcg_events.importers.aegis.mirror import Shift
from dcg_events.vocabulary.manners import Manner
from dcg_events.vocabulary.places import FIELD


def manner_of(
    desk: Desk, shift: Shift, origin: dict[str, Any], target: dict[str, Any], group: list[Shift]
) -> Manner:
    """Return how a card moved, from where it was and is and what the engine reports of it.

    Args:
        desk: The state of the translation.
        shift: The card.
        origin: Its place before.
        target: Its place afterwards; `unit` stands there if that unit lay on the field before.
        group: All that moved at the same time.
    """
    source, goal = origin["zone"], target["zone"]
    if goal in FIELD:
        return _onto_field(desk, shift, source, target)
    if goal == "hand":
        return _into_hand(desk, shift, source)
    if goal == "security":
        return "recover" if source == "deck" and _is_recovery(desk) else "place"
    if goal == "trash":
        lay = source in FIELD or source == "link"
        return "delete" if lay and _is_deleted(desk, shift, group) else "trash"
    if goal == "no_area":
        return _AWAY.get(source, "unknown")
    return _ELSEWHERE[goal]


_ELSEWHERE: dict[str, Manner] = {
    "deck": "return",
    "egg_deck": "return",
    "outside": "remove",
    "link": "link",
}
_AWAY: dict[str, Manner] = {"hand": "use", "security": "check"}


def _onto_field(desk: Desk, shift: Shift, source: str, target: dict[str, Any]) -> Manner:
    """Tell founding a unit from stacking on one and placing under it."""
    new, founds = shift.new, "unit" not in target
    if new is None or new.part != "top":
        return "material" if founds else "place_under"
    if not founds or desk.mirror.perms[str(new.perm)].stack:
        return "digivolve"
    if source in FIELD:
        return "unknown"  # the same card as another permanent
    if source == "egg_deck":
        return "hatch"
    return "place" if shift.old is not None and shift.old.zone == "resolving" else "play"


def _into_hand(desk: Desk, shift: Shift, source: str) -> Manner:
    if source == "deck":
        for event in reported_moves(desk.events_at_once()):
            if shift.i in event.instance_ids:
                return "draw" if event.from_ == "deck" else "add"
        return "draw"
    return "add" if source in ("security", "no_area") else "return"


def _is_recovery(desk: Desk) -> bool:
    return any(event.kind == "securityRecovered" for event in desk.events_at_once())


def _is_deleted(desk: Desk, shift: Shift, group: list[Shift]) -> bool:
    """Tell whether a whole unit goes to the trash, and not by its own activation."""
    perm = shift.old.perm if shift.old else None
    if perm is None or perm in desk.mirror.perms:
        return False
    leaving = [s for s in group if s.old is not None and s.old.perm == perm]
    if any(s.new is None or s.new.zone != "trash" for s in leaving):
        return False
    action = desk.action
    own = action is not None and action.type == "activateEffect" and action.instance == shift.i
    return not (own and len(leaving) == 1)
