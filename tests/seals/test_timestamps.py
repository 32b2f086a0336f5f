"""Timestamps of seals, by an authority of our own: nothing goes over a network."""

import json
import re
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events.errors import DcgEventsError, SealError
from dcg_events.seals.notefile import notes_beside
from dcg_events.seals.notes import Note
from dcg_events.seals.sealing import seal
from dcg_events.seals.timestamps import MAX_RESPONSE, timestamp_of
from tests.seals.authority import Authority
from tests.seals.conftest import ANN, BEN
from tests.typing_commands import Typed

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl answers the requests")

NOTES = "match.dcglog.seals"
VERIFY = ("verify", "match.dcglog", "--seal", NOTES, "--signer", str(ANN.public))


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("tsa") / "tsa")


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """Another authority, whose certificates have the same names."""
    return Authority(tmp_path_factory.mktemp("stranger") / "tsa")


def request(run: Typed, *options: object) -> Path:
    code, out, err = run("timestamp", NOTES, "--request", "final.tsq", *options)
    assert (code, err) == (0, "")
    assert out == "final.tsq: send it to a time-stamping authority\n"
    return Path("final.tsq")


def hand_in(run: Typed, roots: Path, *options: object) -> tuple[int, str, str]:
    return run("timestamp", NOTES, "--response", "final.tsr", "--timestamp-roots", roots, *options)


def test_a_seal_is_stamped_and_verify_says_when(
    run: Typed, log: Path, authority: Authority
) -> None:
    seal(log, [ANN], at=3)
    seal(log, [ANN])
    authority.answer(request(run), Path("final.tsr"))
    code, out, err = hand_in(run, authority.roots)
    assert (code, err) == (0, "")
    assert out == f"{NOTES}.6.tsr: the timestamp holds, and is kept\n"
    seal(log, [BEN])  # more signatures leave the timestamp as it is
    code, out, err = run(*VERIFY, "--timestamp-roots", authority.roots)
    assert (code, err) == (0, "")
    found = re.search(r"the seal of 6 events existed on (\S+Z)\n", out)
    assert found
    stamped = datetime.strptime(found[1], "%Y-%m-%dT%H:%M:%S%z")
    assert abs(stamped - datetime.now(UTC)) < timedelta(minutes=5)
    told = json.loads(run(*VERIFY, "--timestamp-roots", authority.roots, "--json")[1])
    assert [one["stamped"] for one in told["seals"]["seals"]] == [[], [found[1]]]
    assert "existed on" not in run(*VERIFY)[1], "it is verified, or not told"


def test_an_earlier_seal_is_stamped_and_each_response_kept(
    run: Typed, log: Path, authority: Authority
) -> None:
    seal(log, [ANN], at=3)
    seal(log, [ANN])
    authority.answer(request(run, "--at", 3), Path("final.tsr"))
    assert hand_in(run, authority.roots)[0] == 3, "it is not of the latest"
    for name in (f"{NOTES}.4.tsr", f"{NOTES}.4-2.tsr", f"{NOTES}.4-3.tsr"):
        assert hand_in(run, authority.roots, "--at", 3)[1].startswith(f"{name}: ")
    log.with_name(f"{NOTES}.41.tsr").write_bytes(b"of another seal")
    code, out, _ = run(*VERIFY, "--timestamp-roots", authority.roots)
    assert code == 0
    assert out.count("the seal of 4 events existed on") == 3
    assert run("timestamp", NOTES, "--at", 1, "--request", "x")[0] == 2


def test_a_timestamp_that_does_not_hold_is_found(
    run: Typed, log: Path, authority: Authority, stranger: Authority
) -> None:
    seal(log, [ANN])
    asked = request(run)
    authority.answer(asked, Path("good.tsr"))
    stranger.answer(asked, Path("strange.tsr"))
    asked.write_bytes(b"no request")
    authority.answer(asked, Path("refused.tsr"))
    good = Path("good.tsr").read_bytes()
    wrong = {
        "of a stranger": Path("strange.tsr").read_bytes(),
        "a refusal": Path("refused.tsr").read_bytes(),
        "cut": good[:-10],
        "flipped": good[:-30] + bytes([good[-30] ^ 1]) + good[-29:],
        "longer": good + b"x",
        "empty": b"",
        "huge": bytes(MAX_RESPONSE + 5),
    }
    for name, content in wrong.items():
        Path("final.tsr").write_bytes(content)
        code, out, err = hand_in(run, authority.roots)
        assert (code, out) == (3, ""), name
        assert err.startswith("dcg-events: final.tsr: ")
        assert list(log.parent.glob(f"{NOTES}.*")) == []
        log.with_name(f"{NOTES}.6.tsr").write_bytes(content)
        assert run(*VERIFY, "--timestamp-roots", authority.roots)[0] == 3, name
        log.with_name(f"{NOTES}.6.tsr").unlink()


def test_a_timestamp_of_another_seal_does_not_hold(
    log: Path, run: Typed, authority: Authority
) -> None:
    note = seal(log, [ANN])
    asked = request(run)
    authority.answer(asked, Path("final.tsr"))
    roots, response = authority.roots.read_bytes(), Path("final.tsr").read_bytes()
    assert timestamp_of(response, note, roots, "test")
    other = Note(note.text.replace("\n6\n", "\n7\n"), note.signatures)
    with pytest.raises(SealError, match="does not hold for this seal and these roots"):
        timestamp_of(response, other, roots, "test")


def test_an_authority_below_another_needs_what_lies_between(
    run: Typed, log: Path, tmp_path: Path
) -> None:
    lower = Authority(tmp_path / "lower", between=True)
    seal(log, [ANN])
    lower.answer(request(run), Path("final.tsr"))
    assert hand_in(run, lower.roots)[0] == 3
    all_of_them = tmp_path / "all.pem"
    all_of_them.write_bytes(lower.roots.read_bytes() + lower.between)
    assert hand_in(run, all_of_them)[0] == 0
    all_of_them.write_bytes(lower.between)
    code, _, err = hand_in(run, all_of_them)
    assert code == 2
    assert "none of its certificates is a root" in err
    assert hand_in(run, log)[0] == 2, "no certificates at all"


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--request", "a", "--response", "b"),
        ("--response", "match.dcglog"),
        ("--response", "-"),
    ],
)
def test_what_to_do_has_to_be_clear(run: Typed, log: Path, options: tuple[str, ...]) -> None:
    seal(log, [ANN])
    code, _, err = run("timestamp", NOTES, *options)
    assert code == 2
    assert "it is not clear what to do" in err
    assert notes_beside(log).exists()


@given(st.binary(max_size=300))
def test_any_bytes_are_a_clean_error(authority: Authority, content: bytes) -> None:
    note = Note("a\n1\n", ())
    with pytest.raises(DcgEventsError):
        timestamp_of(content, note, authority.roots.read_bytes(), "test")
    with pytest.raises(DcgEventsError):
        timestamp_of(content, note, content, "test")
