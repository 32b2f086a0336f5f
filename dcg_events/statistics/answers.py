"""The answers, made from the sum of all tallies; this is what `stats --json` prints."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal

from typing_extensions import TypedDict

from dcg_events.statistics.estimating import Share, Spread, share, spread
from dcg_events.statistics.tally import SIDES, Key, Tally
from dcg_events.vocabulary.people import Viewer

SLOW: Final = 60
"""Seconds from which on a decision is counted as slow. How slow is too slow is a judge's matter."""


class Wins(TypedDict):
    """Results of games: draws are neither won nor lost, and stand in `games`.

    Attributes:
        games: Games that ended.
        draws: Of these, drawn.
        won: The wins, of the games that were won or lost.
    """

    games: int
    draws: int
    won: Share


class RedrawAnswer(TypedDict):
    """What came of a first hand: redrawn or kept.

    Attributes:
        all: Whoever went first.
        first: Of those who went first.
        second: Of those who went second.
    """

    all: Wins
    first: Wins
    second: Wins


class CardAnswer(TypedDict):
    """A card number, by games of a player that had it in the deck or Digi-Egg deck.

    Attributes:
        number: The card number.
        in_deck: Wins with it in the deck: the denominator of all else.
        seen: Games in which its player could look at a copy, of those where that is known.
        opening_hand: Games with a copy in the first hand, of those where that is known.
        drawn: Games in which it was drawn, likewise.
        played: Games in which it was played as a new unit.
        digivolved: Games in which it was placed on a unit by digivolving.
        used: Games in which it was used as an Option.
        checked: Games in which it was checked from security.
        won_when_drawn: Wins of the games in which it was drawn.
        won_when_not_drawn: Wins of those in which it was not.
        won_when_played: Wins of those in which it was played, hatched, digivolved into, linked or
            used.
    """

    number: str
    in_deck: Wins
    seen: Share
    opening_hand: Share
    drawn: Share
    played: Share
    digivolved: Share
    used: Share
    checked: Share
    won_when_drawn: Wins
    won_when_not_drawn: Wins
    won_when_played: Wins


class CheckAnswer(TypedDict):
    """What came of security checks.

    Attributes:
        checks: How many there were.
        outcomes: Of each outcome.
        to: Where the checked cards went.
    """

    checks: int
    outcomes: dict[str, Share]
    to: dict[str, Share]


class TimeAnswer(TypedDict):
    """How long a player's decisions took, in seconds since the moment before.

    Attributes:
        player: The name.
        all: All decisions.
        slow: Those of 60 seconds and more.
        by_decision: By kind of decision.
    """

    player: str
    all: Spread
    slow: Share
    by_decision: dict[str, Spread]


class Answers(TypedDict):
    """Everything that is answered.

    Attributes:
        viewer: As whom the matches were read.
        events: Events of all logs.
        matches: Matches, by how they ended.
        games: Games, ended or not.
        reasons: Why games ended.
        by_side: Wins of who went first, and of who went second.
        turns: Turns of a game, over both players.
        seconds: Seconds of a game, where its beginning and end are timed.
        redraw: What came of redrawn and of kept hands.
        cards: Every card number, most games first.
        security_checks: What came of security checks.
        times: How long decisions took, by player.
    """

    viewer: Viewer
    events: int
    matches: dict[str, int]
    games: dict[str, int]
    reasons: dict[str, int]
    by_side: dict[Literal["first", "second"], Wins]
    turns: Spread
    seconds: Spread
    redraw: dict[Literal["redrawn", "kept"], RedrawAnswer]
    cards: list[CardAnswer]
    security_checks: CheckAnswer
    times: list[TimeAnswer]


