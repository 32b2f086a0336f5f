"""Redraws of initial hands, and whether the deck was shuffled for them."""

from typing import Any, ClassVar

from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner


class Redraws:
    """Players whose redraw still waits for its shuffle.

    Attributes:
        unshuffled: By player, the seq of the decision to redraw.
    """

    kinds: ClassVar = frozenset({"redraw_decided", "shuffled", "turn_started"})

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("unshuffled",)

    def __init__(self) -> None:
        self.unshuffled: dict[str, int] = {}

    def note(self, table: Table, event: dict[str, Any]) -> None:  # noqa: ARG002 - as all trackers
        """Take in an event."""
        if event["kind"] == "redraw_decided":
            if event["redraw"]:
                self.unshuffled[event["player"]] = event["seq"]
        elif event["kind"] == "turn_started":
            self.unshuffled.clear()
        elif event["zone"] == "deck":
            self.unshuffled.pop(event["side"], None)
