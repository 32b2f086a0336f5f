"""The state of the source as its `truth` lines tell it, address by address."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from dcg_events.importers.aegis.lines import CardOf, Truth
from dcg_events.importers.aegis.source import MismatchError
from dcg_events.vocabulary.people import Player
from dcg_events.vocabulary.places import Zone

PILES: Final[dict[str, Zone]] = {
    "deck": "deck",
    "eggDeck": "egg_deck",
    "hand": "hand",
    "security": "security",
    "trash": "trash",
    "resolving": "no_area",
}
"""The source's piles. What it calls `delay` is not among them: no match has used it."""

FIELD: Final[dict[str, Zone]] = {"battleArea": "battle", "breeding": "breeding"}

_ADDRESS: Final = re.compile(
    r"^p(?P<seat>[01])\.(?:(?P<pile>[A-Za-z]{1,20})(?:\[(?P<index>[0-9]{1,4})\])?"
    r"|(?P<zone>battleArea|breeding):(?P<perm>[A-Za-z0-9_-]{1,40})"
    r"\.(?P<part>top|stack|linked)(?:\[(?P<place>[0-9]{1,4})\])?)$"
)


def player_of(seat: int) -> Player:
    """Return the player of a seat.

    >>> player_of(0)
    'p1'
    """
    return "p1" if seat == 0 else "p2"


class Address(NamedTuple):
    """A place of the source: in a pile, or a part of a permanent."""

    seat: int
    zone: str
    perm: str | None
    part: str | None
    at: int


@lru_cache(maxsize=4096)  # few places are named again and again
def parse_address(text: str | None) -> Address | None:
    """Read an address; None stays None, which is no zone.

    >>> parse_address("p0.battleArea:perm-4.stack[2]")
    Address(seat=0, zone='battleArea', perm='perm-4', part='stack', at=2)

    Raises:
        MismatchError: If it names no place.
    """
    if text is None:
        return None
    found = _ADDRESS.match(text)
    if found is None or (found["pile"] is not None and found["pile"] not in PILES):
        problem = "it names a place that is not known"
        raise MismatchError(problem)
    zone, index = found["pile"] or found["zone"], found["index"] or found["place"]
    return Address(int(found["seat"]), zone, found["perm"], found["part"], int(index or 0))


@dataclass(slots=True)
class Perm:
    """A permanent: seat, part of the field, top card, stack from the bottom up, links."""

    seat: int
    zone: str
    top: str | None = None
    stack: list[str] = field(default_factory=list)
    linked: list[str] = field(default_factory=list)

    @property
    def cards(self) -> list[str]:
        """The card on top and those under it, top first."""
        return ([self.top] if self.top else []) + self.stack[::-1]


class Shift(NamedTuple):
    """An instance that changed its address."""

    i: str
    old: Address | None
    new: Address | None


@dataclass(slots=True)
class Mirror:
    """The state of the source.

    Attributes:
        cards: Which card each instance is, and whose.
        piles: For each seat and pile its instances, as the source lists them.
        perms: The permanents by the source's names.
        faces: Whether an instance lies face up, as far as the source has said.
    """

    cards: dict[str, CardOf] = field(default_factory=dict)
    piles: dict[tuple[int, str], list[str]] = field(default_factory=dict)
    perms: dict[str, Perm] = field(default_factory=dict)
    faces: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.piles = {(seat, pile): [] for seat in (0, 1) for pile in PILES}

    def enter(self, cards: dict[str, CardOf]) -> None:
        """Take in instances that the source announces.

        Raises:
            MismatchError: If one is known already as something else.
        """
        for instance, card in cards.items():
            if self.cards.setdefault(instance, card) != card:
                problem = f"instance {instance} was another card before"
                raise MismatchError(problem)

    def listed(self, seat: int, pile: str) -> list[str]:
        """Return a pile top first: the source keeps the newest card of a trash last."""
        cards = self.piles[seat, pile]
        return cards[::-1] if pile == "trash" else cards

    def apply(self, truth: Truth) -> list[Shift]:
        """Change the state by one difference and return what changed its address.

        Raises:
            MismatchError: If it does not fit the state.
        """
        shifts = [Shift(m.i, parse_address(m.from_), parse_address(m.to)) for m in truth.moves]
        for shift in shifts:
            if shift.i not in self.cards:
                problem = f"instance {shift.i} was never announced"
                raise MismatchError(problem)
            self._take(shift)
        self._put(shifts)
        self._drop_empty()
        for text, order in truth.reordered.items():
            self._reorder(text, order)
        for flip in truth.flips:
            self.faces[flip.i] = flip.face_up
        for change in truth.suspend:
            if change.perm not in self.perms:
                problem = f"there is no permanent {change.perm}"
                raise MismatchError(problem)
        return shifts

    def _take(self, shift: Shift) -> None:
        old = shift.old
        if old is None:
            return
        if old.perm is None:
            cards = self.piles[old.seat, old.zone]
        else:
            perm = self.perms.get(old.perm)
            if perm is None or (perm.seat, perm.zone) != (old.seat, old.zone):
                problem = f"there is no permanent {old.perm} there"
                raise MismatchError(problem)
            if old.part == "top":
                if perm.top != shift.i:
                    problem = f"instance {shift.i} is not the top card of {old.perm}"
                    raise MismatchError(problem)
                perm.top = None
                return
            cards = perm.stack if old.part == "stack" else perm.linked
        if shift.i not in cards:
            problem = f"instance {shift.i} does not lie where it leaves"
            raise MismatchError(problem)
        cards.remove(shift.i)

    def _put(self, shifts: list[Shift]) -> None:
        arriving: dict[int, tuple[list[str], list[tuple[int, str]]]] = {}
        for shift in shifts:
            new = shift.new
            if new is None:
                continue
            if new.perm is None:
                cards = self.piles[new.seat, new.zone]
            else:
                perm = self._perm_at(new)
                if new.part == "top":
                    if perm.top is not None:
                        problem = f"permanent {new.perm} would have two top cards"
                        raise MismatchError(problem)
                    perm.top = shift.i
                    continue
                cards = perm.stack if new.part == "stack" else perm.linked
            arriving.setdefault(id(cards), (cards, []))[1].append((new.at, shift.i))
        for cards, coming in arriving.values():
            for index, instance in sorted(coming):
                cards.insert(index, instance)

    def _perm_at(self, new: Address) -> Perm:
        name = str(new.perm)
        perm = self.perms.setdefault(name, Perm(new.seat, new.zone))
        perm.seat, perm.zone = new.seat, new.zone
        return perm

    def _drop_empty(self) -> None:
        for name, perm in list(self.perms.items()):
            if perm.top is None:
                if perm.stack or perm.linked:
                    problem = f"permanent {name} is left without a top card"
                    raise MismatchError(problem)
                del self.perms[name]

    def _reorder(self, text: str, order: list[str]) -> None:
        address = parse_address(text)
        if address is None or address.perm is not None:
            problem = "it reorders what is no pile"
            raise MismatchError(problem)
        cards = self.piles[address.seat, address.zone]
        if sorted(cards) != sorted(order):
            problem = "it reorders a pile and changes what is in it"
            raise MismatchError(problem)
        cards[:] = order
