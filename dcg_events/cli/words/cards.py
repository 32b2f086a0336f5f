"""Cards and units in words, apart from transfers: shown, turned, suspended, declared."""

from typing import Final

from dcg_events.cli.words.phrases import (
    Speaker,
    clean,
    count_of,
    in_brackets,
    numbers,
    ordinal,
    tail,
    units,
)
from dcg_events.cli.words.transfers import cause, route
from dcg_events.events.codec import PlainEvent
from dcg_events.vocabulary.places import HIDDEN_PILES


def place_of_several(event: PlainEvent, say: Speaker, subject: object) -> str:
    """Name where cards lie that are shown; `position` is that of the first."""
    place = event.get("place") or {}
    if place.get("zone") in HIDDEN_PILES and "position" not in place:
        place = place | {"position": 0}
    return say.spot(place, subject)


def _moved(event: PlainEvent, _: Speaker) -> str:
    if event.get("to") == "breeding":
        return f"unit {clean(event['unit'])} goes back to the breeding area"
    return f"unit {clean(event['unit'])} moves from the breeding area to the battle area"


def _orientation(event: PlainEvent, say: Speaker) -> str:
    text = f"unit {clean(event['unit'])} is {clean(event['orientation'])}"
    return text + in_brackets(cause(event, say))


def _flipped(event: PlainEvent, say: Speaker) -> str:
    card = say.card(event.get("number"), None)
    place = say.spot(event.get("place"))
    return f"{card} is turned face {event['facing']} at {place}" + in_brackets(cause(event, say))


def _reordered(event: PlainEvent, say: Speaker) -> str:
    first, count = event.get("first") or 0, event["count"]
    which = f"the top {count}" if not first else f"{count} from the {ordinal(first + 1)} on"
    unit = event.get("unit")
    place = say.zone(event) if unit is None else f"unit {clean(unit)}"
    text = f"the order of the cards of {place} is changed ({which})"
    chooser = event.get("chooser")
    return text + (f"; {say.who(chooser)} chooses it" if chooser else "")


def _revealed(event: PlainEvent, say: Speaker) -> str:
    cards = numbers(event.get("numbers"), event["count"])
    return f"revealed from {place_of_several(event, say, None)}: {cards}"


def _looked_at(event: PlainEvent, say: Speaker) -> str:
    viewer = event["viewer"]
    cards = numbers(event.get("numbers"), event["count"])
    looks = "look" if viewer == "spectator" else "looks"
    place = place_of_several(event, say, viewer)
    return f"{say.who(viewer)} {looks} at {place}: {cards}"


def _showing_ended(event: PlainEvent, _: Speaker) -> str:
    return f"the cards shown by event {event['showing']} are hidden again"


def _declared(event: PlainEvent, say: Speaker) -> str:
    player, unit = event["player"], event.get("unit")
    card, face = say.card(event.get("number"), None), event.get("face")
    words = f"{event['action']} {card}"
    if unit is not None and event["action"] == "digivolve":
        words = f"digivolve unit {clean(unit)} into {card}"
    elif unit is not None:
        words += f" {'to' if event['action'] == 'link' else 'for'} unit {clean(unit)}"
    details = in_brackets(route(event), f"as {str(face).capitalize()}" if face else "")
    origin = say.spot(event.get("place"), player)
    return f"{say.who(player)} declares to {words} from {origin}{details}"


def _aborted(event: PlainEvent, _: Speaker) -> str:
    return f"the declaration of event {event['declaration']} is taken back" + tail(
        ": ", event.get("reason")
    )


def _de_digivolved(event: PlainEvent, _: Speaker) -> str:
    cards = count_of(event["declared"], "card")
    return f"De-Digivolve on unit {clean(event['unit'])}: {cards} to trash declared"


def _status_applied(event: PlainEvent, say: Speaker) -> str:
    on, player = event.get("units") or [], event.get("player")
    whom = units(on) if on else say.who(player, "all")
    value = f"{event['value']:+}" if event.get("value") is not None else ""
    what = clean(event["what"]) if event.get("what") else "a status"
    return f"{whom}: {what}" + in_brackets(value, tail("", event.get("until")))


def _status_ended(event: PlainEvent, _: Speaker) -> str:
    return f"status {clean(event['status'])} ends"


WORDS: Final = {
    "moved": _moved,
    "orientation_changed": _orientation,
    "flipped": _flipped,
    "reordered": _reordered,
    "revealed": _revealed,
    "looked_at": _looked_at,
    "showing_ended": _showing_ended,
    "declared": _declared,
    "declaration_aborted": _aborted,
    "de_digivolved": _de_digivolved,
    "status_applied": _status_applied,
    "status_ended": _status_ended,
}
"""What the other kinds about cards and units say."""
