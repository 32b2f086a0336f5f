"""Effects, choices, attacks and battles in words."""

from collections.abc import Mapping
from typing import Any, Final

from dcg_events.cli.words.phrases import (
    Speaker,
    clean,
    in_brackets,
    listed,
    numbers,
    ordinal,
    units,
)
from dcg_events.events.codec import PlainEvent

_NOT_ACTIVATED: Final = {
    "declined": "declined",
    "condition": "its condition is not met",
    "new_card": "its card is a new card now",
    "lost": "lost with its card",
    "breeding": "its card is in the breeding area",
    "used_up": "used up",
    "unknown": "it is not known why",
}

_STEPS: Final = {
    "counter": ("counters", "does not counter"),
    "block": ("blocks", "does not block"),
    "target_changed": ("changes the target", "leaves the target as it is"),
    "success_check": ("success check", "no success check"),
    "alliance": ("uses Alliance", "does not use Alliance"),
    "other": ("takes another step", "lets another step pass"),
}
"""A step taken, and let pass, where a player takes it."""

_OUTCOMES: Final = {
    "succeeded": "it succeeded",
    "failed": "it failed",
    "battled": "it came to a battle",
    "unknown": "its outcome is not known",
}

_CHECKED: Final = {
    "battle": "a battle follows",
    "effect": "its effect follows",
    "none": "nothing follows",
    "unknown": "what follows is not known",
}


def _effect(event: PlainEvent, say: Speaker) -> str:
    """Name an effect by its card, its label and its player."""
    number, label = event.get("number"), event.get("effect")
    card = "an unknown card" if number is None else clean(number)
    which = "" if label is None else f" “{clean(label)}”"
    timing = event.get("timing")
    when = "" if timing is None else f", {clean(timing)}"
    return f"effect{which} of {card} ({say.who(event['player'])}{when})"


def _ordering(event: PlainEvent, say: Speaker) -> str:
    ordering = event.get("ordering")
    if not ordering:
        return ""
    chooser, rank, among = (ordering.get(name) for name in ("chooser", "rank", "candidates"))
    chosen = f"; chosen by {say.who(chooser)}" if chooser else "; it was chosen"
    if ordering.get("auto"):
        chosen += "'s setting" if chooser else " by a setting"
    if among:
        return f"{chosen} from {len(among)} pending"
    return chosen + (f" as the {ordinal(rank + 1)}" if rank is not None else "")


def _triggered(event: PlainEvent, say: Speaker) -> str:
    manner = event.get("manner")
    how = "" if manner in (None, "triggered") else f" ({manner})"
    return f"{_effect(event, say)} triggers{how}"


def _activated(event: PlainEvent, say: Speaker) -> str:
    optional = " (optional)" if event.get("optional") else ""
    return f"{_effect(event, say)} is activated{optional}{_ordering(event, say)}"


def _not_activated(event: PlainEvent, say: Speaker) -> str:
    reason = _NOT_ACTIVATED.get(event["reason"], clean(event["reason"]))
    return f"{_effect(event, say)} is not activated: {reason}{_ordering(event, say)}"


def _resolved(event: PlainEvent, say: Speaker) -> str:
    return f"{_effect(event, say)} resolved"


def _pended(event: PlainEvent, say: Speaker) -> str:
    of = f" of {say.who(event['player'])}" if event.get("player") else ""
    state = {"queued": "waits", "executed": "is carried out", "lost": "is lost"}
    return f"pending processing{of} {state[event['state']]}: {clean(event['what'])}"


def _choice(event: PlainEvent, say: Speaker) -> str:
    who, value, chosen = say.who(event["player"]), event.get("value"), event.get("chosen")
    asked = in_brackets(clean(event["what"]) if event.get("what") else "")
    if value is not None:
        return f"{who} declares {value}{asked}"
    if chosen is None:
        return f"{who} makes a choice{asked}"
    named = [_chosen(item, event) for item in chosen]
    return f"{who} chooses {listed(named) if named else 'nothing'}{asked}"


def _chosen(item: object, event: PlainEvent) -> str:
    """Name what was chosen: a unit as such, a card by its number where that is said."""
    if item is None:
        return "a card"
    if item in (event.get("units") or ()):
        return f"unit {clean(item)}"
    cards, values = event.get("cards") or [], event.get("numbers") or []
    if item in cards and len(cards) == len(values):
        return numbers([values[cards.index(item)]])
    return f"card {clean(item)}" if item in cards else clean(item)


def _target(target: Mapping[str, Any] | None, say: Speaker) -> str:
    if not target:
        return "an unknown target"
    unit, player = target.get("unit"), say.who(target.get("player"))
    return player if unit is None else f"unit {clean(unit)} of {player}"


def _declared(event: PlainEvent, say: Speaker) -> str:
    attacker = f"unit {clean(event['unit'])} of {say.who(event['player'])}"
    return f"{attacker} attacks {_target(event.get('target'), say)}"


def _stepped(event: PlainEvent, say: Speaker) -> str:
    taken, passed = _STEPS[event["step_taken"]]
    unit, target = event.get("unit"), event.get("target")
    words = taken if event["taken"] else passed
    if event["step_taken"] != "success_check":
        words = f"{say.who(event.get('player'))} {words}"
    words += f" with unit {clean(unit)}" if unit is not None and event["taken"] else ""
    return words + (f"; the target is now {_target(target, say)}" if target else "")


def _ended(event: PlainEvent, _: Speaker) -> str:
    outcome = _OUTCOMES.get(str(event.get("outcome")))
    return "the attack ends" + (f": {outcome}" if outcome else "")


def _checked(event: PlainEvent, say: Speaker) -> str:
    whose = say.whose(event["player"])
    outcome = in_brackets(_CHECKED.get(str(event.get("outcome")), ""))
    if event.get("card") is None and event.get("number") is None and event.get("outcome") == "none":
        return f"security check: nothing is left of {whose} security stack"
    return f"security check: {numbers([event.get('number')])} of {whose} security stack{outcome}"


def _fighter(fighter: Mapping[str, Any], say: Speaker) -> str:
    unit, card, dp = (fighter.get(name) for name in ("unit", "card", "dp"))
    what = f"unit {clean(unit)}" if unit is not None else "a Security Digimon"
    if unit is None and card is not None:
        what = f"Security Digimon {clean(card)}"
    return f"{what} of {say.who(fighter.get('player'))}{in_brackets(_dp(dp))}"


def _dp(value: object) -> str:
    return "" if value is None else f"{value} DP"


def _battled(event: PlainEvent, say: Speaker) -> str:
    fighters = [_fighter(fighter, say) for fighter in event.get("fighters") or ()]
    battle = f"battle: {' against '.join(fighters)}" if fighters else "a battle is resolved"
    losers = event.get("losers")
    if losers is None:
        return battle
    fighting = {fighter.get("unit") for fighter in event.get("fighters") or ()}
    beaten = [units([item]) if item in fighting else f"card {clean(item)}" for item in losers]
    return f"{battle}; {f'{listed(beaten)} loses' if len(beaten) == 1 else _all_lose(beaten)}"


def _all_lose(beaten: list[str]) -> str:
    return f"{listed(beaten)} lose" if beaten else "nobody loses"


WORDS: Final = {
    "effect_triggered": _triggered,
    "effect_activated": _activated,
    "effect_not_activated": _not_activated,
    "effect_resolved": _resolved,
    "processing_pended": _pended,
    "choice_made": _choice,
    "attack_declared": _declared,
    "attack_stepped": _stepped,
    "attack_ended": _ended,
    "security_checked": _checked,
    "battle_resolved": _battled,
}
"""What each of these kinds says."""
