"""Sort what one difference of the source's state holds by when it happened."""

from dataclasses import dataclass, field

from dcg_events.importers.aegis.attacks import coming_battle, is_checked
from dcg_events.importers.aegis.desk import Desk, reported_moves
from dcg_events.importers.aegis.engine import Checked
from dcg_events.importers.aegis.lines import Truth
from dcg_events.importers.aegis.mirror import Address, Shift

SILENT = -1
"""Rank of what the engine does not report directly afterwards."""


@dataclass(slots=True)
class Sorted:
    """The shifts of a difference, sorted.

    Attributes:
        moved: Permanents that went from one part of the field to the other.
        finishing: Cards that leave no area before the next check.
        fallen: Cards of permanents that lost a battle with a permanent.
        checks: Security cards that are checked now, with their seats.
        groups: All others, by rank and by what left or arrived at once.
    """

    moved: list[str] = field(default_factory=list)
    finishing: list[Shift] = field(default_factory=list)
    fallen: list[Shift] = field(default_factory=list)
    checks: list[tuple[str, int]] = field(default_factory=list)
    groups: dict[tuple[int, str], list[Shift]] = field(default_factory=dict)


def sort_shifts(desk: Desk, truth: Truth, shifts: list[Shift]) -> Sorted:
    """Sort the shifts of a difference that the mirror has taken in already."""
    parts = Sorted(checks=_turned_to_check(desk, truth, {shift.i for shift in shifts}))
    falling = _falling(desk, shifts)
    rest = []
    for shift in shifts:
        old, new = shift.old, shift.new
        if _stays(shift):
            if old and new and old.zone != new.zone and new.perm not in parts.moved:
                parts.moved.append(str(new.perm))
        elif old is not None and old.perm in falling:
            parts.fallen.append(shift)
        else:
            if old is not None and _goes_through_check(desk, shift, old):
                parts.checks.append((shift.i, old.seat))
            rest.append(shift)
    _group(desk, parts, rest)
    return parts


def _group(desk: Desk, parts: Sorted, shifts: list[Shift]) -> None:
    reports = _reports(desk)
    ranked = [(reports.get(shift.i, SILENT), shift) for shift in shifts]
    founded = _last_of(ranked, [_founds(desk, shift) for shift in shifts])
    leaving = _last_of(ranked, [shift.old.perm if shift.old else None for shift in shifts])
    for rank, shift in ranked:
        old, new = shift.old, shift.new
        found = _founds(desk, shift)
        if rank == SILENT and old is None and parts.checks:
            parts.finishing.append(shift)
            continue
        if found is not None and founded[found][1] > 1:
            key = founded[found][0], f"to {found}"
        elif old is not None and old.perm is not None:
            key = leaving[old.perm][0], "leaving"
        elif rank != SILENT:
            key = rank, "leaving"
        else:
            key = rank, f"{old[:2] if old else ''} {new[:3] if new else ''}"
        parts.groups.setdefault(key, []).append(shift)


def _last_of(
    ranked: list[tuple[int, Shift]], perms: list[str | None]
) -> dict[str, tuple[int, int]]:
    """Return for each permanent the last rank of its cards, and how many there are."""
    found: dict[str, tuple[int, int]] = {}
    for (rank, _), perm in zip(ranked, perms, strict=True):
        if perm is not None:
            last, count = found.get(perm, (SILENT, 0))
            found[perm] = (max(rank, last), count + 1)
    return found


def _founds(desk: Desk, shift: Shift) -> str | None:
    """Return the permanent that comes to the field with this card.

    All its cards arrive at once: the one on top and the materials under it.
    """
    perm = shift.new.perm if shift.new else None
    return perm if desk.units.get(perm or "") not in desk.ledger.table.units else None


def _reports(desk: Desk) -> dict[str, int]:
    """Say for each instance which of the following reports moves it."""
    found: dict[str, int] = {}
    for place, event in enumerate(reported_moves(desk.events_at_once())):
        for instance in event.instance_ids:
            found.setdefault(instance, place)
    return found


def _turned_to_check(desk: Desk, truth: Truth, shifted: set[str]) -> list[tuple[str, int]]:
    """Return the security card that is turned up where it lies because it is checked."""
    found = []
    for flip in truth.flips:
        spot = desk.ledger.find(flip.i)
        if flip.face_up and flip.i not in shifted and spot is not None and spot.zone == "security":
            seat = 0 if spot.side == "p1" else 1
            if is_checked(desk, flip.i, seat):
                found.append((flip.i, seat))
    return found


def _goes_through_check(desk: Desk, shift: Shift, old: Address) -> bool:
    """Tell whether a card leaves a security stack because it is checked.

    The source lets it lie there while its effect is carried out, so it may lie in no area already.
    """
    spot = desk.ledger.find(shift.i)
    if old.zone != "security" or spot is None or spot.zone != "security":
        return False
    if shift.new is None:
        return True
    told = shift.new.perm is not None or any(
        isinstance(event, Checked) for event in desk.events_at_once()
    )
    return told and is_checked(desk, shift.i, old.seat)


def _falling(desk: Desk, shifts: list[Shift]) -> set[str]:
    """Return the permanents that leave because they lost a battle with a permanent."""
    perms = {
        shift.old.perm
        for shift in shifts
        if shift.old and shift.old.perm and shift.new and shift.new.zone == "trash"
    }
    found = coming_battle(desk, perms) if perms else None
    return perms & set(found[1].deleted_permanent_ids) if found else set()


def _stays(shift: Shift) -> bool:
    """Tell whether a card stays with its permanent, or lies already where it goes."""
    old, new = shift.old, shift.new
    if old is not None and new is not None and old.perm is not None and old.perm == new.perm:
        return "linked" not in (old.part, new.part) and old.seat == new.seat
    return old is None and new is not None and new.zone == "resolving"
