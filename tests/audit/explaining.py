"""Explain cards and events of a scene, from the full log and from the viewer's copy alike."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dcg_events import redact
from dcg_events.audit.explaining.cards import explain_card
from dcg_events.audit.explaining.moments import explain_event
from tests.rules.scene import Scene, at, move

A, B, C, D, E = (f"BT1-{n:03}" for n in range(10, 15))
EVERYBODY = ["p1", "p2", "spectator"]


def card(scene: Scene, name: str, viewer: Any = "judge") -> Any:
    """Explain a card; a viewer's own copy has to tell the same."""
    return _both(scene.path, viewer, lambda log: explain_card(log, name, viewer))


def event(scene: Scene, seq: int, viewer: Any = "judge") -> Any:
    """Explain an event; a viewer's own copy has to tell the same."""
    return _both(scene.path, viewer, lambda log: explain_event(log, seq, viewer))


def _both(path: Path, viewer: Any, explain: Callable[[Path], Any]) -> Any:
    told = explain(path)
    copy = path.with_name(f"copy-{viewer}.dcglog")
    copy.unlink(missing_ok=True)
    redact(path, viewer, copy)
    assert explain(copy) == told
    return told


def stages(told: Any) -> list[tuple[str, str, str]]:
    """Return the id, the manner and the zone of each stage of a life."""
    return [
        (stage["id"], stage["why"]["manner"], stage["spots"][-1]["zone"])
        for stage in told["life"]["stages"]
    ]


def ids(told: Any) -> list[str]:
    return [stage["id"] for stage in told["life"]["stages"]]


def ends(told: Any) -> str | None:
    return told["life"]["ends"]["why"] if told["life"]["ends"] else None


def looking(told: Any) -> list[list[str]]:
    """Return who could look at the card, one after the other."""
    return [spot["viewers"] for stage in told["life"]["stages"] for spot in stage["spots"]]


def touches(told: Any) -> dict[int, list[str]]:
    """Return how the events that touch a card do so."""
    return {
        touch["seq"]: touch["how"] for stage in told["life"]["stages"] for touch in stage["events"]
    }


def hand(side: str = "p1") -> dict[str, Any]:
    return at("hand", side)


def play(scene: Scene, was: str, side: str = "p1", **more: Any) -> str:
    """Play a card from a hand; return the unit."""
    scene.record(move("play", hand(side), at("battle", side), was=was, by=side, **more))
    return str(scene.recorder.version - 1)
