"""Whether what a viewer claims to know is true: all of it at once, on the table as it really lies.

The truth is the judge's table. A card that not even the judge knows could be any.
"""

from typing import Any, TypeAlias

from dcg_events.projections.table import Card, Table

Slot: TypeAlias = tuple[str, str | None, str | None, int]
"""Zone, side, unit and index of a card."""


def slots(table: Table) -> dict[Slot, Card]:
    """List every card of a table by its place."""
    found: dict[Slot, Card] = {}
    for side, piles in table.sides.items():
        for zone, cards in piles.items():
            found |= {(zone, side, None, index): card for index, card in enumerate(cards)}
    for unit in table.units.values():
        for zone, cards in ((unit.zone, unit.cards), ("link", unit.links)):
            found |= {(zone, unit.side, unit.id, index): card for index, card in enumerate(cards)}
    return found | {("no_area", None, None, i): card for i, card in enumerate(table.no_area)}


Piles: TypeAlias = dict[tuple[str, str | None, str | None], dict[int, Slot]]
"""The slots of each pile, by index."""


def within(place: dict[str, Any], piles: Piles) -> list[Slot]:
    """List the slots that are part of a place that a view names."""
    pile = piles.get((place["zone"], place["side"], place.get("unit")), {})
    if "first" not in place:
        return list(pile.values())
    return [pile[i] for i in range(place["first"], place["last"] + 1) if i in pile]


def untrue(view: dict[str, Any], table: Table) -> str | None:
    """Say what is untrue in a known view, or None if all of it can be true at once.

    Each known card has to be matched with a card of its own on the table: one that lies in one of
    its places and has its number.
    """
    cards = {
        slot: card
        for slot, card in slots(table).items()
        if slot[0] == "hand" or not card.up or card.number is None
    }
    piles: Piles = {}
    for slot in cards:
        piles.setdefault(slot[:3], {})[slot[3]] = slot
    claims: list[tuple[str, list[Slot]]] = []
    for item in view["items"]:
        here: list[Slot] = []
        size = sum(place["count"] for place in item["where"])
        if item["how"] != "some" and size != len(item["cards"]):
            return f"{item['how']} of {size} places: {item}"
        for place in item["where"]:
            fitting = within(place, piles)
            here += fitting
            if len(fitting) < place["count"]:
                return f"{place['count']} cards, and there are {len(fitting)}: {item}"
        for card in item["cards"]:
            fits = [s for s in here if cards[s].number in (card["number"], None)]
            claims.append((card["number"], fits))
    taken: dict[Slot, int] = {}
    for index in range(len(claims)):
        if not _seat(index, claims, taken, set()):
            return f"no card left for {claims[index][0]} among {claims[index][1]}"
    for known in view["contents"]:
        message = _contents(known, cards)
        if message:
            return message
    return None


def _seat(
    index: int, claims: list[tuple[str, list[Slot]]], taken: dict[Slot, int], tried: set[Slot]
) -> bool:
    """Find a card for a claim, moving other claims to other cards where that helps."""
    for slot in claims[index][1]:
        if slot not in tried:
            tried.add(slot)
            if slot not in taken or _seat(taken[slot], claims, taken, tried):
                taken[slot] = index
                return True
    return False


def _contents(known: dict[str, Any], cards: dict[Slot, Card]) -> str | None:
    zones = {place["zone"] for place in known["where"]}
    here = [
        card
        for slot, card in cards.items()
        if slot[0] in zones and slot[1] == known["side"] and (slot[0] == "hand" or not card.up)
    ]
    listed = [card["number"] for card in known["cards"] for _ in range(card["count"])]
    if len(listed) != len(here):
        return f"{len(listed)} cards are said to be all of {len(here)} in {zones}"
    for card in here:
        if card.number is not None and card.number not in listed:
            return f"{card.number} lies in {zones} and is not listed"
        if card.number is not None:
            listed.remove(card.number)
    return None
