"""Mutations: the memory gauge, costs, draws, ends of games (CR 4.2 §1-4-2-2, §4-2-2, §1-2-3)."""

from random import Random
from typing import Any, Final

from tests.audit.mutating import (
    Groups,
    added,
    edited,
    found_by,
    fresh,
    kind,
    lost,
    place,
    places,
    reaches,
    spliced,
    table_before,
)
from tests.lawful.board import other
from tests.lawful.desk import Event


def cost_paid_inexactly(groups: Groups, dice: Random) -> Groups | None:
    """The gauge moved one further than was paid."""

    def test(event: Event) -> Any:
        return kind("memory_changed", reason="cost")(event) and abs(event["after"]) < 10

    found = place(groups, dice, test)
    if found is None:
        return None
    event = groups[found[0]][found[1]]
    more = 1 if event["asked"] > 0 else -1
    return edited(groups, found, after=event["after"] + more, asked=event["asked"] + more)


def cost_unsaid(groups: Groups, dice: Random) -> Groups | None:
    """That a cost was paid for which the gauge moved is not on record."""
    paid = {
        group[0]["cause"]["event"]
        for group in groups
        if kind("memory_changed", reason="cost")(group[0])
    }
    test = lambda e: e["kind"] == "cost_paid" and e["seq"] in paid  # noqa: E731
    return lost(groups, place(groups, dice, test))


def nothing_paid(groups: Groups, dice: Random) -> Groups | None:
    """That the gauge moved for a cost is not on record."""
    return lost(groups, place(groups, dice, kind("memory_changed", reason="cost")))


def moved_otherwise_than_asked(groups: Groups, dice: Random) -> Groups | None:
    """The gauge moved by another number than the effect said."""
    found = place(groups, dice, kind("memory_changed", reason="effect"))
    if found is None:
        return None
    event = groups[found[0]][found[1]]
    return edited(groups, found, after=event["after"] + (1 if event["after"] < 10 else -1))


def passed_to_two(groups: Groups, dice: Random) -> Groups | None:
    """A pass set memory to 2."""
    found = place(groups, dice, kind("memory_changed", reason="pass"))
    if found is None:
        return None
    event = groups[found[0]][found[1]]
    less = -1 if event["after"] > 0 else 1
    return edited(groups, found, after=event["after"] + less, asked=event["asked"] + less)


def pass_without_memory(groups: Groups, dice: Random) -> Groups | None:
    """What a pass did to the gauge is not on record."""
    return lost(groups, place(groups, dice, kind("memory_changed", reason="pass")))


def _draw_of(groups: Groups, dice: Random) -> tuple[int, int] | None:
    """Return the draw of a draw phase."""
    draw = kind("transferred", manner="draw", cause={"kind": "rule"}, of=1)
    found = [
        (index, step)
        for index, step in places(groups, draw)
        if groups[index - 1][0].get("phase") == "draw"
        and groups[index + 1][0].get("phase") == "breeding"
    ]
    return dice.choice(found) if found else None


def drawn_in_the_first_turn(groups: Groups, dice: Random) -> Groups | None:
    """The first player drew in the first turn."""
    del dice
    ((first, _), *_) = places(groups, kind("turn_started", turn=1))
    index = next(i for i, _ in places(groups, kind("phase_entered", phase="draw")) if i > first)
    player = groups[first][0]["player"]
    told: Event = {
        "kind": "transferred",
        "manner": "draw",
        "owner": player,
        "cause": {"kind": "rule"},
    }
    told["from"] = {"zone": "deck", "side": player, "position": 0}
    return spliced(groups, index + 1, 0, added(told, to={"zone": "hand", "side": player}))


def drawn_twice(groups: Groups, dice: Random) -> Groups | None:
    """Two cards were drawn in a draw phase."""
    found = _draw_of(groups, dice)
    if found is None:
        return None
    event = fresh(groups[found[0]][0])
    for name in ("was", "number"):
        event.pop(name, None)
    if len(table_before(groups, found[0]).sides[event["owner"]]["deck"]) < 2:
        return None
    return spliced(groups, found[0] + 1, 0, added(event))


