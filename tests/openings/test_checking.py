"""A proof that was tampered with, or is none, is refused with one clear message."""

import base64
import json
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events import UsageError, check, prove, read_proof
from dcg_events.errors import ProofError
from dcg_events.events.codec import canonical
from dcg_events.recorder.opening import opening
from dcg_events.views import proof as form
from dcg_events.views.proof import Proof
from tests.log.test_forged import sealed
from tests.openings.matches import head_of, record_match


def packed(records: bytes) -> str:
    return base64.b64encode(zlib.compress(records)).decode()


def unpacked(proof: Proof) -> bytes:
    assert proof.records is not None
    return zlib.decompress(base64.b64decode(proof.records))


def changed(proof: Proof, **fields: Any) -> Proof:
    return proof.model_copy(update=fields)


def with_opening(proof: Proof, index: int, value: Any) -> Proof:
    line = json.loads(proof.opening)
    line[index] = value
    return changed(proof, opening=json.dumps(line, separators=(",", ":")))


TAMPERED: dict[str, tuple[Callable[[Proof, Path], Proof], str]] = {
    "another value": (lambda p, _: with_opening(p, 4, "BT1-099"), "not the one that event 2"),
    "another salt": (lambda p, _: with_opening(p, 5, "f" * 32), "not the one that event 2"),
    "another audience": (lambda p, _: with_opening(p, 3, ["p2"]), "not the one that event 2"),
    "the same in another spelling": (
        lambda p, _: changed(p, opening=p.opening.replace(",", ", ")),
        "not the one that event 2",
    ),
    "another event's opening": (
        lambda p, log: changed(p, opening=prove(log, 3, "number").opening),
        "of another event or field",
    ),
    "another field's opening": (
        lambda p, log: changed(p, opening=prove(log, 2, "was").opening),
        "of another event or field",
    ),
    "another event named": (lambda p, _: changed(p, seq=3), "of another event or field"),
    "another field named": (lambda p, _: changed(p, field="was"), "of another event or field"),
    "an opening for another event": (
        lambda p, _: changed(with_opening(p, 1, 3), seq=3),
        "not the one that event 3 commits to",
    ),
    "no opening": (lambda p, _: changed(p, opening='["open",2]'), "its opening is none"),
    "no JSON": (lambda p, _: changed(p, opening="open"), "its opening is none"),
    "no list": (lambda p, _: changed(p, opening="7"), "its opening is none"),
    "another tag": (lambda p, _: with_opening(p, 0, "opened"), "of another event or field"),
    "a record more": (
        lambda p, _: changed(p, records=packed(unpacked(p) + b"{}\n")),
        "not those under that head",
    ),
    "a record less": (
        lambda p, _: changed(p, records=packed(unpacked(p).split(b"\n", 1)[1])),
        "not those under that head",
    ),
    "a record changed": (
        lambda p, _: changed(p, records=packed(unpacked(p).replace(b"Aiko", b"Aika"))),
        "not those under that head",
    ),
    "no records": (lambda p, _: changed(p, records=packed(b"")), "not those under that head"),
    "half a record": (
        lambda p, _: changed(p, records=packed(unpacked(p)[:-1])),
        "cannot be unpacked",
    ),
    "records cut off": (
        lambda p, _: changed(p, records=(p.records or "")[:-40]),
        "cannot be unpacked",
    ),
    "records without their checksum": (
        lambda p, _: changed(
            p, records=base64.b64encode(base64.b64decode(p.records or "")[:-4]).decode()
        ),
        "cannot be unpacked",
    ),
    "something after the records": (
        lambda p, _: changed(
            p, records=base64.b64encode(base64.b64decode(p.records or "") + b"x").decode()
        ),
        "cannot be unpacked",
    ),
    "records that are not packed": (
        lambda p, _: changed(p, records=base64.b64encode(b"{}").decode()),
        "cannot be unpacked",
    ),
    "records that are not base64": (lambda p, _: changed(p, records="é!"), "cannot be unpacked"),
}


@pytest.mark.parametrize("case", TAMPERED)
def test_a_tampered_proof_does_not_hold(log: Path, case: str) -> None:
    tamper, message = TAMPERED[case]
    proof = prove(log, 2, "number")
    assert check(proof, head_of(log)).value == "BT1-010"
    with pytest.raises(ProofError) as refused:
        check(tamper(proof, log), head_of(log), name="a.proof")
    assert message in str(refused.value)
    assert str(refused.value).startswith("a.proof: ")
    assert refused.value.exit_code == 3


def test_the_proof_of_another_match_does_not_hold(log: Path, other: Path) -> None:
    ours, theirs = prove(log, 2, "number"), prove(other, 2, "number")
    assert json.loads(ours.opening)[:5] == json.loads(theirs.opening)[:5]
    with pytest.raises(ProofError, match="not those under that head"):
        check(theirs, head_of(log))
    with pytest.raises(ProofError, match="not the one that event 2 commits to"):
        check(changed(ours, opening=theirs.opening), head_of(log))


def test_the_head_in_the_proof_is_not_believed(log: Path, other: Path) -> None:
    theirs = prove(other, 2, "number")
    with pytest.raises(ProofError):
        check(changed(theirs, head=head_of(log)), head_of(log))


