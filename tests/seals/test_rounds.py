"""A round of matches: one line fixes all of them."""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events import Recorder, redact
from dcg_events.errors import DcgEventsError, SealError, UsageError
from dcg_events.seals.checkpoints import Checkpoint, match_origin
from dcg_events.seals.codes import code_of
from dcg_events.seals.history import checkpoint
from dcg_events.seals.merkle import leaf_hash, root_of
from dcg_events.seals.notes import Note, Signature, encode64
from dcg_events.seals.roundproof import RoundProof
from dcg_events.seals.rounds import Round, prove_in_round, read_round, round_origin, seal_round
from dcg_events.seals.signing import sign
from tests.log.small import write_small_log
from tests.seals.conftest import ANN, BEN, EVE, TRUSTED
from tests.typing_commands import Typed

SIGNED = ("--signer", str(ANN.public))


def some_matches(count: int) -> list[Checkpoint]:
    return [
        Checkpoint(match_origin(b"%d" % n), n + 1, sha256(b"%d" % n).digest()) for n in range(count)
    ]


@pytest.fixture
def logs(tmp_path: Path) -> list[Path]:
    """Record five matches of one round."""
    made = []
    for number in range(5):
        path = tmp_path / f"table-{number}.dcglog"
        tournament = {"event": "Spring Cup", "table": str(number)}
        with Recorder.create(
            path, p1="a", p2="b", tournament=tournament, durability="none"
        ) as recorder:
            recorder.append({"kind": "noted", "text": "x"})
        made.append(path)
    return made


@pytest.fixture
def sealed(run: Typed, keys: Path, logs: Sequence[Path]) -> str:
    """Seal the round as `r3`, prove every match; return the line that is published."""
    assert (keys / "ann.key").exists()
    name = ("--name", "Spring Cup, round 3")
    code, out, err = run("round", "seal", "table-*.dcglog", *name, "--key", "ann.key", "-o", "r3")
    assert (code, err) == (0, "")
    for log in logs:
        assert run("round", "prove", "r3", log, "-o", f"{log}.proof")[0] == 0
    return out


def test_one_line_fixes_every_match(run: Typed, sealed: str, logs: Sequence[Path]) -> None:
    origin, count, root, code = sealed.split()
    assert (origin, count) == ("dcg-events/round/Spring%20Cup%2C%20round%203", "5")
    text = f"{origin}\n{count}\n{root}\n"
    assert code == code_of(text)
    assert (logs[0].parent / "r3").read_text() == str(sign(text, [ANN]))
    indices = []
    for log in logs:
        trusting = (SIGNED, ("--root", root), (*SIGNED, "--root", root))
        for trust in trusting:
            status, out, err = run("round", "check", f"{log}.proof", log, *trust)
            assert (status, err) == (0, "")
            assert out.startswith("in the round: the first 2 events are match ")
            assert ("signed by judge.example/ann+" in out) == ("--signer" in trust)
        head = checkpoint(log).head.hex()
        told = run("round", "check", f"{log}.proof", "--head", head, *SIGNED, "--json")[1]
        found = json.loads(told)
        indices.append(found.pop("index"))
        assert found == {
            "round": "Spring Cup, round 3",
            "root": root,
            "matches": 5,
            "signers": [ANN.public.label],
            "origin": checkpoint(log).origin,
            "events": 2,
            "head": head,
        }
    assert sorted(indices) == [0, 1, 2, 3, 4]


@pytest.mark.usefixtures("sealed")
def test_a_match_that_goes_on_and_every_copy_of_it_stay_in_the_round(
    run: Typed, logs: Sequence[Path]
) -> None:
    with Recorder.open(logs[0]) as recorder:
        recorder.append({"kind": "noted", "text": "after the round"})
    copy = logs[0].with_name("copy.dcglog")
    redact(logs[0], "p1", copy)
    for log in (logs[0], copy):
        assert run("round", "check", f"{logs[0]}.proof", log, *SIGNED)[0] == 0
    assert run("round", "prove", "r3", copy, "-o", "again")[0] == 0
    assert (copy.parent / "again").read_bytes() == Path(f"{logs[0]}.proof").read_bytes()


