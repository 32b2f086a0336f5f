"""Answer a writer that sends a group again: look up what stands at that place in the log.

A recovery that was recorded at the place which a writer expects is passed over: the group stands
behind it, or goes there.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dcg_events.errors import EventError, ExpectedVersionError, ImpossibleEventError
from dcg_events.events.codec import PlainEvent, canonical
from dcg_events.log.reading import LogReader
from dcg_events.log.store import open_reading, read_groups
from dcg_events.projections.rewinding import advance
from dcg_events.projections.table import Table
from dcg_events.projections.witness import Past
from dcg_events.recorder.completing import complete
from dcg_events.recorder.correcting import complete_corrections
from dcg_events.recorder.disclosing import look_up
from dcg_events.recorder.grouping import Receipt
from dcg_events.recorder.naming import places_named
from dcg_events.recorder.passages import prepare_passages


class Retries:
    """Finds the groups that a recorder's writer sends again.

    Args:
        path: The log, with everything written out whenever it is looked up.
        secret: By which the recorder shuffles steps that read alike.
    """

    def __init__(self, path: Path, secret: str) -> None:
        self._path = path
        self._secret = secret
        self._stored: StoredGroups | None = None
        self._moved = range(0)

    def trust_count(self) -> None:
        """Take note that the writer expects the version that the log has."""
        self._moved = range(0)

    def find(
        self, group: list[PlainEvent], expected: int, version: int, at: str | None
    ) -> Receipt | None:
        """Return the receipt of a group that was recorded already, None if it has to be recorded.

        Args:
            group: Plain events that have passed the door.
            expected: Number of events that its writer expects in the log.
            version: Number of events in the log.
            at: The time of events that have none.

        Raises:
            ExpectedVersionError: If the log holds something else there, or fewer events.
        """
        where = f"event {expected}"
        if expected > version:
            problem = f"the log holds {version} events and not {expected}"
            raise ExpectedVersionError(where, problem, "read the log and append what follows it")
        if expected in self._moved:
            problem = f"the group before it was recorded up to event {self._moved.stop - 1}"
            remedy = f"a recovery is recorded before it: count on from there, {self._moved.stop}"
            raise ExpectedVersionError(where, problem, remedy)
        if self._stored is None or self._stored.version > expected:
            self._stored = StoredGroups(self._path, self._secret)
        found = self._stored.find(group, expected, at)
        if found is None:
            self._stored = None
        start = version if found is None else min(found.seqs)
        if start != expected:
            self._moved = range(expected + len(group), start + len(group))
        return found


class StoredGroups:
    """The log read again from its beginning, group by group, to compare it with a retry.

    Attributes:
        version: The seq after the last group found.
    """

    def __init__(self, path: Path, secret: str) -> None:
        """Begin to read.

        Args:
            path: The log, with everything written out.
            secret: By which the recorder shuffles steps that read alike.
        """
        self._file = open_reading(path)
        self._reader = LogReader(self._file, str(path))
        self._groups = self._reader.groups()
        self._path = path
        self._secret = secret
        self._table = Table()
        self._last: list[dict[str, Any]] = []
        self._past = Past()
        self.version = 0

    def find(self, group: list[PlainEvent], seq: int, at: str | None) -> Receipt | None:
        """Return the receipt of a group that stands at a place, or behind recoveries that do.

        Args:
            group: Plain events that have passed the door.
            seq: The place, not before `version`.
            at: The time of events that have none.

        Returns:
            The receipt, or None if nothing but recoveries stands from there to the end. Then
            nothing more can be found.

        Raises:
            ExpectedVersionError: If another group stands there.
        """
        place = seq
        while True:
            stored, table, head = self._group_at(place)
            if len(stored) == len(group):
                given = self._completed_to(stored, group, table, at)
                if given is not None:
                    return Receipt.of(given, head, repeated=True)
            if not stored and place > seq:
                return None
            if not stored or any(event["kind"] != "recovered" for event in stored):
                problem = "the log holds another group there"
                remedy = "read the log from there and decide what follows it"
                raise ExpectedVersionError(f"event {seq}", problem, remedy)
            refuse_own_places(group, seq, place := stored[-1]["seq"] + 1)

    def _completed_to(
        self, stored: list[PlainEvent], group: list[PlainEvent], table: Table, at: str | None
    ) -> list[PlainEvent] | None:
        """Return a group completed, if, recorded on a table, it is the stored one.

        Times may be left out.
        """
        times = {event["at"] for event in stored}
        at = times.pop() if at is None and len(times) == 1 else at
        try:
            group = complete_corrections(self._again, group, stored[0]["seq"])
            group, _ = look_up(self._path, group, stored[0]["seq"])
            completed = complete(table, group, stored[0]["seq"], at)
            secret = secret_for(group, self._secret)
            prepared = prepare_passages(table, completed, self._past, secret)
            return completed if prepared == stored or is_rearranged(prepared, stored) else None
        except (EventError, ImpossibleEventError):
            return None  # it could not have been recorded there, so it is another one

    def _group_at(self, seq: int) -> tuple[list[dict[str, Any]], Table, str]:
        """Return the group that begins at a seq, the table before it and the head after it."""
        table = self._table
        for group in self._groups:
            self._past.note(self._last)
            self._last = group
            before = table
            if group[0]["seq"] == seq:
                before = table.copy()
            table = advance(table, group, self._again)
            self._table, self.version = table, table.seq + 1
            if group[0]["seq"] == seq:
                return group, before, self._reader.head
            if self.version > seq:
                break
        return [], table, ""

    def _again(self) -> Iterator[list[dict[str, Any]]]:
        return read_groups(self._path)


def refuse_own_places(group: list[PlainEvent], expected: int, place: int) -> None:
    """Refuse to move a group behind a recovery if it names places that would move with it.

    From the version that it expects on, its writer knows of no places but those of the group.

    Raises:
        ExpectedVersionError: If it carries its seq, or the id of something that it places itself.
    """
    if any("seq" in event for event in group) or any(
        named >= expected for event in group for named in places_named(event)
    ):
        problem = f"a recovery is recorded there, and the group would stand from event {place} on"
        remedy = f"send it with {place} expected, without seq, its own ids counted from {place}"
        raise ExpectedVersionError(f"event {expected}", problem, remedy)


def secret_for(group: list[PlainEvent], secret: str) -> str | None:
    """Return by what steps that read alike are shuffled: not if each carries its `seq`.

    Such a group comes from a log, where it was shuffled and later events name its placements.
    """
    if len(group) == 1:
        return secret  # nothing is shuffled
    return None if all("seq" in event for event in group) else secret


def is_rearranged(group: list[dict[str, Any]], stored: list[dict[str, Any]]) -> bool:
    """Tell whether a group is the stored one but for the order of steps that read alike.

    If it is, its events get the places of the stored ones: another recorder shuffled them.
    """
    places: dict[bytes, list[int]] = {}
    for event in stored:
        places.setdefault(_without_its_place(event), []).append(event["seq"])
    contents = [_without_its_place(event) for event in group]
    if sorted(contents) != sorted(content for content, seqs in places.items() for _ in seqs):
        return False
    for event, content in zip(group, contents, strict=True):
        event["seq"] = places[content].pop(0)
    return True


def _without_its_place(event: dict[str, Any]) -> bytes:
    return canonical({name: event[name] for name in event.keys() - {"seq", "step"}})
