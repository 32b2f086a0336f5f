"""Sign texts as notes, and find whose signatures over a note hold."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType

from dcg_events.errors import UsageError
from dcg_events.seals.keys import PrivateKey, PublicKey, checked_keys, checked_name, split_private
from dcg_events.seals.notes import Note, Signature


@dataclass(frozen=True, slots=True)
class Signers:
    """Who signed a note.

    Attributes:
        trusted: Keys that are trusted and whose signature holds.
        forged: Trusted keys under whose name stands a signature that does not hold.
        unknown: Names of the keys that are not trusted: nothing follows from their signatures.
    """

    trusted: tuple[PublicKey, ...]
    forged: tuple[PublicKey, ...]
    unknown: tuple[str, ...]


def new_key(name: str) -> PrivateKey:
    """Make a new key pair.

    Raises:
        UsageError: If no key may be called so, or `cryptography` is not installed.
    """
    return _private(checked_name(name, f"key {name!a}"), _ed25519().new_seed())


def read_private(line: str, where: str) -> PrivateKey:
    """Read a private key's line.

    Raises:
        UsageError: If it is none, or `cryptography` is not installed.
    """
    name, key_id, seed = split_private(line, where)
    key = _private(name, seed)
    if key.public.key_id != key_id:
        problem = "the private key's id does not fit its name and key"
        raise UsageError(where, problem, "make a new key with `dcg-events keygen`")
    return key


def sign(text: str, keys: Iterable[PrivateKey]) -> Note:
    """Sign a text, which ends with a line feed and has no empty lines, with each key."""
    message, ed25519 = text.encode(), _ed25519()
    signatures = (
        Signature(key.name, key.public.key_id, ed25519.sign(key.seed, message)) for key in keys
    )
    return Note(text, tuple(signatures))


def signers_of(note: Note, keys: Sequence[PublicKey]) -> Signers:
    """Tell whose signatures over a note hold; one key that fails spoils the note.

    Raises:
        UsageError: If the keys cannot be told apart, or `cryptography` is not installed.
    """
    known, ed25519 = checked_keys(keys), _ed25519()
    message = note.text.encode()
    trusted: dict[PublicKey, None] = {}
    forged: dict[PublicKey, None] = {}
    unknown: dict[str, None] = {}
    for signature in note.signatures:
        key = known.get((signature.name, signature.key_id))
        if key is None:
            unknown[f"{signature.name}+{signature.key_id.hex()}"] = None
        elif ed25519.holds(key.key, signature.value, message):
            trusted[key] = None
        else:
            forged[key] = None
    return Signers(tuple(trusted), tuple(forged), tuple(unknown))


def _private(name: str, seed: bytes) -> PrivateKey:
    return PrivateKey(name, seed, PublicKey(name, _ed25519().public_of(seed)))


def _ed25519() -> ModuleType:
    """Load what needs `cryptography`, when it is needed first."""
    try:
        from dcg_events.seals import ed25519  # noqa: PLC0415 - an optional extra
    except ModuleNotFoundError as error:
        problem = "the package cryptography is not installed"
        raise UsageError("signing", problem, "pip install 'dcg-events[seals]'") from error
    return ed25519
