"""Moves of cards: every way in which cards change places, turn, show themselves or mix."""

from typing import Any

from dcg_events.vocabulary.manners import MANNERS
from tests.property.matches import ALL, HIDDEN, SIDES, Group, Move, World

ORDERED = ("deck", "egg_deck", "security", "trash")


def arrive(
    world: World,
    sources: list[dict[str, Any]],
    manner: str,
    goal: dict[str, Any],
    *,
    end: str = "random",
    order: bool = False,
    **fields: Any,
) -> Group:
    """Put cards into one place, at positions that exist after the group.

    Args:
        world: Where it happens.
        sources: What each transfer says of its origin.
        manner: The manner of all of them.
        goal: The place without its position.
        end: `top`, `bottom` or `random`.
        order: Whether to say who chose the order.
        **fields: What else all the transfers say.
    """
    dice, count = world.dice, len(sources)
    group: Group = [
        {"kind": "transferred", "manner": manner, **source, "to": dict(goal), **fields}
        for source in sources
    ]
    if not group or goal["zone"] not in ORDERED or (goal["zone"] == "trash" and end != "random"):
        return group
    staying = len(world.pile(goal["side"], goal["zone"]))
    staying -= sum(
        s["from"]["zone"] == goal["zone"] and s["from"].get("side") == goal["side"] for s in sources
    )
    size = staying + count
    if end == "random" and world.dice.random() < 0.7:
        end = "stretch"
    first = dice.randint(0, size - count)
    spots = {
        "stretch": list(range(first, first + count)),
        "top": list(range(count)),
        "bottom": list(range(size - count, size)),
        "random": sorted(dice.sample(range(size), count)),
    }[end]
    chooser = dice.choice([*SIDES, *SIDES, None])
    public = dice.choice([None, None, None, True, False]) if order else None
    piled = goal["zone"] in HIDDEN and count > 1 and fields.get("facing") != "up"
    ranks = list(range(count))
    if piled and end == "random" and not (_look_alike(sources) and chooser is None):
        spots = list(range(first, first + count))  # who goes to which stretch would be public
    shown = bool(fields.get("revealed")) and public is None  # then the order is open
    if shown or not (piled and hides(world, sources, public)):
        dice.shuffle(ranks)
    elif chooser is None or not order:
        seeing = [lookers_of_source(world, source) for source in sources]
        world.secret(set().union(*(some for some in seeing if some != ALL))).shuffle(ranks)
    else:
        world.secret({chooser}).shuffle(ranks)
    negative = dice.random() < 0.3
    for event, rank in zip(group, ranks, strict=True):
        event["to"]["position"] = spots[rank] - size if negative else spots[rank]
        if order:
            event["ordering"] = {"chooser": chooser, "rank": rank}
            if public is not None:
                event["ordering"]["public"] = public
    return group


def name_candidates(world: World, group: Group) -> None:
    """Say what a player chose the order of, and where the cards should have gone."""
    for event in group:
        if "requested" in event and "position" in event["to"]:
            event["requested"] = event["requested"] | {"position": event["to"]["position"]}
    side = group[0]["from"].get("side") if group else None
    mine = [event for event in group if event["from"] == {"zone": "hand", "side": side}]
    if not group or len(mine) < len(group) or not all("was" in event for event in mine):
        return
    candidates = world.secret({str(side)}).sample([event["was"] for event in mine], len(mine))
    for event in mine:
        if event.get("ordering", {}).get("chooser") == side:
            event["ordering"]["candidates"] = candidates


def _look_alike(sources: list[dict[str, Any]]) -> bool:
    """Tell whether nobody but the chooser sees which card goes where."""
    return all(source["from"] == sources[0]["from"] for source in sources)


def lookers_of_source(world: World, source: dict[str, Any]) -> frozenset[str]:
    """Say who may look at the card that a transfer takes."""
    place = source["from"]
    zone, side = place["zone"], place.get("side")
    if zone == "hand":
        seeing = [world.lookers(card, zone, side) for card in world.pile(side, zone)]
        told = all(card.id for card in world.pile(side, zone)) and "was" in source
        return frozenset.intersection(*seeing) if told else frozenset({side})
    if zone == "link":
        cards = world.table.units[place["unit"]].links
    elif zone == "no_area":
        cards = world.table.no_area
    elif "unit" in place:
        cards = world.table.units[place["unit"]].cards
    else:
        cards = world.pile(side, zone)
    if "was" in source:
        card = next(card for card in cards if card.id == source["was"])
    elif "position" in place:
        card = cards[place["position"]]
    else:
        return ALL
    return world.lookers(card, zone, side)