def draw_missed(groups: Groups, dice: Random) -> Groups | None:
    """The draw of a draw phase is not on record."""
    return lost(groups, _draw_of(groups, dice))


def deck_out_ignored(groups: Groups, dice: Random) -> Groups | None:
    """Who could not draw played on."""
    found = place(groups, dice, kind("game_ended", reason="deck_out"))
    if found is None:
        return None
    index = found[0]
    draw = max(i for i in range(index) if groups[i][0].get("phase") == "draw")
    told = [*groups[: draw + 1], added({"kind": "phase_entered", "phase": "breeding"})]
    return told if index - draw < 3 else None


def _bonus(groups: Groups, dice: Random, *routes: str | None) -> Groups | None:
    """Leave out the draw for a digivolution after which the player acts before it matters."""
    digivolved = {
        e["seq"]
        for group in groups
        for e in group
        if e.get("manner") == "digivolve" and e.get("route") in routes
    }

    def test(event: Event) -> Any:
        draw = event["kind"] == "transferred" and event["manner"] == "draw"
        return draw and (event.get("cause") or {}).get("event") in digivolved

    acts = ("declared", "attack_declared", "phase_entered")
    found = [where for where in places(groups, test) if reaches(groups, where[0] + 1, acts, "deck")]
    return lost(groups, dice.choice(found)) if found else None


def digivolved_without_draw(groups: Groups, dice: Random) -> Groups | None:
    """The draw for a digivolution is not on record."""
    return _bonus(groups, dice, None)


def dna_digivolved_without_draw(groups: Groups, dice: Random) -> Groups | None:
    """The draw for a DNA digivolution is not on record."""
    return _bonus(groups, dice, "dna")


# -- how games end ---------------------------------------------------------------------------------


def _ended(groups: Groups, index: int, **fields: Any) -> Groups:
    """Return the groups up to one, and then an end of the game."""
    return [*groups[:index], added({"kind": "game_ended", **fields})]


def won_with_security_left(groups: Groups, dice: Random) -> Groups | None:
    """A game was won by an attack with security cards left."""
    found = [
        index
        for index, _ in places(groups, kind("attack_ended", outcome="succeeded"))
        if groups[index + 1][0]["kind"] != "game_ended"
    ]
    dice.shuffle(found)
    for index in found:
        table = table_before(groups, index + 1)
        if table.turn_player and table.sides[other(table.turn_player)]["security"]:
            return _ended(groups, index + 1, reason="security", winner=table.turn_player)
    return None


def attacker_lost(groups: Groups, dice: Random) -> Groups | None:
    """The player whose attack won the game is said to have lost it."""
    found = place(groups, dice, kind("game_ended", reason="security"))
    return found and edited(groups, found, winner=other(groups[found[0]][found[1]]["winner"]))


def won_without_attack(groups: Groups, dice: Random) -> Groups | None:
    """A game was won by an attack of which there is none on record."""
    del dice
    ((index, _), *_) = places(groups, kind("phase_entered", phase="end"))
    return _ended(groups, index, reason="security", winner="p1")


def deck_out_with_cards(groups: Groups, dice: Random) -> Groups | None:
    """A game is said to have ended for want of cards, and there were some."""
    return edited(
        groups, place(groups, dice, kind("game_ended", reason="concession")), reason="deck_out"
    )


def nobody_won(groups: Groups, dice: Random) -> Groups | None:
    """A decided game has no winner."""
    reason = dice.choice(("security", "deck_out"))
    return edited(groups, place(groups, dice, kind("game_ended", reason=reason)), winner=None)


def loop_won(groups: Groups, dice: Random) -> Groups | None:
    """A game that a loop ended has a winner."""
    return edited(
        groups, place(groups, dice, kind("game_ended", reason="concession")), reason="loop"
    )


