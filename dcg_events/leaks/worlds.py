"""Make up another world that a viewer cannot tell from the one in the log.

What the viewer saw of a card is kept; which hidden card it was before, what the others are and in
which order they lie is decided anew.
"""

from collections import Counter
from random import Random
from typing import Any, Final

import orjson

from dcg_events.leaks.history import Groups, History
from dcg_events.leaks.inventing import Inventor
from dcg_events.leaks.recording import recordable
from dcg_events.leaks.stays import Glimpse, Mixing, Stay, has
from dcg_events.log.sealing import value_at
from dcg_events.vocabulary.people import PLAYERS

_TRIES: Final = 3
"""How often other cards are tried to be taken from a stretch."""


class World:
    """Another world.

    Attributes:
        swapped: Values that are not what they are in the log.
        events: Events that hold one.
    """

    def __init__(self, history: History, seed: int) -> None:
        self.swapped = 0
        self.events = 0
        self._history = history
        self._dice = Random(seed)  # noqa: S311 - the same seed has to give the same world
        self._past = {stay: stay.past for stay in history.stays}
        self._next: dict[Stay, list[Stay]] = {}
        for stay, past in self._past.items():
            if past is not None:
                self._next.setdefault(past, []).append(stay)
        self._cards = {mixing: list(mixing.came) for mixing in history.mixings}
        self._inventor = Inventor(self._dice, {stay.number for stay in history.stays})
        self._glimpsed = {glimpse: glimpse.shown for glimpse in history.glimpses}
        self._faces_of: dict[Stay, list[str]] = {}
        for glimpse in history.glimpses:
            self._show(glimpse, glimpse.shown)
        self._mix()
        self._show_others()
        self._root: dict[Stay, Stay] = {}
        self._number: dict[Stay, str] = {}
        self._broken: set[Stay] = set()
        self._deal()

    # which card went on as which

    def _mix(self) -> None:
        for mixing in self._dice.sample(self._history.mixings, len(self._history.mixings)):
            if mixing.taken is None:
                for _ in mixing.ins[1:]:  # once for two cards: twice would change nothing
                    self._exchange(mixing)
            else:
                for _ in range(_TRIES):
                    self._take_others(mixing)

    def _exchange(self, mixing: Mixing) -> None:
        """Let two cards go on as each other, if the viewer never saw both of them."""
        cards = self._cards[mixing]
        one, two = self._dice.sample(range(len(cards)), 2)
        came = cards.copy()
        came[one], came[two] = came[two], came[one]
        self._try(mixing, came, (one, two))

    def _take_others(self, mixing: Mixing) -> None:
        """Let other cards be taken from a stretch whose cards keep their order."""
        size = len(mixing.ins)
        taken = self._dice.sample(range(size), mixing.taken or 0)
        came = taken + [index for index in range(size) if index not in taken]
        self._try(mixing, came, range(size))

    def _try(self, mixing: Mixing, came: list[int], changed: Any) -> None:  # noqa: ANN401
        cards = self._cards[mixing]
        heads = {k: mixing.ins[came[k]] for k in changed}
        for k, head in heads.items():
            here = mixing.ins[cards[k]]
            if _sort(head) != _sort(here):
                return
            tail = mixing.outs[k]
            ahead = self._faces(head, mixing.outs[cards.index(came[k])])
            if len(ahead | self._faces(tail, here)) > 1:
                return
        for k in changed:
            self._next[mixing.ins[cards[k]]].remove(mixing.outs[k])
        for k, head in heads.items():
            self._past[mixing.outs[k]] = head
            self._next[head].append(mixing.outs[k])
        self._cards[mixing] = came

    def _show(self, glimpse: Glimpse, which: int) -> None:
        number = glimpse.stays[glimpse.shown].number
        if number is not None:
            self._faces_of.setdefault(glimpse.stays[which], []).append(number)

    def _show_others(self) -> None:
        """Let another card be the one that was shown, if it can be that card."""
        for glimpse, which in self._glimpsed.items():
            number = glimpse.stays[glimpse.shown].number
            if number is None:
                continue
            self._faces_of[glimpse.stays[which]].remove(number)
            fitting = [
                index
                for index, stay in enumerate(glimpse.stays)
                if _sort(stay) == _sort(glimpse.stays[which]) and self._faces(stay) <= {number}
            ]
            self._glimpsed[glimpse] = self._dice.choice(fitting or [which])
            self._show(glimpse, self._glimpsed[glimpse])

    def _faces(self, start: Stay, barred: Stay | None = None) -> set[str]:
        """Return as what a card is seen, on one side of a link if the other is barred."""
        faces: set[str] = set()
        seen = {start, barred}
        waiting = [start]
        while waiting:
            stay = waiting.pop()
            if stay.seen is not None and stay.number is not None:
                faces.add(stay.number)
            faces.update(self._faces_of.get(stay, ()))
            past = self._past[stay]
            for near in (*self._next.get(stay, ()), *([past] if past else ())):
                if near not in seen:
                    seen.add(near)
                    waiting.append(near)
        return faces

    # what the cards are

    def _deal(self) -> None:
        """Give every card its number: the one the viewer saw, or any other."""
        seen: dict[Stay, set[str]] = {}
        for stay in self._history.stays:  # each after its past, but for what a mixing moved
            root = self._root_of(stay)
            faces = seen.setdefault(root, set())
            if stay.seen is not None and stay.number is not None:
                faces.add(stay.number)
            faces.update(self._faces_of.get(stay, ()))
        self._broken = {root for root, faces in seen.items() if len(faces) > 1}
        self._number = {root: min(faces) for root, faces in seen.items() if faces}
        hidden = [root for root in seen if root not in self._number]
        own = [stay for stay in hidden if self._history.listed and self._is_own(stay)]
        self._deal_own(own, list(seen))
        rest = [root for root in hidden if root not in self._number]
        for player in (*PLAYERS, None):
            roots = [root for root in rest if root.owner == player]
            numbers = [root.number for root in roots if root.number is not None]
            self._dice.shuffle(numbers)
            for root in roots:
                number = numbers.pop() if numbers and self._dice.random() < 0.5 else None
                self._number[root] = number or self._inventor.number()

    def _is_own(self, stay: Stay) -> bool:
        return stay.owner == self._history.viewer and stay.zone in ("deck", "egg_deck")

    def _deal_own(self, hidden: list[Stay], roots: list[Stay]) -> None:
        """Deal the viewer's own hidden cards out of the list that the viewer knows."""
        decks: dict[tuple[str, str], list[Stay]] = {}
        for root in roots:
            if self._is_own(root):
                decks.setdefault((root.placement.split(".")[0], root.zone), []).append(root)
        for deck in decks.values():
            left = Counter(root.number for root in deck if root.number is not None)
            left.subtract(self._number[root] for root in deck if root in self._number)
            numbers = list(left.elements())
            self._dice.shuffle(numbers)
            for root in deck:
                if root in hidden and numbers:
                    self._number[root] = numbers.pop()

    def _root_of(self, stay: Stay) -> Stay:
        way = []
        root = self._root.get(stay)
        while root is None:
            way.append(stay)
            past = self._past[stay]
            if past is None:
                root = stay
            else:
                stay = past
                root = self._root.get(stay)
        for passed in way:
            self._root[passed] = root
        return root

    # filling in the blanks

    def number(self, stay: Stay) -> str:
        """Return the number that a card has in this world."""
        root = self._root_of(stay)
        if root in self._broken and stay.number is not None:
            return stay.number
        return self._number[root]

    def name(self, stay: Stay) -> str:
        """Return the placement under which this world has a stay."""
        while stay.renewed:
            past = self._past[stay]
            if past is None:
                break
            stay = past
        return stay.placement

    def cards(self, mixing: Mixing) -> list[int]:
        """Return for each of the stays after a mixing the index of the stay before it."""
        return self._cards[mixing]

    def glimpsed(self, glimpse: Glimpse) -> int:
        """Return which of the cards was shown."""
        return self._glimpsed[glimpse]

    def text(self, known: object) -> str | None:
        """Make up a text of another length, or none."""
        return self._inventor.text(known)

    def count(self, known: object) -> int | None:
        """Make up a count, or none."""
        return self._inventor.count(known)

    def note(self, known: object) -> dict[str, Any] | None:
        """Make up a recorder's note, or none."""
        return self._inventor.note(known)

    def list_of(self, player: str, numbers: list[str | None]) -> list[str | None] | None:
        """Return a list of a player's cards as this world has it."""
        if self._dice.random() < 0.1:
            return None
        now: dict[str | None, list[str]] = {}
        for root in dict.fromkeys(self._root.values()):
            if root.owner == player and root.placement and root in self._number:
                now.setdefault(root.number, []).append(self._number[root])
        found: list[str | None] = []
        for number in numbers:
            fitting = now.get(number)
            other = self.another(number) if number is not None else None
            found.append(fitting.pop() if fitting and number is not None else other)
        return found

    def another(self, number: str) -> str:
        """Return what a number that belongs to no card on the table is in this world."""
        return self._inventor.another(number)

    def unknown(self, value: object) -> object:
        """Return a value, or null where in this world the recorder does not know it."""
        return None if self._dice.random() < 0.2 else value

    def shuffled(self, values: list[int]) -> list[int]:
        """Return values in another order."""
        return self._dice.sample(values, len(values))

    def groups(self) -> list[list[dict[str, Any]]]:
        """Return the plain events of this world."""
        groups = plain_groups(self._history.groups)
        of_seq = {event["seq"]: event for group in groups for event in group}
        touched = set()
        for seq, path, fill in self._history.blanks:
            event = of_seq[seq]
            if not has(event, path):
                continue
            value, known = fill(self), value_at(event, path)
            changed = _count_changes(known, value)
            if changed:
                touched.add(seq)
                self.swapped += changed
                *parents, name = path.split(".")
                holder = value_at(event, ".".join(parents)) if parents else event
                holder[name] = value
        self.events = len(touched)
        return groups


def plain_groups(recorded: Groups) -> list[list[dict[str, Any]]]:
    """Return a copy of the events of a log, as the recorder takes them."""
    groups: list[list[dict[str, Any]]] = orjson.loads(orjson.dumps(list(recorded)))
    return [[recordable(event) for event in group] for group in groups]


def _sort(stay: Stay) -> tuple[bool, str | None]:
    return stay.number is not None, stay.owner


def _count_changes(known: object, value: object) -> int:
    """Count the values that differ, in a list each for itself."""
    if isinstance(known, list) and isinstance(value, list) and len(known) == len(value):
        return sum(map(_count_changes, known, value))
    return int(known != value)
