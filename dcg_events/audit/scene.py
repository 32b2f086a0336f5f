"""What a rule of the audit sees: a group of events, the table, and the story so far."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dcg_events.audit.story.story import Story
from dcg_events.projections.table import Table
from dcg_events.projections.witness import Past
from dcg_events.vocabulary.rules import DEFAULT_EDITION, DEFAULT_LANGUAGE, Language


@dataclass(slots=True)
class Scene:
    """One moment of a match.

    Attributes:
        table: The table before the group, or after it, as the rule asks.
        group: The events of the moment, in the order of their steps.
        past: Which placements everybody has seen, and which lay in a hand.
        story: What happened so far, before the group.
        language: Whose reading of the rules is followed.
        edition: The edition of the rules that was played.
    """

    table: Table = field(default_factory=Table)
    group: Sequence[dict[str, Any]] = ()
    past: Past = field(default_factory=Past)
    story: Story = field(default_factory=Story)
    language: Language = DEFAULT_LANGUAGE
    edition: str = DEFAULT_EDITION

    def transfers(self) -> list[dict[str, Any]]:
        """Return the transfers of the group."""
        return [event for event in self.group if event["kind"] == "transferred"]
