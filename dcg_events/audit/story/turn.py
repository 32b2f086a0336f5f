"""The turn under way: whose it is, how far it has come."""

from typing import Any, ClassVar

from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner


class Turn:
    """What has happened since the last `turn_started`.

    Attributes:
        began: The seq of its first event; None before the first turn of a game.
        player: Whose turn it is; None before the first.
        number: Its number; 0 before the first.
        phases: The phases entered, in their order.
        ended: The seq at which it ended, None while it goes on.
    """

    kinds: ClassVar = frozenset({"turn_started", "phase_entered", "turn_ended"})

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("began", "ended", "number", "phases", "player")

    def __init__(self) -> None:
        self.began: int | None = None
        self.player: str | None = None
        self.number = 0
        self.ended: int | None = None
        self.phases: list[str] = []

    def note(self, table: Table, event: dict[str, Any]) -> None:  # noqa: ARG002 - as all trackers
        """Take in an event of the turn."""
        if event["kind"] == "turn_started":
            self.began, self.ended, self.phases = event["seq"], None, []
            self.player, self.number = event["player"], event["turn"]
        elif event["kind"] == "phase_entered":
            self.phases.append(event["phase"])
        else:
            self.ended = event["seq"]
