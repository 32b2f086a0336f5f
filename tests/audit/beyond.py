"""Ask the rules of units, effects and attacks, on a field that has stood for some turns."""

from dataclasses import dataclass
from typing import Any, Final

from dcg_events.audit.rules import (
    activations,
    attack_steps,
    attacks,
    checks,
    fusions,
    leftovers,
    units,
)
from dcg_events.vocabulary.people import Viewer
from dcg_events.vocabulary.rules import Language
from tests.audit.asking import findings
from tests.rules.scene import NOWHERE, Scene, at, move

RULES: Final = (
    *activations.RULES,
    *attack_steps.RULES,
    *attacks.RULES,
    *checks.RULES,
    *fusions.RULES,
    *leftovers.RULES,
    *units.RULES,
)

ACTION: Final = {"kind": "action", "player": "p1"}
THEIR_ACTION: Final = {"kind": "action", "player": "p2"}
RULE: Final = {"kind": "rule"}
JUDGE: Final = {"kind": "judge"}
EFFECT: Final = {"kind": "effect", "player": "p1"}

DECK: Final = [f"BT1-{number:03}" for number in range(10, 26)]
THEIR_DECK: Final = [f"BT2-{number:03}" for number in range(10, 26)]
EGGS: Final = ["BT1-001", "BT1-002"]

Found = tuple[str, str, int, tuple[str, ...], str]
"""Rule, clause, event, players, severity."""


@dataclass
class Field:
    """A match in p1's third turn, in the main phase.

    p1 has two units, `mine` of three cards and `also_mine`, p2 has `theirs`, which is suspended,
    and `also_theirs`. Both have three security cards.
    """

    scene: Scene
    mine: str
    also_mine: str
    theirs: str
    also_theirs: str

    @property
    def next(self) -> int:
        return self.scene.recorder.version

    def record(self, *group: dict[str, Any], **more: Any) -> int:
        """Record a group, each event with `more`; return the seq of its first event."""
        seq = self.next
        self.scene.record(*(event | more for event in group))
        return seq

    def attack(
        self,
        unit: str,
        target: str | None = None,
        name: str = "a",
        goal: dict[str, str] | None = None,
        **more: Any,
    ) -> int:
        """Declare an attack of p1's, on the player or one of p2's units, or on a `goal`."""
        goal = goal or {"player": "p2"} | ({} if target is None else {"unit": target})
        declared = {"kind": "attack_declared", "attack": name, "player": "p1", "unit": unit}
        turned = {"kind": "orientation_changed", "unit": unit, "orientation": "suspended"}
        more = {"cause": ACTION} | more
        return self.record(declared | {"target": goal}, turned, **more)

    def step(self, step: str, name: str = "a", *, taken: bool = True, **more: Any) -> int:
        """Record a step of an attack, p2's unless it is said."""
        told: dict[str, Any] = {"kind": "attack_stepped", "attack": name, "step_taken": step}
        told |= {"player": "p2", "taken": taken, "cause": THEIR_ACTION}
        return self.record(told | more)

    def block(self, unit: str, name: str = "a") -> int:
        """Block with one of p2's units."""
        told: dict[str, Any] = {"kind": "attack_stepped", "attack": name, "step_taken": "block"}
        told |= {"player": "p2", "target": {"player": "p2", "unit": unit}}
        told |= {"unit": unit, "taken": True}
        turned = {"kind": "orientation_changed", "unit": unit, "orientation": "suspended"}
        return self.record(told, turned, cause=THEIR_ACTION)

    def check(self, name: str | None = "a", **more: Any) -> str:
        """Check the top card of p2's security; return the card in no area."""
        taken = move("check", at("security", "p2", 0), NOWHERE, cause=RULE)
        card = str(self.record(taken))
        told = {"kind": "security_checked", "player": "p2", "card": card}
        self.record(told | ({} if name is None else {"attack": name}) | more)
        return card

    def put_away(self, card: str) -> int:
        """Trash a card that lies in no area."""
        origin = {"zone": "no_area"}
        return self.record(move("trash", origin, at("trash", "p2"), was=card, cause=RULE))

    def battle(self, one: Any, other: Any, losers: list[str], **more: Any) -> int:
        """Record a battle of p1's and p2's fighters."""
        fighters = [{"player": "p1"} | one, {"player": "p2"} | other]
        told = {"kind": "battle_resolved", "fighters": fighters, "losers": losers, "attack": "a"}
        return self.record(told | more)

    def delete(self, *gone: str, cause: dict[str, Any]) -> int:
        """Delete units in one moment."""
        group = []
        for name in gone:
            unit = self.scene.table.units[name]
            for position in range(len(unit.cards)):
                place = at(unit.zone, unit.side, position, unit=unit.id)
                group.append(move("delete", place, at("trash", unit.side), cause=cause))
        return self.record(*group)

    def end_attack(self, name: str = "a") -> int:
        return self.record({"kind": "attack_ended", "attack": name, "outcome": "succeeded"})

    def end_turn(self, **more: Any) -> int:
        turn = self.scene.table.turn
        told = {"kind": "turn_ended", "player": self.scene.table.turn_player, "turn": turn}
        return self.record(told | more)

    def trigger(self, name: str, player: str = "p1", manner: str | None = "triggered") -> int:
        told = {"kind": "effect_triggered", "pending": name, "player": player}
        return self.record(told if manner is None else told | {"manner": manner})

    def activate(self, name: str | None, player: str = "p1", **more: Any) -> int:
        told = {"kind": "effect_activated", "player": player, **more}
        return self.record(told if name is None else told | {"pending": name})

    def asked(self, viewer: Viewer = "judge") -> list[Found]:
        """Return what is found; both readings find the same."""
        japanese, english = (self._asked(viewer, language) for language in ("ja", "en"))
        assert japanese == english
        return japanese

    def _asked(self, viewer: Viewer, language: Language) -> list[Found]:
        return [
            (one.rule, one.clause, one.event, one.players, one.severity)
            for one in findings(self.scene, viewer, language, RULES)
        ]


def begin(scene: Scene) -> Field:
    """Begin a match and bring it into its third turn."""
    scene.deal(DECK, EGGS, THEIR_DECK)
    for side in ("p1", "p2"):
        for _ in range(3):
            place = at("security", side, 0)
            scene.record(move("place", at("deck", side, 0), place, cause=RULE))
    _turn(scene, "p1", 1)
    mine = _found(scene, "p1")
    for _ in range(2):
        top = at("battle", "p1", 0, unit=mine)
        scene.record(move("digivolve", at("deck", "p1", 0), top, cause=EFFECT))
    also_mine = _found(scene, "p1")
    scene.record({"kind": "turn_ended", "player": "p1", "turn": 1})
    _turn(scene, "p2", 2)
    theirs, also_theirs = _found(scene, "p2"), _found(scene, "p2")
    scene.record({"kind": "orientation_changed", "unit": theirs, "orientation": "suspended"})
    scene.record({"kind": "turn_ended", "player": "p2", "turn": 2})
    _turn(scene, "p1", 3)
    scene.record({"kind": "phase_entered", "phase": "main"})
    return Field(scene, mine, also_mine, theirs, also_theirs)


def _turn(scene: Scene, player: str, turn: int) -> None:
    scene.record({"kind": "turn_started", "player": player, "turn": turn})


def _found(scene: Scene, side: str) -> str:
    """Found a unit by an effect and return its name."""
    cause = {"kind": "effect", "player": side}
    scene.record(move("play", at("deck", side, 0), at("battle", side), cause=cause))
    return str(scene.recorder.version - 1)
