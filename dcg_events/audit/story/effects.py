"""Effects that have triggered, whose they are, and what became of their cards."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from dcg_events.audit.values import cause_of, is_known
from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner


@dataclass(slots=True)
class Waiting:
    """An effect that has triggered and has not been activated yet.

    Attributes:
        seq: Where it triggered.
        source: The placement of its card, where that lay on the field or under or at a unit.
        where: How it lay there.
        timing: On what it triggered.
        manner: Triggered, immediate or derived.
        left: The seq at which that card left, other than by a cost or its own effect.
        barred: The seq at which it was recorded that the breeding area bars it.
    """

    seq: int
    source: str | None
    where: Literal["top", "under"] | None
    timing: str | None
    manner: str | None
    left: int | None = None
    barred: int | None = None


class Effects:
    """Effects of this game, as far as later events refer to them.

    Attributes:
        players: By the seq of a trigger or an activation, whose effect it is.
        sources: Likewise the placement of its card.
        waiting: Effects that wait, by name.
        heard: On which event each effect of a card triggered last.
    """

    kinds: ClassVar = frozenset(
        {"effect_triggered", "effect_activated", "effect_not_activated", "transferred"}
    )

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("_watched", "heard", "players", "sources", "waiting")

    def __init__(self) -> None:
        self.players: dict[int, str] = {}
        self.sources: dict[int, str] = {}
        self.waiting: dict[str, Waiting] = {}
        self.heard: dict[tuple[str, ...], int] = {}
        self._watched: dict[str, list[Waiting]] = {}

    def note(self, table: Table, event: dict[str, Any]) -> None:
        """Take in an event."""
        kind = event["kind"]
        if kind == "transferred":
            if self._watched and event["was"] in self._watched:
                own = (event.get("cause") or {}).get("source") == event["was"]
                for waiting in self._watched.pop(event["was"]):
                    if cause_of(event) != "cost" and not own:
                        waiting.left = event["seq"]
            return
        pending = event.get("pending")
        if kind == "effect_not_activated":
            if event["reason"] == "breeding" and pending in self.waiting:
                self.waiting[pending].barred = event["seq"]
            return
        source = event.get("source") if is_known(event.get("source")) else None
        self.players[event["seq"]] = event["player"]
        if source is not None:
            self.sources[event["seq"]] = source
        if kind == "effect_triggered":
            self._trigger(table, event, source)
        elif pending is not None:
            self.waiting.pop(pending, None)

    def last(self) -> int:
        """Return where an effect triggered or was activated last; −1 if none was."""
        return next(reversed(self.players), -1)

    def _trigger(self, table: Table, event: dict[str, Any], source: str | None) -> None:
        where = place_in_units(table, source) if source else None
        waiting = Waiting(event["seq"], source, where, event.get("timing"), event.get("manner"))
        self.waiting[event["pending"]] = waiting
        if source is not None and where is not None:
            self._watched.setdefault(source, []).append(waiting)
        name, on = trigger_name(event), (event.get("cause") or {}).get("event")
        if name is not None and on is not None:
            self.heard[name] = on


def trigger_name(event: dict[str, Any]) -> tuple[str, ...] | None:
    """Return which effect of which card triggered, None if the reader cannot tell."""
    source, effect = event.get("source"), event.get("effect")
    if not (is_known(source) and is_known(effect)):
        return None
    return str(event["player"]), str(source), str(effect), event.get("timing") or ""


def place_in_units(table: Table, placement: str) -> Literal["top", "under"] | None:
    """Tell how a card lies in a unit: on top, or under it or linked to it."""
    for unit in table.units.values():
        for index, card in enumerate(unit.cards):
            if card.id == placement:
                return "under" if index else "top"
        if any(card.id == placement for card in unit.links):
            return "under"
    return None
