"""The checkpoints that a log has: one after each of its commits, and after any event asked for."""

import fcntl
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from dcg_events.errors import LogDamagedError, LogError, UsageError
from dcg_events.log.part import LogPart
from dcg_events.log.reading import LogReader
from dcg_events.log.store import open_log, refused
from dcg_events.seals.checkpoints import Checkpoint, match_origin


@dataclass(frozen=True, slots=True)
class History:
    """What a log holds, as far as seals need to know it.

    Attributes:
        origin: The match; see `match_origin`.
        events: How many events are good.
        head: The head after the last of them, 32 bytes.
        heads: The head after so many events, of those asked for that are good.
        damage: The first damage, in words; None if there is none.
    """

    origin: str
    events: int
    head: bytes
    heads: dict[int, bytes]
    damage: str | None


def checkpoints(log: str | Path | LogPart) -> Iterator[Checkpoint]:
    """Yield the checkpoint after each commit of a log, all of it verified at the end.

    Raises:
        LogError: If it cannot be read, is damaged, or ends in a write that a crash cut off. What
            another process is just writing has not happened yet, and is no damage.
    """
    with open_log(log) as reader:
        origin = ""
        for _ in reader.verified_writes():
            origin = origin or match_origin(_header(reader))
            yield Checkpoint.of(origin, reader.version, reader.head)
        if reader.tail and _is_torn(LogPart.of(log).path, reader.size + reader.tail):
            problem = f"{reader.tail} bytes after event {reader.version - 1} have no commit"
            remedy = "opening the log to append cuts them off and keeps them; seal it then"
            raise LogDamagedError(f"{reader.name}, line {reader.lines + 1}", problem, remedy)


def checkpoint(log: str | Path | LogPart, at: int | None = None) -> Checkpoint:
    """Return the checkpoint of a log after its last commit, or an earlier one.

    Any viewer's copy gives the same: what is left out of a copy is not in its head.

    Args:
        log: The log, full or a copy.
        at: Seq of the last event to include, at the end of a commit.

    Raises:
        UsageError: If no commit ends at that event.
        LogError: If the log is damaged or torn, be it after that event.
    """
    found = before = None
    for reached in checkpoints(log):
        if at is None or reached.count == at + 1:
            found = reached
        if at is not None and reached.count <= at:
            before = reached
    if found:
        return found
    problem = f"no commit ends at event {at}"
    remedy = f"give --at {before.count - 1}" if before else "give the seq of a group's last event"
    raise UsageError(str(log), problem, remedy)


def origin_of(log: str | Path | LogPart) -> str:
    """Return the origin of a match from the beginning of its log, which alone is read.

    Raises:
        LogError: If it cannot be read, or its beginning is damaged.
    """
    with open_log(log) as reader:
        for _ in reader.verified_writes():
            return match_origin(_header(reader))
    raise LogError(str(log), "it holds no event", "begin a log with `dcg-events new`")


def history(log: str | Path | LogPart, counts: frozenset[int]) -> History:
    """Read a log as far as it is good, and take the heads after some numbers of events.

    Args:
        log: The log.
        counts: The numbers; they need not be at commits: the head is made of record lines alone,
            and nobody can change a history by committing it in other portions.

    Raises:
        LogError: If it cannot be read at all, or nothing of it is good.
    """
    origin, damage = "", None
    heads: dict[int, bytes] = {}
    with open_log(log) as reader:
        version, digest = 0, sha256()
        try:
            for _ in reader.verified_writes():
                origin = origin or match_origin(_header(reader))
                for count in counts.intersection(range(version + 1, reader.version + 1)):
                    lines = reader.write.records.split(b"\n")[: count - version]
                    partly = digest.copy()
                    partly.update(b"\n".join(lines) + b"\n")
                    heads[count] = partly.digest()
                version, digest = reader.version, reader.digest.copy()
        except LogError as error:
            if not version:
                raise
            damage = str(error)
    return History(origin, version, digest.digest(), heads, damage)


def _header(reader: LogReader) -> bytes:
    return reader.write.records.partition(b"\n")[0]


def _is_torn(path: Path, size: int) -> bool:
    """Tell whether what was read without a commit is left by a crash: nobody went on writing."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return path.stat().st_size == size
    except BlockingIOError:
        return False
    except OSError as error:
        raise refused(path, error) from error
