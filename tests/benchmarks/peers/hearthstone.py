"""hslog and hearthstone: parse a Power.log, export it into the tree of its game's entities.

The log is made here, in the shape of the client's: two players with thirty cards each, then draws,
plays, attacks and deaths as blocks of tag changes. An event is a packet of the log.
"""

import io
import random
from collections.abc import Iterator

from hearthstone.enums import GameTag, Zone
from hslog import LogParser
from hslog.export import EntityTreeExporter

from tests.benchmarks.peers.peer import Peer, Run

_CARDS = 30


def _stamp(number: int) -> str:
    seconds, parts = divmod(number, 20)
    clock = f"12:{seconds // 60 % 60:02}:{seconds % 60:02}.{parts:02}00000"
    return f"D {clock} GameState.DebugPrintPower() - "


def _named(entity: int, zone: str, player: int) -> str:
    """Write an entity as the client does, once its card is known."""
    name = f"entityName=Card {entity} id={entity} zone={zone} zonePos=0 cardId=CS2_{entity}"
    return f"[{name} player={player}]"


def _lines(chance: random.Random, turns: int) -> Iterator[str]:
    yield "CREATE_GAME"
    yield "    GameEntity EntityID=1"
    yield "        tag=ZONE value=PLAY"
    for player in (1, 2):
        yield f"    Player EntityID={player + 1} PlayerID={player} GameAccountId=[hi=1 lo={player}]"
        yield "        tag=ZONE value=PLAY"
        yield f"        tag=CONTROLLER value={player}"
    decks: dict[int, list[int]] = {1: [], 2: []}
    for number in range(2 * _CARDS):
        entity, player = number + 4, 1 + number // _CARDS
        decks[player].append(entity)
        yield f"FULL_ENTITY - Creating ID={entity} CardID="
        yield "    tag=ZONE value=DECK"
        yield f"    tag=CONTROLLER value={player}"
    field: dict[int, list[int]] = {1: [], 2: []}
    for turn in range(1, turns + 1):
        player, other = (1, 2) if turn % 2 else (2, 1)
        yield f"TAG_CHANGE Entity=1 tag=TURN value={turn}"
        if decks[player]:
            entity = decks[player].pop()
            deck, hand = _named(entity, "DECK", player), _named(entity, "HAND", player)
            yield f"SHOW_ENTITY - Updating Entity={deck} CardID=CS2_{entity}"
            yield "    tag=ZONE value=HAND"
            yield "    tag=COST value=3"
            yield from _block("PLAY", hand, "0")
            yield f"    TAG_CHANGE Entity={player + 1} tag=RESOURCES_USED value=3"
            yield f"    TAG_CHANGE Entity={hand} tag=ZONE value=PLAY"
            yield f"    TAG_CHANGE Entity={hand} tag=ZONE_POSITION value={len(field[player]) + 1}"
            yield f"    TAG_CHANGE Entity={hand} tag=EXHAUSTED value=1"
            yield "BLOCK_END"
            field[player].append(entity)
        for attacker in list(field[player]):
            if not field[other]:
                break
            target = chance.choice(field[other])
            ours, theirs = _named(attacker, "PLAY", player), _named(target, "PLAY", other)
            yield from _block("ATTACK", ours, theirs)
            yield f"    TAG_CHANGE Entity={ours} tag=DAMAGE value={chance.randrange(1, 5)}"
            yield f"    TAG_CHANGE Entity={theirs} tag=DAMAGE value={chance.randrange(1, 5)}"
            if chance.random() < 0.5:
                yield f"    TAG_CHANGE Entity={theirs} tag=ZONE value=GRAVEYARD"
                field[other].remove(target)
            yield "BLOCK_END"


def _block(kind: str, entity: str, target: str) -> Iterator[str]:
    yield (
        f"BLOCK_START BlockType={kind} Entity={entity} EffectCardId= EffectIndex=0"
        f" Target={target} SubOption=-1"
    )


def peer(games: int) -> Peer:
    """Return the peer with some games, all of which end with sixty entities in known zones."""
    logs: list[str] = []
    events = 0
    for seed in range(games):
        lines = list(_lines(random.Random(seed), 60))  # noqa: S311 - for a benchmark
        events += sum(not line.lstrip().startswith("tag=") for line in lines)
        logs.append("".join(f"{_stamp(n)}{line}\n" for n, line in enumerate(lines)))

    def replay() -> None:
        for log in logs:
            parser = LogParser()
            parser.read(io.StringIO(log))
            (tree,) = parser.games
            game = EntityTreeExporter(tree).export().game
            cards = [e for e in game.entities if GameTag.COST in e.tags]
            if not any(e.tags[GameTag.ZONE] == Zone.PLAY for e in cards):
                raise AssertionError(len(cards))

    runs = [Run("parse a Power.log and fold its entities", replay, events)]
    return Peer(("hslog", "hearthstone"), "packet", "generated Power.log", runs)
