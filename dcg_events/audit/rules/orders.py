"""Who chooses an order, and by which clause (CR 4.0 §3-1-3-4).

The Japanese text gives the choice to the player of the card that caused it, the English one to
that card's owner. Its own example names the player who activated the effect, and so do the
official answers (Q1518: one player orders both decks); where the log does not show whose the
card is, its player counts as its owner.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Text
from dcg_events.audit.rules.ordering import ordered
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import BY_TEXT, cause_of, is_known
from dcg_events.projections.witness import find
from dcg_events.vocabulary.people import PLAYERS
from dcg_events.vocabulary.places import HIDDEN_PILES

_BASES: Final = frozenset({"3-1-3-4", "3-1-3-6", "3-1-3-9-1", "15-15-3-6"})
"""Clauses that give the choice where a card's text puts cards into an area."""


def _by_text(scene: Scene) -> dict[str, Any] | None:
    """Return the first transfer of the group that a card's text did, if it has an order."""
    if len(scene.group) < 2:
        return None
    return next((event for event in ordered(scene) if cause_of(event) in BY_TEXT), None)


def _player(scene: Scene, cause: dict[str, Any]) -> str | None:
    """Return whose effect it is."""
    player = cause.get("player") or scene.story.effects.players.get(cause.get("event") or -1)
    return player if player in PLAYERS else None


def _owner(scene: Scene, cause: dict[str, Any]) -> str | None:
    """Return who owns the card whose effect it is; its player, where the log does not show it."""
    source = cause.get("source") or scene.story.effects.sources.get(cause.get("event") or -1)
    found = find(scene.table, source) if source and is_known(source) else None
    return (found[0].owner if found else None) or _player(scene, cause)


def _wrong_chooser(scene: Scene, *, by_player: bool, by_owner: bool) -> Iterator[Break]:
    """Find the first chooser who was not the one, by either reading or by exactly one."""
    first = _by_text(scene)
    if first is None:
        return
    player, owner = _player(scene, first["cause"]), _owner(scene, first["cause"])
    if player is None or owner is None:
        return
    for event in ordered(scene):
        chooser = event["ordering"].get("chooser")
        if chooser in PLAYERS and (chooser != player, chooser != owner) == (by_player, by_owner):
            due = player if by_player else owner
            details: dict[str, str | int] = {"chooser": chooser, "player": due}
            yield Break((chooser, due), details, seq=event["seq"])
            return


def chooser_is_its_player(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """By neither reading may anybody else choose the order."""
    return _wrong_chooser(scene, by_player=True, by_owner=True)


def chooser_is_its_player_not_its_owner(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """By the Japanese reading the owner of the card does not choose, if it is not its player."""
    return _wrong_chooser(scene, by_player=True, by_owner=False)


def chooser_is_its_owner(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """By the English reading its owner chooses, even if it is another's effect."""
    return _wrong_chooser(scene, by_player=False, by_owner=True)


def one_chooser_orders_all(scene: Scene, _: dict[str, Any]) -> Iterator[Break]:
    """One effect has one chooser, for the cards of both players (Q1518)."""
    first = _by_text(scene)
    if first is None or _player(scene, first["cause"]) is not None:
        return  # then each chooser is asked about
    choosers = {
        event["ordering"].get("chooser")
        for event in ordered(scene)
        if event["cause"] == first["cause"]
    }
    if len(choosers & set(PLAYERS)) > 1:
        yield Break(PLAYERS, seq=first["seq"])


def chooser_is_named(scene: Scene, _: dict[str, Any]) -> Iterator[Break]:
    """A chosen order says who chose it."""
    event = next((e for e in ordered(scene) if e["ordering"].get("chooser") is None), None)
    if event is not None:
        yield Break(details={"zone": event["to"]["zone"]}, seq=event["seq"])


def basis_fits(scene: Scene, _: dict[str, Any]) -> Iterator[Break]:
    """What a card caused is ordered by a clause that is about such orders.

    Where no card caused it, the rules do not say who orders, so there any basis will do.
    """
    for event in ordered(scene):
        basis, kind = event["ordering"].get("basis"), cause_of(event)
        if basis is None or event["to"]["zone"] not in HIDDEN_PILES:
            continue
        if kind in BY_TEXT and basis not in _BASES:
            yield Break(details={"basis": basis}, seq=event["seq"])
            return


_TRANSFERRED: Final = frozenset({"transferred"})
_CHOOSER: Final[Text] = {
    "en": "{chooser} chose the order, where {player} had to choose it",
    "ja": "{player}が選ぶべき順番を{chooser}が選んだ",
}

RULES: Final = (
    Rule(
        id="order-chooser",
        clause="3-1-3-4",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=chooser_is_its_player,
        several=True,
        once=True,
        happened=_CHOOSER,
        asks={
            "en": "the player whose effect it is chooses the order, of both players' cards",
            "ja": "順番はその効果を発揮したプレイヤーが、両者のカードについて選ぶ",
        },
    ),
    Rule(
        id="order-chooser-player",
        clause="3-1-3-4",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=chooser_is_its_player_not_its_owner,
        several=True,
        once=True,
        languages=frozenset({"ja"}),
        happened=_CHOOSER,
        asks={
            "en": "the player whose effect it is chooses, not the owner of its card",
            "ja": "カードの持ち主ではなく、その効果を発揮したプレイヤーが順番を選ぶ",
        },
    ),
    Rule(
        id="order-chooser-owner",
        clause="3-1-3-4",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=chooser_is_its_owner,
        several=True,
        once=True,
        languages=frozenset({"en"}),
        happened=_CHOOSER,
        asks={
            "en": "by the English text the owner of the card that caused it chooses",
            "ja": "英語版の文面では、影響元のカードの持ち主が順番を選ぶ",
        },
    ),
    Rule(
        id="order-two-choosers",
        clause="3-1-3-4",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=one_chooser_orders_all,
        several=True,
        once=True,
        happened={
            "en": "both players chose parts of the order of one effect",
            "ja": "1つの効果の順番を両方のプレイヤーが選んだ",
        },
        asks={
            "en": "one player chooses the order, of both players' cards",
            "ja": "順番は1人のプレイヤーが、両者のカードについて選ぶ",
        },
    ),
    Rule(
        id="order-chooser-missing",
        clause="3-1-3-4",
        severity="incomplete",
        on=_TRANSFERRED,
        when="before",
        check=chooser_is_named,
        several=True,
        once=True,
        happened={
            "en": "an order was chosen for cards put into the {zone}, and not who chose it",
            "ja": "{zone}に置いた順番は記録されているが、誰が選んだかの記録がない",
        },
        asks={
            "en": "who chose an order is part of the record",
            "ja": "順番を選んだプレイヤーも記録する",
        },
    ),
    Rule(
        id="order-basis",
        clause="3-1-3-4",
        severity="doubt",
        on=_TRANSFERRED,
        when="before",
        check=basis_fits,
        several=True,
        once=True,
        happened={
            "en": "the order is said to rest on §{basis}, which does not fit its cause",
            "ja": "順番の根拠が§{basis}とされているが、その原因には合わない",
        },
        asks={
            "en": "§3-1-3-4 says who orders what a card's effect puts down together",
            "ja": "効果で同時に置くカードの順番を誰が選ぶかは§3-1-3-4による",
        },
    ),
)
