"""Ed25519 (RFC 8032), by the package `cryptography`: the one place where the seals need it."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


def new_seed() -> bytes:
    """Return a new private key, 32 random bytes."""
    return Ed25519PrivateKey.generate().private_bytes_raw()


def public_of(seed: bytes) -> bytes:
    """Return the public key of a private key."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def sign(seed: bytes, message: bytes) -> bytes:
    """Return the signature of a private key over a message."""
    return Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def holds(key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether a signature over a message was made with the private key of a public one."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
