"""The totals of a match, counted in the plainest way from its events: the oracle of the tables.

Nothing here knows the tables, the fold or how rewinds are followed elsewhere.
"""

from collections import Counter
from typing import Any

from dcg_events import MatchLog

Event = dict[str, Any]

COUNTED = {
    "draw": "drawn",
    "add": "added",
    "return": "returned",
    "play": "played",
    "hatch": "hatched",
    "digivolve": "digivolved",
    "material": "as_material",
    "place_under": "placed_under",
    "link": "linked",
    "use": "used",
    "check": "checked",
    "delete": "deleted",
    "trash": "trashed",
    "recover": "recovered",
    "place": "placed",
    "remove": "removed",
}


def as_ruled(events: list[Event]) -> list[Event]:
    """Take back what was undone, keeping for every event what counted after it.

    A rewind may lead back to an event that an earlier rewind undid: then that counts again.
    """
    kept: list[Event] = []
    after: dict[int, list[Event]] = {}
    for event in events:
        if event["kind"] == "rewound":
            kept = after[event["to_seq"]]
        kept = [*kept, event]
        after[event["seq"]] = kept
    return kept


def zones(state: Any, side: str) -> dict[str, int]:
    """Count what lies in the zones of a side in a printed state."""
    own = state["players"][side]
    units = {zone: own[zone] for zone in ("battle", "breeding")}
    return {
        **{z: own[z]["count"] for z in ("deck", "egg_deck", "hand", "security", "trash")},
        "outside": own["outside"]["count"],
        "security_up": sum(card["face"] == "up" for card in own["security"]["cards"]),
        **{f"{zone}_units": len(found) for zone, found in units.items()},
        **{f"{zone}_cards": sum(len(u["cards"]) for u in found) for zone, found in units.items()},
        "links": sum(len(unit["links"]) for found in units.values() for unit in found),
        "suspended_units": sum(u["suspended"] for found in units.values() for u in found),
    }


def games(ruled: list[Event]) -> list[list[Event]]:
    """Cut the events that count into games."""
    found: list[list[Event]] = []
    for event in ruled:
        if event["kind"] == "game_started":
            found.append([])
        if found:
            found[-1].append(event)
    return found


def usage(game: list[Event], player: str) -> dict[str, dict[str, int | None]]:
    """Count how a player's cards moved in a game; None where an unknown card may be among them."""
    moves = [event for event in game if event["kind"] == "transferred"]
    own = [event for event in moves if event["owner"] in (player, None)]
    sure = Counter(
        (event["number"], event["manner"])
        for event in own
        if event["number"] is not None and event["owner"] is not None
    )
    vague = [event for event in own if event["number"] is None or event["owner"] is None]
    counted: dict[str, dict[str, int | None]] = {}
    for number in {number for number, _ in sure}:
        counted[number] = {}
        for manner, column in COUNTED.items():
            doubt = any(event["manner"] in (manner, "unknown") for event in vague)
            doubt = doubt or (number, "unknown") in sure
            counted[number][column] = None if doubt else sure[number, manner]
    return counted


def events_of(match: MatchLog) -> list[Event]:
    """Read what happened, corrections in their places."""
    return list(MatchLog(match.source, match.viewer, history="played").events())


def ruled_of(match: MatchLog) -> list[Event]:
    """Read what counts: by the pencil, unless corrections put events where the log has none."""
    if match.holding.amended:
        return list(MatchLog(match.source, match.viewer, history="ruled").events())
    return as_ruled(events_of(match))
