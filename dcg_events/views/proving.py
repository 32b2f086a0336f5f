"""Prove one hidden value against a head alone, and check such a proof.

The proof carries the record lines, compressed: it needs nothing but the head. A short proof
leaves them out, for who has a copy of the log, anybody's, at hand.
"""

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final

import orjson

from dcg_events.errors import ProofError, UsageError
from dcg_events.events.codec import canonical
from dcg_events.log.lines import lines_of
from dcg_events.log.part import LogPart
from dcg_events.log.sealing import commitment_of, is_sealed, sealed_fields, value_at
from dcg_events.log.store import open_log, open_reading
from dcg_events.views.proof import ASK, MAX_PROOF, Proof, packed, unpacked

_HEAD: Final = re.compile(r"[0-9a-f]{64}")
_QUOTED: Final = 200
"""Characters of a public value that a message quotes."""


@dataclass(frozen=True, slots=True)
class Proven:
    """What a proof shows.

    Attributes:
        seq: The event.
        field: Dotted path of the field.
        value: What it holds.
        kind: Kind of the event.
        players: Names of p1 and p2.
        events: Number of events up to the head.
        head: The head.
    """

    seq: int
    field: str
    value: object
    kind: str
    players: tuple[str, str]
    events: int
    head: str

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return asdict(self)


def prove(
    path: str | Path | LogPart,
    seq: int,
    field: str,
    *,
    head: str | None = None,
    short: bool = False,
) -> Proof:
    """Prove a value that a log, or a viewer's copy, holds the opening of.

    Args:
        path: The log.
        seq: The event.
        field: Dotted path of a sealed field.
        head: The head to prove it against: that of any commit after the event; by default the
            last.
        short: Whether to leave the record lines out, for who has a copy at hand.

    Raises:
        LogError: If the log cannot be read, or its records are not those under its head.
        UsageError: If there is no such event, field or commit, if the field is public, if the copy
            does not hold its opening, or if the proof would be too large.
    """
    source, where = LogPart.of(path), f"{path}, event {seq}"
    record: dict[str, Any] = {}
    with open_log(source, fields=frozenset(), name=str(path)) as reader:
        for group in reader.groups():
            first = group[0]["seq"]
            if first <= seq < first + len(group):
                record = group[seq - first]
            if reader.head == head and reader.version == group[-1]["seq"] + 1:
                break
    if head not in (None, reader.head):
        problem = f"none of its commits has the head {_quoted(head)}"
        raise UsageError(str(path), problem, "give the head of a commit, or none for the last")
    if not 0 <= seq < reader.version:
        problem = f"there are {reader.version} events up to that head"
        raise UsageError(where, problem, f"choose an event from 0 to {reader.version - 1}")
    commitment = _commitment_at(record, field, where)
    opening = _opening_of(source, commitment)
    if opening is None:
        problem = f"this copy does not hold the opening of {field}"
        raise UsageError(where, problem, "prove it from the full log or from a copy that holds it")
    proof = {"proof": 1, "head": reader.head, "events": reader.version}
    proof |= {"seq": seq, "field": field, "opening": opening.decode()}
    if not short:
        proof["records"] = packed(_records_of(source, reader.version))
    made = Proof.model_validate(proof)
    if len(made.to_bytes()) > MAX_PROOF:
        problem = f"the record lines take more than the {MAX_PROOF:,} bytes a proof may have"
        raise UsageError(str(path), problem, "make a short proof, or prove it to an earlier head")
    return made


def _opening_of(path: LogPart, commitment: str) -> bytes | None:
    """Find the opening line behind a commitment, where it was first written or repeated."""
    with open_reading(path) as file:
        for line in lines_of(file, str(path)):
            opening = line.rstrip(b"\n")
            if line.startswith(b'["open"') and commitment_of(opening) == commitment:
                return opening
    return None


def _records_of(path: LogPart, count: int) -> Iterator[bytes]:
    """Yield the first record lines of a verified log."""
    with open_reading(path) as file:
        records = (line for line in lines_of(file, str(path)) if line.startswith(b"{"))
        yield from islice(records, count)


