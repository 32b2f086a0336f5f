"""Compare two tellings of one event, field by field: what contradicts, and what one fills in."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from typing_extensions import TypedDict  # comes with pydantic, which reads these types

from dcg_events.events.codec import PlainEvent
from dcg_events.reconciling.fields import ABSENT_SAYS, Role, is_unknown, leaves, role_of
from dcg_events.reconciling.pairing import Pairing
from dcg_events.reconciling.recording import Recording, Told
from dcg_events.reconciling.references import UNTOLD, References

_ABSENT: Final = object()
_DEFAULTS: Final[dict[tuple[str, str], Any]] = {
    ("moved", "to"): "battle",
    ("looked_at", "place.position"): 0,
    ("reordered", "first"): 0,
}
_SHOWING: Final = frozenset({"transferred", "flipped"})
"""Kinds that show a card. The others refer to one that was shown, as far as they name it."""

ORDER: Final = frozenset({"to.position", "from.position", "ordering.rank"})
"""Fields that say in which order the steps of a moment stand."""


class Difference(TypedDict):
    """A field of which both recordings say something, and not the same."""

    field: str
    a: Any
    b: Any


@dataclass(slots=True)
class Compared:
    """What comparing two tellings of one event found.

    Attributes:
        differences: What contradicts.
        echoes: What contradicts because something before did.
        fills: How many values A has from B, and B from A.
        worded: Whether they only use other words.
    """

    differences: list[Difference]
    echoes: list[Difference]
    fills: tuple[int, int]
    worded: bool


class Comparer:
    """Compares paired events in the order of A, remembering what was contradicted before."""

    def __init__(self, pairing: Pairing) -> None:
        self._pairing = pairing
        self._references = References(pairing)
        self._misnamed: set[tuple[str, str]] = set()

    def compare(self, one: int, two: int) -> Compared:
        """Compare an event of A with the same event of B."""
        ours, theirs = self._pairing.a.told[one], self._pairing.b.told[two]
        here, there = dict(leaves(ours.event)), dict(leaves(theirs.event))
        found = Compared([], [], (0, 0), worded=False)
        filled = [0, 0]
        for path in dict.fromkeys((*here, *there)):
            role = role_of(ours.event["kind"], path)
            if role is Role.OWN:
                continue
            values = [self._value(ours.event["kind"], path, side) for side in (here, there)]
            if _unknown(path, values[0]) or _unknown(path, values[1]):
                for side in (0, 1):
                    filled[side] += _unknown(path, values[side]) > _unknown(path, values[1 - side])
                continue
            if self._same(role, path, values, (ours, theirs)):
                continue
            if role is Role.WORDS:
                found.worded = True
                continue
            difference: Difference = {"field": path, "a": values[0], "b": values[1]}
            old = self._is_old(role, path, difference, (ours, theirs))
            (found.echoes if old else found.differences).append(difference)
        found.fills = filled[0], filled[1]
        self._remember(found.differences)
        return found

    def name_in_a(self, space: str, theirs: str, prefix: str) -> str:
        """Return A's name for what B names; with a prefix if only B names it."""
        return self._references.name_in_a(space, theirs, prefix)

    def _value(self, kind: str, path: str, side: dict[str, Any]) -> Any:  # noqa: ANN401
        value = side.get(path, _ABSENT)
        if value is _ABSENT:
            return _DEFAULTS.get((kind, path), _ABSENT)
        return value

    def _same(self, role: Role, path: str, values: list[Any], told: tuple[Told, Told]) -> bool:
        ours, theirs = values
        if role is Role.CARD:
            same = self._same_cards(ours, theirs) or (path == "was" and _are_copies(told))
        elif role is Role.EVENT:
            there = self._references.event(ours)
            same = there in (UNTOLD, theirs) or theirs not in self._pairing.of_b
        elif role is Role.NAME:
            same = self._references.same_name(path, ours, theirs)
        elif role is Role.NUMBER and isinstance(ours, list) and isinstance(theirs, list):
            same = _same_numbers(ours, theirs, told[0].event)
        elif role is Role.PLACE or path in ORDER:
            same = self._same_place(path, ours, theirs, told)
        elif path == "counts":
            same = all(one == two for one, two in _attested(ours, theirs))
        else:
            same = bool(ours == theirs)
        return same

    def _same_cards(self, ours: Any, theirs: Any) -> bool:  # noqa: ANN401 - any JSON value
        if isinstance(ours, list) and isinstance(theirs, list):
            return self._same_lists(ours, theirs)
        if ours is _ABSENT or theirs is _ABSENT:
            return False
        card = self._references.card(ours)
        return card in (UNTOLD, theirs) or not self._references.is_told(theirs)

    def _same_lists(self, ours: list[Any], theirs: list[Any]) -> bool:
        """Compare lists of references in any order; what is not told by both is left aside."""
        if not _same_powers(ours, theirs):
            return False
        ids = [_ids(items) for items in (ours, theirs)]
        cards = [self._references.card(item) for item in ids[0]]
        others = [item for item in ids[1] if self._references.is_told(item)]
        if UNTOLD in cards or len(others) < len(ids[1]):
            return True
        here, there = Counter(map(str, cards)), Counter(map(str, others))
        return (here - there).total() <= theirs.count(None) and (
            (there - here).total() <= ours.count(None)
        )

    def _same_place(self, path: str, ours: Any, theirs: Any, told: tuple[Told, Told]) -> bool:  # noqa: ANN401
        """Compare positions from either end, for a pile may hold more in one recording."""
        events = [one.event for one in told]
        groups = [rec.moments[one.moment].size for rec, one in zip(self._sides, told, strict=True)]
        if groups[0] != groups[1]:
            return True  # what is one moment here are several there: positions count differently
        if ours == theirs or path == "ordering.rank":
            return bool(ours == theirs)
        told_by_id = path == "from.position" and all(isinstance(e.get("was"), str) for e in events)
        if told_by_id and self._references.card(events[0]["was"]) == events[1]["was"]:
            return True
        sizes = [one.sizes.get(path.partition(".")[0], 0) for one in told]
        ends = [
            (position, position - size) if position >= 0 else (position + size, position)
            for position, size in zip((ours, theirs), sizes, strict=True)
        ]
        if sizes[0] == sizes[1]:
            return bool(ends[0] == ends[1])
        return bool(ends[0][0] == ends[1][0] or ends[0][1] == ends[1][1])

    @property
    def _sides(self) -> tuple[Recording, Recording]:
        return self._pairing.a, self._pairing.b

    def _is_old(
        self, role: Role, path: str, difference: Difference, told: tuple[Told, Told]
    ) -> bool:
        """Tell whether a contradiction was there before: both only repeat what they said."""
        if role is Role.NUMBER:
            ours, theirs = (one.known.get(path) for one in told)
            values = difference["a"], difference["b"]
            if _repeat(ours, theirs, *values):
                return True
            refers = told[0].event["kind"] not in _SHOWING and list not in map(type, values)
            return refers and None in (ours, theirs) and values in self._misnamed
        if path == "counts":
            return self._counts_differ_before(difference, told)
        if path == "count" and "place" in told[0].sizes and "place" in told[1].sizes:
            wholes = [one.sizes["place"] for one in told]
            return wholes == [difference["a"], difference["b"]]
        return False

    def _counts_differ_before(self, difference: Difference, told: tuple[Told, Told]) -> bool:
        """Tell whether what is counted differs as the two tables do."""
        for ours, theirs in _attested(difference["a"], difference["b"]):
            tables = [
                rec.moments[one.moment].counts[ours["side"]][ours["zone"]]
                for rec, one in zip(self._sides, told, strict=True)
            ]
            if ours["count"] - theirs["count"] != tables[0] - tables[1]:
                return False
        return True

    def _remember(self, differences: list[Difference]) -> None:
        for difference in differences:
            if difference["field"] == "number":
                self._misnamed.add((difference["a"], difference["b"]))