@pytest.mark.usefixtures("sealed")
def test_another_log_is_not_the_match_of_the_proof(
    run: Typed, logs: Sequence[Path], log: Path
) -> None:
    rewritten = logs[0].with_name("rewritten.dcglog")
    lines = logs[0].read_bytes().splitlines(keepends=True)
    rewritten.write_bytes(b"".join(lines[: [x[:9] for x in lines].index(b'["commit"') + 1]))
    short = rewritten.with_name("short.dcglog")
    short.write_bytes(rewritten.read_bytes())
    with Recorder.open(rewritten) as recorder:
        recorder.append({"kind": "noted", "text": "something else"})
    for other in (log, logs[1], rewritten, short):
        code, _, err = run("round", "check", f"{logs[0]}.proof", other, *SIGNED)
        assert code == 3
        assert "it is not the match that the proof is of" in err
        if other != logs[1]:
            code, _, err = run("round", "prove", "r3", other, "-o", "no.proof")
            assert code == 2
            assert "no checkpoint of it is among the matches of the round" in err
    assert run("round", "check", f"{logs[0]}.proof", "--head", "0" * 64, *SIGNED)[0] == 3


@pytest.mark.usefixtures("sealed")
def test_whom_to_trust_has_to_be_said(run: Typed, logs: Sequence[Path]) -> None:
    proof = f"{logs[0]}.proof"
    code, _, err = run("round", "check", proof, logs[0])
    assert code == 2
    assert "there is nothing to check the proof against" in err
    for signer in (BEN, EVE):
        code, _, err = run("round", "check", proof, logs[0], "--signer", signer.public)
        assert code == 3
        assert "no signature over the round is by a signer who is trusted" in err
    code, _, err = run("round", "check", proof, logs[0], "--root", encode64(bytes(32)))
    assert code == 3
    assert "another root than the one that was published" in err
    for options in ((logs[0], "--head", "0" * 64), ()):
        assert run("round", "check", proof, *options, *SIGNED)[0] == 2
    assert run("round", "check", proof, logs[0], "--root", "no base64")[0] == 2


def test_a_round_names_each_match_once(run: Typed, keys: Path, log: Path) -> None:
    copy = keys / "copy.dcglog"
    copy.write_bytes(log.read_bytes())
    other = write_small_log(keys / "other.dcglog", salt=500)
    name = ("--name", "r", "--key", "ann.key", "-o", "r")
    code, out, _ = run("round", "seal", log, copy, *name)
    assert (code, out.split()[1]) == (0, "1")
    for path in ("r", "r.leaves"):
        (keys / path).unlink()
    code, _, err = run("round", "seal", log, other, *name)
    assert code == 2
    assert "is given with two heads after 6 events; give one log of each match" in err
    with Recorder.open(copy) as recorder:
        recorder.append({"kind": "noted", "text": "x"})
    code, _, err = run("round", "seal", log, copy, *name)
    assert code == 2
    assert "is given with 6 events and with 7" in err
    assert not (keys / "r").exists()


@pytest.mark.usefixtures("sealed")
def test_nothing_is_written_over_and_no_damaged_log_sealed(
    run: Typed, keys: Path, logs: Sequence[Path]
) -> None:
    options = ("--name", "again", "--key", "ann.key", "-o")
    before = {path: path.read_bytes() for path in keys.iterdir()}
    assert run("round", "seal", logs[0], *options, "r3")[0] == 2
    (keys / "r4").write_text("mine")
    before[keys / "r4"] = b"mine"
    assert run("round", "seal", logs[0], *options, "r4")[0] == 2
    assert {path: path.read_bytes() for path in keys.iterdir()} == before
    logs[0].write_bytes(logs[0].read_bytes() + b"x")
    assert run("round", "seal", "table-*.dcglog", *options, "r5")[0] == 3
    assert not (keys / "r5").exists()
    for name in ("", " ", "a\nb", "x" * 201):
        assert run("round", "seal", logs[1], "--name", name, *options[2:], "r5")[0] == 2


