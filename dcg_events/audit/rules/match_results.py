"""Games of a match and its result: whether they add up."""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Text
from dcg_events.audit.scene import Scene

_WITHOUT_PLAY: Final = frozenset({"bye", "no_show", "double_loss", "unknown"})
"""Outcomes that a match may have without its games being played to their ends."""

_PLAYED_OUT: Final = frozenset({"security", "deck_out", "effect", "loop"})
"""Ends of a game that end no more than that game; who concedes may concede the match."""


def former_game_has_ended(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """A game ends before the next begins."""
    table = scene.table
    return [Break((), {"count": table.game})] if table.game and table.result is None else ()


def game_has_ended(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A match is decided by games that ended."""
    table, results = scene.table, scene.story.results
    if not table.game or table.result is not None or results.penalised:
        return ()
    if event["outcome"] in _WITHOUT_PLAY:
        return ()
    return [Break((), {"count": table.game})]


def games_add_up(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """The reported games are those on record, unless a penalty cost one."""
    games, results = event.get("games"), scene.story.results
    if games is None or results.penalised or not scene.table.game:
        return ()
    played = (results.won["p1"], results.won["p2"], results.drawn)
    if tuple(games) == played:
        return ()
    names = ("p1_games", "p2_games", "drawn", "p1_played", "p2_played", "drawn_played")
    details: dict[str, str | int] = dict(zip(names, (*games, *played), strict=True))
    played_out = results.over is not None and results.over["reason"] in _PLAYED_OUT
    lacking = played_out and sum(games) > sum(played)
    return [Break((), details, severity="incomplete" if lacking else "doubt")]


def winner_won_more(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Who won the match won more of the games that are reported."""
    games, winner = event.get("games"), event["winner"]
    if games is None or winner is None or scene.story.results.penalised:
        return ()
    own, other = (games[0], games[1]) if winner == "p1" else (games[1], games[0])
    if event["outcome"] != "win" or own > other:
        return ()
    return [Break((winner,), {"player": winner, "count": own, "other": other})]


def match_is_over(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """After the result of a match no game of it begins."""
    match = scene.story.results.match
    return [] if match is None else [Break((), {}, (match,))]


_RESULT: Final[Text] = {
    "en": "a match is decided by the games that were played",
    "ja": "対戦の結果は、行われたゲームの結果で決まる",
}
_STARTED: Final = frozenset({"game_started"})
_ENDED: Final = frozenset({"match_ended"})

RULES: Final = (
    Rule(
        id="game-unfinished",
        clause="1-2-3-1",
        severity="incomplete",
        on=_STARTED,
        when="before",
        check=former_game_has_ended,
        happened={
            "en": "a game began, and the end of game {count} is not on record",
            "ja": "ゲーム{count}の終了の記録がないまま、次のゲームが始まった",
        },
        asks={
            "en": "a game ends before the next one begins",
            "ja": "次のゲームは、前のゲームが終わってから始まる",
        },
    ),
    Rule(
        id="game-after-match",
        clause="1-2-3-1",
        severity="doubt",
        on=_STARTED,
        when="before",
        check=match_is_over,
        happened={
            "en": "a game began after the result of the match",
            "ja": "対戦の結果が出た後にゲームが始まった",
        },
        asks=_RESULT,
    ),
    Rule(
        id="match-unfinished",
        clause="1-2-3-1",
        severity="incomplete",
        on=_ENDED,
        when="before",
        check=game_has_ended,
        happened={
            "en": "the match ended, and the end of game {count} is not on record",
            "ja": "対戦が終わったが、ゲーム{count}の終了の記録がない",
        },
        asks=_RESULT,
    ),
    Rule(
        id="match-games",
        clause="1-2-3-1",
        severity="doubt",
        on=_ENDED,
        when="before",
        check=games_add_up,
        happened={
            "en": "reported are {p1_games} games for p1, {p2_games} for p2 and {drawn} drawn; on"
            " record are {p1_played}, {p2_played} and {drawn_played}",
            "ja": "報告ではp1が{p1_games}勝、p2が{p2_games}勝、引き分け{drawn}、"
            "記録では{p1_played}勝、{p2_played}勝、引き分け{drawn_played}",
        },
        asks=_RESULT,
    ),
    Rule(
        id="match-winner",
        clause="1-2-3-1",
        severity="doubt",
        on=_ENDED,
        when="before",
        check=winner_won_more,
        happened={
            "en": "{player} won the match with {count} games to {other}",
            "ja": "{player}が{count}勝{other}敗で対戦に勝利した",
        },
        asks=_RESULT,
    ),
)
