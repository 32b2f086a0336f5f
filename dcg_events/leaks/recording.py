"""Record a world anew through the real recorder and policy."""

import itertools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from dcg_events.projections.visibility import COMMON, RULES
from dcg_events.recorder.recorder import Recorder

WHOLE_SECONDS: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
"""A time as a log may tell it."""


def counting_salt() -> Callable[[], str]:
    """Return a source of salts that are the same for every world."""
    count = itertools.count()
    return lambda: f"{next(count):032x}"


def record_world(path: Path, groups: Sequence[Sequence[dict[str, Any]]]) -> None:
    """Record the plain events of a world.

    Raises:
        EventError, ImpossibleEventError: If the recorder refuses one.
    """
    with Recorder.begin(path, groups[0][0], salt=counting_salt()) as recorder, recorder.batch():
        for group in groups[1:]:
            recorder.append_group(group)


def recordable(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event of a log as the recorder takes it.

    Left out are fields that are none of ours, a time that is told too exactly, and the values that
    the event discloses once more: the recorder has them.
    """
    known = COMMON | RULES[event["kind"]]
    kept: dict[str, Any] = _known(event, known, "")
    if kept.get("at") is not None and not WHOLE_SECONDS.fullmatch(str(kept["at"])):
        kept["at"] = None
    if event["kind"] == "disclosed":
        kept["opened"] = [
            {name: value for name, value in item.items() if name != "value"}
            for item in event["opened"]
        ]
    return kept


def _known(value: Any, known: dict[str, Any], path: str) -> Any:  # noqa: ANN401 - any JSON value
    if not isinstance(value, dict) or path in known:
        return value
    kept = {}
    for name, inner in value.items():
        place = f"{path}.{name}" if path else name
        if place in known or any(field.startswith(f"{place}.") for field in known):
            kept[name] = _known(inner, known, place)
    return kept