@pytest.mark.parametrize("count", range(1, 65))
def test_every_match_of_a_round_of_any_size_is_proven(count: int) -> None:
    matches = some_matches(count)
    sealed = seal_round(reversed(matches), "round", [ANN])
    assert read_round(sealed.note, sealed.leaves(), "test") == sealed
    for match in matches[:: max(1, count // 8)]:
        content = prove_in_round(sealed, [match], "test").to_bytes()
        proof = RoundProof.parse(content, "test")
        assert proof.match == match
        assert proof.to_bytes() == content
        top, by = proof.checked("test", signers=TRUSTED)
        assert (top.count, by) == (count, (ANN.public.label,))


def test_the_leaves_have_to_be_those_of_the_sealed_round() -> None:
    sealed = seal_round(some_matches(5), "round", [ANN])
    texts = [match.text for match in sealed.matches]
    others = [texts[:4], texts[::-1], [*texts, texts[4]], [*texts[:4], texts[4] + "more\n"], []]
    contents = ["\n".join(other).encode() for other in others]
    contents += [sealed.leaves() + b"\n", sealed.leaves()[:-1], b"\xff" + sealed.leaves()]
    for content in contents:
        with pytest.raises(SealError):
            read_round(sealed.note, content, "test")
    for leaves in (texts[::-1], [*texts, texts[4]]):
        root = root_of([leaf_hash(leaf.encode()) for leaf in leaves])
        signed = sign(Checkpoint(round_origin("round"), len(leaves), root).text, [ANN])
        with pytest.raises(SealError):
            read_round(signed, "\n".join(leaves).encode(), "test")
    wrong = sign(Checkpoint(round_origin("round"), 6, bytes(32)).text, [ANN])
    with pytest.raises(SealError):
        read_round(wrong, sealed.leaves(), "test")


PROVEN = prove_in_round(seal_round(some_matches(6), "round", [ANN]), some_matches(6)[2:3], "test")


@given(st.integers(0, len(PROVEN.to_bytes()) - 1), st.integers(1, 255))
def test_no_changed_byte_of_a_proof_proves_anything_else(place: int, change: int) -> None:
    changed = bytearray(PROVEN.to_bytes())
    changed[place] ^= change
    try:
        proof = RoundProof.parse(bytes(changed), "test")
        proof.checked("test", signers=TRUSTED)
    except DcgEventsError:
        return
    raise AssertionError("a changed proof holds")


def test_one_forged_signature_over_a_round_spoils_it() -> None:
    forged = Signature(BEN.name, BEN.public.key_id, bytes(64))
    note = Note(PROVEN.note.text, (*PROVEN.note.signatures, forged))
    proof = RoundProof(PROVEN.index, PROVEN.path, PROVEN.match, note)
    assert proof.checked("test", signers=[ANN.public])
    with pytest.raises(SealError, match="altered or forged"):
        proof.checked("test", signers=TRUSTED)


def test_a_signed_match_is_no_round_and_a_signed_round_no_match() -> None:
    """Origins keep them apart: nobody can pass the one off as the other."""
    alone = Checkpoint(match_origin(b"x"), 1, bytes(32))
    as_round = Round(sign(alone.text, [ANN]), (alone,))
    with pytest.raises(SealError, match="not a match in a round"):
        prove_in_round(as_round, [alone], "test").checked("test", signers=TRUSTED)
    inner = seal_round([alone], "inner", [ANN])
    outer = seal_round([Checkpoint.parse(inner.note.text, "test")], "outer", [ANN])
    with pytest.raises(SealError, match="not a match in a round"):
        prove_in_round(outer, outer.matches, "test").checked("test", signers=TRUSTED)
    assert not round_origin("x").startswith(match_origin(b"")[:18])
    for bad in ([], [match for match in some_matches(2) for _ in (0, 1)]):
        if bad:
            assert len(seal_round(bad, "r", [ANN]).matches) == 2
        else:
            with pytest.raises(UsageError, match="no match"):
                seal_round(bad, "r", [ANN])
