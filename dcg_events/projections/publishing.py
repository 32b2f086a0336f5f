"""What a published match shows, and what stays private for good.

An organiser who publishes a match afterwards discloses what the cards were, in which order they
lay, and what was chosen. What speaks of people is not part of that: the recorder's notes, account
names, the reasons of judges, penalties, what a player asked a judge, remarks.
"""

from typing import Any, Final

from dcg_events.projections.audiences import corrected, disclosed, judge, named, own, players
from dcg_events.projections.visibility import COMMON, RULES

_ABOUT_PEOPLE: Final = (judge, players, own, named)
"""Rules of fields that speak of people: their audience is named and not found on the table."""

_ABOUT_CARDS_ALL_THE_SAME: Final = {
    "game_started": {"p1.deck", "p1.egg_deck", "p2.deck", "p2.egg_deck"},
    "deck_registered": {"deck", "egg_deck", "tokens"},
}
"""Decks: their audience is named, and they are cards."""

PUBLISHED: Final[dict[str, tuple[str, ...]]] = {
    kind: tuple(
        path
        for path, rule in (COMMON | rules).items()
        if rule not in (None, disclosed, corrected)
        and (rule not in _ABOUT_PEOPLE or path in _ABOUT_CARDS_ALL_THE_SAME.get(kind, ()))
    )
    for kind, rules in RULES.items()
}
"""For each kind the fields that a published match opens, where they are sealed."""


def published(event: dict[str, Any]) -> tuple[str, ...]:
    """Return the fields of an event that a published match opens, where they are sealed."""
    right = event.get("event") if event["kind"] == "record_corrected" else None
    inner = PUBLISHED[right["kind"]] if right else ()
    return (*PUBLISHED[event["kind"]], *(f"event.{field}" for field in inner))
