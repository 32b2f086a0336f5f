"""Verify a log: are these the bytes that were written, and can they be replayed.

Every reading verifies commits and openings. This one also goes on to the end, says what it found
in data, and in strict mode checks the form of every line. Its memory does not grow with the log,
but for the values that the log disclosed later.
"""

from pathlib import Path

from dcg_events.errors import ImpossibleEventError, LogDamagedError
from dcg_events.log.part import LogPart
from dcg_events.views.due import OpeningFault
from dcg_events.views.full_reading import FullReading
from dcg_events.views.good_part import place_of
from dcg_events.views.holding import holding_of
from dcg_events.views.verdict import Verdict
from dcg_events.vocabulary.people import Viewer


def verify(
    log: str | Path | LogPart,
    viewer: Viewer | None = None,
    *,
    head: str | None = None,
    strict: bool = False,
    name: str | None = None,
) -> Verdict:
    """Verify a log from its first byte to its last, and that its openings are its viewer's.

    Args:
        log: The log, or one of the matches of a file; see `matches_in`.
        viewer: Whose copy it should be; by default whose it looks like.
        head: The head it should have, as the judge's log has it.
        strict: Whether to check each line against the schema and the canonical form as well.
        name: What the file is called in messages; by default its path.

    Raises:
        UsageError: If there is no such file.
        LogError: If the file cannot be read at all, or not even its first event is good.
    """
    part = LogPart.of(log)
    reading, damage = _read(part, part.named(name), head=head, strict=strict)
    return _judged(reading, damage, viewer)[0]


def require_whole(log: Path | LogPart, viewer: Viewer) -> None:
    """Verify a log that a viewer reads, and refuse it if it is not whole.

    A full log has to be the judge's. A copy has to be the viewer's, or that of another whose
    openings the viewer may read: which one's it is cannot always be told from it.

    Raises:
        UsageError: If there is no such file.
        LogError: The first damage.
    """
    part = LogPart.of(log)
    reading, damage = _read(part, str(part))
    holding = reading.holding() if damage is None else holding_of(part)
    holders: tuple[Viewer, ...] = ("judge",)
    if holding.viewer != "judge":
        holders = tuple(dict.fromkeys((viewer, *holding.viewers)))
    found = (_judged(reading, damage, holder)[1] for holder in holders)
    first = next(found)
    if first is not None and all(fault is not None for fault in found):
        raise first


def _read(
    part: LogPart, name: str, *, head: str | None = None, strict: bool = False
) -> tuple[FullReading, LogDamagedError | None]:
    """Read a log to its end, or to the first damage; return that damage too.

    Raises:
        LogError: If nothing of it is good.
    """
    reading = FullReading(part, name, head=head, strict=strict)
    try:
        reading.read()
    except LogDamagedError as error:
        if not reading.good.events:
            raise
        return reading, error
    return reading, None


def _judged(
    reading: FullReading, damage: LogDamagedError | None, viewer: Viewer | None
) -> tuple[Verdict, LogDamagedError | None]:
    """Return the verdict, after a look at the openings of what is good so far."""
    good, ended = reading.good, reading.ended
    holding = reading.holding()
    viewer = viewer or holding.made_for
    faults: tuple[OpeningFault, ...] = ()
    cut: int | None = None
    try:
        faults = reading.faults(viewer)
        if faults:
            damage = reading.wrong_openings(viewer, faults)
            cut = faults[0].event
    except LogDamagedError as error:
        damage = error.moved_to(f"{reading.name}, {error.spot}")
        cut = None if error.spot is None else error.spot.event
    except ImpossibleEventError as error:
        damage = LogDamagedError(reading.name, error.problem, error.remedy)
    if cut is not None:
        (_, good), ended = place_of(reading.part, cut), False
        if good != reading.good:
            holding = holding_of(good.of(reading.part))
    spot = None if damage is None else damage.spot
    verdict = Verdict(
        path=str(reading.part.path),
        match=reading.part.match,
        begins=reading.part.lines_before + 1,
        whole=damage is None,
        ended=ended,
        viewer=viewer,
        events=good.events,
        head=good.head,
        lines=good.lines,
        size=good.size,
        opened=holding.opened,
        sealed=holding.sealed,
        tail=reading.tail,
        openings=faults,
        damage=None if damage is None else str(damage),
        line=None if spot is None else spot.first_line,
        last_line=None if spot is None else spot.last_line,
        event=None if spot is None else spot.event,
        group=None if spot is None else spot.group,
    )
    return verdict, damage
