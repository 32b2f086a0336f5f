"""What follows from how many cards there is room for."""

from dcg_events.projections.knowing.memory import HANDS, Memory, Whereabouts
from dcg_events.projections.table import Table


def room(table: Table, places: Whereabouts) -> int:
    """Count the cards that lie in some places."""
    hands = [side for side, hand in HANDS.items() if hand in places]
    return len(places) - len(hands) + sum(len(table.sides[side]["hand"]) for side in hands)


def settle(memory: Memory, table: Table) -> None:
    """Note that where all cards are known there are no others, and none in an empty hand."""
    empty = [hand for side, hand in HANDS.items() if not table.sides[side]["hand"]]
    memory.vacate(frozenset(empty))
    for places in [places for places in memory.held if len(places) > 1 or places & _HANDS]:
        if places in memory.held and len(memory.within(places)) == room(table, places):
            memory.close(places)


def disbelieve(memory: Memory, table: Table) -> None:
    """Forget a list if more cards of it would have to be somewhere than there is room for."""
    for places, cards in list(memory.held.items()):
        deduced = any(card.why == "deduced_from_list" for card in cards)
        if deduced and len(memory.within(places)) > room(table, places):
            memory.forget("deduced_from_list", places)


_HANDS = frozenset(HANDS.values())
