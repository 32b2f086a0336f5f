"""Notes are read in one form to the byte, and as other programs of the specification write them."""

import base64
from contextlib import suppress
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events.errors import DcgEventsError, SealError
from dcg_events.seals.checkpoints import Checkpoint, match_origin
from dcg_events.seals.codes import as_code, code_of
from dcg_events.seals.keys import PublicKey
from dcg_events.seals.notes import (
    MAX_NOTES,
    MAX_SIGNATURES,
    Note,
    Signature,
    merged,
    read_note,
    read_notes,
    write_notes,
)
from dcg_events.seals.roundproof import RoundProof
from dcg_events.seals.rounds import read_round
from dcg_events.seals.signing import read_private, sign, signers_of
from tests.seals.conftest import ANN, BEN, EVE, TRUSTED

GO_PUBLIC: Final = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
GO_PRIVATE: Final = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
GO_NOTE: Final = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpR"
    "Zb6KE6RyyBwJnAM=\n"
)
"""The example of golang.org/x/mod/sumdb/note, which the specification was written after."""

TEXT: Final = Checkpoint(match_origin(b"{}"), 7, bytes(range(32))).text
GOOD: Final = sign(TEXT, [ANN, BEN]).to_bytes()


def test_the_example_of_another_implementation() -> None:
    key = read_private(GO_PRIVATE, "test")
    assert str(key.public) == GO_PUBLIC
    assert key.reveal() == GO_PRIVATE
    note = read_note(GO_NOTE.encode(), "test")
    assert signers_of(note, [PublicKey.parse(GO_PUBLIC, "test")]).trusted == (key.public,)
    assert sign(note.text, [key]) == note
    assert str(note) == GO_NOTE


def test_the_checkpoint_of_a_match_is_three_lines() -> None:
    note = read_note(GOOD, "test")
    assert note.text == (
        "dcg-events/match/ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356\n"
        "7\n"
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n"
    )
    assert Checkpoint.parse(note.text, "test").text == note.text
    assert note.to_bytes() == GOOD


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\n\n",
        TEXT.encode(),
        TEXT.encode() + b"\n",
        TEXT.encode() + b"\n\n",
        GOOD[:-1],
        GOOD + b"\n",
        GOOD + b" ",
        GOOD + b"x\n",
        b"\n" + GOOD,
        GOOD.replace(b"\n", b"\r\n"),
        GOOD.replace(b"\n7\n", b"\n7\t\n"),
        GOOD.replace(b"\n7\n", b"\n7\x00\n"),
        GOOD + b"\xff\n",
        GOOD.replace("—".encode(), b"-"),
        GOOD.replace("— ben".encode(), "—  ben".encode()),
        GOOD.replace("— ben".encode(), "— b+n".encode()),
        GOOD.replace("— ben".encode(), "— b\u00a0n".encode()),
        GOOD.replace("— ben".encode(), "— b\u2028n".encode()),
        GOOD.replace("— ben".encode(), "— ".encode()),
        GOOD.replace(b"=\n", b"\n"),
        GOOD.replace(b"=\n", b"==\n"),
        GOOD[:-1] + b" \n",
        TEXT.encode() + "\n— ben AAAA\n".encode(),
        TEXT.encode() + "\n— ben AAAAAA==\n".encode(),
        TEXT.encode() + b"\n" + "— ben AAAAAAA=\n".encode() * (MAX_SIGNATURES + 1),
        b"x" * (MAX_NOTES + 1),
    ],
)
def test_what_is_no_note_to_the_byte_is_refused(content: bytes) -> None:
    with pytest.raises(SealError):
        read_notes(content, "test")


def test_base64_with_other_rest_bits_is_another_text_for_the_same_bytes() -> None:
    """Nobody can make a second form of a note: the bits behind the last byte have to be zero."""
    line = next(text for text in GOOD.decode().split("\n") if text.startswith("— ben"))
    assert line.endswith("=")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for step in (1, 2, 3):
        other = line[:-2] + letters[letters.index(line[-2]) + step] + "="
        assert base64.b64decode(other.split()[-1]) == base64.b64decode(line.split()[-1])
        with pytest.raises(SealError, match="canonical"):
            read_notes(GOOD.replace(line.encode(), other.encode()), "test")


