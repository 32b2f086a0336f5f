"""Hidden passages: who loses sight of which cards, and what they are called afterwards."""

from dcg_events.projections.facedown import renamed
from dcg_events.projections.table import Card, Table


def lose_sight(table: Table, stretch: list[Card], *, unknown: bool = False) -> None:
    """End the looks whose viewers cannot tell any more where the cards are that they look at.

    Who looks at all the cards that one was taken from sees which one it was, unless nobody knows.
    """
    if not table.showings:
        return
    hidden = {stretch[index].id for index in table.hidden(stretch, 0, len(stretch))}
    for seq, showing in list(table.showings.items()):
        touched = showing.tracked and not hidden.isdisjoint(showing.cards)
        lost = unknown or not hidden.issubset(showing.cards)
        if touched and lost and len(showing.viewers) < 3:
            del table.showings[seq]


def mix(table: Table, cards: list[Card], first: int, last: int, *, told: bool) -> None:
    """Mix the face-down cards of a stretch: nobody can tell any more which of them lies where.

    What they are is forgotten where this log does not say it (`told`), whose they are everywhere.
    """
    hidden = table.hidden(cards, first, last)
    owners = {cards[index][2] for index in hidden}
    owner = owners.pop() if len(owners) == 1 else None
    if owner is not None and (told or not any(cards[index][1] for index in hidden)):
        return  # all are alike already
    for index in hidden:
        card = cards[index]
        cards[index] = Card((card[0], card[1] if told else None, owner, False))


def rename_hidden(table: Table, piles: list[list[Card]], seq: int) -> None:
    """Give the face-down cards of some piles new placements, in the order in which they lie."""
    new_name: dict[str, str] = {}
    count = 0
    for pile in piles:
        hidden = table.hidden(pile, 0, len(pile))
        if hidden:
            whole = len(hidden) == len(pile)  # as in nearly every deck
            cards = renamed(pile if whole else [pile[index] for index in hidden], seq, count)
            count += len(hidden)
            if table.showings:
                old = (pile[index].id for index in hidden)
                new_name |= zip(old, (card.id for card in cards), strict=True)
            if whole:
                pile[:] = cards
            else:
                for index, card in zip(hidden, cards, strict=True):
                    pile[index] = card
    for showing in table.showings.values():
        showing.cards = [new_name.get(card, card) if card else card for card in showing.cards]
