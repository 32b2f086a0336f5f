"""Declaring attacks: who attacks, whom, and one at a time (CR 4.2 §11-2, §7-1-2-1).

Whose turn and which phase it is belongs to the phases. Texts let a unit attack unsuspended
opponents, without suspending, or in the turn it came: what they may allow is a doubt.
"""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.scene import Scene
from dcg_events.audit.severity import unless_text_says_so
from dcg_events.audit.values import cause_of


def attacker_is_its_players(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A player attacks with a unit of the own battle area."""
    unit = scene.table.units[event["unit"]]
    player, severity = event["player"], unless_text_says_so(event, "doubt")
    if severity is None or (unit.side == player and unit.zone == "battle"):
        return ()
    details: dict[str, str | int] = {"player": player, "unit": unit.id, "zone": unit.zone}
    return [Break((player,), details | {"side": unit.side}, severity=severity)]


def attacker_can_suspend(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What attacks is unsuspended before: to attack is to suspend it."""
    unit, severity = scene.table.units.get(event["unit"]), unless_text_says_so(event, None)
    if unit is None or not unit.suspended or severity is None:
        return ()
    return [Break((event["player"],), {"player": event["player"], "unit": unit.id})]


def attacker_suspends_at_once(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """It is suspended in the moment in which the attack is declared."""
    unit, severity = scene.table.units[event["unit"]], unless_text_says_so(event, None)
    if unit.suspended or severity is None:
        return ()
    return [Break((event["player"],), {"player": event["player"], "unit": unit.id})]


def target_can_be_attacked(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What is attacked is the other player, or a suspended Digimon in that player's battle area."""
    target, player = event["target"], event["player"]
    otherwise = unless_text_says_so(event, "doubt")
    if otherwise is None:
        return ()
    unit = None if target.get("unit") is None else scene.table.units.get(target["unit"])
    details: dict[str, str | int] = {"player": player}
    if target["player"] == player or (unit is not None and unit.side == player):
        return [Break((player,), details, severity=otherwise)]
    if target.get("unit") is None:
        return ()
    if unit is None or unit.zone != "battle":
        return [Break((player,), details, severity=otherwise)]
    return () if unit.suspended else [Break((player,), details, severity="doubt")]


def attacker_was_there(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A unit does not attack in the turn in which it was placed on the field.

    A DNA digivolution founds a unit that may (CR 4.2 §8-2). What an effect has attack may be made
    to by what it says.
    """
    began, unit = scene.story.turn.began, event["unit"]
    if began is None or unless_text_says_so(event, None) is None:
        return ()
    came = int(unit.partition(".")[0])
    if came < began or unit in scene.story.passages.fused:
        return ()
    player = event["player"]
    return [Break((player,), {"player": player, "unit": unit}, evidence=(came,))]


def one_attack_at_a_time(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """An attack ends before the next is declared."""
    under_way = scene.story.attacks.declared
    if under_way is None or cause_of(event) == "judge":
        return ()
    player = under_way["player"]
    return [Break((player,), {"player": player}, (under_way["seq"],))]


def attack_ends_with_its_turn(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """An attack is over when its turn is."""
    attack = scene.story.attacks.declared
    if attack is None or cause_of(event) == "judge":
        return ()
    if event.get("reason") in ("judge", "time"):
        return ()
    player = attack["player"]
    return [Break((player,), {"player": player}, evidence=(event["seq"],), seq=attack["seq"])]


def belongs_to_the_attack(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What belongs to an attack happens between its declaration and its end."""
    name, attacks = event.get("attack"), scene.story.attacks
    if name is None or attacks.of(event) is not None:
        return ()
    over = attacks.over.get(name)
    if over is None and attacks.declared is not None:
        return ()  # an earlier one, whose end the record does not show
    return [Break(evidence=() if over is None else (over,))]


_DECLARED: Final = frozenset({"attack_declared"})

RULES: Final = (
    Rule(
        id="attacker-astray",
        clause="11-2",
        severity="breach",
        on=_DECLARED,
        when="after",
        check=attacker_is_its_players,
        happened={
            "en": "{player} attacked with unit {unit} in the {zone} of {side}",
            "ja": "{player}が{side}の{zone}にいる{unit}でアタックした",
        },
        asks={
            "en": "a player attacks with a Digimon of the own battle area",
            "ja": "アタックできるのは、自分のバトルエリアのデジモン",
        },
    ),
    Rule(
        id="attacker-suspended",
        clause="11-2",
        severity="breach",
        on=_DECLARED,
        when="before",
        check=attacker_can_suspend,
        happened={
            "en": "{player} attacked with unit {unit}, which was suspended already",
            "ja": "{player}がすでにレスト状態の{unit}でアタックした",
        },
        asks={
            "en": "an attack is declared by suspending the attacking Digimon",
            "ja": "アタックは、アクティブ状態のデジモンをレストさせて宣言する",
        },
    ),
    Rule(
        id="attacker-not-suspended",
        clause="11-2",
        severity="doubt",
        on=_DECLARED,
        when="after",
        check=attacker_suspends_at_once,
        happened={
            "en": "{player} attacked with unit {unit}, and it was not suspended in that moment",
            "ja": "{player}が{unit}でアタックしたが、同時にレストしていない",
        },
        asks={
            "en": "the attacking Digimon is suspended as the attack is declared, unless a text says"
            " otherwise",
            "ja": "特に指定がなければ、アタックするデジモンは宣言と同時にレストする",
        },
    ),
    Rule(
        id="target-astray",
        clause="11-2",
        severity="breach",
        on=_DECLARED,
        when="before",
        check=target_can_be_attacked,
        happened={
            "en": "{player} attacked something that is not suspended, not in the other player's"
            " battle area or not the other player's",
            "ja": "{player}が、相手のバトルエリアのレスト状態のデジモンでも相手プレイヤーでもない"
            "ものにアタックした",
        },
        asks={
            "en": "the target is the other player or one of that player's suspended Digimon",
            "ja": "アタックの対象は、相手プレイヤーか相手のレスト状態のデジモン",
        },
    ),
    Rule(
        id="attacker-just-came",
        clause="7-1-2-1",
        severity="doubt",
        on=_DECLARED,
        when="before",
        check=attacker_was_there,
        happened={
            "en": "{player} attacked with unit {unit}, which came to the field this turn",
            "ja": "{player}がこのターンに場に出た{unit}でアタックした",
        },
        asks={
            "en": "a Digimon does not attack in the turn it comes, unless a text lets it",
            "ja": "特に指定がなければ、デジモンは登場したターンにはアタックできない",
        },
    ),
    Rule(
        id="attack-in-attack",
        clause="11-2",
        severity="incomplete",
        on=_DECLARED,
        when="before",
        check=one_attack_at_a_time,
        happened={
            "en": "an attack was declared, and the end of the one of {player} before it is not on"
            " record",
            "ja": "{player}の前のアタックの終了が記録されないまま、次のアタックが宣言された",
        },
        asks={
            "en": "one attack is over before the next is declared",
            "ja": "アタックが終了してから次のアタックを行う",
        },
    ),
    Rule(
        id="attack-unended",
        clause="11-2",
        severity="incomplete",
        on=frozenset({"turn_ended"}),
        when="before",
        check=attack_ends_with_its_turn,
        happened={
            "en": "the turn ended, and the end of an attack of {player} is not on record",
            "ja": "{player}のアタックの終了が記録されないまま、ターンが終了した",
        },
        asks={
            "en": "an attack that was declared is carried through to its end",
            "ja": "宣言されたアタックは終了まで進める",
        },
    ),
    Rule(
        id="attack-astray",
        clause="11-2",
        severity="incomplete",
        on=frozenset({"attack_stepped", "security_checked", "battle_resolved", "attack_ended"}),
        when="before",
        check=belongs_to_the_attack,
        happened={
            "en": "something is recorded for an attack that is not under way",
            "ja": "行われていないアタックの出来事が記録されている",
        },
        asks={
            "en": "what belongs to an attack lies between its declaration and its end",
            "ja": "アタック中の出来事は、その宣言から終了までに記録する",
        },
    ),
)
