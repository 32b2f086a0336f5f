"""Small matches to export, and exports read back."""

import csv
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb

from dcg_events import Recorder
from dcg_events.exports.exporting import Exporter, Format, Report
from dcg_events.log.part import LogPart
from dcg_events.tables.columns import columns_of
from dcg_events.tables.schema import TABLES

FORMATS: tuple[Format, ...] = ("parquet", "csv", "duckdb")
Rows = dict[str, list[tuple[Any, ...]]]

DECKS = {"deck_count": 3, "egg_deck_count": 0, "deck": ["BT1-010", "BT1-011", "BT1-012"]}
DRAW = {
    "kind": "transferred",
    "manner": "draw",
    "from": {"zone": "deck", "side": "p1", "position": 0},
    "to": {"zone": "hand", "side": "p1"},
}


def note(text: str, **more: Any) -> dict[str, Any]:
    return {"kind": "noted", "text": text, "audience": ["p1", "p2", "spectator"], **more}


def small(path: Path, *more: dict[str, Any], end: bool = True) -> Path:
    """Record a small match: a draw, what is given, and its end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Recorder.create(path, p1="Aiko", p2="Ben", durability="none") as log:
        log.append({"kind": "game_started", "p1": DECKS, "p2": DECKS})
        log.append(DRAW)
        for event in more:
            log.append(event)
        if end:
            log.append({"kind": "match_ended", "outcome": "draw", "winner": None})
    return path


def go_on(path: Path, *more: dict[str, Any]) -> None:
    with Recorder.open(path) as log:
        for event in more:
            log.append(event)


def place(folder: Path, form: Format) -> Path:
    return folder / ("out.duckdb" if form == "duckdb" else "out")


def run(logs: Iterable[Path], out: Path, form: Format, **more: Any) -> Report:
    return Exporter(out, form, **more).export(map(LogPart, logs))


def read(out: Path, form: Format) -> Rows:
    """Read all tables of an export, with DuckDB or with the CSV reader of Python."""
    if form == "csv":
        return {table: list(_read_csv(out, table)) for table in TABLES}
    rows: Rows = {}
    with duckdb.connect(str(out) if form == "duckdb" else ":memory:") as connection:
        for table in TABLES:
            source = table if form == "duckdb" else f"read_parquet('{out}/{table}/*.parquet')"
            rows[table] = connection.execute(f"SELECT * FROM {source}").fetchall()  # noqa: S608
    return rows


def _read_csv(out: Path, table: str) -> Iterable[tuple[Any, ...]]:
    columns = columns_of(TABLES[table])
    for path in sorted((out / table).glob("*.csv")):
        with path.open(newline="") as file:
            reader = csv.reader(file)
            assert next(reader) == [column.name for column in columns]
            yield from (tuple(row) for row in reader)


def files(folder: Path) -> dict[str, bytes]:
    """Read what an export left, the manifest aside, which is a database."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.sqlite"
    }


def program(*arguments: object, **environment: str) -> subprocess.Popen[bytes]:
    """Start our program."""
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "dcg_events", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
    )
