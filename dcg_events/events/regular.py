"""Write the schema of an event as a regular expression over canonical JSON.

In canonical form a value can be written in one way only, and no event is nested without end: what
the schema accepts is a regular language. So one expression tells that a line is canonical and its
event right. An expression may know too little and never too much: what it does not match is for
pydantic to judge. Of a kind or a field whose rule cannot be put so, it knows nothing.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, Final, NamedTuple

import orjson
from pydantic_core import PydanticCustomError

from dcg_events.events.checking import Schema
from dcg_events.events.envelope import check_place
from dcg_events.events.fields import real_moment

_MOMENT: Final = (
    rb'"[1-9][0-9]{3}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)'
    rb'|(?:0[13578]|1[02])-31)T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z"'
)
"""The moments of most days: nothing is known of the 29th of February, or of a leap second."""

_CHARACTER: Final = rb'[^"\\\x00-\x1f~]'
"""What is written as it is. A text with a tilde might be taken for a commitment."""

_COMMITMENT: Final = rb'"~[0-9a-f]{64}"'
_PARTS: Final = re.compile(r'\\\.|\[[^\]^"\\~]+\]|[A-Za-z0-9_(){}|,?*+-]')
_LISTED: Final = 12
"""Integers up to which they are listed one by one; beyond, those with fewer digits are known."""


class NotRegularError(Exception):
    """A rule of the schema that no expression stands for."""


class _Member(NamedTuple):
    """A member of an object: its name, what its value looks like, whether it has to be there."""

    name: str
    value: bytes
    required: bool


class _Beside(NamedTuple):
    """What may stand beside the zone of a place."""

    name: str
    required: bool
    may_be_null: bool


class Expressions:
    """The expressions of a schema.

    Args:
        schema: What `checking.without_models` makes of the union of all events: lists and dicts.
    """

    def __init__(self, schema: Schema) -> None:
        parts = schema.get("definitions", [])
        self._definitions: dict[str, Schema] = {part["ref"]: part for part in parts}
        union = schema["schema"] if schema["type"] == "definitions" else schema
        self._kinds: Mapping[str, Schema] = union.get("choices", {})

    def of_record(self, kind: str, required: Collection[str]) -> bytes:
        """Return the expression of the records of a kind: what may be null may also be sealed.

        Args:
            kind: The kind.
            required: Names of members that have to be there, besides those of the schema.

        Raises:
            NotRegularError: If there is none.
        """
        members = self._members_of(self._kind(kind), sealed=True)
        if not {member.name for member in members}.issuperset(required):
            raise NotRegularError(kind)
        always = {*required, "kind"}
        return _object(
            member._replace(required=member.required or member.name in always) for member in members
        )

    def of_field(self, kind: str, path: str) -> bytes:
        """Return the expression of what a field may hold, given its dotted path.

        Raises:
            NotRegularError: If there is none, or no such field.
        """
        schema = self._kind(kind)
        for name in path.split("."):
            whole = self._without_null(schema)
            part = self._resolved(whole)
            if part["type"] != "typed-dict" or name not in part["fields"]:
                raise NotRegularError(path)
            schema = part["fields"][name]["schema"]
            if whole["type"] == "function-after":
                if whole["function"]["function"] is not check_place or name == "zone":
                    raise NotRegularError(path)
                schema = self._without_null(schema)  # beside some zones it may not be null
        return self._value(schema, sealed=False)

    def _kind(self, kind: str) -> Schema:
        schema = self._kinds.get(kind, {"type": "unknown"})
        if schema["type"] != "typed-dict":  # a rule stands before it
            raise NotRegularError(kind)
        return schema

    def _without_null(self, schema: Schema) -> Schema:
        match schema["type"]:
            case "nullable":
                return self._without_null(schema["schema"])
            case "definition-ref":
                return self._without_null(self._definitions[schema["schema_ref"]])
            case _:
                return schema

    def _resolved(self, schema: Schema) -> Schema:
        """Return the schema of the value itself, without the rule that stands before it."""
        schema = self._without_null(schema)
        return self._resolved(schema["schema"]) if schema["type"] == "function-after" else schema

    def _value(self, schema: Schema, *, sealed: bool) -> bytes:  # noqa: PLR0911 - a type a line
        match schema["type"]:
            case "nullable":
                value = self._value(schema["schema"], sealed=sealed)
                return b"(?:%b|null%b)" % (value, b"|" + _COMMITMENT if sealed else b"")
            case "definition-ref":
                return self._value(self._definitions[schema["schema_ref"]], sealed=sealed)
            case "union":
                ways = [self._value(choice, sealed=sealed) for choice in schema["choices"]]
                return b"(?:%b)" % b"|".join(ways)
            case "typed-dict":
                return _object(self._members_of(schema, sealed=sealed))
            case "list":
                return self._list(schema)
            case "function-after":
                return self._with_rule(schema, sealed=sealed)
            case "int":
                return _integer(schema)
            case "str":
                return _text(schema)
            case "bool":
                return b"(?:true|false)"
            case "literal":
                return _literal(schema["expected"])
            case other:
                raise NotRegularError(other)

    def _members_of(self, schema: Schema, *, sealed: bool) -> list[_Member]:
        """Return the members of an object that something is known of."""
        members = []
        for name, field in schema["fields"].items():
            try:
                value = self._value(field["schema"], sealed=sealed)
            except NotRegularError:
                if field["required"]:
                    raise
            else:
                members.append(_Member(name, value, field["required"]))
        return members

    def _list(self, schema: Schema) -> bytes:
        item = self._value(schema["items_schema"], sealed=False)  # a list is sealed whole
        least, most = schema.get("min_length", 0), schema.get("max_length")
        if most is None:
            raise NotRegularError("list")
        if least == most:
            return rb"\[%b\]" % b",".join([item] * least)
        more = rb"%b(?:,%b){%d,%d}" % (item, item, max(least - 1, 0), most - 1)
        return rb"\[%b\]" % more if least else rb"\[(?:%b)?\]" % more

    def _with_rule(self, schema: Schema, *, sealed: bool) -> bytes:
        rule = schema["function"]["function"]
        if rule is real_moment:
            return _MOMENT
        if rule is check_place:
            return self._place(self._resolved(schema["schema"])["fields"], sealed=sealed)
        raise NotRegularError(rule)

    def _place(self, fields: dict[str, Schema], *, sealed: bool) -> bytes:
        """Return the expression of a place: for each zone with what goes with it."""
        schemas = {name: field["schema"] for name, field in fields.items()}
        zones = schemas.pop("zone")["expected"]
        zones_of: dict[tuple[_Beside, ...], list[str]] = {}
        for zone in zones:
            zones_of.setdefault(_beside(zone, list(schemas)), []).append(zone)
        ways = []
        for others, together in zones_of.items():
            members = [_Member("zone", _literal(together), required=True)]
            for other in others:
                schema = schemas[other.name]
                schema = schema if other.may_be_null else self._without_null(schema)
                value = self._value(schema, sealed=sealed)
                members.append(_Member(other.name, value, other.required))
            ways.append(_object(members))
        return b"(?:%b)" % b"|".join(ways)


def _object(members: Iterable[_Member]) -> bytes:
    """Return the expression of an object: its members in order, commas between those present.

    Without possessive quantifiers, though they are faster: Python 3.11.2 matches them wrong.
    """
    ordered = sorted(members)
    written = [b'"%b":%b' % (member.name.encode(), member.value) for member in ordered]
    first = next((n for n, member in enumerate(ordered) if member.required), None)
    if first is None:
        members_left = b"".join(rb"(?:%b(?:,(?=\")|(?=\})))?" % text for text in written)
        return rb"\{%b\}" % members_left
    before = [b"(?:%b,)?" % member for member in written[:first]]
    after = [
        b",%b" % text if member.required else b"(?:,%b)?" % text
        for text, member in zip(written[first + 1 :], ordered[first + 1 :], strict=True)
    ]
    return rb"\{%b\}" % b"".join([*before, written[first], *after])


def _beside(zone: str, names: Sequence[str]) -> tuple[_Beside, ...]:
    """Return what may or has to stand beside a zone: the rule itself is asked.

    Raises:
        NotRegularError: If whether one may stand there depends on another.
    """
    sets = chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))
    fitting = [frozenset(chosen) for chosen in sets if _fits(zone, chosen)]
    needed, possible = frozenset.intersection(*fitting), frozenset.union(*fitting)
    if len(fitting) != 2 ** len(possible - needed):
        raise NotRegularError(zone)
    return tuple(
        _Beside(name, name in needed, _fits(zone, needed | {name}, null=name))
        for name in sorted(possible)
    )


def _fits(zone: str, names: Iterable[str], *, null: str = "") -> bool:
    place: dict[str, Any] = {"zone": zone} | dict.fromkeys(names, 0)
    if null:
        place[null] = None
    try:
        check_place(place)
    except PydanticCustomError:
        return False
    return True


def _literal(expected: Iterable[object]) -> bytes:
    return b"(?:%b)" % b"|".join(re.escape(orjson.dumps(value)) for value in expected)


def _integer(schema: Schema) -> bytes:
    least, most = schema.get("ge"), schema.get("le")
    if least is None or most is None or (least < 0 and least != -most):
        raise NotRegularError("int")
    if most <= _LISTED:
        return b"(?:%b)" % b"|".join(b"%d" % number for number in range(least, most + 1))
    if least > 1:
        raise NotRegularError("int")
    positive = b"[1-9][0-9]{0,%d}" % (len(str(most)) - 2)
    if least == 1:
        return positive
    return b"(?:%b|0)" % (positive if least == 0 else b"-?" + positive)


def _text(schema: Schema) -> bytes:
    if "pattern" not in schema:
        least, most = schema.get("min_length", 0), schema.get("max_length")
        if most is None:
            raise NotRegularError("str")
        return b'"%b{%d,%d}"' % (_CHARACTER, least, most)
    pattern = schema["pattern"]
    parts = _PARTS.findall(pattern[1:-1])
    if f"^{''.join(parts)}$" != pattern:
        raise NotRegularError(pattern)
    return b'"%b"' % "".join("(?:" if part == "(" else part for part in parts).encode()
