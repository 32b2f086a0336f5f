"""Which of the abilities that are seldom possible are possible now."""

from collections.abc import Callable, Iterator
from typing import Final

from tests.lawful.board import Board, Unit, other
from tests.lawful.on_units import removable


def _stacked(board: Board, player: str, least: int = 2) -> list[Unit]:
    return [unit for unit in board.digimon(player) if len(unit.cards) >= least]


def _has_eggs(board: Board, player: str) -> bool:
    return any(card.print_.kind == "egg" for card in board.pile(player, "trash"))


def _low_in_trash(board: Board, player: str) -> bool:
    return any(card.print_.level < 3 for card in board.pile(player, "trash"))


def _face_up(board: Board, player: str) -> int:
    return sum(card.up for card in board.pile(player, "security"))


def _egg_lowest(board: Board, player: str) -> bool:
    return any(unit.cards[-1].print_.kind == "egg" for unit in _stacked(board, player))


def _hidden_lowest(board: Board, player: str) -> bool:
    return any(not unit.cards[-1].up for unit in _stacked(board, player))


RARE: Final[dict[str, Callable[[Board, str], bool]]] = {
    "bottom_several": lambda b, p: len(b.digimon(other(p))) > 1,
    "bottom_both": lambda b, p: bool(b.digimon(p) and b.digimon(other(p))),
    "delete_two": lambda b, p: len(b.digimon(other(p))) > 1,
    "minus_dp": lambda b, p: any(0 < unit.dp <= 4000 for unit in b.digimon(other(p))),
    "save_under": lambda b, p: bool(_stacked(b, p)) and len(b.in_zone("battle", p)) > 1,
    "under_opponent": lambda b, p: _low_in_trash(b, p) and bool(b.digimon(other(p))),
    "reorder_stack": lambda b, p: bool(_stacked(b, p, 3)),
    "under_to_security": lambda b, p: _egg_lowest(b, other(p)),
    "stacked_to_deck": lambda b, p: _egg_lowest(b, other(p)) and bool(_stacked(b, other(p), 3)),
    "trash_stacked": lambda b, p: _hidden_lowest(b, other(p)),
    "de_digivolve": lambda b, p: any(removable(unit) for unit in b.digimon(other(p))),
    "token_for_opponent": lambda b, p: b.tokens_left[p] > 2,
    "token": lambda b, p: b.tokens_left[p] > 3,
    "unsuspend_up_to_two": lambda b, p: any(unit.suspended for unit in b.digimon(p)),
    "return_bred": lambda b, p: b.breeding(other(p)) is not None,
    "play_from_trash": lambda b, p: any(c.print_.level == 3 for c in b.pile(p, "trash")),
    "trash_to_deck": _has_eggs,
    "trash_to_hand": _has_eggs,
    "face_up_in_security": _has_eggs,
    "face_up_security_to_deck": lambda b, _: _face_up(b, "p1") + _face_up(b, "p2") > 1,
    "flip_security": lambda b, p: _face_up(b, p) + _face_up(b, other(p)) < 2,
    "shuffle_security": lambda b, p: _face_up(b, p) > 0,
}
"""When an ability that is often in vain would do what it is there for."""

SELDOM: Final = (
    "face_up_security_to_deck",
    "shuffle_security",
    "trash_stacked",
    "under_to_security",
    "stacked_to_deck",
    "trash_to_deck",
    "trash_to_hand",
)
"""Those of them that are possible least often: one of them is always offered."""

_USUAL: Final = (
    "recover reveal_three look_at_deck search_deck look_at_security train"
    " hand_to_security hand_to_deck blind_discard reveal_hand face_up_in_security trash_security"
    " mill_three bounce draw_two security_to_bottom suspend_one"
)
USUAL: Final = tuple(_USUAL.split())
"""Abilities that nearly always do something."""


def worthwhile(board: Board, player: str) -> Iterator[str]:
    """Yield the names of rare abilities that would do something for a player."""
    for name, possible in RARE.items():
        if possible(board, player):
            yield name
