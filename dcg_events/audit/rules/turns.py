"""Whose turn it is, the numbers of turns, and how they end (CR 4.2 §6-1-4-1, §6-6-4)."""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.scene import Scene
from dcg_events.audit.story.gauge import own_memory
from dcg_events.audit.values import BY_TEXT, cause_of

_BY_MEMORY: Final = frozenset({None, "memory", "pass"})


def turns_alternate(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """After a player's turn it is the other's, unless it is an extra turn."""
    turn = scene.story.turn
    if event["player"] != turn.player or event.get("extra") or turn.began is None:
        return ()
    if cause_of(event) == "judge" or cause_of(event) in BY_TEXT:
        return ()
    return [Break((event["player"],), {"player": event["player"]}, (turn.began,))]


def turns_are_counted(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Turns are numbered from 1 over both players, without gaps."""
    turn = scene.story.turn
    due, number = turn.number + 1, event["turn"]
    if number == due:
        return ()
    evidence = () if turn.began is None else (turn.began,)
    lacking = number > due
    return [
        Break(
            (event["player"],),
            {"count": number, "due": due},
            evidence,
            severity="incomplete" if lacking else "doubt",
        )
    ]


def turn_has_ended(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A turn ends before the next begins."""
    turn = scene.story.turn
    if turn.began is None or turn.ended is not None:
        return ()
    return [Break((event["player"],), {"count": turn.number}, (turn.began,))]


def turn_ends_as_it_began(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What ends is the turn that began last, and it ends once."""
    turn = scene.story.turn
    if turn.began is None:
        return [Break((event["player"],), {"count": event["turn"]})]
    same = (event["player"], event["turn"]) == (turn.player, turn.number)
    if same and turn.ended is None:
        return ()
    return [Break((event["player"],), {"count": event["turn"]}, (turn.ended or turn.began,))]


def turn_ends_with_memory_over(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A turn ends when memory is on the other side, and not while it is not.

    An effect, a judge or the clock may end it otherwise.
    """
    if event.get("reason") not in _BY_MEMORY or cause_of(event) not in ("", "rule", "action"):
        return ()
    if scene.table.result is not None:
        return ()  # it ended with the game
    player, gauge = event["player"], scene.story.gauge
    memory = own_memory(scene.table.memory, player)
    if memory < 0 or player != scene.table.turn_player or gauge.passed is not None:
        return ()  # of a pass that moved nothing another rule tells
    details: dict[str, str | int] = {"player": player, "count": memory}
    if event.get("reason") is None:
        return [Break((player,), details, severity="doubt")]
    if gauge.moved is None:
        return [Break((player,), details, severity="incomplete")]
    return [Break((player,), details, (gauge.moved,))]


def play_ends_with_memory_over(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Nobody acts in a turn that memory has ended, unless an effect keeps it going."""
    player, gauge = event["player"], scene.story.gauge
    table = scene.table
    if gauge.beyond is not None or player != table.turn_player or table.phase != "main":
        return ()
    memory, effects = own_memory(table.memory, player), scene.story.effects
    if memory >= 0 or scene.story.pending.waiting or not _is_an_act(event):
        return ()
    if event["kind"] == "attack_declared" and effects.last() > (gauge.moved or 0):
        return ()  # an effect may be what attacks, such as one that waits for memory to be over
    return [Break((player,), {"player": player, "count": -memory}, _moved(gauge.moved))]


def _moved(seq: int | None) -> tuple[int, ...]:
    return () if seq is None else (seq,)


def _is_an_act(event: dict[str, Any]) -> bool:
    """Tell whether a player does something of the main phase, which is no effect's doing."""
    if event["kind"] == "passed":
        return bool(event["what"] == "turn")
    if event["kind"] == "declared" and event["action"] == "activate":
        return False
    return cause_of(event) in ("", "action")


RULES: Final = (
    Rule(
        id="turn-player",
        clause="6-1-4-1",
        severity="doubt",
        on=frozenset({"turn_started"}),
        when="before",
        check=turns_alternate,
        happened={
            "en": "{player} had two turns one after the other, and neither an extra turn nor an"
            " effect is on record",
            "ja": "追加ターンや効果の記録がないのに、{player}のターンが2回続いた",
        },
        asks={
            "en": "when a turn ends, the other player's turn begins",
            "ja": "ターンが終わると、相手のターンになる",
        },
    ),
    Rule(
        id="turn-number",
        clause="6-1-4-1",
        severity="incomplete",
        on=frozenset({"turn_started"}),
        when="before",
        check=turns_are_counted,
        happened={
            "en": "turn {count} began where turn {due} was next",
            "ja": "ターン{due}のはずが、ターン{count}が始まった",
        },
        asks={
            "en": "turns are counted from 1 over both players",
            "ja": "ターンは両プレイヤーを通して1から数える",
        },
    ),
    Rule(
        id="turn-unended",
        clause="6-1-4-1",
        severity="incomplete",
        on=frozenset({"turn_started"}),
        when="before",
        check=turn_has_ended,
        happened={
            "en": "a turn began and the end of turn {count} is not on record",
            "ja": "ターン{count}の終了の記録がないまま、次のターンが始まった",
        },
        asks={
            "en": "a turn ends before the next one begins",
            "ja": "次のターンは、前のターンが終わってから始まる",
        },
    ),
    Rule(
        id="turn-ended-otherwise",
        clause="6-1-4-1",
        severity="doubt",
        on=frozenset({"turn_ended"}),
        when="before",
        check=turn_ends_as_it_began,
        happened={
            "en": "turn {count} was said to end, and it was not under way",
            "ja": "進行中ではないターン{count}が終了したと記録された",
        },
        asks={
            "en": "the turn that began last ends, once, as the turn of its player",
            "ja": "最後に始まったターンが、そのプレイヤーのターンとして1回だけ終わる",
        },
    ),
    Rule(
        id="ended-with-memory",
        clause="6-6-4",
        severity="breach",
        on=frozenset({"turn_ended"}),
        when="before",
        check=turn_ends_with_memory_over,
        happened={
            "en": "the turn of {player} ended with memory at {count} on that player's side",
            "ja": "メモリーが{player}側の{count}のまま、{player}のターンが終わった",
        },
        asks={
            "en": "a turn ends only while memory is at 1 or more on the opponent's side",
            "ja": "メモリーが相手側の1以上になっていなければ、ターンは終わらない",
        },
    ),
    Rule(
        id="acted-without-memory",
        clause="6-1-4-1",
        severity="doubt",
        on=frozenset({"declared", "attack_declared", "passed"}),
        when="before",
        check=play_ends_with_memory_over,
        happened={
            "en": "{player} acted with memory at {count} on the opponent's side",
            "ja": "メモリーが相手側の{count}なのに、{player}が行動した",
        },
        asks={
            "en": "with memory at 1 or more on the opponent's side the turn ends once nothing is"
            " left to process",
            "ja": "メモリーが相手側の1以上になり、処理するものがなくなればターンは終わる",
        },
    ),
)
