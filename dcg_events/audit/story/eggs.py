"""Which cards are certainly Digi-Egg cards."""

from typing import Any, ClassVar

from dcg_events.audit.values import is_known
from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner
from dcg_events.vocabulary.people import PLAYERS


class Eggs:
    """Card numbers known to be those of Digi-Eggs, and numbers known not to be.

    It is kept over all games of a match: a card number says what a card is.

    Attributes:
        numbers: Numbers of cards that were in a Digi-Egg deck.
        others: Numbers of cards that were in a deck.
    """

    kinds: ClassVar = frozenset({"deck_registered", "game_started", "transferred"})

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("numbers", "others")

    def __init__(self) -> None:
        self.numbers: set[str] = set()
        self.others: set[str] = set()

    def note(self, table: Table, event: dict[str, Any]) -> None:  # noqa: ARG002 - as all trackers
        """Take in decks, and what comes out of a Digi-Egg deck."""
        kind = event["kind"]
        if kind == "transferred":
            number = event["number"]
            if event["from"]["zone"] == "egg_deck" and is_known(number):
                self._learn([number], [])
        elif kind == "game_started":
            for player in PLAYERS:
                self._learn(event[player].get("egg_deck"), event[player].get("deck"))
        else:
            self._learn(event.get("egg_deck"), event.get("deck"))

    def _learn(self, eggs: object, deck: object) -> None:
        if isinstance(deck, list):
            self.others.update(filter(None, deck))
        if isinstance(eggs, list):
            self.numbers.update(filter(None, eggs))
        self.numbers -= self.others  # a deck that is not as it should be tells nothing
