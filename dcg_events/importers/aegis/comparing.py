"""Compare the table with a snapshot of the source, card number by card number."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from dcg_events.importers.aegis.flow import PHASE
from dcg_events.importers.aegis.lines import CardOf, Permanent, SideState, State
from dcg_events.importers.aegis.mirror import player_of
from dcg_events.projections.table import Card, Table, Unit
from dcg_events.vocabulary.people import PLAYERS


def differences(table: Table, state: State, cards: dict[str, CardOf]) -> Iterator[str]:
    """Yield in words how the table differs from a snapshot; nothing if they are equal.

    Card numbers are not named: they may be those of hidden cards.

    Args:
        table: The table of the log.
        state: The snapshot.
        cards: Which card each instance of the source is.
    """
    if state.turn:
        yield from _value("the turn", table.turn, state.turn)
        yield from _value("the phase", table.phase, PHASE.get(state.phase))
        yield from _value("the turn player", table.turn_player, player_of(state.turn_seat))
    sign = 1 if state.turn_seat == 0 else -1
    yield from _value("memory on p1's side", table.memory, sign * state.memory)
    for side, player in zip(PLAYERS, state.players, strict=True):
        yield from _side(table, side, player, cards)
    if table.no_area:
        yield f"no area holds {len(table.no_area)} cards, the source none"


def _value(what: str, ours: object, theirs: object) -> Iterator[str]:
    if ours != theirs:
        yield f"{what} is {ours}, in the source {theirs}"


def _side(table: Table, side: str, state: SideState, cards: dict[str, CardOf]) -> Iterator[str]:
    piles = table.sides[side]
    for zone, listed in (
        ("deck", state.deck),
        ("egg_deck", state.egg_deck),
        ("trash", state.trash[::-1]),
    ):
        wanted = [cards[i].card for i in listed if i in cards]
        yield from _pile(f"the {zone} of {side}", _numbers(piles[zone]), wanted)
    stack = [(cards[i.rstrip("^")].card, i.endswith("^")) for i in state.security]
    ours = [(number, up) for _, number, _, up in piles["security"]]
    yield from _pile(f"the security stack of {side}", ours, stack)
    hand = Counter(cards[i].card for i in state.hand)
    if Counter(_numbers(piles["hand"])) != hand:
        yield f"the hand of {side} holds other cards than in the source"
    if state.delay:
        yield f"the source lists {len(state.delay)} cards of {side} in a place of its own"
    units = [unit for unit in table.units.values() if unit.side == side]
    battle = [unit for unit in units if unit.zone == "battle"]
    breeding = [unit for unit in units if unit.zone == "breeding"]
    yield from _field(f"the battle area of {side}", battle, state.battle_area, cards)
    bred = [state.breeding] if state.breeding else []
    yield from _field(f"the breeding area of {side}", breeding, bred, cards)


def _numbers(cards: list[Card]) -> list[str | None]:
    return [number for _, number, _, _ in cards]


def _pile(what: str, ours: list[Any], theirs: list[Any]) -> Iterator[str]:
    if ours == theirs:
        return
    if len(ours) != len(theirs):
        yield f"{what} holds {len(ours)} cards, in the source {len(theirs)}"
        return
    wrong = (index for index, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b)
    yield f"{what} differs from the source from position {next(wrong)} on"


def _field(
    what: str, units: list[Unit], perms: list[Permanent], cards: dict[str, CardOf]
) -> Iterator[str]:
    if len(units) != len(perms):
        yield f"{what} holds {len(units)} units, in the source {len(perms)}"
        return
    for place, (unit, perm) in enumerate(zip(units, perms, strict=True)):
        stack = [cards[i].card for i in (perm.top, *perm.stack[::-1])]
        where = f"{what}, unit {place}"
        yield from _pile(where, _numbers(unit.cards), stack)
        links = [cards[i].card for i in perm.linked]
        yield from _pile(f"{where}, its links", _numbers(unit.links), links)
        if unit.suspended != perm.suspended:
            yield f"{where} is {'' if unit.suspended else 'not '}suspended, in the source otherwise"
