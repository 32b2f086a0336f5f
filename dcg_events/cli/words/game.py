"""The match, its decks and the flow of its games in words."""

from typing import Any, Final

from dcg_events.cli.words.phrases import (
    Speaker,
    clean,
    count_of,
    in_brackets,
    listed,
    numbers,
    tail,
)
from dcg_events.events.codec import PlainEvent
from dcg_events.views.shape import TableView

PHASES: Final = {
    "unsuspend": "unsuspend phase",
    "draw": "draw phase",
    "breeding": "breeding phase",
    "main": "main phase",
    "end": "end of the turn",
}
"""The rulebook's name of each phase."""

REASONS: Final = {
    "security": "a successful attack on no security",
    "deck_out": "no card to draw",
    "effect": "an effect",
    "concession": "concession",
    "loop": "a loop",
    "time": "time",
    "penalty": "a penalty",
    "no_show": "a no-show",
    "disconnection": "a lost connection",
    "agreement": "agreement",
    "unknown": "not known why",
}
"""Why a game ended."""

OUTCOMES: Final = {
    "win": "",
    "draw": "a draw",
    "double_loss": "a loss for both",
    "bye": "a bye",
    "no_show": "a no-show",
    "unknown": "not known how",
}
"""How a match ended."""

_PASSED: Final = {
    "turn": "passes the turn",
    "breeding": "does nothing in the breeding phase",
    "block": "does not block",
    "counter": "does not counter",
    "other": "passes",
}

_ATTEMPTS: Final = {
    "draw": "draw",
    "hatch": "hatch",
    "move": "move a unit",
    "recover": "recover",
    "search": "search",
    "reveal": "reveal",
    "other": "do something",
}


def _match_opened(event: PlainEvent, _: Speaker) -> str:
    seats = event["players"]
    sides = " against ".join(f"{clean(seats[s]['name'])} ({_seat(s, seats)})" for s in ("p1", "p2"))
    rules = event["rules"]
    given = event.get("tournament") or {}
    place = [clean(given[name]) for name in ("organiser", "event") if given.get(name)]
    place += [f"{name} {clean(given[name])}" for name in ("round", "table") if given.get(name)]
    best_of = f"best of {event['best_of']}" if event.get("best_of") else ""
    return f"match: {sides}; rules {rules['edition']} ({rules['language']})" + in_brackets(
        ", ".join(place), best_of
    )


def _seat(side: str, seats: dict[str, Any]) -> str:
    return f"{side}, bot" if seats[side].get("played_by") == "bot" else side


def _deck_registered(event: PlainEvent, say: Speaker) -> str:
    parts = [("deck", "card"), ("egg_deck", "Digi-Egg"), ("tokens", "token")]
    held = [count_of(len(event[name]), noun) for name, noun in parts if event.get(name)]
    return f"{say.who(event['player'])} registers a deck" + in_brackets(listed(held))


def _deck_checked(event: PlainEvent, say: Speaker) -> str:
    result = "as registered" if event["in_order"] else "not as registered"
    missing, extra = event.get("missing"), event.get("extra")
    return f"{say.whose(event['player'])} deck is checked: {result}" + in_brackets(
        f"missing: {numbers(missing)}" if missing else "",
        f"extra: {numbers(extra)}" if extra else "",
    )


def _token_supplied(event: PlainEvent, say: Speaker) -> str:
    number = clean(event["number"])
    return f"{say.who(event['player'])} lays {event['count']} × {number} ready outside the game"


def _game_started(event: PlainEvent, say: Speaker) -> str:
    decks = [
        f"{say.who(side)} with {count_of(event[side]['deck_count'], 'card')}"
        f" and {count_of(event[side]['egg_deck_count'], 'Digi-Egg')}"
        for side in ("p1", "p2")
    ]
    game = event.get("game")
    return f"game {game} begins: {listed(decks)}" if game else f"a game begins: {listed(decks)}"


def _first_player(event: PlainEvent, say: Speaker) -> str:
    how = clean(event["how"]) if event.get("how") else ""
    return f"{say.who(event['player'])} goes first{in_brackets(how)}"


def _redraw(event: PlainEvent, say: Speaker) -> str:
    return f"{say.who(event['player'])} {'redraws' if event['redraw'] else 'keeps'} the first hand"


def _shuffled(event: PlainEvent, say: Speaker) -> str:
    cutter = event.get("cut_by")
    cut = f"cut by {say.who(cutter)}" if cutter else ""
    return f"{say.zone(event)} is shuffled{in_brackets(cut)}"


def _recovered(event: PlainEvent, _: Speaker) -> str:
    after = event.get("after")
    where = "the beginning" if after is None else f"event {after}"
    size = event.get("bytes_cut")
    cut = "what followed was" if size is None else count_of(size, "byte")
    return f"the log was torn after {where}: {cut} cut off"


def _turn_started(event: PlainEvent, say: Speaker) -> str:
    extra = "extra " if event.get("extra") else ""
    return f"{extra}turn {event['turn']} begins, {say.who(event['player'])} is the turn player"


