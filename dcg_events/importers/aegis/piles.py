"""What a difference says of cards that stay in their pile: revealed, put back, turned, shuffled."""

from typing import Any

from dcg_events.importers.aegis.causes import cause_by_decision, cause_by_effect
from dcg_events.importers.aegis.choices import stretches
from dcg_events.importers.aegis.desk import Desk
from dcg_events.importers.aegis.lines import Truth
from dcg_events.importers.aegis.mirror import player_of
from dcg_events.importers.aegis.source import MismatchError

_HIDDEN = (("deck", "deck"), ("eggDeck", "egg_deck"), ("security", "security"))


def settle_piles(desk: Desk, truth: Truth, touched: list[str]) -> None:
    """Record what happened to the cards of the piles apart from those that came or went.

    Raises:
        MismatchError: If a pile is not as the source has it and the source does not say why.
    """
    down: dict[str, list[str]] = {}
    up: dict[str, list[str]] = {}
    for flip in truth.flips:
        spot = desk.ledger.find(flip.i)
        if flip.i in touched or spot is None or spot.side is None:
            continue
        if spot.zone == "deck":
            (up if flip.face_up else down).setdefault(spot.side, []).append(flip.i)
        elif spot.zone == "security" and spot.card.up != flip.face_up:
            _flip(desk, flip.i, face_up=flip.face_up)
    for side, instances in up.items():
        _reveal(desk, side, instances)
    for side, instances in down.items():
        _put_back(desk, side, instances)
    for seat in (0, 1):
        for pile, zone in _HIDDEN:
            _check_order(desk, truth, seat, pile, zone)


def _reveal(desk: Desk, side: str, instances: list[str]) -> None:
    indices = sorted(desk.ledger.spot(instance).place_in for instance in instances)
    cause = cause_by_decision(desk) or cause_by_effect(desk, "reveal") or {"kind": "unknown"}
    for first, count in stretches(indices):
        desk.record(
            {
                "kind": "revealed",
                "place": {"zone": "deck", "side": side, "position": first},
                "count": count,
                "numbers": desk.ledger.listed(side, "deck")[first : first + count],
            },
            cause=cause,
        )


def _put_back(desk: Desk, side: str, instances: list[str]) -> None:
    """Record that revealed cards were put back, in the order that was chosen (CR 4.0 §3-1-3-4)."""
    seat = 0 if side == "p1" else 1
    chosen, desk.chosen = desk.chosen, None
    after = desk.mirror.piles[seat, "deck"]
    missing = [instance for instance in instances if instance not in after]
    if missing:
        problem = "it turns cards in a deck that are not in it"
        raise MismatchError(problem)
    order = sorted(instances, key=after.index)
    ordering: dict[str, Any] | None = None
    if chosen is not None and sorted(chosen[1]) == sorted(order):
        order = chosen[1]
        ordering = {"chooser": chosen[0], "public": True, "basis": "3-1-3-4"}
        desk.count("cards")
    elif len(order) > 1:
        ordering = {"chooser": None, "public": True, "basis": "3-1-3-4"}
    candidates = [desk.ledger.spot(instance).card.id for instance in instances]
    moves = []
    for rank, instance in enumerate(order):
        spot = desk.ledger.spot(instance)
        move: dict[str, Any] = {
            "kind": "transferred",
            "manner": "return",
            "from": spot.place,
            "to": {"zone": "deck", "side": side, "position": after.index(instance)},
            "number": instance,
            "owner": desk.owner(instance),
        }
        if ordering is not None:
            move["ordering"] = {**ordering, "rank": rank, "candidates": candidates}
        moves.append(move)
    by = chosen[0] if chosen is not None else None
    desk.record(*moves, by=by, cause=cause_by_effect(desk, "return") or {"kind": "unknown"})


def _flip(desk: Desk, instance: str, *, face_up: bool) -> None:
    desk.record(
        {
            "kind": "flipped",
            "place": desk.ledger.spot(instance).place,
            "facing": "up" if face_up else "down",
            "number": instance,
        },
        cause=cause_by_effect(desk, "flip") or {"kind": "unknown"},
    )


def _check_order(desk: Desk, truth: Truth, seat: int, pile: str, zone: str) -> None:
    """Record a shuffle where the source has another order than the table."""
    side = player_of(seat)
    held, wanted = desk.ledger.listed(side, zone), desk.mirror.piles[seat, pile]
    if held == wanted:
        return
    away = desk.away
    wanted = [i for i in wanted if i not in away]
    if held == wanted:
        return
    if sorted(held) != sorted(wanted) or f"p{seat}.{pile}" not in truth.reordered:
        problem = f"the {pile} of seat {seat} does not follow from it"
        raise MismatchError(problem)
    desk.record(
        {"kind": "shuffled", "zone": zone, "side": side, "order": wanted},
        inferred=True,
        cause=cause_by_effect(desk, "shuffle") or {"kind": "unknown"},
    )
