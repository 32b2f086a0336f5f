"""What the exports ask of DuckDB; the one module that needs it."""

from pathlib import Path
from typing import Final

from dcg_events.errors import UsageError
from dcg_events.tables.columns import columns_of
from dcg_events.tables.schema import SCHEMA_VERSION, TABLES

try:
    import duckdb
except ModuleNotFoundError as error:  # pragma: no cover - the tests have it
    raise UsageError(
        "export",
        "Parquet and DuckDB are written by a package that is not installed",
        "install it with pip install 'dcg-events[duckdb]', or export csv",
    ) from error

Connection = duckdb.DuckDBPyConnection
DuckError = duckdb.Error

_CONFIG: Final[dict[str, str | bool | int | float | list[str]]] = {
    "threads": 1,  # the same rows give the same bytes
    "autoinstall_known_extensions": False,  # nothing is fetched
    "autoload_known_extensions": False,
}


def connect(database: Path | None = None) -> Connection:
    """Open a database file, or one in memory.

    Raises:
        duckdb.Error: If it cannot be opened.
    """
    return duckdb.connect(":memory:" if database is None else str(database), config=_CONFIG)


def rows_of(csv: Path, table: str) -> str:
    """Return the SQL that reads a CSV file as the rows of a table."""
    types = ", ".join(f"{quoted(c.name)}: '{c.sql}'" for c in columns_of(TABLES[table]))
    return (
        f"SELECT * FROM read_csv({quoted(str(csv))}, columns = {{{types}}}, header = true,"  # noqa: S608 - our names
        " auto_detect = false, delim = ',', quote = '\"', escape = '\"', nullstr = '',"
        " allow_quoted_nulls = false, strict_mode = true, parallel = false,"
        " max_line_size = 16777216)"
    )


def write_parquet(connection: Connection, rows: str, path: Path, about: dict[str, str]) -> None:
    """Write the rows of a query as a Parquet file, with metadata."""
    told = ", ".join(f"{name}: {quoted(value)}" for name, value in about.items())
    connection.execute(
        f"COPY ({rows}) TO {quoted(str(path))}"
        f" (FORMAT parquet, COMPRESSION zstd, KV_METADATA {{{told}}})"
    )


def metadata(table: str, viewer: str) -> dict[str, str]:
    """Return what a Parquet file says of itself."""
    return {
        "dcg_events_schema_version": str(SCHEMA_VERSION),
        "dcg_events_table": table,
        "dcg_events_viewer": viewer,
    }


def definitions() -> list[str]:
    """Return the SQL that makes all tables, with what their columns mean."""
    made: list[str] = []
    for table, row in TABLES.items():
        columns = columns_of(row)
        fields = ", ".join(f"{c.name} {c.sql}{'' if c.nullable else ' NOT NULL'}" for c in columns)
        made.append(f"CREATE TABLE {table} ({fields})")
        about = (row.__doc__ or "").strip().splitlines()[0]
        made.append(f"COMMENT ON TABLE {table} IS {quoted(about)}")
        for column in columns:
            meaning = f"{column.meaning} [{column.unit}]" if column.unit else column.meaning
            made.append(f"COMMENT ON COLUMN {table}.{column.name} IS {quoted(meaning)}")
    return made


def quoted(text: str) -> str:
    """Return a text as a literal of SQL."""
    return "'{}'".format(text.replace("'", "''"))