def _commitment_at(record: dict[str, Any], field: str, where: str) -> str:
    """Return the commitment of a field; say what the field is if it is public."""
    value: Any = record
    for part in field.split("."):
        if not isinstance(value, dict) or part not in value:
            sealed = ", ".join(sealed_fields(record)) or "none"
            problem = "the event has no such field"
            raise UsageError(where, problem, f"choose one of its sealed fields: {sealed}")
        value = value[part]
    if is_sealed(value):
        return str(value)
    if isinstance(value, dict):
        parts = ", ".join(f"{field}.{part}" for part in value)
        raise UsageError(where, f"{field} is made of parts", f"choose one of {parts}")
    text = canonical(value).decode()
    shown = text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"
    problem = f"{field} is public: it is {shown}"
    raise UsageError(where, problem, "prove sealed fields: what is public is in every copy")


def check(
    proof: Proof, head: str, *, copy: str | Path | None = None, name: str = "the proof"
) -> Proven:
    """Check a proof against a head; return what it shows.

    Args:
        proof: The proof.
        head: The head, from somebody you trust or from a copy of the log that you verified.
        copy: A copy of the log, anybody's: for a short proof.
        name: The proof's name, for messages.

    Raises:
        ProofError: If it does not hold.
        UsageError: If the head is none, or the proof is short and there is no copy.
        LogError: If the copy cannot be read or is damaged.
    """
    if not _HEAD.fullmatch(head):
        problem = f"{_quoted(head)} is no head"
        raise UsageError("head", problem, "give the 64 hexadecimal digits that `verify` prints")
    if copy is not None:
        header, record, events = _from_copy(Path(copy), head, proof.seq)
    elif proof.records is not None:
        header, record, events = _from_proof(proof.records, head, proof.seq, name)
    else:
        problem = "it is a short proof, which does not carry the record lines"
        raise UsageError(name, problem, "give a copy of the log with --log")
    value = _opened(proof, record, name)
    try:
        players = tuple(str(header["players"][side]["name"]) for side in ("p1", "p2"))
        return Proven(
            seq=proof.seq,
            field=proof.field,
            value=value,
            kind=str(record["kind"]),
            players=(players[0], players[1]),
            events=events,
            head=head,
        )
    except (KeyError, TypeError):
        raise ProofError(name, "its records are not those of a match", ASK) from None


def _opened(proof: Proof, record: dict[str, Any], name: str) -> object:
    """Return the value of an opening that fits its record."""
    try:
        line = orjson.loads(proof.opening)
        tag, seq, field, _, value, _ = line
    except (ValueError, TypeError):
        raise ProofError(name, "its opening is none", ASK) from None
    if tag != "open" or seq != proof.seq or field != proof.field or record.get("seq") != seq:
        problem = "its opening is of another event or field than the one it names"
        raise ProofError(name, problem, ASK)
    if value_at(record, proof.field) != commitment_of(proof.opening.encode()):
        problem = f"its opening is not the one that event {seq} commits to in {proof.field}"
        raise ProofError(name, problem, ASK)
    return value


def _from_copy(copy: Path, head: str, seq: int) -> tuple[dict[str, Any], dict[str, Any], int]:
    """Return the first record, the one of a seq, and how many a copy has up to a head."""
    header: dict[str, Any] = {}
    record: dict[str, Any] = {}
    with open_log(copy, fields=frozenset()) as reader:
        before = 0
        for events in reader.writes():
            header = header or events[0]
            if before <= seq < reader.version:
                record = events[seq - before]
            before = reader.version
            if reader.head == head:
                return header, record, reader.version
    raise ProofError(str(copy), "none of its commits has that head", "check against its own head")


def _from_proof(
    records: str, head: str, seq: int, name: str
) -> tuple[dict[str, Any], dict[str, Any], int]:
    """Unpack the record lines of a proof; return the first, the one of a seq, and their number."""
    digest = sha256()
    first = wanted = b""
    count = 0
    for line in unpacked(records, name):
        digest.update(line)
        first = first or line
        wanted = line if count == seq else wanted
        count += 1
    if digest.hexdigest() != head:
        problem = "its records are not those under that head"
        raise ProofError(name, problem, "check the head, or ask for a proof to that head")
    try:
        header, record = orjson.loads(first), orjson.loads(wanted)
    except orjson.JSONDecodeError:
        raise ProofError(name, f"its records do not reach event {seq}", ASK) from None
    if not isinstance(header, dict) or not isinstance(record, dict):
        raise ProofError(name, "its records are not those of a match", ASK)
    return header, record, count


def _quoted(text: object) -> str:
    """Quote what a user gave as a head, without echoing anything long or strange."""
    word = str(text)
    return word if re.fullmatch(r"[0-9A-Za-z]{1,64}", word) else "what was given"
