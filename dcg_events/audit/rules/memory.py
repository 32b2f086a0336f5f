"""The memory gauge: costs, passes, its two ends (CR 4.2 §1-4-2-2, §4-2-2, §6-5-1-7-1)."""

from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from dcg_events.audit.practice import RULEBOOK, Practice
from dcg_events.audit.rule import Break, Rule, Text
from dcg_events.audit.scene import Scene
from dcg_events.audit.story.gauge import own_memory, pays
from dcg_events.audit.values import cause_of, is_number

_MOST: Final = 10


def cost_is_paid_exactly(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A cost moves the gauge by itself towards the other player, no more and no less."""
    cost = _cost(scene, event)
    if cost is None:
        return ()
    player, paid = cost["player"], cost["paid"]
    moved = own_memory(_before(scene, event), player) - own_memory(event["after"], player)
    if moved == paid:
        return ()
    details: dict[str, str | int] = {"player": player, "count": paid, "moved": moved}
    return [Break((player,), details, (cost["seq"],))]


def cost_moves_the_gauge(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """Of a cost that was paid the gauge shows something before anything else is done."""
    cost = scene.story.gauge.cost
    if cost is None:
        return ()
    player = cost["player"]
    return [Break((player,), {"player": player, "count": cost["paid"]}, seq=cost["seq"])]


def cost_is_recorded(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """What the gauge moved for as a cost is on record before anything else is done."""
    spent = scene.story.gauge.spent
    return () if spent is None else [Break(seq=spent)]


def gauge_moves_as_asked(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """The gauge moves by what was asked for, or as far as it goes."""
    asked = event.get("asked")
    if asked is None or not is_number(asked) or "judge" in (cause_of(event), event.get("reason")):
        return ()
    before = _before(scene, event)
    due = max(-_MOST, min(_MOST, before + asked))
    if event["after"] == due:
        return ()
    details: dict[str, str | int] = {"asked": asked, "before": before, "after": event["after"]}
    return [Break((), details | {"due": due})]


def pass_leaves_three(practice: Practice, scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Who passes sets memory to three on the other side."""
    player, cause = scene.table.turn_player, cause_of(event)
    if event.get("reason") != "pass" or player is None or cause not in ("", "rule", "action"):
        return ()
    memory = -own_memory(event["after"], player)
    if memory == practice.pass_memory:
        return ()
    details: dict[str, str | int] = {"player": player, "count": memory}
    return [Break((player,), details | {"due": practice.pass_memory})]


def pass_moves_the_gauge(
    practice: Practice, scene: Scene, event: dict[str, Any]
) -> Iterable[Break]:
    """A turn that ended by a pass shows what the pass did to the gauge."""
    passed, player = scene.story.gauge.passed, event["player"]
    memory = own_memory(scene.table.memory, player)
    if passed is None or memory < 0 or player != scene.table.turn_player:
        return ()
    details: dict[str, str | int] = {"player": player, "due": practice.pass_memory}
    return [Break((player,), details, (passed,))]


def _cost(scene: Scene, event: dict[str, Any]) -> dict[str, Any] | None:
    """Return the cost that the gauge moves for."""
    for other in reversed(scene.group):
        if other["kind"] == "cost_paid" and other["seq"] < event["seq"]:
            return other if pays(event, other) and not other.get("waived") else None
    cost = scene.story.gauge.cost
    return cost if cost is not None and pays(event, cost) else None


def _before(scene: Scene, event: dict[str, Any]) -> int:
    """Return where the gauge stood before an event, within its group too."""
    before = scene.table.memory
    for other in scene.group:
        if other["seq"] >= event["seq"]:
            break
        if other["kind"] == "memory_changed":
            before = other["after"]
    return before


_MOVED: Final = frozenset({"memory_changed"})
_EXACTLY: Final[Text] = {
    "en": "a cost is paid exactly: the gauge moves that far towards the opponent",
    "ja": "コストはちょうど支払い、その分だけメモリーを相手側に動かす",
}


def rules_with(practice: Practice) -> tuple[Rule, ...]:
    """Return the rules on the gauge as a practice has them."""
    passing: Text = {
        "en": "a pass sets memory to {due} on the opponent's side",
        "ja": "パスするとメモリーは相手側の{due}になる",
    }
    return (
        Rule(
            id="cost-not-exact",
            clause="4-2-2",
            severity="breach",
            on=_MOVED,
            when="before",
            check=cost_is_paid_exactly,
            happened={
                "en": "{player} paid a cost of {count}, and the gauge moved by {moved}",
                "ja": "{player}がコスト{count}を支払ったが、メモリーは{moved}動いた",
            },
            asks=_EXACTLY,
        ),
        Rule(
            id="cost-not-shown",
            clause="4-2-2",
            severity="incomplete",
            on=frozenset(
                {
                    "cost_paid",
                    "declared",
                    "attack_declared",
                    "passed",
                    "phase_entered",
                    "turn_ended",
                }
            ),
            when="before",
            check=cost_moves_the_gauge,
            once=True,
            happened={
                "en": "{player} paid a cost of {count}, and no move of the gauge is on record",
                "ja": "{player}がコスト{count}を支払ったが、メモリーの移動の記録がない",
            },
            asks=_EXACTLY,
        ),
        Rule(
            id="cost-unrecorded",
            clause="4-2-2",
            severity="incomplete",
            on=frozenset({"declared", "attack_declared", "passed", "phase_entered", "turn_ended"}),
            when="before",
            check=cost_is_recorded,
            once=True,
            happened={
                "en": "the gauge moved for a cost, and no payment of a cost is on record",
                "ja": "コストとしてメモリーが動いたが、コストの支払いの記録がない",
            },
            asks=_EXACTLY,
        ),
        Rule(
            id="memory-not-as-asked",
            clause="1-4-2-2",
            severity="breach",
            on=_MOVED,
            when="before",
            check=gauge_moves_as_asked,
            happened={
                "en": "the gauge was to move by {asked} from {before}, and came to {after}",
                "ja": "メモリーは{before}から{asked}動くはずが、{after}になった",
            },
            asks={
                "en": "it would come to {due}: the gauge ends at 10 on either side",
                "ja": "両側とも10が端なので、{due}になる",
            },
        ),
        Rule(
            id="pass-memory",
            clause="6-5-1-7-1",
            severity="breach",
            on=_MOVED,
            when="before",
            check=partial(pass_leaves_three, practice),
            happened={
                "en": "{player} passed, and memory was set to {count} on the opponent's side",
                "ja": "{player}がパスし、メモリーが相手側の{count}になった",
            },
            asks=passing,
        ),
        Rule(
            id="pass-not-shown",
            clause="6-5-1-7-1",
            severity="incomplete",
            on=frozenset({"turn_ended"}),
            when="before",
            check=partial(pass_moves_the_gauge, practice),
            happened={
                "en": "{player} passed, and no move of the gauge is on record",
                "ja": "{player}がパスしたが、メモリーの移動の記録がない",
            },
            asks=passing,
        ),
    )


RULES: Final = rules_with(RULEBOOK)
