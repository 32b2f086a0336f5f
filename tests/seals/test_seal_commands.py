"""`seal`, `code` and `verify --seal` as a user types them."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dcg_events.seals.checkpoints import Checkpoint
from dcg_events.seals.codes import code_of
from dcg_events.seals.history import checkpoint, checkpoints
from dcg_events.seals.notefile import add_notes, notes_beside
from dcg_events.seals.notes import Note, Signature, write_notes
from dcg_events.seals.sealing import seal
from dcg_events.seals.signing import sign
from tests.log.small import write_small_log
from tests.seals.conftest import ANN, BEN, EVE
from tests.typing_commands import Typed

SEALED = ("--seal", "match.dcglog.seals", "--signer", str(ANN.public))


@pytest.mark.usefixtures("keys")
def test_a_log_is_sealed_and_verified(run: Typed, log: Path) -> None:
    code, out, err = run("seal", "match.dcglog", "--key", "ann.key", "--at", 3)
    assert (code, err) == (0, "")
    shown = code_of(checkpoint(log, 3).text)
    assert out == (
        f"match.dcglog.seals: sealed 4 events of match.dcglog by {ANN.public.label}, code {shown}\n"
    )
    code, out, err = run("verify", "match.dcglog", *SEALED)
    assert (code, err) == (0, "")
    assert out.splitlines()[1:] == [
        f"  sealed up to event 3 by {ANN.public.label}; events from 4 on are not sealed"
    ]


def test_several_keys_sign_at_once_and_signers_stand_in_a_file(
    run: Typed, keys: Path, log: Path
) -> None:
    code, out, _ = run("seal", log, "--key", "ann.key", "--key", "ben.key", "--json")
    told = json.loads(out)
    assert code == 0
    assert told.pop("code") == code_of(checkpoint(log).text)
    assert told == {
        "origin": checkpoint(log).origin,
        "events": 6,
        "head": checkpoint(log).head.hex(),
        "signers": [ANN.public.label, BEN.public.label],
        "notes": str(notes_beside(log)),
    }
    (keys / "all.pub").write_text(f"{ANN.public}\n{BEN.public}\n")
    code, out, _ = run("verify", log, "--seal", f"{log}.seals", "--signer", "all.pub")
    assert code == 0
    assert f"sealed up to event 5 by {ANN.public.label} and {BEN.public.label}\n" in out


def test_a_note_is_printed_or_put_elsewhere(run: Typed, keys: Path, log: Path) -> None:
    code, out, _ = run("seal", "-", "--key", "ann.key", "-o", "-", given=log.read_bytes())
    assert (code, out) == (0, str(sign(checkpoint(log).text, [ANN])))
    assert run("seal", log, "--key", "ann.key", "-o", "mine.note")[0] == 0
    assert (keys / "mine.note").read_text() == out
    assert not notes_beside(log).exists()
    code, _, err = run("seal", "-", "--key", "ann.key", given=log.read_bytes())
    assert code == 2
    assert "no file lies beside it; name one by -o" in err


def test_a_log_that_contradicts_a_seal_is_exit_code_3(run: Typed, keys: Path, log: Path) -> None:
    seal(log, [ANN])
    other = write_small_log(keys / "other.dcglog", salt=500)
    code, out, err = run("verify", "match.dcglog", other, *SEALED)
    by = ANN.public.label
    assert (code, err) == (3, "")
    assert out.splitlines() == [
        *run("verify", "match.dcglog", *SEALED)[1].splitlines(),
        *run("verify", other)[1].splitlines(),
        f"  seal: the log is not what {by} signed: its first 6 events have another head",
        "2 logs: 1 whole, 1 damaged",
    ]


@pytest.mark.usefixtures("keys")
def test_the_report_is_there_for_machines(run: Typed, log: Path) -> None:
    seal(log, [ANN, EVE], at=4)
    code, out, _ = run("verify", "match.dcglog", *SEALED, "--json")
    told = json.loads(out)
    assert code == 0
    assert told["whole"]
    assert told["seals"] == {
        "holds": True,
        "origin": checkpoint(log).origin,
        "events": 6,
        "sealed": 5,
        "signers": [ANN.public.label],
        "problems": [],
        "seals": [
            {
                "origin": checkpoint(log).origin,
                "events": 5,
                "head": checkpoint(log, 4).head.hex(),
                "fit": "holds",
                "signers": [ANN.public.label],
                "unknown": [EVE.public.label],
                "stamped": [],
            }
        ],
    }
    signer = ("--signer", str(BEN.public))
    code, out, _ = run("verify", log, "--seal", "match.dcglog.seals", *signer, "--json")
    told = json.loads(out)["seals"]
    assert (code, told["holds"], told["sealed"]) == (3, False, 0)
    assert told["problems"] == ["no signature is by a signer who is trusted"]
    assert told["seals"][0]["fit"] == "untrusted"


def test_notes_of_several_people_are_held_against_each_other(
    run: Typed, keys: Path, log: Path
) -> None:
    other = write_small_log(keys / "other.dcglog", salt=500)
    seal(log, [ANN])
    seal(other, [BEN])
    both = ("--seal", f"{log}.seals", "--seal", f"{other}.seals")
    signers = ("--signer", "ann.key.pub", "--signer", "ben.key.pub")
    code, out, _ = run("verify", log, *both, *signers)
    assert code == 3
    assert "seal: two histories of one match were signed: " in out
    code, out, _ = run("verify", log, *both, *signers[:2])
    assert code == 0
    assert f"  nothing follows from signatures by {BEN.public.label}: they are not trusted\n" in out


@pytest.mark.usefixtures("keys")
def test_a_damaged_log_is_reported_with_what_is_sealed_of_it(run: Typed, log: Path) -> None:
    seal(log, [ANN], at=3)
    log.write_bytes(log.read_bytes().replace(b'"kind":"noted"', b'"kind":"noteb"'))
    code, out, _ = run("verify", "match.dcglog", *SEALED)
    assert code == 3
    assert "does not match its commit" in out
    assert f"sealed up to event 3 by {ANN.public.label}; events from 4 on are not sealed" in out


def test_without_a_name_the_notes_beside_each_log_are_taken(
    run: Typed, keys: Path, log: Path
) -> None:
    other = write_small_log(keys / "other.dcglog", salt=500)
    seal(log, [ANN])
    seal(other, [ANN, BEN], at=3)
    code, out, err = run("verify", log, other, "--signer", ANN.public)
    assert (code, err) == (0, "")
    assert out.count("  sealed up to event ") == 2
    notes_beside(other).unlink()
    code, out, _ = run("verify", log, other, "--signer", ANN.public)
    assert code == 3
    assert "other.dcglog.seals: there is no such file" in out
    assert run("verify", other, "--signer", ANN.public)[0] == 2


def test_a_file_full_of_notes_does_not_fill_the_screen(run: Typed, keys: Path, log: Path) -> None:
    reached = checkpoint(log)
    wrong = [sign(Checkpoint(reached.origin, n, bytes(32)).text, [ANN]) for n in range(1, 40)]
    unknown = tuple(Signature(f"nobody-{n}", b"abcd", b"x") for n in range(99))
    add_notes(keys / "match.dcglog.seals", [*wrong, Note(reached.text, unknown)])
    code, out, _ = run("verify", "match.dcglog", *SEALED)
    assert code == 3
    assert len(out.splitlines()) == 13
    assert "  seal: and 29 more\n" in out
    assert " and 89 others: they are not trusted\n" in out


def test_what_a_crash_left_of_a_note_is_said(run: Typed, keys: Path, log: Path) -> None:
    seal(log, [ANN])
    with (keys / "match.dcglog.seals").open("ab") as file:
        file.write(b"\ndcg-ev")
    code, out, err = run("verify", "match.dcglog", *SEALED)
    assert code == 0
    assert "  sealed up to event 5 by" in out
    assert err == "match.dcglog.seals: the last 7 bytes are no whole note and are left out\n"


@pytest.mark.parametrize(
    "options",
    [
        ("--timestamp-roots", "ann.key"),
        ("--seal", "match.dcglog.seals"),
        ("--seal", "nowhere", "--signer", str(ANN.public)),
        ("--seal", "match.dcglog.seals", "--signer", "nowhere"),
        ("--seal", "match.dcglog.seals", "--signer", "ann+00000000+AAAA"),
    ],
)
@pytest.mark.usefixtures("keys")
def test_options_that_make_no_sense_are_usage_errors(
    run: Typed, log: Path, options: tuple[str, ...]
) -> None:
    seal(log, [ANN])
    code, out, _ = run("verify", "match.dcglog", *options)
    assert (code, out) == (2, "")


@pytest.mark.usefixtures("keys")
def test_names_in_a_note_cannot_command_a_terminal(run: Typed, log: Path) -> None:
    note = sign(checkpoint(log).text, [ANN])
    content = write_notes([note]).replace(b"judge.example", "\x9b2Jx\u202e".encode())
    notes_beside(log).write_bytes(write_notes([note]) + content.split(b"\n\n")[1])
    code, out, _ = run("verify", "match.dcglog", *SEALED)
    assert code == 0
    assert "\x9b" not in out
    assert "\u202e" not in out


def test_both_screens_show_one_code(run: Typed, log: Path) -> None:
    code, out, err = run("code", log)
    assert (code, err) == (0, "")
    assert out == f"{code_of(checkpoint(log).text)} after 6 events\n"
    assert run("code", "-", given=log.read_bytes())[1] == out
    for reached in checkpoints(log):
        shown = code_of(reached.text)
        at = ("--at", reached.count - 1)
        assert run("code", log, *at)[1] == f"{shown} after {reached.count} events\n"
        typed = shown.lower().replace("-", "")
        assert run("code", log, "--find", typed)[1] == f"{shown} after {reached.count} events\n"
    assert json.loads(run("code", log, "--json")[1])["events"] == 6


def test_a_code_that_the_log_never_had(run: Typed, keys: Path, log: Path) -> None:
    other = write_small_log(keys / "other.dcglog", salt=500)
    shown = code_of(checkpoint(other).text)
    code, out, err = run("code", "match.dcglog", "--find", shown)
    assert (code, out) == (3, "")
    assert f"match.dcglog: it never had the code {shown} after a commit" in err
    assert run("code", log, "--find", "what")[0] == 2
    assert run("code", log, "--find", shown, "--at", 3)[0] == 2


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [
        (("keygen", "ann", "-o", "new.key"), ("ed25519", "seals")),
        (("seal", "match.dcglog", "--key", "ann.key"), ("ed25519", "seals")),
        (("verify", "match.dcglog", *SEALED), ("ed25519", "seals")),
        (("timestamp", "match.dcglog.seals", "--request", "q"), ("rfc3161", "timestamps")),
    ],
)
@pytest.mark.usefixtures("keys")
def test_a_missing_extra_is_named(
    run: Typed,
    log: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    missing: tuple[str, str],
) -> None:
    module, extra = missing
    seal(log, [ANN])
    package = importlib.import_module("dcg_events.seals")
    monkeypatch.delattr(package, module, raising=False)
    monkeypatch.delitem(sys.modules, f"dcg_events.seals.{module}", raising=False)
    for package_name in ("cryptography", "rfc3161_client"):
        for name in [name for name in sys.modules if name.split(".")[0] == package_name]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, package_name, None)
    code, _, err = run(*arguments)
    assert code == 2
    assert f"is not installed; pip install 'dcg-events[{extra}]'" in err


def test_what_needs_no_cryptography_runs_without(
    run: Typed, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    monkeypatch.setitem(sys.modules, "dcg_events.seals.ed25519", None)
    assert run("code", log)[0] == 0
    assert run("verify", log)[0] == 0


@pytest.mark.usefixtures("keys")
def test_a_printed_note_is_a_note_on_any_terminal(tmp_path: Path, log: Path) -> None:
    command = [sys.executable, "-m", "dcg_events", "seal", str(log), "--key", "ann.key", "-o", "-"]
    done = subprocess.run(  # noqa: S603 - our own command
        command,
        capture_output=True,
        check=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
    )
    assert done.stdout == seal(log, [ANN]).to_bytes()


@pytest.mark.usefixtures("keys")
def test_what_lies_beside_a_log_and_is_no_file_is_not_waited_for(run: Typed, log: Path) -> None:
    os.mkfifo(notes_beside(log))
    code, _, err = run("verify", log, "--signer", ANN.public)
    assert (code, err.count("this is no file")) == (2, 1)
