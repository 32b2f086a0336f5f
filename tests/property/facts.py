"""What happens besides moving cards: shows, shuffles, attacks, effects, judges, new games."""

import json
from typing import Any

from tests.property.matches import ALL, HIDDEN, SIDES, Group, Move, World


def start_game(world: World) -> Group:
    dice = world.dice
    event: dict[str, Any] = {"kind": "game_started"}
    for side in SIDES:
        deck, eggs = dice.randint(5, 14), dice.randint(0, 4)
        event[side] = {"deck_count": deck, "egg_deck_count": eggs}
        if side in world.knows:
            game = world.table.game + 1
            event[side]["deck"] = world.numbers(side, "deck", deck, game)
            if dice.random() < 0.8:
                event[side]["egg_deck"] = world.numbers(side, "egg_deck", eggs, game)
    return [event]


def point_out(world: World) -> Group:
    """Speak of a card among those that somebody looks at: which one, only the lookers can tell."""
    looks = [
        showing
        for showing in world.table.showings.values()
        if showing.zone in HIDDEN and 0 < len(showing.viewers) < 3
    ]
    if not looks:
        return []
    look = world.dice.choice(looks)
    if look.side is None:
        return []
    cards = world.pile(look.side, look.zone)
    seen = [
        index
        for index, card in enumerate(cards)
        if card.id in look.cards and not world.table.everyone_sees(card)
    ]
    lookers = [world.lookers(cards[index], look.zone, look.side) for index in seen]
    if not seen or look.side not in frozenset.intersection(*lookers):
        return []
    index = world.secret(frozenset.intersection(*lookers)).choice(seen)
    place = {"zone": look.zone, "side": look.side, "position": index}
    if world.dice.random() < 0.5:
        return [{"kind": "revealed", "place": place, "count": 1}]
    return [{"kind": "declared", "player": look.side, "action": "activate", "place": place}]


def shuffle(world: World) -> Group:
    side = world.dice.choice(SIDES)
    zone = world.dice.choice(("deck", "deck", "egg_deck", "security", "hand", "trash"))
    numbers = [card.number for card in world.pile(side, zone)]
    event: dict[str, Any] = {"kind": "shuffled", "zone": zone, "side": side}
    if world.dice.random() < 0.8:
        world.secret({side} if zone == "hand" else ()).shuffle(numbers)
        event["order"] = numbers
    return [event]


def _stretch(world: World, size: int) -> tuple[int, int]:
    count = min(size, world.dice.randint(1, 4))
    first = 0 if world.dice.random() < 0.6 else world.dice.randint(0, size - count)
    return first, count


def look(world: World) -> Group:
    side = world.dice.choice(SIDES)
    zone = world.dice.choice(("deck", "deck", "security", "egg_deck", "hand", "trash"))
    size = len(world.pile(side, zone))
    first, count = _stretch(world, size)
    place: dict[str, Any] = {"zone": zone, "side": side}
    kind = world.dice.choice(("looked_at", "looked_at", "revealed", "information_shown"))
    event: dict[str, Any] = {"kind": kind, "place": place, "count": count}
    if kind == "looked_at":
        event["viewer"] = world.dice.choice((*SIDES, *SIDES, "judge", "spectator"))
    elif kind == "information_shown":
        event["to"] = world.some(sorted(ALL), 2)
        event["how"] = whisper(world)
    if zone != "hand":
        if first or world.dice.random() < 0.3:
            place["position"] = first
        return [event]
    if kind == "information_shown" or world.dice.random() < 0.3:
        event["count"] = size
    elif kind == "revealed" or world.dice.random() < 0.7:
        hand = world.pile(side, "hand")
        cards = world.secret({side}).sample(hand, count)
        event["cards"] = [card.id or None for card in cards]
    return [event]


def end_showing(world: World) -> Group:
    if not world.table.showings:
        return []
    return [{"kind": "showing_ended", "showing": world.dice.choice(list(world.table.showings))}]


def flip(world: World) -> Group:
    side = world.dice.choice(SIDES)
    places: list[tuple[dict[str, Any], int]] = [
        ({"zone": zone, "side": side}, len(world.pile(side, zone)))
        for zone in ("security", "security", "deck", "trash")
    ]
    places += [
        ({"zone": unit.zone, "side": unit.side, "unit": unit.id}, len(unit.cards))
        for unit in world.table.units.values()
    ]
    place, size = world.dice.choice(places)
    if not size:
        return []
    position = world.dice.randint(-size, size - 1)
    facing = world.dice.choice(("up", "down"))
    return [{"kind": "flipped", "place": place | {"position": position}, "facing": facing}]


