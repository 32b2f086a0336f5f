"""What is appended, and what is answered: events, groups of a moment, receipts."""

from collections.abc import Sequence
from typing import NamedTuple, Self, TypeAlias

from dcg_events.events.codec import PlainEvent
from dcg_events.events.envelope import Event

AnEvent: TypeAlias = Event | PlainEvent
"""An event as a model or in plain form."""


class Receipt(NamedTuple):
    """What was recorded.

    Attributes:
        seqs: For each event its place in the log. Of cards that leave a hand together, or other
            places that not everybody looks into, the steps are arranged by what everybody reads.
        ids: For each event the placement it made, None if it placed no card, or made it
            anonymous among others.
        head: The log's head after the write that holds them; None while a batch is open.
        repeated: Whether the same events stood there already, and nothing was written.
    """

    seqs: tuple[int, ...]
    ids: tuple[str | None, ...]
    head: str | None
    repeated: bool = False

    @classmethod
    def of(cls, events: Sequence[PlainEvent], head: str | None, *, repeated: bool = False) -> Self:
        """Answer completed events, in the order in which they were given."""
        seqs = tuple([event["seq"] for event in events])
        return cls(seqs, tuple(map(_placement_of, events)), head, repeated)


def _placement_of(event: PlainEvent) -> str | None:
    """Return the placement that an event made, or that the event in a correction made."""
    made = event.get("event") if event["kind"] == "record_corrected" else event
    if made is None or made["kind"] != "transferred" or "among" in made["to"]:
        return None
    return str(made["seq"])


class GroupBuilder:
    """The events of a group that is being put together.

    Attributes:
        events: The events so far.
        receipt: What was recorded, after the block.
    """

    def __init__(self, version: int) -> None:
        self.events: list[AnEvent] = []
        self.receipt: Receipt | None = None
        self._version = version

    def append(self, event: AnEvent) -> str:
        """Add an event; return the id of the placement, and of the unit, it is going to make.

        That id holds within the group. If cards leave a hand together, or another place that not
        everybody looks into, the receipt may have others.
        """
        self.events.append(event)
        return str(self._version + len(self.events) - 1)
