"""What verification says of a log, in data."""

from dataclasses import asdict, dataclass
from typing import Any

from dcg_events.views.due import OpeningFault
from dcg_events.vocabulary.people import Viewer


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in a log.

    Attributes:
        path: The file.
        match: Number of the match in a file that holds several, from 1; null if it holds one.
        begins: Line of the file at which it begins, from 1.
        whole: Whether nothing is wrong with it.
        ended: Whether the last good event is the end of the match. Of a match that goes on nobody
            can tell without a head or a seal whether something is missing after it.
        viewer: Whose copy it is; `judge` for a full log.
        events: Number of events that are good, from the first.
        head: The head at their last commit.
        lines: Number of lines that are good, from where it begins.
        size: Number of bytes that are good. They are a log of their own, see `write_good_part`.
        opened: Openings among them.
        sealed: Values that are sealed in them.
        tail: Bytes after the last commit, of a write that was cut off or is under way.
        openings: What is wrong with the openings it should hold.
        damage: The first damage, in words; null if there is none.
        line: Line of the file that is damaged, or the first that it can be; null if it is in no
            line, as when the head is another one.
        last_line: The last line that it can be; the same if it is known.
        event: Seq of the event that the line belongs to.
        group: Seq of the first event of that event's group.
    """

    path: str
    match: int | None
    begins: int
    whole: bool
    ended: bool
    viewer: Viewer
    events: int
    head: str
    lines: int
    size: int
    opened: int
    sealed: int
    tail: int
    openings: tuple[OpeningFault, ...]
    damage: str | None
    line: int | None
    last_line: int | None
    event: int | None
    group: int | None

    def as_dict(self) -> dict[str, Any]:
        """Return the verdict for JSON."""
        return asdict(self)
