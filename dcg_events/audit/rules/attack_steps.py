"""The timings of an attack: counter, block, success check (CR 4.2 §11-4)."""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.scene import Scene
from dcg_events.audit.severity import unless_text_says_so
from dcg_events.audit.story.attacks import STEPS
from dcg_events.audit.values import cause_of


def timings_in_order(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Counter comes before block, and both before it is settled whether the attack succeeds."""
    attacks, step = scene.story.attacks, STEPS.get(event["step_taken"])
    if step is None or step >= attacks.reached or not _belongs(scene, event):
        return ()
    return [Break(_players(event))]


def one_counter_and_one_block(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A player counters once in an attack, and blocks once."""
    attacks, step = scene.story.attacks, event["step_taken"]
    if step not in ("counter", "block") or not event["taken"] or not _belongs(scene, event):
        return ()
    before = attacks.taken.get(step)
    return () if before is None else [Break(_players(event), evidence=(before,))]


def other_player_answers(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """It is the player who is attacked that counters and blocks."""
    attack, player = scene.story.attacks.of(event), event.get("player")
    if event["step_taken"] not in ("counter", "block") or attack is None:
        return ()
    if player is None or player != attack["player"] or cause_of(event) == "judge":
        return ()
    return [Break((player,), {"player": player}, evidence=(attack["seq"],))]


def blocker_can_block(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What blocks is unsuspended, and stands in the battle area of who blocks."""
    if event["step_taken"] != "block" or not event["taken"] or event.get("unit") is None:
        return ()
    unit, player = scene.table.units.get(event["unit"]), event.get("player")
    if unless_text_says_so(event, None) is None:
        return ()
    able = unit is not None and unit.zone == "battle" and not unit.suspended
    if unit is not None and able and player in (None, unit.side):
        return ()
    return [Break(_players(event), {"unit": event["unit"]})]


def blocker_suspends(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """To block is to suspend what blocks, in that very moment."""
    if event["step_taken"] != "block" or not event["taken"] or event.get("unit") is None:
        return ()
    unit = scene.table.units.get(event["unit"])
    if unit is None or unit.suspended or unless_text_says_so(event, None) is None:
        return ()
    return [Break(_players(event), {"unit": unit.id})]


def blocker_is_attacked(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What blocks is what is attacked from then on."""
    if event["step_taken"] != "block" or not event["taken"] or event.get("unit") is None:
        return ()
    target = (event.get("target") or {}).get("unit")
    if target == event["unit"] or cause_of(event) == "judge":
        return ()
    return [Break(_players(event), {"unit": event["unit"]})]


def _belongs(scene: Scene, event: dict[str, Any]) -> bool:
    """Tell whether a step is one of the attack under way, and not a judge's."""
    return scene.story.attacks.of(event) is not None and cause_of(event) != "judge"


def _players(event: dict[str, Any]) -> tuple[str, ...]:
    return (event["player"],) if event.get("player") else ()


_STEPPED: Final = frozenset({"attack_stepped"})

RULES: Final = (
    Rule(
        id="attack-step-order",
        clause="11-4",
        severity="breach",
        on=_STEPPED,
        when="before",
        check=timings_in_order,
        happened={
            "en": "a timing of the attack was taken after a later one",
            "ja": "アタック中のタイミングが、後のタイミングより遅れて行われた",
        },
        asks={
            "en": "first comes the counter timing, then the block, then the success check",
            "ja": "カウンター、ブロック、アタック成功の確認の順に行う",
        },
    ),
    Rule(
        id="attack-step-twice",
        clause="11-4",
        severity="breach",
        on=_STEPPED,
        when="before",
        check=one_counter_and_one_block,
        happened={
            "en": "a second counter or block was made in the same attack",
            "ja": "1回のアタックで、カウンターまたはブロックが2回行われた",
        },
        asks={
            "en": "one attack allows one counter and one block",
            "ja": "カウンターとブロックは、1回のアタックでそれぞれ1回まで",
        },
    ),
    Rule(
        id="attack-step-player",
        clause="11-4",
        severity="breach",
        on=_STEPPED,
        when="before",
        check=other_player_answers,
        happened={
            "en": "{player} countered or blocked an attack of their own",
            "ja": "{player}が自分のアタックに対してカウンターまたはブロックを行った",
        },
        asks={
            "en": "the player who is attacked counters and blocks",
            "ja": "カウンターとブロックは、アタックされた側のプレイヤーが行う",
        },
    ),
    Rule(
        id="blocker-unable",
        clause="11-4",
        severity="breach",
        on=_STEPPED,
        when="before",
        check=blocker_can_block,
        happened={
            "en": "unit {unit} blocked while suspended, or from outside the battle area of who"
            " blocks",
            "ja": "レスト状態の、またはブロック側のバトルエリアにいない{unit}でブロックした",
        },
        asks={
            "en": "an unsuspended Digimon of the own battle area blocks",
            "ja": "ブロックは、自分のバトルエリアのアクティブ状態のデジモンで行う",
        },
    ),
    Rule(
        id="blocker-not-suspended",
        clause="11-4",
        severity="doubt",
        on=_STEPPED,
        when="after",
        check=blocker_suspends,
        happened={
            "en": "unit {unit} blocked and was not suspended in that moment",
            "ja": "{unit}がブロックしたが、同時にレストしていない",
        },
        asks={
            "en": "a Digimon blocks by being suspended, unless a text says otherwise",
            "ja": "特に指定がなければ、ブロックするデジモンはレストする",
        },
    ),
    Rule(
        id="block-without-target",
        clause="11-4",
        severity="incomplete",
        on=_STEPPED,
        when="before",
        check=blocker_is_attacked,
        happened={
            "en": "unit {unit} blocked, and the record does not make it the target of the attack",
            "ja": "{unit}がブロックしたが、アタックの対象になったと記録されていない",
        },
        asks={
            "en": "the target of the attack changes to the Digimon that blocks",
            "ja": "ブロックしたデジモンがアタックの対象になる",
        },
    ),
)
