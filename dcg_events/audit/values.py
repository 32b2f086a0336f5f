"""What the values in events say, as far as the reader of the log knows them."""

from typing import Any, Final

from dcg_events.vocabulary.places import Zone

BY_TEXT: Final = frozenset({"effect", "cost"})
"""Causes that a card's text may shape: it may ask for what the rules alone would not allow."""

BY_RULES: Final = frozenset({"rule", "action"})
"""Causes that follow the rules alone."""

PRIVATE: Final[frozenset[Zone]] = frozenset({"deck", "egg_deck", "hand", "security"})
"""The private areas (CR 4.0 §3-1-2-2)."""


def cause_of(event: dict[str, Any]) -> str:
    """Return the kind of an event's cause; empty where the record does not say.

    >>> cause_of({"cause": {"kind": "rule"}}), cause_of({"cause": None}), cause_of({})
    ('rule', '', '')
    """
    cause = event.get("cause")
    return str(cause["kind"]) if cause else ""


def is_known(value: object) -> bool:
    """Tell whether a value is neither null nor sealed from the reader.

    >>> is_known("12"), is_known(None), is_known("~" + 64 * "0")
    (True, False, False)
    """
    return value is not None and not (isinstance(value, str) and value[:1] == "~")


def is_number(value: object) -> bool:
    """Tell whether a value is a number that the reader knows."""
    return type(value) is int
