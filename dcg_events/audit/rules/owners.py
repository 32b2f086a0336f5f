"""Whose place a card goes to, where nothing says whose (CR 4.0 §3-1-3-8).

The Japanese text says it of rules and effects, the English one of card texts alone; so what
actions and rules do is asked about under the Japanese reading only.
"""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Text
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import BY_RULES, cause_of
from dcg_events.vocabulary.places import Zone

_OWNED: Final = frozenset({"deck", "egg_deck", "hand", "security", "trash"})

_LAID: Final[frozenset[Zone]] = frozenset({"battle", "breeding", "link"})


def goes_to_its_owner(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A card is put into the deck, hand, trash or security stack of its owner."""
    return () if event["to"].get("side") == event["owner"] else _elsewhere(event, by_rules=False)


def goes_to_its_owner_by_the_rules(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """By the Japanese reading also where a rule or an action puts it there."""
    return () if event["to"].get("side") == event["owner"] else _elsewhere(event, by_rules=True)


def _elsewhere(event: dict[str, Any], *, by_rules: bool) -> list[Break]:
    target, owner = event["to"], event["owner"]
    side = target.get("side")
    if target["zone"] not in _OWNED or not owner or not side:
        return []
    kind = cause_of(event)
    if kind == "judge" or (kind in BY_RULES) is not by_rules:
        return []
    return [Break((owner,), {"owner": owner, "side": side, "zone": target["zone"]})]


def is_laid_on_its_owners_side(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Where no text names a side, a card comes to its owner's side of the field.

    One that an effect has put on the other side may go from unit to unit there.
    """
    origin, target, owner = event["from"], event["to"], event["owner"]
    side = target.get("side")
    if side == owner or target["zone"] not in _LAID or not owner or not side:
        return ()
    if cause_of(event) not in BY_RULES or (origin["zone"], origin.get("side")) in _from(side):
        return ()
    return [Break((owner,), {"owner": owner, "side": side, "zone": target["zone"]})]


def _from(side: str) -> set[tuple[str, str | None]]:
    """Return the places of a side's field, and no area, where a card has no side."""
    return {*((zone, side) for zone in _LAID), ("no_area", None)}


def token_goes_back_to_its_provider(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A card that leaves the game, as a token does, goes back to its owner (Q4538)."""
    target, owner = event["to"], event["owner"]
    if target["zone"] != "outside" or not owner or cause_of(event) == "judge":
        return ()
    side = target.get("side")
    return [Break((owner,), {"owner": owner, "side": side})] if side and side != owner else ()


_ELSEWHERE: Final[Text] = {
    "en": "a card of {owner} was put into the {zone} of {side}",
    "ja": "{owner}のカードが{side}の{zone}に置かれた",
}

RULES: Final = (
    Rule(
        id="owners-place",
        clause="3-1-3-8",
        severity="breach",
        on=frozenset({"transferred"}),
        when="before",
        check=goes_to_its_owner,
        astray=True,
        happened=_ELSEWHERE,
        asks={
            "en": "a card goes to its owner's place unless a rule or effect names another",
            "ja": "指定がなければ、カードは持ち主の場所に置く",
        },
    ),
    Rule(
        id="owners-place-by-rule",
        clause="3-1-3-8",
        severity="breach",
        on=frozenset({"transferred"}),
        when="before",
        check=goes_to_its_owner_by_the_rules,
        astray=True,
        languages=frozenset({"ja"}),
        happened=_ELSEWHERE,
        asks={
            "en": "what rules and actions move goes to its owner's place too",
            "ja": "ルールや行動で置くカードも、持ち主の場所に置く",
        },
    ),
    Rule(
        id="owners-field",
        clause="3-1-3-8",
        severity="breach",
        on=frozenset({"transferred"}),
        when="before",
        check=is_laid_on_its_owners_side,
        astray=True,
        goals=_LAID,
        languages=frozenset({"ja"}),
        happened={
            "en": "a card of {owner} came to the {zone} of {side}, and no effect put it there",
            "ja": "{owner}のカードが、効果によらずに{side}の{zone}に置かれた",
        },
        asks={
            "en": "players put their cards on their own side of the field",
            "ja": "効果の指定がなければ、カードは持ち主の側に置く",
        },
    ),
    Rule(
        id="owners-token",
        clause="3-1-3-8",
        severity="breach",
        on=frozenset({"transferred"}),
        when="before",
        check=token_goes_back_to_its_provider,
        goals=frozenset({"outside"}),
        happened={
            "en": "a card of {owner} left the game on the side of {side}",
            "ja": "{owner}のカードが{side}の側でゲームから取り除かれた",
        },
        asks={
            "en": "a token goes back to the player who provided it",
            "ja": "トークンは用意したプレイヤーのもとに戻る",
        },
    ),
)
