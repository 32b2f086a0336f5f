"""A proof that a match is in a sealed round, in the form of C2SP tlog-proof.

c2sp.org/tlog-proof@v1
extra ZGNnLWV2…                              the match's checkpoint, base64: the leaf
index 7
gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ= siblings, from the leaf's own to the root's child
…

dcg-events/round/Final%20round%203           the round's signed checkpoint
…
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn, Self

from dcg_events.errors import SealError, UsageError
from dcg_events.seals.checkpoints import MATCH, ROUND, Checkpoint
from dcg_events.seals.keys import PublicKey
from dcg_events.seals.merkle import leaf_hash, root_by
from dcg_events.seals.notes import MAX_NOTES, Note, decode64, encode64, read_note
from dcg_events.seals.signing import signers_of

_FIRST: Final = "c2sp.org/tlog-proof@v1\n"
_HEAD: Final = re.compile(
    r"c2sp\.org/tlog-proof@v1\nextra ([A-Za-z0-9+/=]+)\nindex (0|[1-9][0-9]{0,15})\n"
)
_MOST: Final = 64
_REMEDY: Final = "give a proof that `dcg-events round prove` wrote"


@dataclass(frozen=True, slots=True)
class RoundProof:
    """Shows that a match's checkpoint is a leaf of a sealed round.

    Attributes:
        index: The leaf's place.
        path: Its audit path.
        match: The leaf.
        note: The round's signed checkpoint.
    """

    index: int
    path: tuple[bytes, ...]
    match: Checkpoint
    note: Note

    def to_bytes(self) -> bytes:
        """Return the proof file."""
        extra = encode64(self.match.text.encode())
        path = "".join(encode64(digest) + "\n" for digest in self.path)
        return f"{_FIRST}extra {extra}\nindex {self.index}\n{path}\n{self.note}".encode()

    @classmethod
    def parse(cls, content: bytes, where: str) -> Self:
        """Read a proof; nothing is checked yet but its form.

        Raises:
            SealError: If it is none.
        """
        if len(content) > MAX_NOTES:
            _refuse(where, f"it is longer than the {MAX_NOTES:,} bytes a proof may have")
        try:
            proof, _, note = content.decode().partition("\n\n")
        except UnicodeDecodeError:
            _refuse(where, "it is not UTF-8")
        found = _HEAD.match(proof + "\n")
        if not found:
            _refuse(where, "it is no proof: it does not begin as one")
        lines = (proof + "\n")[found.end() :].split("\n")[:-1]
        if len(lines) > _MOST:
            _refuse(where, f"its path is longer than the {_MOST} steps allowed")
        path = tuple(decode64(line, where) for line in lines)
        if any(len(digest) != 32 for digest in path):
            _refuse(where, "its path holds what is no SHA-256")
        leaf = decode64(found[1], where).decode("ascii", "replace")
        match = Checkpoint.parse(leaf, where)
        if match.text != leaf:
            _refuse(where, "its leaf is no checkpoint of a match as we write it")
        return cls(int(found[2]), path, match, read_note(note.encode(), where))

    def checked(
        self, where: str, *, signers: Sequence[PublicKey] = (), root: bytes | None = None
    ) -> tuple[Checkpoint, tuple[str, ...]]:
        """Check the proof against signers who are trusted, or a root that was published, or both.

        Returns:
            The round's checkpoint, and whose signatures over it hold.

        Raises:
            UsageError: If nobody and nothing is trusted.
            SealError: If the proof does not hold.
        """
        if not signers and root is None:
            problem = "there is nothing to check the proof against"
            raise UsageError(where, problem, "name who is trusted by --signer, or the --root")
        top = Checkpoint.parse(self.note.text, where)
        if not (top.origin.startswith(ROUND) and self.match.origin.startswith(MATCH)):
            _refuse(where, "what it holds is not a match in a round")
        leaf = leaf_hash(self.match.text.encode())
        if root_by(self.index, top.count, leaf, self.path) != top.head:
            _refuse(where, "the match is not in the round: its path does not lead to the root")
        if root not in (None, top.head):
            _refuse(where, "the round has another root than the one that was published")
        if not signers:
            return top, ()
        found = signers_of(self.note, signers)
        if found.forged:
            _refuse(where, "a signature over the round does not hold: it was altered or forged")
        if not found.trusted:
            _refuse(where, "no signature over the round is by a signer who is trusted")
        return top, tuple(key.label for key in found.trusted)


def _refuse(where: str, problem: str) -> NoReturn:
    raise SealError(where, problem, _REMEDY)
