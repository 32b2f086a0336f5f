"""The small change of sentences about a match: players, cards, places, lists.

Whatever a log says in free text is cleaned before it reaches a terminal: a player's name must not
be able to move the cursor or to colour the screen.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from unicodedata import category

from dcg_events.vocabulary.zone_names import ZONE_NAMES

_WITHOUT_ARTICLE: Final = ("no_area", "outside")
_PILES_WITH_ENDS: Final = ("deck", "egg_deck", "security")


def clean(text: object) -> str:
    r"""Return text as one line that no terminal takes for an instruction.

    >>> clean("Ben\x1b[2J\n the\tsecond")
    'Ben�[2J the second'
    """
    return one_line(" ".join(str(text).split()))


def one_line(text: str) -> str:
    r"""Return text with a file's name in it so that it stands on one line, every space kept.

    >>> one_line("a  b\n\x1b[2J\udcff 決勝\u3000戦")
    'a  b��[2J� 決勝\u3000戦'
    """
    return "".join(
        letter if letter.isprintable() or category(letter) == "Zs" else "�" for letter in text
    )


def ordinal(number: int) -> str:
    """Write a place in an order, from 1.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 21, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '113th']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def from_an_end(position: int) -> str:
    """Write a position from the end that it is counted from.

    >>> from_an_end(0), from_an_end(-3)
    ('1st from the top', '3rd from the bottom')
    """
    if position < 0:
        return f"{ordinal(-position)} from the bottom"
    return f"{ordinal(position + 1)} from the top"


def count_of(number: object, noun: str) -> str:
    """Write a number of things; an unknown number is "some".

    >>> count_of(1, "card"), count_of(3, "card"), count_of(None, "card")
    ('1 card', '3 cards', 'some cards')
    """
    return f"{'some' if number is None else number} {noun}{'' if number == 1 else 's'}"


def listed(words: Iterable[object]) -> str:
    """Join words as in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    parts = [clean(word) for word in words]
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def in_brackets(*parts: str) -> str:
    """Put what is not empty in brackets, with a space before them.

    >>> in_brackets("cost", ""), in_brackets("")
    (' (cost)', '')
    """
    said = "; ".join(part for part in parts if part)
    return f" ({said})" if said else ""


def tail(before: str, text: object) -> str:
    """Put free text behind a sentence, if there is any.

    >>> tail(": ", "late"), tail(": ", None)
    (': late', '')
    """
    return f"{before}{clean(text)}" if text is not None and str(text).strip() else ""


def units(ids: Sequence[object]) -> str:
    """Name units by the placements that founded them.

    >>> units(["41"]), units(["41", "50"])
    ('unit 41', 'units 41 and 50')
    """
    return f"unit{'' if len(ids) == 1 else 's'} {listed(ids)}" if ids else "no unit"


def numbers(values: Sequence[object] | None, count: int | None = None) -> str:
    """Name cards by their numbers; cards that are unknown only count.

    >>> numbers(["BT1-010", None, None]), numbers(None, 3), numbers([None])
    ('BT1-010 and 2 cards', '3 cards', 'a card')
    """
    known = [value for value in values or () if value is not None]
    hidden = (len(values) if values is not None else count or 0) - len(known)
    if values is None and count is None:
        return "some cards"
    if hidden or not known:
        known.append("a card" if hidden == 1 else f"{hidden or 'no'} cards")
    return listed(known)


def names_of(opened: Mapping[str, Any]) -> dict[str, str]:
    """Return the players' names from the first event of a log, told apart if they are the same.

    >>> names_of({"players": {"p1": {"name": "Ben"}, "p2": {"name": "Ben"}}})
    {'p1': 'Ben (p1)', 'p2': 'Ben (p2)'}
    """
    seats = opened.get("players") or {}
    names = {side: clean(seat.get("name")) for side, seat in seats.items()}
    if len(set(names.values())) < len(names):
        return {side: f"{name} ({side})" for side, name in names.items()}
    return names


@dataclass(frozen=True, slots=True)
class Speaker:
    """Speaks of players by their names, or as p1 and p2.

    Attributes:
        names: Names of the players, as far as they are wanted.
        sizes: How many cards the piles hold after the group, by zone and side, if that is known:
            then what arrives near the bottom is counted from there.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def who(self, actor: object, unknown: str = "a player") -> str:
        """Name an actor."""
        if actor in ("judge", "organiser", "spectator"):
            return "the spectators" if actor == "spectator" else f"the {actor}"
        return clean(self.names.get(str(actor), actor)) if actor is not None else unknown

    def whose(self, actor: object, unknown: str = "a player's") -> str:
        """Name an actor to whom something belongs."""
        return unknown if actor is None else f"{self.who(actor)}'s"

    def everyone(self, actors: Iterable[object] | None) -> str:
        """Name several actors."""
        return listed(self.who(actor) for actor in actors or ()) or "nobody"

    def card(self, number: object, owner: object) -> str:
        """Name a card by its owner and its number, as far as they are known."""
        if number is None:
            return "a card" if owner is None else f"a card of {self.who(owner)}"
        return clean(number) if owner is None else f"{self.whose(owner)} {clean(number)}"

    def zone(self, place: Mapping[str, Any], subject: object = None) -> str:
        """Name a zone, with its player where that is not the sentence's subject."""
        zone, side = str(place.get("zone")), place.get("side")
        name = ZONE_NAMES["en"].get(zone, zone.replace("_", " "))
        if zone in _WITHOUT_ARTICLE:
            return name
        return f"the {name}" if side in (None, subject) else f"{self.whose(side)} {name}"

    def goal(self, place: Mapping[str, Any] | None, subject: object = None) -> str:
        """Name a place where something arrives, from the end that it is nearer to."""
        place = place or {}
        size = self.sizes.get((str(place.get("zone")), str(place.get("side"))), 0)
        position, among = place.get("position"), place.get("among")
        if isinstance(position, int) and 0 < position < size <= 2 * position:
            place = {**place, "position": position - size}
        elif position is None and among and among[1] == size - 1 and among[0] > 0:
            return f"{self.zone(place, subject)} (one of the bottom {size - among[0]})"
        return self.spot(place, subject)

    def spot(self, place: Mapping[str, Any] | None, subject: object = None) -> str:
        """Name a place as exactly as an event does: the zone or unit, and where in it."""
        place = place or {"zone": "unknown place"}
        unit, zone, position = place.get("unit"), place.get("zone"), place.get("position")
        if unit is not None and zone == "link":
            return f"a link slot of unit {clean(unit)}"
        name = self.zone(place, subject) if unit is None else f"unit {clean(unit)}"
        if unit is None and zone not in _PILES_WITH_ENDS:
            return name
        if position in (0, -1):
            return f"the {'bottom' if position else 'top'} of {name}"
        if isinstance(position, int):
            return f"{name} ({from_an_end(position)})"
        return f"{name}{_among(place.get('among'))}"


def _among(bounds: Sequence[int] | None) -> str:
    """Say which places a hidden position may be."""
    if not bounds or None in bounds:
        return ""
    first, last = bounds
    if first == last:
        return f" ({from_an_end(first)})"
    if first == 0:
        return f" (one of the top {last + 1})"
    return f" (one of the {ordinal(first + 1)} to {ordinal(last + 1)} from the top)"
