"""Which events touch a card: by its name, its unit, an attack of its unit, an effect of it."""

from typing import Any

from dcg_events.audit.explaining.references import events_named, placements_named, units_named
from dcg_events.audit.explaining.shape import How
from dcg_events.audit.explaining.spots import Spot


class Touching:
    """What has to be remembered of a card to tell which events touch it."""

    def __init__(self) -> None:
        self._attacks: set[str] = set()
        self._pending: set[str] = set()
        self._own: set[int] = set()
        self._seqs: set[int] = set()

    def by(self, event: dict[str, Any], names: set[str], spot: Spot | None) -> set[How]:
        """Say how an event touches the card, which has these names and lies there."""
        how: set[How] = set()
        if not names.isdisjoint(placements_named(event)):
            how.add("named")
        unit = spot.unit if spot is not None else None
        if unit is not None and unit in units_named(event):
            how.add("unit")
            if event["kind"] == "attack_declared":
                self._attacks.add(event["attack"])
        if event.get("attack") in self._attacks and event["kind"] != "transferred":
            how.add("attack")
            if event["kind"] == "attack_ended":
                self._attacks.discard(event["attack"])
        if self._is_of_an_effect(event, names):
            how.add("effect")
        return how

    def _is_of_an_effect(self, event: dict[str, Any], names: set[str]) -> bool:
        """Tell whether an event is an effect of the card, or done by one."""
        cause = event.get("cause") or {}
        if event.get("source") in names:
            if event.get("pending"):
                self._pending.add(event["pending"])
            self._own.add(event["seq"])
            return True
        if event.get("pending") in self._pending:
            return True
        return cause.get("source") in names or (
            cause.get("kind") == "effect" and cause.get("event") in self._own
        )

    def about(self, event: dict[str, Any]) -> set[How]:
        """Say whether an event speaks of one that touches the card."""
        return set() if self._seqs.isdisjoint(events_named(event)) else {"about"}

    def remember(self, event: dict[str, Any]) -> None:
        """Note that an event touches the card."""
        self._seqs.add(event["seq"])
