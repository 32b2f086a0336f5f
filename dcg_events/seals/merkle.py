"""The Merkle tree of RFC 6962 §2.1, as a list of leaves: its root, and proofs that one is in it."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeAlias

Digest: TypeAlias = bytes
"""A SHA-256, 32 bytes."""


def leaf_hash(leaf: bytes) -> Digest:
    """Return the digest of a leaf, which no inner node can have (RFC 6962 §2.1)."""
    return sha256(b"\x00" + leaf).digest()


def root_of(leaves: Sequence[Digest]) -> Digest:
    """Return the root over the digests of leaves, in their order."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256().digest()
    left = _left(len(leaves))
    return _node(root_of(leaves[:left]), root_of(leaves[left:]))


def path_to(index: int, leaves: Sequence[Digest]) -> list[Digest]:
    """Return the audit path of a leaf: the siblings from its own up to the root's child.

    Source: RFC 6962 §2.1.1.
    """
    if len(leaves) < 2:
        return []
    left = _left(len(leaves))
    if index < left:
        return [*path_to(index, leaves[:left]), root_of(leaves[left:])]
    return [*path_to(index - left, leaves[left:]), root_of(leaves[:left])]


def root_by(index: int, count: int, leaf: Digest, path: Iterable[Digest]) -> Digest | None:
    """Return the root that a path leads to from a leaf; None if it cannot be the path of it.

    Args:
        index: The leaf's place, from 0.
        count: Number of leaves of the tree.
        leaf: The leaf's digest.
        path: Its audit path.

    Source: RFC 9162 §2.1.3.2.
    """
    if not 0 <= index < count:
        return None
    place, last, digest = index, count - 1, leaf
    for sibling in path:
        if last == 0:
            return None
        if place & 1 or place == last:
            digest = _node(sibling, digest)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            digest = _node(digest, sibling)
        place, last = place >> 1, last >> 1
    return digest if last == 0 else None


def _node(left: Digest, right: Digest) -> Digest:
    return sha256(b"\x01" + left + right).digest()


def _left(count: int) -> int:
    """Return how many leaves stand on the left: the largest power of two below the count."""
    return 1 << (count - 1).bit_length() - 1
