"""Mutations: decks and the set-up of a game (CR 4.2 §1-4-1, §5-2-1)."""

from random import Random
from typing import Final

from tests.audit.mutating import (
    Groups,
    Test,
    added,
    changed,
    edited,
    found_by,
    fresh,
    kind,
    loosened,
    lost,
    marked,
    moments,
    note,
    places,
    spliced,
    with_event,
)
from tests.lawful.board import other
from tests.lawful.desk import Event

Place = tuple[int, int]


def _first(groups: Groups, test: Test) -> Place | None:
    return next(places(groups, test), None)


def _first_turn(groups: Groups) -> int:
    return next(places(groups, kind("turn_started", turn=1)))[0]


def _in_setup(groups: Groups, test: Test) -> list[Place]:
    """Return the places of a kind in the set-up of the first game."""
    return [where for where in places(groups, test) if where[0] < _first_turn(groups)]


def _setup_place(groups: Groups, dice: Random, test: Test) -> Place | None:
    found = _in_setup(groups, test)
    return dice.choice(found) if found else None


def five_copies(groups: Groups, dice: Random) -> Groups | None:
    """A list has five copies of a card."""
    del dice
    (where, _) = next(places(groups, kind("deck_registered")))
    deck = list(groups[where][0]["deck"])
    return edited(groups, (where, 0), deck=[deck[0]] * 5 + deck[5:])


def deck_of_49(groups: Groups, dice: Random) -> Groups | None:
    """A game began with a deck one card short."""
    del dice
    found = _first(groups, lambda e: e["kind"] == "game_started" and e["p1"].get("deck_count"))
    if found is None:
        return None
    event = groups[found[0]][0]
    side = {**event["p1"], "deck_count": event["p1"]["deck_count"] - 1}
    if side.get("deck"):
        side["deck"] = side["deck"][:-1]
    return edited(groups, found, p1=side)


def egg_deck_unshuffled(groups: Groups, dice: Random) -> Groups | None:
    """A Digi-Egg deck was not shuffled."""
    return lost(loosened(groups), _setup_place(groups, dice, kind("shuffled", zone="egg_deck")))


def redraw_unshuffled(groups: Groups, dice: Random) -> Groups | None:
    """A deck was not shuffled after a redraw."""
    after = lambda e: e["kind"] == "shuffled" and e["zone"] == "deck"  # noqa: E731
    found = [
        where
        for where in _in_setup(groups, after)
        if groups[where[0] - 1][0].get("manner") == "return"
    ]
    return lost(loosened(groups), dice.choice(found)) if found else None


def _hand(groups: Groups, dice: Random, manner: str) -> Groups | None:
    test = kind("transferred", manner=manner)
    found = [where for where in _in_setup(groups, test) if where[1] == 4]
    if any(event["redraw"] for group in groups for event in group if "redraw" in event):
        return None
    return lost(loosened(groups), dice.choice(found)) if found else None


def hand_of_four(groups: Groups, dice: Random) -> Groups | None:
    """An initial hand was one card short."""
    return _hand(groups, dice, "draw")


def security_of_four(groups: Groups, dice: Random) -> Groups | None:
    """A security stack of the set-up was one card short."""
    found = [
        index
        for index in moments(groups, lambda g: all(e.get("manner") == "place" for e in g))
        if len(groups[index]) == 5
    ]
    index = dice.choice(found)
    group = [note(groups[index][4])]
    group = [
        marked(event, to={**event["to"], "position": 3 - step})
        for step, event in enumerate(groups[index][:4])
    ] + group
    return changed(loosened(groups), index, *group)


def first_player_unsaid(groups: Groups, dice: Random) -> Groups | None:
    """Who goes first is not on record."""
    return lost(groups, _setup_place(groups, dice, kind("first_player_decided")))


def other_player_first(groups: Groups, dice: Random) -> Groups | None:
    """The other player was to have the first turn."""
    found = _setup_place(groups, dice, kind("first_player_decided"))
    if found is None:
        return None
    return edited(groups, found, player=other(groups[found[0]][0]["player"]))


def memory_at_the_start(groups: Groups, dice: Random) -> Groups | None:
    """The first turn began with memory at 1."""
    del dice
    told: Event = {"kind": "memory_changed", "after": 1, "asked": 1, "reason": "set"}
    return spliced(groups, _first_turn(groups), 0, added(told, cause={"kind": "rule"}))


def redraws_swapped(groups: Groups, dice: Random) -> Groups | None:
    """The other player decided on a redraw before the first player."""
    del dice
    found = _in_setup(groups, kind("redraw_decided"))
    if len(found) < 2 or found[0][0] + 1 != found[1][0]:
        return None
    first, second = (groups[index] for index, _ in found[:2])
    return spliced(groups, found[0][0], 2, added(second[0]), added(first[0]))


def redrawn_twice(groups: Groups, dice: Random) -> Groups | None:
    """A player decided on a second redraw."""
    found = _setup_place(groups, dice, kind("redraw_decided", redraw=True))
    if found is None:
        return None
    return spliced(groups, found[0] + 1, 0, added(fresh(groups[found[0]][0])))


