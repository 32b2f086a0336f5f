"""Which rules are asked at which event."""

from itertools import product
from typing import Any, Final, get_args

from dcg_events.audit.asked import Asked, asked
from dcg_events.audit.rule import Rule
from dcg_events.audit.rules import RULES
from dcg_events.vocabulary.manners import MANNERS
from dcg_events.vocabulary.places import Zone

TEXT: Final = {"en": "", "ja": ""}


def rule(name: str, kinds: str, **more: object) -> Rule:
    return Rule(
        name,
        "3-1-3-4",
        "doubt",
        frozenset(kinds.split()),
        check=lambda *_: (),
        happened=dict(TEXT),  # type: ignore[arg-type]
        asks=dict(TEXT),  # type: ignore[arg-type]
        **{"when": "before", **more},  # type: ignore[arg-type]
    )


ANY: Final = rule("any", "transferred passed")
DRAW: Final = rule("draw", "transferred passed", manners=frozenset({"draw"}))
ENGLISH: Final = rule("english", "transferred", languages=frozenset({"en"}))
AFTER: Final = rule("after", "transferred", when="after")


ORDER: Final = rule("order", "transferred", several=True)


def names(of_rules: Asked, event: dict[str, Any], of: int = 1, *, after: bool = False) -> list[str]:
    places: dict[str, Any] = {"from": {"zone": "deck"}, "to": {"zone": "hand", "side": "p1"}}
    places |= {"owner": "p1", "facing": "down"}
    return [rule.id for _, rule in of_rules.at({**places, **event, "of": of})[after]]


def test_a_rule_is_asked_at_its_kinds_and_manners_in_its_language() -> None:
    before = asked((ANY, DRAW, ENGLISH, AFTER), "ja")
    draw, add = ({"kind": "transferred", "manner": manner} for manner in ("draw", "add"))
    assert names(before, draw) == ["any", "draw"]
    assert names(before, add) == ["any"]
    assert names(before, {"kind": "passed"}) == ["any", "draw"]
    assert names(before, {"kind": "moved"}) == []
    assert names(before, draw, after=True) == ["after"]
    assert names(asked((ANY, DRAW, ENGLISH), "en"), draw) == ["any", "draw", "english"]


def test_a_rule_about_orders_is_not_asked_of_a_card_alone() -> None:
    before = asked((ANY, ORDER), "ja")
    event = {"kind": "transferred", "manner": "draw"}
    assert names(before, event) == ["any"]
    assert names(before, event, of=2) == ["any", "order"]


def test_a_rule_is_asked_of_the_passages_that_it_names() -> None:
    rules = (
        rule("out", "transferred", origins=frozenset({"trash"})),
        rule("into", "transferred", goals=frozenset({"hand"})),
        rule("touches", "transferred", touches=frozenset({"trash", "security"})),
        rule("astray", "transferred", astray=True),
        rule("odd", "transferred", odd=True),
        rule("redirected", "transferred", redirected=True),
    )
    before = asked(rules, "ja")
    event: dict[str, Any] = {"kind": "transferred", "manner": "add"}
    assert names(before, event) == ["into"]
    assert names(before, event | {"from": {"zone": "trash"}}) == ["out", "into", "touches"]
    assert names(before, event | {"owner": "p2"}) == ["into", "astray"]
    assert names(before, event | {"facing": "up"}) == ["into", "odd"]
    assert names(before, event | {"redirect": "3-1-3-9-1"}) == ["into", "redirected"]


def test_every_rule_is_asked_somewhere() -> None:
    found = set()
    for language in ("ja", "en"):
        events: list[dict[str, Any]] = [
            {"kind": "transferred", "manner": manner, "redirect": "3-1-3-9-1", "facing": None}
            | {"from": {"zone": origin}, "to": {"zone": goal}}
            for manner in MANNERS
            for origin, goal in product(get_args(Zone), repeat=2)
        ]
        kinds = {kind for rule in RULES for kind in rule.on} - {"transferred"}
        for event in (*events, *({"kind": kind} for kind in kinds)):
            for after in (False, True):
                found.update(names(asked(RULES, language), event, of=2, after=after))
    assert found == {rule.id for rule in RULES}
