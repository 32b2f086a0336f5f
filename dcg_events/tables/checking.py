"""Check that rows hold what their columns say, whatever a log that was forged may hold."""

from datetime import datetime
from typing import Any, Final

from dcg_events.tables.columns import Column, columns_of
from dcg_events.tables.schema import TABLES, MatchTables

_PYTHON: Final = {"VARCHAR": str, "TIMESTAMP": str, "BIGINT": int, "BOOLEAN": bool}
_LARGEST: Final = 2**53


def check_types(tables: MatchTables) -> None:
    """Check all values, column by column, for a table has few columns and many rows.

    Raises:
        TypeError: If a value does not fit its column.
        ValueError: If a time is none, or an integer is too large.
    """
    for name, rows in tables.by_name().items():
        for column, values in zip(columns_of(TABLES[name]), zip(*rows, strict=True), strict=False):
            _check(column, values)


def _check(column: Column, values: tuple[Any, ...]) -> None:
    held = set(map(type, values))
    if column.nullable:
        held.discard(type(None))
    if held - {_PYTHON[column.sql]}:
        raise TypeError(f"column {column.name}: it holds another type; record it anew")
    if column.sql == "TIMESTAMP":
        for time in {time for time in values if time is not None}:
            datetime.strptime(time, "%Y-%m-%dT%H:%M:%SZ")  # noqa: DTZ007 - it says that it is UTC
    elif column.sql == "BIGINT" and held:
        known = [value for value in values if value is not None]
        if max(known) > _LARGEST or min(known) < -_LARGEST:
            raise ValueError(f"column {column.name}: it is too large; record it anew")
