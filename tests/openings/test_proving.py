"""A proof shows one hidden value against a head alone, and nothing else."""

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dcg_events import LogDamagedError, Recorder, UsageError, check, prove, redact
from dcg_events.errors import ProofError
from dcg_events.views import proving
from tests.openings.matches import VIEWERS, disclosing, head_of, lines_of, opened_in

SCHEMA = Path(__file__).parents[2] / "schemas" / "proof.schema.json"


def test_every_sealed_value_is_proven_by_the_head_alone(log: Path) -> None:
    opened = opened_in(log)
    assert {field for _, field in opened} >= {"p1.deck", "number", "was", "players.p1.account"}
    for (seq, field), (value, _) in opened.items():
        proof = prove(log, seq, field)
        shown = check(proof, head_of(log))
        assert (shown.seq, shown.field, shown.value) == (seq, field, value)
        assert shown.players == ("Aiko", "Ben")
        assert shown.events == 8
        Draft202012Validator(json.loads(SCHEMA.read_bytes())).validate(json.loads(proof.to_bytes()))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_viewer_proves_what_the_copy_holds_and_nothing_else(
    log: Path, tmp_path: Path, viewer: Any
) -> None:
    copy = tmp_path / "copy.dcglog"
    redact(log, viewer, copy)
    held = opened_in(copy)
    for (seq, field), (value, audience) in opened_in(log).items():
        if (seq, field) in held:
            assert viewer == "judge" or viewer in audience
            assert prove(copy, seq, field) == prove(log, seq, field)
        else:
            with pytest.raises(UsageError, match="does not hold the opening") as refused:
                prove(copy, seq, field)
            assert json.dumps(value) not in str(refused.value)


def test_a_proof_tells_one_value(log: Path) -> None:
    proof = prove(log, 2, "number")
    assert proof.records is not None
    records = zlib.decompress(base64.b64decode(proof.records))
    assert records == b"".join(line + b"\n" for line in lines_of(log) if line.startswith(b"{"))
    told = records.decode() + proof.opening + proof.to_bytes().decode()
    assert "BT1-010" in told
    for secret in ("BT1-012", "aiko-77", "may I?", "for nobody"):
        assert secret not in told


def test_a_proof_to_an_earlier_head_ends_there(log: Path) -> None:
    heads = [json.loads(line)[2] for line in lines_of(log) if line.startswith(b'["commit"')]
    for head in heads[2:]:
        assert check(prove(log, 2, "number", head=head), head).value == "BT1-010"
    assert check(prove(log, 2, "number", head=heads[2]), heads[2]).events == 4
    with pytest.raises(UsageError, match="there are 2 events up to that head"):
        prove(log, 2, "number", head=heads[1])
    with pytest.raises(UsageError, match="none of its commits has the head"):
        prove(log, 2, "number", head="0" * 64)


def test_a_short_proof_needs_a_copy_and_any_will_do(log: Path, tmp_path: Path) -> None:
    proof = prove(log, 2, "number", short=True)
    assert len(proof.to_bytes()) < 400
    with pytest.raises(UsageError, match="give a copy of the log with --log"):
        check(proof, head_of(log))
    for viewer in VIEWERS:
        copy = tmp_path / f"{viewer}.dcglog"
        redact(log, viewer, copy)
        assert check(proof, head_of(log), copy=copy).value == "BT1-010"


def test_a_short_proof_does_not_hold_against_another_log_or_head(log: Path, other: Path) -> None:
    proof = prove(log, 2, "number", short=True)
    with pytest.raises(ProofError, match="none of its commits has that head"):
        check(proof, head_of(log), copy=other)
    with pytest.raises(ProofError, match="is not the one that event 2 commits to"):
        check(proof, head_of(other), copy=other)
    damaged = log.read_bytes().replace(b'"Aiko"', b'"Aika"')
    other.write_bytes(damaged)
    with pytest.raises(LogDamagedError):
        check(proof, head_of(log), copy=other)


def test_a_head_before_the_event_proves_nothing_of_it(log: Path) -> None:
    heads = [json.loads(line)[2] for line in lines_of(log) if line.startswith(b'["commit"')]
    proof = prove(log, 6, "text")
    early = prove(log, 2, "number", head=heads[2])
    forged = early.model_copy(update={"seq": 6, "field": "text", "opening": proof.opening})
    with pytest.raises(ProofError, match="do not reach event 6"):
        check(forged, heads[2])
    with pytest.raises(ProofError, match="is of another event"):
        check(proof, heads[2], copy=log)


def test_who_was_shown_a_value_can_prove_it(log: Path, tmp_path: Path) -> None:
    with Recorder.open(log) as recorder:
        recorder.append(disclosing((3, "number"), to=("spectator",)))
    copy = tmp_path / "copy.dcglog"
    redact(log, "spectator", copy)
    assert check(prove(copy, 3, "number"), head_of(log)).value == "BT1-011"
    with pytest.raises(UsageError, match="does not hold the opening"):
        prove(copy, 2, "number")


NO_PROOF: dict[str, tuple[int, str, str]] = {
    "no such event": (99, "number", "there are 8 events"),
    "a negative event": (-1, "number", "there are 8 events"),
    "no such field": (2, "colour", "no such field; choose one of its sealed fields: number, was"),
    "no such part": (2, "manner.x", "no such field"),
    "a public field": (2, "manner", 'manner is public: it is "draw"'),
    "a field with parts": (2, "from", "from is made of parts; choose one of from."),
    "no sealed field": (7, "x", "no such field"),
}


@pytest.mark.parametrize("case", NO_PROOF)
def test_what_cannot_be_proven_is_said_so(log: Path, case: str) -> None:
    seq, field, message = NO_PROOF[case]
    with pytest.raises(UsageError) as refused:
        prove(log, seq, field)
    assert message in str(refused.value)
    assert "BT1-01" not in str(refused.value)


def test_a_proof_that_would_be_too_large_is_not_made(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "MAX_PROOF", 1000)
    with pytest.raises(UsageError, match="make a short proof"):
        prove(log, 2, "number")
    assert prove(log, 2, "number", short=True).records is None


def test_a_long_public_value_is_quoted_in_part(log: Path) -> None:
    with Recorder.open(log) as recorder:
        recorder.append(
            {"kind": "match_ended", "outcome": "draw", "winner": None, "remark": "x" * 300}
        )
    with pytest.raises(UsageError) as refused:
        prove(log, 8, "remark")
    assert f'it is "{"x" * 199}…;' in str(refused.value)
