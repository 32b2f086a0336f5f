"""Attacks: declaration, change of target, blocks, security checks, battles and the end."""

from typing import Any

from dcg_events.importers.aegis.causes import cause_by_effect
from dcg_events.importers.aegis.desk import Attack, Desk
from dcg_events.importers.aegis.effects import Activation, activate
from dcg_events.importers.aegis.engine import AttackDeclaredBy, Checked, CombatResolved
from dcg_events.importers.aegis.lines import Reported, Settled, Truth
from dcg_events.importers.aegis.mirror import player_of


def declared_next(desk: Desk) -> AttackDeclaredBy | None:
    """Return the attack that the engine reports directly after this line."""
    events = desk.events_at_once()
    if events and isinstance(events[0], AttackDeclaredBy):
        return events[0]
    return None


def declare(desk: Desk, event: AttackDeclaredBy, *, suspends: bool) -> None:
    """Record that a unit attacks: it is suspended and its target named at once (CR 4.2 §11-2).

    The same attacker declared again has got another target.
    """
    attack, player = desk.attack, player_of(event.seat)
    target: dict[str, Any] = {"player": player_of(1 - event.seat)}
    perm = event.target.permanent_id if event.target.kind == "permanent" else None
    if perm is not None:
        target["unit"] = desk.unit(perm)
    if attack is not None and attack.perm == event.attacker_permanent_id and not suspends:
        attack.target = perm
        step = {
            "kind": "attack_stepped",
            "attack": attack.name,
            "step_taken": "target_changed",
            "target": target,
            "taken": True,
        }
        desk.record(step, cause=cause_by_effect(desk, "orientation") or {"kind": "unknown"})
        return
    end(desk)
    by_effect = desk.action is None or desk.action.type != "attack"
    cause = {"kind": "action", "player": player}
    if by_effect:
        cause = cause_by_effect(desk, "orientation") or {"kind": "unknown"}
    name, unit = f"a{desk.ledger.version}", desk.unit(event.attacker_permanent_id)
    group: list[dict[str, Any]] = [
        {
            "kind": "attack_declared",
            "attack": name,
            "player": player,
            "unit": unit,
            "target": target,
        }
    ]
    if suspends:
        group.append({"kind": "orientation_changed", "unit": unit, "orientation": "suspended"})
    seq = desk.record(*group, by=player, cause=cause)
    desk.attack = Attack(name, seq, event.seat, event.attacker_permanent_id, perm, by_effect)
    if desk.action is not None and desk.action.type == "attack":
        desk.action = None


def block(desk: Desk, perm: str | None, *, suspends: bool = False) -> None:
    """Record that a unit blocks, or that a player lets the chance pass (CR 4.2 §11-4)."""
    attack = desk.attack
    if attack is None:
        return
    defender = player_of(1 - attack.seat)
    step: dict[str, Any] = {
        "kind": "attack_stepped",
        "attack": attack.name,
        "step_taken": "block",
        "player": defender,
        "taken": perm is not None,
    }
    group = [step]
    if perm is not None:
        unit = desk.unit(perm)
        step |= {"unit": unit, "target": {"player": defender, "unit": unit}}
        attack.target = perm
        if suspends:
            group.append({"kind": "orientation_changed", "unit": unit, "orientation": "suspended"})
    desk.record(*group, by=defender, cause={"kind": "action", "player": defender})


def ally(desk: Desk, seat: int, perm: str | None) -> None:
    """Record whether an ally joins the attack."""
    if desk.attack is None:
        return
    step: dict[str, Any] = {
        "kind": "attack_stepped",
        "attack": desk.attack.name,
        "step_taken": "alliance",
        "player": player_of(seat),
        "taken": perm is not None,
    }
    if perm is not None:
        step["unit"] = desk.unit(perm)
    seq = desk.record(step, by=player_of(seat))
    desk.ally = None if perm is None else (perm, seq)


def next_check(desk: Desk) -> tuple[int, Checked] | None:
    """Return the next security check of this attack that has not been told yet."""
    for index, line in desk.ahead():
        if isinstance(line, Settled):
            break
        checked = line.event if isinstance(line, Reported) else None
        if isinstance(checked, Checked) and index not in desk.used_checks:
            return index, checked
    return None


def is_checked(desk: Desk, instance: str, seat: int) -> bool:
    """Tell whether an instance on top of a security stack is the card that is checked next."""
    side = player_of(seat)
    stack = desk.ledger.listed(side, "security")
    if desk.attack is None or not stack or stack[0] != instance:
        return False
    found = next_check(desk)
    if found is None:
        return False
    return (found[1].seat, found[1].revealed_card_id) == (seat, desk.number(instance))


