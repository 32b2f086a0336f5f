"""Which of several pending effects a player activates first."""

from typing import Any

from dcg_events.importers.aegis.desk import Desk, Pending
from dcg_events.importers.aegis.effects import Activation, activate
from dcg_events.importers.aegis.lines import Decision
from dcg_events.importers.aegis.mirror import player_of
from dcg_events.importers.aegis.source import MismatchError


def choose_trigger(desk: Desk, decision: Decision, keys: list[str]) -> None:
    """Record which of the pending effects a player activates first (CR 4.2 §15-4-3-5).

    The source asks again with those that are left, until one is left. A key may stand twice: two
    effects of one card wait, and the source cannot tell them apart either.

    Raises:
        MismatchError: If the one that was chosen does not wait.
    """
    player = player_of(decision.seat)
    waiting = _await(desk, decision)
    chosen = next((p for p in waiting if keys and f"{p.instance}::{p.effect}" == keys[0]), None)
    if chosen is None:
        problem = "it chooses an effect that does not wait"
        raise MismatchError(problem)
    desk.pending.remove(chosen)
    ordering = {
        "chooser": player,
        "rank": 0,
        "public": True,
        "basis": "15-4-3-5",
        "candidates": [pending.name for pending in waiting],
    }
    activation = Activation(
        decision.seat,
        desk.number(chosen.instance),
        key=chosen.effect or None,
        timing=decision.request.options.timing,
        instance=chosen.instance,
        pending=chosen.name,
        ordering=ordering,
    )
    activate(desk, activation, inferred=False)
    desk.count("triggers")


def _await(desk: Desk, decision: Decision) -> list[Pending]:
    """Match the keys of a decision with effects that wait already; the others trigger now."""
    free = list(desk.pending)
    waiting = []
    for place, key in enumerate(decision.request.options.trigger_keys):
        instance, _, effect = key.partition("::")
        known = next(
            (
                p
                for p in free
                if (p.seat, p.instance, p.effect) == (decision.seat, instance, effect)
            ),
            None,
        )
        if known is not None:
            free.remove(known)
        else:
            known = Pending(f"e{decision.n}-{place}", decision.seat, instance, effect)
            _trigger(desk, decision, known)
        waiting.append(known)
    return waiting


def _trigger(desk: Desk, decision: Decision, pending: Pending) -> None:
    spot = desk.ledger.find(pending.instance)
    event: dict[str, Any] = {
        "kind": "effect_triggered",
        "pending": pending.name,
        "player": player_of(pending.seat),
        "number": desk.number(pending.instance),
    }
    given = {
        "source": spot.card.id or None if spot else None,
        "effect": pending.effect or None,
        "timing": decision.request.options.timing,
    }
    event |= {name: value for name, value in given.items() if value is not None}
    desk.record(event, ref=f"n={decision.n}")
    desk.pending.append(pending)
