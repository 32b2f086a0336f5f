"""The JSON Schema (2020-12) of the plain event, with the models' docstrings as descriptions."""

import re
from hashlib import sha256
from typing import Any, Final

from dcg_events.events.catalogue import checker
from dcg_events.events.codec import canonical
from dcg_events.events.envelope import Event

_ATTRIBUTE: Final = re.compile(r"^    (\w+): (.*)$")


def event_schema() -> dict[str, Any]:
    """Return the schema that every plain event follows."""
    schema = checker().json_schema(by_alias=True)
    common = _attributes(Event.__doc__ or "")
    for model in schema["$defs"].values():
        describe(model, common)
    for reference in schema["discriminator"]["mapping"].values():
        model = schema["$defs"][reference.rsplit("/", 1)[1]]
        model["required"] = ["kind", *model.get("required", [])]
    _nest(schema)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Plain event",
        "description": "One fact of a Digimon Card Game match, values in place",
    } | schema


def _nest(schema: dict[str, Any]) -> None:
    """Say that a correction holds an event: a model cannot name the union that it is part of."""
    union = {name: schema[name] for name in ("discriminator", "oneOf")}
    definitions = schema["$defs"]
    definitions["AnEvent"] = {"title": "AnEvent", "description": "An event of any kind"} | union
    field = definitions["RecordCorrected"]["properties"]["event"]
    field["anyOf"][0] = {"$ref": "#/$defs/AnEvent"}


def schema_digest() -> str:
    """Return the SHA-256 of the schema in canonical form, as a log's first record names it."""
    return sha256(canonical(event_schema())).hexdigest()


def describe(model: dict[str, Any], common: dict[str, str]) -> None:
    """Move what a docstring says of each field to that field, and drop what pydantic makes up."""
    text = model.get("description", "")
    described = common | _attributes(text)
    model["description"] = text.split("\n\nAttributes:")[0]
    for name, field in model.get("properties", {}).items():
        field.pop("title", None)
        field.pop("default", None)  # absent is not null, and JSON has to name its kind
        for option in field.get("anyOf", [field]):
            option.pop("title", None)
        said = described.get(name) or described.get(f"{name}_")
        if said:
            field["description"] = said


def _attributes(docstring: str) -> dict[str, str]:
    """Read the Attributes section of a docstring: name and text, continuation lines joined."""
    section = docstring.partition("Attributes:\n")[2]
    found: dict[str, str] = {}
    name = ""
    indent = len(section) - len(section.lstrip(" "))
    for line in section.splitlines():
        entry = _ATTRIBUTE.match(line[indent - 4 :] if indent > 4 else line)
        if entry:
            name = entry[1]
            found[name] = entry[2].strip()
        elif name and line.strip():
            found[name] += " " + line.strip()
    return found
