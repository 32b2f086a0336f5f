"""What differs from one way of playing to another: sizes of decks, habits of a set-up."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from dcg_events.errors import UsageError


@dataclass(frozen=True, slots=True)
class Practice:
    """How games are set up where a match was played; the default is what the rulebook says.

    Attributes:
        deck: Cards in a deck (CR 4.2 §1-4-1-2).
        egg_deck: Cards in a Digi-Egg deck at most (CR 4.2 §1-4-1-3).
        copies: Copies of a card number at most; a card may allow itself more.
        hand: Cards of an initial hand (CR 4.2 §5-2-1).
        security: Cards of a security stack at the start (CR 4.2 §5-2-1).
        redraws_in_turn: Whether the first player decides on a redraw first. Some programs ask
            both at once and write the answers down by seat.
        security_last: Whether security is set after the redraws. Some programs set it before.
        pass_memory: Memory on the opponent's side after a pass (CR 4.2 §6-5-1-7-1).
    """

    deck: int = 50
    egg_deck: int = 5
    copies: int = 4
    hand: int = 5
    security: int = 5
    redraws_in_turn: bool = True
    security_last: bool = True
    pass_memory: int = 3


RULEBOOK: Final = Practice()
"""As the rulebook has it."""


def practice_of(settings: Iterable[str]) -> Practice:
    """Return the rulebook's practice with some settings changed, each `name=value`.

    >>> practice_of(["deck=40", "security_last=no"]).security_last
    False

    Raises:
        UsageError: If a setting is not known, or its value is no number, or no yes or no.
    """
    changed: dict[str, Any] = {}
    usual = {field.name: field.default for field in fields(Practice)}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in usual:
            remedy = f"use one of {', '.join(usual)}"
            raise UsageError(setting, "there is no such practice", remedy)
        if isinstance(usual[name], bool):
            if value not in ("yes", "no"):
                raise UsageError(setting, "it is neither yes nor no", f"write {name}=no")
            changed[name] = value == "yes"
        elif value.isdecimal() and len(value) < _DIGITS:
            changed[name] = int(value)
        else:
            raise UsageError(setting, "it is no number", f"write {name}={usual[name]}")
    return replace(RULEBOOK, **changed)


_DIGITS: Final = 5
