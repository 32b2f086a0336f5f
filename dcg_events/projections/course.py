"""What a log says of its own order: where the game was rewound, and what was corrected.

Everything recorded stays in the log. Which of it counts, and what stands corrected, follows from
the rewinds and the corrections alone.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from dcg_events.events.fields import MAX_INTEGER
from dcg_events.projections.correcting import KIND as CORRECTED
from dcg_events.projections.correcting import Corrections
from dcg_events.projections.fold import Group, malformed
from dcg_events.projections.locating import refuse

MOST_REWINDS: Final = 1000
"""Most rewinds and corrections of one log: each costs a reading of what was recorded before it."""


SETTING_BACK: Final = frozenset({"rewound", CORRECTED})
"""Kinds that say what counts of what was recorded: after one of them the table is another."""


class Course:
    """What a log says of its own order: where the game was rewound, what was corrected.

    Attributes:
        rewinds: The seq of each rewind, and the one it leads back to, in the order of the log.
        corrections: What the corrections say.
    """

    def __init__(self) -> None:
        self.rewinds: list[tuple[int, int]] = []
        self.corrections = Corrections()
        self._undone: list[tuple[int, int, int]] | None = None

    def note(self, group: Group) -> None:
        """Take in a group of the log.

        Raises:
            ImpossibleEventError: If the log was rewound and corrected too often, or an event is
                not what the schema asks for.
        """
        event = group[0]
        if event["kind"] not in SETTING_BACK:
            return
        self._undone = None
        if event["kind"] == CORRECTED:
            self.corrections.note(group)
        elif type(event.get("to_seq")) is int:
            self.rewinds.append((event["seq"], event["to_seq"]))
        else:
            raise malformed(event)
        if len(self.rewinds) + self.corrections.count > MOST_REWINDS:
            problem = f"the match was rewound and corrected more than {MOST_REWINDS:,} times"
            refuse(event, problem, "begin another log")

    def copy(self) -> "Course":
        """Return a course that more can be added to."""
        twin = Course()
        twin.rewinds, twin.corrections = self.rewinds[:], self.corrections.copy()
        return twin

    def stretches(self, seq: int) -> list[tuple[int, int]]:
        """Return the first and last seq of each stretch that counts after `seq`, last first."""
        found, last = [], seq
        for at, target in reversed(self.rewinds):
            if at <= last:
                found.append((at, last))
                last = target
        found.append((0, last))
        return found

    def counts(self, place: int) -> bool:
        """Tell whether what happened at a place still counts at the end of the log."""
        return not any(first <= place <= last for first, last, _ in self.undone())

    def undone(self) -> list[tuple[int, int, int]]:
        """Return the branches that do not count any more at the end of the log.

        Returns:
            For each the first and last seq that were undone, and the rewind that undid them.
        """
        if self._undone is None:
            self._undone = self._find_undone()
        return self._undone

    def _find_undone(self) -> list[tuple[int, int, int]]:
        stretches = self.stretches(MAX_INTEGER)[::-1]
        return [
            (last + 1, at - 1, at) for (_, last), (at, _) in pairwise(stretches) if last + 1 < at
        ]


def course_of(groups: Iterable[Group], until: int | None = None) -> Course:
    """Read what a log says of its own order, up to event `until`.

    Raises:
        ImpossibleEventError: If the log was rewound and corrected too often.
    """
    course = Course()
    for group in groups_until(groups, until):
        course.note(group)
    return course


def groups_until(groups: Iterable[Group], seq: int | None) -> Iterator[Group]:
    """Yield the groups of a log that begin no later than event `seq`; all if it is None."""
    for group in groups:
        if seq is not None and group[0]["seq"] > seq:
            return
        yield group
