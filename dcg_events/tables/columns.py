"""How a column says what it holds, and what types follow from it in every format.

A table is a `NamedTuple`: its fields are the columns, in order, and each is annotated with its
Python type and a `Meaning`. CSV headers, DuckDB tables, Parquet types and the page of tables are
all made from that.
"""

import types
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

SqlType: TypeAlias = Literal["VARCHAR", "BIGINT", "BOOLEAN", "TIMESTAMP"]

_SQL: Final[Mapping[Any, SqlType]] = {str: "VARCHAR", int: "BIGINT", bool: "BOOLEAN"}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a column says, with its unit.

    Attributes:
        text: In a sentence or less.
        unit: What is counted, or in what is measured; empty where there is nothing to count.
        sql: The type in DuckDB, if not the one of its Python type.
    """

    text: str
    unit: str = ""
    sql: SqlType | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: Its name.
        sql: Its type in DuckDB; the Parquet type follows from it.
        nullable: Whether it may be null: unknown to the reader, or there is none.
        values: All that it may hold, where that is a closed set.
        meaning: What it says.
        unit: What is counted, or in what is measured; may be empty.
    """

    name: str
    sql: SqlType
    nullable: bool
    values: tuple[str, ...]
    meaning: str
    unit: str


@cache
def columns_of(row: type) -> tuple[Column, ...]:
    """Return the columns of a table, in order.

    Raises:
        TypeError: If a field lacks its meaning, or has a type that no column has.
    """
    hints = get_type_hints(row, include_extras=True)
    return tuple(_column(name, hint) for name, hint in hints.items())


def _column(name: str, hint: object) -> Column:
    plain, meaning, nullable = _taken_apart(hint)
    if meaning is None:
        raise TypeError(f"column {name}: it has no meaning; annotate it with one")
    values: tuple[str, ...] = ()
    if get_origin(plain) is Literal:
        values = tuple(map(str, get_args(plain)))
        plain = str
    if plain not in _SQL:
        raise TypeError(f"column {name}: it has no column type; use str, int or bool")
    sql = meaning.sql or _SQL[plain]
    return Column(name, sql, nullable, values, meaning.text, meaning.unit)


def _taken_apart(hint: object) -> tuple[Any, Meaning | None, bool]:
    """Return the type within an annotation, its meaning, and whether it may be None."""
    meaning: Meaning | None = None
    nullable = False
    while True:
        said = [part for part in getattr(hint, "__metadata__", ()) if isinstance(part, Meaning)]
        if said:
            meaning = meaning or said[0]
            hint = get_args(hint)[0]
        elif get_origin(hint) in (Union, types.UnionType):
            nullable = True
            (hint,) = (part for part in get_args(hint) if part is not type(None))
        else:
            return hint, meaning, nullable
