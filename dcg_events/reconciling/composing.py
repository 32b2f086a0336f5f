"""Make one event of two tellings: what one does not say is filled in, what contradicts is not."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from dcg_events.errors import EventError, UsageError
from dcg_events.events.codec import PlainEvent, canonical, decode_event
from dcg_events.reconciling.clocks import by_other_clock
from dcg_events.reconciling.comparing import Compared, Comparer
from dcg_events.reconciling.fields import ABSENT_SAYS, Role, is_unknown, leaves, role_of
from dcg_events.reconciling.identities import Identities, card_of
from dcg_events.reconciling.pairing import Pairing
from dcg_events.reconciling.recording import Told
from dcg_events.reconciling.renumbering import Renumbering
from dcg_events.vocabulary.places import HIDDEN_PILES

_FILLED_IN: Final = frozenset({"facing", "owner", "orientation", "memory", *ABSENT_SAYS})
"""Fields whose null is no unknown: the recorder fills them in, or it says something."""

_PLACES: Final = ("from", "to", "place", "requested")


class Part(NamedTuple):
    """An event of a merged log: its seq in the recording it is made from, and in the other."""

    one: int | None
    two: int | None


class Composer:
    """Makes the events of a merged log from two recordings, A the one that is preferred if any.

    Attributes:
        preferred: Whether A is right where they contradict each other; otherwise nobody is.
        uneven: Whether one recording has moved cards that the other has not, so that piles are
            not alike and places count from the nearer end.
        ours: What A's events are called in the merged log.
        theirs: What B's events are called there.
    """

    def __init__(
        self, pairing: Pairing, names: tuple[str, str], clock: int | None, *, preferred: bool
    ) -> None:
        self.pairing = pairing
        self.preferred = preferred
        self.uneven = False
        comparer = Comparer(pairing)
        self.compared: dict[int, Compared] = {
            one: comparer.compare(one, two) for one, two in sorted(pairing.of_a.items())
        }
        self.names = names
        self.clock = clock or 0
        self.ours = Renumbering(lambda _, name: name)
        self.theirs = Renumbering(lambda space, name: comparer.name_in_a(space, name, names[1]))
        self._identities = Identities(pairing)
        for one, two in pairing.of_a.items():
            if any(d["field"] == "number" for d in self._against(one)):
                self._identities.contest(
                    (card_of("a", pairing.a, one), card_of("b", pairing.b, two))
                )
        self._identities.settle()

    def _against(self, one: int) -> list[Any]:
        compared = self.compared[one]
        return [*compared.differences, *compared.echoes]

    def label(self, part: Part) -> str:
        """Name where an event is from, as in `a:41 b:40`."""
        named = zip(self.names, part, strict=True)
        return " ".join(sorted(f"{name}:{seq}" for name, seq in named if seq is not None))

    def contested(self, part: Part) -> bool:
        """Tell whether the recordings contradict each other about the card of an event."""
        nodes = []
        if part.one is not None:
            nodes.append(card_of("a", self.pairing.a, part.one))
        if part.two is not None:
            nodes.append(card_of("b", self.pairing.b, part.two))
        return any(map(self._identities.is_contested, nodes))

    def event(self, part: Part) -> PlainEvent:
        """Return the merged event, as far as the recorder does not fill it in.

        Raises:
            UsageError: If the recordings contradict each other about what cannot be left unknown.
        """
        if part.one is None:
            told = self.pairing.b.told[part.two or 0]
            event = self._anew(told, self.theirs)
            event["at"] = by_other_clock(event.get("at"), self.clock)
        else:
            told = self.pairing.a.told[part.one]
            event = self._anew(told, self.ours)
            if part.two is not None:
                self._fill(event, part.one, self.pairing.b.told[part.two])
        if self.contested(part) and "number" in event and not self._says_number(part):
            event["number"] = None
        _tidy(event, uneven=self.uneven)
        return event

    def _says_number(self, part: Part) -> bool:
        """Tell whether the preferred recording says what a contested card is."""
        if not self.preferred or part.one is None:
            return False
        return self.pairing.a.told[part.one].event.get("number") is not None

    def _anew(self, told: Told, renumbering: Renumbering) -> PlainEvent:
        event = renumbering.event(told.event)
        if self.uneven:
            for name in _PLACES:
                place = event.get(name)
                if isinstance(place, dict):
                    event[name] = place | _from_an_end(place, told.sizes.get(name))
        return event

    def _fill(self, event: PlainEvent, one: int, theirs: Told) -> None:
        kind = event["kind"]
        against = {difference["field"] for difference in self._against(one)}
        known = dict(leaves(event))
        filling = dict(leaves(self._anew(theirs, self.theirs)))
        filling["at"] = by_other_clock(filling.get("at"), self.clock)
        alike = self._grouped_alike(one, theirs)
        if (event.get("place") or {}).get("zone") == "hand":
            filling |= _shown_hand(known, filling)
        for path in against:
            self._leave_open(event, path, known.get(path), filling.get(path), one)
        for path, value in filling.items():
            role = role_of(kind, path)
            own = role is Role.OWN and path not in ("audience", "at")
            if own or path in against or path in ABSENT_SAYS or is_unknown(value):
                continue
            if role is Role.PLACE and not alike:
                continue  # the places before and after another moment
            held = known.get(path)
            if isinstance(held, list) and isinstance(value, list):
                _set(event, path, _filled(held, value))
            elif is_unknown(held):
                _set(event, path, value)

    def _grouped_alike(self, one: int, theirs: Told) -> bool:
        a, b = self.pairing.a, self.pairing.b
        return a.moments[a.told[one].moment].size == b.moments[theirs.moment].size

    def _leave_open(self, event: PlainEvent, path: str, ours: Any, theirs: Any, one: int) -> None:  # noqa: ANN401
        """Leave a contradiction unknown, unless A is preferred."""
        if self.preferred:
            return
        if path in _FILLED_IN:
            raise self.refuse(Part(one, self.pairing.of_a[one]), path)
        if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
            both = zip(ours, theirs, strict=True)
            numbers = role_of(event["kind"], path) is Role.NUMBER
            _set(event, path, [a if a == b else None for a, b in both] if numbers else None)
        else:
            _set(event, path, None)
        try:
            decode_event(canonical(event), "")
        except EventError as error:  # null is no value of that field
            raise self.refuse(Part(one, self.pairing.of_a[one]), path) from error

    def refuse(self, part: Part, path: str) -> UsageError:
        """Return the refusal to guess about a field."""
        kind = self.pairing.a.told[part.one or 0].event["kind"]
        problem = f"the recordings contradict each other about {path}, which cannot be left unknown"
        remedy = "say which one is right with --prefer a or --prefer b"
        return UsageError(f"{self.label(part)} ({kind})", problem, remedy)


def _from_an_end(place: Mapping[str, Any], size: int | None) -> dict[str, Any]:
    """Count a position from the nearer end of its pile."""
    position = place.get("position")
    if not isinstance(position, int) or not size or position < 0 or 2 * position < size:
        return {}
    return {"position": position - size}


def _filled(held: list[Any], value: list[Any]) -> list[Any]:
    """Fill in what a list does not say from another one of the same things."""
    if all(item is None for item in held) or len(held) != len(value):
        return value if all(item is None for item in held) else held
    return [b if a is None else a for a, b in zip(held, value, strict=True)]


def _shown_hand(known: Mapping[str, Any], filling: Mapping[str, Any]) -> dict[str, Any]:
    """Return what to fill in of cards shown in a hand, card by card: they have no order."""
    ours, theirs = known.get("cards"), filling.get("cards")
    if not isinstance(ours, list) or not isinstance(theirs, list) or None in ours:
        return {}
    number_of = dict(zip(theirs, filling.get("numbers") or theirs, strict=False))
    return {"cards": ours, "numbers": [number_of.get(card) for card in ours]}


def _set(event: PlainEvent, path: str, value: object) -> None:
    holder = event
    *parents, name = path.split(".")
    for part in parents:
        if not isinstance(holder.get(part), dict):
            holder[part] = {}
        holder = holder[part]
    holder[name] = value


def _tidy(event: PlainEvent, *, uneven: bool) -> None:
    """Leave out what the recorder makes anew, and what only names a place that is given."""
    for name in _PLACES:
        place = event.get(name)
        known = isinstance(place, dict) and isinstance(place.get("position"), int)
        if isinstance(place, dict) and "among" in place and (known or uneven):
            event[name] = {part: value for part, value in place.items() if part != "among"}
    origin = event.get("from")
    if isinstance(origin, dict) and origin["zone"] in HIDDEN_PILES:
        event.pop("was", None)
    if event["kind"] == "flipped" and isinstance(event["place"].get("position"), int):
        event.pop("was", None)
