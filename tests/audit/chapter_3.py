"""Ask the rules of chapter 3 alone, under one reading or under both."""

from typing import Any, Final

from dcg_events.audit.rules import (
    attestations,
    breeding,
    breeding_effects,
    eggs,
    facing,
    new_cards,
    order_changes,
    order_kept,
    orders,
    orders_due,
    owners,
    procedure,
    publicity,
    together,
)
from dcg_events.vocabulary.people import Viewer
from dcg_events.vocabulary.rules import Language
from tests.audit.asking import findings
from tests.rules.scene import Scene, at, move

RULES: Final = (
    *attestations.RULES,
    *breeding.RULES,
    *breeding_effects.RULES,
    *eggs.RULES,
    *facing.RULES,
    *new_cards.RULES,
    *order_changes.RULES,
    *order_kept.RULES,
    *orders.RULES,
    *orders_due.RULES,
    *owners.RULES,
    *procedure.RULES,
    *publicity.RULES,
    *together.RULES,
)

A, B, C, D, E = "BT1-010", "BT1-011", "BT1-012", "BT1-013", "BT1-014"
EGG, EGG_2, EGG_3 = "BT1-001", "BT1-002", "BT1-003"

EFFECT: Final = {"kind": "effect", "player": "p1"}
THEIRS: Final = {"kind": "effect", "player": "p2"}
RULE: Final = {"kind": "rule"}
ACTION: Final = {"kind": "action", "player": "p1"}
JUDGE: Final = {"kind": "judge"}

Found = tuple[str, str, int, tuple[str, ...], str]
"""Rule, clause, event, players, severity."""


def asked(scene: Scene, language: Language = "ja", viewer: Viewer = "judge") -> list[Found]:
    return [
        (one.rule, one.clause, one.event, one.players, one.severity)
        for one in findings(scene, viewer, language, RULES)
    ]


def lawful(scene: Scene) -> bool:
    """Tell whether nothing is found, under neither reading."""
    return not asked(scene, "ja") and not asked(scene, "en")


def both(scene: Scene) -> list[Found]:
    """Return what both readings find alike."""
    japanese, english = asked(scene, "ja"), asked(scene, "en")
    assert japanese == english
    return japanese


def unit(scene: Scene, zone: str = "battle", height: int = 1, side: str = "p1") -> str:
    """Put up a unit from the top of a deck, higher cards first on record; return its id."""
    top = at("deck", side, 0)
    founded = str(scene.record(move("play", top, at(zone, side), cause=EFFECT)).ids[0])
    for _ in range(height - 1):
        goal = at(zone, side, 0, unit=founded)
        scene.record(move("digivolve", top, goal, cause=ACTION | {"player": side}))
    return founded


def to_bottom(
    origins: list[dict[str, Any]],
    ranks: list[int],
    *,
    zone: str = "deck",
    side: str = "p1",
    chooser: str | None = "p1",
    **ordering: Any,
) -> list[dict[str, Any]]:
    """Put cards at the bottom of a pile, the ranks giving their order from the top."""
    return [
        move(
            "return",
            origin,
            at(zone, side, rank - len(ranks)),
            cause=EFFECT,
            ordering={"chooser": chooser, "rank": rank, **ordering},
        )
        for origin, rank in zip(origins, ranks, strict=True)
    ]


def trash(*positions: int, side: str = "p1") -> list[dict[str, Any]]:
    return [at("trash", side, position) for position in positions]


def of_unit(founded: str, position: int) -> dict[str, Any]:
    """Name the place of a card in a unit of p1's in the battle area."""
    return at("battle", "p1", position, unit=founded)


def expected(rule: str, clause: str, seq: int, severity: str | None) -> list[Found]:
    """Write what is found of p1 at an event; nothing without a severity."""
    return [(rule, clause, seq, ("p1",), severity)] if severity else []
