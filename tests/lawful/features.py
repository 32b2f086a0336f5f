"""What a recorded match shows of the rules, counted from its events and from nothing else."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from dcg_events.projections.table import Table
from dcg_events.views.matchlog import MatchLog

Event = dict[str, Any]
Group = Sequence[Event]

FIELD: Final = ("battle", "breeding")


def count_features(path: Path) -> Counter[str]:
    """Count the features of a whole log, read as the judge."""
    log = MatchLog(path)
    found: Counter[str] = Counter()
    before = Table()
    for group, (after, _) in zip(log.groups(), log.tables(), strict=True):
        for event in group:
            found.update(_of_event(event, before))
        found.update(_of_group(group, before))
        before = after.copy()
    return found


def _of_event(event: Event, before: Table) -> Iterator[str]:
    kind = event["kind"]
    yield kind
    for name in ("reason", "what", "step_taken", "outcome", "orientation"):
        if isinstance(event.get(name), str) and kind != "transferred":
            yield f"{kind} {event[name]}"
    if kind == "transferred":
        yield from _of_transfer(event, before)
    elif kind == "memory_changed" and event["after"] - before.memory != event["asked"]:
        yield "memory capped"
    elif kind == "effect_activated" and "ordering" in event:
        yield "activation order chosen"
    elif kind == "effect_triggered":
        yield f"effect {event['manner']}"
    elif kind == "flipped":
        yield f"flipped {event['facing']}"
    elif kind == "reordered":
        yield f"reordered {event['zone']}"
    elif kind == "attack_stepped" and event["taken"]:
        yield f"{event['step_taken']} taken"
    elif kind == "battle_resolved" and len(event["losers"]) == 2:
        yield "battle lost by both"


def _of_transfer(event: Event, before: Table) -> Iterator[str]:
    origin, target, manner = event["from"], event["to"], event["manner"]
    cause = event.get("cause") or {}
    yield f"{manner} {origin['zone']} to {target['zone']}"
    if "redirect" in event:
        yield f"redirected by {event['redirect']} from {event['requested']['zone']}"
    if "route" in event:
        yield f"route {event['route']}"
    if cause.get("asks"):
        yield f"asked for and shown: {origin['zone']} to {target['zone']}"
    if cause.get("breeding"):
        yield "effect on the breeding area"
    if event["facing"] == "up" and target["zone"] == "security":
        yield "placed face up in security"
    if manner == "check" and before.sides[origin["side"]]["security"][0].up:
        yield "face-up security card checked"
    yield from _on_field(event, before)


def _on_field(event: Event, before: Table) -> Iterator[str]:
    """Count what happens to units and to the cards under them."""
    origin, target = event["from"], event["to"]
    unit = before.units.get(origin.get("unit", ""))
    goal = before.units.get(target.get("unit", ""))
    if target["zone"] in FIELD and event["facing"] == "down":
        yield f"face down under a unit from {origin['zone']}"
    if origin["zone"] == "outside" and target["side"] != event["owner"]:
        yield "token on the other side"
    elif goal is not None and goal.side != event["owner"]:
        yield "card under a unit on the other side"
    if goal is not None and goal.suspended and event["manner"] == "digivolve":
        yield "digivolved while suspended"
    if unit is None or origin["zone"] not in FIELD:
        return
    if unit.side != event["owner"]:
        yield "card leaves a unit for its owner's side"
    if event["manner"] == "place_under":
        yield "from under a unit to under another"
    if not unit.cards[origin["position"]].up:
        yield "face-down card leaves a unit"


def _of_group(group: Group, before: Table) -> Iterator[str]:
    transfers = [event for event in group if event["kind"] == "transferred"]
    ordered = [event for event in transfers if event.get("ordering")]
    if ordered:
        public = "public" if ordered[0]["ordering"]["public"] else "hidden"
        goal = ordered[0]["to"]["zone"]
        yield f"{public} order of {ordered[0]['from']['zone']} to {goal}"
        if len({(event["to"]["zone"], event["to"]["side"]) for event in ordered}) > 1:
            yield f"one {public} order over several piles"
        sides = {event["to"]["side"] for event in ordered}
        if len(sides) > 1:
            yield f"one {public} order over both players' {goal}"
        if goal == "deck" and sides == {_opponent(ordered[0]["ordering"]["chooser"])}:
            yield f"{public} order of the opponent's cards to {goal}"
    deleted = [event for event in transfers if event["manner"] == "delete"]
    if len({event["from"].get("unit") for event in deleted}) > 1:
        yield "several units deleted at once"
    if any(event["from"]["zone"] == "link" for event in deleted):
        yield "deleted with a linked card"
    if any(event["manner"] == "remove" for event in transfers):
        yield "token removed"
    if len(transfers) > 1:
        yield f"{len(transfers)} cards at once, {transfers[0]['manner']}"
    units = [event for event in group if event["kind"] == "orientation_changed"]
    if len(units) > 1:
        yield f"several units {units[0]['orientation']} at once"
    yield from _of_first_turn(group[0], before)


def _of_first_turn(event: Event, before: Table) -> Iterator[str]:
    if event["kind"] == "phase_entered" and event["phase"] == "breeding" and before.turn == 1:
        yield "first draw skipped" if before.phase == "draw" else "no draw phase"
    if event["kind"] == "game_started" and before.game == 1:
        yield "second game"


def _opponent(player: str) -> str:
    return "p2" if player == "p1" else "p1"
