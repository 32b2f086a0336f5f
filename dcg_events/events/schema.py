"""The JSON Schema (2020-12) of the plain event."""

from hashlib import sha256
from typing import Any

from dcg_events.events.catalogue import EVENT
from dcg_events.events.codec import canonical


def event_schema() -> dict[str, Any]:
    """Return the schema that every plain event follows."""
    schema = EVENT.json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Plain event",
        "description": "One fact of a Digimon Card Game match, values in place",
    } | schema


def schema_digest() -> str:
    """Return the SHA-256 of the schema in canonical form, as a log's first record names it."""
    return sha256(canonical(event_schema())).hexdigest()