def redrawn_late(groups: Groups, dice: Random) -> Groups | None:
    """A player redrew after the first turn had begun."""
    del dice
    told: Event = {"kind": "redraw_decided", "player": "p1", "redraw": True}
    return spliced(groups, _first_turn(groups) + 1, 0, added(told))


def redraw_unsaid(groups: Groups, dice: Random) -> Groups | None:
    """That a player redrew is not on record."""
    return lost(groups, _setup_place(groups, dice, kind("redraw_decided", redraw=True)))


def redrawn_in_part(groups: Groups, dice: Random) -> Groups | None:
    """A player redrew with a card still in the hand."""
    found = [
        index
        for index in moments(groups, lambda g: len(g) == 5 and g[0].get("manner") == "return")
        if index < _first_turn(groups)
    ]
    if not found:
        return None
    index = dice.choice(found)
    group = []
    for step, event in enumerate(groups[index]):
        target = {**event["to"], "position": None, "among": [45, 48]}
        group.append(note(event) if step == 4 else marked(event, to=target))
    return changed(loosened(groups), index, *group)


def egg_deck_of_six(groups: Groups, dice: Random) -> Groups | None:
    """A game began with six cards in a Digi-Egg deck."""
    del dice
    found = _first(groups, kind("game_started"))
    if found is None:
        return None
    side = {**groups[found[0]][0]["p2"], "egg_deck_count": 6}
    return edited(groups, found, p2=side)


def deck_not_as_registered(groups: Groups, dice: Random) -> Groups | None:
    """A registered list has another card than the deck."""
    del dice
    (where, _) = next(places(groups, kind("deck_registered")))
    deck = list(groups[where][0]["deck"])
    other_card = next(number for number in deck if number != deck[0] and deck.count(number) < 4)
    return edited(groups, (where, 0), deck=[other_card, *deck[1:]])


def first_player_decided_late(groups: Groups, dice: Random) -> Groups | None:
    """Who goes first was decided after the first hand had been drawn."""
    del dice
    found = _in_setup(groups, kind("first_player_decided"))
    if not found:
        return None
    index = found[0][0]
    late = [marked(groups[index][0])]
    return spliced(groups, index, 2, groups[index + 1], late)


def security_set_early(groups: Groups, dice: Random) -> Groups | None:
    """Security was set before the second player had decided on a redraw."""
    del dice
    found = _in_setup(groups, kind("redraw_decided", redraw=False))
    if not found:
        return None
    index = found[-1][0]
    if any(event.get("manner") != "place" for event in groups[index + 1]):
        return None
    late = [marked(groups[index][0])]
    first = _in_setup(groups, kind("redraw_decided"))[-1][0]
    if first != index:
        return None
    return spliced(groups, index, 3, groups[index + 1], groups[index + 2], late)


def security_from_the_middle(groups: Groups, dice: Random) -> Groups | None:
    """A security card of the set-up came from the middle of the deck."""
    found = [
        (index, 4)
        for index in moments(groups, lambda g: len(g) == 5 and g[0].get("manner") == "place")
    ]
    index, step = dice.choice(found)
    event = dict(groups[index][step])
    for name in ("was", "number"):
        event.pop(name, None)
    return with_event(
        groups, index, step, marked(event, **{"from": {**event["from"], "position": 9}})
    )


SETUP: Final = (
    *found_by("deck-copies", "1-4-1-2", five_copies),
    *found_by("deck-size", "1-4-1-2", deck_of_49, scribe=True),
    *found_by("setup-unshuffled", "5-2-1", egg_deck_unshuffled, scribe=True, later=True),
    *found_by("redraw-unshuffled", "5-2-1", redraw_unshuffled, scribe=True, later=True),
    *found_by("setup-hand", "5-2-1", hand_of_four, scribe=True, later=True),
    *found_by("setup-security", "5-2-1", security_of_four, scribe=True, later=True),
    *found_by("setup-first-player-unrecorded", "5-2-1", first_player_unsaid, later=True),
    *found_by("setup-first-player", "5-2-1", other_player_first, later=True),
    *found_by("setup-memory", "5-2-1", memory_at_the_start, later=True),
    *found_by("setup-redraw-order", "5-2-1", redraws_swapped, later=True),
    *found_by("setup-redraw-twice", "5-2-1", redrawn_twice, later=True),
    *found_by("setup-redraw-late", "5-2-1", redrawn_late),
    *found_by("setup-redraw-unrecorded", "5-2-1", redraw_unsaid, later=True),
    *found_by("setup-redraw-whole", "5-2-1", redrawn_in_part, scribe=True, later=True),
    *found_by("egg-deck-size", "1-4-1-3", egg_deck_of_six, scribe=True),
    *found_by("deck-not-as-registered", "3-2-1", deck_not_as_registered, later=True),
    *found_by("setup-first-player-late", "5-2-1", first_player_decided_late, later=True),
    *found_by("setup-security-early", "5-2-1", security_set_early, later=True),
    *found_by("setup-security-source", "5-2-1", security_from_the_middle, later=True),
)
