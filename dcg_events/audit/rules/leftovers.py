"""What has to be put away again: cards in no area, cards that are shown (CR 4.2 §9-1-5, §15-15-3).

Nothing is used, checked, revealed or looked at any more when a player attacks or passes, and when
a turn goes on to its next phase or ends.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Severity
from dcg_events.audit.scene import Scene
from dcg_events.audit.story.lulls import LULLS, is_lull
from dcg_events.audit.values import cause_of
from dcg_events.vocabulary.people import EVERYBODY


def no_area_is_empty(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A used Option and a checked card have gone somewhere by now; each is told of once."""
    return _left(scene, event) if scene.table.no_area and is_lull(event) else ()


def _left(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    cards, checked = scene.table.no_area, scene.story.attacks.checked
    for card in cards:
        seq = _seq(card.id)
        if seq <= scene.story.lulls.last or card.id in checked[:-1]:
            continue  # told of at the lull before, or at the next check
        clause = "13-1-8" if card.id in checked else None
        yield Break(seq=seq, evidence=(event["seq"],), clause=clause)


def showings_are_over(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """What was revealed or looked at in a turn has been put away by its end."""
    began = scene.story.turn.began
    if not scene.table.showings or began is None:
        return
    for seq, showing in scene.table.showings.items():
        if seq > began:
            details: dict[str, str | int] = {"zone": showing.zone, "side": showing.side or ""}
            players = tuple(filter(None, (showing.side,)))
            yield Break(players, details, seq=seq, evidence=(event["seq"],))


def draws_pass_over_revealed(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """While cards of a deck are revealed, others are drawn.

    Where it is not the effect that reveals which draws, the reveal must have ended before, and the
    record does not show it.
    """
    table = scene.table
    if not table.showings or cause_of(event) == "judge":
        return
    side = event["from"].get("side")
    for seq, showing in table.showings.items():
        if event["was"] not in showing.cards or showing.viewers != EVERYBODY:
            continue
        revealing = scene.story.processes.reveals.get(seq)
        same = revealing is not None and (event.get("cause") or {}).get("event") == revealing
        details: dict[str, str | int] = {"side": side}
        severity: Severity = "breach" if same else "incomplete"
        yield Break((side,), details, evidence=(seq,), severity=severity)


def _seq(placement: str) -> int:
    """Return the event that placed a card; −1 where it cannot be told."""
    seq = placement.partition(".")[0]
    return int(seq) if seq.isdecimal() else -1


RULES: Final = (
    Rule(
        id="left-in-no-area",
        clause="9-1-5",
        severity="incomplete",
        on=LULLS,
        when="before",
        check=no_area_is_empty,
        once=True,
        happened={
            "en": "the game went on, and where a used or checked card went is not on record",
            "ja": "使用またはチェックしたカードの行き先が記録されないまま、ゲームが進んだ",
        },
        asks={
            "en": "a used Option is trashed at once, and a checked card before the next, unless it"
            " was placed elsewhere",
            "ja": "使用後のオプションやチェックしたカードは、他に置かれなければ直ちに破棄する",
        },
    ),
    Rule(
        id="showing-unended",
        clause="15-15-3",
        severity="incomplete",
        on=frozenset({"turn_ended"}),
        when="before",
        check=showings_are_over,
        happened={
            "en": "cards of the {zone} of {side} were shown, and it is not on record that they were"
            " put away",
            "ja": "{side}の{zone}のカードが公開または確認されたまま、ターンが終了した",
        },
        asks={
            "en": "revealed and searched cards are placed, or hidden again, when it is done",
            "ja": "オープンや確認をしたカードは、処理の後に置くか元に戻す",
        },
    ),
    Rule(
        id="drew-a-revealed-card",
        clause="15-15-3-5",
        severity="breach",
        on=frozenset({"transferred"}),
        when="before",
        check=draws_pass_over_revealed,
        manners=frozenset({"draw"}),
        happened={
            "en": "a card was drawn from the deck of {side} that is recorded as being revealed",
            "ja": "{side}のデッキから、オープン中のはずのカードがドローされた",
        },
        asks={
            "en": "while cards are revealed, those that are not are drawn",
            "ja": "オープン中にドローするときは、オープンしていないカードから引く",
        },
    ),
)
