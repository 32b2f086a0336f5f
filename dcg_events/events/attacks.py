"""Events of attacks, security checks and battles."""

from typing import Annotated, Literal

from pydantic import Field

from dcg_events.events.envelope import Event
from dcg_events.events.fields import CardNumber, Integer, PlacementId, Reference, Strict, UnitId
from dcg_events.vocabulary.people import Player


class Target(Strict):
    """What is attacked: a unit, or a player where `unit` is absent."""

    player: Player
    unit: UnitId | None = None


class AttackDeclared(Event):
    """A unit attacks (CR 4.2 §11-2): it is suspended and its target named in the same moment.

    Attributes:
        attack: The name that its steps, checks and battles carry.
        player: Who attacks.
        unit: The attacking unit.
        target: What it attacks.
    """

    kind: Literal["attack_declared"] = "attack_declared"
    attack: Reference
    player: Player
    unit: UnitId
    target: Target


class AttackStepped(Event):
    """A step of an attack was taken or let pass.

    Attributes:
        attack: Which attack.
        step_taken: Counter timing, block, change of target, or the success check.
        player: Who took it.
        unit: The unit that countered or blocked, or the new target.
        target: The target from now on, where it changed.
        taken: False where the player let the step pass.
    """

    kind: Literal["attack_stepped"] = "attack_stepped"
    attack: Reference
    step_taken: Literal["counter", "block", "target_changed", "success_check", "alliance", "other"]
    player: Player | None = None
    unit: UnitId | None = None
    target: Target | None = None
    taken: bool


class AttackEnded(Event):
    """An attack is over."""

    kind: Literal["attack_ended"] = "attack_ended"
    attack: Reference
    outcome: Literal["succeeded", "failed", "battled", "unknown"] | None = None


class SecurityChecked(Event):
    """A security card was checked (CR 4.2 §13-1): its way out of the stack is a transfer.

    Attributes:
        attack: Which attack.
        player: Whose security stack.
        card: The checked card as placed in no area; null if there was none.
        number: Its card number, which everybody sees.
        outcome: What came of it.
    """

    kind: Literal["security_checked"] = "security_checked"
    attack: Reference | None = None
    player: Player
    card: PlacementId | None = None
    number: CardNumber | None = None
    outcome: Literal["battle", "effect", "none", "unknown"] | None = None


class Fighter(Strict):
    """One side of a battle: a unit, or a Security Digimon by its placement; `dp` in DP."""

    player: Player
    unit: UnitId | None = None
    card: PlacementId | None = None
    dp: Integer | None = None


class BattleResolved(Event):
    """Two Digimon battled (CR 4.2 §14-2); the deletions are transfers of their own."""

    kind: Literal["battle_resolved"] = "battle_resolved"
    attack: Reference | None = None
    fighters: Annotated[list[Fighter], Field(max_length=2)] | None
    losers: Annotated[list[PlacementId], Field(max_length=2)] | None
