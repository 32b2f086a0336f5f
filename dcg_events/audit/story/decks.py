"""The lists that players registered, as far as the reader may know them."""

from typing import Any, ClassVar

from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner


class Decks:
    """What is known of the players' lists. It is kept over all games of a match.

    Attributes:
        registered: By player, the seq of the registration whose lists the reader knows.
        lists: By player and zone, the numbers on that list, sorted.
    """

    kinds: ClassVar = frozenset({"deck_registered", "deck_checked"})

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("lists", "registered")

    def __init__(self) -> None:
        self.registered: dict[str, int] = {}
        self.lists: dict[tuple[str, str], list[str]] = {}

    def note(self, table: Table, event: dict[str, Any]) -> None:  # noqa: ARG002 - as all trackers
        """Take in a list. A deck that was not as listed is put right: its list tells no more."""
        player = event["player"]
        if event["kind"] == "deck_checked":
            if not event["in_order"]:
                self.lists.pop((player, "deck"), None)
                self.lists.pop((player, "egg_deck"), None)
            return
        for zone in ("deck", "egg_deck"):
            numbers = known_list(event.get(zone))
            if numbers is not None:
                self.registered[player] = event["seq"]
                self.lists[player, zone] = sorted(numbers)


def known_list(value: object) -> list[str] | None:
    """Return a list of card numbers if the reader knows every one of them.

    >>> known_list(["A-1", "A-2"]), known_list("~" + 64 * "0"), known_list(["A-1", None])
    (['A-1', 'A-2'], None, None)
    """
    if isinstance(value, list) and all(isinstance(number, str) for number in value):
        return value if all(number[:1] != "~" for number in value) else None
    return None
