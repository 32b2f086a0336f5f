"""Rows of matches, games, turns and groups."""

from typing import Annotated, NamedTuple

from dcg_events.tables.columns import Meaning
from dcg_events.tables.rows.common import (
    At,
    Game,
    MatchId,
    PhaseColumn,
    Ruled,
    Turn,
    TurnPlayer,
)
from dcg_events.vocabulary.people import Player, Viewer


class MatchRow(NamedTuple):
    """A match: one row a log."""

    match_id: MatchId
    head: Annotated[str, Meaning("SHA-256 of all records: proves every row of the match")]
    events: Annotated[int, Meaning("Events in the log", "events")]
    viewer: Annotated[Viewer, Meaning("As whom the match was read: what they may not know is null")]
    source: Annotated[str, Meaning("Name of the file, without its folders")]
    schema_version: Annotated[int, Meaning("Version of these tables")]
    rules_edition: Annotated[str, Meaning("Edition of the Comprehensive Rules")]
    rules_language: Annotated[str, Meaning("Language whose reading of the rules holds")]
    card_database: Annotated[str | None, Meaning("Version of the card database that was used")]
    p1_name: Annotated[str, Meaning("Name of p1, as recorded")]
    p2_name: Annotated[str, Meaning("Name of p2, as recorded")]
    p1_played_by: Annotated[str | None, Meaning("Whether a person or a bot plays p1")]
    p2_played_by: Annotated[str | None, Meaning("Whether a person or a bot plays p2")]
    organiser: Annotated[str | None, Meaning("Who holds the tournament")]
    tournament: Annotated[str | None, Meaning("The tournament")]
    round: Annotated[str | None, Meaning("Round of the tournament")]
    table_name: Annotated[str | None, Meaning("Table at which it was played")]
    best_of: Annotated[int | None, Meaning("Most games of the match", "games")]
    clock: Annotated[str, Meaning("Where times are from: a real clock, the source, or none")]
    origin: Annotated[str | None, Meaning("Where the record comes from")]
    games: Annotated[int, Meaning("Games begun that count", "games")]
    ended: Annotated[bool, Meaning("Whether the end of the match is recorded")]
    outcome: Annotated[str | None, Meaning("How it ended; null while it has not")]
    winner: Annotated[Player | None, Meaning("Who won; null where nobody did, or it has not ended")]
    p1_games: Annotated[int | None, Meaning("Games won by p1, as reported", "games")]
    p2_games: Annotated[int | None, Meaning("Games won by p2, as reported", "games")]
    drawn_games: Annotated[int | None, Meaning("Games drawn, as reported", "games")]
    rewinds: Annotated[int, Meaning("Rewinds in the record, counting or not", "rewinds")]
    corrections: Annotated[int, Meaning("Corrections of the record", "corrections")]
    first_at: Annotated[str | None, Meaning("First time in the record, UTC", sql="TIMESTAMP")]
    last_at: Annotated[str | None, Meaning("Last time in the record, UTC", sql="TIMESTAMP")]


class GameRow(NamedTuple):
    """A game that counts: what a rewind undid is not in it."""

    match_id: MatchId
    seq: Annotated[int, Meaning("Place in the log of its `game_started`", "from 0")]
    game: Game
    end_seq: Annotated[int | None, Meaning("Place of its `game_ended`; null if none is recorded")]
    first_player: Annotated[Player | None, Meaning("Who went first; null if not recorded")]
    p1_redraw: Annotated[bool | None, Meaning("Whether p1 redrew the hand; null if not recorded")]
    p2_redraw: Annotated[bool | None, Meaning("Whether p2 redrew the hand; null if not recorded")]
    p1_deck: Annotated[int, Meaning("Cards in p1's deck at the start", "cards")]
    p1_egg_deck: Annotated[int, Meaning("Cards in p1's Digi-Egg deck at the start", "cards")]
    p2_deck: Annotated[int, Meaning("Cards in p2's deck at the start", "cards")]
    p2_egg_deck: Annotated[int, Meaning("Cards in p2's Digi-Egg deck at the start", "cards")]
    turns: Annotated[int, Meaning("Turns begun, over both players", "turns")]
    ended: Annotated[bool, Meaning("Whether its end is recorded")]
    winner: Annotated[Player | None, Meaning("Who won; null if it was drawn or has not ended")]
    reason: Annotated[str | None, Meaning("Why it ended; null while it has not")]
    started_at: Annotated[str | None, Meaning("When it began, UTC", sql="TIMESTAMP")]
    ended_at: Annotated[str | None, Meaning("When it ended, UTC", sql="TIMESTAMP")]
    seconds: Annotated[int | None, Meaning("From its start to its end, if both are timed", "s")]


