"""Keys in the forms of C2SP signed-note: one line each, the public and the private.

    judge.example+1c0a9a3f+ARpc2Qc…              name + key id + base64 of 0x01 and the public key
    PRIVATE+KEY+judge.example+1c0a9a3f+AYEKFA…   the same of 0x01 and the private key

Reading them needs no cryptography; `signing` makes and checks signatures.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NoReturn, Self

from dcg_events.errors import SealError, UsageError
from dcg_events.seals.notes import decode64, encode64, is_key_name

ED25519: Final = b"\x01"
"""The signature type; the specification assigns others, which we neither make nor check."""

MAX_NAME: Final = 200

_PRIVATE: Final = "PRIVATE+KEY+"
_VKEY: Final = re.compile(r"([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})")
_ORDERS: Final = (
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
)
WEAK_KEYS: Final = frozenset(
    bytes([*bytes.fromhex(point)[:31], bytes.fromhex(point)[31] | sign])
    for point in _ORDERS
    for sign in (0, 128)
)
"""Public keys of small order: one signature holds for many texts, so its maker could deny any."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """Whose signatures are believed.

    Attributes:
        name: The key's name, such as `judge.example/ann`.
        key: The Ed25519 public key, 32 bytes.
    """

    name: str
    key: bytes

    @property
    def key_id(self) -> bytes:
        """Four bytes that tell keys of one name apart; anybody can make a key with the same."""
        return sha256(self.name.encode() + b"\n" + ED25519 + self.key).digest()[:4]

    @property
    def label(self) -> str:
        """Name and key id, for people."""
        return f"{self.name}+{self.key_id.hex()}"

    def __str__(self) -> str:
        return f"{self.label}+{encode64(ED25519 + self.key)}"

    @classmethod
    def parse(cls, line: str, where: str) -> Self:
        """Read a public key's line.

        Raises:
            UsageError: If it is none, not Ed25519, or a weak key.
        """
        found = _VKEY.fullmatch(line)
        if not found:
            _refuse(where, "it is no public key: NAME+8 hexadecimal digits+base64")
        key = cls(checked_name(found[1], where), _material(found[3], where))
        if key.key_id.hex() != found[2]:
            _refuse(where, "the public key's id does not fit its name and key")
        if key.key in WEAK_KEYS:
            _refuse(where, "the public key is weak: its signatures would prove nothing")
        return key


@dataclass(frozen=True, slots=True)
class PrivateKey:
    """Who signs.

    Attributes:
        name: The key's name.
        seed: The Ed25519 private key, 32 bytes; it shows in no `repr`.
        public: The key that its signatures are checked with.
    """

    name: str
    seed: bytes = field(repr=False)
    public: PublicKey

    def reveal(self) -> str:
        """Return the private key's line: whoever has it can sign."""
        return f"{_PRIVATE}{self.public.label}+{encode64(ED25519 + self.seed)}"


def split_private(line: str, where: str) -> tuple[str, bytes, bytes]:
    """Return the name, the key id and the seed of a private key's line.

    Raises:
        UsageError: If it is none. The message holds nothing of it.
    """
    found = _VKEY.fullmatch(line.removeprefix(_PRIVATE))
    if not line.startswith(_PRIVATE) or not found:
        _refuse(where, "it is no private key as `dcg-events keygen` writes it")
    return checked_name(found[1], where), bytes.fromhex(found[2]), _material(found[3], where)


def checked_name(name: str, where: str) -> str:
    """Return a key's name, if a person can tell it from others.

    Raises:
        UsageError: If it holds spaces, a plus sign or what does not print.
    """
    if not is_key_name(name) or not name.isprintable() or len(name) > MAX_NAME:
        problem = "a key's name has no spaces, no plus sign and nothing that does not print"
        raise UsageError(where, problem, "name it like an address: judge.example/ann")
    return name


def checked_keys(keys: Iterable[PublicKey]) -> dict[tuple[str, bytes], PublicKey]:
    """Return keys by name and id, as signatures name them.

    Raises:
        UsageError: If two different keys have both in common, which takes malice.
    """
    found: dict[tuple[str, bytes], PublicKey] = {}
    for key in keys:
        if found.setdefault((key.name, key.key_id), key) != key:
            problem = "two keys have the same name and id, so their signatures cannot be told apart"
            raise UsageError(key.label, problem, "find out which of them is real")
    return found


def _material(text: str, where: str) -> bytes:
    try:
        value = decode64(text, where)
    except SealError as error:
        raise UsageError(error.where, error.problem, _REMEDY) from error
    if value[:1] != ED25519 or len(value) != 33:
        _refuse(where, "the key is no Ed25519 key")
    return value[1:]


_REMEDY: Final = "give a key that `dcg-events keygen` wrote"


def _refuse(where: str, problem: str) -> NoReturn:
    raise UsageError(where, problem, _REMEDY)
