"""Write the page that lists every kind of event with its fields and who may know them."""

from typing import Any, Final

from dcg_events.events.schema import event_schema
from dcg_events.projections.audiences import Rule
from dcg_events.projections.visibility import COMMON, RULES

_INTRODUCTION: Final = """# Kinds of event

Written by `dcg-events schemas` from the models and from the one table of visibility; the schema in
`event.schema.json` says the same to a program. A dot leads into a part of a field. Required fields
are marked `*`; what is marked "filled in" the recorder adds where the table on which the match
is played tells it. "Who may know" is everybody unless the column says otherwise; the judge always
may.
"""


def kinds_page() -> str:
    """Return the page as Markdown."""
    schema = event_schema()
    definitions = schema["$defs"]
    parts = [
        _INTRODUCTION,
        "## Fields that every kind has\n",
        *_table(_common(definitions), COMMON),
    ]
    for kind, reference in schema["discriminator"]["mapping"].items():
        model = definitions[reference.rsplit("/", 1)[1]]
        parts.append(f"\n## {kind}\n\n{model['description']}\n")
        fields = _fields(definitions, model)
        own = {path: field for path, field in fields.items() if path in RULES[kind]}
        if own:
            parts += _table(own, RULES[kind])
    return "\n".join(parts) + "\n"


def _common(definitions: dict[str, Any]) -> dict[str, tuple[bool, dict[str, Any]]]:
    some = definitions["Passed"]
    return {path: field for path, field in _fields(definitions, some).items() if path in COMMON}


def _fields(
    definitions: dict[str, Any], model: dict[str, Any], before: str = ""
) -> dict[str, tuple[bool, dict[str, Any]]]:
    """Return the leaf fields of a model by dotted path, with whether they are required."""
    found: dict[str, tuple[bool, dict[str, Any]]] = {}
    for name, field in model.get("properties", {}).items():
        part = _part(definitions, field)
        path = f"{before}{name}"
        if part is not None and path != "recorder":
            found |= _fields(definitions, part, f"{path}.")
        else:
            found[path] = (name in model.get("required", []), field)
    return found


def _part(definitions: dict[str, Any], field: dict[str, Any]) -> dict[str, Any] | None:
    for option in (field, *field.get("anyOf", [])):
        if "$ref" in option:
            part: dict[str, Any] = definitions[option["$ref"].rsplit("/", 1)[1]]
            return part if "properties" in part else None  # an event is no part: it is whole
    return None


def _table(
    fields: dict[str, tuple[bool, dict[str, Any]]], rules: dict[str, Rule | None]
) -> list[str]:
    rows = ["| field | what | form | who may know |", "| --- | --- | --- | --- |"]
    for path, (required, field) in fields.items():
        rule = rules[path]
        who = "" if rule is None else (rule.__doc__ or "").splitlines()[0].rstrip(".")
        what = field.get("description", "")
        rows.append(f"| `{path}`{'*' if required else ''} | {what} | {_form(field)} | {who} |")
    return rows


def _form(field: dict[str, Any]) -> str:
    """Say in few words what JSON a field takes."""
    options = [option for option in field.get("anyOf", [field]) if option.get("type") != "null"]
    words = [_form_of(option) for option in options]
    if len(options) < len(field.get("anyOf", [field])):
        words.append("null")
    return " or ".join(words)


def _form_of(option: dict[str, Any]) -> str:
    if "const" in option:
        return f"`{option['const']}`"
    if "enum" in option:
        return " ".join(f"`{value}`" for value in option["enum"])
    if option.get("type") == "array":
        return f"list of {_form(option['items'])}" if "items" in option else "list"
    if "$ref" in option:
        return str(option["$ref"]).rsplit("/", 1)[1]
    return str(option.get("type", ""))
