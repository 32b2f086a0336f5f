"""Which transfers of a moment have a place in a chosen order."""

from typing import Any

from dcg_events.audit.scene import Scene
from dcg_events.audit.values import cause_of


def ordered(scene: Scene) -> list[dict[str, Any]]:
    """Return the transfers of the group whose order somebody chose, a judge's left out."""
    if len(scene.group) < 2:
        return []
    return [
        event
        for event in scene.group
        if event.get("ordering") and event["kind"] == "transferred" and cause_of(event) != "judge"
    ]
