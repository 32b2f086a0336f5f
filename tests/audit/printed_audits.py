"""What `audit --json` prints, read as its schema says; logs to audit."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator

ROOT: Final = Path(__file__).parents[2]
SCHEMA: Final = json.loads((ROOT / "schemas" / "audit.schema.json").read_bytes())
BY_EFFECT: Final[dict[str, Any]] = {"cause": {"kind": "effect", "player": "p1"}}
ONLY: Final = ("--rule", "owners-place")


@cache
def validator() -> Draft202012Validator:
    Draft202012Validator.check_schema(SCHEMA)
    return Draft202012Validator(SCHEMA)


def valid(line: str) -> Any:
    """Read a printed line, which has to be just what the schema says."""
    value = json.loads(line)
    validator().validate(value)
    which = "Unread" if "damage" in value else "Audit"
    assert value.keys() == SCHEMA["$defs"][which]["properties"].keys()
    for finding in value.get("findings", ()):
        assert finding.keys() == SCHEMA["$defs"]["Finding"]["properties"].keys()
    return value


def damaged(log: Path, copy: Path) -> Path:
    copy.write_bytes(log.read_bytes().replace(b'"commit"', b'"comit"', 1))
    return copy
