"""Which placements and units an event names, as far as its reader can tell."""

from collections.abc import Iterable, Iterator
from typing import Any

from dcg_events.audit.values import is_known


def placements_named(event: dict[str, Any]) -> set[str]:
    """Return the placements that an event names; a unit's own id is one as well.

    >>> sorted(placements_named({"kind": "transferred", "was": "4", "cause": {"source": "9"}}))
    ['4', '9']
    >>> placements_named({"kind": "choice_made", "words": ["3", "4"], "chosen": ["3"]})
    set()
    """
    found = [event.get("was"), event.get("card"), event.get("source")]
    found.append((event.get("cause") or {}).get("source"))
    found += _listed(event.get("cards"))
    found += _listed(event.get("losers"))
    found += (fighter.get("card") for fighter in _parts(event.get("fighters")))
    if not event.get("words"):
        found += _listed(event.get("chosen"))
    if event["kind"] == "transferred":  # elsewhere candidates are pending effects
        found += _listed((event.get("ordering") or {}).get("candidates"))
    return {str(value) for value in found if is_known(value)}


def units_named(event: dict[str, Any]) -> set[str]:
    """Return the units that an event names, those apart that cards come to or leave.

    >>> sorted(units_named({"kind": "attack_declared", "unit": "9", "target": {"unit": "17"}}))
    ['17', '9']
    """
    found = [event.get("unit"), (event.get("target") or {}).get("unit")]
    found += _listed(event.get("units"))
    found += _listed(event.get("losers"))
    found += (fighter.get("unit") for fighter in _parts(event.get("fighters")))
    if event.get("units"):
        found += _listed(event.get("chosen"))
    return {str(value) for value in found if is_known(value)}


def events_named(event: dict[str, Any]) -> set[int]:
    """Return the events that an event is about: that it rules on, corrects, discloses, notes."""
    found = [event.get("about"), event.get("corrects"), event.get("declaration")]
    found.append(event.get("showing"))
    found.append(event.get("after") if event["kind"] == "record_corrected" else None)
    found += (item.get("event") for item in _parts(event.get("opened")))
    return {value for value in found if type(value) is int}


def _listed(value: object) -> Iterable[object]:
    return value if isinstance(value, list) else ()


def _parts(value: object) -> Iterator[dict[str, Any]]:
    return (part for part in _listed(value) if isinstance(part, dict))
