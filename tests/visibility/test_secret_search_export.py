"""Search exports that are compressed, row by row, for what their viewer has not lawfully seen."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from dcg_events.tables.building import match_tables
from tests.exports.making import place, read, run
from tests.visibility.searching import salts_withheld
from tests.visibility.secret_match import OUTSIDERS, SECRET, SecretMatch


@pytest.mark.parametrize("form", ["parquet", "duckdb"])
@pytest.mark.parametrize("viewer", OUTSIDERS)
def test_no_row_tells_a_viewer_more(
    match: SecretMatch, tmp_path: Path, viewer: Any, form: Any
) -> None:
    assert run([match.path], place(tmp_path, form), form, viewer=viewer).added == 1
    told = orjson.dumps(read(place(tmp_path, form), form), default=str)
    assert not set(SECRET.findall(told)) & match.ledger.forbidden(viewer)
    assert not any(salt in told for salt in salts_withheld(match.path, viewer))
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert not set(SECRET.findall(path.read_bytes())) & match.ledger.forbidden(viewer)


def test_the_judge_finds_every_secret_in_the_tables(match: SecretMatch) -> None:
    """So that a search that finds nothing in a viewer's tables means something."""
    told = orjson.dumps([list(row) for rows in match_tables(match.path) for row in rows])
    secrets = {secret.encode() for secret in match.ledger.read}
    found = set(SECRET.findall(told))
    assert found <= secrets
    assert len(secrets - found) < len(secrets) / 20  # what the record had wrong is right there
    assert all(len(found & match.ledger.forbidden(viewer)) > 20 for viewer in OUTSIDERS)