def ended_twice(groups: Groups, dice: Random) -> Groups | None:
    """A game ended a second time."""
    found = place(groups, dice, kind("game_ended"))
    return found and spliced(groups, found[0] + 1, 0, added(fresh(groups[found[0]][0])))


def played_on(groups: Groups, dice: Random) -> Groups | None:
    """A phase began after the game had ended."""
    found = place(groups, dice, kind("game_ended"))
    told: Event = {"kind": "phase_entered", "phase": "end"}
    return found and spliced(groups, found[0] + 1, 0, added(told))


def end_of_a_game_unsaid(groups: Groups, dice: Random) -> Groups | None:
    """The end of a game is not on record."""
    return lost(groups, place(groups, dice, kind("game_ended")))


def wrong_games(groups: Groups, dice: Random) -> Groups | None:
    """One game more than was played is reported."""
    found = place(groups, dice, kind("match_ended"))
    if found is None:
        return None
    games = list(groups[found[0]][0]["games"])
    games[dice.randrange(3)] += 1
    return edited(groups, found, games=games)


def loser_won_the_match(groups: Groups, dice: Random) -> Groups | None:
    """The player who won fewer games is said to have won the match."""
    found = place(groups, dice, kind("match_ended"))
    return found and edited(groups, found, winner=other(groups[found[0]][0]["winner"]))


def game_after_the_match(groups: Groups, dice: Random) -> Groups | None:
    """A game began after the result of the match."""
    found = place(groups, dice, kind("match_ended"))
    start = place(groups, dice, kind("game_started"))
    if found is None or start is None:
        return None
    return spliced(groups, found[0] + 1, 0, added(fresh(groups[start[0]][0])))


MEMORY: Final = (
    *found_by("cost-not-exact", "4-2-2", cost_paid_inexactly),
    *found_by("cost-unrecorded", "4-2-2", cost_unsaid, later=True),
    *found_by("cost-not-shown", "4-2-2", nothing_paid, later=True),
    *found_by("memory-not-as-asked", "1-4-2-2", moved_otherwise_than_asked),
    *found_by("pass-memory", "6-5-1-7-1", passed_to_two),
    *found_by("pass-not-shown", "6-5-1-7-1", pass_without_memory, later=True),
    *found_by("drew-in-first-turn", "6-3-1-1", drawn_in_the_first_turn),
    *found_by("drew-too-many", "6-3-1-1", drawn_twice),
    *found_by("draw-unrecorded", "6-3-1-1", draw_missed, later=True),
    *found_by("deck-out-ignored", "1-2-3-2", deck_out_ignored),
    *found_by(
        "digivolved-without-draw",
        "8-1 8-2",
        digivolved_without_draw,
        dna_digivolved_without_draw,
        later=True,
    ),
    *found_by("won-through-security", "1-2-3-1", won_with_security_left),
    *found_by("won-by-other-attack won-through-security", "1-2-3-1", attacker_lost),
    *found_by("winning-attack-unrecorded", "1-2-3-1", won_without_attack),
    *found_by("deck-out-untimely", "1-2-3-2", deck_out_with_cards),
    *found_by("end-without-winner", "1-2-3-1 1-2-3-2", nobody_won),
    *found_by("loop-won", "18-3-2", loop_won),
    *found_by("ended-twice", "1-2-3-1 1-2-3-2 1-2-4", ended_twice),
    *found_by("played-on", "1-2-3-1 1-2-3-2 1-2-4", played_on),
    *found_by("game-unfinished match-unfinished", "1-2-3-1", end_of_a_game_unsaid, later=True),
    *found_by("match-games", "1-2-3-1", wrong_games),
    *found_by("match-winner", "1-2-3-1", loser_won_the_match),
    *found_by("game-after-match", "1-2-3-1", game_after_the_match),
)