def answers(counts: Tally, viewer: Viewer) -> Answers:
    """Return the answers from the counts of any number of matches."""
    return {
        "viewer": viewer,
        "events": counts["events",],
        "matches": _by(counts, "matches"),
        "games": _by(counts, "games"),
        "reasons": _by(counts, "reason"),
        "by_side": {
            "first": _wins(counts, ("side", "first")),
            "second": _wins(counts, ("side", "second")),
        },
        "turns": spread(_histogram(counts, ("turns",))),
        "seconds": spread(_histogram(counts, ("seconds",))),
        "redraw": {"redrawn": _redraw(counts, "redrawn"), "kept": _redraw(counts, "kept")},
        "cards": _cards(counts),
        "security_checks": _checks(counts),
        "times": _times(counts),
    }


def _by(counts: Tally, question: str) -> dict[str, int]:
    found = {str(key[1]): count for key, count in counts.items() if key[0] == question}
    return dict(sorted(found.items()))


def _histogram(counts: Tally, prefix: Key) -> Counter[int]:
    """Return how often each value was counted under a key, whatever stands between."""
    values: Counter[int] = Counter()
    for key, count in counts.items():
        if key[: len(prefix)] == prefix:
            values[int(key[-1])] += count
    return values


def _wins(counts: Tally, *keys: Key) -> Wins:
    """Return the results under some keys."""
    won, lost, draws = (
        sum(counts[*key, result] for key in keys) for result in ("win", "loss", "draw")
    )
    return {"games": won + lost + draws, "draws": draws, "won": share(won, won + lost)}


def _redraw(counts: Tally, what: Literal["redrawn", "kept"]) -> RedrawAnswer:
    first, second = (_wins(counts, ("redraw", what, side)) for side in SIDES)
    return {"all": _wins(counts, ("redraw", what)), "first": first, "second": second}


def _cards(counts: Tally) -> list[CardAnswer]:
    numbers = {str(key[1]) for key in counts if key[0] == "card"}
    found = [_card(counts, number) for number in numbers]
    return sorted(found, key=lambda card: (-card["in_deck"]["games"], card["number"]))


def _card(counts: Tally, number: str) -> CardAnswer:
    def done(what: str) -> Share:
        yes, no = (_wins(counts, ("card", number, key))["games"] for key in (what, f"not {what}"))
        return share(yes, yes + no)

    return {
        "number": number,
        "in_deck": _wins(counts, ("card", number, "in deck")),
        "seen": done("seen"),
        "opening_hand": done("opening hand"),
        "drawn": done("drawn"),
        "played": done("played"),
        "digivolved": done("digivolved"),
        "used": done("used"),
        "checked": done("checked"),
        "won_when_drawn": _wins(counts, ("card", number, "drawn")),
        "won_when_not_drawn": _wins(counts, ("card", number, "not drawn")),
        "won_when_played": _wins(counts, ("card", number, "brought in")),
    }


def _checks(counts: Tally) -> CheckAnswer:
    outcomes, places = _by(counts, "check"), _by(counts, "checked to")
    checks = sum(outcomes.values())
    return {
        "checks": checks,
        "outcomes": {name: share(count, checks) for name, count in outcomes.items()},
        "to": {name: share(count, checks) for name, count in places.items()},
    }


def _times(counts: Tally) -> list[TimeAnswer]:
    found: dict[str, dict[str, Counter[int]]] = {}
    for key, count in counts.items():
        if key[0] == "time":
            _, player, decision, seconds = key
            by_decision = found.setdefault(str(player), {})
            by_decision.setdefault(str(decision), Counter())[int(seconds)] += count
    return [_time(player, by_decision) for player, by_decision in sorted(found.items())]


def _time(player: str, by_decision: dict[str, Counter[int]]) -> TimeAnswer:
    together = _sum(by_decision.values())
    slow = sum(count for seconds, count in together.items() if seconds >= SLOW)
    return {
        "player": player,
        "all": spread(together),
        "slow": share(slow, together.total()),
        "by_decision": {name: spread(by_decision[name]) for name in sorted(by_decision)},
    }


def _sum(histograms: Iterable[Counter[int]]) -> Counter[int]:
    total: Counter[int] = Counter()
    for histogram in histograms:
        total.update(histogram)
    return total
