"""The form of a proof: a JSON object that shows one hidden value of a match.

A head is the SHA-256 of all record lines, and these are public: whoever has a head and the record
lines knows that they are the match. A record commits to its sealed values; so the record lines and
one opening line show one value, and nothing of the others.
"""

import base64
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, ValidationError

from dcg_events.errors import ProofError
from dcg_events.events.codec import canonical
from dcg_events.events.fields import FieldPath, Seq, Strict
from dcg_events.events.limits import MAX_LINE
from dcg_events.events.strict_json import RefusedJsonError, read_object
from dcg_events.log.store import refused

MAX_PROOF: Final = 1 << 26
"""Most bytes that a proof file may have."""

MAX_RECORDS: Final = 1 << 30
"""Most bytes of record lines that a proof may unpack to; they are never held all at once."""

_CHUNK: Final = 1 << 18

Head = Annotated[
    str, Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256 of the record lines up to a commit")
]


class Proof(Strict):
    """Shows one sealed value of one event.

    Attributes:
        proof: Version of this form.
        head: The head that it was made for. Whoever checks has to have it from elsewhere.
        events: How many events there are up to that head.
        seq: The event.
        field: Dotted path of the sealed field.
        opening: The opening line, exactly, without its line feed. The record holds ~ and the
            SHA-256 of its bytes.
        records: All record lines up to the head, each with its line feed: zlib (RFC 1950), then
            base64. Left out in a short proof.
    """

    proof: Literal[1]
    head: Head
    events: Annotated[int, Field(ge=1, le=2**53 - 1)]
    seq: Seq
    field: FieldPath
    opening: Annotated[str, Field(max_length=MAX_LINE)]
    records: str | None = None

    def to_bytes(self) -> bytes:
        """Return the proof file: one line of JSON."""
        return canonical(self.to_plain()) + b"\n"


ASK: Final = "it proves nothing: ask for another proof"
_NOT_A_PROOF: Final = "give a file that `dcg-events prove` wrote"


def read_proof(path: str | Path) -> Proof:
    """Read a proof file; nothing is checked yet but its form.

    Raises:
        UsageError: If there is no such file.
        ProofError: If it is no proof.
    """
    where = str(path)
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_PROOF + 1)
    except OSError as error:
        raise refused(Path(path), error) from error
    if len(content) > MAX_PROOF:
        problem = f"the file is longer than the {MAX_PROOF:,} bytes a proof may have"
        raise ProofError(where, problem, _NOT_A_PROOF)
    try:
        read_object(content)
        return Proof.model_validate_json(content)
    except RefusedJsonError as error:
        raise ProofError(where, f"it is no proof: {error.problem}", _NOT_A_PROOF) from error
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        name = str(first["loc"][0]) if first["loc"] else "of the object"
        name = name if name in Proof.model_fields else "that is not known"
        problem = f"it is no proof: field {name} is missing or has the wrong form"
        raise ProofError(where, problem, _NOT_A_PROOF) from None


def packed(lines: Iterable[bytes]) -> str:
    """Pack record lines, each with its line feed, as a proof carries them."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(line) for line in lines]
    return base64.b64encode(b"".join(parts) + packer.flush()).decode()


def unpacked(records: str, name: str) -> Iterator[bytes]:
    """Yield record lines with their line feeds, unpacked bit by bit: a proof may be a bomb.

    Raises:
        ProofError: If they cannot be unpacked, or are too large.
    """
    unpacker = zlib.decompressobj()
    total, rest = 0, b""
    try:
        packed = base64.b64decode(records, validate=True)
        while not unpacker.eof:
            chunk = unpacker.decompress(packed, _CHUNK)
            packed = unpacker.unconsumed_tail
            total += len(chunk)
            if total > MAX_RECORDS:
                problem = f"its records unpack to more than the {MAX_RECORDS:,} bytes allowed"
                raise ProofError(name, problem, ASK)
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield line + b"\n"
            if len(rest) > MAX_LINE:
                problem = f"one of its records is longer than the {MAX_LINE:,} bytes allowed"
                raise ProofError(name, problem, ASK)
            if not chunk and not packed and not unpacker.eof:
                break
    except (ValueError, zlib.error) as error:
        raise ProofError(name, "its records cannot be unpacked", ASK) from error
    if not unpacker.eof or unpacker.unused_data or rest:
        raise ProofError(name, "its records cannot be unpacked", ASK)
