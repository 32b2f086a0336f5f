"""The phases of a turn and what may be done in which (CR 4.2 §6-1-2, §4-17, §4-18)."""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Severity, Text
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import cause_of, is_known
from dcg_events.vocabulary.manners import PHASES

_PLACE: Final[dict[str, int]] = {phase: place for place, phase in enumerate(PHASES)}

_AT_OTHER_TIMES: Final = frozenset({"blast", "blast_dna", "arts"})
"""Routes of digivolving outside one's own main phase or within the use of an Option."""


def phases_follow_each_other(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A phase is not entered again once it is over.

    From the end of the turn it goes back to the main phase if memory comes back (§6-6-4).
    """
    turn, phase = scene.story.turn, event["phase"]
    if not turn.phases or turn.ended is not None or cause_of(event) == "judge":
        return ()
    last = turn.phases[-1]
    if _PLACE[last] < _PLACE[phase] or (last, phase) == ("end", "main"):
        return ()
    details: dict[str, str | int] = {"phase": f"{phase}_phase", "last": f"{last}_phase"}
    severity: Severity | None = "doubt" if last == phase else None
    players = (turn.player,) if turn.player else ()
    return [Break(players, details, severity=severity)]


def phases_are_recorded(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """All phases of a turn that came before one are on record, if phases are recorded at all."""
    turn, phase = scene.story.turn, event["phase"]
    if turn.began is None or turn.ended is not None or phase == "end":
        return ()  # a turn may end in any phase (§6-1-4-1)
    place = _PLACE[phase]
    reached = _PLACE[turn.phases[-1]] if turn.phases else -1
    if place <= reached + 1:
        return ()
    details: dict[str, str | int] = {"phase": f"{phase}_phase", "count": place - reached - 1}
    return [Break((turn.player,) if turn.player else (), details, (turn.began,))]


def phases_are_of_a_turn(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A phase is one of a turn that is under way."""
    turn = scene.story.turn
    if turn.began is not None and turn.ended is None:
        return ()
    evidence = () if turn.ended is None else (turn.ended,)
    return [Break((), {"phase": f"{event['phase']}_phase"}, evidence)]


def acts_in_the_own_main_phase(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A player plays, digivolves, uses, links, attacks and passes in the own main phase."""
    table = scene.table
    if table.turn_player is None or event.get("route") in _AT_OTHER_TIMES:
        return ()
    player, kind, cause = event["player"], event["kind"], cause_of(event)
    if player == table.turn_player and table.phase in (None, "main"):
        return ()
    if cause not in ("", "action") or (kind == "declared" and event["action"] == "activate"):
        return ()
    if kind == "passed" and event["what"] != "turn":
        return ()
    sure = cause == "action"
    if kind == "attack_declared":  # an effect may be what attacks, though the record says action
        sure = sure and scene.story.effects.last() < (scene.story.turn.began or 0)
    details: dict[str, str | int] = {"player": player}
    return [Break((player,), details, severity="breach" if sure else "doubt")]


def breeds_in_the_own_breeding_phase(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A player hatches, or moves a unit, in the own breeding phase, if it is no effect's doing."""
    if event.get("manner", "hatch") != "hatch" or cause_of(event) != "action":
        return ()
    table, side = scene.table, _side(scene, event)
    if table.turn_player is None or table.phase is None:
        return ()
    if (side, table.phase) == (table.turn_player, "breeding"):
        return ()
    clause = "4-17" if event["kind"] == "moved" else "4-18"
    return [Break((side,), {"player": side}, clause=clause)]


def breeds_once(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """In a breeding phase a player hatches or moves or does neither."""
    if event.get("manner", "hatch") != "hatch" or cause_of(event) != "action":
        return ()
    bred = scene.story.phase.bred
    if bred is None or scene.table.phase != "breeding":
        return ()
    side = _side(scene, event)
    return [Break((side,), {"player": side}, (bred,))]


def moves_to_the_battle_area(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A player moves a unit from the breeding area to the battle area and never back."""
    if event.get("to") != "breeding" or cause_of(event) != "action":
        return ()
    side = _side(scene, event)
    return [Break((side,), {"player": side})]


def moves_what_has_dp(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A unit with a Digi-Egg on top has no DP, and so stays in the breeding area."""
    unit = scene.table.units.get(event["unit"])
    if event.get("to") == "breeding" or unit is None or cause_of(event) != "action":
        return ()
    number = unit.cards[0].number
    if not is_known(number) or number not in scene.story.eggs.numbers:
        return ()
    return [Break((unit.side,), {"player": unit.side})]


def _side(scene: Scene, event: dict[str, Any]) -> str:
    """Return on whose side a unit is hatched or moved."""
    if event["kind"] == "moved":
        unit = scene.table.units.get(event["unit"])
        return unit.side if unit else ""
    return str(event["to"]["side"])


_PHASE: Final = frozenset({"phase_entered"})
_ORDER: Final[Text] = {
    "en": "a turn goes through unsuspend, draw, breeding and main phase, in this order",
    "ja": "ターンはアクティブ、ドロー、育成、メインの順に進む",
}
_MOVING: Final[Text] = {
    "en": "in the own breeding phase a player may move a Digimon with DP from the breeding area"
    " to the battle area",
    "ja": "自分の育成フェイズに、DPを持つデジモンを育成エリアからバトルエリアへ移動できる",
}

RULES: Final = (
    Rule(
        id="phase-order",
        clause="6-1-2",
        severity="breach",
        on=_PHASE,
        when="before",
        check=phases_follow_each_other,
        happened={
            "en": "the {phase} was entered after the {last}",
            "ja": "{last}の後に{phase}に入った",
        },
        asks=_ORDER,
    ),
    Rule(
        id="phase-unrecorded",
        clause="6-1-2",
        severity="incomplete",
        on=_PHASE,
        when="before",
        check=phases_are_recorded,
        happened={
            "en": "the {phase} was entered, and {count} of the phases before it are not on record",
            "ja": "{phase}に入ったが、その前の{count}個のフェイズの記録がない",
        },
        asks=_ORDER,
    ),
    Rule(
        id="phase-without-turn",
        clause="6-1-2",
        severity="incomplete",
        on=_PHASE,
        when="before",
        check=phases_are_of_a_turn,
        happened={
            "en": "the {phase} was entered while no turn was under way",
            "ja": "進行中のターンがないのに{phase}に入った",
        },
        asks=_ORDER,
    ),
    Rule(
        id="phase-of-acting",
        clause="6-1-2",
        severity="breach",
        on=frozenset({"declared", "attack_declared", "passed"}),
        when="before",
        check=acts_in_the_own_main_phase,
        happened={
            "en": "{player} acted as in a main phase, and it was not that player's main phase",
            "ja": "{player}が自分のメインフェイズではないのに、メインフェイズの行動をした",
        },
        asks={
            "en": "cards are played and used, and attacks declared, in the own main phase",
            "ja": "カードの登場や使用、アタックの宣言は自分のメインフェイズに行う",
        },
    ),
    Rule(
        id="phase-of-breeding",
        clause="4-18",
        severity="breach",
        on=frozenset({"transferred", "moved"}),
        when="before",
        check=breeds_in_the_own_breeding_phase,
        manners=frozenset({"hatch"}),
        happened={
            "en": "{player} hatched or moved a unit, and it was not that player's breeding phase",
            "ja": "{player}が自分の育成フェイズではないのに、孵化または移動をした",
        },
        asks={
            "en": "without an effect, hatching and moving are done in the own breeding phase",
            "ja": "効果によらない孵化と移動は、自分の育成フェイズに行う",
        },
    ),
    Rule(
        id="bred-twice",
        clause="6-1-2",
        severity="breach",
        on=frozenset({"transferred", "moved"}),
        when="before",
        check=breeds_once,
        manners=frozenset({"hatch"}),
        happened={
            "en": "{player} hatched or moved a unit a second time in one breeding phase",
            "ja": "{player}が1回の育成フェイズに孵化や移動を2回行った",
        },
        asks={
            "en": "in a breeding phase a player hatches, or moves a unit, or does neither",
            "ja": "育成フェイズには、孵化か移動のどちらか1つを行うか、何もしない",
        },
    ),
    Rule(
        id="moved-back",
        clause="4-17",
        severity="breach",
        on=frozenset({"moved"}),
        when="before",
        check=moves_to_the_battle_area,
        happened={
            "en": "{player} moved a unit back into the breeding area",
            "ja": "{player}が育成エリアへ移動させた",
        },
        asks=_MOVING,
    ),
    Rule(
        id="moved-without-dp",
        clause="4-17",
        severity="doubt",
        on=frozenset({"moved"}),
        when="before",
        check=moves_what_has_dp,
        happened={
            "en": "{player} moved a unit with a Digi-Egg on top to the battle area",
            "ja": "{player}が一番上がデジタマのまま、バトルエリアへ移動させた",
        },
        asks=_MOVING,
    ),
)
