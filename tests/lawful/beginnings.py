"""The beginning of a match and of a game, in the order of CR 4.2 §5-2-1."""

from pathlib import Path
from random import Random

from dcg_events.recorder.recorder import Recorder
from tests.lawful.board import PLAYERS, Board, Card, other
from tests.lawful.cards import TOKEN, build_deck
from tests.lawful.desk import Desk, Event, Step, counting_salt, ordered
from tests.lawful.referee import Referee

Decks = dict[str, tuple[list[str], list[str]]]

RULE: Event = {"kind": "rule"}


def open_match(
    path: Path, seed: int, *, language: str, edition: str, knows_all: bool, best_of: int
) -> Desk:
    """Open a match whose every byte follows from the seed."""
    dice = Random(seed)  # noqa: S311 - a game's dice, no secret
    recorder = Recorder.create(
        path,
        p1="Aiko",
        p2="Ben",
        salt=counting_salt(seed),
        rules={"edition": edition, "language": language},
        durability="none",
        best_of=best_of,
        cards="LX1 (made up)",
        tournament={"event": "lawful matches", "round": str(1 + seed % 7), "table": "1"},
    )
    return Desk(recorder, dice, knows_all=knows_all)


def register(desk: Desk, *, mills: bool) -> Decks:
    """Register the decks of both players, and their tokens; check one of them sometimes."""
    decks = {player: build_deck(desk.dice, mills=mills) for player in PLAYERS}
    for player in PLAYERS:
        deck, eggs = decks[player]
        event: Event = {"kind": "deck_registered", "player": player, "tokens": [TOKEN]}
        known = {"deck": deck, "egg_deck": eggs} if desk.knows_all else dict.fromkeys(_LISTS)
        desk.record(event | known)
        desk.record({"kind": "token_supplied", "player": player, "number": TOKEN, "count": 4})
    if desk.dice.random() < 0.2:
        desk.record({"kind": "deck_checked", "player": "p1", "in_order": True}, by="judge")
    return decks


_LISTS = ("deck", "egg_deck")


def begin_game(game: Referee, decks: Decks) -> None:
    """Place and shuffle the decks, decide who goes first, draw, redraw, set security."""
    desk = game.desk
    board = desk.board = Board()
    game.over, game.winner, game.waiting = False, None, []
    start: Event = {"kind": "game_started"}
    for player in PLAYERS:
        start[player] = {}
        for zone, numbers in zip(_LISTS, decks[player], strict=True):
            pile = board.pile(player, zone)
            for number in numbers:
                card = Card(number, player)
                card.pile = pile
                pile.append(card)
            start[player][f"{zone}_count"] = len(numbers)
            if desk.knows_all:
                start[player][zone] = numbers
    desk.record(start)
    for player in PLAYERS:
        for zone in _LISTS:
            if board.pile(player, zone):
                desk.shuffle(board.pile(player, zone), RULE, by=player)
    first = desk.dice.choice(PLAYERS)
    board.first_player = board.turn_player = first
    how = desk.dice.choice(("rock-paper-scissors", None))
    desk.record({"kind": "first_player_decided", "player": first, "how": how})
    for player in (first, other(first)):
        _draw_hand(game, player)
    for player in (first, other(first)):
        _redraw(game, player)
    for player in (first, other(first)):
        deck, security = board.pile(player, "deck"), board.pile(player, "security")
        steps = [Step("place", card, security) for card in deck[:5]]
        game.carry(steps, cause=RULE)  # one on the other: the first is the bottom one


def _draw_hand(game: Referee, player: str) -> None:
    deck, hand = game.board.pile(player, "deck"), game.board.pile(player, "hand")
    game.carry([Step("draw", card, hand) for card in deck[:5]], cause=RULE)


def _redraw(game: Referee, player: str) -> None:
    """Decide on a redraw, once: the whole hand goes back, the deck is shuffled, five are drawn."""
    desk = game.desk
    redraw = desk.dice.random() < 0.35
    desk.record({"kind": "redraw_decided", "player": player, "redraw": redraw}, by=player)
    if not redraw:
        return
    hand = list(game.board.pile(player, "hand"))
    steps = [game.send(card, "deck", "return", end="bottom") for card in hand]
    ordered(desk, steps, player, public=False, basis=None)
    game.carry(steps, cause=RULE, by=player)
    desk.shuffle(game.board.pile(player, "deck"), RULE, by=player)
    _draw_hand(game, player)
