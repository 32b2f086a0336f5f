"""A match with branches, and beside it the model of what counts: what a log without them holds.

Actions name cards by the action that placed them, so that the same actions can be recorded into
another log, in which every placement has another id.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from dcg_events import EventError, ImpossibleEventError, MatchLog, redact, verify
from dcg_events.vocabulary.histories import HISTORIES
from tests.judging.desk import VIEWERS, Desk, at, move

Ids: TypeAlias = Callable[[str], str]
"""Gives the id that a log has for a placement of an action."""


class Action(NamedTuple):
    """Something that happens.

    Attributes:
        what: What kind of thing.
        side: Whose.
        card: The action that placed the card, or founded the unit, that it is about.
        size: How much of it.
    """

    what: str
    side: str
    card: str = ""
    size: int = 0

    def events(self, ids: Ids) -> list[dict[str, Any]]:
        """Write it as a group of plain events."""
        side, size = self.side, self.size
        deck, top = at("deck", side), at("deck", side, position=0)
        hand, trash = at("hand", side), at("trash", side)
        if self.what == "draw":
            steps = [at("deck", side, position=place) for place in range(size)]
            return [move("draw", step, hand) for step in steps]
        card = ids(self.card) if self.card else "999"
        turned = "suspended" if size % 2 else "unsuspended"
        one: dict[str, dict[str, Any]] = {
            "mill": move("trash", top, trash),
            "secure": move("place", top, at("security", side, position=0)),
            "play": move("play", hand, at("battle", side), was=card),
            "hide": move("place", hand, at("security", side, position=-1), was=card),
            "delete": move("delete", at("battle", side, unit=card, position=0), trash),
            "suspend": {"kind": "orientation_changed", "unit": card, "orientation": turned},
            "memory": {"kind": "memory_changed", "after": size},
            "look": {"kind": "looked_at", "viewer": side, "place": deck, "count": size},
            "shuffle": {"kind": "shuffled", "zone": "security", "side": side},
            "note": {"kind": "noted", "text": "a remark", "audience": [side]},
        }
        return [one[self.what]]


class Log:
    """A log that actions are recorded into, and what its ids stand for."""

    def __init__(self, folder: Path, name: str) -> None:
        self.desk = Desk(folder, name)
        self.seqs: dict[str, int] = {}
        self.names: dict[int, str] = {}

    def id_of(self, name: str) -> str:
        """Return the id that this log has for a placement."""
        head, _, step = name.partition("+")
        number, dot, rest = head.partition(".")
        return f"{self.seqs[number] + int(step or 0)}{dot}{rest}" if number in self.seqs else "999"

    def name(self, action: str, first: int, size: int) -> None:
        """Note where an action was recorded."""
        self.seqs[action] = first
        for step in range(size):
            self.names[first + step] = f"{action}+{step}" if step else action

    def name_of(self, placed: str) -> str:
        """Return what an id stands for."""
        seq, dot, rest = placed.partition(".")
        return f"{self.names.get(int(seq), seq)}{dot}{rest}"

    def act(self, name: str, action: Action) -> None:
        events = action.events(self.id_of)
        self.name(name, self.desk.seq(*events), len(events))

    def shown(self, value: Any, key: str = "") -> Any:
        """Return a table with names in the place of ids, without its place in the log."""
        if isinstance(value, dict):
            left_out = ("seq", "head")
            return {k: self.shown(v, k) for k, v in value.items() if k not in left_out}
        if isinstance(value, list):
            return [self.shown(item, key) for item in value]
        if key in ("id", "unit", "showing") and value is not None:
            return self.name_of(str(value))
        return value


class Parallel:
    """The match, and what of it counts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = Log(folder, "branches")
        self.actions: dict[str, Action | None] = {}
        self.counting: list[str] = []
        self.then: dict[int, list[str]] = {1: []}
        self.added: dict[str, list[str]] = {}
        self.count = 0
        self.twins = 0

    def _new_name(self) -> str:
        self.count += 1
        return f"{10_000 + self.count}"

    def _settle(self) -> None:
        """Note what counts at the end of the log."""
        self.then[self.log.desk.last] = list(self.counting)

    def act(self, action: Action) -> bool:
        """Let something happen; tell whether it could."""
        name = self._new_name()
        try:
            self.log.act(name, action)
        except (EventError, ImpossibleEventError):
            return False
        self.actions[name] = action
        self.counting.append(name)
        self._settle()
        return True

    def rewind(self, place: int) -> None:
        self.log.desk.record({"kind": "rewound", "to_seq": place})
        self.counting = list(self.then[place])
        self._settle()

    def correct(self, name: str, action: Action | None) -> bool:
        """Say that an action was another one, or never happened."""
        size = len((self.actions[name] or Action("note", "p1")).events(self.log.id_of))
        right = None if action is None else action.events(self.log.id_of)
        if size != 1 or (right is not None and len(right) != 1):
            return False
        try:
            self.log.desk.correct(self.log.seqs[name], right[0] if right else None)
        except (EventError, ImpossibleEventError):
            return False
        self.actions[name] = action
        self._settle()
        return True

    def add(self, after: str, action: Action) -> bool:
        """Say that an action was missed, after another one."""
        events = action.events(self.log.id_of)
        if len(events) != 1 or after not in self.log.seqs or self._is_added(after):
            return False
        place = self.log.seqs[after] + len(self._recorded(after)) - 1
        try:
            seq = self.log.desk.add(place, events[0])
        except (EventError, ImpossibleEventError):
            return False
        name = self._new_name()
        self.actions[name] = action
        self.log.name(name, seq, 1)
        before = self.added.setdefault(after, [])
        for counting in (*self.then.values(), self.counting):
            if after in counting:
                counting.insert(counting.index(after) + len(before) + 1, name)
        before.append(name)
        self._settle()
        return True

    def _is_added(self, name: str) -> bool:
        return any(name in added for added in self.added.values())

    def _recorded(self, name: str) -> list[int]:
        return [seq for seq, of in self.log.names.items() if of.partition("+")[0] == name]

    def without_branches(self, counting: list[str]) -> Log:
        """Record what counts into a log of its own, in which nothing else ever happened."""
        self.twins += 1
        twin = Log(self.folder, f"twin-{self.twins}")
        for name in counting:
            action = self.actions[name]
            if action is not None:
                twin.act(name, action)
        return twin

    def check(self, *places: int) -> None:
        """The table as ruled, and as played in each place, is that of a log without branches."""
        desk = self.log.desk
        assert self.then[desk.last] == self.counting
        assert verify(desk.path).whole
        for place in {*places, desk.last}:
            twin = self.without_branches(self.then[place])
            for viewer in VIEWERS:
                wanted = twin.shown(twin.desk.log(viewer).state())
                copy = desk.copy(viewer)
                for path in (desk.path, copy):
                    seen = MatchLog(path, viewer if path == desk.path else None).state(place)
                    if seen["viewer"] == viewer:
                        assert self.log.shown(seen) == wanted, (viewer, place)
        for viewer in VIEWERS:
            last = [desk.state(desk.last, history, viewer) for history in HISTORIES]
            assert last[0] == last[1] == last[2] == desk.state(viewer=viewer)
        desk.check_known()
        everything = [event["seq"] for event in desk.log().events()]
        assert everything == list(range(desk.last + 1))  # nothing was deleted
        redact(desk.path, "p1", self.folder / f"whole-{self.twins}.dcglog")

    def close(self) -> None:
        self.log.desk.recorder.close()
