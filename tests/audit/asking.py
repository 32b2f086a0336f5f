"""Ask the auditor about a scene: which rules find something, and at which event."""

from collections.abc import Sequence
from typing import Final

from dcg_events.audit.auditing import audit
from dcg_events.audit.finding import Finding
from dcg_events.audit.rule import Rule
from dcg_events.audit.rules import RULES
from dcg_events.vocabulary.people import Viewer
from dcg_events.vocabulary.rules import Language
from tests.rules.scene import Scene

_OF_WHOLE_GAMES: Final = ("setup-", "deck-", "egg-deck-", "phase-", "turn-")
"""Rules of a game from its set-up on, by how their ids begin: a scene shows a moment of one."""


def findings(
    scene: Scene,
    viewer: Viewer = "judge",
    language: Language = "ja",
    rules: Sequence[Rule] | None = None,
) -> tuple[Finding, ...]:
    """Audit what a scene has recorded; by default without the rules of whole games."""
    if rules is None:
        rules = [rule for rule in RULES if not rule.id.startswith(_OF_WHOLE_GAMES)]
    return audit(scene.path, viewer, language=language, rules=rules).findings


def found(
    scene: Scene,
    viewer: Viewer = "judge",
    language: Language = "ja",
    rules: Sequence[Rule] | None = None,
) -> list[tuple[str, int]]:
    """Return the rules that find something in a scene, each with the event it is about."""
    return [(one.rule, one.event) for one in findings(scene, viewer, language, rules)]
