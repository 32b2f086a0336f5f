"""Rows of card usage: how often a card was in the deck, seen, drawn, played, with the result."""

from typing import Annotated, Literal, NamedTuple

from dcg_events.tables.columns import Meaning
from dcg_events.tables.rows.common import Game, MatchId
from dcg_events.vocabulary.people import Player


class CardUsageRow(NamedTuple):
    """A card number in one game, for its owner: sums give rates, rows are the denominators.

    Counts are transfers that count, of the owner's cards. A count is null, and not 0, where the
    reader cannot know it: as soon as one such transfer may have been of this card.
    """

    match_id: MatchId
    seq: Annotated[int, Meaning("Place in the log of the `game_started`", "from 0")]
    game: Game
    player: Annotated[Player, Meaning("Whose card it is")]
    number: Annotated[str, Meaning("Card number")]
    went_first: Annotated[
        bool | None, Meaning("Whether its player went first; null if not recorded")
    ]
    result: Annotated[
        Literal["win", "loss", "draw"] | None,
        Meaning("For its player; null if the game's end is not recorded"),
    ]
    copies: Annotated[int | None, Meaning("In the deck at the start; null if unknown", "copies")]
    egg_copies: Annotated[
        int | None, Meaning("In the Digi-Egg deck at the start; null if unknown", "copies")
    ]
    opening_hand: Annotated[
        int | None, Meaning("In the hand as the first turn begins; null if unknown", "copies")
    ]
    seen: Annotated[
        bool | None,
        Meaning("Whether its player could look at a copy in this game; null if unknown"),
    ]
    drawn: Annotated[int | None, Meaning("Drawn", "times")]
    added: Annotated[int | None, Meaning("Added to a hand", "times")]
    returned: Annotated[int | None, Meaning("Returned to hand or deck", "times")]
    played: Annotated[int | None, Meaning("Played as a new unit", "times")]
    hatched: Annotated[int | None, Meaning("Hatched", "times")]
    digivolved: Annotated[int | None, Meaning("Placed on a unit by digivolving", "times")]
    as_material: Annotated[
        int | None, Meaning("Placed under by DigiXros, Assembly or DNA", "times")
    ]
    placed_under: Annotated[int | None, Meaning("Placed under a unit otherwise", "times")]
    linked: Annotated[int | None, Meaning("Linked", "times")]
    used: Annotated[int | None, Meaning("Used as an Option", "times")]
    checked: Annotated[int | None, Meaning("Checked from security", "times")]
    deleted: Annotated[int | None, Meaning("In a unit that was deleted", "times")]
    trashed: Annotated[int | None, Meaning("Trashed otherwise", "times")]
    recovered: Annotated[int | None, Meaning("Recovered to security", "times")]
    placed: Annotated[int | None, Meaning("Placed otherwise, such as into security", "times")]
    removed: Annotated[int | None, Meaning("Taken out of the game", "times")]
