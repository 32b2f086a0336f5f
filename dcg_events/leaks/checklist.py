"""The checklist of leaks: what redacted copies of card games have given away before.

Not on it, because no copy can hide it: what a viewer works out from what was seen lawfully (the
rest of a deck whose list is open), and what the kinds of events tell by being public facts (that an
effect of some card in a hand triggered).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from dcg_events.log.sealing import is_sealed
from dcg_events.projections.visibility import COMMON, RULES
from dcg_events.vocabulary.people import Viewer

ABSENT: Final = object()
"""What stands for a field that is not there, which is not the same as null."""


class Item(StrEnum):
    """One item of the checklist."""

    IDENTITY = "identity"
    SALT = "salt"
    REFERENCE = "stable reference"
    NUMBERING = "id numbering"
    HAND = "hand index"
    LENGTH = "length"
    COUNT = "count"
    PRESENCE = "presence"
    ORDER = "chosen order"
    CAUSE = "cause"
    TEXT = "note or free text"
    TIME = "time"
    LINES = "missing line"
    OPENINGS = "openings"
    RETROACTIVE = "retroactive reveal"
    JUDGE = "judge action"
    MESSAGE = "error message"


PROBLEMS: Final[dict[Item, str]] = {
    Item.IDENTITY: "it tells what a card is that the viewer never could look at",
    Item.SALT: "its salt is used elsewhere too, or is not 128 bits: equal values can be told",
    Item.REFERENCE: "it tells which card of a hand this was, so that the card can be followed",
    Item.NUMBERING: "the numbering of placements follows what not everybody may know",
    Item.HAND: "it tells the order of a hand: when each card of it was drawn",
    Item.LENGTH: "it has the length of a hidden value",
    Item.COUNT: "the number of sealed values depends on what is hidden",
    Item.PRESENCE: "whether it is there, or sealed, depends on what is hidden",
    Item.ORDER: "it tells an order or a place that was chosen unseen",
    Item.CAUSE: "it refers to a card that the viewer may not tell from others",
    Item.TEXT: "a text that the viewer may read depends on what is hidden",
    Item.TIME: "it tells a time more exactly than in whole seconds",
    Item.LINES: "lines of the log are left out of the copy",
    Item.OPENINGS: "the viewer is given the opening of a value that is not for the viewer",
    Item.RETROACTIVE: "an order of hidden cards is opened, and with it what was drawn before",
    Item.JUDGE: "an action of the judge tells what only the judge may know",
    Item.MESSAGE: "an error message depends on a hidden value",
}
"""What is wrong where an item is found, in words that name no card."""


@dataclass(frozen=True, slots=True, order=True)
class Leak:
    """Something that a viewer could learn and may not.

    Attributes:
        viewer: Who.
        seq: The event; −1 for the log as a whole.
        field: Dotted path of the field; empty for the whole event.
        item: The item of the checklist.
        problem: What is wrong, in words that any viewer may read.
    """

    viewer: Viewer
    seq: int
    field: str
    item: Item
    problem: str

    def as_dict(self) -> dict[str, Any]:
        """Return the leak for JSON."""
        return {
            "viewer": self.viewer,
            "seq": self.seq,
            "field": self.field,
            "item": self.item.value,
            "problem": self.problem,
        }

    def __str__(self) -> str:
        place = "the log" if self.seq < 0 else f"event {self.seq}"
        field = f", {self.field}" if self.field else ""
        return f"{place}{field}, as {self.viewer}: {self.item.value}: {self.problem}"


def leak(viewer: Viewer, seq: int, field: str, item: Item) -> Leak:
    """Make a finding, with the words that belong to its item."""
    return Leak(viewer, seq, field, item, PROBLEMS[item])


_JUDGING: Final = frozenset(
    {
        "clock_changed",
        "information_shown",
        "penalty_issued",
        "record_corrected",
        "rewound",
        "ruling_issued",
        "state_repaired",
    }
)
_CHOSEN: Final = frozenset(
    {"to.position", "requested.position", "ordering.rank", "from.position", "place.position"}
)
_BY_NAME: Final = (
    (["source", "card", "cards", "chosen", "candidates", "fighters", "losers"], Item.CAUSE),
    (["least", "most"], Item.COUNT),
    (
        ["number", "numbers", "deck", "egg_deck", "tokens", "missing", "extra", "order", "opened"],
        Item.IDENTITY,
    ),
)
"""What fields of a name are about; all others hold texts."""


def item_of(
    event: dict[str, Any], path: str, ours: object, theirs: object, *, opened: bool
) -> Item:
    """Say which item of the checklist a difference is.

    Args:
        event: The event, as the judge has it.
        path: Dotted path of the value that differs.
        ours: The value in one world, or in the log; None if it does not matter.
        theirs: The value in the other.
        opened: Whether it differs in an opening that the viewer was given, and not in a record.
    """
    found = _by_shape(event["kind"], path, ours, theirs)
    if found is not None:
        return found
    name = path.rsplit(".", 1)[-1]
    if name in ("ms", "at"):
        return Item.TIME
    if _is_judges(event) and not path.startswith("recorder"):
        return Item.JUDGE
    seen = opened or name == "owner" or (name == "number" and event.get("revealed"))
    if seen and _is_step_out_of_a_hand(event):
        return Item.HAND
    if opened:
        orders = path.endswith("deck") or (event["kind"] == "shuffled" and path == "order")
        return Item.RETROACTIVE if orders else Item.OPENINGS
    return _by_field(event, path, name)


def _by_shape(kind: str, path: str, ours: object, theirs: object) -> Item | None:
    """Say what a difference is that needs no look at the field's meaning."""
    both = (ours, theirs)
    if ABSENT in both and any(map(is_sealed, both)):
        return Item.COUNT
    if is_sealed(ours) != is_sealed(theirs):
        return Item.PRESENCE
    if not any(path == known or path.startswith(f"{known}.") for known in COMMON | RULES[kind]):
        sizes = [len(value) if isinstance(value, str) else value for value in both]
        return Item.LENGTH if all(isinstance(size, int) for size in sizes) else Item.PRESENCE
    return None


def _by_field(event: dict[str, Any], path: str, name: str) -> Item:
    place = event.get("place") or event
    in_hand = place.get("zone") == "hand"
    if name == "was":
        return Item.REFERENCE
    if in_hand and name in ("cards", "order"):
        return Item.HAND
    if path in _CHOSEN or (event["kind"] == "reordered" and name == "order"):
        return Item.ORDER
    return next((item for names, item in _BY_NAME if name in names), Item.TEXT)


def _is_step_out_of_a_hand(event: dict[str, Any]) -> bool:
    """Tell whether an event is one of those that put cards of a hand down in a hidden order.

    The cards are the same in both worlds; what differs is in which order the steps stand.
    """
    return (
        event["kind"] == "transferred"
        and event["from"]["zone"] == "hand"
        and "among" in event["to"]
        and bool(event["of"] > 1)
    )


def _is_judges(event: dict[str, Any]) -> bool:
    return (
        event["kind"] in _JUDGING
        or event.get("by") == "judge"
        or event.get("viewer") == "judge"
        or (event.get("cause") or {}).get("kind") == "judge"
    )
