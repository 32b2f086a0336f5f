"""The errors of the package, one tree.

Every message reads `<where>: <what is wrong>; <what to do>` and may be read by either player: it
names card ids and areas, never the face of a hidden card. The same facts stand as attributes.

    DcgEventsError
    ├── EventError              not an event: unknown kind or field, wrong type        exit 4
    ├── ImpossibleEventError    an event that cannot have happened                     exit 4
    ├── ExpectedVersionError    the log does not end where the writer thought          exit 4
    ├── SourceError             another program's file that cannot be imported         exit 4
    ├── UsageError              a request that makes no sense for this log             exit 2
    ├── ProofError              a proof that does not hold                             exit 3
    ├── SealError               a seal that is none, or does not hold                  exit 3
    └── LogError                a log that cannot be read or written                   exit 3
        ├── LogDamagedError     its bytes are not what was written
        └── LogLockedError      another process is writing to it
"""

from typing import ClassVar, NamedTuple, Self


class Spot(NamedTuple):
    """Where a log is damaged, as closely as it can be told.

    Attributes:
        first_line: The line, counted from 1, or the first of several that it can be.
        last_line: The last of them; the same if the line is known.
        event: Seq of the event that the line belongs to.
        group: Seq of the first event of that event's group.
    """

    first_line: int
    last_line: int
    event: int
    group: int

    def __str__(self) -> str:
        one = self.first_line == self.last_line
        lines = f"line {self.first_line}" if one else f"lines {self.first_line} to {self.last_line}"
        return f"group {self.group}, event {self.event}, {lines}"


class DcgEventsError(Exception):
    """Something the package refuses, with the place, the problem and the remedy.

    Attributes:
        where: The place: a file, line, event or argument.
        problem: What is wrong, in words either player may read.
        remedy: What to do about it.
    """

    exit_code: ClassVar[int] = 2

    def __init__(self, where: str, problem: str, remedy: str) -> None:
        super().__init__(f"{where}: {problem}; {remedy}")
        self.where = where
        self.problem = problem
        self.remedy = remedy

    def __reduce__(self) -> tuple[object, ...]:
        """Tell how it is made anew: it may come from another process."""
        return type(self), (self.where, self.problem, self.remedy)

    def at(self, place: str) -> Self:
        """Return the same error with `place` put before its own place."""
        return self.moved_to(f"{place}, {self.where}")

    def moved_to(self, where: str) -> Self:
        """Return the same error with another place."""
        return type(self)(where, self.problem, self.remedy)


class EventError(DcgEventsError):
    """What was offered is not an event of the closed vocabulary."""

    exit_code = 4


class ImpossibleEventError(DcgEventsError):
    """The event cannot have happened on the table as it stood."""

    exit_code = 4


class ExpectedVersionError(DcgEventsError):
    """The log does not end where its writer expected, or holds other events there."""

    exit_code = 4


class SourceError(DcgEventsError):
    """A file of another program cannot be imported."""

    exit_code = 4


class UsageError(DcgEventsError):
    """The request makes no sense for this log."""

    exit_code = 2


class ProofError(DcgEventsError):
    """A proof of a hidden value does not hold."""

    exit_code = 3


class SealError(DcgEventsError):
    """A seal, or what stands beside it, is not what it should be, or does not hold."""

    exit_code = 3


class LogError(DcgEventsError):
    """A log cannot be read or written."""

    exit_code = 3


class LogDamagedError(LogError):
    """The bytes of a log are not what was written.

    Attributes:
        spot: Where the damage is; None if it is in no line, as when the head is another one.
    """

    def __init__(self, where: str, problem: str, remedy: str, spot: Spot | None = None) -> None:
        super().__init__(where, problem, remedy)
        self.spot = spot

    def __reduce__(self) -> tuple[object, ...]:
        """Tell how it is made anew: it may come from another process."""
        return type(self), (self.where, self.problem, self.remedy, self.spot)

    def moved_to(self, where: str) -> Self:
        """Return the same error with another place."""
        return type(self)(where, self.problem, self.remedy, self.spot)


class LogLockedError(LogError):
    """Another process is writing to the log."""
