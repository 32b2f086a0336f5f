"""Check plain events by what the models say of them, without building the models.

A model is a validator and an object; whoever records needs the first and takes dicts. So the
schema that pydantic made of the models is taken, and dicts are put in the place of the objects.
It accepts what the models accept. A kind with a rule that needs the object keeps its model, and
whoever reads an object instead of a dict lets the model judge.
"""

from typing import Any, TypeAlias, cast

from pydantic_core import CoreSchema

from dcg_events.events.envelope import Place, check_place

Schema: TypeAlias = dict[str, Any]
"""A part of a core schema of pydantic."""


def without_models(schema: CoreSchema) -> Schema:
    """Return the schema of what accepts the same events, and makes dicts of them.

    Args:
        schema: The core schema of a union of models.
    """
    return cast("Schema", _without_models(schema))


def _without_models(part: Any) -> Any:  # noqa: ANN401 - a schema is lists and dicts of anything
    if isinstance(part, list):
        return [_without_models(item) for item in part]
    if not isinstance(part, dict):
        return part
    match part.get("type"):
        case "model":
            return _dict_for(part)
        case "function-after" if part["schema"]["type"] == "model":
            return _with_rule(part)
        case "tuple":  # JSON has lists only
            item, size = _without_models(part["items_schema"][0]), len(part["items_schema"])
            return {"type": "list", "items_schema": item, "min_length": size, "max_length": size}
        case _:
            return {name: _without_models(inner) for name, inner in part.items()}


def _dict_for(model: Schema) -> Schema:
    """Return the schema of a dict that has the fields of a model, those that are given."""
    fields = {}
    for name, field in model["schema"]["fields"].items():
        inner = field["schema"]
        required = inner["type"] != "default"
        fields[field.get("validation_alias", name)] = {
            "type": "typed-dict-field",
            "schema": _without_models(inner if required else inner["schema"]),
            "required": required,
        }
    return {
        "type": "typed-dict",
        "fields": fields,
        "extra_behavior": "forbid",
        "config": model["config"],
    } | _reference(model)


def _with_rule(part: Schema) -> Schema:
    """Put the rule for a place behind the dict of one; other rules need their models."""
    model = part["schema"]
    if model["cls"] is not Place:
        return part
    rule = {"type": "no-info", "function": check_place}
    return part | {"schema": _dict_for(model), "function": rule}


def _reference(part: Schema) -> Schema:
    return {"ref": part["ref"]} if "ref" in part else {}
