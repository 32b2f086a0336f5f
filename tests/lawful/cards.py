"""A made-up card database: numbers, costs and DP, and the name of each card's ability."""

from dataclasses import dataclass
from random import Random
from typing import Final, Literal

COLOURS: Final = ("red", "blue", "green")

CardKind = Literal["egg", "digimon", "tamer", "option", "token"]


@dataclass(frozen=True, slots=True)
class Print:
    """What stands on a card.

    Attributes:
        number: Its card number, which no printed card has.
        kind: What kind of card.
        colour: Its one colour.
        level: 2 to 6; 0 where it has none.
        cost: Play cost or use cost, in memory.
        evolution: Cost of digivolving into it from the level below.
        dp: In DP; 0 where it has none.
        timing: When its ability comes.
        ability: The name of that ability.
        inherited: The ability it gives to what lies on it, when that attacks.
        link: Cost of linking it; None if it cannot.
        overflow: Memory lost when it leaves the field; only an ACE has that, and [Counter].
        blocks: Whether it may block.
        checks: Security cards that it checks.
        dna: Whether two Digimon of the level below DNA digivolve into it, for nothing.
        assembly: Whether two level 3 cards of the trash may go under it when it is played, for a
            play cost that is lower by 1.
    """

    number: str
    kind: CardKind
    colour: str
    level: int = 0
    cost: int = 0
    evolution: int = 0
    dp: int = 0
    timing: str = ""
    ability: str = ""
    inherited: str = ""
    link: int | None = None
    overflow: int = 0
    blocks: bool = False
    checks: int = 1
    dna: bool = False
    assembly: bool = False


ON_DIGIMON: Final = (
    "reveal_three",
    "bottom_several",
    "minus_dp",
    "lose_memory",
    "de_digivolve",
    "look_at_security",
    "delete_two",
    "recover",
    "bottom_both",
    "draw_two",
    "return_itself",
    "delete_one",
    "trash_security",
    "mill_three",
    "look_at_deck",
)
ON_OPTION: Final = (
    "bottom_several",
    "mill_most",
    "delete_two",
    "trash_to_deck",
    "bottom_both",
    "minus_dp",
    "place_in_battle_area",
    "trash_security",
    "recover",
    "security_to_bottom",
    "choose_two",
    "choose_two",
)
"""Abilities, each of which some card has; `abilities` says what they do."""

ON_TAMER: Final = (
    "start_of_main",
    "on_any_play",
    "activated",
    "start_of_main",
    "activated",
    "end_of_turn",
    "start_of_turn",
)

_OF_TAMER: Final = {
    "activated": "suspend_for_two",
    "start_of_main": "set_memory",
    "end_of_turn": "recover",
    "start_of_turn": "look_at_deck",
}
_CHOSEN: Final = dict.fromkeys((14, 29, 44), "lose_memory") | dict.fromkeys(
    (10, 17, 31, 38), "return_itself"
)
_TIMINGS: Final = ("OnPlay", "WhenDigivolving", "OnPlay", "OnUseAttack", "OnDestroyedAnyone")
_DP: Final = {3: 2000, 4: 4000, 5: 7000, 6: 11000}
_COST: Final = {3: 1, 4: 2, 5: 4, 6: 9}
_EVOLUTION: Final = {3: 0, 4: 1, 5: 1, 6: 2}


def _digimon() -> list[Print]:
    prints = []
    abilities = list(ON_DIGIMON)
    for index in range(45):
        level = (3, 4, 3, 5, 4, 3, 4, 5, 6, 3, 4, 5, 3, 4, 6)[index % 15]
        colour = COLOURS[index // 15]
        ability = "choose_two" if index % 3 else abilities[index // 3 % len(abilities)]
        ace = level > 4 and index % 4 == 3
        prints.append(
            Print(
                number=f"LX1-{index + 11:03}",
                kind="digimon",
                colour=colour,
                level=level,
                cost=_COST[level],
                evolution=_EVOLUTION[level],
                dp=_DP[level] + 1000 * (index % 3),
                timing=_TIMINGS[index % 7 % 5],
                ability=_CHOSEN.get(index, ability),
                inherited=("", "draw_one", "", "gain_memory")[index % 4],
                link=1 if level == 3 and index % 2 else None,
                overflow=3 if ace else 0,
                blocks=index % 3 == 0,
                checks=2 if level > 4 and index % 3 == 1 else 1,
                dna=level > 3 and not ace,
                assembly=level == 4 and index % 2 == 0,
            )
        )
    return prints


def _others() -> list[Print]:
    prints = [
        Print(f"LX1-{index + 1:03}", "egg", COLOURS[index // 2], 2, inherited=inherited)
        for index, inherited in enumerate(("draw_one", "gain_memory") * 3)
    ]
    for index, timing in enumerate(ON_TAMER * 2):
        ability = _OF_TAMER.get(timing, "gain_memory")
        tamer = Print(f"LX1-{index + 61:03}", "tamer", COLOURS[index % 3], cost=1)
        prints.append(_with(tamer, timing, ability))
    for index, ability in enumerate(ON_OPTION * 2):
        option = Print(f"LX1-{index + 81:03}", "option", COLOURS[index % 3], cost=index % 3)
        prints.append(_with(option, "OnUseOption", ability))
    prints.append(Print(TOKEN, "token", "red", level=3, cost=3, dp=3000))
    return prints


def _with(print_: Print, timing: str, ability: str) -> Print:
    return Print(
        print_.number,
        print_.kind,
        print_.colour,
        cost=print_.cost,
        timing=timing,
        ability=ability,
    )


TOKEN: Final = "TOKEN-LX1"  # noqa: S105 - a card that is laid ready outside the game

DATABASE: Final[dict[str, Print]] = {print_.number: print_ for print_ in _digimon() + _others()}

_SLOTS: Final = (("digimon", 3, 14), ("digimon", 4, 10), ("digimon", 5, 6), ("digimon", 6, 4))
_REST: Final = (("tamer", 0, 8), ("option", 0, 8))


def build_deck(dice: Random, *, mills: bool = False) -> tuple[list[str], list[str]]:
    """Return a legal deck of 50 and a Digi-Egg deck of 0 to 5, no number more than four times.

    Decks hold to two colours, so that there is something to digivolve into; some want the
    opponent to run out of cards.
    """
    colours = dice.sample(COLOURS, 2)
    deck: list[str] = []
    for kind, level, slots in (*_SLOTS, *_REST):
        count = slots
        pool = [
            print_.number
            for print_ in DATABASE.values()
            if (print_.kind, print_.level) == (kind, level) and print_.colour in colours
        ]
        milling = [number for number in pool if DATABASE[number].ability == "mill_most"]
        if mills and milling:
            deck += milling[:1] * 4
            pool.remove(milling[0])
            count -= 4
        deck += dice.sample(pool * 4, count)
    eggs = [p.number for p in DATABASE.values() if p.kind == "egg" and p.colour in colours]
    count = dice.choice((0, 3, 4, 4, 5, 5, 5))
    return sorted(deck), sorted(dice.sample(eggs * 4, count))
