"""The fold: one function that applies a group of events to the table, all of it or nothing.

Kinds that change nothing on the table stand in `NO_CHANGE`, so that a new kind has to be placed in
one of the two lists before the tests pass.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from dcg_events.errors import ImpossibleEventError
from dcg_events.projections.locating import refuse
from dcg_events.projections.piles import flip, look_at, reorder, reveal, shuffle, start_game
from dcg_events.projections.table import Table, Unit
from dcg_events.projections.transfers import apply_transfer, apply_transfers
from dcg_events.vocabulary.places import Zone

Group: TypeAlias = Sequence[dict[str, Any]]
"""The events of one moment, in the order of their steps."""


MALFORMED: Final = (KeyError, TypeError, IndexError, AttributeError, ValueError)
"""What goes wrong where an event does not have the fields that its kind has."""


def apply_group(table: Table, group: Group) -> None:
    """Apply the events of one group (CR 4.0 §3-1-3-3).

    Transfers happen at once and first; what else belongs to the moment sees the table after them.
    A refused group of transfers, and a refused single event, leave the table as it was; whoever
    wants to go on after the refusal of another group folds it on a copy.

    Raises:
        ImpossibleEventError: If an event cannot have happened.
    """
    event = group[0]
    try:
        if len(group) == 1:
            change = CHANGES.get(event["kind"])
            if change is not None:
                change(table, event)
            table.seq = event["seq"]
        else:
            transfers = [event for event in group if event["kind"] == "transferred"]
            if transfers:
                apply_transfers(table, transfers)
            if len(transfers) < len(group):
                for event in group:
                    change = CHANGES.get(event["kind"])
                    if change is not None and change is not apply_transfer:
                        change(table, event)
            table.seq = group[-1]["seq"]
    except MALFORMED as error:
        raise malformed(event) from error


def malformed(event: dict[str, Any]) -> ImpossibleEventError:
    """Make the refusal of an event that is not what the schema asks for: nobody checked it yet."""
    problem = "it lacks a field, or holds a value of the wrong type"
    remedy = "check the log with `dcg-events verify --strict`"
    return ImpossibleEventError(f"event {event.get('seq')}", problem, remedy)


def _open_match(table: Table, event: dict[str, Any]) -> None:
    if table.header is not None:
        refuse(event, "the match is open already", "keep one match in a log")
    table.header = event


def _decide_first_player(table: Table, event: dict[str, Any]) -> None:
    table.first_player = event["player"]


def _start_turn(table: Table, event: dict[str, Any]) -> None:
    table.turn = event["turn"]
    table.turn_player = event["player"]
    table.phase = None


def _enter_phase(table: Table, event: dict[str, Any]) -> None:
    table.phase = event["phase"]


def _change_memory(table: Table, event: dict[str, Any]) -> None:
    table.memory = event["after"]


def unit_of(table: Table, event: dict[str, Any]) -> Unit:
    """Return the unit an event is about.

    Raises:
        ImpossibleEventError: If there is no such unit.
    """
    unit = table.units.get(event["unit"])
    if unit is None:
        problem = f"there is no unit {event['unit']} on the field"
        refuse(event, problem, "name a unit by the placement that founded it")
    return unit


def _move(table: Table, event: dict[str, Any]) -> None:
    unit = unit_of(table, event)
    goal: Zone = event.get("to") or "battle"
    if unit.zone == goal:
        refuse(event, f"unit {unit.id} is in the {goal} area already", "record where it came from")
    unit.zone = goal
    del table.units[unit.id]
    table.units[unit.id] = unit  # it is the newest of its area now


def _change_orientation(table: Table, event: dict[str, Any]) -> None:
    unit_of(table, event).suspended = event["orientation"] == "suspended"


def _end_showing(table: Table, event: dict[str, Any]) -> None:
    table.showings.pop(event["showing"], None)


def _declare_attack(table: Table, event: dict[str, Any]) -> None:
    unit_of(table, event)
    table.attack = {
        "attack": event["attack"],
        "player": event["player"],
        "unit": event["unit"],
        "target": event["target"],
    }


def _step_attack(table: Table, event: dict[str, Any]) -> None:
    if table.attack is not None and event.get("target"):
        table.attack = {**table.attack, "target": event["target"]}


def _end_attack(table: Table, _: dict[str, Any]) -> None:
    table.attack = None


def _end_game(table: Table, event: dict[str, Any]) -> None:
    table.attack = None
    table.result = {"of": "game", "winner": event["winner"], "reason": event["reason"]}


def _end_match(table: Table, event: dict[str, Any]) -> None:
    table.result = {"of": "match", "winner": event["winner"], "outcome": event["outcome"]}


CHANGES: Final[dict[str, Callable[[Table, dict[str, Any]], None]]] = {
    "transferred": apply_transfer,
    "match_opened": _open_match,
    "game_started": start_game,
    "first_player_decided": _decide_first_player,
    "shuffled": shuffle,
    "turn_started": _start_turn,
    "phase_entered": _enter_phase,
    "memory_changed": _change_memory,
    "moved": _move,
    "orientation_changed": _change_orientation,
    "flipped": flip,
    "reordered": reorder,
    "revealed": reveal,
    "looked_at": look_at,
    "showing_ended": _end_showing,
    "attack_declared": _declare_attack,
    "attack_stepped": _step_attack,
    "attack_ended": _end_attack,
    "game_ended": _end_game,
    "match_ended": _end_match,
}
"""What each kind does to the table."""

NO_CHANGE: Final = frozenset(
    {
        "attempted",
        "battle_resolved",
        "choice_made",
        "clock_changed",
        "cost_paid",
        "de_digivolved",
        "deck_checked",
        "deck_registered",
        "declaration_aborted",
        "declared",
        "disclosed",
        "effect_activated",
        "effect_not_activated",
        "effect_resolved",
        "effect_triggered",
        "information_shown",
        "judge_called",
        "loop_declared",
        "noted",
        "passed",
        "penalty_issued",
        "processing_pended",
        "record_corrected",
        "recovered",
        "redraw_decided",
        "rewound",  # whoever reads the log folds anew from where it leads
        "rule_checked",
        "ruling_issued",
        "security_checked",
        "state_attested",
        "state_repaired",
        "status_applied",
        "status_ended",
        "token_supplied",
        "turn_ended",
    }
)
"""Kinds that are facts of the match and move nothing on the table."""
