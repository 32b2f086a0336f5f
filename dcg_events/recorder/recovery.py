"""Take a log up again: read it, cut off what a crash tore, and find which cuts it lacks.

What was cut off lies beside the log, under a name that says where it was cut off. So what is not
recorded yet can be told from the two together, however often a recovery was interrupted.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from dcg_events.errors import LogDamagedError, LogError
from dcg_events.events.codec import PlainEvent
from dcg_events.log.reading import LogReader
from dcg_events.log.sealing import plain
from dcg_events.log.torn import Kept, kept_beside
from dcg_events.log.writing import LogFile
from dcg_events.vocabulary.durability import Durability


class Recovery(NamedTuple):
    """What was found when a log was taken up.

    Attributes:
        kept: The file that keeps what was cut off just now; None if the log was whole.
        due: The `recovered` facts that the log lacks, in the order of the cuts.
    """

    kept: Path | None
    due: list[PlainEvent]


def begin(store: LogFile) -> Recovery:
    """Take up a log that holds nothing, or what a crash left of its first write."""
    cut = store.resume(store.reader())
    recoveries = _Recoveries(kept_beside(store.path) if store.begun_before else ())
    recoveries.note_end(0, 0)
    return Recovery(None if cut is None else cut.path, recoveries.due())


def take_up(
    store: LogFile,
    fold: Callable[[Sequence[PlainEvent]], None],
    policy: Callable[[], Durability],
) -> Recovery:
    """Read a log, and go on behind what is good of it.

    Args:
        store: The log, just opened.
        fold: Called with each group.
        policy: Gives the log's durability, once its first group is folded.

    Raises:
        LogError: If the log is damaged or redacted, or what is torn cannot be kept.
    """
    before = kept_beside(store.path)
    recoveries = _Recoveries(before)
    reader = store.reader()
    folded = 0
    try:
        for group in _full_groups(reader):
            fold(group)
            folded += len(group)
            recoveries.note(group)
            recoveries.note_end(reader.size, reader.version)
    except LogDamagedError:
        in_step = 0 < reader.version == folded
        if not (in_step and store.is_torn_after(reader.size, policy())):
            raise
    cut = store.resume(reader)
    if cut is not None and cut not in before:
        recoveries.note_cut(cut, reader.version)
    return Recovery(None if cut is None else cut.path, recoveries.due())


def _full_groups(reader: LogReader) -> Iterator[list[PlainEvent]]:
    for group in reader.groups():
        for event in group:
            if plain(event) != event:
                problem = f"event {event['seq']} is sealed in it: this is a redacted copy"
                remedy = "append to the full log; a copy cannot seal what follows consistently"
                raise LogError(reader.name, problem, remedy)
        yield group


class _Recoveries:
    """Compares what was cut off a log, while the log is read, with what it says of it."""

    def __init__(self, kept: Iterable[Kept]) -> None:
        self._cuts: dict[int, list[int]] = {}
        for one in kept:
            self._cuts.setdefault(one.offset, []).append(one.size)
        self._due: Counter[tuple[int, int | None]] = Counter()

    def note_end(self, size: int, version: int) -> None:
        """Take note that a write ends after so many bytes and events."""
        for cut in self._cuts.pop(size, ()):
            self._due[cut, version - 1 if version else None] += 1

    def note_cut(self, kept: Kept, version: int) -> None:
        """Take note of what was cut off only now, behind so many events."""
        self._cuts.setdefault(kept.offset, []).append(kept.size)
        self.note_end(kept.offset, version)

    def note(self, group: Sequence[PlainEvent]) -> None:
        """Take note of a group that the log holds."""
        for event in group:
            if event["kind"] == "recovered":
                cut = event["bytes_cut"], event["after"]
                if self._due[cut]:
                    self._due[cut] -= 1

    def due(self) -> list[PlainEvent]:
        """Return the facts that the log lacks."""
        return [
            {"kind": "recovered", "bytes_cut": size, "after": after}
            for size, after in self._due.elements()
        ]
