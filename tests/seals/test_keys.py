"""Keys: their forms, who may read them, and tricks with names and ids."""

import os
import resource
from hashlib import sha256
from pathlib import Path

import pytest

from dcg_events.errors import LogError, UsageError
from dcg_events.seals import ed25519
from dcg_events.seals.keyfiles import read_key, read_signers, write_key
from dcg_events.seals.keys import ED25519, WEAK_KEYS, PublicKey
from dcg_events.seals.notes import Note, Signature, encode64
from dcg_events.seals.signing import new_key, read_private, sign, signers_of
from tests.crash.children import Child
from tests.seals.conftest import ANN, BEN, key_called
from tests.typing_commands import Typed


def test_keygen_makes_a_key_for_its_owner_alone(run: Typed, tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        code, out, err = run("keygen", "judge.example/ann", "-o", "ann.key")
    finally:
        os.umask(old)
    assert (code, err) == (0, "")
    assert (tmp_path / "ann.key").stat().st_mode & 0o777 == 0o600
    public = (tmp_path / "ann.key.pub").read_text()
    assert out == public
    assert (tmp_path / "ann.key.pub").stat().st_mode & 0o022 == 0
    key = read_key(tmp_path / "ann.key")
    assert f"{key.public}\n" == public
    assert key.reveal() not in out + repr(key)
    assert str(key.seed) not in repr(key)


def test_keygen_makes_another_key_each_time() -> None:
    assert new_key("a").seed != new_key("a").seed


@pytest.mark.parametrize("there", ["ann.key", "ann.key.pub"])
def test_keygen_overwrites_nothing_and_leaves_nothing(
    run: Typed, tmp_path: Path, there: str
) -> None:
    (tmp_path / there).write_text("mine")
    code, _, err = run("keygen", "ann", "-o", "ann.key")
    assert code == 2
    assert "exists already" in err
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "mine"


@pytest.mark.parametrize("name", ["", "Ann Lee", "a+b", "a\u00a0b", "a\u202eb", "a\nb", "x" * 201])
def test_names_that_cannot_be_told_apart_are_refused(run: Typed, tmp_path: Path, name: str) -> None:
    code, _, err = run("keygen", name, "-o", "ann.key")
    assert code == 2
    assert "a key's name has no spaces" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o620, 0o604, 0o602, 0o666])
def test_a_key_that_others_could_read_or_change_is_refused(
    run: Typed, keys: Path, log: Path, mode: int
) -> None:
    (keys / "ann.key").chmod(mode)
    code, _, err = run("seal", log, "--key", "ann.key")
    assert code == 2
    assert "others than its owner; make a new key, or `chmod 600 ann.key`" in err
    assert not (keys / "match.dcglog.seals").exists()


def test_what_is_no_private_key_is_refused_and_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.key"
    secret = ANN.reveal()
    for line in (
        secret[:-4],
        secret.replace("PRIVATE", "PUBLIC"),
        secret.replace(ANN.public.key_id.hex(), "00000000"),
        secret.replace("+AS", "+BS") if "+AS" in secret else secret.replace("+A", "+B"),
        secret + "\n\n",
        str(ANN.public),
        "",
    ):
        path.unlink(missing_ok=True)
        path.touch(0o600)
        path.write_text(line + "\n")
        with pytest.raises(UsageError) as refused:
            read_key(path)
        assert secret[-20:-4] not in str(refused.value)


def test_a_public_key_is_read_in_one_form() -> None:
    line = str(ANN.public)
    assert PublicKey.parse(line, "test") == ANN.public
    other_type = encode64(b"\x02" + ANN.public.key)
    for wrong in (
        line + " ",
        line.replace(ANN.public.key_id.hex(), ANN.public.key_id.hex().upper()),
        line.replace(ANN.public.key_id.hex(), "00000000"),
        line.replace("ann", "anna"),
        f"{ANN.public.label}+{other_type}",
        f"{ANN.public.label}+{encode64(ED25519 + ANN.public.key[:-1])}",
        ANN.public.label,
    ):
        with pytest.raises(UsageError):
            PublicKey.parse(wrong, "test")


@pytest.mark.parametrize("key", sorted(WEAK_KEYS))
def test_weak_keys_are_refused(key: bytes) -> None:
    with pytest.raises(UsageError, match="weak"):
        PublicKey.parse(str(PublicKey("ann", key)), "test")


def test_weak_keys_are_weak() -> None:
    """One signature holds for one text in eight at least: nobody could be held to any."""
    signature = b"\x01" + bytes(63)
    texts = [b"%d" % number for number in range(200)]
    weak = {key for key in WEAK_KEYS if any(ed25519.holds(key, signature, text) for text in texts)}
    assert len(weak) >= 8, "the library accepts them, so we have to refuse them"
    assert not any(ed25519.holds(ANN.public.key, signature, text) for text in texts)


def test_another_key_with_the_same_name_and_id_signs_nothing() -> None:
    """Ids have 32 bits: here one is simply taken; the signature is what counts."""
    text = "a\n1\n"
    (by_ben,) = sign(text, [BEN]).signatures
    posing = Note(text, (Signature(ANN.name, ANN.public.key_id, by_ben.value),))
    found = signers_of(posing, [ANN.public])
    assert (found.trusted, found.forged) == ((), (ANN.public,))


def test_two_trusted_keys_of_one_name_and_id_are_refused() -> None:
    """A collision of 32 bits, found in a second or two by whoever wants one; here by class."""

    class Colliding(PublicKey):
        @property
        def key_id(self) -> bytes:
            return b"same"

    keys = [Colliding("ann", ANN.public.key), Colliding("ann", BEN.public.key)]
    with pytest.raises(UsageError, match="same name and id"):
        signers_of(sign("a\n1\n", [ANN]), keys)


def test_two_keys_of_one_name_are_told_apart_by_their_ids() -> None:
    one, other = key_called("judge"), read_private(_of_seed("judge", b"other"), "test")
    note = sign("a\n1\n", [one])
    found = signers_of(note, [one.public, other.public])
    assert found.trusted == (one.public,)
    assert one.public.label != other.public.label
    assert signers_of(note, [other.public]).unknown == (one.public.label,)


def _of_seed(name: str, seed: bytes) -> str:
    value = sha256(seed).digest()
    public = PublicKey(name, ed25519.public_of(value))
    return f"PRIVATE+KEY+{public.label}+{encode64(ED25519 + value)}"


def test_signers_are_given_by_line_or_in_files(tmp_path: Path) -> None:
    both = tmp_path / "keys"
    both.write_text(f"{ANN.public}\n\n  {BEN.public}\n")
    assert read_signers([str(ANN.public)]) == [ANN.public]
    assert read_signers([str(both), str(ANN.public)]) == [ANN.public, BEN.public]
    for wrong in ("nowhere", "a+b+c", str(tmp_path)):
        with pytest.raises(UsageError):
            read_signers([wrong])
    both.write_text(ANN.reveal())
    with pytest.raises(UsageError) as refused:
        read_signers([str(both)])
    assert "PRIVATE" not in str(refused.value)


def test_a_key_cannot_be_written_where_there_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        write_key(tmp_path / "no" / "ann.key", ANN)


@pytest.mark.parametrize("most", [0, 20, 60])
def test_no_half_key_is_left_where_there_is_no_room(most: int, tmp_path: Path) -> None:
    def write(pipe: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        with pytest.raises(LogError):
            write_key(tmp_path / "ann.key", ANN)
        os.write(pipe, b"refused")

    assert Child(write).read() == "refused"
    assert list(tmp_path.iterdir()) == []
