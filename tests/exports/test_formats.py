"""What is read back from each format is what the tables hold, with types and meanings."""

from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from dcg_events import MatchLog
from dcg_events.exports.encoding import encode_rows, records
from dcg_events.exports.exporting import Format
from dcg_events.tables.building import match_tables
from dcg_events.tables.columns import Column, columns_of
from dcg_events.tables.schema import SCHEMA_VERSION, TABLES, MatchTables
from tests.exports.making import FORMATS, files, note, place, read, run, small

TIMED = {"at": "2026-08-18T10:21:07Z"}
ODD = ['a "quoted", text', "", " spaces ", "two\nlines\r\n", "null", "日本語", "1,2", "\\N", "'"]
LOGS = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("logs")
    odd = [
        {"kind": "ruling_issued", "ruling": f"r{n}", "text": text, **TIMED}
        for n, text in enumerate(ODD)
    ]
    return [
        small(folder / "odd.dcglog", *odd),
        LOGS / "aegis-014-bt19.dcglog",
        LOGS / "aegis-019-bt24.dcglog",
    ]


def expected(logs: list[Path], viewer: Any = "judge") -> dict[str, list[tuple[Any, ...]]]:
    made = [match_tables(log, viewer).by_name() for log in logs]
    return {table: [row for one in made for row in one[table]] for table in TABLES}


def typed(column: Column, value: Any) -> Any:
    """Write a value as DuckDB hands it out."""
    if column.sql == "TIMESTAMP" and value is not None:
        return datetime.strptime(value, "%Y-%m-%dT%H:%M:%SZ")  # noqa: DTZ007 - as DuckDB has it
    return value


