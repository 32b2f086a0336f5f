"""Statistics in words: a small table for each question."""

from collections.abc import Iterator
from typing import Final

from dcg_events.cli.words.phrases import clean
from dcg_events.statistics.answers import Answers, CardAnswer, Wins
from dcg_events.statistics.estimating import Share, Spread

PLAYERS: Final = 20
"""Most players in the text: those with the most decisions."""


def statistics_text(answers: Answers, cards: int) -> str:
    """Return the answers as text; of the cards only those with the most games."""
    parts = (
        _matches(answers),
        _wins(answers),
        _lengths(answers),
        _checks(answers),
        _cards(answers, cards),
        _times(answers),
    )
    return "\n\n".join("\n".join(lines) for lines in map(list, parts) if lines)


def share_text(share: Share) -> str:
    """Write a share with its interval.

    >>> from dcg_events.statistics.estimating import share
    >>> share_text(share(8, 10))
    '80.0 % (8 of 10, 49.0 to 94.3 %)'
    """
    if share["share"] is None or share["low"] is None or share["high"] is None:
        return "none counted"
    rate, low, high = (100 * part for part in (share["share"], share["low"], share["high"]))
    return f"{rate:.1f} % ({share['count']} of {share['of']}, {low:.1f} to {high:.1f} %)"


def wins_text(wins: Wins) -> str:
    """Write a win rate, and the draws beside it."""
    drawn = f", {wins['draws']} drawn" if wins["draws"] else ""
    return share_text(wins["won"]) + drawn


def spread_text(spread: Spread, unit: str) -> str:
    """Write how a measure is distributed."""
    if not spread["count"]:
        return "none measured"
    middle = f"{spread['quarter']} to {spread['three_quarters']}"
    return (
        f"median {spread['median']} {unit}, half of them {middle}, nine tenths up to"
        f" {spread['nine_tenths']}, at most {spread['most']}; {spread['count']} measured"
    )


def _matches(answers: Answers) -> Iterator[str]:
    def counts(of: dict[str, int]) -> str:
        return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in of.items())

    told = counts(answers["matches"]) or "none"
    yield f"Matches, read as {answers['viewer']}: {told}; {answers['events']:,} events"
    yield f"Games: {counts(answers['games']) or 'none'}"
    if answers["reasons"]:
        yield f"Ends: {counts(answers['reasons'])}"


def _wins(answers: Answers) -> Iterator[str]:
    yield "Wins (95 % intervals)"
    yield f"  going first       {wins_text(answers['by_side']['first'])}"
    yield f"  going second      {wins_text(answers['by_side']['second'])}"
    for what, answer in answers["redraw"].items():
        yield f"  hand {what:<12} {wins_text(answer['all'])}"
        yield f"    going first     {wins_text(answer['first'])}"
        yield f"    going second    {wins_text(answer['second'])}"


def _lengths(answers: Answers) -> Iterator[str]:
    yield "Length of a game"
    yield f"  turns             {spread_text(answers['turns'], 'turns')}"
    yield f"  time              {spread_text(answers['seconds'], 's')}"


def _checks(answers: Answers) -> Iterator[str]:
    checks = answers["security_checks"]
    yield f"Security checks: {checks['checks']}"
    for name, part in checks["outcomes"].items():
        yield f"  {name:<17} {share_text(part)}"
    for name, part in checks["to"].items():
        yield f"  {'to ' + name:<17} {share_text(part)}"


def _cards(answers: Answers, most: int) -> Iterator[str]:
    shown = answers["cards"][:most]
    if not answers["cards"]:
        yield f"Cards: none counted; what is in the decks is not known to {answers['viewer']}"
    if not shown:
        return
    yield "Cards, by games of a player that had them (wins with 95 % intervals)"
    yield "  number       games  seen  drawn  played  won                     won when drawn"
    for card in shown:
        yield _card(card)
    if len(answers["cards"]) > len(shown):
        yield f"  {len(answers['cards']) - len(shown)} more: --cards, --json, or `export`"


def _card(card: CardAnswer) -> str:
    def percent(of: Share) -> str:
        return "–" if of["share"] is None else f"{100 * of['share']:.0f} %"

    def won(wins: Wins) -> str:
        of = wins["won"]
        if of["share"] is None or of["low"] is None or of["high"] is None:
            return "–"
        low, high = 100 * of["low"], 100 * of["high"]
        return f"{100 * of['share']:.0f} % ({low:.0f} to {high:.0f})"

    return (
        f"  {card['number']:<12} {card['in_deck']['games']:>5} {percent(card['seen']):>5}"
        f" {percent(card['drawn']):>6} {percent(card['played']):>7}"
        f"  {won(card['in_deck']):<22}  {won(card['won_when_drawn'])}"
    )


def _times(answers: Answers) -> Iterator[str]:
    if not answers["times"]:
        return
    yield "Time per decision, in seconds since the moment before"
    shown = sorted(answers["times"], key=lambda time: -time["all"]["count"])[:PLAYERS]
    for time in shown:
        yield f"  {clean(time['player'])}: {spread_text(time['all'], 's')}"
        yield f"    a minute or more: {share_text(time['slow'])}"
    if len(answers["times"]) > len(shown):
        yield f"  {len(answers['times']) - len(shown)} more players: --json, or `export`"
