"""Which places of the log an event names: those of cards, units and other events."""

from collections.abc import Iterator
from typing import Any, Final

_IDS: Final = frozenset(
    {"was", "card", "cards", "source", "unit", "units", "losers", "chosen", "candidates"}
)
_SEQS: Final = frozenset({"event", "about", "corrects", "declaration", "showing", "to_seq"})


def places_named(value: Any) -> Iterator[int]:  # noqa: ANN401 - any part of an event
    """Yield the places that an event, or a part of one, names by a seq or in an id.

    >>> sorted(places_named({"kind": "moved", "unit": "9", "cause": {"event": 8, "source": "7.2"}}))
    [7, 8, 9]
    """
    if isinstance(value, list):
        for part in value:
            yield from places_named(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            if name in _SEQS and type(part) is int:
                yield part
            elif name in _IDS:
                for one in part if isinstance(part, list) else [part]:
                    seq = one.partition(".")[0] if isinstance(one, str) else ""
                    if seq.isdecimal():
                        yield int(seq)
            if isinstance(part, (dict, list)):
                yield from places_named(part)
