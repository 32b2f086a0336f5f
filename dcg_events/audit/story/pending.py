"""Effects that wait for their activation, and which went before them (CR 4.2 §15-4)."""

from dataclasses import dataclass
from typing import Any, ClassVar

from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner


@dataclass(frozen=True, slots=True)
class PendingEffect:
    """An effect that has triggered.

    Attributes:
        seq: Where.
        player: Whose it is.
        manner: Triggered, immediate or derived; None where the record does not say.
        run: Which run of triggers it belongs to, between which nothing was activated.
    """

    seq: int
    player: str
    manner: str | None
    run: int


class PendingEffects:
    """Effects that have triggered, and what became of them.

    Attributes:
        waiting: Those that wait, by name.
        gone: Names of others, with the seq at which they were activated or came to nothing.
        activated: Activations of this turn, oldest first, since last nothing waited.
    """

    kinds: ClassVar = frozenset(
        {"effect_triggered", "effect_activated", "effect_not_activated", "turn_started"}
    )

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("_run", "_running", "activated", "gone", "waiting")

    def __init__(self) -> None:
        self.waiting: dict[str, PendingEffect] = {}
        self.gone: dict[str, int] = {}
        self.activated: list[tuple[int, PendingEffect]] = []
        self._run, self._running = 0, False

    def note(self, table: Table, event: dict[str, Any]) -> None:  # noqa: ARG002 - as all trackers
        """Take in an event."""
        kind = event["kind"]
        if kind == "turn_started":
            self.activated = []
        elif kind == "effect_triggered":
            if not self._running:
                self._run, self._running = self._run + 1, True
            if not self.waiting:
                self.activated = []
            self.gone.pop(event["pending"], None)
            self.waiting[event["pending"]] = PendingEffect(
                event["seq"], event["player"], event.get("manner"), self._run
            )
            return
        else:
            name = event.get("pending")
            if name is not None:
                pending = self.waiting.pop(name, None)
                if pending is not None:
                    self.gone[name] = event["seq"]
                    if kind == "effect_activated":
                        self.activated.append((event["seq"], pending))
        self._running = False
