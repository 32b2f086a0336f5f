"""Make the rows of games and turns: what counts, and nothing that was undone."""

from typing import Any

from dcg_events.events.codec import PlainEvent
from dcg_events.tables.moment import Moment, RowBuilder, seconds_between
from dcg_events.tables.rows.matches import GameRow, TurnRow
from dcg_events.tables.schema import MatchTables


class GameBuilder(RowBuilder):
    """Follows games and turns; a row is made when the next one begins."""

    def __init__(self, rows: MatchTables) -> None:
        super().__init__(rows)
        self._game: dict[str, Any] | None = None
        self._turn: dict[str, Any] | None = None

    def note(self, moment: Moment) -> None:
        """Take in what happened, if it counts."""
        if moment.ruled:
            for event in moment.events:
                self._note(moment, event)

    def _note(self, moment: Moment, event: PlainEvent) -> None:
        match event["kind"]:
            case "game_started":
                self._begin_game(moment, event)
            case "first_player_decided" if self._game is not None:
                self._game["first_player"] = event["player"]
            case "redraw_decided" if self._game is not None:
                self._game[f"{event['player']}_redraw"] = event["redraw"]
            case "turn_started":
                self._begin_turn(moment, event)
            case "turn_ended" if self._turn is not None:
                self._end_turn(moment, event)
            case "game_ended" if self._game is not None:
                self._end_game(event)
            case _:
                pass

    def _begin_game(self, moment: Moment, event: PlainEvent) -> None:
        self.finish()
        p1, p2 = event["p1"], event["p2"]
        self._game = {
            "match_id": moment.match_id,
            "seq": event["seq"],
            "game": event["game"],
            "end_seq": None,
            "first_player": None,
            "p1_redraw": None,
            "p2_redraw": None,
            "p1_deck": p1["deck_count"],
            "p1_egg_deck": p1["egg_deck_count"],
            "p2_deck": p2["deck_count"],
            "p2_egg_deck": p2["egg_deck_count"],
            "turns": 0,
            "ended": False,
            "winner": None,
            "reason": None,
            "started_at": event["at"],
            "ended_at": None,
            "seconds": None,
        }

    def _end_game(self, event: PlainEvent) -> None:
        game = self._game
        if game is not None:
            game["end_seq"], game["ended"] = event["seq"], True
            game["winner"], game["reason"] = event["winner"], event["reason"]
            game["ended_at"] = event["at"]
            game["seconds"] = seconds_between(game["started_at"], event["at"])

    def _begin_turn(self, moment: Moment, event: PlainEvent) -> None:
        self._finish_turn()
        if self._game is not None:
            self._game["turns"] += 1
        self._turn = {
            "match_id": moment.match_id,
            "seq": event["seq"],
            "game": event["game"],
            "turn": event["turn"],
            "player": event["player"],
            "extra": event.get("extra"),
            "end_seq": None,
            "reason": None,
            "memory_before": moment.table.memory,
            "memory_after": None,
            "started_at": event["at"],
            "ended_at": None,
            "seconds": None,
        }

    def _end_turn(self, moment: Moment, event: PlainEvent) -> None:
        turn = self._turn
        if turn is not None:
            turn["end_seq"], turn["reason"] = event["seq"], event.get("reason")
            turn["memory_after"] = moment.table.memory
            turn["ended_at"] = event["at"]
            turn["seconds"] = seconds_between(turn["started_at"], event["at"])

    def _finish_turn(self) -> None:
        if self._turn is not None:
            self.rows.turns.append(TurnRow(**self._turn))
            self._turn = None

    def finish(self) -> None:
        """Add the game and the turn under way."""
        self._finish_turn()
        if self._game is not None:
            self.rows.games.append(GameRow(**self._game))
            self._game = None
