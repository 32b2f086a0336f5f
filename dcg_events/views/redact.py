"""Write a viewer's copy: the same log with the openings left out that the viewer may not hold.

Records and commits stay byte for byte, so every copy verifies to the same head.
"""

from pathlib import Path
from typing import BinaryIO

import orjson

from dcg_events.errors import UsageError
from dcg_events.log.reading import LogReader
from dcg_events.log.store import open_reading, refused
from dcg_events.views.holding import holding_of
from dcg_events.vocabulary.people import Viewer


def redact(path: str | Path, viewer: Viewer, out: str | Path) -> str:
    """Write the copy of a log that a viewer may have; return the head it verifies to.

    The log is verified first: a damaged one is not copied.

    Raises:
        LogError: If the log cannot be read or the copy not written.
        UsageError: If the log is another viewer's copy.
    """
    source = Path(path)
    holding = holding_of(source)
    if viewer not in holding.viewers:
        problem = f"it is the copy of {holding.viewer} and does not hold what {viewer} may see"
        raise UsageError(str(path), problem, "redact the full log")
    with open_reading(source) as file:
        reader = LogReader(file, str(path))
        for _ in reader.groups():
            pass
    with open_reading(source) as file:
        try:
            with Path(out).open("xb") as target:
                copy_openings(file, viewer, target, reader.size)
        except FileExistsError as error:
            raise UsageError(str(out), "the file exists already", "choose another name") from error
        except OSError as error:
            raise refused(Path(out), error) from error
    return reader.head


def copy_openings(source: BinaryIO, viewer: Viewer, target: BinaryIO, size: int) -> None:
    """Copy the committed lines of a verified log, without the openings that are not for a viewer.

    Args:
        source: The log, at its beginning.
        viewer: Who gets the copy.
        target: Where it goes.
        size: Bytes up to the last commit; what follows has not happened yet.
    """
    read = 0
    for line in source:
        read += len(line)
        if read > size:
            break
        if viewer == "judge" or not line.startswith(b'["open"') or viewer in orjson.loads(line)[3]:
            target.write(line)
