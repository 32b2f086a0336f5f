"""Effects that wait: which goes first, who chooses, and what becomes of them (CR 4.2 §15-4).

That an effect had to wait for another is found when that other is activated: then it certainly
was still waiting.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Severity
from dcg_events.audit.scene import Scene
from dcg_events.audit.story.pending import PendingEffect
from dcg_events.audit.values import cause_of, is_known
from dcg_events.vocabulary.people import PLAYERS


def turn_player_goes_first(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """The other player's effects wait until the turn player has done all that triggered then."""
    late, turn_player = _late(scene, event), scene.table.turn_player
    if late is None or turn_player is None or late.player != turn_player:
        return
    for seq, early in reversed(scene.story.pending.activated):
        if seq < late.seq:
            return
        if early.run != late.run or early.manner != late.manner:
            continue
        if early.player == turn_player:
            return  # told of when that one was activated
        if late.manner in (None, "triggered"):
            severity: Severity = "breach" if late.manner else "doubt"
            details: dict[str, str | int] = {"player": early.player, "other": turn_player}
            players = (early.player, turn_player)
            yield Break(players, details, (event["seq"], late.seq), seq, severity)


def derived_go_first(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """What an effect sets off is activated before what triggered earlier."""
    late = _late(scene, event)
    if late is None or late.manner != "derived":
        return
    for seq, early in reversed(scene.story.pending.activated):
        if seq < late.seq:
            return
        if early.manner == "derived":
            return  # told of when that one was activated
        if early.manner == "triggered" and early.seq < late.seq:
            details: dict[str, str | int] = {"player": early.player}
            yield Break((early.player,), details, (event["seq"], late.seq), seq)


def _late(scene: Scene, event: dict[str, Any]) -> PendingEffect | None:
    """Return the effect that has its turn now, and so was waiting until now."""
    if event["kind"] == "effect_not_activated" and event["reason"] != "declined":
        return None
    if not scene.story.pending.activated or cause_of(event) == "judge":
        return None
    return scene.story.pending.waiting.get(event.get("pending") or "")


def its_player_chooses(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Each player chooses the order of the own effects."""
    ordering = event.get("ordering")
    if not ordering or ordering.get("chooser") not in PLAYERS or cause_of(event) == "judge":
        return ()
    chooser, player = ordering["chooser"], event["player"]
    if chooser == player:
        return ()
    return [Break((chooser, player), {"player": chooser, "other": player})]


def chosen_among_candidates(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What was chosen is one of those that could be."""
    candidates = (event.get("ordering") or {}).get("candidates")
    if not isinstance(candidates, list) or not all(map(is_known, candidates)):
        return ()
    names = [event.get("pending"), event.get("source")]
    known = [name for name in names if is_known(name)]
    if event.get("pending") is None or any(name in candidates for name in known):
        return ()
    if event.get("source") is not None and len(known) < len(names):
        return ()
    return [Break((event["player"],), {"player": event["player"]})]


def triggered_before(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What is activated as a pending effect has triggered, and once for each time."""
    name, pending = event.get("pending"), scene.story.pending
    if name is None or name in pending.waiting or cause_of(event) == "judge":
        return ()
    if event["kind"] == "effect_resolved":
        if name in pending.gone:
            return ()
        return [Break((event["player"],), {"player": event["player"]})]
    before = pending.gone.get(name)
    evidence = () if before is None else (before,)
    return [Break((event["player"],), {"player": event["player"]}, evidence)]


def nothing_waits_for_ever(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """By the end of a turn everything that triggered in it was activated or came to nothing."""
    began = scene.story.turn.began
    if event.get("reason") in ("judge", "time") or cause_of(event) == "judge" or began is None:
        return
    for name, pending in scene.story.pending.waiting.items():
        told = scene.story.effects.waiting.get(name)
        lost = told is not None and told.left is not None  # with its card: §15-4-4-3
        if pending.seq > began and not lost:
            details: dict[str, str | int] = {"player": pending.player}
            yield Break((pending.player,), details, (event["seq"],), pending.seq)


def turn_player_chooses_first(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Of two choices at the same time the turn player's comes first."""
    choices = [e for e in scene.group if e["kind"] == "choice_made"]
    if len(choices) < 2 or choices[0] is not event or cause_of(event) == "judge":
        return ()
    turn_player = scene.table.turn_player
    players = [choice["player"] for choice in choices]
    if turn_player not in players or players[0] == turn_player:
        return ()
    if len({choice["what"] for choice in choices}) > 1:
        return ()
    return [Break((players[0], str(turn_player)), {"player": players[0]})]


_DONE: Final = frozenset({"effect_activated", "effect_not_activated"})

RULES: Final = (
    Rule(
        id="activation-order",
        clause="15-4-3-5",
        severity="breach",
        on=_DONE,
        when="before",
        check=turn_player_goes_first,
        happened={
            "en": "{player} activated an effect while one of the turn player {other} that triggered"
            " with it was waiting",
            "ja": "ターンプレイヤー{other}の同時に誘発した効果が待機しているのに、{player}が先に"
            "効果を発揮した",
        },
        asks={
            "en": "of what triggered at the same time the turn player does all first, then the"
            " other player",
            "ja": "同時に誘発した効果は、ターンプレイヤーがすべて発揮してから相手が発揮する",
        },
    ),
    Rule(
        id="derived-later",
        clause="15-4-5",
        severity="breach",
        on=_DONE,
        when="before",
        check=derived_go_first,
        happened={
            "en": "{player} activated an effect while one that had been set off later was waiting",
            "ja": "派生した効果が待機しているのに、{player}が先に誘発していた効果を発揮した",
        },
        asks={
            "en": "what an effect sets off goes before what was waiting already",
            "ja": "派生した効果は、先に待機していた効果より先に発揮する",
        },
    ),
    Rule(
        id="activation-chooser",
        clause="15-4-3-5",
        severity="breach",
        on=_DONE,
        when="before",
        check=its_player_chooses,
        happened={
            "en": "{player} chose when an effect of {other} was activated",
            "ja": "{other}の効果の発揮順を{player}が選んだ",
        },
        asks={
            "en": "each player chooses the order of the own effects",
            "ja": "効果を発揮する順番は、その効果のプレイヤーが選ぶ",
        },
    ),
    Rule(
        id="activation-candidates",
        clause="15-4-3-5",
        severity="incomplete",
        on=_DONE,
        when="before",
        check=chosen_among_candidates,
        happened={
            "en": "the effect that {player} chose is not among those that could be chosen",
            "ja": "{player}が選んだ効果が、選べる効果として記録されていない",
        },
        asks={
            "en": "the next effect is one of those that wait",
            "ja": "次に発揮する効果は、待機中の効果から選ぶ",
        },
    ),
    Rule(
        id="pending-untriggered",
        clause="15-4",
        severity="incomplete",
        on=_DONE | {"effect_resolved"},
        when="before",
        check=triggered_before,
        happened={
            "en": "a waiting effect of {player} was activated or resolved, and the record does not"
            " show it triggering, or only once for two activations",
            "ja": "{player}の待機中の効果が処理されたが、その回数分の誘発が記録されていない",
        },
        asks={
            "en": "an effect that waits has triggered, and is activated once each time",
            "ja": "待機中の効果は、誘発するごとに1回だけ発揮する",
        },
    ),
    Rule(
        id="pending-left",
        clause="15-4",
        severity="incomplete",
        on=frozenset({"turn_ended"}),
        when="before",
        check=nothing_waits_for_ever,
        happened={
            "en": "an effect of {player} triggered, and what became of it is not on record",
            "ja": "誘発した{player}の効果がどうなったか、記録がないままターンが終了した",
        },
        asks={
            "en": "a turn does not end while effects are waiting",
            "ja": "待機中の効果がある間はターンは終了しない",
        },
    ),
    Rule(
        id="choice-order",
        clause="1-3-5",
        severity="doubt",
        on=frozenset({"choice_made"}),
        when="before",
        check=turn_player_chooses_first,
        happened={
            "en": "{player} chose before the turn player, where both chose at the same time",
            "ja": "同時に選ぶ場面で、{player}がターンプレイヤーより先に選んだ",
        },
        asks={
            "en": "where both players choose at the same time, the turn player does so first",
            "ja": "両者が同時に選ぶときは、ターンプレイヤーから先に選ぶ",
        },
    ),
)
