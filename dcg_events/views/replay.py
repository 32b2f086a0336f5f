"""Go to any position of a match, forwards and backwards, a group at a time.

A replay holds the events of one match in memory, and a snapshot of the table every few groups and
after every rewind, which would have to fold all that was played before it again: snapshots are
caches, equal to a fresh fold.
"""

from bisect import bisect_left, bisect_right
from typing import Final

from dcg_events.errors import UsageError
from dcg_events.events.codec import PlainEvent
from dcg_events.log.sealing import plain
from dcg_events.log.trusting import trusted_form
from dcg_events.projections.correcting import happened
from dcg_events.projections.course import SETTING_BACK, Course
from dcg_events.projections.fold import Group, apply_group
from dcg_events.projections.table import Table
from dcg_events.views.cut import cut
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.shape import TableView
from dcg_events.vocabulary.histories import History
from dcg_events.vocabulary.people import Viewer

SNAPSHOT_EVERY: Final = 200
"""Groups from one snapshot to the next: a copy costs as much as folding some ten of them."""


class Replay:
    """A cursor over the groups of a match, as one viewer sees it.

    Attributes:
        viewer: Who watches.
        history: Which history is replayed: as played, unless the log was opened for another.
        position: Index of the group the cursor stands on, 0 for the first.
    """

    def __init__(self, log: MatchLog) -> None:
        self.viewer: Viewer = log.viewer
        self.history: History = log.history or "played"
        self.position = 0
        self._groups: list[Group] = []
        self._heads: list[str] = []
        self._ends: list[int] = []
        self._turns: dict[tuple[int, int], int] = {}
        self._snapshots: dict[int, Table] = {0: Table()}
        course = Course()
        with trusted_form(log.source):
            for index, (moment, table, head) in enumerate(log.reading().tables()):
                group = happened(moment.group)
                self._groups.append(group)
                self._heads.append(head)
                self._ends.append(moment.place)
                if (index + 1) % SNAPSHOT_EVERY == 0 or group[0]["kind"] in SETTING_BACK:
                    self._snapshots[index + 1] = table.copy()
                for event in group:
                    if event["kind"] == "rewound":
                        course.note(group)
                    elif event["kind"] == "turn_started":
                        self._turns[table.game, event["turn"]] = index
        self._undone = course.undone()
        self._kept = sorted(self._snapshots)
        self._table = Table()
        self._applied = 0
        self.seek(0)

    def __len__(self) -> int:
        """Return the number of groups."""
        return len(self._groups)

    @property
    def turns(self) -> list[tuple[int, int]]:
        """The turns that have begun, as game and turn, in order."""
        return sorted(self._turns)

    def seek(self, position: int) -> TableView:
        """Go to a group, by its index; one before the first or after the last stays at the end."""
        self.position = max(0, min(position, len(self._groups) - 1))
        done = self.position + 1
        nearest = self._kept[bisect_right(self._kept, done) - 1]
        if not nearest <= self._applied <= done:
            self._table = self._snapshots[nearest].copy()
            self._applied = nearest
        for index in range(self._applied, done):
            apply_group(self._table, self._groups[index])
            self._table.seq = self._ends[index]
        self._applied = done
        return self.state()

    def step(self, by: int = 1) -> TableView:
        """Go some groups forward, or backward."""
        return self.seek(self.position + by)

    def seek_event(self, seq: int) -> TableView:
        """Go to the group that holds an event.

        Raises:
            UsageError: If there is no such event.
        """
        if not 0 <= seq <= self._ends[-1]:
            remedy = f"choose one from 0 to {self._ends[-1]}"
            raise UsageError(f"event {seq}", "the log does not hold it", remedy)
        return self.seek(bisect_left(self._ends, seq))

    def place(self) -> int:
        """Return the seq at whose place the group the cursor stands on happened."""
        return self._ends[self.position]

    def seek_place(self, place: int) -> TableView:
        """Go to the last group that happened no later than at a place."""
        return self.seek(bisect_right(self._ends, place) - 1)

    def seek_turn(self, turn: int, game: int | None = None) -> TableView:
        """Go to the beginning of a turn, the last time it began if the game was rewound.

        Args:
            turn: The turn, from 1 over both players.
            game: The game; by default the one the cursor stands in, or else the first.

        Raises:
            UsageError: If there was no such turn.
        """
        game = game or self._table.game or 1
        if (game, turn) not in self._turns:
            played = [number for of_game, number in self.turns if of_game == game]
            remedy = f"choose one from {played[0]} to {played[-1]}" if played else "none was played"
            raise UsageError(f"turn {turn} of game {game}", "it was not played", remedy)
        return self.seek(self._turns[game, turn])

    def state(self) -> TableView:
        """Return the table where the cursor stands."""
        return cut(self._table, self.viewer, self._heads[self.position])

    def group(self, position: int | None = None) -> list[PlainEvent]:
        """Return the plain events of the group the cursor stands on, or of another."""
        index = self.position if position is None else position
        return [plain(event) for event in self._groups[index]]

    def undone_by(self, position: int | None = None) -> int | None:
        """Return the rewind that undid the group the cursor stands on, or another; None if none."""
        place = self._ends[self.position if position is None else position]
        return next((by for first, last, by in self._undone if first <= place <= last), None)
