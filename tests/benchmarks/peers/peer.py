"""What a peer brings to the table: its packages, its data, and what is timed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Run:
    """Something that is timed.

    Attributes:
        name: What it does.
        run: Does it once.
        events: How many events, moves or actions that are.
    """

    name: str
    run: Callable[[], None]
    events: int


@dataclass(frozen=True)
class Peer:
    """A library that records or replays other games.

    Attributes:
        packages: What it is installed as.
        unit: What an event is called there.
        data: What it is measured on.
        runs: What is timed.
    """

    packages: tuple[str, ...]
    unit: str
    data: str
    runs: Sequence[Run]
