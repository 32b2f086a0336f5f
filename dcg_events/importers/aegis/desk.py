"""What the translation of one match keeps in mind from line to line."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from dcg_events.events.codec import PlainEvent
from dcg_events.importers.aegis.asking import Respond
from dcg_events.importers.aegis.engine import CardsMoved, EngineEvent, PhaseChanged
from dcg_events.importers.aegis.ledger import Ledger, instances_of
from dcg_events.importers.aegis.lines import CardOf, Decision, Intent, Line, Reported, Settled
from dcg_events.importers.aegis.mirror import Mirror, player_of
from dcg_events.importers.aegis.source import MismatchError, Source
from dcg_events.vocabulary.people import Player

RESPONSES: Final = ("respondDecision", "respondAlliance", "declareBlock", "declineBlock")
"""Intents that answer the engine; all others are acts of their own."""


@dataclass(slots=True)
class Action:
    """What a player has undertaken: to play or digivolve a card, to activate an effect.

    Attributes:
        player: Who.
        type: The source's name for it.
        seq: The event that declared it.
        instance: The card it is about.
    """

    player: Player
    type: str
    seq: int | None = None
    instance: str | None = None


@dataclass(slots=True)
class Attack:
    """An attack under way.

    Attributes:
        name: Its name in the log.
        seq: The event that declared it.
        seat: Who attacks.
        perm: The attacking permanent.
        target: The permanent attacked, or that blocked; None is the player.
        by_effect: Whether an effect made it, so that the source does not report its end.
        checks: Checks so far.
        battled: Whether it came to a battle with a unit.
    """

    name: str
    seq: int
    seat: int
    perm: str
    target: str | None
    by_effect: bool
    checks: int = 0
    battled: bool = False


@dataclass(slots=True)
class OpenEffect:
    """An effect that was activated and whose end the source has not reported."""

    seat: int
    card: str
    seq: int
    source: str | None
    key: str | None = None
    pending: str | None = None
    by_check: bool = False


@dataclass(slots=True)
class Pending:
    """An effect that waits: its name in the log, whose it is, its card, the source's name."""

    name: str
    seat: int
    instance: str
    effect: str