def _unknown(path: str, value: object) -> bool:
    if path in ABSENT_SAYS:
        return False
    return value is _ABSENT or is_unknown(value)


def _repeat(ours: Any, theirs: Any, here: Any, there: Any) -> bool:  # noqa: ANN401 - numbers
    """Tell whether all that differs in what is said was known to both before."""
    known, said = (ours, theirs), (here, there)
    if all(isinstance(part, list) for part in (*known, *said)):
        if len({len(part) for part in (*known, *said)}) > 1:
            return False
        return all(
            _repeat(*four)
            for four in zip(*known, *said, strict=True)
            if None not in four[2:] and four[2] != four[3]
        )
    return None not in known and known == said


def _same_numbers(ours: list[Any], theirs: list[Any], event: PlainEvent) -> bool:
    """Compare lists of card numbers: in order, but for a hand, which has none."""
    if len(ours) != len(theirs):
        return False
    place = event.get("place") or event
    if place.get("zone") == "hand":
        rest = Counter(n for n in ours if n is not None)
        others = Counter(n for n in theirs if n is not None)
        return (rest - others).total() <= theirs.count(None)
    return all(a is None or b is None or a == b for a, b in zip(ours, theirs, strict=True))


def _attested(ours: list[Any], theirs: list[Any]) -> list[tuple[Any, Any]]:
    """Return the counts that both attest."""
    place = {(count["zone"], count["side"]): count for count in theirs}
    keyed = ((count, place.get((count["zone"], count["side"]))) for count in ours)
    return [(one, two) for one, two in keyed if two is not None]


def _same_powers(ours: list[Any], theirs: list[Any]) -> bool:
    """Tell whether fighters, if it is a list of them, have the same DP, as far as both say."""
    fighting = [[item for item in items if isinstance(item, dict)] for items in (ours, theirs)]
    powers = [
        {fighter.get("player"): fighter.get("dp") for fighter in fighters} for fighters in fighting
    ]
    if any(len(of) < len(fighters) for of, fighters in zip(powers, fighting, strict=True)):
        return True  # both of one player: there is no telling which is which
    both = powers[0].keys() & powers[1].keys()
    return all(
        None in pair or pair[0] == pair[1] for pair in [(powers[0][p], powers[1][p]) for p in both]
    )


def _ids(items: list[Any]) -> list[Any]:
    """Return the placements of a list of references, or of fighters."""
    found = []
    for item in items:
        if isinstance(item, dict):
            found.append(item.get("unit") or item.get("card"))
        elif item is not None:
            found.append(item)
    return found


def _are_copies(told: tuple[Told, Told]) -> bool:
    """Tell whether both took a copy of one card out of a hand: nobody there tells them apart."""
    ours, theirs = (one.event for one in told)
    if not ours["kind"] == theirs["kind"] == "transferred":
        return False
    from_hand = ours["from"]["zone"] == theirs["from"]["zone"] == "hand"
    return from_hand and ours["number"] is not None and ours["number"] == theirs["number"]
