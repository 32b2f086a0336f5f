"""Import a match file of the Aegis engine into a log."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias, assert_never

from dcg_events.errors import LogError
from dcg_events.events.codec import PlainEvent
from dcg_events.importers.aegis.comparing import differences
from dcg_events.importers.aegis.ledger import Ledger
from dcg_events.importers.aegis.setup import match_opened
from dcg_events.importers.aegis.source import Source, read_source
from dcg_events.importers.aegis.translating import Counts, LineTold, Milestone, Step, translate
from dcg_events.log.sealing import SaltSource, random_salt
from dcg_events.projections.table import Table
from dcg_events.recorder.door import checked_as_given
from dcg_events.recorder.draft import Draft
from dcg_events.recorder.recorder import Recorder

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of events recorded so far."""

MOST_DIFFERENCES = 20
"""How many differences a report names."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came of an import.

    Attributes:
        events: Events recorded.
        snapshots: Snapshots of the source.
        reproduced: Those at which the table was as the source has it.
        differences: The first differences, in words; empty if all were reproduced.
        orderings: How many orders were chosen, by kind: cards put back, triggers, redraws.
        head: The head of the log.
    """

    events: int
    snapshots: int
    reproduced: int
    differences: tuple[str, ...]
    orderings: dict[str, int] = field(default_factory=dict)
    head: str = ""


def import_aegis(
    source: str | Path,
    out: str | Path,
    *,
    salt: SaltSource = random_salt,
    progress: Progress | None = None,
) -> ImportReport:
    """Read a match file, record it as a log and compare the table with every snapshot.

    The log is written under another name beside `out` and gets its own when it is whole, so that
    a failure leaves nothing behind.

    Args:
        source: The match file.
        out: The log, which must not exist yet.
        salt: Where the salts come from; random unless a test wants the same bytes twice.
        progress: Told how many events are recorded, after each turn.

    Raises:
        SourceError: If the file is not a whole match of this engine.
        LogError: If the log exists or cannot be written.
    """
    read = read_source(Path(source))
    target = Path(out)
    remedy = "choose another name; a log is never overwritten"
    if target.exists():
        raise LogError(str(out), "the file exists already", remedy)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.unfinished")
    try:
        report = _Import(read, unfinished, salt, progress).run()
        os.link(unfinished, target)
    except FileExistsError as error:
        raise LogError(str(out), "the file exists already", remedy) from error
    except OSError as error:
        reason = (error.strerror or "the system refused").lower()
        raise LogError(str(out), reason, "check the disk and the path") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return report


def groups_of(source: str | Path) -> Iterator[list[PlainEvent]]:
    """Yield the groups of plain events of a match file, without recording them.

    Raises:
        SourceError: If the file is not a whole match of this engine.
    """
    read = read_source(Path(source))
    opened = match_opened(read.header)
    draft = Draft("", tuple)  # no match of this engine is rewound
    draft.add([opened], None)
    told = [[opened]]

    def record(events: list[PlainEvent]) -> list[int]:
        told.append(events)
        return [event["seq"] for event in draft.add(events, None)]

    for _ in translate(read, Ledger(draft, record)):
        draft.take()
        yield from told
        told.clear()


class _Import:
    """One import under way."""

    def __init__(
        self, source: Source, path: Path, salt: SaltSource, progress: Progress | None
    ) -> None:
        self._source = source
        self._path = path
        self._salt = salt
        self._progress = progress
        self._snapshots = self._reproduced = 0
        self._differences: list[str] = []
        self._orderings: dict[str, int] = {}

    def run(self) -> ImportReport:
        """Record the match, a write for each turn."""
        recorder = Recorder.begin(self._path, match_opened(self._source.header), salt=self._salt)

        def record(events: list[PlainEvent]) -> Sequence[int]:
            return recorder.append_group(checked_as_given(events, recorder.version)).seqs

        steps = translate(self._source, Ledger(recorder.draft, record))
        try:
            more = True
            while more:
                with recorder.batch():
                    more = self._record_turn(steps, recorder.draft)
                if self._progress is not None:
                    self._progress(recorder.version)
        finally:
            recorder.close()
        return ImportReport(
            recorder.version,
            self._snapshots,
            self._reproduced,
            tuple(self._differences[:MOST_DIFFERENCES]),
            self._orderings,
            recorder.head,
        )

    def _record_turn(self, steps: Iterator[Step], draft: Draft) -> bool:
        """Record up to the end of a turn; tell whether there is more."""
        for step in steps:
            match step:
                case LineTold():
                    if step.ends_turn:
                        return True
                case Milestone():
                    self._compare(draft.table, step)
                case Counts():
                    self._orderings = step.orderings
                case _:
                    assert_never(step)
        return False

    def _compare(self, table: Table, at: Milestone) -> None:
        found = list(differences(table, at.state, at.cards))
        self._snapshots += 1
        self._reproduced += not found
        self._differences += [f"n={at.n}: {difference}" for difference in found]
