"""Events before the first turn: the match, the decks, the first player."""

from typing import Annotated, Literal

from pydantic import Field

from dcg_events.events.envelope import Event
from dcg_events.events.fields import CardNumber, CardNumbers, Count, Name, Seq, Strict, Text
from dcg_events.events.limits import MAX_CARDS
from dcg_events.vocabulary.durability import Durability
from dcg_events.vocabulary.people import Player
from dcg_events.vocabulary.places import Zone
from dcg_events.vocabulary.rules import Edition, Language

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256, hexadecimal")]


class Seat(Strict):
    """Who sits on one side: a name, and whether a person or a program plays."""

    name: Name
    played_by: Literal["person", "bot"] | None = None
    account: Name | None = None


class Seats(Strict):
    """The two sides of the table."""

    p1: Seat
    p2: Seat


class Rules(Strict):
    """The rulebook edition, and the language whose reading holds."""

    edition: Edition
    language: Language


class Tournament(Strict):
    """Where a match belongs in an event; each part only if known."""

    organiser: Name | None = None
    event: Name | None = None
    round: Name | None = None
    table: Name | None = None
    source: Name | None = None


class MatchOpened(Event):
    """The first record of every log: what a reader has to know before all else.

    Attributes:
        format: Version of the log format.
        schema: SHA-256 of the event schema that the writer knew.
        rules: Edition and language.
        cards: Version of the card database, if one was used.
        players: The two seats.
        tournament: Event, round and table.
        best_of: Games at most.
        clock: Whether `at` is a real clock, taken from the source, or never given.
        durability: When the writer waits for the disk: for every write; when a turn, a game or the
            match ends; when the match ends; or never. But for `none` it waits as well when it
            closes the log.
        recorder_notes: Whether events carry `recorder`. It is sealed in every event or in none.
        origin: Where the record comes from: watched live, a video, another program's file.
        match: Random digits, so that no two matches begin with the same record: seals tell matches
            apart by it.
    """

    kind: Literal["match_opened"] = "match_opened"
    format: Literal[1]
    schema_: Digest = Field(alias="schema")
    rules: Rules
    players: Seats
    clock: Literal["real", "source", "none"]
    durability: Durability
    recorder_notes: bool
    cards: Name | None = None
    tournament: Tournament | None = None
    best_of: Annotated[int, Field(ge=1, le=9)] | None = None
    origin: Text | None = None
    match: (
        Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", description="128 random bits")] | None
    ) = None


class DeckRegistered(Event):
    """A player's list for the match, known to that player and the judge."""

    kind: Literal["deck_registered"] = "deck_registered"
    player: Player
    deck: CardNumbers | None
    egg_deck: CardNumbers | None
    tokens: CardNumbers | None = None


class DeckChecked(Event):
    """A deck was compared with its list; what was missing or extra is for player and judge."""

    kind: Literal["deck_checked"] = "deck_checked"
    player: Player
    in_order: bool
    missing: CardNumbers | None = None
    extra: CardNumbers | None = None


class StartingDecks(Strict):
    """One side's decks at the start of a game.

    Attributes:
        deck_count: Cards in the deck.
        egg_deck_count: Cards in the Digi-Egg deck.
        deck: Their numbers, top first; null if unknown. Sealed.
        egg_deck: Likewise.
    """

    deck_count: Annotated[int, Field(ge=0, le=MAX_CARDS)]
    egg_deck_count: Annotated[int, Field(ge=0, le=MAX_CARDS)]
    deck: CardNumbers | None = None
    egg_deck: CardNumbers | None = None


class GameStarted(Event):
    """The table is emptied and the registered decks are placed whole (CR 4.0 §3-2-1, §3-3-1)."""

    kind: Literal["game_started"] = "game_started"
    p1: StartingDecks
    p2: StartingDecks


class FirstPlayerDecided(Event):
    """Who goes first, and how that was decided (CR 4.2 §5-2-1)."""

    kind: Literal["first_player_decided"] = "first_player_decided"
    player: Player
    how: Name | None = None


class RedrawDecided(Event):
    """Whether a player redraws the initial hand; the cards move in events of their own."""

    kind: Literal["redraw_decided"] = "redraw_decided"
    player: Player
    redraw: bool


class Shuffled(Event):
    """A pile was shuffled: its cards lie face down in an order that nobody may know.

    Attributes:
        zone: Which pile.
        side: Whose.
        order: Card numbers after the shuffle, top first; null if unknown. Sealed.
        cut_by: The player who cut or shuffled after the owner.
    """

    kind: Literal["shuffled"] = "shuffled"
    zone: Zone
    side: Player
    order: CardNumbers | None = None
    cut_by: Player | None = None


class TokenSupplied(Event):
    """Tokens that a player laid ready outside the game (CR 4.2 §1-4-4-4)."""

    kind: Literal["token_supplied"] = "token_supplied"
    player: Player
    number: CardNumber
    count: Count


class Recovered(Event):
    """The writer found the log torn after a crash and cut it back to its last commit.

    Attributes:
        bytes_cut: How many bytes were cut, and kept beside the log; null if unknown. Judge only:
            how long a write was tells how long what it hid was.
        after: Seq of the last event that was whole; null if there was none.
    """

    kind: Literal["recovered"] = "recovered"
    bytes_cut: Count | None
    after: Seq | None
