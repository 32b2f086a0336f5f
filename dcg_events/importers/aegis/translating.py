"""Translate a match file line by line into groups of plain events."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from dcg_events.errors import SourceError
from dcg_events.importers.aegis import attacks, choices, effects, flow, moves, setup
from dcg_events.importers.aegis.asking import Mulligan, Respond, RespondAlliance
from dcg_events.importers.aegis.desk import RESPONSES, Desk
from dcg_events.importers.aegis.engine import (
    AttackDeclaredBy,
    Blocked,
    CardsMoved,
    Checked,
    CombatResolved,
    EffectReported,
    EngineEvent,
    GameOver,
    MatchStarted,
    MemoryMoved,
    PhaseChanged,
    Plain,
    TurnOver,
)
from dcg_events.importers.aegis.ledger import Ledger
from dcg_events.importers.aegis.lines import (
    CardOf,
    Decision,
    End,
    Instances,
    Intent,
    Line,
    Reported,
    Settled,
    Snapshot,
    State,
    Truth,
)
from dcg_events.importers.aegis.mirror import player_of
from dcg_events.importers.aegis.source import MismatchError, Source

_REMEDY = MismatchError("").remedy

_KNOWN = frozenset(
    {
        "alliancePrompt",
        "allianceResolved",
        "blockDeclined",
        "blockWindowOpened",
        "cardPlayed",
        "digivolved",
        "hatched",
        "movedFromBreeding",
        "securityRecovered",
    }
)
"""Events that say nothing which other lines do not say: they make no event of their own."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """A place at which the source says how the table stands.

    Attributes:
        n: The source's number of the line.
        state: Its snapshot.
        cards: Which card each of its instances is.
    """

    n: int
    state: State
    cards: dict[str, CardOf]


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted on the way: orders that were chosen, by kind."""

    orderings: dict[str, int]


@dataclass(frozen=True, slots=True)
class LineTold:
    """What a line says is recorded.

    Attributes:
        ends_turn: Whether a turn ended with it.
    """

    ends_turn: bool


_LINE_TOLD, _TURN_TOLD = LineTold(ends_turn=False), LineTold(ends_turn=True)

Step: TypeAlias = LineTold | Milestone | Counts


def translate(source: Source, ledger: Ledger) -> Iterator[Step]:
    """Record a match line by line; yield where it has come, and the counts at the end.

    Args:
        source: The match file.
        ledger: Records the groups, in order; the match is open already.

    Raises:
        SourceError: If a line does not follow from those before it.
    """
    desk = Desk(source, ledger)
    setup.register_decks(desk, source.header)
    for index, line in enumerate(source.lines):
        desk.at = index
        try:
            _translate_line(desk, line)
        except MismatchError as error:
            raise SourceError(source.where(index), str(error), error.remedy) from error
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            # a hostile file may hold what no engine writes and no rule above foresees
            problem = "what it says does not hold together"
            raise SourceError(source.where(index), problem, _REMEDY) from error
        turn_ends = isinstance(line, Reported) and isinstance(line.event, TurnOver)
        yield _TURN_TOLD if turn_ends else _LINE_TOLD
        if isinstance(line, Snapshot):
            _check_names(desk, line.state, source.where(index))
            yield Milestone(line.n, line.state, desk.mirror.cards)
    yield Counts(dict(desk.orderings))


def _translate_line(desk: Desk, line: Line) -> None:
    match line:
        case Instances():
            desk.mirror.enter(line.map)
            desk.ledger.enter(line.map)
        case Truth():
            _truth(desk, line)
        case Reported():
            _reported(desk, line.event)
        case Intent():
            _intent(desk, line)
        case Settled():
            if not desk.ended:
                attacks.end(desk, inferred=False)
        case End():
            flow.end_match(desk, line)
        case Decision() | Snapshot():
            pass  # a decision is told with its answer, a snapshot is compared
        case _:
            assert_never(line)


def _truth(desk: Desk, truth: Truth) -> None:
    table = desk.ledger.table
    if table.game == 0:
        desk.registered = frozenset(desk.mirror.cards)
        setup.start_game(desk, truth)
    elif table.turn == 0:
        setup.finish_setup(desk, truth)
    elif not _suspended_with_report(desk, truth):
        moves.tell(desk, truth)


def _suspended_with_report(desk: Desk, truth: Truth) -> bool:
    """Tell whether a suspension is part of the attack or block that is reported next."""
    events = desk.events_at_once()
    if not events:
        return False
    event, perm = events[0], ""
    if isinstance(event, AttackDeclaredBy):
        perm = event.attacker_permanent_id
    elif isinstance(event, Blocked):
        perm = event.blocker_permanent_id
    if not perm or not attacks.suspends_only(truth, perm):
        return False
    desk.mirror.apply(truth)
    desk.suspends = perm
    return True


def _reported(desk: Desk, event: EngineEvent) -> None:
    suspends, desk.suspends = desk.suspends, ""
    match event:
        case AttackDeclaredBy():
            attacks.declare(desk, event, suspends=suspends == event.attacker_permanent_id)
        case Blocked():
            attacks.block(desk, event.blocker_permanent_id, suspends=bool(suspends))
        case CombatResolved():
            attacks.battle(desk, desk.at, event)
        case Checked():
            effects.report_security_effect(desk, event.seat, event.revealed_card_id)
        case EffectReported():
            effects.report_effect(desk, event)
        case CardsMoved():
            pass  # told with the state it belongs to
        case _:
            _reported_of_game(desk, event)


def _reported_of_game(
    desk: Desk,
    event: MatchStarted | PhaseChanged | MemoryMoved | TurnOver | GameOver | Plain,
) -> None:
    match event:
        case MatchStarted():
            setup.decide_first_player(desk, event.first_seat)
        case PhaseChanged():
            flow.change_phase(desk, event)
        case MemoryMoved():
            flow.change_memory(desk, event)
        case TurnOver():
            flow.end_turn(desk, event)
        case GameOver():
            flow.end_game(desk, event)
        case Plain():
            if event.kind not in _KNOWN:
                desk.record({"kind": "noted", "text": f"event of the engine: {event.kind}"})
        case _:
            assert_never(event)


def _intent(desk: Desk, line: Intent) -> None:
    intent = line.intent
    if not line.ok:
        flow.refuse_intent(desk, line)
    elif isinstance(intent, Mulligan):
        setup.decide_redraw(desk, line.seat, intent)
    elif isinstance(intent, Respond):
        choices.answer(desk, intent.response)
    elif isinstance(intent, RespondAlliance):
        attacks.ally(desk, line.seat, intent.ally_permanent_id)
    elif intent.type == "declineBlock":
        attacks.block(desk, None)
    elif intent.type not in RESPONSES:
        flow.act(desk, line)


def _check_names(desk: Desk, state: State, where: str) -> None:
    """Refuse a snapshot that speaks of instances nobody has announced."""
    for seat, player in enumerate(state.players):
        perms = [*player.battle_area, *([player.breeding] if player.breeding else [])]
        named = [*player.deck, *player.egg_deck, *player.hand, *player.trash, *player.delay]
        named += [name.rstrip("^") for name in player.security]
        named += [i for perm in perms for i in (perm.top, *perm.stack, *perm.linked)]
        if not desk.mirror.cards.keys() >= set(named):
            problem = f"the state of {player_of(seat)} holds an instance that was never announced"
            raise SourceError(where, problem, _REMEDY)
