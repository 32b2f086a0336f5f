"""The field types that the lines of an Aegis match file are made of."""

from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=1)]
Instance: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Number: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_+.-]{0,39}$")]
Short: TypeAlias = Annotated[str, Field(max_length=400)]
Long: TypeAlias = Annotated[str, Field(max_length=4000)]
Key: TypeAlias = Annotated[str, Field(max_length=200)]
Kind: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,80}$")]
Timing: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Pile: TypeAlias = Annotated[list[Instance], Field(max_length=1000)]
Memory: TypeAlias = Annotated[int, Field(ge=-10, le=10)]
Turn: TypeAlias = Annotated[int, Field(ge=0, le=10_000)]
Small: TypeAlias = Annotated[int, Field(ge=0, le=1000)]


class Part(BaseModel):
    """A part of a line: unknown fields are refused, values are taken as they are."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        hide_input_in_errors=True,
        defer_build=True,  # most commands import nothing
    )


class Loose(Part):
    """A part whose further fields are of no interest here."""

    model_config = ConfigDict(extra="ignore")


def tag_of(value: object, field: str, known: frozenset[str]) -> str:
    """Return what a part says it is, `other` if that is not known: its tag in a union."""
    name = value.get(field) if isinstance(value, dict) else getattr(value, field, None)
    return name if isinstance(name, str) and name in known else "other"
