"""The unsuspend phase: all of the turn player's units, at once (CR 4.2 §6-2-1)."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Text
from dcg_events.audit.scene import Scene
from dcg_events.audit.story.unsuspending import is_of_the_phase


def all_are_unsuspended(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """No unit of the turn player's is left suspended when the unsuspend phase is over.

    A doubt, for texts keep units from being unsuspended; a unit with a status on record is passed
    over, as the status may be such a text's.
    """
    table = scene.table
    if table.phase != "unsuspend" or event["phase"] == "unsuspend" or table.result is not None:
        return ()
    return () if scene.story.unsuspending.judged else _left_suspended(scene)


def _left_suspended(scene: Scene) -> Iterator[Break]:
    table, began = scene.table, scene.story.turn.began
    for unit in table.units.values():
        if unit.suspended and unit.side == table.turn_player and not _has_status(scene, unit.id):
            details: dict[str, str | int] = {"player": unit.side, "unit": unit.id}
            yield Break((unit.side,), details, () if began is None else (began,))


def _has_status(scene: Scene, unit: str) -> bool:
    return any(unit in units for units in scene.story.unsuspending.statuses.values())


def all_at_once(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What the unsuspend phase unsuspends is unsuspended in one moment."""
    before = scene.story.unsuspending.moment
    if before is None or scene.table.phase != "unsuspend" or not is_of_the_phase(event):
        return ()
    player = scene.table.turn_player or ""
    return [Break(tuple(filter(None, (player,))), {"player": player}, (before,))]


_ASKS: Final[Text] = {
    "en": "in the unsuspend phase all units of the turn player are unsuspended at the same time",
    "ja": "アクティブフェイズには、ターンプレイヤーのカードを全て同時にアクティブにする",
}

RULES: Final = (
    Rule(
        id="not-unsuspended",
        clause="6-2-1",
        severity="doubt",
        on=frozenset({"phase_entered"}),
        when="before",
        check=all_are_unsuspended,
        happened={
            "en": "the unsuspend phase of {player} is over, and unit {unit} is suspended",
            "ja": "{player}のアクティブフェイズが終わったのに、{unit}がレスト状態のまま",
        },
        asks=_ASKS,
    ),
    Rule(
        id="unsuspended-apart",
        clause="6-2-1",
        severity="incomplete",
        on=frozenset({"orientation_changed"}),
        when="before",
        check=all_at_once,
        once=True,
        happened={
            "en": "units of {player} are recorded as unsuspended one after the other",
            "ja": "{player}のカードが別々の出来事としてアクティブになったと記録されている",
        },
        asks=_ASKS,
    ),
)
