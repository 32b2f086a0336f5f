"""Who may know which field of an event: as it was sealed, and what was disclosed since."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, cast

from dcg_events.audit.explaining.shape import SealedView
from dcg_events.errors import EventError, ImpossibleEventError
from dcg_events.log.part import LogPart
from dcg_events.log.sealing import is_sealed, value_at
from dcg_events.log.store import read_groups
from dcg_events.projections.backdating import seals_of_group
from dcg_events.projections.fold import MALFORMED, Group
from dcg_events.projections.rewinding import advance
from dcg_events.projections.table import Table
from dcg_events.projections.witness import Past


def sealed_fields(source: LogPart, seq: int, read: dict[str, Any]) -> list[SealedView]:
    """Return the fields of event `seq` that not everybody may know.

    Who may follows from what everybody can read, so the records alone are read.

    Args:
        source: The log.
        seq: The event.
        read: The event as the reader has it.

    Returns:
        The fields; none of an event that cannot have happened, of which nobody knows who may.

    Raises:
        LogError: If the log cannot be read or is damaged.
        ImpossibleEventError: If an event before it cannot have happened.
    """

    def again() -> Iterator[Group]:
        return read_groups(source, fields=frozenset())

    table, past = Table(), Past()
    found: list[SealedView] = []
    reached = False
    for group in again():
        if reached:
            _note_disclosures(found, seq, group)
            continue
        for step, event in enumerate(group):
            if event["seq"] == seq:
                reached = True
                with suppress(EventError, ImpossibleEventError, *MALFORMED):
                    due = seals_of_group(table, list(group), past, again)[step]
                    found = [_field(path, audience, read) for path, audience in due]
        if not reached:
            table = advance(table, group, again)
            past.note(group)
    return found


def _field(path: str, audience: list[str], read: dict[str, Any]) -> SealedView:
    known = not _closed(value_at(read, path))
    view = {"field": path, "audience": audience, "read": known, "disclosed": []}
    return cast("SealedView", view)


def _closed(value: object) -> bool:
    """Tell whether a value is sealed from its reader, or is a list of such values."""
    if isinstance(value, list):
        return bool(value) and all(_closed(item) for item in value)
    if isinstance(value, dict):
        return any(map(is_sealed, value.values()))
    return is_sealed(value)


def _note_disclosures(found: list[SealedView], seq: int, group: Group) -> None:
    for event in group:
        if event["kind"] != "disclosed":
            continue
        for item in event["opened"]:
            for field in found:
                if (item["event"], item["field"]) == (seq, field["field"]):
                    field["disclosed"].append({"event": event["seq"], "to": event["to"]})
