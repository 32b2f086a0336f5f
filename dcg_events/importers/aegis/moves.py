"""One difference of the source's state, told as groups of events in the order of play.

A `truth` line holds all that changed since the one before, in no order. What the engine reports
directly after it happened last; what it does not report (a check, a battle, a cost) before that. So
a difference is told in this order:

1. cards that a check or an Option in use left in no area, and battles with a unit;
2. units suspended or unsuspended, if anything follows that was reported or checked;
3. security checks;
4. changes that were not reported, then those that were, as they were;
5. units suspended or unsuspended otherwise;
6. cards of a pile that were revealed, turned, put back in order or shuffled.
"""

from typing import Any

from dcg_events.importers.aegis.attacks import battle, check, coming_battle
from dcg_events.importers.aegis.causes import cause_by_effect
from dcg_events.importers.aegis.choices import end_looks
from dcg_events.importers.aegis.desk import Desk
from dcg_events.importers.aegis.lines import Truth
from dcg_events.importers.aegis.mirror import Shift, player_of
from dcg_events.importers.aegis.piles import settle_piles
from dcg_events.importers.aegis.sorting import SILENT, sort_shifts
from dcg_events.importers.aegis.transfers import cause_of, transfers_of


def tell(desk: Desk, truth: Truth) -> None:
    """Record everything that a difference says.

    Raises:
        MismatchError: If it does not fit what came before.
    """
    shifts = desk.mirror.apply(truth)
    parts = sort_shifts(desk, truth, shifts)
    for perm in parts.moved:
        _move(desk, perm)
    for shift in parts.finishing:
        _tell_group(desk, [shift])
    if parts.fallen:
        found = coming_battle(desk, {str(s.old.perm) for s in parts.fallen if s.old})
        if found is not None:
            battle(desk, *found)
        _tell_group(desk, parts.fallen)
    early = bool(parts.checks) or any(rank != SILENT for rank, _ in parts.groups)
    if early:
        _suspend(desk, truth)
    for instance, seat in parts.checks:
        check(desk, instance, seat)
    for key in sorted(parts.groups, key=lambda key: key[0]):
        _tell_group(desk, parts.groups[key])
    if not early:
        _suspend(desk, truth)
    settle_piles(desk, truth, [shift.i for shift in shifts])
    end_looks(desk)


def _move(desk: Desk, perm: str) -> None:
    to = "battle" if desk.mirror.perms[perm].zone == "battleArea" else "breeding"
    player = player_of(desk.mirror.perms[perm].seat)
    action = desk.action
    by_action = action is not None and action.type == "moveFromBreeding"
    cause = {"kind": "action", "player": player} if by_action else None
    desk.record(
        {"kind": "moved", "unit": desk.unit(perm), "to": to},
        by=player if by_action else None,
        cause=cause or cause_by_effect(desk, "play") or {"kind": "unknown"},
    )


def _suspend(desk: Desk, truth: Truth) -> None:
    """Record the units that were suspended or unsuspended at once."""
    for suspended in (True, False):
        changed = [
            {
                "kind": "orientation_changed",
                "unit": desk.unit(change.perm),
                "orientation": "suspended" if suspended else "unsuspended",
            }
            for change in truth.suspend
            if change.suspended is suspended
        ]
        if changed:
            desk.record(*changed, cause=_orientation_cause(desk, truth, suspended=suspended))


def _orientation_cause(desk: Desk, truth: Truth, *, suspended: bool) -> dict[str, Any]:
    if desk.ledger.table.phase == "unsuspend" and not suspended:
        return {"kind": "rule"}
    ally = desk.ally
    if ally is not None and suspended and [s.perm for s in truth.suspend] == [ally[0]]:
        desk.ally = None
        return {"kind": "cost", "event": ally[1]}
    return cause_by_effect(desk, "orientation") or {"kind": "unknown"}


def _tell_group(desk: Desk, shifts: list[Shift]) -> None:
    """Record cards that changed places at once."""
    transfers = transfers_of(desk, shifts)
    if not transfers:
        return
    cause, inferred = cause_of(desk, shifts, transfers)
    by: Any = cause.get("player") if cause["kind"] == "action" else None
    remark = "the cause is an inference" if inferred else None
    first = desk.record(*transfers, by=by, cause=cause, text=remark)
    for step, transfer in enumerate(transfers):
        perm = desk.founding.pop(str(transfer["number"]), None)
        if perm is not None:
            desk.units[perm] = str(first + step)
        if transfer["manner"] == "digivolve":
            desk.bonus = (transfer["to"]["side"], first + step)
        if transfer["manner"] == "use":
            desk.uses[str(transfer["number"])] = first + step
