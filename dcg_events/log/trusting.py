"""Trust the form of a log; where that turns out to be wrong, say which line is to blame.

Readers use few fields of an event and do not check the rest: nobody pays for a schema at every
reading. A log whose heads are right and whose events are not what the schema says was made by
another program, or by a forger. It fails somewhere in the middle of the work, in no words of ours.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from dcg_events.errors import ImpossibleEventError, LogDamagedError, Spot
from dcg_events.log.form import misformed
from dcg_events.log.part import LogPart
from dcg_events.log.reading import LogReader
from dcg_events.log.store import open_log

MISTRUSTED: Final = (LookupError, TypeError, AttributeError, ValueError, RecursionError)
"""What goes wrong where an event does not have the fields that its kind has."""


@contextmanager
def trusted_form(log: str | Path | LogPart) -> Iterator[None]:
    """Read a log in the block; if that fails because of the form of an event, name its line.

    Raises:
        LogDamagedError: Instead of what failed, if a line is not what the schema says.
        ImpossibleEventError: If all are, and together they cannot be. The fault may be ours, so
            what failed is kept as the cause.
    """
    try:
        yield
    except MISTRUSTED as error:
        damage = first_misformed(LogPart.of(log))
        if damage is not None:
            raise damage from None
        problem = "its events contradict one another"
        remedy = "no recorder of ours writes such a log: ask for another copy, or report it"
        raise ImpossibleEventError(str(log), problem, remedy) from error


def first_misformed(part: LogPart) -> LogDamagedError | None:
    """Return the error of the first line that does not have the form it should have."""
    with open_log(part) as reader:
        for events in reader.verified_writes():
            found = misformed_in(reader, events)
            if found is not None:
                return found
    return None


def misformed_in(reader: LogReader, events: list[dict[str, object]]) -> LogDamagedError | None:
    """Return the error of the first such line of the write that was read last."""
    found = misformed(reader.write, events)
    if found is None:
        return None
    before = reader.lines_before + reader.lines - len(reader.write.opened) - len(events)
    event = events[max(found.event - (reader.version - len(events)), 0)]
    step = event["step"] if isinstance(event["step"], int) else 0
    line = before + found.line
    spot = Spot(line, line, found.event, found.event - step)
    remedy = "it was not written by this program: ask for another copy"
    return LogDamagedError(f"{reader.name}, {spot}", found.problem, remedy, spot)
