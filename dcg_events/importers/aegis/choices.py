"""Decisions and their answers: what was asked, offered and chosen, and who may know it."""

from typing import Any, Final

from dcg_events.importers.aegis.asking import Options, Response
from dcg_events.importers.aegis.desk import Desk
from dcg_events.importers.aegis.effects import open_by_decision
from dcg_events.importers.aegis.ledger import Spot
from dcg_events.importers.aegis.lines import Decision
from dcg_events.importers.aegis.mirror import player_of
from dcg_events.importers.aegis.source import MismatchError
from dcg_events.importers.aegis.triggers import choose_trigger
from dcg_events.vocabulary.people import Player

_ASKED: Final = {
    "optional": "whether to do it",
    "chooseTargets": "targets",
    "selectCards": "cards",
    "chooseOption": "one of several ways",
}
"""What a decision is about, in our words: the source's own may hold card texts."""


def answer(desk: Desk, response: Response) -> None:
    """Record the answer to the decision that stands directly before it.

    Raises:
        MismatchError: If no decision does.
    """
    decision = desk.source.lines[desk.at - 1]
    if not isinstance(decision, Decision):
        decision = _open_decision(desk)
    if response.kind == "orderTriggers":
        choose_trigger(desk, decision, response.order)
        return
    effect = open_by_decision(desk, decision)
    if response.kind == "orderCards":
        desk.chosen = (player_of(decision.seat), list(response.order))
        return
    cause: dict[str, Any] = {"kind": "unknown"}
    if effect is not None:
        cause = {"kind": "effect", "event": effect.seq, "player": player_of(effect.seat)}
    _look(desk, decision)
    player = player_of(decision.seat)
    event: dict[str, Any] = {
        "kind": "choice_made",
        "player": player,
        "what": _ASKED.get(decision.request.kind, decision.request.kind[:40]),
    }
    event |= _offered(desk, decision) | _chosen(desk, decision.request.options, response)
    desk.record(event, by=player, cause=cause)


def _open_decision(desk: Desk) -> Decision:
    """Find the decision an answer belongs to when a refused intent stands between them."""
    for index in range(desk.at - 1, max(desk.at - 20, -1), -1):
        line = desk.source.lines[index]
        if isinstance(line, Decision):
            return line
    problem = "it answers what nobody asked"
    raise MismatchError(problem)


def _offered(desk: Desk, decision: Decision) -> dict[str, Any]:
    options = decision.request.options
    offered: dict[str, Any] = {}
    units, spots, words = [], [], []
    for name in options.candidate_instance_ids:
        if name in desk.units:
            units.append(desk.units[name])
        elif name in desk.mirror.cards:
            spots.append(desk.ledger.spot(name))
        else:
            words.append(name)
    if units:
        offered["units"] = units
    if spots:
        offered["cards"] = [spot.card.id or None for spot in spots]
    words += options.choices
    if decision.request.kind == "optional":
        words = ["yes", "no"]
    if words:
        offered["words"] = words
    if options.min is not None:
        offered["least"] = options.min
    if options.max is not None:
        offered["most"] = options.max
    if not all(map(desk.ledger.everybody_sees, spots)):
        offered["audience"] = _who_may_know(spots, player_of(decision.seat))
    return offered


def _who_may_know(spots: list[Spot], player: Player) -> list[str]:
    """Return who may know the options: who chooses, or whose hand it is picked from blindly."""
    hands = {str(spot.side) for spot in spots if spot.zone == "hand"}
    if hands <= {player}:
        return [player]
    return sorted(hands) if len(hands) == 1 else []


def _chosen(desk: Desk, options: Options, response: Response) -> dict[str, Any]:
    if response.accept is not None:
        return {"chosen": ["yes" if response.accept else "no"]}
    if response.option_index is not None:
        if response.option_index >= len(options.choices):
            problem = "it chooses an option that was not offered"
            raise MismatchError(problem)
        return {"chosen": [options.choices[response.option_index]]}
    chosen = []
    for name in response.instance_ids:
        if name in desk.units:
            chosen.append(desk.units[name])
        elif name in desk.mirror.cards:
            chosen.append(desk.ledger.spot(name).card.id)
        else:
            chosen.append(name)
    return {"chosen": chosen}


def _look(desk: Desk, decision: Decision) -> None:
    """Record a look at cards of a hidden pile that a decision shows and nobody has revealed."""
    player = player_of(decision.seat)
    options = decision.request.options
    names = dict.fromkeys([*options.visible_instance_ids, *options.candidate_instance_ids])
    hidden: dict[tuple[str, str], list[Spot]] = {}
    for name in names:
        spot = desk.ledger.find(name) if name in desk.mirror.cards else None
        if spot is None or spot.zone not in ("deck", "egg_deck", "security"):
            continue
        if player not in desk.ledger.viewers(spot):
            hidden.setdefault((spot.zone, str(spot.side)), []).append(spot)
    for (zone, side), spots in hidden.items():
        for first, count in stretches(sorted(spot.place_in for spot in spots)):
            place = {"zone": zone, "side": side, "position": first}
            event = {"kind": "looked_at", "viewer": player, "place": place, "count": count}
            desk.looks.append(desk.record(event, by=player, inferred=True))


def end_looks(desk: Desk) -> None:
    """Record that a player no longer looks at the cards a decision has shown."""
    for seq in desk.looks:
        if seq in desk.ledger.table.showings:
            desk.record({"kind": "showing_ended", "showing": seq}, inferred=True)
    desk.looks.clear()


def stretches(indices: list[int]) -> list[tuple[int, int]]:
    """Split sorted positions into stretches without gaps: first position and length.

    >>> stretches([0, 1, 2, 5])
    [(0, 3), (5, 1)]
    """
    found: list[tuple[int, int]] = []
    for index in indices:
        if found and found[-1][0] + found[-1][1] == index:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((index, 1))
    return found
