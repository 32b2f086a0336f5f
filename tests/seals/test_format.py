"""`schemas/SEALS.md` is enough: its examples, checked by a reader written from it alone."""

import re
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from dcg_events.seals import codes
from dcg_events.seals.checking import check_seals
from dcg_events.seals.history import checkpoint
from dcg_events.seals.keys import PublicKey
from dcg_events.seals.notes import read_note
from dcg_events.seals.rounds import prove_in_round, seal_round
from tests.seals.conftest import ANN

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "schemas" / "SEALS.md").read_text("utf-8")
LOG: Final = ROOT / "examples" / "aegis-014-bt19.dcglog"
OTHER: Final = ROOT / "examples" / "aegis-019-bt24.dcglog"
KEY: Final = next(re.finditer(r"    (judge\.example/ann\+\S+)\n", PAGE))[1]
TEXT: Final = "".join(
    line + "\n"
    for line in next(re.finditer(r"(    dcg-events/match/.*\n.*\n.*\n)", PAGE))[1].split()
)
SIGNED: Final = next(re.finditer(r"    (— .*\n)", PAGE))[1]


def text_of(log: Path) -> str:
    records = [line for line in log.read_bytes().splitlines(keepends=True) if line[:1] == b"{"]
    origin = "dcg-events/match/" + sha256(records[0]).hexdigest()
    head = sha256(b"".join(records)).digest()
    return f"{origin}\n{len(records)}\n{b64encode(head).decode()}\n"


def code_of(text: str) -> str:
    letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    bits = f"{int.from_bytes(sha256(text.encode()).digest(), 'big'):0256b}"[:40]
    code = "".join(letters[int(bits[place : place + 5], 2)] for place in range(0, 40, 5))
    return f"{code[:4]}-{code[4:]}"


def merkle(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    left = 1
    while 2 * left < len(leaves):
        left *= 2
    return sha256(b"\x01" + merkle(leaves[:left]) + merkle(leaves[left:])).digest()


@pytest.mark.parametrize("log", [LOG, OTHER])
def test_a_checkpoint_by_the_page(log: Path) -> None:
    assert checkpoint(log).text == text_of(log)
    assert codes.code_of(text_of(log)) == code_of(text_of(log))
    if log == LOG:
        assert text_of(log) == TEXT


def test_a_signature_by_the_page() -> None:
    name, key_id, material = KEY.split("+", 2)
    public = b64decode(material)
    assert public[0] == 1
    assert sha256(name.encode() + b"\n" + public).digest()[:4].hex() == key_id
    dash, signer, value = SIGNED.split()
    assert (dash, signer) == ("\u2014", name)
    assert b64decode(value)[:4].hex() == key_id
    Ed25519PublicKey.from_public_bytes(public[1:]).verify(b64decode(value)[4:], TEXT.encode())
    note = read_note(f"{TEXT}\n{SIGNED}".encode(), "test")
    assert check_seals(LOG, [note], [PublicKey.parse(KEY, "test")]).holds


def test_a_round_by_the_page() -> None:
    published = next(re.finditer(r"    (dcg-events/round/.*)\n", PAGE))[1].split()
    texts = sorted([text_of(LOG), text_of(OTHER)])
    name = "Spring Cup, round 3"
    root = b64encode(merkle([text.encode() for text in texts])).decode()
    assert published[:3] == ["dcg-events/round/" + quote(name, safe=""), "2", root]
    assert published[3] == code_of("".join(part + "\n" for part in published[:3]))
    sealed = seal_round([checkpoint(LOG), checkpoint(OTHER)], name, [ANN])
    assert sealed.note.text.split() == published[:3]
    lines = prove_in_round(sealed, [checkpoint(LOG)], "test").to_bytes().decode().split("\n")
    assert lines[0] == "c2sp.org/tlog-proof@v1"
    assert b64decode(lines[1].removeprefix("extra ")).decode() == text_of(LOG)
    index = int(lines[2].removeprefix("index "))
    assert texts[index] == text_of(LOG)
    leaf, sibling = sha256(b"\x00" + text_of(LOG).encode()).digest(), b64decode(lines[3])
    pair = sibling + leaf if index else leaf + sibling
    assert b64encode(sha256(b"\x01" + pair).digest()).decode() == root
    assert lines[4] == ""
    assert "\n".join(lines[5:]) == str(sealed.note)


def test_the_page_names_what_a_report_can_say() -> None:
    for fit in ("holds", "contradicted", "missing", "other_match", "forged", "untrusted"):
        assert f"| `{fit}` | " in PAGE