def reorder(world: World) -> Group:
    side = world.dice.choice(SIDES)
    zone = world.dice.choice(("deck", "deck", "security", "hand", "trash", "egg_deck", "unit"))
    event: dict[str, Any] = {"kind": "reordered", "zone": zone, "side": side}
    cards = world.pile(side, zone) if zone != "unit" else []
    if zone == "unit" and world.table.units:
        unit = world.dice.choice(list(world.table.units.values()))
        event |= {"zone": unit.zone, "side": unit.side, "unit": unit.id}
        cards = unit.cards
    if len(cards) < 2:
        return []
    first, count = _stretch(world, len(cards))
    if zone == "hand":
        first, count = 0, len(cards)
    seeing = [world.lookers(card, zone, side) for card in cards[first : first + count]]
    if zone in HIDDEN and ALL in seeing and set(seeing) != {ALL}:
        return []  # refused: to be recorded as transfers
    order = list(range(first, first + count))
    audience: frozenset[str] = ALL
    if zone == "hand":
        audience = frozenset({side})
    elif zone in HIDDEN:
        audience = frozenset.intersection(*seeing)
    world.secret(audience).shuffle(order)
    event |= {"first": first, "count": count}
    if world.dice.random() < 0.8:
        event["order"] = order
    return [event]


def act_on_unit(world: World) -> Group:
    if not world.table.units:
        return []
    unit = world.dice.choice(list(world.table.units.values()))
    orientation = world.dice.choice(("suspended", "unsuspended"))
    suspend = {"kind": "orientation_changed", "unit": unit.id, "orientation": orientation}
    target: dict[str, Any] = {"player": world.dice.choice(SIDES)}
    attack = {
        "kind": "attack_declared",
        "attack": f"a{world.recorder.version}",
        "player": unit.side,
        "unit": unit.id,
        "target": target,
    }
    goal = "breeding" if unit.zone == "battle" else "battle"
    step = {"kind": "attack_stepped", "attack": "a", "step_taken": "block", "taken": True}
    fight = {
        "kind": "battle_resolved",
        "fighters": [{"player": unit.side, "unit": unit.id, "dp": 3000}],
        "losers": [world.dice.choice([card.id for card in unit.cards] or [unit.id])],
    }
    status = {"kind": "status_applied", "status": "s1", "units": [unit.id], "what": "DP"}
    ended = {"kind": "attack_ended", "attack": "a"}
    options: list[Group] = [
        [suspend],
        [{"kind": "moved", "unit": unit.id, "to": goal}],
        [attack, suspend],
        [step | {"target": target}],
        [fight],
        [status],
        [ended],
        [{"kind": "de_digivolved", "unit": unit.id, "declared": 1}],
    ]
    return world.dice.choice(options)


def speak_of_hidden(world: World) -> Group:
    """Name cards of hands and other hidden places in effects, causes and choices."""
    side = world.dice.choice(SIDES)
    hand = [card.id for card in world.pile(side, "hand") if card.id]
    named = world.secret({side}).sample(hand, min(len(hand), world.dice.randint(0, 3)))
    blind = not named
    if blind:  # nobody may look at these: they can be pointed at, and not named
        named = [card.id for card in world.some(world.pile(side, "security"), 2)]
    if not named:
        return []
    numbers = {card.id: card.number for card in world.pile(side, "hand")}
    common: dict[str, Any] = {"player": side, "source": named[0], "timing": "OnPlay"}
    if not blind:
        common["number"] = numbers[named[0]]
        common["effect"] = "first"
    cause = {"kind": "effect", "source": named[0], "player": side}
    order = {"ordering": {"chooser": side, "rank": 0, "candidates": list(named)}}
    place = {"zone": "hand", "side": side}
    options: list[dict[str, Any]] = [
        {"kind": "effect_triggered", "pending": "t1", **common},
        {"kind": "effect_not_activated", "reason": "declined", **common, **order},
        {"kind": "memory_changed", "after": 1, "cause": cause},
        {
            "kind": "choice_made",
            "player": side,
            "what": "trash one",
            "cards": named,
            "numbers": [] if blind else [numbers[card] for card in named],
            "words": ["yes", "no"],
            "least": 0,
            "most": 2,
            "value": 1,
            "chosen": named[:1],
        },
        {
            "kind": "battle_resolved",
            "by": side,
            "fighters": [{"player": side, "card": named[0]}],
            "losers": named[:1],
        },
        {"kind": "effect_resolved", **common},
        {"kind": "security_checked", "attack": "a", "player": side, "card": named[0]},
        {
            "kind": "choice_made",
            "player": "p2" if side == "p1" else "p1",
            "what": "pick one",
            "audience": [side],
            "cards": named,
            "chosen": named[:1],
        },
        {"kind": "noted", "text": f"holds {named[0]}"},
    ]
    if hand:
        options.append(
            {"kind": "declared", "player": side, "action": "play", "place": place, "card": named[0]}
        )
        options.append({"kind": "effect_activated", **common, **order})
    return [world.dice.choice(options)]


def whisper(world: World, *audience: str) -> str:
    """Say something that only an audience reads, of a length that is nobody else's business."""
    return "x" * world.secret(audience).randint(1, 40)


