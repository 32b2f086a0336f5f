"""The story of a match so far: what a rule cannot read off the table."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol, TypeAlias

from dcg_events.audit.story.attacks import Attacks
from dcg_events.audit.story.bonus_draws import BonusDraws
from dcg_events.audit.story.decks import Decks
from dcg_events.audit.story.effects import Effects
from dcg_events.audit.story.eggs import Eggs
from dcg_events.audit.story.face_down import FaceDown
from dcg_events.audit.story.gauge import Gauge
from dcg_events.audit.story.lulls import Lulls
from dcg_events.audit.story.orders_due import OrdersDue
from dcg_events.audit.story.passages import Passages
from dcg_events.audit.story.pending import PendingEffects
from dcg_events.audit.story.phase import PhaseUnderWay
from dcg_events.audit.story.processes import Processes
from dcg_events.audit.story.redraws import Redraws
from dcg_events.audit.story.results import Results
from dcg_events.audit.story.setup import Setup
from dcg_events.audit.story.shown import Shown
from dcg_events.audit.story.turn import Turn
from dcg_events.audit.story.unsuspending import Unsuspending
from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner

Note: TypeAlias = Callable[[Table, dict[str, Any]], None]
"""Takes in an event that has happened, with the table after it."""


class Tracker(Protocol):
    """Follows one thread of the story."""

    kinds: ClassVar[frozenset[str]]
    """The kinds of event that it follows."""

    manners: ClassVar[frozenset[Manner] | None]
    """Of transfers, those that it follows; None for all."""

    def note(self, table: Table, event: dict[str, Any]) -> None:
        """Take in an event that has happened; `table` is the one after its group."""


class Story:
    """What happened so far in this game; a new game begins a new story.

    Attributes:
        turn: What has happened in this turn.
        attacks: The attack under way, and those that are over.
        bonus_draws: Digivolutions that wait for their draw.
        decks: Registered lists; kept over all games.
        eggs: Which cards are certainly Digi-Eggs; kept over all games.
        effects: Effects that have triggered, and what became of their cards.
        face_down: Units whose top card lies face down.
        gauge: Costs and passes that wait for the memory gauge.
        lulls: The last moment at which nothing was being carried out.
        orders_due: Cards put down together in no chosen order.
        passages: The transfers so far.
        pending: Effects that wait, and which went before them.
        phase: What has happened in this phase.
        processes: Beginnings of processes: De-Digivolve, reveals, Overflow.
        redraws: Redraws that wait for their shuffle.
        results: How the games ended; kept over all games.
        setup: The set-up of the game.
        shown: Which piles were shown last.
        unsuspending: What the unsuspend phase has unsuspended.
    """

    __slots__ = (
        "_followers",
        "_notes",
        "attacks",
        "bonus_draws",
        "decks",
        "effects",
        "eggs",
        "face_down",
        "gauge",
        "lulls",
        "orders_due",
        "passages",
        "pending",
        "phase",
        "processes",
        "redraws",
        "results",
        "setup",
        "shown",
        "turn",
        "unsuspending",
    )

    def __init__(self) -> None:
        self.decks = Decks()
        self.eggs = Eggs()
        self.results = Results()
        self.begin()

    def begin(self) -> None:
        """Begin anew."""
        self.turn = Turn()
        self.attacks = Attacks()
        self.bonus_draws = BonusDraws()
        self.effects = Effects()
        self.face_down = FaceDown()
        self.gauge = Gauge()
        self.lulls = Lulls()
        self.orders_due = OrdersDue()
        self.passages = Passages()
        self.pending = PendingEffects()
        self.phase = PhaseUnderWay()
        self.processes = Processes()
        self.redraws = Redraws()
        self.setup = Setup()
        self.shown = Shown()
        self.unsuspending = Unsuspending()
        self._followers: dict[str, list[Tracker]] = {}
        trackers: tuple[Tracker, ...] = (
            self.turn,
            self.attacks,
            self.bonus_draws,
            self.decks,
            self.eggs,
            self.effects,
            self.face_down,
            self.gauge,
            self.lulls,
            self.orders_due,
            self.passages,
            self.pending,
            self.phase,
            self.processes,
            self.redraws,
            self.results,
            self.setup,
            self.shown,
            self.unsuspending,
        )
        for tracker in trackers:
            for kind in tracker.kinds:
                self._followers.setdefault(kind, []).append(tracker)
        self._notes: dict[str, list[Note]] = {}

    def note(self, table: Table, group: Sequence[dict[str, Any]]) -> None:
        """Take in a group that has happened; `table` is the one after it."""
        for event in group:
            self.note_one(table, event)

    def note_one(self, table: Table, event: dict[str, Any]) -> None:
        """Take in an event that has happened."""
        kind = event["kind"]
        if kind == "game_started":
            self.begin()
        sort = event["manner"] if kind == "transferred" else kind
        notes = self._notes.get(sort)
        if notes is None:
            followers = self._followers.get(kind, ())
            if kind == "transferred":
                followers = [f for f in followers if f.manners is None or sort in f.manners]
            if self.setup.over:  # it has seen all that it waits for
                followers = [follower for follower in followers if follower is not self.setup]
            notes = self._notes[sort] = [follower.note for follower in followers]
        for note in notes:
            note(table, event)
        if kind == "turn_started" and self.turn.number == 1:
            self._notes.clear()
