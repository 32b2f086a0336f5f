"""Checkpoints: how far a match has come, in three lines (C2SP tlog-checkpoint).

    dcg-events/match/<64 hexadecimal digits>     origin: the match
    214                                          how many events there are
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I= the head after them, base64

The third line is the log's head, no Merkle root: whoever has a log computes it by reading. The
checkpoint of a round has the same form, and there it is the root of RFC 6962.
"""

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Self

from dcg_events.errors import SealError
from dcg_events.seals.notes import decode64, encode64

MATCH: Final = "dcg-events/match/"
ROUND: Final = "dcg-events/round/"
_COUNT: Final = re.compile(r"[1-9][0-9]{0,15}")
_REMEDY: Final = "give a note as `dcg-events seal` writes it"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The first events of a log, as a text that can be signed.

    Attributes:
        origin: The match, or round, that it is of; see `match_origin`.
        count: Number of events, or of matches of a round.
        head: SHA-256 of their record lines, or the root over the matches: 32 bytes.
    """

    origin: str
    count: int
    head: bytes

    @classmethod
    def of(cls, origin: str, version: int, head: str) -> Self:
        """Return the checkpoint of a log being recorded, after a write and outside a batch.

        Args:
            origin: The match's origin; see `origin_of`.
            version: Number of events recorded, as `Recorder.version` has it.
            head: The head after them, as `Recorder.head` has it.
        """
        return cls(origin, version, bytes.fromhex(head))

    @property
    def text(self) -> str:
        """The three lines, which are what is signed."""
        return f"{self.origin}\n{self.count}\n{encode64(self.head)}\n"

    @classmethod
    def parse(cls, text: str, where: str) -> Self:
        """Read a checkpoint; further lines, which we never write, say nothing to us.

        No match and no round is empty: nothing has the same head in every log.

        Raises:
            SealError: If the text is none.
        """
        lines = text.split("\n")
        if len(lines) < 4 or lines.pop() or not all(lines):
            raise SealError(where, "the note is no checkpoint: it has not three lines", _REMEDY)
        origin, count, head, *_ = lines
        if not _COUNT.fullmatch(count):
            problem = "the note is no checkpoint: its second line is no count"
            raise SealError(where, problem, _REMEDY)
        digest = decode64(head, where)
        if len(digest) != 32:
            problem = "the note is no checkpoint: its third line is no SHA-256"
            raise SealError(where, problem, _REMEDY)
        return cls(origin, int(count), digest)


def match_origin(header: bytes) -> str:
    """Return a match's origin: the digest of its first record line.

    Args:
        header: The line without its line feed, which is part of what is hashed: so the digest is
            the head after event 0.
    """
    return MATCH + sha256(header + b"\n").hexdigest()
