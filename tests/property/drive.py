"""Grow a whole match from a seed: starts of games, moves of cards, everything else."""

from pathlib import Path

from tests.property.corrections import correct
from tests.property.facts import FACTS, start_game
from tests.property.matches import Group, World, grow
from tests.property.moves import CARD_MOVES, draw

ALL_MOVES = [*CARD_MOVES, *FACTS]


def mingle(world: World) -> Group:
    """Let something else belong to the same moment as a move of cards."""
    group = world.dice.choice([move for _, move in CARD_MOVES])(world)
    if not group or not world.table.units:
        return group
    unit = world.dice.choice(list(world.table.units))
    leaving = any(event["from"].get("unit") == unit for event in group if "from" in event)
    if leaving:
        return group
    event = {"kind": "orientation_changed", "unit": unit, "orientation": "suspended"}
    return [*group, event]


def play_match(directory: Path, seed: int, steps: int, viewer: str | None = None) -> list[World]:
    """Record a random match, once, or in two worlds that look alike to a viewer."""
    names = ("A",) if viewer is None else ("A", "B")
    worlds = [
        World(directory / f"{name}-{seed}-{steps}.dcglog", seed, name=name, viewer=viewer)
        for name in names
    ]
    for world in worlds:
        world.begin_step(-1)
        world.record(start_game(world))
        for _ in range(3):
            group = draw(world)
            if group:
                world.record(group)
    grow(worlds, steps, [*ALL_MOVES, (3, mingle), (3, correct)])
    if steps > 40:
        for world in worlds:
            world.begin_step(steps)
            world.record(start_game(world))
        grow(worlds, steps // 3, ALL_MOVES)
    return worlds
