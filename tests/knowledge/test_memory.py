"""Memory against a table that is known: what it holds can always be true, all of it at once."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from dcg_events.projections.knowing.memory import KnownCard, Memory

A, B, C = "BT1-010", "BT1-011", "BT1-012"


def card(number: str) -> KnownCard:
    return KnownCard(number, 1, "revealed")


def where(*places: str) -> frozenset[str]:
    return frozenset(places)


def possible(memory: Memory, table: dict[str, list[str]]) -> bool:
    """Tell whether each known card can be another card of the table, in one of its places."""
    lying = [(place, number) for place, cards in table.items() for number in cards]
    claims = [(places, one.number) for places, cards in memory.held.items() for one in cards]
    taken: dict[int, int] = {}

    def seat(claim: int, tried: set[int]) -> bool:
        places, number = claims[claim]
        for index, (place, is_) in enumerate(lying):
            if place in places and is_ == number and index not in tried:
                tried.add(index)
                if index not in taken or seat(taken[index], tried):
                    taken[index] = claim
                    return True
        return False

    return all(seat(claim, set()) for claim in range(len(claims)))


class Cards:
    """Cards that lie in places, one in each but in two hands, and what is known of them."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        numbers = [dice.choice((A, A, B, C)) for _ in range(8)]
        self.table = {f"p{index}": [number] for index, number in enumerate(numbers)}
        self.table |= {"h1": [], "h2": []}
        self.memory = Memory()
        self.names = 8

    def some(self, least: int = 1) -> list[str]:
        full = [place for place, cards in self.table.items() if cards]
        return self.dice.sample(full, min(len(full), self.dice.randint(least, 4)))

    def goal(self) -> str:
        self.names += 1
        return self.dice.choice(("h1", "h2", f"p{self.names}"))

    def take(self, places: list[str]) -> str:
        place = self.dice.choice(places)
        cards = self.table[place]
        number = cards.pop(self.dice.randrange(len(cards)))
        if place[0] == "p":
            del self.table[place]
        return number

    def move_unseen(self) -> None:
        if origins := self.some():
            number, goal = self.take(origins), self.goal()
            self.memory.spread(where(*origins), goal)
            self.table.setdefault(goal, []).append(number)
            gone = where(*origins) - where(*self.table)
            self.memory.follow(
                {place: where(*origins, goal) & where(*self.table) for place in gone}
            )
            if len(gone) == 1 and len(origins) > 1:  # nobody can tell which place is empty
                left = where(*(set(origins) - gone))
                self.memory.follow(dict.fromkeys((p for p in left if p[0] == "p"), left))

    def see_leave(self) -> None:
        if origins := self.some():
            number = self.take(origins)
            self.memory.take(number, where(*origins))
            gone = where(*origins) - where(*self.table)
            left = where(*(set(origins) - gone))
            self.memory.follow(dict.fromkeys(gone, left))
            if gone and left:
                self.memory.follow(dict.fromkeys((p for p in left if p[0] == "p"), left))

    def see_where_they_lie(self) -> None:
        for place in self.some():
            if place[0] == "p":
                self.memory.learn(place, card(self.table[place][0]))

    def see_some(self) -> None:
        places = self.some()
        numbers = [number for place in places for number in self.table[place]]
        seen = self.dice.sample(numbers, min(len(numbers), 2))
        self.memory.learn_several(where(*places), [card(number) for number in seen])

    def mix(self) -> None:
        places = [place for place in self.some(2) if place[0] == "p"]
        numbers = [self.table[place][0] for place in places]
        self.dice.shuffle(numbers)
        self.table |= {place: [number] for place, number in zip(places, numbers, strict=True)}
        self.memory.follow(dict.fromkeys(places, where(*places)))


@given(st.integers(0, 2**32 - 1))
def test_what_is_held_can_be_true_whatever_happens(seed: int) -> None:
    for game in range(20):
        cards = Cards(Random(f"{seed}/{game}"))  # noqa: S311 - a test wants the same game twice
        steps = [cards.move_unseen, cards.see_leave, cards.see_where_they_lie, cards.see_some]
        for _ in range(25):
            step = cards.dice.choice([*steps, cards.mix])
            step()
            assert possible(cards.memory, cards.table), step.__name__


def test_of_several_known_cards_the_one_with_the_fewest_places_came_to_light() -> None:
    memory = Memory()
    memory.add(where("deck.0", "deck.1", "security.0"), card(A))
    memory.add(where("deck.0", "deck.1"), card(A))
    memory.take(A, where("deck.0"))
    assert list(memory.held) == [where("deck.0", "deck.1", "security.0")]


def test_the_others_may_be_where_the_one_might_have_been() -> None:
    memory = Memory()
    memory.add(where("x", "y"), card(A))
    memory.add(where("y", "z", "w"), card(A))
    memory.add(where("y", "z", "w"), card(B))
    memory.take(A, where("y"))
    assert memory.held == {where("x", "y", "z", "w"): [card(A)], where("y", "z", "w"): [card(B)]}


def test_what_was_learned_first_stays() -> None:
    memory = Memory()
    memory.learn("x", card(A))
    memory.learn("x", card(A)._replace(since=9))
    memory.learn_several(where("x", "y"), [card(A)._replace(since=9)])
    assert memory.held == {where("x"): [card(A)]}