def check(desk: Desk, instance: str, seat: int) -> None:
    """Record a security check: the card leaves the stack and lies in no area (CR 4.2 §13-1)."""
    side, attack, found = player_of(seat), desk.attack, next_check(desk)
    spot = desk.ledger.spot(instance)
    cause: dict[str, Any] = {"kind": "rule" if attack else "unknown"}
    if attack is not None:
        cause["event"] = attack.seq
    transfer: dict[str, Any] = {
        "kind": "transferred",
        "manner": "check",
        "from": spot.place,
        "to": {"zone": "no_area"},
        "number": instance,
        "owner": desk.owner(instance),
    }
    report: dict[str, Any] = {"kind": "security_checked", "player": side, "number": instance}
    if attack is not None:
        transfer["attack"] = report["attack"] = attack.name
        attack.checks += 1
    line = desk.line
    said = isinstance(line, Truth) and any(m.i == instance and m.to is None for m in line.moves)
    report["card"] = str(desk.record(transfer, cause=cause, inferred=not said))
    outcome, ref = "unknown", None
    if found is not None and (found[1].seat, found[1].revealed_card_id) == (
        seat,
        desk.number(instance),
    ):
        desk.used_checks.add(found[0])
        outcome = {"battle": "battle", "effect": "effect"}.get(found[1].resolution, "unknown")
        ref = f"n={desk.line.n}, n={desk.source.lines[found[0]].n}"
    seq = desk.record(report | {"outcome": outcome}, ref=ref)
    desk.uses[instance] = seq
    if attack is not None and found is not None and outcome == "battle":
        _battle_with_checked(desk, attack, report["card"], found[0])
    if found is not None and outcome == "effect":
        number = found[1].revealed_card_id
        security = Activation(seat, number, timing="Security", instance=instance)
        activate(desk, security, ref=ref).by_check = True


def _battle_with_checked(desk: Desk, attack: Attack, card: str, reported: int) -> None:
    """Record the battle of the attacker with the Security Digimon that was checked."""
    unit, lost = desk.unit(attack.perm), _attacker_falls(desk, attack, reported)
    fighters = [
        {"player": player_of(attack.seat), "unit": unit},
        {"player": player_of(1 - attack.seat), "card": card},
    ]
    seq = desk.record(
        {
            "kind": "battle_resolved",
            "attack": attack.name,
            "fighters": fighters,
            "losers": [unit] if lost else [],
        },
        inferred=True,
        text=None if lost else "the source names no loser",
    )
    if lost:
        desk.fallen[attack.perm] = seq


def _attacker_falls(desk: Desk, attack: Attack, reported: int) -> bool:
    """Tell whether the attacker's top card goes to the trash before the check is reported."""
    top = f":{attack.perm}.top"
    return any(
        move.from_ is not None
        and move.from_.endswith(top)
        and move.to is not None
        and ".trash[" in move.to
        for line in desk.source.lines[desk.at : reported]
        if isinstance(line, Truth)
        for move in line.moves
    )


def coming_battle(desk: Desk, perms: set[str]) -> tuple[int, CombatResolved] | None:
    """Return the battle, reported later in this attack, in which some permanents were deleted."""
    if desk.attack is None:
        return None
    for index, line in desk.until_act():
        if isinstance(line, Reported):
            if isinstance(line.event, AttackDeclaredBy):
                return None
            if isinstance(line.event, CombatResolved):
                told = index in desk.told_battles
                if not told and perms & set(line.event.deleted_permanent_ids):
                    return index, line.event
    return None


def battle(desk: Desk, index: int, event: CombatResolved) -> None:
    """Record a battle of two units, once (CR 4.2 §14-2)."""
    if index in desk.told_battles:
        return
    desk.told_battles.add(index)
    attack = desk.attack
    attacker = {"player": player_of(event.seat), "unit": desk.unit(event.attacker_permanent_id)}
    fighters = [attacker]
    others = [perm for perm in event.deleted_permanent_ids if perm != event.attacker_permanent_id]
    defender = attack.target if attack and attack.target else next(iter(others), None)
    if defender is not None:
        fighters.append({"player": player_of(1 - event.seat), "unit": desk.unit(defender)})
    told: dict[str, Any] = {
        "kind": "battle_resolved",
        "fighters": fighters,
        "losers": [desk.unit(perm) for perm in event.deleted_permanent_ids[:2]],
    }
    if attack is not None:
        told["attack"] = attack.name
        attack.battled = True
    seq = desk.record(told, ref=f"n={desk.source.lines[index].n}")
    desk.fallen |= dict.fromkeys(event.deleted_permanent_ids, seq)


def end(desk: Desk, *, succeeded: bool = False, inferred: bool = True) -> None:
    """Record the end of the attack under way, if there is one."""
    attack, desk.attack = desk.attack, None
    desk.fallen.clear()
    desk.ally = None
    if attack is None:
        return
    outcome = "unknown"
    if succeeded or attack.checks:
        outcome = "succeeded"
    if attack.battled:
        outcome = "battled"
    desk.record(
        {"kind": "attack_ended", "attack": attack.name, "outcome": outcome}, inferred=inferred
    )


def suspends_only(truth: Truth, perm: str) -> bool:
    """Tell whether a state differs only in that a permanent has been suspended."""
    return (
        not truth.moves
        and not truth.flips
        and not truth.reordered
        and [(s.perm, s.suspended) for s in truth.suspend] == [(perm, True)]
    )
