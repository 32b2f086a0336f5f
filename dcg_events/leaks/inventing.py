"""Make up card numbers, texts and notes, short and long."""

from random import Random
from typing import Any, Final

_SERIES: Final = ("P", "BT1", "BT17", "LM", "EX10", "ST1", "RB1")
_DIGITS: Final = (1, 2, 3, 4)
_WORDS: Final = ("so", "it", "was", "seen", "from", "another", "table", "afterwards")
_MOST_WORDS: Final = 18
"""Words in a text at most, so that it fits in any field."""


class Inventor:
    """Makes things up that are nobody's yet.

    Args:
        dice: Where the chance comes from.
        taken: Card numbers that belong to somebody.
    """

    def __init__(self, dice: Random, taken: set[str | None]) -> None:
        self._dice = dice
        self._taken = taken
        self._others: dict[str, str] = {}

    def number(self) -> str:
        """Make up a card number that is nobody's, short or long."""
        while True:
            digits = self._dice.choice(_DIGITS)
            number = f"{self._dice.choice(_SERIES)}-{self._dice.randrange(10**digits):0{digits}}"
            if number not in self._taken:
                self._taken.add(number)
                return number

    def another(self, number: str) -> str:
        """Return a number in place of another, the same whenever it is asked for."""
        if number not in self._others:
            self._others[number] = self.number()
        return self._others[number]

    def text(self, known: object) -> str | None:
        """Make up a text of another length; now and then none, in place of one that is known."""
        if known is not None and self._dice.random() < 0.3:
            return None
        length = self._dice.randint(1, _MOST_WORDS)
        return " ".join(self._dice.choice(_WORDS) for _ in range(length))

    def count(self, known: object) -> int | None:
        """Make up a count; now and then none, in place of one that is known."""
        if known is not None and self._dice.random() < 0.3:
            return None
        return self._dice.randrange(self._dice.choice((10, 1000)))

    def note(self, known: object) -> dict[str, Any] | None:
        """Make up a recorder's note; now and then none, in place of one that is known."""
        if known is not None and self._dice.random() < 0.3:
            return None
        note: dict[str, Any] = {"ref": self.text(None), "ms": self._dice.randrange(10**12)}
        if self._dice.random() < 0.5:
            note["evidence"] = self._dice.choice(("one_client", "inferred"))
        return note