def hides(world: World, sources: list[dict[str, Any]], public: bool | None) -> bool:
    """Tell whether the order of a group that goes to a hidden pile is hidden."""
    if public is not None:
        return not public
    return any(lookers_of_source(world, s) not in (ALL, frozenset()) for s in sources)


def draw(world: World) -> Group:
    side = world.dice.choice(SIDES)
    deck = world.pile(side, "deck")
    count = min(len(deck), world.dice.randint(1, 4))
    sources = [{"from": {"zone": "deck", "side": side, "position": i}} for i in range(count)]
    if any(world.lookers(card, "deck", side) not in (ALL, frozenset()) for card in deck[:count]):
        sources = world.from_pile(side, "deck", count)
    zone = world.dice.choice(("hand", "hand", "security", "trash", "no_area"))
    goal = {"zone": "no_area"} if zone == "no_area" else {"zone": zone, "side": side}
    return arrive(world, sources, world.dice.choice(("draw", "recover", "trash")), goal, end="top")


def play(world: World) -> Group:
    side = world.dice.choice(SIDES)
    zone = world.dice.choice(("hand", "hand", "hand", "trash", "security", "deck", "egg_deck"))
    sources = world.from_pile(side, zone, 1)
    goal = {"zone": world.dice.choice(("battle", "battle", "breeding"))}
    if world.dice.random() < 0.5:
        goal["side"] = world.dice.choice(SIDES)
    elif not all(_owned(world, source) for source in sources):
        goal["side"] = side
    extra: dict[str, Any] = {}
    if world.dice.random() < 0.3:
        extra["orientation"] = world.dice.choice(("suspended", "unsuspended"))
    if world.dice.random() < 0.15:
        extra["facing"] = "down"
    if world.dice.random() < 0.15:
        extra["revealed"] = True
    return arrive(world, sources, world.dice.choice(("play", "hatch")), goal, **extra)


def _owned(world: World, source: dict[str, Any]) -> bool:
    """Tell whether the recorder knows whose card it is, so that it knows the side it goes to."""
    return "was" in source and source["from"]["zone"] == "hand" and _one_owner(world)


def _one_owner(world: World) -> bool:
    return all(
        card.owner == side or not card.id for side in SIDES for card in world.pile(side, "hand")
    )


def enter_token(world: World) -> Group:
    side = world.dice.choice(SIDES)
    number = world.dice.choice(("TOKEN-Diaboromon", "TOKEN-Fujitsumon"))
    field = {"zone": "battle", "side": world.dice.choice(SIDES)}
    return [
        {
            "kind": "transferred",
            "manner": "play",
            "from": {"zone": "outside", "side": side},
            "to": dict(field),
            "number": number,
            "owner": side,
        }
        for _ in range(world.dice.randint(1, 2))
    ]


def stack(world: World) -> Group:
    """Digivolve, place under, or link: cards go to a unit that is there."""
    if not world.table.units:
        return []
    unit = world.dice.choice(list(world.table.units.values()))
    if world.dice.random() < 0.6:
        zone = world.dice.choice(("hand", "trash", "deck", "security"))
        sources = world.from_pile(world.dice.choice(SIDES), zone, world.dice.randint(1, 3))
    else:
        sources = world.from_anywhere(2)
    own = [s for s in sources if s["from"].get("unit") == unit.id]
    sources = [s for s in sources if s not in own]
    if not sources:
        return []
    manner = world.dice.choice(("digivolve", "place_under", "material", "link"))
    linked = manner == "link"
    goal = {"zone": "link" if linked else unit.zone, "side": unit.side, "unit": unit.id}
    extra: dict[str, Any] = {"facing": "down"} if world.dice.random() < 0.3 else {}
    group = arrive(world, sources, manner, goal, **extra)
    size = len(unit.cards) + len(group)
    if linked:
        return group
    if manner == "digivolve" and len(group) > 1:
        group = group[:1]
    elif world.dice.random() < 0.5:
        spots = world.dice.sample(range(size), len(group))
        for event, spot in zip(group, spots, strict=True):
            event["to"]["position"] = spot
    return group


def found_on_materials(world: World) -> Group:
    """DNA digivolve or DigiXros: a new unit on cards of other units and of the hand."""
    side = world.dice.choice(SIDES)
    units = world.some(list(world.table.units), 3, 1)
    top = world.from_pile(side, world.dice.choice(("hand", "hand", "trash")), 1)
    if not top:
        return []
    version = world.recorder.version
    field = {"zone": world.dice.choice(("battle", "breeding")), "side": side}
    group = arrive(world, top, world.dice.choice(("digivolve", "play")), field, route="dna")
    below = {**field, "unit": str(version)}
    for unit in units:
        group += arrive(world, world.from_unit(unit), "material", below)
        links = world.from_unit(unit, links=True)
        group += arrive(world, links, "trash", {"zone": "trash", "side": side}, end="top")
    return group


