"""Generate the JSON Schemas that programs in other languages read and write by."""

from pathlib import Path
from typing import Annotated, Any, Final

import orjson
import typer
from pydantic import TypeAdapter

from dcg_events.audit.auditing import Audit
from dcg_events.audit.explaining.shape import Explanation
from dcg_events.cli.auditing import Unread
from dcg_events.cli.kinds_page import kinds_page
from dcg_events.cli.reconciling import Reconciled
from dcg_events.cli.statistics import Printed
from dcg_events.cli.tables_page import tables_page
from dcg_events.cli.verifying import Unverified
from dcg_events.events.schema import describe, event_schema, schema_digest
from dcg_events.projections.audiences import corrected
from dcg_events.projections.visibility import COMMON, RULES
from dcg_events.views.known_shape import KnownView
from dcg_events.views.proof import Proof
from dcg_events.views.rulings_shape import JudgesFile
from dcg_events.views.shape import TableView
from dcg_events.views.verdict import Verdict

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
FILLED_IN: Final = ("seq", "game", "at", "group", "step", "of")
COMMITMENT: Final = {
    "type": "string",
    "pattern": "^~[0-9a-f]{64}$",
    "description": "A sealed value: ~ and the SHA-256 of its opening line",
}


def schemas(
    out: Annotated[Path, typer.Option("-o", "--out", help="Folder to write into.")] = Path(
        "schemas"
    ),
) -> None:
    """Write the JSON Schemas (2020-12) of all that is read and printed; the kinds, the tables.

    Example:
        dcg-events schemas -o schemas
    """
    out.mkdir(parents=True, exist_ok=True)
    for name, schema in all_schemas().items():
        (out / name).write_bytes(schema)
        typer.echo(out / name)
    typer.echo(f"event schema digest {schema_digest()}")


def all_schemas() -> dict[str, bytes]:
    """Return the schema files by name, as bytes."""
    made = {"event.schema.json": event_schema(), "log-line.schema.json": _log_line()}
    made |= {name: _printed(*printed) for name, printed in PRINTED.items()}
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    files = {name: orjson.dumps(schema, option=options) for name, schema in made.items()}
    return files | {"KINDS.md": kinds_page().encode(), "TABLES.md": tables_page().encode()}


PRINTED: Final[dict[str, tuple[Any, str, str]]] = {
    "zones.schema.json": (TableView, "Zones", ""),
    "known.schema.json": (KnownView, "Known", ""),
    "proof.schema.json": (Proof, "Proof", "Shows one sealed value of a match against a head"),
    "audit.schema.json": (
        Audit | Unread,
        "Audit",
        "What `audit --json` prints of a log: findings, or why it cannot be read",
    ),
    "explanation.schema.json": (
        Explanation,
        "Explanation",
        "What `explain --json` prints: the life of a card, or all about an event",
    ),
    "reconciliation.schema.json": (
        Reconciled,
        "Reconciliation",
        "What `reconcile --json` prints: where two recordings of a match diverge",
    ),
    "rulings.schema.json": (
        JudgesFile,
        "Rulings",
        "What `rulings --json` prints: what judges did in a match",
    ),
    "verdict.schema.json": (
        Verdict | Unverified,
        "Verdict",
        "What `verify --json` prints of a log: how far it is good, what is wrong",
    ),
    "stats.schema.json": (
        Printed,
        "Statistics",
        "What `stats --json` prints: answers about many matches, with counts",
    ),
}
"""What is printed for programs: its type, its name, and what it says, if not its docstring does."""


def _printed(printed: Any, title: str, about: str) -> dict[str, Any]:  # noqa: ANN401 - any type
    """Return the schema of something printed, what its docstrings say of fields at the fields."""
    schema = TypeAdapter(printed).json_schema()
    for model in (schema, *schema.get("$defs", {}).values()):
        describe(model, {})
    about = about or schema["description"]
    return schema | {"$schema": DIALECT, "title": title, "description": about}


def _log_line() -> dict[str, Any]:
    """Describe the three kinds of line: record, opening, commit."""
    records = event_schema()
    definitions = records["$defs"]
    definitions["Commitment"] = COMMITMENT
    for kind, reference in records["discriminator"]["mapping"].items():
        model = definitions[reference.rsplit("/", 1)[1]]
        model["required"] = sorted({*model["required"], *FILLED_IN, "kind"})
        for path, rule in (COMMON | RULES[kind]).items():
            if rule not in (None, corrected):
                _allow_commitment(definitions, model, path)
    return {
        "$schema": DIALECT,
        "title": "Log line",
        "description": "A line of a sealed log: a record, an opening or a commit",
        "oneOf": [
            {
                "title": "Record",
                "discriminator": records["discriminator"],
                "oneOf": records["oneOf"],
            },
            {
                "title": "Opening",
                "type": "array",
                "minItems": 6,
                "prefixItems": [
                    {"const": "open"},
                    {"type": "integer", "minimum": 0, "description": "seq of the event"},
                    {"type": "string", "description": "dotted path of the field"},
                    {
                        "type": "array",
                        "items": {"enum": ["p1", "p2", "spectator"]},
                        "description": "who may hold it besides the judge",
                    },
                    {"description": "the value"},
                    {"type": "string", "pattern": "^[0-9a-f]{32}$", "description": "salt"},
                ],
                "items": False,
            },
            {
                "title": "Commit",
                "type": "array",
                "minItems": 3,
                "prefixItems": [
                    {"const": "commit"},
                    {"type": "integer", "minimum": 0, "description": "seq of the last event"},
                    {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "head"},
                ],
                "items": False,
            },
        ],
        "$defs": definitions,
    }


def _allow_commitment(definitions: dict[str, Any], model: dict[str, Any], path: str) -> None:
    *parents, name = path.split(".")
    for part in parents:
        model = _resolve(definitions, model["properties"][part])
    field = model["properties"][name]
    if "items" in field:
        item = _resolve(definitions, field["items"])
        if "value" in item.get("properties", {}):  # the list is public, and its values are not
            item["properties"]["value"] = {"$ref": "#/$defs/Commitment"}
            item["required"] = sorted({*item["required"], "value"})
            return
    commitment = {"$ref": "#/$defs/Commitment"}
    if commitment not in field.get("anyOf", []):
        model["properties"][name] = {"anyOf": [field, commitment]}


def _resolve(definitions: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Follow a field to the definition of its sub-object, past null and a reference."""
    for option in (schema, *schema.get("anyOf", []), *schema.get("allOf", [])):
        if "$ref" in option:
            found: dict[str, Any] = definitions[option["$ref"].rsplit("/", 1)[1]]
            return found
    return schema
