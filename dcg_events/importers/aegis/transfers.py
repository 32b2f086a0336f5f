"""Shifts of the source as transfers: places, manners and causes."""

from typing import Any

from dcg_events.events.codec import PlainEvent
from dcg_events.importers.aegis.causes import cause_by_effect
from dcg_events.importers.aegis.desk import Desk, reported_moves
from dcg_events.importers.aegis.ledger import Spot
from dcg_events.importers.aegis.manners import manner_of
from dcg_events.importers.aegis.mirror import FIELD, PILES, Address, Shift, player_of


def transfers_of(desk: Desk, shifts: list[Shift]) -> list[PlainEvent]:
    """Return the transfers of a group, in the order of their steps.

    The cards of a unit that leaves come top first, others as the source lists them. A card that
    lies already where it goes has none.
    """
    found = []
    for shift in sorted(shifts, key=lambda shift: _step(desk, shift)):
        spot = desk.ledger.find(shift.i)
        target = _target(desk, shift, spot)
        if target is None:
            continue
        origin = spot.place if spot else {"zone": "outside", "side": desk.owner(shift.i)}
        transfer: PlainEvent = {
            "kind": "transferred",
            "manner": manner_of(desk, shift, origin, target, shifts),
            "from": origin,
            "to": target,
            "number": shift.i,
            "owner": desk.owner(shift.i),
        }
        if spot is not None and "position" not in origin:
            transfer["was"] = spot.card.id
        if target["zone"] == "security":
            transfer["facing"] = "up" if desk.mirror.faces.get(shift.i) else "down"
        found.append(transfer)
    _place(desk, found)
    return found


def _step(desk: Desk, shift: Shift) -> tuple[int, str, bool, int]:
    """Sort what founds a unit first, then units that leave top first, then by position."""
    new, old = shift.new, shift.old
    founds = new is not None and new.perm is not None and new.part == "top"
    if old is not None and old.perm is not None:
        spot = desk.ledger.find(shift.i)
        under = (spot.zone == "link", spot.place_in) if spot else (False, 0)
        return (0 if founds else 1, old.perm, *under)
    if new is not None and new.zone == "trash":
        return (2, "", False, new.at)
    return (0 if founds else 2, "", False, old.at if old else 0)


def _target(desk: Desk, shift: Shift, spot: Spot | None) -> dict[str, Any] | None:
    """Return where a card goes, without its position; None if it lies there already."""
    new = shift.new
    if new is None:
        if spot is None or spot.zone == "no_area":
            return None
        if shift.i in desk.registered:
            return {"zone": "no_area"}
        return {"zone": "outside", "side": desk.owner(shift.i)}
    if new.perm is not None:
        return _unit_target(desk, new)
    zone = PILES[new.zone]
    if zone == "no_area":
        return None if spot is not None and spot.zone == "no_area" else {"zone": "no_area"}
    return {"zone": zone, "side": player_of(new.seat)}


def _unit_target(desk: Desk, new: Address) -> dict[str, Any]:
    place: dict[str, Any] = {"zone": FIELD[new.zone], "side": player_of(new.seat)}
    unit = desk.units.get(str(new.perm))
    if unit is not None and unit in desk.ledger.table.units:
        place["unit"] = unit
    if new.part == "linked":
        place["zone"] = "link"
    return place


def _place(desk: Desk, transfers: list[PlainEvent]) -> None:
    """Give every arriving card its position after the group, and new units to their cards."""
    arriving: dict[tuple[str, str], list[PlainEvent]] = {}
    first = desk.ledger.version
    desk.founding.clear()
    founded: dict[str, str] = {}
    for step, transfer in enumerate(transfers):
        target, instance = transfer["to"], str(transfer["number"])
        if target["zone"] in ("battle", "breeding", "link") and "unit" not in target:
            perm = _perm_of(desk, instance)
            if perm in founded:
                target["unit"] = founded[perm]
            else:
                founded[perm] = str(first + step)
                desk.founding[instance] = perm
                continue
        if "unit" in target and target["zone"] != "link":
            arriving.setdefault(("unit", target["unit"]), []).append(transfer)
        elif target["zone"] in ("deck", "egg_deck", "security", "trash"):
            arriving.setdefault((target["zone"], target["side"]), []).append(transfer)
    gone = {str(transfer["number"]) for transfer in transfers}
    founders = {unit: str(transfers[int(unit) - first]["number"]) for unit in founded.values()}
    for (kind, name), coming in arriving.items():
        held, wanted = _orders(desk, kind, name, coming[0])
        stay = [instance for instance in held if instance not in gone]
        _place_in(wanted, [founders[name]] if name in founders else stay, coming)


