"""Security checks, and the battles of an attack (CR 4.2 §13-1, §14-2)."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import BY_TEXT, cause_of, is_known, is_number


def check_belongs_to_the_attack(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """The security of the player who is attacked is checked, and not that of the attacker.

    Who attacks a Digimon checks only after a battle, as <Piercing> has it.
    """
    attacks, player = scene.story.attacks, event["player"]
    attack = attacks.of(event)
    if attack is None or cause_of(event) in ("judge", *BY_TEXT):
        return ()
    own = player == attack["player"]
    if not own and (attacks.target is None or attacks.battle is not None):
        return ()
    return [Break((player,), {"player": player}, evidence=(attack["seq"],))]


def attacker_is_there(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Checks end when the attacking unit has left the battle area."""
    attack = scene.story.attacks.of(event)
    if attack is None or cause_of(event) in ("judge", *BY_TEXT):
        return ()
    unit = scene.table.units.get(attack["unit"])
    if unit is not None and unit.zone == "battle":
        return ()
    player = attack["player"]
    return [Break((player,), {"player": player}, evidence=(attack["seq"],))]


def checked_card_by_card(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A checked card has gone before the next is checked."""
    if cause_of(event) == "judge":
        return ()
    side = event["from"].get("side")
    if side is None:  # out of no area: no security card
        return ()
    first = next((e for e in scene.transfers() if e["manner"] == "check"), event)
    if first is not event:
        return [Break((side,), {"player": side}, evidence=(first["seq"],))]
    checked = scene.story.attacks.checked
    if not checked or not any(card.id == checked[-1] for card in scene.table.no_area):
        return ()
    evidence = (int(checked[-1].partition(".")[0]),)
    return [Break((side,), {"player": side}, evidence, severity="incomplete")]


def in_use_in_no_area(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """An Option that is used and a card that is checked lie in no area first."""
    if event["to"]["zone"] == "no_area" or cause_of(event) == "judge":
        return ()
    clause = "13-1-6" if event["manner"] == "check" else "9-1-4"
    return [Break(details={"zone": event["to"]["zone"]}, clause=clause)]


def lower_dp_loses(_: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """Of two that battle the one with less DP loses, at a tie both; no more than that is certain.

    That one of them is not named as a loser may be what a text did.
    """
    fighters, losers = event.get("fighters"), event.get("losers")
    if not isinstance(fighters, list) or not isinstance(losers, list) or len(fighters) != 2:
        return
    if cause_of(event) == "judge" or not all(map(is_known, losers)):
        return
    for one, other in (fighters, fighters[::-1]):
        player = one["player"]
        if is_known(one.get("card")) and one["card"] in losers:
            yield Break((player,), {"player": player})
        elif one.get("unit") is None or not _dps_known(fighters):
            continue
        elif one["dp"] > other["dp"] and one["unit"] in losers:
            yield Break((player,), {"player": player})
        elif one["dp"] <= other["dp"] and one["unit"] not in losers:
            yield Break((player,), {"player": player}, severity="doubt")


def _dps_known(fighters: list[dict[str, Any]]) -> bool:
    return all(is_number(fighter.get("dp")) for fighter in fighters)


def attackers_battle(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """It is the attacker that battles, with the target or the card that was checked."""
    attacks, fighters = scene.story.attacks, event.get("fighters")
    attack = attacks.of(event)
    if attack is None or not isinstance(fighters, list) or len(fighters) != 2:
        return ()
    if cause_of(event) in ("judge", *BY_TEXT):
        return ()
    units = [fighter.get("unit") for fighter in fighters]
    cards = [fighter.get("card") for fighter in fighters]
    met = attacks.target in units if attacks.target is not None else attacks.checked
    if attack["unit"] in units and (met or any(map(is_known, cards))):
        return ()
    player = attack["player"]
    return [Break((player,), {"player": player}, evidence=(attack["seq"],))]


def losers_are_deleted(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """Who has lost a battle is deleted, unless an effect has come between."""
    attacks = scene.story.attacks
    battle = attacks.battle
    if battle is None or attacks.of(event) is None or attacks.acted > battle["seq"]:
        return
    for lost, top in attacks.lost.items():
        unit = scene.table.units.get(lost)
        if unit is not None and unit.cards and unit.cards[0].id == top:
            details: dict[str, str | int] = {"side": unit.side, "unit": unit.id}
            yield Break((unit.side,), details, seq=battle["seq"], evidence=(event["seq"],))


_TRANSFERRED: Final = frozenset({"transferred"})

RULES: Final = (
    Rule(
        id="check-astray",
        clause="13-1-8",
        severity="breach",
        on=frozenset({"security_checked"}),
        when="before",
        check=check_belongs_to_the_attack,
        happened={
            "en": "security of {player} was checked by an attack that was not against that player",
            "ja": "{player}へのアタックではないのに、{player}のセキュリティがチェックされた",
        },
        asks={
            "en": "an attack checks the security of the player who is its target",
            "ja": "アタックの対象になったプレイヤーのセキュリティをチェックする",
        },
    ),
    Rule(
        id="check-without-attacker",
        clause="13-1-8",
        severity="doubt",
        on=frozenset({"security_checked"}),
        when="before",
        check=attacker_is_there,
        happened={
            "en": "a check went on for {player}, whose attacking unit had left",
            "ja": "アタックした{player}のデジモンがいないのに、チェックが続けられた",
        },
        asks={
            "en": "checks end when the attacking Digimon is not in the battle area any more",
            "ja": "アタックしているデジモンがバトルエリアを離れたら、チェックは終わる",
        },
    ),
    Rule(
        id="checks-together",
        clause="13-1-8",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=checked_card_by_card,
        manners=frozenset({"check"}),
        happened={
            "en": "a security card of {player} was checked while the one before was still there",
            "ja": "前にチェックしたカードが残ったまま、{player}の次のセキュリティがチェックされた",
        },
        asks={
            "en": "security is checked card by card, and each is carried through before the next",
            "ja": "セキュリティは1枚ずつ、処理を終えてから次をチェックする",
        },
    ),
    Rule(
        id="in-use-elsewhere",
        clause="9-1-4",
        severity="incomplete",
        on=_TRANSFERRED,
        when="before",
        check=in_use_in_no_area,
        manners=frozenset({"use", "check"}),
        happened={
            "en": "a card that was used or checked is recorded as placed at once in the {zone}",
            "ja": "使用またはチェックしたカードが、直接{zone}に置かれたと記録されている",
        },
        asks={
            "en": "while it is used or checked, a card lies in no area",
            "ja": "使用中のオプションとチェックしたカードは、どの領域にもない",
        },
    ),
    Rule(
        id="battle-loser",
        clause="14-2",
        severity="breach",
        on=frozenset({"battle_resolved"}),
        when="before",
        check=lower_dp_loses,
        happened={
            "en": "the result of a battle for {player} does not follow from the DPs on record",
            "ja": "{player}のバトルの結果が、記録されたDPと合わない",
        },
        asks={
            "en": "the lower DP loses, at a tie both; a Security Digimon is not deleted",
            "ja": "DPの低い方が消滅し、同じなら両方が消滅する。セキュリティデジモンは消滅しない",
        },
    ),
    Rule(
        id="battle-astray",
        clause="14-2",
        severity="doubt",
        on=frozenset({"battle_resolved"}),
        when="before",
        check=attackers_battle,
        happened={
            "en": "in the attack of {player} others battled than the attacker and its target",
            "ja": "{player}のアタックで、アタックしたデジモンとその対象以外がバトルした",
        },
        asks={
            "en": "the attacking Digimon battles its target or the Digimon it checked",
            "ja": "アタックしたデジモンが、対象かチェックしたデジモンとバトルする",
        },
    ),
    Rule(
        id="battle-loser-stays",
        clause="14-2",
        severity="doubt",
        on=frozenset({"attack_ended"}),
        when="before",
        check=losers_are_deleted,
        happened={
            "en": "unit {unit} of {side} lost a battle and stayed, and no effect is on record",
            "ja": "バトルに負けた{side}の{unit}が、効果の記録もなく残っている",
        },
        asks={
            "en": "who loses a battle is deleted, unless an effect prevents it",
            "ja": "バトルに負けたデジモンは、効果で防がない限り消滅する",
        },
    ),
)
