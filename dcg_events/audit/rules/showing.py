"""Whether cards of a place are being shown."""

from dcg_events.audit.scene import Scene


def is_shown(scene: Scene, zone: str, side: str | None) -> bool:
    """Tell whether cards of a place are being revealed or looked at."""
    return any(
        (showing.zone, showing.side) == (zone, side) for showing in scene.table.showings.values()
    )
