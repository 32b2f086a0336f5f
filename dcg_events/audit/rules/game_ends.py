"""How games end, and that nothing follows (CR 4.2 §1-2-3-1, §1-2-3-2, §18-3-2)."""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Check, Rule, Severity, Text
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import cause_of

_CLAUSES: Final = {
    "security": "1-2-3-1",
    "deck_out": "1-2-3-2",
    "concession": "1-2-4",
    "effect": "1-2-6",
    "loop": "18-3-2",
}


def attack_wins_at_no_security(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """An attack wins the game when the other player has no security cards."""
    loser = _loser(event, "security")
    if loser is None:
        return ()
    count = len(scene.table.sides[loser]["security"])
    return [Break((loser,), {"player": loser, "count": count})] if count else ()


def attack_wins_for_its_player(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """It is an attack of the winner's."""
    loser, attack = _loser(event, "security"), scene.story.results.attack
    if loser is None or attack is None or attack["player"] != loser:
        return ()
    return [Break((loser,), {"player": loser}, (attack["seq"],))]


def attack_is_recorded(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A game that an attack won shows an attack in its last turn."""
    loser, attack = _loser(event, "security"), scene.story.results.attack
    began = scene.story.turn.began or 0
    if loser is None or (attack is not None and attack["seq"] >= began):
        return ()
    return [Break((loser,), {"player": loser})]


def decks_run_out_when_drawing(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Only who has to draw in the own draw phase, and has no card, loses by it."""
    loser, table = _loser(event, "deck_out"), scene.table
    if loser is None:
        return ()
    count = len(table.sides[loser]["deck"])
    in_time = table.phase in (None, "draw") and table.turn_player in (None, loser)
    return [] if in_time and not count else [Break((loser,), {"player": loser, "count": count})]


def somebody_has_won(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Who attacks into no security, or draws from no deck, decides the game."""
    if event["winner"] is not None or event["reason"] not in ("security", "deck_out"):
        return ()
    return [Break(clause=_CLAUSES[event["reason"]])]


def loops_are_draws(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A loop that nobody can stop is a draw."""
    if event["winner"] is None or event["reason"] != "loop":
        return ()
    return [Break((event["winner"],), {"player": event["winner"]})]


def _loser(event: dict[str, Any], reason: str) -> str | None:
    """Return who lost for a reason, None if it was another one or nobody lost."""
    if event["reason"] != reason or event["winner"] is None or cause_of(event) == "judge":
        return None
    return "p2" if event["winner"] == "p1" else "p1"


def game_is_over(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """After a game has ended nobody plays on; told once a game."""
    results = scene.story.results
    over = results.over
    if over is None or results.after is not None or cause_of(event) == "judge":
        return ()
    return [Break((), {}, (over["seq"],), clause=_CLAUSES.get(over["reason"]))]


def game_ends_once(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A game ends once."""
    over = scene.story.results.over
    if over is None or cause_of(event) == "judge":
        return ()
    return [Break((), {}, (over["seq"],), clause=_CLAUSES.get(over["reason"]))]


_ENDED: Final = frozenset({"game_ended"})
_BY_ATTACK: Final[Text] = {
    "en": "an attack wins the game when it succeeds against a player without security cards",
    "ja": "セキュリティが0枚のプレイヤーへのアタックが成功すると勝利する",
}


def _rule(id_: str, clause: str, severity: Severity, check: Check, said: tuple[Text, Text]) -> Rule:
    happened, asks = said
    return Rule(
        id=id_,
        clause=clause,
        severity=severity,
        on=_ENDED,
        when="after",  # what wins it may be of the same moment
        check=check,
        happened=happened,
        asks=asks,
    )


RULES: Final = (
    _rule(
        "won-through-security",
        "1-2-3-1",
        "breach",
        attack_wins_at_no_security,
        (
            {
                "en": "{player} lost to an attack with {count} security cards left",
                "ja": "{player}がセキュリティを{count}枚残してアタックで敗北した",
            },
            _BY_ATTACK,
        ),
    ),
    _rule(
        "won-by-other-attack",
        "1-2-3-1",
        "doubt",
        attack_wins_for_its_player,
        (
            {
                "en": "{player} lost to an attack, and the last attack was that player's own",
                "ja": "{player}がアタックで敗北したが、最後のアタックは{player}自身のものだった",
            },
            _BY_ATTACK,
        ),
    ),
    _rule(
        "winning-attack-unrecorded",
        "1-2-3-1",
        "incomplete",
        attack_is_recorded,
        (
            {
                "en": "{player} lost to an attack, and none is on record in this turn",
                "ja": "{player}がアタックで敗北したが、このターンのアタックの記録がない",
            },
            _BY_ATTACK,
        ),
    ),
    _rule(
        "deck-out-untimely",
        "1-2-3-2",
        "breach",
        decks_run_out_when_drawing,
        (
            {
                "en": "{player} lost for want of a card to draw, with {count} cards in the deck, or"
                " outside that player's draw phase",
                "ja": "{player}がデッキ切れで敗北したが、デッキは{count}枚、または自分の"
                "ドローフェイズではなかった",
            },
            {
                "en": "only who cannot draw in the own draw phase, with no card in the deck, loses",
                "ja": "自分のドローフェイズにデッキが0枚で引けないときだけ敗北する",
            },
        ),
    ),
    _rule(
        "end-without-winner",
        "1-2-3-1",
        "doubt",
        somebody_has_won,
        (
            {
                "en": "the game was decided by an attack or an empty deck, and nobody won",
                "ja": "アタックまたはデッキ切れで決着したが、勝者がいない",
            },
            {
                "en": "when one player wins or loses by it, the game has a winner",
                "ja": "一方が勝利または敗北すれば、勝者が決まる",
            },
        ),
    ),
    _rule(
        "loop-won",
        "18-3-2",
        "breach",
        loops_are_draws,
        (
            {
                "en": "a loop ended the game, and {player} won",
                "ja": "永久循環でゲームが終わったのに、{player}の勝利になった",
            },
            {
                "en": "a loop that nobody can stop makes the game a draw",
                "ja": "誰も止められない永久循環は引き分けになる",
            },
        ),
    ),
    _rule(
        "ended-twice",
        "1-2-3-1",
        "doubt",
        game_ends_once,
        (
            {"en": "the game ended a second time", "ja": "ゲームが2回終わった"},
            {"en": "a game ends once", "ja": "ゲームは1回だけ終わる"},
        ),
    ),
    Rule(
        id="played-on",
        clause="1-2-3-1",
        severity="doubt",
        on=frozenset({"turn_started", "phase_entered", "attack_declared", "declared", "cost_paid"}),
        when="before",
        check=game_is_over,
        happened={
            "en": "the game had ended, and play went on",
            "ja": "ゲームが終わった後もプレイが続いた",
        },
        asks={
            "en": "nothing is played after a game has ended, unless a judge takes it back",
            "ja": "ジャッジが戻さない限り、ゲームの終了後はプレイしない",
        },
    ),
)
