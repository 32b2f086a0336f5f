"""Read files of older format versions: pure functions that bring events to the newest form.

A file is never rewritten: its bytes are verified as they were written, and only then are its
events upcast. An upcaster brings an event from one version to the next; a file of version 1 that is
read by a program of version 3 goes through two. What it may change and what not:

- An event stays one event, with its `seq`, `group`, `step` and `of`: later events name it by them.
- A sealed field keeps its dotted path, and a commitment its value: openings name the one and hash
  to the other. A value that this reader has not opened is a commitment here, and may stay one.
- It changes a copy and gets no other event, so that any part of a log upcasts alike.
- The kinds `match_opened`, `turn_started`, `rewound`, `disclosed` and `match_ended` keep their
  names, and the fields that are read of them before a log is verified: see `views/telling.py` for
  delays, and `repeating.py`.
- `match_opened` comes out with the newest `format`; `LogReader.format` says what the file is.

Who adds a version raises `FORMAT`, adds the function under the version it starts from, keeps the
golden logs of the old one, and says in the changelog what old logs now read as.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

FORMAT: Final = 1
"""The newest format version, which this program writes."""

UPCASTERS: Final[Mapping[int, Upcaster]] = {}
"""For each older version what brings an event to the version after it."""


def can_read(version: int) -> bool:
    """Tell whether this program reads files of a version: it knows every step to the newest."""
    return version <= FORMAT and all(step in UPCASTERS for step in range(version, FORMAT))


def upcast(event: dict[str, Any], version: int) -> dict[str, Any]:
    """Return an event of an older version as the newest version has it.

    Args:
        event: The event, verified, which is not changed.
        version: The version that its log is written in.
    """
    for step in range(version, FORMAT):
        event = UPCASTERS[step](event)
    if event["kind"] == "match_opened":
        event = event | {"format": FORMAT}
    return event
