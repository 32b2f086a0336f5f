"""Random matches for which both players registered their lists, with several copies of a card."""

from pathlib import Path
from typing import Any

from tests.property.drive import ALL_MOVES, mingle
from tests.property.facts import start_game
from tests.property.matches import World, grow
from tests.property.moves import draw


class Lists(World):
    """A world in which copies of a card are alike, and the decks are those of the lists."""

    def numbers(self, side: str, zone: str, count: int, game: int) -> list[str | None]:
        letter = "D" if zone == "deck" else "E"
        return [
            f"{self.name}{side[1]}{letter}{min(game, 1)}-{index % 5:02}" for index in range(count)
        ]

    def begin_game(self) -> None:
        """Register the lists, now and then, and start a game with them."""
        self.begin_step(-1 - self.table.game)
        start = start_game(self)
        for side in ("p1", "p2"):
            listed = start[0][side]
            if listed.get("deck") and self.dice.random() < 0.8:
                event: dict[str, Any] = {"kind": "deck_registered", "player": side}
                egg = listed.get("egg_deck")
                self.record([event | {"deck": sorted(listed["deck"]), "egg_deck": egg}])
        self.record(start)
        for side in ("p1", "p2"):
            self.record(
                [{"kind": "shuffled", "zone": "deck", "side": side, "order": self.deal(side)}]
            )
        for _ in range(3):
            group = draw(self)
            if group:
                self.record(group)

    def deal(self, side: str) -> list[str | None]:
        numbers = [card.number for card in self.pile(side, "deck")]
        self.dice.shuffle(numbers)
        return numbers


def play_with_lists(directory: Path, seed: int, steps: int, games: int = 2) -> Path:
    """Record a random match; return its log."""
    world = Lists(directory / f"lists-{seed}-{steps}.dcglog", seed)
    for game in range(games):
        world.begin_game()
        grow([world], steps // (game + 1), [*ALL_MOVES, (3, mingle)])
    world.recorder.close()
    return world.recorder.path