def speak(world: World) -> Group:
    """What changes no card."""
    dice, side, last = world.dice, world.dice.choice(SIDES), world.recorder.version - 1
    options: list[dict[str, Any]] = [
        {"kind": "first_player_decided", "player": side},
        {"kind": "redraw_decided", "player": side, "redraw": True},
        {"kind": "turn_started", "player": side, "turn": world.table.turn + 1},
        {"kind": "turn_ended", "player": side, "turn": world.table.turn},
        {"kind": "phase_entered", "phase": dice.choice(("draw", "main", "end"))},
        {"kind": "memory_changed", "after": dice.randint(-10, 10)},
        {"kind": "passed", "player": side, "what": "turn"},
        {"kind": "cost_paid", "player": side, "paid": 3},
        {"kind": "rule_checked", "found": []},
        {"kind": "attempted", "player": side, "what": "draw", "wanted": 2, "done": 1},
        {"kind": "loop_declared", "turn_player": 3, "other_player": None},
        {"kind": "token_supplied", "player": side, "number": "TOKEN-X", "count": 2},
        {
            "kind": "deck_registered",
            "player": side,
            "deck": [f"{world.name}{side[1]}D1-00"],
            "egg_deck": None,
            "tokens": [f"{world.name}{side[1]}D1-02"],
        },
        {
            "kind": "deck_checked",
            "player": side,
            "in_order": False,
            "missing": [f"{world.name}{side[1]}D1-00"],
            "extra": [f"{world.name}{side[1]}D1-01"],
        },
        {"kind": "status_ended", "status": "s1"},
        {"kind": "processing_pended", "pending": "x", "player": side, "what": "w", "state": "lost"},
        {"kind": "clock_changed", "what": "paused", "reason": whisper(world)},
        {"kind": "judge_called", "player": side, "about": last, "question": whisper(world, side)},
        {"kind": "ruling_issued", "ruling": "r1", "text": "no", "level": "floor"},
        {
            "kind": "penalty_issued",
            "player": side,
            "tier": "warning",
            "infraction": whisper(world, *SIDES),
            "reason": whisper(world, *SIDES),
        },
        {"kind": "state_repaired", "accepted": True, "reason": whisper(world)},
        {"kind": "record_corrected", "corrects": last, "field": "number", "right": "BT1-010"}
        | {"why": whisper(world)},
        {
            "kind": "state_attested",
            "signed_by": [side],
            "counts": [{"zone": "hand", "side": side, "count": len(world.pile(side, "hand"))}],
        },
        {"kind": "declaration_aborted", "declaration": last, "reason": whisper(world)},
        {"kind": "noted", "text": whisper(world, side), "audience": [side]},
        {"kind": "effect_resolved", "player": side, "timing": "Main", "number": "BT1-010"},
        {"kind": "recovered", "bytes_cut": dice.randint(1, 99), "after": last},
        {"kind": "game_ended", "winner": side, "reason": "security"},
        {"kind": "match_ended", "winner": None, "outcome": "draw"},
    ]
    event = dice.choice(options)
    if world.notes and dice.random() < 0.5:
        event["recorder"] = {"ref": whisper(world), "evidence": "inferred"}
    return [event]


def rewind(world: World) -> Group:
    ends, seq = [], -1
    for group in world.given:
        seq += max(1, len(group))
        ends.append(seq)
    reason = {"reason": whisper(world)} if world.dice.random() < 0.5 else {}
    return [{"kind": "rewound", "to_seq": world.dice.choice(ends[-12:]), **reason}]


def _leaves_a_hand_with_others(event: dict[str, Any]) -> bool:
    """Tell whether it is of steps whose order the numbers make, which differ in two worlds."""
    return bool(event["of"] > 1 and event.get("from", {}).get("zone") == "hand")


def disclose(world: World) -> Group:
    """Show sealed values of earlier events; to a twin's viewer only what that viewer had anyway."""
    lines = [json.loads(line) for line in world.recorder.path.read_bytes().splitlines()]
    records = {line["seq"]: line for line in lines if isinstance(line, dict)}
    opened = [line for line in lines if isinstance(line, list) and line[0] == "open"]
    last = world.recorder.version
    sealed = {(seq, field): audience for _, seq, field, audience, _, _ in opened if seq < last}
    some = [(key, set(sealed[key])) for key in world.some(list(sealed), 6, 0)]
    to = world.some(sorted(ALL), 2)
    some = [
        (key, audience)
        for key, audience in some
        if (world.viewer in audience and not _leaves_a_hand_with_others(records[key[0]]))
        or (world.viewer not in audience and world.viewer not in to)
    ]
    if not some:
        return []
    items = [{"event": seq, "field": field} for (seq, field), _ in some]
    event: dict[str, Any] = {"kind": "disclosed", "to": to, "opened": items}
    if world.dice.random() < 0.5:
        event["reason"] = "shown on request"
    return [event]


FACTS: list[tuple[int, Move]] = [
    (3, shuffle),
    (6, look),
    (2, end_showing),
    (3, flip),
    (4, reorder),
    (4, act_on_unit),
    (3, speak_of_hidden),
    (4, speak),
    (1, rewind),
    (2, disclose),
    (2, point_out),
]
