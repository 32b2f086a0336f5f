"""Search every output of every command for secrets that its reader has not lawfully seen."""

import base64
import zlib
from pathlib import Path
from typing import Any

import orjson
import pytest

from dcg_events.cli.app import app
from tests.visibility.console import Console
from tests.visibility.desk import Desk
from tests.visibility.invocations import INVOCATIONS, SCRATCH, commands
from tests.visibility.searching import search
from tests.visibility.secret_match import OUTSIDERS, SECRET, SecretMatch


def reader_of(desk: Desk, arguments: list[Any], given: bytes) -> str:
    """Say for whom an output is: of a full log without a word more it is for anybody."""
    if "--as" in arguments and desk.viewer in arguments:
        return desk.viewer
    whole = any(argument in (desk.full, Path(f"{SCRATCH}.dcglog")) for argument in arguments)
    return "spectator" if whole or given == desk.full.read_bytes() else desk.viewer


def test_every_command_has_its_invocations() -> None:
    assert set(commands(app)) - set(INVOCATIONS) == set()


def test_the_ledger_says_exactly_what_each_copy_holds(match: SecretMatch, desk: Desk) -> None:
    """What a viewer's copy holds was told by the rules, and what was told is in the copy."""
    held = set(SECRET.findall(desk.copy.read_bytes()))
    lawful = {secret.encode() for secret in match.ledger.read} - match.ledger.forbidden(desk.viewer)
    assert held == lawful
    assert set(SECRET.findall(match.path.read_bytes())) == {s.encode() for s in match.ledger.read}


@pytest.mark.parametrize("command", sorted(set(commands(app)) & set(INVOCATIONS)))
def test_no_output_tells_a_viewer_more(
    match: SecretMatch, desk: Desk, console: Console, command: str
) -> None:
    tried = 0
    for arguments, given in INVOCATIONS[command](desk):
        left = console.run(*arguments, given=given)
        reader = reader_of(desk, arguments, given)
        search(left, match, reader)
        tried += 1
    assert tried


def test_a_search_finds_what_it_should(match: SecretMatch, console: Console) -> None:
    """The full log read as the judge holds all of it, so a search that finds nothing is none."""
    left = console.run("events", match.path)
    assert set(SECRET.findall(left.out)) == {secret.encode() for secret in match.ledger.read}
    for viewer in OUTSIDERS:
        with pytest.raises(AssertionError):
            search(left, match, viewer)
    left = console.run("redact", match.path, "--as", "judge", "-o", "-")
    left.parts["out"] = SECRET.sub(b"", left.out)
    for viewer in OUTSIDERS:
        with pytest.raises(AssertionError):
            search(left, match, viewer)  # the salts are left


def test_a_proof_shows_one_value_and_nothing_else(
    match: SecretMatch, desk: Desk, console: Console
) -> None:
    """Whoever is given a proof reads the value in it; its packed records are everybody's."""
    openings = [line for line in desk.copy.read_bytes().splitlines() if line[:6] == b'["open']
    for line in openings[::4]:
        _, seq, path, *_ = orjson.loads(line)
        left = console.run("prove", desk.copy, "--seq", seq, "--field", path, "-o", "-")
        proof = orjson.loads(left.out)
        assert proof["opening"].encode() == line
        records = zlib.decompress(base64.b64decode(proof["records"]))
        assert b'["open"' not in records
        assert not set(SECRET.findall(records)) & match.ledger.forbidden("spectator")
        shown = set(SECRET.findall(left.out))
        assert shown <= set(SECRET.findall(line))