def as_text(value: Any) -> str:
    """Write a value as a reader of CSV sees it, to whom null and an empty text are alike."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("viewer", ["judge", "spectator"])
def test_what_is_read_back_is_what_the_tables_hold(
    logs: list[Path], tmp_path: Path, form: Format, viewer: Any
) -> None:
    report = run(logs, place(tmp_path, form), form, viewer=viewer)
    assert (report.added, report.rejected) == (3, [])
    held = read(place(tmp_path, form), form)
    for table, rows in expected(logs, viewer).items():
        columns = columns_of(TABLES[table])
        assert len(held[table]) == len(rows), table
        for told, row in zip(held[table], rows, strict=True):
            if form == "csv":
                assert told == tuple(map(as_text, row))
            else:
                assert told == tuple(map(typed, columns, row))


def test_null_is_neither_zero_nor_an_empty_text(tmp_path: Path, logs: list[Path]) -> None:
    run(logs[:1], tmp_path / "out", "parquet", viewer="spectator")
    tables = duckdb.connect()
    usage = f"read_parquet('{tmp_path}/out/card_usage/*.parquet')"
    rulings = f"read_parquet('{tmp_path}/out/rulings/*.parquet')"
    (text,) = tables.execute(f"SELECT count(text) FROM {rulings}").fetchall()  # noqa: S608
    assert text == (0,)  # rulings are for players and judges
    counted = tables.execute(f"SELECT sum(drawn), count(*) FROM {usage}").fetchall()  # noqa: S608
    assert counted == [(None, 0)]  # what p1 drew is unknown, and so is what is in the decks
    run(logs[:1], tmp_path / "judge", "csv")
    (part,) = (tmp_path / "judge" / "rulings").glob("*.csv")
    with part.open("rb") as file:
        told = list(records(file))
    assert len(told) == 1 + len(ODD)
    assert told[2].endswith(b',,,""\n')
    assert b",0,0,," not in told[2]


def test_parquet_says_what_it_is_and_follows_the_declared_types(
    logs: list[Path], tmp_path: Path
) -> None:
    run(logs, tmp_path / "out", "parquet", viewer="p1")
    connection = duckdb.connect()
    for table, row in TABLES.items():
        (path,) = (tmp_path / "out" / table).iterdir()
        about = "SELECT key, value FROM parquet_kv_metadata(?)"
        told = dict(connection.execute(about, (str(path),)).fetchall())
        assert told[b"dcg_events_schema_version"] == str(SCHEMA_VERSION).encode()
        assert told[b"dcg_events_table"] == table.encode()
        assert told[b"dcg_events_viewer"] == b"p1"
        described = connection.execute(f"DESCRIBE SELECT * FROM '{path}'").fetchall()  # noqa: S608
        assert [one[:2] for one in described] == [(c.name, c.sql) for c in columns_of(row)]


def test_polars_reads_the_parquet(logs: list[Path], tmp_path: Path) -> None:
    run(logs, tmp_path / "out", "parquet")
    events = pl.read_parquet(tmp_path / "out" / "events" / "*.parquet")
    assert events.height == sum(1 for log in logs for _ in MatchLog(log).events())
    assert events.schema["at_utc"] == pl.Datetime("us")
    assert events.schema["ruled"] == pl.Boolean
    transfers = pl.scan_parquet(tmp_path / "out" / "transfers" / "*.parquet")
    drawn = transfers.filter(pl.col("manner") == "draw").select(pl.len()).collect().item()
    assert drawn == sum(
        event.get("manner") == "draw" for log in logs for event in MatchLog(log).events()
    )


@pytest.mark.soak
def test_spark_reads_the_parquet(logs: list[Path], tmp_path: Path) -> None:
    sql = pytest.importorskip("pyspark.sql")
    run(logs, tmp_path / "out", "parquet")
    spark = sql.SparkSession.builder.master("local[1]").getOrCreate()
    try:
        events = spark.read.parquet(str(tmp_path / "out" / "events"))
        assert events.count() == sum(1 for log in logs for _ in MatchLog(log).events())
        types = {field.name: field.dataType.typeName() for field in events.schema}
        assert types["at_utc"] in ("timestamp", "timestamp_ntz")
        assert (types["seq"], types["ruled"], types["kind"]) == ("long", "boolean", "string")
        unknown = sum(event["at"] is None for log in logs for event in MatchLog(log).events())
        assert events.filter("at_utc IS NULL").count() == unknown
        transfers = spark.read.parquet(str(tmp_path / "out" / "transfers"))
        assert transfers.filter("manner = 'draw'").count() == sum(
            event.get("manner") == "draw" for log in logs for event in MatchLog(log).events()
        )
    finally:
        spark.stop()


def test_a_duckdb_file_explains_its_columns(logs: list[Path], tmp_path: Path) -> None:
    run(logs[:1], tmp_path / "out.duckdb", "duckdb")
    with duckdb.connect(str(tmp_path / "out.duckdb")) as connection:
        about = "SELECT column_name, comment FROM duckdb_columns() WHERE table_name = 'events'"
        told = dict(connection.execute(about).fetchall())
        assert set(told) == {column.name for column in columns_of(TABLES["events"])}
        assert all(told.values())
        assert dict(connection.execute("FROM about").fetchall())["viewer"] == "judge"


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_the_same_matches_give_the_same_bytes(
    logs: list[Path], tmp_path: Path, form: Format
) -> None:
    for name in ("one", "two"):
        run(logs, tmp_path / name, form)
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_rows_are_written_as_text_that_leads_back() -> None:
    row = ("id", 7, True, 0, "word", 'a "b"\n', None, False)
    assert encode_rows("options", [row]) == b'id,7,true,0,word,"a ""b""\n",,false\n'
    assert encode_rows("options", []) == b""


def test_every_table_has_its_rows_and_every_column_a_meaning() -> None:
    assert list(TABLES) == list(MatchTables._fields)
    for row in TABLES.values():
        columns = columns_of(row)
        assert columns[0].name == "match_id"
        assert all(len(column.meaning) > 3 for column in columns)
        assert (row.__doc__ or "").strip()


def test_a_note_with_a_nul_is_exported(tmp_path: Path) -> None:
    log = small(tmp_path / "a.dcglog", note("x\x00y"), note("z"))
    report = run([log], tmp_path / "out", "parquet")
    assert report.added == 1
    assert len(read(tmp_path / "out", "parquet")["events"]) == 6