def _turn_ended(event: PlainEvent, say: Speaker) -> str:
    reason = {"pass": "passed"}.get(str(event.get("reason")), event.get("reason") or "")
    return f"{say.whose(event['player'])} turn {event['turn']} ends{in_brackets(reason)}"


def _phase_entered(event: PlainEvent, _: Speaker) -> str:
    return PHASES.get(event["phase"], clean(event["phase"]))


def _passed(event: PlainEvent, say: Speaker) -> str:
    return f"{say.who(event['player'])} {_PASSED.get(event['what'], 'passes')}"


def memory(value: int, say: Speaker) -> str:
    """Say where the memory gauge stands.

    Args:
        value: −10 to 10, positive on p1's side (CR 4.2 §1-4-2-2).
        say: How to name the players.

    >>> memory(0, Speaker()), memory(-3, Speaker({"p2": "Ben"}))
    ('memory 0', "memory 3 on Ben's side")
    """
    if value == 0:
        return "memory 0"
    return f"memory {abs(value)} on {say.whose('p1' if value > 0 else 'p2')} side"


def _memory_changed(event: PlainEvent, say: Speaker) -> str:
    asked, reason = event.get("asked"), event.get("reason") or ""
    goal = say.who("p1" if (asked or 0) > 0 else "p2")
    change = f"{abs(asked)} towards {goal}" if asked else ""
    why = reason if not change or not reason else f"{reason}, {change}"
    return memory(event["after"], say) + in_brackets(why or change)


def _cost_paid(event: PlainEvent, say: Speaker) -> str:
    printed = event.get("printed")
    other = f"printed {printed}" if printed is not None and printed != event["paid"] else ""
    waived = "waived" if event.get("waived") else ""
    return f"{say.who(event['player'])} pays {event['paid']} memory" + in_brackets(other, waived)


def _loop(event: PlainEvent, _: Speaker) -> str:
    turn_player, other = (
        "no number" if event.get(name) is None else event[name]
        for name in ("turn_player", "other_player")
    )
    return f"a loop is cut short: the turn player declares {turn_player}, the other {other}"


def _rule_checked(event: PlainEvent, _: Speaker) -> str:
    found = event.get("found")
    return "rule check" + (f": {listed(found)}" if found else ", nothing found" * (found == []))


def _attempted(event: PlainEvent, say: Speaker) -> str:
    done, wanted = event["done"], event["wanted"]
    what = _ATTEMPTS.get(event["what"], clean(event["what"]))
    return f"{say.who(event['player'])} attempts to {what}: {done} of {wanted} possible"


def _game_ended(event: PlainEvent, say: Speaker) -> str:
    winner, game = event.get("winner"), event.get("game")
    which = f"game {game}" if game else "the game"
    result = f"{say.who(winner)} wins {which}" if winner else f"{which} is a draw"
    clause = event.get("clause")
    reason = REASONS.get(event["reason"], clean(event["reason"]))
    return f"{result}: {reason}" + in_brackets(f"§{clean(clause)}" if clause else "")


def _match_ended(event: PlainEvent, say: Speaker) -> str:
    winner, games, signed = event.get("winner"), event.get("games"), event.get("signed_by")
    how = OUTCOMES.get(event["outcome"], clean(event["outcome"]))
    result = f"{say.who(winner)} wins the match" if winner else "the match has no winner"
    result += in_brackets(how)
    score = (
        f", {games[0]} : {games[1]}" + (f", {games[2]} drawn" if games[2] else "") if games else ""
    )
    signature = in_brackets(f"signed by {listed(signed)}" if signed else "")
    return f"{result}{score}{signature}" + tail(": ", event.get("remark"))


def outcome(view: TableView, say: Speaker) -> str:
    """Say how the game or the match ended; nothing while it goes on."""
    result: Any = view["result"]
    if result is None:
        return ""
    of = "the match" if result["of"] == "match" else f"game {view['game']}"
    how = REASONS.get(result.get("reason"), "") or OUTCOMES.get(result.get("outcome"), "")
    who = result["winner"]
    return (f"{say.who(who)} wins {of}" if who else f"no winner of {of}") + in_brackets(how)


WORDS: Final = {
    "match_opened": _match_opened,
    "deck_registered": _deck_registered,
    "deck_checked": _deck_checked,
    "token_supplied": _token_supplied,
    "game_started": _game_started,
    "first_player_decided": _first_player,
    "redraw_decided": _redraw,
    "shuffled": _shuffled,
    "recovered": _recovered,
    "turn_started": _turn_started,
    "turn_ended": _turn_ended,
    "phase_entered": _phase_entered,
    "passed": _passed,
    "memory_changed": _memory_changed,
    "cost_paid": _cost_paid,
    "loop_declared": _loop,
    "rule_checked": _rule_checked,
    "attempted": _attempted,
    "game_ended": _game_ended,
    "match_ended": _match_ended,
}
"""What each of these kinds says."""
