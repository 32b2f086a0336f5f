"""Rows to CSV: the one text form that every writer begins with.

Null is nothing between two commas, and an empty text is `""`: the two are never the same. Other
texts are quoted where they have to be (RFC 4180), and lines end with a line feed.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from dcg_events.tables.columns import columns_of
from dcg_events.tables.schema import TABLES, Row

_SPECIAL: Final = re.compile(r'[",\r\n\x00]|^\s|\s$|^$')


def header(table: str) -> bytes:
    """Return the first line of a table's CSV files."""
    return ",".join(column.name for column in columns_of(TABLES[table])).encode() + b"\n"


def encode_rows(table: str, rows: Iterable[Row]) -> bytes:
    r"""Return the rows of a table as lines of CSV, without the header.

    >>> encode_rows("options", [("id", 7, True, 0, "word", "", None, None)])
    b'id,7,true,0,word,"",,\n'
    """
    forms = {"VARCHAR": _Texts(), "TIMESTAMP": _Texts(), "BIGINT": _Numbers(), "BOOLEAN": _Truths()}
    columns = columns_of(TABLES[table])
    values = zip(*rows, strict=True)
    written = [
        map(forms[column.sql].__getitem__, held)
        for column, held in zip(columns, values, strict=False)
    ]
    lines = map(",".join, zip(*written, strict=True))
    return "".join(f"{line}\n" for line in lines).encode()


def records(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the records of a CSV file: a line each, or several where a text holds line feeds."""
    held = b""
    for line in lines:
        held += line
        if held.count(b'"') % 2 == 0:
            yield held
            held = b""


class _Forms(dict[Any, str]):
    """What each value of a column is written as; most come up again and again."""


class _Texts(_Forms):
    def __missing__(self, value: str | None) -> str:
        written = "" if value is None else value
        if value is not None and _SPECIAL.search(value):
            # no reader of CSV is sure to pass on a NUL
            written = '"{}"'.format(
                value.replace('"', '""').replace("\x00", "\N{REPLACEMENT CHARACTER}")
            )
        self[value] = written
        return written


class _Numbers(_Forms):
    def __missing__(self, value: int | None) -> str:
        written = self[value] = "" if value is None else str(value)
        return written


class _Truths(_Forms):
    def __missing__(self, value: bool | None) -> str:
        written = self[value] = "" if value is None else "true" if value else "false"
        return written
