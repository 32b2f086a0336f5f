"""The set-up of a game: what happened between its start and its first turn."""

from collections.abc import Iterator
from typing import Any, ClassVar

from dcg_events.audit.values import cause_of
from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner


class Setup:
    """The events of a set-up (CR 4.2 §5-2-1), in their order.

    Attributes:
        start: The `game_started`; None where a log has none.
        events: What the set-up consists of, transfers among it.
        over: Whether a turn has begun.
        judged: Whether a judge moved cards or repaired the game meanwhile.
    """

    kinds: ClassVar = frozenset(
        {
            "game_started",
            "first_player_decided",
            "shuffled",
            "transferred",
            "redraw_decided",
            "memory_changed",
            "state_repaired",
            "turn_started",
        }
    )

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("events", "judged", "over", "start")

    def __init__(self) -> None:
        self.start: dict[str, Any] | None = None
        self.events: list[dict[str, Any]] = []
        self.over = False
        self.judged = False

    def note(self, table: Table, event: dict[str, Any]) -> None:  # noqa: ARG002 - as all trackers
        """Take in an event, as long as no turn has begun."""
        if self.over:
            return
        kind = event["kind"]
        if kind == "game_started":
            self.start = event
        elif kind == "turn_started":
            self.over = True
            self.events = []
        elif kind == "state_repaired" or cause_of(event) == "judge":
            self.judged = True
        else:
            self.events.append(event)

    def of(self, kind: str) -> Iterator[dict[str, Any]]:
        """Yield the events of a kind."""
        return (event for event in self.events if event["kind"] == kind)

    def first_player(self) -> str | None:
        """Return who was to go first, as decided last."""
        player = None
        for event in self.of("first_player_decided"):
            player = event["player"]
        return player

    def draws(self, player: str) -> list[dict[str, Any]]:
        """Return the cards that a player took from the deck into the hand."""
        return [
            event
            for event in self.of("transferred")
            if event["from"]["zone"] == "deck"
            and event["to"]["zone"] == "hand"
            and event["to"].get("side") == player
        ]

    def security(self, player: str) -> list[dict[str, Any]]:
        """Return the cards that were put into a player's security stack."""
        return [
            event
            for event in self.of("transferred")
            if event["to"]["zone"] == "security" and event["to"].get("side") == player
        ]

    def count(self, player: str, zone: str) -> int:
        """Return how many cards a player's deck or Digi-Egg deck began with."""
        return int(self.start[player][f"{zone}_count"]) if self.start else 0
