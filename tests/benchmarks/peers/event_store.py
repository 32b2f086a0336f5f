"""The eventsourcing library: an aggregate's events recorded in memory or SQLite, and replayed.

Each aggregate is a game of cards that go from pile to pile. An event is an event of the aggregate.
"""

import random
from collections.abc import Mapping
from pathlib import Path
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from tests.benchmarks.peers.peer import Peer, Run

_PILES = ("deck", "hand", "security", "trash", "battle")


class Table(Aggregate):
    """A table with sixty cards in piles."""

    def __init__(self) -> None:
        self.piles: dict[str, list[int]] = {name: [] for name in _PILES}
        self.piles["deck"] = list(range(60))

    @event("Transferred")
    def transfer(self, card: int, origin: str, goal: str) -> None:
        """Move a card from one pile to another."""
        self.piles[origin].remove(card)
        self.piles[goal].append(card)


def _play(events: int) -> Table:
    chance = random.Random(7)  # noqa: S311 - for a benchmark
    table = Table()
    for _ in range(events - 1):
        origin = chance.choice([name for name in _PILES if table.piles[name]])
        card = chance.choice(table.piles[origin])
        table.transfer(card, origin, chance.choice([n for n in _PILES if n != origin]))
    return table


def _application(environment: Mapping[str, str]) -> "Application[UUID]":
    return Application(environment)


def peer(matches: int, folder: Path) -> Peer:
    """Return the peer with some matches of 350 events, of its memory and of its SQLite store."""
    events = 350
    runs = []
    for name, environment in (
        ("memory", {"PERSISTENCE_MODULE": "eventsourcing.popo"}),
        (
            "SQLite",
            {
                "PERSISTENCE_MODULE": "eventsourcing.sqlite",
                "SQLITE_DBNAME": str(folder / "peer.sqlite"),
            },
        ),
    ):
        app = _application(environment)
        ids: list[UUID] = []

        def record(app: "Application[UUID]" = app, ids: list[UUID] = ids) -> None:
            ids.clear()
            for _ in range(matches):
                table = _play(events)
                app.save(table)
                ids.append(table.id)

        def replay(app: "Application[UUID]" = app, ids: list[UUID] = ids) -> None:
            for one in ids:
                table: Table = app.repository.get(one)
                if table.version != events:
                    raise AssertionError(table.version)

        record()
        runs += [
            Run(f"replay aggregates from {name}", replay, matches * events),
            Run(f"play and record aggregates in {name}", record, matches * events),
        ]
    return Peer(("eventsourcing",), "event", "generated aggregates", runs)
