"""python-chess: read games from PGN and play their moves on a board.

The games are random legal ones, made here. An event is a move; python-chess checks each.
"""

import io
import random

import chess
import chess.pgn

from tests.benchmarks.peers.peer import Peer, Run


def _play(chance: random.Random) -> tuple[str, int]:
    board = chess.Board()
    for _ in range(80):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(chance.choice(moves))
    return str(chess.pgn.Game.from_board(board)), board.ply()


def peer(games: int) -> Peer:
    """Return the peer with some games of about eighty moves."""
    chance = random.Random(7)  # noqa: S311 - for a benchmark
    played = [_play(chance) for _ in range(games)]

    def replay() -> None:
        for pgn, plies in played:
            game = chess.pgn.read_game(io.StringIO(pgn))
            if game is None or game.end().board().ply() != plies:
                raise AssertionError(pgn)

    runs = [Run("read a PGN and play its moves", replay, sum(plies for _, plies in played))]
    return Peer(("chess",), "move", "generated PGN games", runs)
