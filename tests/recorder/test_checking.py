"""What checks events without models accepts what the models accept, and reads it alike."""

import json
import re
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from dcg_events.errors import EventError
from dcg_events.events.catalogue import MODELS, checker, reader
from dcg_events.events.codec import decode_event, plain_event

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    -1,
    1.0,
    2**53,
    10**30,
    "",
    "p1",
    "x" * 5000,
    "~",
    [],
    {},
    ["p1"],
    [1, 2],
)
WITH_RULES = {"disclosed", "record_corrected"}
"""Kinds left to their models, and what they hold to the rest of the door."""

WORDS = (
    "p1",
    "0" * 64,
    "BT1-010",
    "12",
    "12.3",
    "a1",
    "3-1-3-4",
    "2026-02-20T10:00:07Z",
    "from.position",
)
TIMES = ("2026-02-30T10:00:00Z", "2026-02-20T24:00:00Z", "2026-02-20T10:00:60Z")


class Maker:
    """Makes JSON that mostly is as a core schema asks for, and sometimes is not."""

    def __init__(self, dice: Random, *, odd: float) -> None:
        self.dice = dice
        self.odd = odd
        self.shared = {part["ref"]: part for part in checker().core_schema["definitions"]}

    def make(self, part: Any) -> Any:  # noqa: C901, PLR0911, PLR0912 - a case for each type
        dice = self.dice
        if dice.random() < self.odd:
            return dice.choice(ODD)
        match part["type"]:
            case "definition-ref":
                return self.make(self.shared[part["schema_ref"]])
            case "function-after" | "model" | "default":
                return self.make(part["schema"])
            case "model-fields":
                return self.members(part["fields"])
            case "nullable":
                return None if dice.random() < 0.2 else self.make(part["schema"])
            case "literal":
                return dice.choice(part["expected"])
            case "union":
                return self.make(dice.choice(part["choices"]))
            case "int":
                most = min(part["le"], 40)
                return dice.choice((part["ge"], part["le"], dice.randint(part["ge"], most)))
            case "bool":
                return dice.random() < 0.5
            case "list":
                items = range(dice.randint(part.get("min_length", 0), 3))
                return [self.make(part["items_schema"]) for _ in items]
            case "tuple":
                return [self.make(item) for item in part["items_schema"]]
            case "any":
                return dice.choice((*ODD, *WORDS))
            case _:
                fitting = [w for w in WORDS if re.search(part.get("pattern", ""), w)]
                return dice.choice((*fitting, *TIMES) if dice.random() < 0.1 else fitting or WORDS)

    def members(self, fields: dict[str, Any]) -> dict[str, Any]:
        made = {}
        for name, field in fields.items():
            required = field["schema"]["type"] != "default"
            if self.dice.random() < (1 - self.odd if required else 0.3):
                made[field.get("validation_alias", name)] = self.make(field["schema"])
        if self.dice.random() < self.odd:
            made[self.dice.choice(("foo", "from_", "unit", "side", "position"))] = 1
        return made


def made(kind: str, seed: int, odd: float) -> dict[str, Any]:
    maker = Maker(Random(seed), odd=odd)  # noqa: S311
    choices: Any = checker().core_schema["schema"]["choices"]
    event = maker.members(_fields(choices[kind], maker.shared))
    return event | {"kind": kind}


def _fields(part: dict[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    while part["type"] != "model-fields":
        part = shared[part["schema_ref"]] if part["type"] == "definition-ref" else part["schema"]
    fields: dict[str, Any] = part["fields"]
    return fields


def accepted(validator: Any, line: bytes) -> Any:
    try:
        return validator.validate_json(line)
    except ValidationError:
        return None


@pytest.mark.parametrize("value", ["1.5", "[{}, 1e3]", "NaN", "1" * 30])
def test_a_disclosed_value_is_restricted_json_too(value: str) -> None:
    line = (
        f'{{"kind":"disclosed","to":["p1"],"opened":[{{"event":1,"field":"a","value":{value}}}]}}'
    )
    with pytest.raises(EventError):
        decode_event(line.encode(), "line 1")
    with pytest.raises(EventError):
        plain_event(json.loads(line), "line 1")


@pytest.mark.parametrize(
    "line",
    [
        b'{"kind":"passed","player":"p1","player":"p1"}',
        b'{"kind":"passed","player":"p1","cause":{"kind":"rule","kind":"rule"}}',
        b'{"kind":"passed","player":"p1","kind":"passed"}\n',
        b'{"kind":"passed","pl\\u0061yer":"p1","player":"p1"}',
        b'{"kind": "passed", "player": "p1", "player": "p1"}',
        b'{"kind": "passed", "player" : "p1", "cause": {"kind":"rule", "kind" :"rule"}}',
        b'{"kind": "noted", "text": "\\": \\":", "text": "a"}',
    ],
)
def test_a_key_that_stands_twice_is_noticed(line: bytes) -> None:
    with pytest.raises(EventError, match="a key stands twice"):
        decode_event(line, "line 1")


@pytest.mark.parametrize(
    ("text", "problem"), [(rb"\u007e" + 64 * b"a", "commitment"), (rb"\ud800", "lone surrogates")]
)
def test_what_is_escaped_is_found_in_a_line_with_spaces_too(text: bytes, problem: str) -> None:
    with pytest.raises(EventError, match=problem):
        decode_event(b'{"kind": "noted", "text": "' + text + b'"}', "line 1")


@pytest.mark.parametrize("text", ['": ', '"a" : {', "\\", "é", "\u2028"])
def test_text_may_look_like_json(text: str) -> None:
    event = {"kind": "noted", "text": text}
    assert decode_event(json.dumps(event).encode(), "line 1") == event
    assert decode_event(json.dumps(event, indent=1, ensure_ascii=False).encode(), "line 1") == event


@pytest.mark.parametrize("text", [b"\x00", b"a\tb", b"a\nb"])
def test_characters_that_json_escapes_are_refused_unescaped(text: bytes) -> None:
    with pytest.raises(EventError, match="not JSON"):
        decode_event(b'{"kind":"noted","text":"' + text + b'"}', "line 1")


def test_every_kind_is_read_as_its_model_reads_it() -> None:
    accepted_kinds = set()
    for kind in sorted(MODELS):
        for seed in range(120):
            event = made(kind, seed, (0, 0, 0.02, 0.1)[seed % 4])
            line = json.dumps(event).encode()
            model, read = accepted(checker(), line), accepted(reader(), line)
            assert (model is None) == (read is None), event
            if read is not None:
                accepted_kinds.add(kind)
                if kind not in WITH_RULES:
                    assert read == event
                    assert decode_event(line, "line 1") == plain_event(event, "line 1") == event
    assert accepted_kinds == set(MODELS)


@pytest.mark.parametrize("among", [[], [0], [0, 1], [0, 1, 2], [0, None], [0, -1]])
def test_a_stretch_has_a_first_and_a_last_position(among: list[int | None]) -> None:
    place = {"zone": "deck", "side": "p1", "position": None, "among": among}
    line = json.dumps({"kind": "revealed", "place": place, "count": 1}).encode()
    assert (accepted(reader(), line) is not None) == (among == [0, 1])
    assert (accepted(checker(), line) is not None) == (among == [0, 1])


@pytest.mark.parametrize("moment", TIMES)
def test_moments_that_never_were_are_refused(moment: str) -> None:
    with pytest.raises(EventError, match="not a real date"):
        plain_event({"kind": "passed", "player": "p1", "at": moment}, "line 1")
