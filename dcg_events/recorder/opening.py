"""Write the first event of a log, with sensible defaults."""

from dcg_events.events.codec import PlainEvent
from dcg_events.events.schema_digest import SCHEMA_DIGEST
from dcg_events.vocabulary.rules import DEFAULT_EDITION, DEFAULT_LANGUAGE


def opening(*, p1: str, p2: str, **header: object) -> PlainEvent:
    """Return a plain `match_opened` for two named players; `header` adds or replaces fields.

    >>> opening(p1="Aiko", p2="Ben")["rules"]
    {'edition': '4.0', 'language': 'ja'}
    """
    return {
        "kind": "match_opened",
        "format": 1,
        "schema": SCHEMA_DIGEST,
        "rules": {"edition": DEFAULT_EDITION, "language": DEFAULT_LANGUAGE},
        "players": {"p1": {"name": p1}, "p2": {"name": p2}},
        "clock": "none",
        "durability": "group",
        "recorder_notes": False,
    } | header