def clear_units(world: World) -> Group:
    """Delete, return or remove whole units, all in one group."""
    units = world.some(list(world.table.units), 3)
    zone = world.dice.choice(("trash", "trash", "hand", "deck", "security", "egg_deck", "outside"))
    side = world.dice.choice(SIDES)
    sources = [s for unit in units for s in world.from_unit(unit)]
    sources += [s for unit in units for s in world.from_unit(unit, links=True)]
    world.dice.shuffle(sources)
    end = world.dice.choice(("top", "bottom", "random"))
    manner = world.dice.choice(("delete", "return", "remove"))
    goal = {"zone": zone, "side": side}
    return arrive(world, sources, manner, goal, end=end, order=world.dice.random() < 0.5)


def put_back(world: World) -> Group:
    """Return cards to the top or bottom of a pile, in an order that is public or not."""
    side = world.dice.choice(SIDES)
    zone = world.dice.choice(("hand", "hand", "trash", "security", "deck"))
    sources = world.from_pile(side, zone, world.dice.randint(1, 4))
    if world.dice.random() < 0.2:
        other = world.dice.choice([z for z in ("hand", "trash", "deck", "security") if z != zone])
        sources += world.from_pile(side, other, 1)
    goal = {"zone": world.dice.choice(("deck", "deck", "security", "egg_deck")), "side": side}
    if world.dice.random() < 0.15:
        goal["side"] = world.dice.choice(SIDES)
    end = world.dice.choice(("top", "bottom", "bottom", "random"))
    extra: dict[str, Any] = {}
    if world.dice.random() < 0.2:
        extra["facing"] = "up"
    if world.dice.random() < 0.15:
        extra |= {"revealed": True, "cause": {"kind": "effect", "asks": True}}
    if goal["zone"] == "egg_deck" and world.dice.random() < 0.5:
        extra |= {"redirect": "3-1-3-9-1", "requested": {"zone": "deck", "side": goal["side"]}}
    group = arrive(world, sources, "return", goal, end=end, order=True, **extra)
    name_candidates(world, group)
    if world.dice.random() < 0.1 and len(group) == 1:
        group[0]["to"]["position"] = None  # the scribe did not see where it went
    return group


def scatter(world: World) -> Group:
    """Cards from anywhere go anywhere at once."""
    sources = world.from_anywhere(world.dice.randint(1, 6))
    manner = world.dice.choice(MANNERS)
    goals: dict[int, list[dict[str, Any]]] = {}
    options = [
        {"zone": zone, "side": side} for zone in (*ORDERED, "hand", "outside") for side in SIDES
    ]
    options += [
        {"zone": "no_area"},
        {"zone": "battle", "side": "p1"},
        {"zone": "battle", "side": "p2"},
    ]
    for source in sources:
        goals.setdefault(world.dice.randrange(len(options)), []).append(source)
    group: Group = []
    for index, part in goals.items():
        goal = options[index]
        leaving = [s for s in sources if s not in part and _in(s, goal)]
        if leaving and goal["zone"] in ORDERED:
            goal = {"zone": "hand", "side": goal["side"]}
        group += arrive(world, part, manner, goal, order=world.dice.random() < 0.3)
    return group


def _in(source: dict[str, Any], place: dict[str, Any]) -> bool:
    return all(source["from"].get(name) == place.get(name) for name in ("zone", "side"))


def out_of_no_area(world: World) -> Group:
    sources = [
        {"from": {"zone": "no_area"}, "was": card.id} for card in world.some(world.table.no_area)
    ]
    zone = world.dice.choice(("trash", "trash", "hand", "battle", "security"))
    return arrive(world, sources, "trash", {"zone": zone, "side": world.dice.choice(SIDES)})


def check_security(world: World) -> Group:
    side = world.dice.choice(SIDES)
    if not world.pile(side, "security"):
        return []
    top = world.pile(side, "security")[0]
    if world.lookers(top, "security", side) not in (ALL, frozenset()):
        return []
    source = {"from": {"zone": "security", "side": side, "position": 0}}
    group = arrive(world, [source], "check", {"zone": "no_area"})
    if world.dice.random() < 0.5:
        card = str(world.recorder.version)
        group.append({"kind": "security_checked", "player": side, "card": card})
    return group


CARD_MOVES: list[tuple[int, Move]] = [
    (6, draw),
    (6, play),
    (2, enter_token),
    (5, stack),
    (2, found_on_materials),
    (2, clear_units),
    (8, put_back),
    (5, scatter),
    (2, out_of_no_area),
    (2, check_security),
]