@dataclass(slots=True)
class Desk:
    """The state of the translation.

    Attributes:
        source: The file.
        ledger: The table.
        at: Index of the line being translated.
        mirror: The source's state.
        units: The unit of each permanent, those that are gone included.
        first_seat: Who goes first.
        turn_seat: Whose turn it is.
        action: What a player has undertaken.
        attack: The attack under way.
        effects: Effects being carried out, the innermost last.
        pending: Effects that wait for their turn.
        chosen: Instances in the order in which they are to be put down, with who chose it.
        bonus: Player who draws for a digivolution, and the digivolution.
        used_checks: Lines of `securityChecked` events that have been told already.
        told_battles: Lines of `combatResolved` events that have been told already.
        fallen: Permanents that lost a battle, and the battle.
        ally: The permanent that joins the attack, and the event that says so.
        uses: For each card in no area, the event that used or checked it.
        orderings: How many orders of each kind were chosen.
        founding: Cards of the group being told that found a unit, and their permanents.
        redraws: Seats that have decided to redraw and have not done so yet.
        looks: Looks at hidden cards that have not ended yet.
        registered: Instances of the registered decks; all others are tokens.
        suspends: The permanent whose suspension belongs to the attack or block reported next.
        passed: Whether the turn ends because its player passed.
        ended: Whether the game is over.
    """

    source: Source
    ledger: Ledger
    at: int = 0
    mirror: Mirror = field(default_factory=Mirror)
    units: dict[str, str] = field(default_factory=dict)
    first_seat: int | None = None
    turn_seat: int = 0
    action: Action | None = None
    attack: Attack | None = None
    effects: list[OpenEffect] = field(default_factory=list)
    pending: list[Pending] = field(default_factory=list)
    chosen: tuple[Player, list[str]] | None = None
    bonus: tuple[str, int] | None = None
    used_checks: set[int] = field(default_factory=set)
    told_battles: set[int] = field(default_factory=set)
    fallen: dict[str, int] = field(default_factory=dict)
    ally: tuple[str, int] | None = None
    uses: dict[str, int] = field(default_factory=dict)
    orderings: dict[str, int] = field(default_factory=dict)
    founding: dict[str, str] = field(default_factory=dict)
    redraws: set[int] = field(default_factory=set)
    looks: list[int] = field(default_factory=list)
    registered: frozenset[str] = frozenset()
    suspends: str = ""
    passed: bool = False
    ended: bool = False

    @property
    def line(self) -> Line:
        """The line being translated."""
        return self.source.lines[self.at]

    def record(
        self,
        *events: PlainEvent,
        by: Player | None = None,
        cause: dict[str, Any] | None = None,
        inferred: bool = False,
        ref: str | None = None,
        text: str | None = None,
    ) -> int:
        """Record a group and return the seq of its first event.

        Args:
            *events: Its events; the common fields are added.
            by: Who acted.
            cause: Why, for the events that do not say it themselves.
            inferred: Whether the source says it only by what follows from it.
            ref: The source line, if not the one being translated.
            text: A remark for the judge.

        Raises:
            MismatchError: If it cannot have happened.
        """
        note: dict[str, Any] = {
            "ref": ref or f"n={self.line.n}",
            "evidence": "inferred" if inferred else "authoritative",
        }
        if text:
            note["text"] = text
        group = []
        for event in events:
            whole = {**event, "recorder": note}
            if by is not None:
                whole["by"] = by
            if cause is not None:
                whole.setdefault("cause", cause)
            group.append(whole)
        return self.ledger.append(group)[0]

    def ahead(self) -> Iterator[tuple[int, Line]]:
        """Yield the lines after this one with their indices."""
        for index in range(self.at + 1, len(self.source.lines)):
            yield index, self.source.lines[index]

    def events_at_once(self) -> list[EngineEvent]:
        """Return the events that the engine reports directly after this line."""
        found = []
        for _, line in self.ahead():
            if not isinstance(line, Reported):
                break
            found.append(line.event)
        return found

    def until_act(self) -> Iterator[tuple[int, Line]]:
        """Yield the lines after this one up to the next act of a player or phase of the turn."""
        for index, line in self.ahead():
            if isinstance(line, Settled) or is_act(line):
                break
            if isinstance(line, Reported) and isinstance(line.event, PhaseChanged):
                break
            yield index, line

    def asked_before(self) -> Decision | None:
        """Return the decision whose answer stands directly before this line."""
        lines = self.source.lines
        if self.at < 2:
            return None
        answer, asked = lines[self.at - 1], lines[self.at - 2]
        if (
            isinstance(answer, Intent)
            and isinstance(answer.intent, Respond)
            and isinstance(asked, Decision)
        ):
            return asked
        return None

    @property
    def away(self) -> set[str]:
        """Cards in no area, which the source may still list in a security stack."""
        return set(instances_of(self.ledger.table.no_area))

    def unit(self, perm: str) -> str:
        """Return the unit of a permanent.

        Raises:
            MismatchError: If there never was one.
        """
        unit = self.units.get(perm)
        if unit is None:
            problem = f"there is no permanent {perm}"
            raise MismatchError(problem)
        return unit

    def number(self, instance: str) -> str:
        """Return the card number of an instance."""
        return self._card(instance).card

    def owner(self, instance: str) -> Player:
        """Return whose card an instance is."""
        return player_of(self._card(instance).owner)

    def _card(self, instance: str) -> CardOf:
        card = self.mirror.cards.get(instance)
        if card is None:
            problem = f"instance {instance} was never announced"
            raise MismatchError(problem)
        return card

    def count(self, kind: str) -> None:
        """Count an order that was chosen."""
        self.orderings[kind] = self.orderings.get(kind, 0) + 1


def is_act(line: Line) -> bool:
    """Tell whether a line is a new act of a player, and no answer."""
    return isinstance(line, Intent) and line.ok and line.intent.type not in RESPONSES


def reported_moves(events: list[EngineEvent]) -> list[CardsMoved]:
    """Return the moves of cards among some events of the engine."""
    return [e for e in events if isinstance(e, CardsMoved) and e.to != "unsuspended"]
