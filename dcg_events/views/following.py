"""Follow a log that another process is writing: its events as they may be told.

Every write is verified before anything of it is told, with the running head of all before it.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, cast

from dcg_events.events.codec import PlainEvent
from dcg_events.log.growing import GrowingFile
from dcg_events.log.part import LogPart
from dcg_events.log.reading import LogReader
from dcg_events.log.sealing import plain
from dcg_events.log.store import utc_now
from dcg_events.views.delay import Clock, Delay, gauge_of
from dcg_events.views.holding import holding_of
from dcg_events.views.matchlog import MatchLog
from dcg_events.vocabulary.people import Viewer

LOOK_EVERY: Final = 0.2
"""Seconds between two looks at a file that is waited for."""


_ALL_IT_HOLDS: Final = "judge"
"""Who uses every opening of a file. In a copy these are its viewer's, whoever that will be."""


def pause() -> None:
    """Wait a little, until it is time to look again."""
    time.sleep(LOOK_EVERY)


def follow(
    path: str | Path,
    viewer: Viewer | None = None,
    *,
    delay: Delay | None = None,
    now: Clock = utc_now,
    wait: Callable[[], object] = pause,
) -> Iterator[list[PlainEvent]]:
    """Yield the plain events of each group, verified, as they are committed and may be told.

    It waits for more until the match has ended and all that is committed has been told. A write
    under way is waited for, and one that a crash cut off was never read. Memory does not grow with
    the log.

    Args:
        path: The log; its first event may still be to come.
        viewer: Who reads: by default whoever the file is made for, the judge for a full log.
        delay: By how much the telling lags behind the log; see `dcg_events.views.delay`.
        now: The clock, for a delay in time.
        wait: Called when there is nothing to tell, again and again; it decides how often to look.

    Raises:
        LogDamagedError: At the first damage, or if what was told is in the file no more.
        LogError: If the file cannot be read.
        UsageError: If there is no such file, or it is a copy made for somebody else.
    """
    with GrowingFile(Path(path), lambda: gauge_of(delay, now), wait) as file:
        file.wait_for_more()
        if viewer is not None:
            _refuse_other_copies(LogPart(Path(path), file.limit), viewer)
        source = cast("BinaryIO", file)  # a reader does nothing but read
        for group in LogReader(source, str(path), viewer or _ALL_IT_HOLDS).groups():
            yield [plain(event) for event in group]


def _refuse_other_copies(part: LogPart, viewer: Viewer) -> None:
    """Refuse a copy made for somebody else, as far as its beginning tells whose it is."""
    if holding_of(part).opened or viewer == "judge":
        MatchLog(part, viewer)
