"""The field types that events are made of, with their bounds."""

from datetime import datetime
from typing import Annotated, Any, Final, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from dcg_events.vocabulary.rules import CLAUSE_PATTERN

MAX_INTEGER: Final = 2**53 - 1
"""The largest integer that every JSON reader keeps exact (RFC 8785, I-JSON)."""


class Strict(BaseModel):
    """A part of an event: unknown fields are refused, values are taken as they are."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        hide_input_in_errors=True,
        defer_build=True,  # readers never need the validators, which take long to build
    )

    def to_plain(self) -> dict[str, Any]:
        """Return the plain form: the fields that were given, under their names in the log."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


def real_moment(value: str) -> str:
    """Return a moment as it is, if the calendar and the clock have it.

    Raises:
        PydanticCustomError: If they do not.
    """
    try:
        real = datetime.fromisoformat(value[:-1])
    except ValueError:
        real = None
    if real is None or real.hour != int(value[11:13]):  # 24:00 may be read as the next day
        raise PydanticCustomError("moment", "is not a real date and time")
    return value


Seq: TypeAlias = Annotated[int, Field(ge=0, le=MAX_INTEGER, description="Place in the log, from 0")]
Count: TypeAlias = Annotated[int, Field(ge=0, le=MAX_INTEGER)]
Integer: TypeAlias = Annotated[int, Field(ge=-MAX_INTEGER, le=MAX_INTEGER)]
Position: TypeAlias = Annotated[
    int,
    Field(ge=-10_000, le=10_000, description="From the top, 0 first; negative from the bottom, −1"),
]
Memory: TypeAlias = Annotated[
    int, Field(ge=-10, le=10, description="−10 to 10, positive on p1's side (CR 4.2 §1-4-2-2)")
]
Moment: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
        description="UTC, whole seconds",
        examples=["2026-08-18T10:21:07Z"],
    ),
    AfterValidator(real_moment),
]
CardNumber: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_+.-]{0,39}$",
        description="Card number as printed, such as BT1-010; a token's name as TOKEN-…",
    ),
]
PlacementId: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^(0|[1-9][0-9]{0,15})(\.(0|[1-9][0-9]{0,4}))?$",
        description="The place in the log of the event that put the card there: seq or seq.k",
    ),
]
UnitId: TypeAlias = Annotated[PlacementId, Field(description="The placement that founded the unit")]
Reference: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9:_./@-]{0,79}$",
        description="A name given by the recorder, such as that of an attack or a pending effect",
    ),
]
ClauseNumber: TypeAlias = Annotated[
    str,
    Field(pattern=CLAUSE_PATTERN, description="In the match's rules edition", examples=["3-1-3-4"]),
]
FieldPath: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^[a-z0-9_]{1,40}(\.[a-z0-9_]{1,40}){0,3}$",
        description="Dotted path of a field of an event",
        examples=["number", "from.position"],
    ),
]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Text: TypeAlias = Annotated[str, Field(max_length=4000)]
CardNumbers: TypeAlias = Annotated[
    list[CardNumber | None],
    Field(max_length=1000, description="Top first where the place has an order"),
]
