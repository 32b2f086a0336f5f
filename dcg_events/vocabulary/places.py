"""Where a card can be, and how it can lie there.

The six areas are a closed list (CR 4.0 §3-1-1); the field is one area with two parts (§3-4-4).
The other zones are the places that are no area. "Under a card" is no zone of its own: it is a
position above 0 in a unit.
"""

from typing import Final, Literal, TypeAlias

Zone: TypeAlias = Literal[
    "deck",
    "egg_deck",
    "hand",
    "security",
    "trash",
    "battle",  # field, battle area: a card here is part of a unit
    "breeding",  # field, breeding area: likewise
    "link",  # a link slot of a unit; no area
    "no_area",  # an Option in use, a checked security card
    "outside",  # token supply, cards removed from the game
]
Facing: TypeAlias = Literal["up", "down"]
Orientation: TypeAlias = Literal["suspended", "unsuspended"]

FIELD: Final[frozenset[Zone]] = frozenset({"battle", "breeding"})

PILES: Final[tuple[Zone, ...]] = ("deck", "egg_deck", "hand", "security", "trash", "outside")
"""The zones of one side that are a single list of cards."""

PILED: Final[frozenset[Zone]] = frozenset(PILES) - {"outside"}
"""The piles that tokens do not come from: what leaves them was there."""

HIDDEN_PILES: Final[frozenset[Zone]] = frozenset({"deck", "egg_deck", "security"})
"""Private even to their owner, with a public order of places (CR 4.0 §3-1-2-2-1, §3-7-2)."""

FACING_ON_ARRIVAL: Final[dict[Zone, Facing]] = {
    "deck": "down",  # §3-2-2
    "egg_deck": "down",  # §3-3-2
    "hand": "down",  # §3-5-3
    "security": "down",  # §3-7-2
    "trash": "up",  # §3-6-3
    "battle": "up",  # §3-4-2
    "breeding": "up",  # §3-4-2
    "link": "up",
    "no_area": "up",
    "outside": "up",
}
"""How a card lies where nothing else is said (CR 4.0 §3-1-3-5)."""
