"""What the fields of events are to a comparison: facts, references, words, or the writer's own.

Two recorders number their events alike only until one has an event more. So what names an event, a
card or an attack is compared by what it points to, and never as it stands.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Any, Final

from dcg_events.events.codec import PlainEvent


class Role(Enum):
    """What a field says.

    Attributes:
        VALUE: A fact, equal in both recordings or contradicted.
        NUMBER: What cards are: a card number, or a list of them.
        CARD: A card or a unit, by the placement that made it; or a list of them.
        EVENT: Another event, by its seq.
        NAME: Something that its recorder named: an attack, a pending effect.
        PLACE: A position, from the top of a pile or from its bottom.
        WORDS: Words of the recorder's own. Both may be right.
        OWN: Of the writer and not of the match, or made from what else the event says.
    """

    VALUE = "value"
    NUMBER = "number"
    CARD = "card"
    EVENT = "event"
    NAME = "name"
    PLACE = "place"
    WORDS = "words"
    OWN = "own"


def _names(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


_OWN: Final = _names(
    "seq kind group step of game at format schema durability clock recorder_notes origin opened",
    "audience match",
)
_CARDS: Final = _names("unit units was card cards source losers candidates chosen fighters")
_NUMBERS: Final = _names("number numbers deck egg_deck tokens missing")
_EVENTS: Final = _names("cause.event about showing declaration corrects to_seq")
_NAMES: Final = _names("pending attack status ruling replaces")
_WORDS: Final = _names(
    "effect timing text remark question how until words infraction judge why right field found",
    "signed_by name played_by account organiser",
)
_WORDED: Final = {
    "choice_made": "what",
    "status_applied": "what",
    "processing_pended": "what",
    "clock_changed": "reason",
    "penalty_issued": "reason",
    "disclosed": "reason",
    "state_repaired": "reason",
    "rewound": "reason",
    "declaration_aborted": "reason",
    "match_opened": "cards",
}
"""Fields that are words in one kind and facts, or cards, in another."""

ABSENT_SAYS: Final = frozenset({"to.unit", "requested.unit", "target.unit", "winner"})
"""Fields whose absence, or null, says something: a new unit, a player attacked, a draw."""

FOR_ITS_WRITER: Final = frozenset({"noted", "recovered", "disclosed", "record_corrected"})
"""Kinds that tell of a recording and not of the match: the other need not have them."""


def role_of(kind: str, path: str) -> Role:
    """Return what a field of a kind of event is to a comparison.

    >>> role_of("transferred", "from.unit").value, role_of("turn_ended", "reason").value
    ('card', 'value')
    """
    name = path.rpartition(".")[2]
    if path in _OWN or name == "among" or path.startswith("recorder"):
        role = Role.OWN
    elif _WORDED.get(kind) == path or name in _WORDS:
        role = Role.WORDS
    elif path in _EVENTS:
        role = Role.EVENT
    elif path in _NAMES:
        role = Role.NAME
    elif name in _CARDS:
        role = Role.CARD
    elif name in _NUMBERS or (kind == "shuffled" and path == "order"):
        role = Role.NUMBER
    elif name == "position":
        role = Role.PLACE
    else:
        role = Role.VALUE
    return role


def leaves(event: PlainEvent, before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted paths and values of an event; a list is one value.

    >>> list(leaves({"from": {"zone": "deck"}, "cards": ["1"]}))
    [('from.zone', 'deck'), ('cards', ['1'])]
    """
    for name, value in event.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{before}{name}.")
        else:
            yield before + name, value


def is_unknown(value: object) -> bool:
    """Tell whether a value says that its recorder does not know, or nothing at all.

    >>> is_unknown([None, None]), is_unknown("unknown"), is_unknown([]), is_unknown(0)
    (True, True, False, False)
    """
    if isinstance(value, list):
        return bool(value) and all(item is None for item in value)
    return value is None or value == "unknown"


PLACEMENT: Final = re.compile(r"(0|[1-9][0-9]{0,15})(\.[0-9]{1,5})?")
"""A placement: the seq of the event that made it, and which of several."""
