"""Transfers in words: which card went where, in which manner, and who chose the order."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dcg_events.cli.words.phrases import Speaker, clean, from_an_end, in_brackets, ordinal
from dcg_events.events.codec import PlainEvent
from dcg_events.vocabulary.places import FACING_ON_ARRIVAL, FIELD

_ROUTES: Final = {
    "dna": "DNA digivolution",
    "burst": "Burst digivolution",
    "app_fusion": "App Fusion",
    "blast": "Blast digivolution",
    "blast_dna": "Blast DNA digivolution",
    "arts": "Arts digivolution",
    "digixros": "DigiXros",
    "assembly": "Assembly",
}

_ACTIVE: Final = {
    "draw": "{who} draws {cards} from {origin}",
    "add": "{who} adds {cards} from {origin} to {goal}",
    "play": "{who} plays {cards} from {origin} to {goal}",
    "hatch": "{who} hatches {cards} from {origin} to {goal}",
    "digivolve": "{who} digivolves {into} {cards} from {origin}",
    "material": "{who} places {cards} from {origin} {under} as material",
    "place_under": "{who} places {cards} from {origin} {under}",
    "link": "{who} links {cards} from {origin} to {unit}",
    "use": "{who} uses {cards} from {origin}",
    "recover": "{who} recovers {cards} from {origin} to {goal}",
    "place": "{who} places {cards} from {origin} to {goal}",
}
"""What a player does with a card, by manner."""

_PASSIVE: Final = {
    "return": "{cards} returned from {origin} to {goal}",
    "check": "{cards} checked from {origin}",
    "delete": "{cards} deleted from {origin} (to {goal})",
    "trash": "{cards} trashed from {origin}",
    "placed": "{cards} placed from {origin} to {goal}",
    "remove": "{cards} removed from {origin}",
    "unknown": "{cards} taken from {origin} to {goal}, it is not known how",
}
"""What happens to a card, by manner."""

_USUAL_GOAL: Final = {
    "draw": "hand",
    "use": "no_area",
    "check": "no_area",
    "trash": "trash",
    "remove": "outside",
}
"""Where a manner puts a card as a matter of course; any other place is named."""

_TOLD_IN_ONE: Final = ("number", "seq", "step", "was", "recorder")
"""Fields in which transfers told in one sentence may differ."""


def route(event: PlainEvent) -> str:
    """Name a special way of playing or digivolving."""
    return _ROUTES.get(str(event.get("route")), "")


def cause(event: PlainEvent, say: Speaker) -> str:
    """Say in few words why an event happened; nothing where a player simply acted."""
    given = event.get("cause") or {}
    match given.get("kind"):
        case "effect":
            player = given.get("player")
            return f"effect of {say.who(player)}" if player else "effect"
        case "rule":
            clause = given.get("clause")
            return f"rule §{clean(clause)}" if clause else "by rule"
        case "cost":
            return "as a cost"
        case "judge":
            return "by a judge"
        case _:
            return ""


def transfer(events: Sequence[PlainEvent], say: Speaker, among: int | None = None) -> str:
    """Tell one transfer, or several alike that happened at once.

    Args:
        events: Transfers that `alike` lets be told together.
        say: How to name the players.
        among: How many cards were ordered, if the events carry an order.
    """
    first = events[0]
    return _movement(events, say) + _manner_of_arrival(first, say) + _order(first, say, among)


def alike(one: PlainEvent, other: PlainEvent) -> bool:
    """Tell whether two transfers of a group differ in nothing but the card."""
    if {one["kind"], other["kind"]} != {"transferred"} or one.get("ordering"):
        return False
    return _common(one) == _common(other)


def _common(event: PlainEvent) -> dict[str, Any]:
    kept = {name: value for name, value in event.items() if name not in _TOLD_IN_ONE}
    for end in ("from", "to"):
        kept[end] = {name: value for name, value in event[end].items() if name != "position"}
        kept[end]["from_bottom"] = (event[end].get("position") or 0) < 0
    return kept


def _movement(events: Sequence[PlainEvent], say: Speaker) -> str:
    first = events[0]
    owner, manner, to = first.get("owner"), first.get("manner"), first["to"]
    if manner == "place" and first.get("by") is None:
        manner = "placed"
    actor = (to.get("side") if manner in ("draw", "recover") else first.get("by")) or owner
    active = manner in _ACTIVE
    subject = actor if active else owner
    cards = _cards(events, say, actor if active else None)
    words = {
        "who": say.who(actor),
        "cards": cards if active else f"{cards} {'is' if len(events) == 1 else 'are'}",
        "origin": _end(events, "from", say, subject),
        "goal": _end(events, "to", say, subject),
        "unit": f"unit {clean(to.get('unit') or '?')}",
        "under": _under(to),
        "into": _digivolving(first),
    }
    template = _ACTIVE.get(str(manner)) or _PASSIVE.get(str(manner)) or _PASSIVE["unknown"]
    usual = _USUAL_GOAL.get(str(manner))
    text = template.format_map(words)
    if usual and to.get("zone") != usual:
        text += f" to {words['goal']}"
    return text if manner == "digivolve" else text + _new_unit(first)


def _cards(events: Sequence[PlainEvent], say: Speaker, actor: object) -> str:
    owner = events[0].get("owner")
    owner = None if owner == actor else owner
    if len(events) == 1:
        return say.card(events[0].get("number"), owner)
    values = [event.get("number") for event in events]
    text = f"{len(values)} cards" + (f" of {say.who(owner)}" if owner else "")
    if any(value is not None for value in values):
        text += f" ({', '.join('?' if value is None else clean(value) for value in values)})"
    return text


def _end(events: Sequence[PlainEvent], end: str, say: Speaker, subject: object) -> str:
    """Name where cards came from or went; several lie together at the top or the bottom."""
    place = events[0][end]
    if len(events) > 1 and isinstance(place.get("position"), int):
        if place.get("unit") is not None:
            place = {name: value for name, value in place.items() if name != "position"}
        else:
            place = place | {"position": -1 if place["position"] < 0 else 0}
    return say.goal(place, subject) if end == "to" else say.spot(place, subject)


def together(events: Sequence[PlainEvent]) -> bool:
    """Tell whether the cards lie one under the other at one end of their places."""
    for end in ("from", "to"):
        place = events[0][end]
        if place.get("zone") not in ("deck", "egg_deck", "security"):
            continue
        positions = [event[end].get("position") for event in events]
        if any(position is None for position in positions):
            if any(position is not None for position in positions):
                return False
            continue
        size = len(positions)
        if sorted(positions) not in ([*range(size)], [*range(-size, 0)]):
            return False
    return True


def _unless(place: Mapping[str, Any], zone: str, text: str) -> str:
    return "" if place.get("zone") == zone else text


def _new_unit(event: PlainEvent) -> str:
    founds = event["to"].get("zone") in FIELD and event["to"].get("unit") is None
    return f" (unit {event['seq']})" if founds and event.get("seq") is not None else ""


def _digivolving(event: PlainEvent) -> str:
    unit, position = event["to"].get("unit"), event["to"].get("position")
    if unit is None:
        return f"into{_new_unit(event)}"
    if position in (0, None):
        return f"unit {clean(unit)} into"
    return f"unit {clean(unit)}, {from_an_end(position)}, into"


def _under(place: Mapping[str, Any]) -> str:
    unit, position = clean(place.get("unit") or "?"), place.get("position")
    if position == 0:
        return f"on top of unit {unit}"
    if position is None or position < 0:
        return f"under unit {unit}"
    return f"under unit {unit}, {from_an_end(position)}"


def _manner_of_arrival(event: PlainEvent, say: Speaker) -> str:
    """Say what is not a matter of course: facing, orientation, redirection, way, cause."""
    facing, zone = event.get("facing"), event["to"].get("zone")
    asked = event.get("requested")
    redirect = ""
    if asked:
        clause = event.get("redirect")
        by_rule = f" by rule §{clean(clause)}" if clause else ""
        redirect = f"instead of {say.spot(asked, event.get('owner'))}{by_rule}"
    return in_brackets(
        f"by {route(event)}" if route(event) else "",
        f"face {facing}" if facing and facing != FACING_ON_ARRIVAL.get(zone) else "",
        "suspended" if event.get("orientation") == "suspended" else "",
        "shown to everybody on the way" if event.get("revealed") else "",
        redirect,
        cause(event, say),
    )


def _order(event: PlainEvent, say: Speaker, among: int | None) -> str:
    """Say who chose which place in an order; a hidden or unknown place is not named."""
    ordering = event.get("ordering")
    if not ordering:
        return ""
    chooser, rank = ordering.get("chooser"), ordering.get("rank")
    whose = f"{say.who(chooser)} chooses the order" if chooser else "the order was chosen"
    if ordering.get("auto"):
        whose += " by a setting"
    if rank is None:
        return f"; {whose}"
    of_all = f" of {among}" if among and among > rank else ""
    return f"; {whose}: {ordinal(rank + 1)}{of_all}"
