"""Find the matches of a file that holds several logs one after another.

This only finds where each begins: at the record that opens a match, with the openings that stand
right before it. What lies between two beginnings belongs to the first, damage included.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from dcg_events.log.lines import blocks_of_lines
from dcg_events.log.part import LogPart
from dcg_events.log.store import open_reading

_HEADER: Final = re.compile(rb'\{[^\n]*"kind":"match_opened"[^\n]*"seq":0[,}]')
_MARK: Final = b'"match_opened"'
_OF_HEADER: Final = b'["open",0,'


def matches_in(log: str | Path | LogPart) -> list[LogPart]:
    """Return the matches of a file, in order; the whole file if it holds one, or none.

    A part of a file, and a log in a pack, are one match as they stand.

    Raises:
        UsageError: If there is no such file.
        LogError: If it cannot be read.
    """
    whole = LogPart.of(log)
    starts = list(_beginnings(whole.path)) if whole.is_whole_file else []
    if len(starts) < 2:
        return [whole]
    starts[0] = (0, 0)  # what stands before the first match is not lost, and is found there
    ends: list[int | None] = [end for end, _ in starts[1:]]
    return [
        replace(
            whole,
            size=None if end is None else end - start,
            start=start,
            lines_before=lines,
            match=number,
        )
        for number, ((start, lines), end) in enumerate(
            zip(starts, [*ends, None], strict=True), start=1
        )
    ]


def _beginnings(path: Path) -> Iterator[tuple[int, int]]:
    """Yield the bytes and lines before each match."""
    position = number = 0
    before: tuple[int, int] | None = None  # the openings that may belong to the next record
    with open_reading(path) as file:
        for block in blocks_of_lines(file, str(path)):
            begins = _MARK in b"".join(block) or block[-1].startswith(_OF_HEADER)
            if not begins and before is None:
                position += sum(map(len, block))
                number += len(block)
                continue
            for line in block:
                if line.startswith(_OF_HEADER):
                    before = before or (position, number)
                else:
                    if _MARK in line and _HEADER.match(line):
                        yield before or (position, number)
                    before = None
                position += len(line)
                number += 1