@pytest.mark.parametrize(
    "head", ["", "abc", "0" * 63, "0" * 65, "G" * 64, "\x1b[2J", "0" * 64 + "\n"]
)
def test_what_is_no_head_is_a_wrong_request(log: Path, head: str) -> None:
    with pytest.raises(UsageError, match="is no head") as refused:
        check(prove(log, 2, "number"), head)
    assert "\x1b" not in str(refused.value)


def test_records_of_no_match_prove_nothing() -> None:
    for lines in (b"[1]\n", b"7\n", b"{}\n"):
        proof = Proof(
            proof=1,
            head="0" * 64,
            events=1,
            seq=0,
            field="a",
            opening='["open",0,"a",[],1,""]',
            records=packed(lines),
        )
        with pytest.raises(ProofError):
            check(proof, sha256(lines).hexdigest())


@pytest.mark.parametrize(("named", "opened", "recorded"), [(1, 5, 5), (1, 1, 5), (1, 5, 1)])
def test_a_record_out_of_its_place_proves_nothing(named: int, opened: int, recorded: int) -> None:
    line, commitment = sealed(opened, "text", "x")
    records = [opening(p1="a", p2="b"), {"kind": "noted", "seq": recorded, "text": commitment}]
    lines = b"".join(canonical(record) + b"\n" for record in records)
    head = sha256(lines).hexdigest()
    fields = {"proof": 1, "head": head, "events": 2, "field": "text", "records": packed(lines)}
    good, good_commitment = sealed(1, "text", "x")
    good_lines = lines.replace(
        canonical(records[1]),
        canonical(records[1] | {"seq": 1, "text": good_commitment}),
    )
    proof = Proof.model_validate(fields | {"seq": named, "opening": line.decode()})
    with pytest.raises(ProofError, match="of another event or field"):
        check(proof, head)
    good_proof = changed(proof, records=packed(good_lines), opening=good.decode())
    assert check(good_proof, sha256(good_lines).hexdigest()).value == "x"


def test_a_bomb_is_not_unpacked_to_its_end(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form, "MAX_RECORDS", 1 << 22)
    proof = prove(log, 2, "number")
    bomb = changed(proof, records=packed(b"{}\n" * (1 << 21)))
    with pytest.raises(ProofError, match="unpack to more than the 4,194,304 bytes"):
        check(bomb, head_of(log))
    line = changed(proof, records=packed(b"a" * (1 << 21)))
    with pytest.raises(ProofError, match="longer than the 1,048,576 bytes"):
        check(line, head_of(log))


BAD_FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "this is not JSON"),
    "binary": (bytes(range(256)), "not UTF-8"),
    "no object": (b"[1]", "not an object"),
    "a log": (b'{"kind":"match_opened"}\n["commit",0,"x"]\n', "this is not JSON"),
    "nested too deeply": (b'{"a":' + b"[" * 100_000, "it is no proof"),
    "a key twice": (b'{"proof":1,"proof":1}', "a key stands twice"),
    "nothing in it": (b"{}", "field proof is missing"),
    "another version": (b'{"proof":2}', "field proof is missing or has the wrong form"),
    "a float": (b'{"proof":1.0}', "not an integer"),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_a_file_that_is_no_proof_is_refused(tmp_path: Path, case: str) -> None:
    content, message = BAD_FILES[case]
    path = tmp_path / "bad.proof"
    path.write_bytes(content)
    with pytest.raises(ProofError) as refused:
        read_proof(path)
    assert message in str(refused.value)
    assert str(refused.value).startswith(str(path))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("head", "x"),
        ("events", 0),
        ("events", "8"),
        ("seq", -1),
        ("seq", 2**60),
        ("field", "Number"),
        ("field", "a" * 500),
        ("opening", None),
        ("records", 7),
        ("surprise", 1),
    ],
)
def test_a_field_of_the_wrong_form_is_named(
    log: Path, tmp_path: Path, field: str, value: Any
) -> None:
    path = tmp_path / "bad.proof"
    whole = json.loads(prove(log, 2, "number").to_bytes())
    path.write_text(json.dumps(whole | {field: value}))
    with pytest.raises(ProofError, match=field if field != "surprise" else "not known"):
        read_proof(path)


def test_a_huge_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form, "MAX_PROOF", 1000)
    path = tmp_path / "huge.proof"
    path.write_bytes(b" " * 1001)
    with pytest.raises(ProofError, match="longer than the 1,000 bytes"):
        read_proof(path)


def test_a_file_that_is_not_there_is_a_wrong_request(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        read_proof(tmp_path / "none.proof")
    with pytest.raises(UsageError, match="directory"):
        read_proof(tmp_path)


@given(st.integers(0, 2**32), st.integers(1, 255))
def test_any_changed_byte_is_refused_or_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, place: int, mask: int
) -> None:
    directory = tmp_path_factory.mktemp("proof")
    log = record_match(directory / "match.dcglog")
    proof = prove(log, 2, "number")
    content = bytearray(proof.to_bytes())
    content[Random(place).randrange(len(content))] ^= mask  # noqa: S311
    path = directory / "changed.proof"
    path.write_bytes(content)
    try:
        shown = check(read_proof(path), head_of(log))
    except ProofError:
        return
    assert shown == check(proof, head_of(log))
