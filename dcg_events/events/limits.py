"""The sizes that every reader keeps to: what is larger was not written by us.

A reader checks them before it takes the memory or the time, so that a hostile file costs no more
than an honest one. `schemas/README.md` lists them for who writes a reader in another language.
"""

from typing import Final

MAX_LINE: Final = 1 << 20
"""Longest line of a log or of plain events, in bytes without the line feed."""

MAX_WRITE: Final = 1 << 24
"""Most bytes that one write may have: openings, records and commit together."""

MAX_LOG: Final = 1 << 32
"""Most bytes of a log that comes from standard input, where nobody can look at its size first."""

MAX_EVENTS: Final = 10_000_000
"""Most events of one log."""

MAX_IN_WRITE: Final = 100_000
"""Most lines of one write."""

MAX_CARDS: Final = 1000
"""Most cards of a registered deck, which a copy may have to make of their number alone."""

MAX_DEPTH: Final = 16
"""Deepest nesting of an event or an opening's value: the event itself is at depth 1."""

MAX_VALUES: Final = 250_000
"""Most values of one JSON text from outside, keys counted as well."""