def _orders(desk: Desk, kind: str, name: str, arriving: PlainEvent) -> tuple[list[str], list[str]]:
    """Return the cards of a pile or unit as they lie, and as the source has them afterwards."""
    if kind == "unit":
        perm = desk.mirror.perms[_perm_of(desk, str(arriving["number"]))]
        return desk.ledger.unit_cards(name), perm.cards
    pile = "eggDeck" if kind == "egg_deck" else kind
    return desk.ledger.listed(name, kind), desk.mirror.listed(0 if name == "p1" else 1, pile)


def _perm_of(desk: Desk, instance: str) -> str:
    for name, perm in desk.mirror.perms.items():
        if instance in perm.cards or instance in perm.linked:
            return name
    return ""


def _place_in(wanted: list[str], after: list[str], coming: list[PlainEvent]) -> None:
    """Put arriving cards behind their neighbours of the source's order, and read the positions."""
    names = {str(transfer["number"]) for transfer in coming}
    before: str | None = None
    for instance in wanted:
        if instance in names:
            after.insert(after.index(before) + 1 if before is not None else 0, instance)
        if instance in after:
            before = instance
    for transfer in coming:
        transfer["to"]["position"] = after.index(str(transfer["number"]))


def cause_of(
    desk: Desk, shifts: list[Shift], transfers: list[PlainEvent]
) -> tuple[dict[str, Any], bool]:
    """Return why a group happened, and whether that is an inference."""
    first = transfers[0]
    manner, instance = first["manner"], str(first["number"])
    old = shifts[0].old
    by_rule = _by_battle(desk, shifts, manner) or _by_action(desk, manner, instance)
    if by_rule is None and manner == "draw":
        by_rule = _draw_by_rule(desk, first, len(transfers))
    if by_rule is not None:
        return by_rule
    from_unit = manner == "trash" and "unit" in first["from"]
    used = {"kind": "rule", "event": desk.uses.get(instance, 0)}
    if old is None and (first["from"]["zone"], first["to"]["zone"]) == ("no_area", "trash"):
        return used, False
    by_effect = cause_by_effect(desk, "trash from a unit" if from_unit else manner)
    if by_effect is None and old is not None and old.zone == "resolving":
        return used, False
    return by_effect or {"kind": "unknown"}, by_effect is not None


def _by_battle(desk: Desk, shifts: list[Shift], manner: str) -> tuple[dict[str, Any], bool] | None:
    for shift in shifts:
        if manner == "delete" and shift.old is not None and shift.old.perm in desk.fallen:
            return {"kind": "rule", "event": desk.fallen[str(shift.old.perm)]}, False
    return None


def _by_action(desk: Desk, manner: str, instance: str) -> tuple[dict[str, Any], bool] | None:
    """Return the act of a player that a group carries out, or the cost of an activation."""
    action = desk.action
    if action is None:
        return None
    hatches = action.type == "hatchEgg" and manner == "hatch"
    if action.instance != instance and not hatches:
        return None
    if manner in ("play", "digivolve", "use", "hatch"):
        cause: dict[str, Any] = {"kind": "action", "player": action.player}
        if action.seq is not None:
            cause["event"] = action.seq
        return cause, False
    if action.type == "activateEffect" and action.seq is not None:
        return {"kind": "cost", "event": action.seq, "player": action.player}, True
    return None


def _draw_by_rule(desk: Desk, draw: PlainEvent, count: int) -> tuple[dict[str, Any], bool] | None:
    """Return the cause of the draw phase's draw, or of the draw for digivolving."""
    if count == 1 and desk.bonus is not None and desk.bonus[0] == draw["to"]["side"]:
        cause = {"kind": "rule", "event": desk.bonus[1]}
        desk.bonus = None
        return cause, True
    following = desk.events_at_once()
    if desk.ledger.table.phase == "draw" and not reported_moves(following[:1]):
        return {"kind": "rule"}, False
    return None
