"""What a viewer knows of the decks at the start of a game, from a list that the viewer may read."""

from typing import Any, NamedTuple

from dcg_events.projections.knowing.memory import KnownCard, Memory
from dcg_events.projections.table import Table
from dcg_events.vocabulary.people import PLAYERS

LISTS = ("deck", "egg_deck")


class Registered(NamedTuple):
    """A player's list as the viewer may read it.

    Attributes:
        seq: The event by which the viewer may.
        decks: Card numbers of the deck and of the Digi-Egg deck, as far as they may be read.
    """

    seq: int
    decks: dict[str, list[str]]


def read_list(event: dict[str, Any]) -> Registered:
    """Read a `deck_registered`."""
    return Registered(event["seq"], {name: event[name] for name in LISTS if _told(event.get(name))})


def remember_lists(
    memory: Memory, table: Table, event: dict[str, Any], lists: dict[str, Registered]
) -> None:
    """Remember what the decks of a game hold, by their lists.

    A list of another size than its deck is not believed: a player who has to deduce from it could
    not. What is wrong with it is for a deck check to say.

    Args:
        memory: What is known: nothing is, of a game that just started.
        table: The table after the event.
        event: The `game_started`.
        lists: The lists that the viewer may read, by player.
    """
    for side in PLAYERS:
        listed = lists.get(side)
        for name in LISTS:
            numbers = event[side].get(name)
            since = event["seq"]
            if not _told(numbers):
                numbers = listed.decks.get(name) if listed else None
                since = listed.seq if listed else since
            pile = table.sides[side][name]
            if numbers is None or len(numbers) != len(pile):
                continue
            places = frozenset(card.id for card in pile)
            for number in numbers:
                memory.add(places, KnownCard(number, since, "deduced_from_list"))


def _told(numbers: object) -> bool:
    return isinstance(numbers, list) and None not in numbers