class TurnRow(NamedTuple):
    """A turn that counts."""

    match_id: MatchId
    seq: Annotated[int, Meaning("Place in the log of its `turn_started`", "from 0")]
    game: Game
    turn: Turn
    player: Annotated[Player, Meaning("Whose turn it is")]
    extra: Annotated[bool | None, Meaning("Whether it is an extra turn; null if not recorded")]
    end_seq: Annotated[int | None, Meaning("Place of its `turn_ended`; null if none is recorded")]
    reason: Annotated[str | None, Meaning("Why it ended; null if not recorded")]
    memory_before: Annotated[int, Meaning("Memory as it begins", "−10 to 10, positive for p1")]
    memory_after: Annotated[
        int | None, Meaning("Memory as it ends; null while it has not", "−10 to 10")
    ]
    started_at: Annotated[str | None, Meaning("When it began, UTC", sql="TIMESTAMP")]
    ended_at: Annotated[str | None, Meaning("When it ended, UTC", sql="TIMESTAMP")]
    seconds: Annotated[int | None, Meaning("From its start to its end, if both are timed", "s")]


class GroupRow(NamedTuple):
    """A group: what happened at the same moment, and the table after it."""

    match_id: MatchId
    seq: Annotated[int, Meaning("Place in the log of its first event", "from 0")]
    last_seq: Annotated[
        int,
        Meaning(
            "Place after which the table is so; an added event shares it",
            "from 0",
        ),
    ]
    events: Annotated[int, Meaning("Events in it", "events")]
    ruled: Ruled
    at_utc: At
    game: Game
    turn: Turn
    turn_player: TurnPlayer
    phase: PhaseColumn
    memory: Annotated[int, Meaning("Memory after it", "−10 to 10, positive for p1")]
    attack: Annotated[str | None, Meaning("The attack under way after it")]
    no_area: Annotated[int, Meaning("Cards that are in no area after it", "cards")]


class ZoneCountRow(NamedTuple):
    """How many cards lie in the zones of one side after a group. Counts are public."""

    match_id: MatchId
    seq: Annotated[int, Meaning("Place after which it is so: `last_seq` of the group", "from 0")]
    ruled: Ruled
    game: Game
    turn: Turn
    side: Annotated[Player, Meaning("Whose side of the table")]
    deck: Annotated[int, Meaning("Cards in the deck", "cards")]
    egg_deck: Annotated[int, Meaning("Cards in the Digi-Egg deck", "cards")]
    hand: Annotated[int, Meaning("Cards in the hand", "cards")]
    security: Annotated[int, Meaning("Cards in the security stack", "cards")]
    security_up: Annotated[int, Meaning("Of these, face up", "cards")]
    trash: Annotated[int, Meaning("Cards in the trash", "cards")]
    outside: Annotated[int, Meaning("Cards outside the game", "cards")]
    battle_units: Annotated[int, Meaning("Units in the battle area", "units")]
    battle_cards: Annotated[int, Meaning("Cards of these units, stacks without links", "cards")]
    breeding_units: Annotated[int, Meaning("Units in the breeding area", "units")]
    breeding_cards: Annotated[int, Meaning("Cards of these units, stacks without links", "cards")]
    links: Annotated[int, Meaning("Link cards of all units", "cards")]
    suspended_units: Annotated[int, Meaning("Suspended units in both parts of the field", "units")]
