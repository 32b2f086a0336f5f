"""Copy a log block by block, and take its digest on the way."""

from hashlib import sha256
from typing import BinaryIO, Final, NamedTuple, Protocol

_BLOCK: Final = 1 << 18


class Target(Protocol):
    """Takes the blocks of a copy."""

    def write(self, block: bytes, /) -> object:
        """Write one."""


class Copied(NamedTuple):
    """What was copied: its SHA-256 in hexadecimal digits, and its bytes."""

    sha256: str
    size: int


def copy(source: BinaryIO, target: Target | None = None) -> Copied:
    """Read a file to its end, and write it to another if there is one."""
    digest, size = sha256(), 0
    while block := source.read(_BLOCK):
        digest.update(block)
        size += len(block)
        if target is not None:
            target.write(block)
    return Copied(digest.hexdigest(), size)
