"""The generated files are current, and an independent validator agrees with ours."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dcg_events import MatchLog
from dcg_events.cli.schemas import all_schemas
from dcg_events.errors import EventError
from dcg_events.events.catalogue import MODELS
from dcg_events.events.codec import decode_event
from dcg_events.events.schema import schema_digest
from dcg_events.events.schema_digest import SCHEMA_DIGEST
from dcg_events.projections.visibility import COMMON, RULES

ROOT = Path(__file__).parents[1]
LOGS = sorted((ROOT / "examples").glob("*.dcglog"))


@cache
def validator(name: str) -> Draft202012Validator:
    schema = json.loads((ROOT / "schemas" / name).read_bytes())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@cache
def of_kind(name: str, kind: str) -> Draft202012Validator:
    """Return the part of a schema for one kind: trying all 54 for each event would take minutes."""
    schema = json.loads((ROOT / "schemas" / name).read_bytes())
    events = schema if "discriminator" in schema else schema["oneOf"][0]
    reference = events["discriminator"]["mapping"][kind]
    return Draft202012Validator({"$ref": reference, "$defs": schema["$defs"]})


@pytest.mark.parametrize("name", list(all_schemas()))
def test_committed_file_is_what_the_command_writes(name: str) -> None:
    assert (ROOT / "schemas" / name).read_bytes() == all_schemas()[name], (
        "run `dcg-events schemas` and read the difference"
    )


def test_the_digest_in_new_logs_is_that_of_the_schema() -> None:
    assert schema_digest() == SCHEMA_DIGEST, "put the digest that `dcg-events schemas` prints there"


def test_plain_events_of_the_examples_follow_the_schema() -> None:
    lines = (ROOT / "examples" / "small-match.events.jsonl").read_bytes().splitlines()
    events = [json.loads(line) for line in lines]
    assert len(events) > 40
    for event in events:
        of_kind("event.schema.json", event["kind"]).validate(event)
    for event in (events[0], events[9], events[-1]):
        validator("event.schema.json").validate(event)


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.name)
@pytest.mark.parametrize("viewer", ["judge", "p2", "spectator"])
def test_what_is_printed_of_the_example_logs_follows_the_schemas(log: Path, viewer: Any) -> None:
    match = MatchLog(log, viewer)
    for event in match.events():
        of_kind("event.schema.json", event["kind"]).validate(event)
    for state in list(match.states())[::40]:
        validator("zones.schema.json").validate(state)


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.name)
def test_lines_of_the_example_logs_follow_the_schema(log: Path) -> None:
    schema = json.loads((ROOT / "schemas" / "log-line.schema.json").read_bytes())
    others = schema["oneOf"][1:]
    check = Draft202012Validator({"oneOf": others})
    for line in map(json.loads, log.read_bytes().splitlines()):
        if isinstance(line, dict):
            of_kind("log-line.schema.json", line["kind"]).validate(line)
        else:
            check.validate(line)
    validator("log-line.schema.json").validate(line)


@pytest.mark.parametrize("kind", RULES)
def test_whatever_may_be_sealed_may_be_null(kind: str) -> None:
    """A viewer's plain events are plain events: what the viewer may not know is null there."""
    for path, rule in (COMMON | RULES[kind]).items():
        if rule is not None and path != "opened":  # of which the values are sealed, one by one
            assert "null" in (types := accepted(kind, path)), (path, types)


def accepted(kind: str, path: str) -> set[str]:
    """Return the JSON types that a field takes, by its dotted path."""
    definitions = json.loads((ROOT / "schemas" / "event.schema.json").read_bytes())["$defs"]
    options = [{"$ref": f"#/$defs/{MODELS[kind].__name__}"}]
    for part in path.split("."):
        (reference,) = (option["$ref"] for option in options if "$ref" in option)
        field = definitions[reference.rsplit("/", 1)[1]]["properties"][part]
        options = field.get("anyOf", [field])
    return {option.get("type", "object") for option in options}


REFUSED = [
    '{"kind":"atack_declared"}',
    '{"player":"p1","what":"turn"}',
    '{"kind":"passed","player":"p3","what":"turn"}',
    '{"kind":"passed","player":"p1","what":"turn","extra":1}',
    '{"kind":"memory_changed","after":11}',
    '{"kind":"memory_changed","after":"3"}',
    '{"kind":"noted","text":"a","seq":-1}',
    '{"kind":"noted","text":"a","at":"2026-08-18 10:21"}',
    '{"kind":"transferred","manner":"draw","from":{"zone":"dek"},"to":{"zone":"hand"}}',
    '{"kind":"transferred","manner":"draw","from":{"zone":"deck"}}',
]


@pytest.mark.parametrize("line", REFUSED)
def test_both_validators_refuse(line: str) -> None:
    assert not validator("event.schema.json").is_valid(json.loads(line))
    with pytest.raises(EventError):
        decode_event(line.encode(), "line 1")
