"""Count what the answers need, match by match, in integers that add up in any order.

A tally is a bag of counts. Tallies of matches are added up, on one machine or many, and the sum is
the same whatever the order: nothing is averaged before the end.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from dcg_events.tables.rows.matches import GameRow
from dcg_events.tables.rows.usage import CardUsageRow
from dcg_events.tables.schema import MatchTables
from dcg_events.vocabulary.people import PLAYERS, Player

Key: TypeAlias = tuple[str | int, ...]
"""What is counted: the question, and what tells one count of it from another."""

Tally: TypeAlias = Counter[Key]

Result: TypeAlias = Literal["win", "loss", "draw"]

SIDES = ("first", "second")


def tally(tables: MatchTables) -> Tally:
    """Count everything in the tables of one match. What is unknown is not counted at all."""
    counts: Tally = Counter()
    for keys in (_matches(tables), _games(tables), _cards(tables), _checks(tables), _times(tables)):
        counts.update(keys)
    counts["events",] += sum(match.events for match in tables.matches)
    return counts


def _matches(tables: MatchTables) -> Iterator[Key]:
    for match in tables.matches:
        yield ("matches", match.outcome or "unfinished")


def _games(tables: MatchTables) -> Iterator[Key]:
    for game in tables.games:
        yield ("games", "ended" if game.ended else "unfinished")
        if not game.ended:
            continue
        yield ("reason", game.reason or "unknown")
        yield ("turns", game.turns)
        if game.seconds is not None:
            yield ("seconds", game.seconds)
        for player in PLAYERS:
            result = result_for(player, game)
            side = side_of(player, game)
            if side is not None:
                yield ("side", side, result)
            redraw = game.p1_redraw if player == "p1" else game.p2_redraw
            if redraw is not None:
                yield ("redraw", "redrawn" if redraw else "kept", result)
                if side is not None:
                    yield ("redraw", "redrawn" if redraw else "kept", side, result)


def result_for(player: Player, game: GameRow) -> Result:
    """Return how a game that has ended went for a player."""
    if game.winner is None:
        return "draw"
    return "win" if game.winner == player else "loss"


def side_of(player: Player, game: GameRow) -> str | None:
    """Return whether a player went first or second, None if it is not recorded."""
    if game.first_player is None:
        return None
    return "first" if game.first_player == player else "second"


_DID = ("drawn", "played", "digivolved", "used", "checked")


def _cards(tables: MatchTables) -> Iterator[Key]:
    """Count games of a card for its player, where the end of the game is recorded."""
    for row in tables.card_usage:
        if row.result is None or not (row.copies or row.egg_copies):
            continue
        yield ("card", row.number, "in deck", row.result)
        for what, done in _doings(row):
            if done is not None:
                yield ("card", row.number, what if done else f"not {what}", row.result)


def _doings(row: CardUsageRow) -> Iterator[tuple[str, bool | None]]:
    yield "seen", row.seen
    yield "opening hand", None if row.opening_hand is None else row.opening_hand > 0
    for what in _DID:
        yield what, _happened([getattr(row, what)])
    yield "brought in", _happened([row.played, row.hatched, row.digivolved, row.linked, row.used])


def _happened(counts: Sequence[int | None]) -> bool | None:
    """Tell whether any of it happened; None if that is not known."""
    known = [count for count in counts if count is not None]
    if any(known):
        return True
    return False if len(known) == len(counts) else None


def _checks(tables: MatchTables) -> Iterator[Key]:
    for check in tables.security_checks:
        if check.ruled:
            yield ("check", check.outcome or "unknown")
            yield ("checked to", check.to_zone or "unknown")


def _times(tables: MatchTables) -> Iterator[Key]:
    """Count how long decisions took, by who decided. What was undone took its time too."""
    names = {match.match_id: {"p1": match.p1_name, "p2": match.p2_name} for match in tables.matches}
    for row in tables.decisions:
        if row.seconds is not None and row.player is not None:
            yield ("time", names[row.match_id][row.player], row.decision, row.seconds)