@pytest.mark.parametrize(
    "text",
    [
        "a\n7\n",
        "a\n7\n\n",
        "a\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "a\n07\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "a\n+7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "a\n-7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "a\n٧\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "a\n1e3\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "a\n99999999999999999\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "a\n7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=\n",
        "a\n7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHg==\n",
        "a\n7\n!\n",
        "\n7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "a\n7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(SealError):
        Checkpoint.parse(text, "test")


def test_further_lines_of_a_checkpoint_are_signed_and_say_nothing() -> None:
    note = sign(TEXT + "of somebody else\n", [ANN])
    assert Checkpoint.parse(note.text, "test").text == TEXT
    assert signers_of(note, TRUSTED).trusted == (ANN.public,)
    assert signers_of(Note(TEXT, note.signatures), TRUSTED).forged == (ANN.public,)


def test_notes_of_one_text_come_together_and_others_stay() -> None:
    other = sign(TEXT.replace("\n7\n", "\n8\n"), [ANN])
    notes = [sign(TEXT, [ANN]), other, sign(TEXT, [BEN]), sign(TEXT, [ANN])]
    together = merged(notes)
    assert together == [sign(TEXT, [ANN, BEN]), other]
    content = write_notes(together)
    assert read_notes(content, "test") == together
    assert content == GOOD + b"\n" + other.to_bytes()
    with pytest.raises(SealError, match="holds 2 notes"):
        read_note(content, "test")


def test_unknown_signers_and_signature_types_are_passed_over() -> None:
    others = (
        Signature("cosigner.example", b"\x00\x01\x02\x03", b"\x00" * 72),
        Signature(ANN.name, b"\x09\x09\x09\x09", b"x"),
        Signature("somebody", ANN.public.key_id, b"y" * 64),
        Signature("post-quantum.example", b"pqpq", b"z" * 5000),
    )
    note = Note(TEXT, (*others, *sign(TEXT, [ANN]).signatures))
    found = signers_of(read_note(note.to_bytes(), "test"), TRUSTED)
    assert found.trusted == (ANN.public,)
    assert found.forged == ()
    assert len(found.unknown) == 4


def test_one_signature_that_fails_under_a_trusted_name_spoils_the_note() -> None:
    (signature,) = sign(TEXT, [BEN]).signatures
    for value in (b"\x00" * 64, signature.value[:-1], signature.value + b"\x00", b"x"):
        bad = Signature(BEN.name, BEN.public.key_id, value)
        for order in ((signature, bad), (bad, signature)):
            found = signers_of(Note(TEXT, order), TRUSTED)
            assert found.forged == (BEN.public,)
    assert signers_of(sign(TEXT, [EVE]), TRUSTED).trusted == ()


def test_sixteen_signatures_of_five_kilobytes_are_accepted() -> None:
    many = tuple(Signature(f"k{n}", b"abcd", bytes(5000)) for n in range(16))
    assert read_note(Note(TEXT, many).to_bytes(), "test").signatures == many


def test_codes_are_read_as_people_write_them() -> None:
    code = code_of(TEXT)
    assert as_code(code) == code
    assert as_code(code.lower().replace("-", " ").replace("0", "o").replace("1", "l")) == code
    for wrong in ("", "7KQ2", "7KQ2-M9XA1", "7KQ2-M9XU", "7KQ2-M9Xä"):
        with pytest.raises(DcgEventsError):
            as_code(wrong)


def test_a_code_changes_with_match_count_and_head() -> None:
    head = bytes(32)
    of = {code_of(Checkpoint(*parts).text) for parts in (("a", 1, head), ("b", 1, head))}
    of |= {code_of(Checkpoint("a", 2, head).text), code_of(Checkpoint("a", 1, b"1" * 32).text)}
    assert len(of) == 4


PIECES: Final = st.sampled_from(
    [
        *(b"\n", b"\n\n", "— ".encode(), b"ben ", b"7\n", b"a\n", b"=", b"\xff", b" ", b"+"),
        *(TEXT.encode(), GOOD, b"c2sp.org/tlog-proof@v1\n", b"extra ", b"index 0\n", b"AAAA"),
    ]
)
NEAR: Final = st.one_of(st.binary(max_size=200), st.lists(PIECES, max_size=12).map(b"".join))


@given(NEAR)
def test_any_bytes_are_notes_or_a_clean_error(content: bytes) -> None:
    try:
        notes = read_notes(content, "test")
    except DcgEventsError:
        return
    assert write_notes(notes) == content


@given(st.integers(0, len(GOOD) - 1), st.integers(1, 255))
def test_no_note_with_a_changed_byte_is_signed_by_both(place: int, change: int) -> None:
    changed = bytearray(GOOD)
    changed[place] ^= change
    try:
        note = read_note(bytes(changed), "test")
    except DcgEventsError:
        return
    found = signers_of(note, TRUSTED)
    assert found.forged or len(found.trusted) < 2


@given(NEAR)
def test_any_bytes_are_keys_proofs_and_rounds_or_a_clean_error(content: bytes) -> None:
    line = content.decode("utf-8", "replace")
    note = read_note(GOOD, "test")
    for read in (
        lambda: PublicKey.parse(line, "test"),
        lambda: read_private("PRIVATE+KEY+" + line, "test"),
        lambda: Checkpoint.parse(line, "test"),
        lambda: RoundProof.parse(content, "test"),
        lambda: RoundProof.parse(b"c2sp.org/tlog-proof@v1\nextra " + content, "test"),
        lambda: read_round(note, content, "test"),
        lambda: as_code(line),
    ):
        with suppress(DcgEventsError):
            read()
