"""Write the page that lists every table of an export with the meaning of its columns."""

from typing import Final

from dcg_events.tables.columns import Column, columns_of
from dcg_events.tables.schema import SCHEMA_VERSION, TABLES

_INTRODUCTION: Final = f"""# Tables

Written by `dcg-events schemas` from the one declaration that `dcg-events export` writes by. Schema
version {SCHEMA_VERSION}, which rises when a column changes its type or meaning, comes or goes.
Parquet files carry it in their metadata, with the table and the viewer.

A row belongs to a match and to an event: `match_id` leads to the row of `matches`, whose `head`
proves the log, and `seq` (in `groups` and `zone_counts` see there) to the event in it.

**Null is "unknown, or there is none"**, never zero, and never an empty text. What a viewer may not
know is null in an export for that viewer. So a count is null where one such event may have been of
this card: count rows where it is not null, and use their number as the denominator.

**What counts**: a rewind undoes what was played. `games`, `turns` and `card_usage` hold what counts
in the end. The other tables hold all that was played, and `ruled` is false for what was undone.

**Corrections** of the record stand in their places: what never happened has no row, and what is
wrong in the record is right here. An event that a correction added stands where it happened and
has the `seq` of the correction.

All times are UTC. The types are those of DuckDB; Parquet and CSV follow them.
"""


def tables_page() -> str:
    """Return the page as Markdown."""
    parts = [_INTRODUCTION]
    for table, row in TABLES.items():
        about = " ".join((row.__doc__ or "").split())
        parts.append(f"\n## {table}\n\n{about}\n")
        parts += [
            "| column | type | null | what | unit or values |",
            "| --- | --- | --- | --- | --- |",
        ]
        parts += [_line(column) for column in columns_of(row)]
    return "\n".join(parts) + "\n"


def _line(column: Column) -> str:
    values = " ".join(f"`{value}`" for value in column.values)
    more = ", ".join(filter(None, (column.unit, values)))
    null = "yes" if column.nullable else ""
    return f"| `{column.name}` | {column.sql} | {null} | {column.meaning} | {more} |"
