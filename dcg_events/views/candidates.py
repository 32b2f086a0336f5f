"""Whose copy a log can be, found out while it is read: what is due to whom against what is held.

A quick scale, not a judge: it compares whole writes, and only tells for whom nothing is wrong. Who
is not among these may still be told why, by `opening_faults`, which reads the log once more.
"""

import re
from operator import itemgetter
from typing import Any, Final, NamedTuple

from dcg_events.errors import DcgEventsError
from dcg_events.log.reading import Write
from dcg_events.log.sealing import value_at
from dcg_events.log.trusting import MISTRUSTED
from dcg_events.log.upcasting import FORMAT
from dcg_events.projections.correcting import KIND as CORRECTED
from dcg_events.projections.rewinding import Again
from dcg_events.projections.table import Table
from dcg_events.views.due import DueSeals, SealOf
from dcg_events.views.holding import Holding
from dcg_events.vocabulary.people import VIEWERS, Viewer

_LENGTH: Final = 65  # of a commitment: `~` and 64 digits
_DIGITS: Final = b"0123456789abcdef"
_OTHER_RECORD: Final = re.compile(rb'\n(?!\{")')
_OTHER_OPENING: Final = re.compile(rb'\n(?!\["open")')
_KIND: Final = itemgetter("kind")
_SEAL: Final = itemgetter(1, 2, 3)


class _Weighed(NamedTuple):
    """What a log held up to the end of a write.

    Attributes:
        viewers: For whom nothing was wrong with its openings.
        sealed: Values that are commitments in its records.
        opened: Openings that it holds.
        holders: The viewers who may hold every one of them.
        disclosing: Whether it discloses values: what it repeats for that is not weighed.
        amended: Whether events may stand corrected in it.
        events: Number of events.
    """

    viewers: frozenset[Viewer] = frozenset(VIEWERS)
    sealed: int = 0
    opened: int = 0
    holders: frozenset[str] = frozenset(VIEWERS)
    disclosing: bool = False
    amended: bool = False
    events: int = 0


class Candidates:
    """The viewers whose copy a log can be, write by write.

    Attributes:
        weighed: What is known up to the last write that was kept.
        stopped: Whether no write is weighed any more: it is nobody's copy, or an event was not
            what a recorder writes. Then `table` may stand within a write.
    """

    def __init__(self, again: Again) -> None:
        """Begin before the first write.

        Args:
            again: Begins the log anew, nothing opened.
        """
        self.weighed = _Weighed()
        self.stopped = False
        self._next = self.weighed
        self._due = DueSeals(again)

    @property
    def table(self) -> Table:
        """The table after the last write that was weighed."""
        return self._due.table

    def weigh(self, write: Write, events: list[dict[str, Any]]) -> None:
        """Weigh a write before its values are put back; see `LogReader.verified_writes`.

        Whatever is wrong with it is for others to say.
        """
        if self.stopped:
            return
        try:
            if events[0].get("format", FORMAT) == FORMAT:
                self._next = self._weigh(write, events)
            else:  # the rules are for events of the newest format
                self.stop()
        except (DcgEventsError, *MISTRUSTED):
            self.stop()

    def keep(self) -> None:
        """Count the write that was weighed last: it is whole, and its openings fit."""
        self.weighed = self._next
        if not self.weighed.viewers:
            self.stop()

    def stop(self) -> None:
        """Weigh no more."""
        self.stopped = True
        self._next = self._next._replace(viewers=frozenset())

    def holding(self) -> Holding | None:
        """Return whose copy the log is up to the last write that was kept; None if none tells.

        What is disclosed says more of that than is weighed here.
        """
        now = self.weighed
        if not now.viewers or now.disclosing:
            return None
        return Holding.told_by(now.sealed, now.opened, now.holders, amended=now.amended)

    def _weigh(self, write: Write, events: list[dict[str, Any]]) -> _Weighed:
        """Return what the log holds up to the end of this write."""
        before, opened = self.weighed, write.opened
        kinds = set(map(_KIND, events))
        due = self._due.of_write(events, before.events)
        sealed = len(due)
        disclosing = "disclosed" in kinds
        if disclosing:
            opened = [opening for opening in opened if opening[1] >= before.events]
            sealed += sum(len(event["opened"]) for event in events if event["kind"] == "disclosed")
        viewers: frozenset[Viewer] = frozenset()
        if _is_plain(write, sealed):
            held = list(map(_SEAL, opened))
            if held == due or _all_sealed(due, events):
                viewers = frozenset(v for v in before.viewers if held == _due_to(v, due))
        holders = before.holders
        if holders and opened:
            holders = holders.intersection(*(opening[3] for opening in opened))
        return _Weighed(
            viewers,
            before.sealed + sealed,
            before.opened + len(write.opened),
            holders,
            before.disclosing or disclosing,
            before.amended or CORRECTED in kinds,
            before.events + len(events),
        )


def _due_to(viewer: Viewer, due: list[SealOf]) -> list[SealOf]:
    """Return which openings of a write are due to a viewer."""
    return due if viewer == "judge" else [seal for seal in due if viewer in seal[2]]


def _is_plain(write: Write, sealed: int) -> bool:
    """Tell whether a write holds so many commitments at most, and looks as recorders write it.

    For these are counted by their bytes: what is told apart so must have no other form.
    """
    records, openings = write.records, write.openings
    return (
        b"\\" not in records
        and (records.count(b"~") == sealed or records.count(b'"~') == sealed)
        and records.startswith(b'{"')
        and _OTHER_RECORD.search(records) is None
        and (not openings or openings.startswith(b'["open"'))
        and _OTHER_OPENING.search(openings) is None
    )


def _all_sealed(due: list[SealOf], events: list[dict[str, Any]]) -> bool:
    """Tell whether a commitment stands wherever one is due, whether it is opened or not."""
    first = events[0]["seq"]
    values = [
        event[path] if path in (event := events[seq - first]) else value_at(event, path)
        for seq, path, _ in due
    ]
    marks, text = b"~" * len(values), "".join(values).encode()
    return (
        set(map(len, values)) <= {_LENGTH}
        and text[::_LENGTH] == marks
        and text.translate(None, _DIGITS) == marks
    )
