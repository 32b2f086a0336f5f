"""The table of visibility is whole: every field of every kind has a rule, and nothing else has."""

import types
from collections.abc import Iterator
from typing import Annotated, Any, Union, get_args, get_origin

import pytest
from pydantic import BaseModel

from dcg_events.events.catalogue import MODELS
from dcg_events.events.envelope import Cause, Event
from dcg_events.projections.fold import CHANGES, NO_CHANGE
from dcg_events.projections.rewinding import FOLDED
from dcg_events.projections.visibility import COMMON, RULES


def model_in(annotation: Any) -> type[BaseModel] | None:
    """Find the part of an event that a field holds; a list is a leaf."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in (Union, types.UnionType, Annotated):
        found = [model_in(part) for part in get_args(annotation)]
        return next((model for model in found if model is not None), None)
    return None


def paths(model: type[BaseModel], prefix: str = "") -> Iterator[str]:
    for name, field in model.model_fields.items():
        path = prefix + (field.alias or name)
        inner = model_in(field.annotation)
        if inner is None or path == "recorder":  # sealed as one
            yield path
        else:
            yield from paths(inner, path + ".")


@pytest.mark.parametrize("kind", sorted(MODELS))
def test_every_field_has_a_rule_and_every_rule_a_field(kind: str) -> None:
    assert set(paths(MODELS[kind])) == set(RULES[kind]) | set(COMMON)


def test_every_kind_has_its_rules() -> None:
    assert set(RULES) == set(MODELS)


def test_every_kind_changes_the_table_or_is_known_not_to() -> None:
    assert set(CHANGES) | NO_CHANGE == set(MODELS)
    assert not set(CHANGES) & NO_CHANGE


def test_the_paths_reach_into_parts() -> None:
    assert "cause.source" in set(paths(Event))
    assert {"cause.kind", "cause.source"} <= {f"cause.{path}" for path in paths(Cause)}
    assert {"from.position", "ordering.rank"} <= set(paths(MODELS["transferred"]))


def test_the_fold_asks_for_every_sealable_field_that_it_reads() -> None:
    """What it leaves closed says nothing of the table; that the views agree is tested elsewhere."""
    sealable = {path for rules in RULES.values() for path, rule in rules.items() if rule}
    own = {path for path in FOLDED if not path.startswith("event.")}
    assert sealable >= own
    assert {f"event.{path}" for path in own} | own == FOLDED
    unused = {"recorder", "cause.source", "text", "reason", "audience", "what", "words", "chosen"}
    assert not FOLDED & unused
