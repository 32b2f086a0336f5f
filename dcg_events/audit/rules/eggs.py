"""Digi-Egg cards go back to the Digi-Egg deck (CR 4.0 §3-1-3-9).

By the Japanese text from every place, by the English one from areas; what lies under a card is
in no area.
"""

from collections.abc import Iterable
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule, Text
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import PRIVATE, cause_of, is_number
from dcg_events.vocabulary.places import FIELD, Zone

_ASTRAY: Final[frozenset[Zone]] = frozenset({"deck", "hand", "security"})


def egg_from_an_area_goes_home(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A Digi-Egg card that leaves an area for a private one goes to the Digi-Egg deck."""
    if event["to"]["zone"] not in _ASTRAY or event["number"] not in scene.story.eggs.numbers:
        return ()
    return _astray(event, in_area=True)


def egg_from_elsewhere_goes_home(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """By the Japanese reading so does one from under a card, a link slot or no area."""
    if event["to"]["zone"] not in _ASTRAY or event["number"] not in scene.story.eggs.numbers:
        return ()
    return _astray(event, in_area=False)


def _astray(event: dict[str, Any], *, in_area: bool) -> list[Break]:
    origin, target = event["from"], event["to"]
    zone = origin["zone"]
    elsewhere = zone in ("link", "no_area") or (zone in FIELD and origin.get("position") != 0)
    if elsewhere is in_area or cause_of(event) == "judge":
        return []
    side = target.get("side") or ""
    clause = "3-1-3-9-1" if target["zone"] == "deck" else "3-1-3-9-2"
    details: dict[str, str | int] = {"zone": target["zone"], "side": side}
    return [Break(tuple(filter(None, (side,))), details, clause=clause)]


def redirected_egg_lies_where_it_should(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A redirected Digi-Egg lies at the end that was asked for; else at the bottom."""
    requested, target = event.get("requested"), event["to"]
    if not requested or target["zone"] != "egg_deck" or cause_of(event) == "judge":
        return ()
    position = target.get("position")
    if requested["zone"] not in PRIVATE or not is_number(position):
        return ()
    size = len(scene.table.sides[target["side"]]["egg_deck"])
    index = position + (size if position < 0 else 0)
    together = sum(
        (other["to"]["zone"], other["to"].get("side")) == ("egg_deck", target["side"])
        for other in scene.transfers()
    )
    clause = "3-1-3-9-1" if requested["zone"] in ("deck", "egg_deck") else "3-1-3-9-2"
    asked = requested.get("position") if clause == "3-1-3-9-1" else -1
    if not is_number(asked) or (asked != 0 and asked >= 0):
        return ()  # from the top of a deck of another size nothing follows
    if index < together if asked == 0 else index >= size - together:
        return ()
    return [Break((target["side"],), {"side": target["side"]}, clause=clause)]


def redirect_says_what_was_asked(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A redirect names its clause, what was asked for, and another place than that."""
    requested, redirect = event.get("requested"), event.get("redirect")
    if requested is None and redirect is None:
        return ()
    target = event["to"]
    if requested is None:
        fits = False
    elif redirect is None:
        fits = target["zone"] != "egg_deck"
    else:
        fits = not redirect.startswith("3-1-3-9") or _fits(requested, target, redirect)
    if fits:
        return ()
    return [Break(details={"zone": target["zone"]})]


def _fits(requested: dict[str, Any], target: dict[str, Any], redirect: str) -> bool:
    """Tell whether a redirect by §3-1-3-9 fits what was asked for and done."""
    if target["zone"] != "egg_deck" or requested["zone"] not in PRIVATE:
        return False
    to_a_deck = requested["zone"] in ("deck", "egg_deck")
    return redirect != ("3-1-3-9-2" if to_a_deck else "3-1-3-9-1")


def only_eggs_go_there(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """No other card is put into the Digi-Egg deck."""
    if event["to"]["zone"] != "egg_deck" or event["number"] not in scene.story.eggs.others:
        return ()
    if cause_of(event) == "judge":
        return ()
    side = event["to"].get("side") or ""
    return [Break(tuple(filter(None, (side,))), {"side": side})]


_TRANSFERRED: Final = frozenset({"transferred"})
_ASTRAY_HAPPENED: Final[Text] = {
    "en": "a Digi-Egg card was put into the {zone} of {side}",
    "ja": "デジタマカードが{side}の{zone}に置かれた",
}

RULES: Final = (
    Rule(
        id="egg-astray",
        clause="3-1-3-9",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=egg_from_an_area_goes_home,
        goals=_ASTRAY,
        happened=_ASTRAY_HAPPENED,
        asks={
            "en": "Digi-Egg cards go to the Digi-Egg deck: as asked instead of a deck, to its"
            " bottom instead of a hand or security stack",
            "ja": "デジタマカードはデジタマデッキに置く。デッキなら指定の順番で、手札や"
            "セキュリティなら1番下に",
        },
    ),
    Rule(
        id="egg-under-a-card-astray",
        clause="3-1-3-9",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=egg_from_elsewhere_goes_home,
        goals=_ASTRAY,
        languages=frozenset({"ja"}),
        happened=_ASTRAY_HAPPENED,
        asks={
            "en": "from every place Digi-Egg cards go to the Digi-Egg deck, from under a card too",
            "ja": "カードの下などどの場所からでも、デジタマカードはデジタマデッキに置く",
        },
    ),
    Rule(
        id="egg-misplaced",
        clause="3-1-3-9-2",
        severity="breach",
        on=_TRANSFERRED,
        when="after",
        check=redirected_egg_lies_where_it_should,
        goals=frozenset({"egg_deck"}),
        happened={
            "en": "a Digi-Egg card lies at the wrong place in the Digi-Egg deck of {side}",
            "ja": "デジタマカードが{side}のデジタマデッキの違う位置に置かれた",
        },
        asks={
            "en": "it lies where it was to lie in the deck, and at the bottom if it was not for"
            " a deck",
            "ja": "デッキに置く指定ならその位置に、それ以外なら1番下に置く",
        },
    ),
    Rule(
        id="redirect-unclear",
        clause="3-1-3-9",
        severity="incomplete",
        on=_TRANSFERRED,
        when="before",
        check=redirect_says_what_was_asked,
        redirected=True,
        happened={
            "en": "a card put into the {zone} was redirected, and what was asked or by which clause"
            " does not fit",
            "ja": "置き場所が{zone}に変わったカードについて、元の指定と条文の記録が合わない",
        },
        asks={
            "en": "the record of a redirect names the place asked for and the clause that changed"
            " it",
            "ja": "置き場所が変わったときは、元の指定と根拠の条文を記録する",
        },
    ),
    Rule(
        id="not-a-digi-egg",
        clause="3-1-3-9",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=only_eggs_go_there,
        goals=frozenset({"egg_deck"}),
        happened={
            "en": "a card that is no Digi-Egg was put into the Digi-Egg deck of {side}",
            "ja": "デジタマではないカードが{side}のデジタマデッキに置かれた",
        },
        asks={
            "en": "Digi-Egg cards alone go to the Digi-Egg deck",
            "ja": "デジタマデッキに置くのはデジタマカードだけ",
        },
    ),
)
