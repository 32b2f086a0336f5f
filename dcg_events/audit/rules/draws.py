"""The draw of the draw phase and the draw for digivolving (CR 4.2 §6-3-1-1, §1-2-3-2, §8-1)."""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import cause_of

_LEAVING: Final = frozenset({"phase_entered", "turn_ended"})


def first_turn_has_no_draw(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """Who goes first does not draw in the draw phase of the first turn."""
    table, draws = scene.table, scene.story.phase.draws
    if table.phase != "draw" or table.turn != 1 or not draws:
        return ()
    return [_drawn(scene, draws[0], len(draws))]


def others_have_one(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """In every other draw phase one card is drawn."""
    table, draws = scene.table, scene.story.phase.draws
    if table.phase != "draw" or table.turn < 2 or len(draws) < 2:
        return ()
    return [_drawn(scene, draws[1], len(draws))]


def _drawn(scene: Scene, draw: dict[str, Any], count: int) -> Break:
    """Say that a card was drawn; why it was, the record may leave open."""
    player = scene.table.turn_player or ""
    by_rules = cause_of(draw) in ("rule", "action") and "event" not in draw["cause"]
    return Break(
        (player,),
        {"player": player, "count": count},
        seq=draw["seq"],
        severity="breach" if by_rules else "doubt",
    )


def draw_is_recorded(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """A draw phase with cards left in the deck shows a draw."""
    player = _without_a_draw(scene)
    if player is None or not scene.table.sides[player]["deck"] or scene.story.phase.tried:
        return ()
    return [Break((player,), {"player": player})]


def empty_deck_loses(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """Who cannot draw in the own draw phase has lost, so that phase is not left."""
    player = _without_a_draw(scene)
    if player is None or scene.table.sides[player]["deck"] or scene.table.result is not None:
        return ()
    return [Break((player,), {"player": player})]


def _without_a_draw(scene: Scene) -> str | None:
    """Return the turn player if that player's draw phase is left without a draw that was due."""
    table, phase = scene.table, scene.story.phase
    if table.phase != "draw" or table.turn < 2 or phase.draws or phase.judged:
        return None
    return table.turn_player


def digivolving_draws(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """After an ordinary digivolution by an action the player draws a card."""
    due = scene.story.bonus_draws.due
    if not due:
        return ()
    return [Break((player,), {"player": player}, seq=seq) for player, seq in due.items()]


RULES: Final = (
    Rule(
        id="drew-in-first-turn",
        clause="6-3-1-1",
        severity="breach",
        on=_LEAVING,
        when="before",
        check=first_turn_has_no_draw,
        once=True,
        happened={
            "en": "{player} drew in the draw phase of the first turn",
            "ja": "先攻の最初のターンに、{player}がドローフェイズでカードを引いた",
        },
        asks={
            "en": "the player who goes first skips the first draw",
            "ja": "先攻の最初のターンはドローしない",
        },
    ),
    Rule(
        id="drew-too-many",
        clause="6-3-1-1",
        severity="breach",
        on=_LEAVING,
        when="before",
        check=others_have_one,
        once=True,
        happened={
            "en": "{player} drew {count} cards in a draw phase",
            "ja": "{player}がドローフェイズにカードを{count}枚引いた",
        },
        asks={
            "en": "in a draw phase the turn player draws one card",
            "ja": "ドローフェイズにはカードを1枚引く",
        },
    ),
    Rule(
        id="draw-unrecorded",
        clause="6-3-1-1",
        severity="incomplete",
        on=_LEAVING,
        when="before",
        check=draw_is_recorded,
        once=True,
        happened={
            "en": "the draw phase of {player} is over, and no draw is on record",
            "ja": "{player}のドローフェイズが終わったが、ドローの記録がない",
        },
        asks={
            "en": "in every draw phase but that of the first turn one card is drawn",
            "ja": "先攻の最初のターンを除き、ドローフェイズにはカードを1枚引く",
        },
    ),
    Rule(
        id="deck-out-ignored",
        clause="1-2-3-2",
        severity="breach",
        on=_LEAVING,
        when="before",
        check=empty_deck_loses,
        once=True,
        happened={
            "en": "{player} could not draw in the draw phase, and the game went on",
            "ja": "{player}がドローフェイズに引けなかったのに、ゲームが続いた",
        },
        asks={
            "en": "who cannot draw from an empty deck in the own draw phase loses",
            "ja": "自分のドローフェイズにデッキが0枚で引けないプレイヤーは敗北する",
        },
    ),
    Rule(
        id="digivolved-without-draw",
        clause="8-1",
        severity="incomplete",
        on=frozenset({"declared", "attack_declared", "phase_entered", "turn_ended"}),
        when="before",
        check=digivolving_draws,
        once=True,
        happened={
            "en": "{player} digivolved, and no draw for it is on record",
            "ja": "{player}が進化したが、進化によるドローの記録がない",
        },
        asks={
            "en": "who digivolves draws one card, if the deck has one",
            "ja": "進化したプレイヤーは、デッキがあればカードを1枚引く",
        },
    ),
)
